#include "base/same.h"

#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"

typedef struct Folders {
	const char *a, *b;
	int64_t surplus; // names of a, without so many of b
} Folders;

static int32_t same_entry(void *context, const char *name) {
	Folders *folders = context;
	char a[PATH_SIZE], b[PATH_SIZE];
	folders->surplus += 1;
	int32_t status = path_format(a, "%s/%s", folders->a, name);
	if (status == HN_OK) status = path_format(b, "%s/%s", folders->b, name);
	return status == HN_OK && !file_same(a, b) ? HN_ERR_INVALID : status;
}

static int32_t count_entry(void *context, const char *name) {
	(void)name;
	((Folders *)context)->surplus -= 1;
	return HN_OK;
}

static bool same_folders(const char *a, const char *b) {
	Folders folders = { a, b, 0 };
	return dir_list(a, same_entry, &folders) == HN_OK && dir_list(b, count_entry, &folders) == HN_OK &&
	       folders.surplus == 0;
}

static bool same_bytes(const char *a, const char *b) {
	char of_a[SHA256_HEX_SIZE], of_b[SHA256_HEX_SIZE];
	return file_sha256(of_a, a) == HN_OK && file_sha256(of_b, b) == HN_OK && strcmp(of_a, of_b) == 0;
}

bool file_same(const char *a, const char *b) {
	struct stat of_a, of_b;
	if (lstat(a, &of_a) != 0 || lstat(b, &of_b) != 0) return false;
	if (S_ISDIR(of_a.st_mode) && S_ISDIR(of_b.st_mode)) return same_folders(a, b);
	return S_ISREG(of_a.st_mode) && S_ISREG(of_b.st_mode) && of_a.st_size == of_b.st_size && same_bytes(a, b);
}
