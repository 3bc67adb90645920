#include "folder.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static const char s_pattern[] = "/tmp/harness_test_XXXXXX";
char test_folder[sizeof s_pattern];

void folder_make(void) {
	strcpy(test_folder, s_pattern);
	ck_assert_ptr_nonnull(mkdtemp(test_folder));
}

void folder_remove(void) { dir_remove(test_folder); }

void folder_put(const char *name, const char *text) {
	char path[PATH_SIZE];
	ck_assert_int_eq(path_format(path, "%s/%s", test_folder, name), HN_OK);
	ck_assert_int_eq(dir_make_parents(path), HN_OK);
	ck_assert_int_eq(file_write(path, text, (int64_t)strlen(text)), HN_OK);
}
