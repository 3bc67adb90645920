// What is believed of the records of a group: a journal that was changed is told, one that was torn is
// continued, and a record that does not fit ends what is read.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "folder.h"
#include "groups.h"
#include "suite.h"

Suite *records_suite(void);

static char s_kind[] = "aabb", s_params[] = "", s_seed[] = "1";
static PlanAlgorithm s_algorithm = { .point = 1, .label = s_kind, .kind = s_kind, .params = s_params };
static PlanGroup s_group = { .seed = s_seed, .runs = 3, .algorithms = &s_algorithm, .algorithm_count = 1 };
#define KEY "0123456789abcdef0123456789abcdef"
enum {
	RECORDS = 5,
	MEMBERS = 3
}; // of the journal: group, session and three rounds; the algorithm, its twin, the check

// Its records, a line each, with the chain.
static Text s_lines[RECORDS];
static char s_part[PATH_SIZE], s_finished[PATH_SIZE];

static void add_round(Journal *journal, double ns) {
	Text line = { 0 };
	Sample samples[2] = { { .member = 0, .turn = 1, .repeats = 1, .ns = { ns }, .contacts = 7 },
		                  { .member = 1, .turn = 2, .repeats = 1, .ns = { ns }, .contacts = 7 } };
	entry_round(&line, &(RoundTaken){ .samples = samples, .count = 2, .end = ROUND_COUNTS });
	journal_note(journal, &line);
}

static void setup(void) {
	Journal journal;
	Text line = { 0 };
	folder_make();
	ck_assert_int_eq(journal_open(&journal, test_folder, &s_group, KEY), HN_OK);
	snprintf(s_part, sizeof s_part, "%s", journal.part);
	snprintf(s_finished, sizeof s_finished, "%s", journal.finished);
	journal.result->step_count = 2;
	entry_group(&line, journal.result);
	journal_note(&journal, &line);
	entry_session(&line, journal.result, "2026-01-01T00:00:00Z", 1);
	journal_note(&journal, &line);
	for (int i = 0; i < 3; ++i) add_round(&journal, 100 + i);
	char *rest = journal.lines.data;
	for (int i = 0; i < RECORDS; ++i) text_add(&s_lines[i], strsep(&rest, "\n"));
	journal_close(&journal);
	ck_assert_int_eq(remove(s_part), 0);
}

static void teardown(void) {
	for (int i = 0; i < RECORDS; ++i) text_free(&s_lines[i]);
	folder_remove();
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

static void line_set(int index, const char *text) {
	text_clear(&s_lines[index]);
	text_add(&s_lines[index], text);
}

// Replaces the first `from` of a record.
static void edit(int index, const char *from, const char *to) {
	char *at = strstr(s_lines[index].data, from);
	ck_assert_ptr_nonnull(at);
	Text out = { 0 };
	text_add_bytes(&out, s_lines[index].data, at - s_lines[index].data);
	text_addf(&out, "%s%s", to, at + strlen(from));
	text_free(&s_lines[index]);
	s_lines[index] = out;
}

static void unchain(int index) {
	char *at = strstr(s_lines[index].data, ",\"chain\"");
	ck_assert_ptr_nonnull(at);
	s_lines[index].count = at - s_lines[index].data;
	text_add(&s_lines[index], "}");
}

// Writes the records as a journal, or as a finished group.
static void write_as(bool finished, const char *head) {
	Text text = { 0 };
	if (finished) text_add(&text, head);
	for (int i = 0; i < RECORDS; ++i)
		text_addf(&text, "%s%s", s_lines[i].data, !finished ? "\n" : i + 1 < RECORDS ? ",\n" : "\n]}\n");
	ck_assert_int_eq(file_write_text(finished ? s_finished : s_part, &text), HN_OK);
	text_free(&text);
}
static const char s_head[] = "{\"harness\":\"group\",\"version\":1,\"records\":[\n";

static void remove_both(void) {
	remove(s_part);
	remove(s_finished);
}

// Asserts that the group has so many rounds, from a journal and from a finished group; rounds < 0: that both
// are errors which say what was changed.
static void ck_rounds(int rounds, bool is_whole) {
	for (int finished = 0; finished < 2; ++finished) {
		Result *result = NULL;
		write_as(finished, s_head);
		int32_t status = journal_read(&result, test_folder, &s_group, KEY);
		if (rounds < 0) {
			ck_refused(status, HN_ERR_BAD_INPUT, "was changed since it was written");
			ck_assert(strstr(hn_error_text(), finished ? s_finished : s_part) != NULL);
		} else {
			ck_assert_int_eq(status, HN_OK);
			ck_assert_int_eq(result->rounds, finished && !is_whole ? 0 : rounds); // else it is measured again
			ck_assert_int_eq(result->finished, finished && is_whole);
			result_destroy(result);
		}
		remove_both();
	}
}

static void ck_checked(int32_t status, bool chained) {
	bool found = !chained;
	write_as(true, s_head);
	ck_assert_int_eq(journal_check(s_finished, &found), status);
	ck_assert_int_eq(found, chained);
	remove_both();
}

START_TEST(a_whole_journal_is_believed) {
	ck_rounds(3, true);
	ck_checked(HN_OK, true);
	for (int i = 0; i < RECORDS; ++i) unchain(i); // as older programs wrote it
	ck_rounds(3, true);
	ck_checked(HN_OK, false);
}

START_TEST(a_changed_record_is_told) {
	if (_i < 2)
		edit(_i, "\"type\":", "\"type\" :");
	else
		edit(_i, "\"contacts\":\"7\"", "\"contacts\":\"8\"");
	ck_rounds(-1, false);
	ck_checked(HN_ERR_BAD_INPUT, true);
}

// A link that was cut off, or that is not the one of this record.
START_TEST(a_changed_link_is_told) {
	if (_i < RECORDS)
		unchain(_i);
	else
		edit(_i - RECORDS, "\"chain\":\"", "\"chain\":\"0");
	ck_rounds(-1, false);
	ck_checked(HN_ERR_BAD_INPUT, true);
}

// Nor is a journal whose links are all of another form one of an older program.
START_TEST(links_of_another_form_are_told) {
	for (int i = 0; i < RECORDS; ++i) edit(i, "\"chain\":\"", "\"chain\":\"0");
	ck_rounds(-1, false);
	ck_checked(HN_ERR_BAD_INPUT, true);
}

START_TEST(a_lost_or_moved_record_is_told) {
	Text kept = s_lines[2];
	s_lines[2] = s_lines[3];
	s_lines[3] = kept;
	ck_rounds(-1, false);
	ck_checked(HN_ERR_BAD_INPUT, true);
	line_set(3, s_lines[2].data); // twice, and the other is gone
	ck_rounds(-1, false);
	ck_checked(HN_ERR_BAD_INPUT, true);
}

// What a machine that stops leaves behind is a last line that is no JSON: it is left out, and the journal
// goes on.
START_TEST(a_torn_last_record_is_left_out) {
	Journal journal;
	line_set(4, "{\"type\":\"round\",\"who");
	write_as(false, s_head);
	ck_assert_int_eq(journal_open(&journal, test_folder, &s_group, KEY), HN_OK);
	ck_assert_int_eq(journal.result->rounds, 2);
	add_round(&journal, 200);
	ck_assert_int_eq(journal.result->rounds, 3);
	ck_assert_int_eq(journal_finish(&journal), HN_OK);
	ck_assert(journal.result->finished);
	journal_close(&journal);
	Result *result = NULL;
	ck_assert_int_eq(journal_read(&result, test_folder, &s_group, KEY), HN_OK);
	ck_assert(result->finished);
	ck_assert_int_eq(result->rounds, 3);
	ck_assert(result->samples.data[4].ns[0] == 200);
	result_destroy(result);
}

// In a finished file nothing can be torn.
START_TEST(a_torn_last_record_of_a_finished_group_was_changed) {
	line_set(4, "{\"type\":\"round\",\"who");
	write_as(true, s_head);
	Result *result = NULL;
	ck_assert_int_eq(journal_read(&result, test_folder, &s_group, KEY), HN_ERR_BAD_INPUT);
	ck_assert_msg(strstr(hn_error_text(), "was changed since it was written") != NULL, "%s", hn_error_text());
	remove_both();
}

// Anywhere else a line that is no JSON was changed.
START_TEST(a_torn_record_in_the_middle_is_told) {
	line_set(3, "{\"type\":\"round\",\"who");
	ck_rounds(-1, false);
}

// A record that fits the chain and not the group was not written by this program for it.
START_TEST(a_record_that_does_not_fit_ends_what_is_read) {
	char head[SHA256_HEX_SIZE] = "";
	for (int i = 0; i < RECORDS; ++i) {
		unchain(i);
		if (i == 3) edit(i, "\"member\":1", "\"member\":9");
	}
	ck_rounds(1, false);
	for (int i = 0; i < RECORDS; ++i) chain_add(&s_lines[i], head);
	write_as(true, s_head);
	Result *result = NULL;
	ck_refused(journal_read(&result, test_folder, &s_group, KEY), HN_ERR_BAD_INPUT,
	           "another version of the program wrote it: record 4 does not fit");
	remove_both();
}

static void comma_remove(void) {
	Text whole = { 0 };
	ck_assert_int_eq(file_read(&whole, s_finished), HN_OK);
	*strstr(whole.data, "},\n") = ' ';
	*(strstr(whole.data, " ,\n") + 1) = '}'; // " }" in place of "},"
	ck_assert_int_eq(file_write_text(s_finished, &whole), HN_OK);
	text_free(&whole);
}

// Of a finished group its frame is part: what is around the records, and the commas between them.
START_TEST(a_finished_group_has_its_form) {
	Result *result = NULL;
	for (int chained = 1; chained >= 0; --chained) {
		for (int i = 0; i < RECORDS && !chained; ++i) unchain(i);
		for (int kind = 0; kind < 3; ++kind) {
			write_as(true, kind == 0 ? "{\"harness\":\"group\",\"version\":2,\"records\":[\n" : s_head);
			if (kind == 1) comma_remove();
			if (kind == 2) ck_assert_int_eq(file_write(s_finished, s_lines[0].data, s_lines[0].count), HN_OK);
			int32_t status = journal_read(&result, test_folder, &s_group, KEY);
			ck_assert_int_eq(status, chained ? HN_ERR_BAD_INPUT : HN_OK);
			if (chained) ck_assert(strstr(hn_error_text(), "it is no finished group any more") != NULL);
			if (!chained) {
				ck_assert(!result->finished && result->rounds == 0);
				result_destroy(result);
			}
			bool found = false;
			ck_assert_int_eq(journal_check(s_finished, &found), chained ? HN_ERR_BAD_INPUT : HN_OK);
			remove_both();
		}
	}
}

// A journal that could not be removed lies beside the finished group, and says nothing more.
START_TEST(a_finished_group_comes_before_its_journal) {
	Result *result = NULL;
	write_as(false, s_head);
	write_as(true, s_head);
	ck_assert_int_eq(journal_read(&result, test_folder, &s_group, KEY), HN_OK);
	ck_assert(result->finished);
	ck_assert_int_eq(result->rounds, 3);
	result_destroy(result);
}

// Records
// ------------------------------------------------------------------------------------------------------

static Result *begun(void) {
	Result *result = NULL;
	ck_assert_int_eq(result_create(&result, &s_group, KEY), HN_OK);
	ck_assert_int_eq(result->member_count, MEMBERS);
	return result;
}

#define GROUP(key, steps, members)                                                                           \
	"{\"type\":\"group\",\"key\":\"" key "\",\"steps\":" steps                                               \
	",\"triangles\":\"1\",\"pairs\":\"1\",\"members\":" members "}"
#define SAMPLE(member, turn, repeats)                                                                        \
	"{\"type\":\"round\",\"whole\":true,\"samples\":[{\"member\":" member ",\"turn\":" turn                  \
	",\"repeats\":" repeats                                                                                  \
	",\"update_ns\":null,\"rebuild_ns\":null,\"broad_ns\":null,\"narrow_ns\":5,\"contacts\":\"1\"}]}"
#define HASH "0123456789abcdef0123456789abcdef"

static void ck_applied(Result *result, const char *record, const char *why) {
	int32_t status = result_apply(result, record);
	ck_assert_int_eq(status, why == NULL ? HN_OK : HN_ERR_BAD_INPUT);
	if (why != NULL) ck_assert_msg(strstr(hn_error_text(), why) != NULL, "%s: %s", record, hn_error_text());
}

START_TEST(a_record_is_whole) {
	Result *result = begun();
	ck_applied(result, SAMPLE("0", "1", "1"), "a record without a group before it");
	ck_applied(result, GROUP("ffff6789abcdef0123456789abcdef01", "2", "[1,2,3]"), "without the group's key");
	ck_applied(result, GROUP(KEY, "2", "[1,2]"), "without the group's members");
	ck_applied(result, GROUP(KEY, "0", "[1,2,3]"), "without steps");
	ck_applied(result, GROUP(KEY, "2", "[1,2,3]"), NULL);
	ck_applied(result, GROUP(KEY, "3", "[1,2,3]"), "without the steps of the one before it");
	ck_assert_int_eq(result->step_count, 2);
	ck_applied(result, SAMPLE("0", "1", "1"), NULL);
	ck_applied(result, SAMPLE("3", "1", "1"), "without a whole sample");
	ck_applied(result, SAMPLE("-1", "1", "1"), "without a whole sample");
	ck_applied(result, SAMPLE("0", "0", "1"), "without a whole sample");
	ck_applied(result, SAMPLE("0", "1", "0"), "without a whole sample");
	ck_applied(result, SAMPLE("0", "1", "1e10"), "without a whole sample");
	ck_applied(result,
	           "{\"type\":\"contained\",\"member\":0,\"extra_pairs\":\"1\",\"missed_pairs\":\"2x\",\"exact_"
	           "pairs\":\"3\"}",
	           "without extra_pairs");
	ck_applied(result, "{\"type\":\"failed\",\"member\":0,\"status\":\"ok\",\"detail\":\"\"}",
	           "a status of failure");
	ck_applied(result, "{\"type\":\"failed\",\"member\":0,\"status\":\"bad\",\"detail\":\"\"}",
	           "a status of failure");
	ck_applied(result, "{\"type\":\"failed\",\"member\":3,\"status\":\"crash\",\"detail\":\"\"}",
	           "a known member");
	ck_applied(result, "{\"type\":\"session\",\"session\":0}", "without a session");
	ck_applied(result, "{\"type\":\"other\",\"member\":0}", "a known type");
	ck_applied(result, "{\"type\":\"sat\"}", "without seconds");
	ck_applied(result, "{\"member\":0}", "without a type");
	ck_applied(result, "no JSON", "a record that is not JSON");
	result_destroy(result);
}

START_TEST(a_count_has_at_least_one_question) {
	Result *result = begun();
	Text line = { 0 };
	MemberCount count = { .hash = hn_hash_bytes("x", 1), .first_contact = (double)NAN };
	ck_applied(result, GROUP(KEY, "2", "[1,2,3]"), NULL);
	entry_counted(&line, 0, &count);
	ck_applied(result, line.data, "without questions");
	text_clear(&line);
	count.questions = 1;
	entry_counted(&line, 0, &count);
	ck_applied(result, line.data, NULL);
	ck_assert(isnan(result->members[0].first_contact)); // null
	text_free(&line);
	result_destroy(result);
}

// Until a group is finished its rows are skipped, but for what was counted once and for all.
START_TEST(rows_say_how_far_a_group_is) {
	Result *result = begun();
	Text line = { 0 };
	int32_t counts[ROW_STATUSES] = { 0 };
	MemberCount count = { .hash = hn_hash_bytes("x", 1), .questions = 1 };
	ck_applied(result, GROUP(KEY, "2", "[1,2,3]"), NULL);
	ck_assert(!member_has_row(&result->members[2]));
	for (int32_t i = 0; i < MEMBERS; ++i) {
		entry_counted(&line, i, &count);
		ck_applied(result, line.data, NULL);
		text_clear(&line);
	}
	ck_assert(member_has_row(&result->members[2]));
	result_count_rows(result, counts);
	ck_assert(counts[ROW_SKIPPED] == 2 && counts[ROW_OK] == 1);
	ck_assert_int_eq(member_row_status(result, &result->members[2]), ROW_OK);
	ck_assert(!result_all_ok(result) && !result_has_failed(result));
	result->finished = true;
	ck_assert(result_all_ok(result));
	entry_failed(&line, 0, &(MemberFailure){ ROW_TIMEOUT, "over the limit", true, false });
	ck_applied(result, line.data, NULL);
	ck_assert(result->members[0].censored && result->members[0].status == ROW_TIMEOUT);
	ck_assert(!result_all_ok(result) && result_has_failed(result));
	text_clear(&line);
	entry_failed(&line, 1, &(MemberFailure){ ROW_CRASH, "SIGSEGV", false, false });
	ck_applied(result, line.data, NULL);
	ck_assert(!result->members[1].censored);
	text_free(&line);
	result_destroy(result);
}

Suite *records_suite(void) {
	Suite *suite = suite_create("records");
	TCase *journal = tcase_create("journal"), *record = tcase_create("record");
	tcase_add_checked_fixture(journal, setup, teardown);
	tcase_add_test(journal, a_whole_journal_is_believed);
	tcase_add_loop_test(journal, a_changed_record_is_told, 0, RECORDS);
	tcase_add_loop_test(journal, a_changed_link_is_told, 0, 2 * RECORDS);
	tcase_add_test(journal, links_of_another_form_are_told);
	tcase_add_test(journal, a_lost_or_moved_record_is_told);
	tcase_add_test(journal, a_torn_last_record_is_left_out);
	tcase_add_test(journal, a_torn_last_record_of_a_finished_group_was_changed);
	tcase_add_test(journal, a_torn_record_in_the_middle_is_told);
	tcase_add_test(journal, a_record_that_does_not_fit_ends_what_is_read);
	tcase_add_test(journal, a_finished_group_has_its_form);
	tcase_add_test(journal, a_finished_group_comes_before_its_journal);
	suite_add_tcase(suite, journal);
	tcase_add_test(record, a_record_is_whole);
	tcase_add_test(record, a_count_has_at_least_one_question);
	tcase_add_test(record, rows_say_how_far_a_group_is);
	suite_add_tcase(suite, record);
	return suite;
}
