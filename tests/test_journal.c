// Journals, group files and CSV: what is written is read again, torn ends are left out.
#include <check.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/csv.h"
#include "folder.h"
#include "groups.h"
#include "suite.h"
#include "support/json.h"

static char s_label[] = "a \"quoted\", label", s_kind[] = "aabb", s_params[] = "leaf=2", s_seed[] = "1";
static PlanAlgorithm s_algorithms[2] = {
	{ .point = 1, .label = s_label, .kind = s_kind, .params = s_params },
	{ .point = 2, .label = s_kind, .kind = s_kind, .params = s_params }
};
static PlanGroup s_group = {
	.index = 3, .seed = s_seed, .runs = 11, .algorithms = s_algorithms, .algorithm_count = 2
};
#define KEY   "0123456789abcdef0123456789abcdef"
#define OTHER "ffff6789abcdef0123456789abcdef01"

static void begin(Journal *journal) {
	ck_assert_int_eq(journal_open(journal, test_folder, &s_group, KEY), HN_OK);
	Text line = { 0 };
	if (journal->result->step_count == 0) {
		journal->result->step_count = 2;
		entry_group(&line, journal->result);
		journal_note(journal, &line);
	}
	entry_session(&line, journal->result, "2026-01-01T00:00:00Z", 1);
	journal_note(journal, &line);
}

static void add_round(Journal *journal, double ns, RoundEnd end) {
	Sample samples[2] = {
		{ .member = 0, .turn = 2, .repeats = 3, .ns = { ns, (double)NAN, ns / 3 }, .contacts = 7 },
		{ .member = 1, .turn = 1, .repeats = 4, .ns = { 1, 2, 3 }, .contacts = INT64_MAX }
	};
	Text line = { 0 };
	entry_round(&line, &(RoundTaken){ .samples = samples, .count = 2, .end = end });
	journal_note(journal, &line);
}

static void add_text(const char *name, const char *text, size_t size) {
	char path[PATH_SIZE];
	snprintf(path, sizeof path, "%s/%s", test_folder, name);
	FILE *file = fopen(path, "ab");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(text, 1, size, file), size);
	fclose(file);
}

// Records are on disk a tenth of a second after the last ones, whatever they are; in between they may wait.
START_TEST(records_are_synced_by_the_clock) {
	Journal journal;
	begin(&journal);
	for (int is_due = 0; is_due < 2; ++is_due) {
		const int64_t last = is_due ? 1 : INT64_MAX / 2;
		journal.synced_ns = last;
		add_round(&journal, 1, ROUND_COUNTS);
		ck_assert_int_eq(journal.synced_ns != last, is_due);
	}
	journal_close(&journal);
}

START_TEST(records_are_read_again) {
	Journal journal;
	begin(&journal);
	MemberCount count = { .counts = { .nb = 1, .np = INT64_MAX, .contacts = 7 },
		                  .hash = hn_hash_bytes("x", 1),
		                  .questions = 9,
		                  .first_contact = 0.1 + 0.2 };
	Text line = { 0 };
	entry_counted(&line, 1, &count);
	journal_note(&journal, &line);
	entry_contained(&line, 1, &(Beside){ INT64_MAX, 3, 4 });
	journal_note(&journal, &line);
	double ns[2] = { 1e6 / 3, 5e6 };
	entry_built(&line, 0, &(MemberBuild){ 10, 20, 30, 0.7, ns, 2 });
	journal_note(&journal, &line);
	entry_failed(&line, 2, &(MemberFailure){ ROW_CRASH, "a \"detail\"\n\tof bytes \x01", true, false });
	journal_note(&journal, &line);
	CounterValues counter_values;
	const uint32_t counters = counter_mask("cycles") | counter_mask("callgrind");
	counter_values_init(&counter_values);
	counter_values_miss(&counter_values, counter_mask("cycles"), "none of \"these\"");
	counter_values.value[COUNTER_INDEX_build_instructions] = 0.1 + 0.2;
	entry_counters(&line, 1, &counter_values, counters);
	journal_note(&journal, &line);
	add_round(&journal, 0.1 + 0.2, ROUND_COUNTS);
	add_round(&journal, DBL_MIN / 4, ROUND_BROKE_OFF);
	for (int finished = 0; finished < 2; ++finished) {
		if (finished) ck_assert_int_eq(journal_finish(&journal), HN_OK);
		Result *again = NULL;
		ck_assert_int_eq(journal_read(&again, test_folder, &s_group, KEY), HN_OK);
		ck_assert_int_eq(again->finished, finished);
		ck_assert_int_eq(again->rounds, 1);
		ck_assert_int_eq(again->samples.count, 4);
		ck_assert(again->samples.data[0].ns[0] == 0.1 + 0.2);
		ck_assert(isnan(again->samples.data[0].ns[1]));
		ck_assert(again->samples.data[1].contacts == INT64_MAX);
		ck_assert_int_eq(again->samples.data[0].round, 1);
		ck_assert_int_eq(again->samples.data[2].round, 0);
		ck_assert(again->samples.data[2].ns[0] == DBL_MIN / 4);
		ck_assert(hn_hash_equal(&again->members[1].hash, &count.hash));
		ck_assert_int_eq(again->members[1].questions, 9);
		ck_assert(again->members[1].first_contact == 0.1 + 0.2);
		ck_assert(again->members[1].contained && !again->members[0].contained);
		const Beside *beside = &again->members[1].beside;
		ck_assert(beside->extra == INT64_MAX && beside->missed == 3 && beside->exact == 4);
		const Member *counted = &again->members[1];
		ck_assert(counted->has_counters && !again->members[0].has_counters);
		ck_assert(counted->counter_values.value[COUNTER_INDEX_build_instructions] == 0.1 + 0.2);
		ck_assert(isnan(counted->counter_values.value[COUNTER_INDEX_step_instructions]));
		ck_assert(isnan(counted->counter_values.value[COUNTER_INDEX_cycles]));
		ck_assert_str_eq(counted->counter_values.why[COUNTER_INDEX_cycles], "none of \"these\"");
		ck_assert(again->members[0].extent_fails == 0.7);
		ck_assert(again->members[1].counts.np == INT64_MAX);
		ck_assert(again->members[0].builds.data[0].ms == 1e6 / 3 * 1e-6);
		ck_assert_int_eq(again->members[2].status, ROW_CRASH);
		ck_assert_str_eq(again->members[2].detail, "a \"detail\"\n\tof bytes \x01");
		result_destroy(again);
	}
	ck_assert(!file_exists(journal.part));
	journal_close(&journal);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

// cut anywhere, the journal holds the whole records before the cut, and can be continued
START_TEST(torn_line_is_left_out) {
	Journal journal;
	begin(&journal);
	add_round(&journal, 1, ROUND_COUNTS);
	int64_t before = journal.lines.count;
	add_round(&journal, 2, ROUND_COUNTS);
	char part[PATH_SIZE];
	memcpy(part, journal.part, sizeof part);
	Text whole = { 0 };
	text_add_bytes(&whole, journal.lines.data, journal.lines.count);
	journal_close(&journal);
	for (int64_t cut = before; cut < whole.count; ++cut) {
		ck_assert_int_eq(file_write(part, whole.data, cut), HN_OK);
		begin(&journal);
		ck_assert_int_eq(journal.result->rounds, 1);
		ck_assert_int_eq(journal.result->sessions, 2);
		add_round(&journal, 3, ROUND_COUNTS);
		journal_close(&journal);
		ck_assert_int_eq(journal_open(&journal, test_folder, &s_group, KEY), HN_OK);
		ck_assert_int_eq(journal.result->rounds, 2);
		ck_assert(journal.result->samples.data[2].ns[0] == 3);
		ck_assert_int_eq(journal.result->samples.data[2].session, 2);
		journal_close(&journal);
	}
	text_free(&whole);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

static void add_builds(Journal *journal, int32_t member, int32_t count) {
	double ns[3] = { 1, 2, 3 };
	Text line = { 0 };
	entry_built(&line, member, &(MemberBuild){ 10, 20, 30, 0.7, ns, count });
	journal_note(journal, &line);
}

// A kill between two members' records: the builds of later rounds are pairs all the same.
START_TEST(builds_of_one_round_stay_pairs) {
	Journal journal;
	begin(&journal);
	for (int32_t i = 0; i < 2; ++i) add_builds(&journal, i, 0), add_builds(&journal, i, 2);
	journal_close(&journal);
	begin(&journal);
	add_builds(&journal, 0, 3);
	journal_close(&journal);
	begin(&journal);
	for (int32_t i = 0; i < 2; ++i) add_builds(&journal, i, 1);
	const Result *result = journal.result;
	ck_assert_int_eq(result->build_rounds, 5);
	for (int32_t i = 0; i < 2; ++i) {
		int64_t count = result->members[i].builds.count;
		ck_assert_int_eq(count, i == 0 ? 6 : 3);
		ck_assert_int_eq(result->members[i].builds.data[1].round, 2);
		ck_assert_int_eq(result->members[i].builds.data[count - 1].round, 6);
		ck_assert_int_eq(result->members[i].builds.data[count - 1].session, 3);
	}
	journal_close(&journal);
}

START_TEST(foreign_and_malformed_files_are_not_believed) {
	// a journal under this name whose records are of another key
	static const char foreign[] =
	    "{\"type\":\"group\",\"key\":\"ffff6789abcdef0123456789abcdef01\",\"steps\":2,"
	    "\"triangles\":\"1\",\"pairs\":\"1\",\"members\":[1,2,3]}\n";
	add_text("0003-" KEY ".part", foreign, sizeof foreign - 1);
	Result *result = NULL;
	ck_assert_int_eq(journal_read(&result, test_folder, &s_group, KEY), HN_OK);
	ck_assert_int_eq(result->step_count, 0);
	result_destroy(result);
	// half a finished file cannot come to be; if it does, it is not one
	add_text("0003-" KEY ".json", "{\"harness\":\"group\"", 18);
	ck_assert_int_eq(journal_read(&result, test_folder, &s_group, KEY), HN_OK);
	ck_assert(!result->finished);
	result_destroy(result);
}

// As of a shard that began here, moved to another machine and was finished there, or the other way round.
START_TEST(a_finished_group_says_the_key) {
	char keys[4][HN_HASH_HEX_SIZE] = { "", "", "", "kept" };
	static const char *const s_names[] = { "0000-" KEY ".json",   "0000-" OTHER ".part", "0001-" KEY ".part",
		                                   "0001-" OTHER ".json", "0002-" OTHER ".part", "0004-" KEY ".json",
		                                   "0003-" KEY ".tmp",    "0003-abc.json" };
	for (size_t i = 0; i < sizeof s_names / sizeof s_names[0]; ++i) add_text(s_names[i], "", 0);
	ck_assert_int_eq(journal_keys(keys, 4, test_folder, true), HN_OK);
	ck_assert_str_eq(keys[0], KEY);
	ck_assert_str_eq(keys[1], OTHER);
	ck_assert_str_eq(keys[2], "");
	ck_assert_int_eq(journal_keys(keys, 4, test_folder, false), HN_OK);
	ck_assert_str_eq(keys[0], KEY);
	ck_assert_str_eq(keys[1], OTHER);
	ck_assert_str_eq(keys[2], OTHER);
	ck_assert_str_eq(keys[3], "kept");
}

// The rounds of the others are kept, in a journal and in a finished file.
START_TEST(killed_worker_costs_its_own_row) {
	for (int finished = 0; finished < 2; ++finished) {
		Journal journal;
		begin(&journal);
		Text line = { 0 };
		entry_failed(&line, 0, &(MemberFailure){ ROW_CRASH, "SIGKILL", false, true });
		journal_note(&journal, &line);
		add_round(&journal, 5, ROUND_COUNTS);
		const int32_t rounds = journal.result->rounds;
		if (finished) ck_assert_int_eq(journal_finish(&journal), HN_OK);
		journal_close(&journal);
		Result *result = NULL;
		ck_assert_int_eq(journal_read(&result, test_folder, &s_group, KEY), HN_OK);
		ck_assert_int_eq(result->finished, finished);
		ck_assert_int_eq(result->members[0].status, ROW_CRASH);
		ck_assert_int_eq(result->members[1].status, ROW_OK);
		ck_assert_int_ge(result->rounds, 1);
		ck_assert_int_eq(result->rounds, rounds);
		result_destroy(result);
	}
}

START_TEST(csv_is_quoted_where_it_must) {
	Text csv = { 0 };
	csv_text(&csv, "plain");
	csv_text(&csv, "a,b");
	csv_text(&csv, "say \"x\"");
	csv_text(&csv, "two\nlines");
	csv_text(&csv, NULL);
	csv_missing(&csv);
	csv_number(&csv, 0.1);
	csv_number(&csv, (double)NAN);
	csv_number(&csv, 2000);
	csv_number(&csv, -1e300);
	csv_int(&csv, INT64_MIN);
	csv_end_line(&csv);
	csv_text(&csv, "");
	csv_text(&csv, "next");
	csv_end_line(&csv);
	ck_assert_str_eq(csv.data, "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",,,0.1,,2000,-1e+300,"
	                           "-9223372036854775808\n\"\",next\n");
	text_free(&csv);
}

// Of a journal, and of a finished group: cJSON says NULL for both.
START_TEST(want_of_memory_is_no_malformed_record) {
	for (int finished = 0; finished < 2; ++finished) {
		Journal journal;
		Text before = { 0 }, after = { 0 };
		char path[PATH_SIZE];
		begin(&journal);
		add_round(&journal, 5, ROUND_COUNTS);
		if (finished) ck_assert_int_eq(journal_finish(&journal), HN_OK);
		journal_close(&journal);
		snprintf(path, sizeof path, "%s/0003-%s.%s", test_folder, KEY, finished ? "json" : "part");
		ck_assert_int_eq(file_read(&before, path), HN_OK);
		int64_t fail = 0;
		for (int32_t status = HN_ERR_NO_MEMORY; status != HN_OK; ++fail) {
			json_fail_after(fail);
			status = journal_open(&journal, test_folder, &s_group, KEY);
			json_fail_after(-1);
			ck_assert_int_eq(file_read(&after, path), HN_OK);
			ck_assert_str_eq(after.data, before.data);
			text_clear(&after);
			if (status == HN_OK) continue;
			ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
		}
		ck_assert_int_gt(fail, 20);
		ck_assert_int_eq(journal.result->rounds, finished ? 2 : 1);
		ck_assert_int_eq(journal.result->finished, finished);
		journal_close(&journal);
		text_free(&before);
		text_free(&after);
	}
}

START_TEST(file_is_whole_or_not_there) {
	char path[PATH_SIZE], blocked[PATH_SIZE];
	ck_assert_int_eq(path_format(path, "%s/file", test_folder), HN_OK);
	ck_assert_int_eq(file_write(path, "old", 3), HN_OK);
	// the temporary name is taken by a directory: the write fails, the old file stays
	ck_assert_int_eq(path_format(blocked, "%s.tmp", path), HN_OK);
	ck_assert_int_eq(dir_make(blocked), HN_OK);
	ck_refused(file_write(path, "new", 3), HN_ERR_IO, path);
	Text text = { 0 };
	ck_assert_int_eq(file_read(&text, path), HN_OK);
	ck_assert_str_eq(text.data, "old");
	text_free(&text);
}

START_TEST(links_are_not_followed_when_removing) {
	char path[PATH_SIZE], target[] = "/tmp/harness_target_XXXXXX";
	ck_assert_ptr_nonnull(mkdtemp(target));
	snprintf(path, sizeof path, "%s/kept", target);
	ck_assert_int_eq(file_write(path, "x", 1), HN_OK);
	char tree[PATH_SIZE], link[PATH_SIZE];
	snprintf(tree, sizeof tree, "%s/a/b/c", test_folder);
	ck_assert_int_eq(dir_make(tree), HN_OK);
	snprintf(link, sizeof link, "%s/a/b/link", test_folder);
	ck_assert_int_eq(symlink(target, link), 0);
	snprintf(tree, sizeof tree, "%s/a", test_folder);
	ck_assert_int_eq(dir_remove(tree), HN_OK);
	ck_assert(!file_exists(tree));
	ck_assert(file_exists(path));
	dir_remove(target);
}

TEST_SUITE(journal, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, folder_remove);
	tcase_add_test(tc, records_are_read_again);
	tcase_add_test(tc, torn_line_is_left_out);
	tcase_add_test(tc, builds_of_one_round_stay_pairs);
	tcase_add_test(tc, foreign_and_malformed_files_are_not_believed);
	tcase_add_test(tc, a_finished_group_says_the_key);
	tcase_add_test(tc, killed_worker_costs_its_own_row);
	tcase_add_test(tc, want_of_memory_is_no_malformed_record);
	tcase_add_test(tc, csv_is_quoted_where_it_must);
	tcase_add_test(tc, records_are_synced_by_the_clock);
	tcase_add_test(tc, file_is_whole_or_not_there);
	tcase_add_test(tc, links_are_not_followed_when_removing);
}
