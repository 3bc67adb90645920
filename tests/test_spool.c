// Spools: what is read is what was added, whether it lies in memory, in the file or in both. Files in parts.
#include "cheap.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/spool.h"
#include "folder.h"
#include "suite.h"

static int32_t count_name(void *context, const char *name) {
	(void)name;
	*(int32_t *)context += 1;
	return HN_OK;
}

static int32_t names_in_folder(void) {
	int32_t count = 0;
	ck_assert_int_eq(dir_list(test_folder, count_name, &count), HN_OK);
	return count;
}

static void remove_folder(void) { ck_assert_int_eq(rmdir(test_folder), 0); } // which is empty

static void check_part(Spool *spool, const Text *all, int64_t begin, int64_t end) {
	Text part = { 0 };
	text_add(&part, "before");
	ck_assert_int_eq(spool_read(spool, begin, end, &part), HN_OK);
	ck_assert_int_eq(part.count, 6 + end - begin);
	ck_assert(end == begin || memcmp(part.data + 6, all->data + begin, (size_t)(end - begin)) == 0);
	text_free(&part);
}

static const int64_t s_most[] = { 0, 7, 100, 100000, 1 << 22 };

START_TEST(reads_what_was_added) {
	Spool spool;
	Text all = { 0 };
	Rng rng = rng_of(17, (uint64_t)_i);
	spool_init(&spool, test_folder, s_most[_i]);
	for (int32_t i = 0; i < 3000; ++i) {
		char line[100];
		int length = snprintf(line, sizeof line, "%d,%*d\n", i, (int)rng_below(&rng, 80), i);
		text_add_bytes(&spool.text, line, length);
		text_add_bytes(&all, line, length);
		if (rng_below(&rng, 3) == 0) ck_assert_int_eq(spool_settle(&spool), HN_OK);
		ck_assert_int_eq(spool_size(&spool), all.count);
		int64_t begin = (int64_t)rng_below(&rng, (uint32_t)all.count + 1);
		int64_t end = begin + (int64_t)rng_below(&rng, (uint32_t)(all.count - begin) + 1);
		if (i % 10 == 0) check_part(&spool, &all, begin, end);
	}
	ck_assert_int_eq(spool_settle(&spool), HN_OK);
	ck_assert_int_le(spool.text.count, s_most[_i]); // the rest is not in memory
	check_part(&spool, &all, 0, all.count);
	check_part(&spool, &all, all.count, all.count);
	ck_assert_int_eq(names_in_folder(), 0); // the file has no name
	spool_free(&spool);
	text_free(&all);
}

START_TEST(a_folder_that_is_not_there) {
	Spool spool;
	spool_init(&spool, "/nowhere/at/all", 3);
	text_add(&spool.text, "few");
	ck_assert_int_eq(spool_settle(&spool), HN_OK); // needs no file
	text_add(&spool.text, " more");
	ck_refused(spool_settle(&spool), HN_ERR_IO, "/nowhere/at/all");
	spool_free(&spool);
}

START_TEST(a_file_in_parts) {
	char path[PATH_SIZE];
	FileWriter writer;
	Text text = { 0 };
	ck_assert_int_eq(path_format(path, "%s/parts", test_folder), HN_OK);
	ck_assert_int_eq(file_begin(&writer, path), HN_OK);
	ck_assert_int_eq(file_add(&writer, "one ", 4), HN_OK);
	ck_assert(!file_exists(path)); // not before it is whole
	ck_assert_int_eq(file_add(&writer, "two", 3), HN_OK);
	ck_assert_int_eq(file_end(&writer, HN_OK), HN_OK);
	ck_assert_int_eq(file_read(&text, path), HN_OK);
	ck_assert_str_eq(text.data, "one two");
	text_free(&text);

	ck_assert_int_eq(file_begin(&writer, path), HN_OK);
	ck_assert_int_eq(file_add(&writer, "half", 4), HN_OK);
	ck_assert_int_eq(file_end(&writer, HN_ERR_NO_MEMORY), HN_ERR_NO_MEMORY);
	ck_assert_int_eq(names_in_folder(), 1);
	ck_assert_int_eq(file_read(&text, path), HN_OK);
	ck_assert_str_eq(text.data, "one two"); // an error leaves what was there
	text_free(&text);
	ck_assert_int_eq(unlink(path), 0);
}

TEST_SUITE(spool, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, remove_folder);
	tcase_add_loop_test(tc, reads_what_was_added, 0, sizeof s_most / sizeof s_most[0]);
	tcase_add_test(tc, a_folder_that_is_not_there);
	tcase_add_test(tc, a_file_in_parts);
}
