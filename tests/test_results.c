// The result files of a run: what they take of memory does not grow with the samples, and their order is
// right.
#include "cheap.h"
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/mem.h"
#include "planned_run.h"
#include "suite.h"

enum { GROUPS = 40, COPIES = 500, MEMBERS = 3, ROUNDS = 2, MOST = 6 << 20 };

// Repeats the rounds of a group's file, each `COPIES` times, without their chain of hashes.
static int32_t repeat_rounds(void *context, const char *name) {
	char path[PATH_SIZE];
	Text text = { 0 }, longer = { 0 };
	ck_assert_int_eq(path_format(path, "%s/groups/%s", (const char *)context, name), HN_OK);
	ck_assert_int_eq(file_read(&text, path), HN_OK);
	for (const char *line = text.data; *line != '\0'; line += strcspn(line, "\n") + 1) {
		bool is_round = strncmp(line, "{\"type\":\"round\"", 15) == 0;
		const char *end = line + strcspn(line, "\n"), *chain = strstr(line, ",\"chain\"");
		for (int32_t i = 0; i < (is_round ? COPIES : 1); ++i) {
			text_add_bytes(&longer, line, chain != NULL && chain < end ? chain - line : end - line);
			if (chain != NULL && chain < end) text_add(&longer, end[-1] == ',' ? "}," : "}");
			text_add(&longer, "\n");
		}
	}
	ck_assert_int_eq(file_write_text(path, &longer), HN_OK);
	text_free(&text);
	text_free(&longer);
	return HN_OK;
}

// samples.csv has a line for each sample, by point and role.
static int64_t check_samples(void) {
	Text text = { 0 };
	int64_t lines = 0, last = 0;
	planned_read(&text, "samples.csv");
	for (const char *line = strchr(text.data, '\n') + 1; *line != '\0';
	     line = strchr(line, '\n') + 1, ++lines) {
		const char *point = strchr(line, ',') + 1, *role = strchr(point, ',') + 1;
		int64_t place = 2 * atoi(point) + (strncmp(role, "aa,", 3) == 0);
		cheap_assert(place >= last);
		last = place;
	}
	int64_t size = text.count;
	text_free(&text);
	ck_assert_int_eq(lines, GROUPS * MEMBERS * ROUNDS * COPIES);
	return size;
}

START_TEST(samples_take_no_memory) {
	PlanDef def = { { "aabb", "sphere" }, POLICY("all", "none", "2"), .groups = GROUPS };
	Run *run = planned_adopt(&def);
	ck_assert_int_eq(run_measure(run), 0);
	ck_assert_int_eq(run_write_results(run), HN_OK);
	char dir[PATH_SIZE], groups[PATH_SIZE];
	ck_assert_int_eq(path_format(dir, "%s", run_dir(run)), HN_OK);
	ck_assert_int_eq(path_format(groups, "%s/groups", dir), HN_OK);
	ck_assert_int_eq(dir_list(groups, repeat_rounds, dir), HN_OK);
	size_t before = hn_mem_live_bytes();
	mem_reset_peak();
	ck_assert_msg(run_write_results(run) == HN_OK, "%s", hn_error_text());
	size_t most = mem_peak_bytes() - before;
	run_close(run);
	int64_t size = check_samples();
	ck_assert_int_gt(size, 2 * MOST / 3); // or this tests nothing
	ck_assert_msg(most < MOST, "%zu bytes for a file of %lld", most, (long long)size);
}

TEST_SUITE(results, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, folder_remove);
	tcase_add_test(tc, samples_take_no_memory);
}
