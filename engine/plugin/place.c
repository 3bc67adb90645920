#include "plugin/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"

static const char *s_run;

void plugin_place_run(const char *run) { s_run = run; }

static bool has(const char *folder, const char *name) {
	char path[PATH_SIZE];
	return path_format(path, "%s/%s", folder, name) == HN_OK && file_exists(path);
}

// The nearest folder at or above a path, links resolved, that is a run.
static bool run_above(char out[PATH_SIZE], const char *path) {
	char real[PATH_SIZE];
	if (realpath(path, real) == NULL) return false;
	for (char *slash;; *slash = '\0') {
		if (has(real, "plan.json") && has(real, "scenario.lua"))
			return snprintf(out, PATH_SIZE, "%s", real), true;
		slash = strrchr(real, '/');
		if (slash == NULL) return false;
	}
}

typedef struct Search {
	const char *folder;
	const struct stat *file;
	bool found;
} Search;

static int32_t look(void *context, const char *name) {
	Search *search = context;
	char path[PATH_SIZE];
	struct stat info;
	if (search->found || path_format(path, "%s/%s", search->folder, name) != HN_OK || lstat(path, &info) != 0)
		return HN_OK;
	search->found = info.st_dev == search->file->st_dev && info.st_ino == search->file->st_ino;
	if (search->found || !S_ISDIR(info.st_mode)) return HN_OK;
	Search below = { path, search->file, false };
	int32_t status = dir_list(path, look, &below);
	search->found = below.found;
	return status;
}

// Whether the file has a name somewhere in the folder.
static int32_t is_in(bool *found, const char *folder, const char *file) {
	struct stat info;
	Search search = { folder, &info, false };
	int32_t status = stat(file, &info) == 0 ? dir_list(folder, look, &search) : HN_OK;
	*found = search.found;
	return status;
}

int32_t plugin_place_check(const char *file) {
	char run[PATH_SIZE];
	bool found = run_above(run, file);
	int32_t status = HN_OK;
	if (!found && s_run != NULL && run_above(run, s_run)) status = is_in(&found, run, file);
	if (status != HN_OK || !found) return status;
	return error_set(
	    HN_ERR_BAD_INPUT,
	    "%s: lies in the run %s, and code that comes with a run is not loaded: build the plug-in "
	    "in another folder",
	    file, run);
}
