#include "host/pack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "host/tool.h"
#include "run/run.h"
#include "support/json.h"

static bool ends_with(const char *text, const char *end) {
	size_t n = strlen(text), m = strlen(end);
	return n > m && strcmp(text + n - m, end) == 0;
}

bool pack_is(const char *path) {
	return ends_with(path, ".tar.zst") || ends_with(path, ".tar.gz") || ends_with(path, ".tgz");
}

int32_t pack_check_name(const char *file) {
	size_t colon = strcspn(file, ":/");
	if (file[colon] != ':') return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "%s: tar takes '%.*s' for a host: write ./%s", file, (int)colon, file,
	                 file);
}

// The commit of the build that made the run; "" if it is not known.
static int32_t commit_of(char out[64], const char *run_dir) {
	char path[PATH_SIZE];
	Text text = { 0 };
	cJSON *json = NULL;
	out[0] = '\0';
	int32_t status = path_format(path, "%s/manifest.json", run_dir);
	if (status == HN_OK) status = file_read(&text, path);
	if (status == HN_OK) status = json_parse(&json, text.data, text.count, NULL);
	const char *commit = cJSON_GetStringValue(json_get(json, "commit"));
	size_t digits = commit != NULL ? strspn(commit, "0123456789abcdef") : 0;
	if (digits >= 7 && digits < 64 && commit[digits] == '\0') snprintf(out, 64, "%s", commit);
	cJSON_Delete(json);
	text_free(&text);
	return status;
}

// Writes <folder>/<name>/source.tar where the repository has the commit.
static int32_t add_source(const char *folder, const char *name, const char *source, const char *commit,
                          bool *sourced) {
	char dir[PATH_SIZE], file[PATH_SIZE], object[80];
	*sourced = false;
	snprintf(object, sizeof object, "%s^{commit}", commit);
	const char *ask[] = { "git", "-C", source, "cat-file", "-e", object, NULL };
	if (commit[0] == '\0' || tool_run(ask, NULL, true) != 0) return HN_OK;
	int32_t status = path_format(dir, "%s/%s", folder, name);
	if (status == HN_OK) status = path_format(file, "%s/source.tar", dir);
	if (status == HN_OK) status = dir_make(dir);
	const char *archive[] = { "git", "-C", source, "archive", "--format=tar", "--prefix=source/",
		                      "-o",  file, commit, NULL };
	if (status == HN_OK) status = tool_run(archive, NULL, false);
	if (status > 0) return error_set(HN_ERR_IO, "git archive failed with code %d", status);
	*sourced = status == HN_OK;
	return status;
}

// Names are sorted; owners, times, modes and hard links are left out. folder: of this pack alone.
static int32_t run_tar(const char *file, const char *parent, const char *name, const char *folder,
                       bool sourced) {
	char source[PATH_SIZE], temporary[PATH_SIZE];
	const char *compress = ends_with(file, ".tar.zst") ? "zstd -q -19 -T1" : "gzip -n -9";
	int32_t status = path_format(source, "%s/source.tar", name);
	if (status == HN_OK) status = path_format(temporary, "%s/archive.tmp", folder);
	if (status != HN_OK) return status;
	const char *argv[] = { "tar",
		                   "--sort=name",
		                   "--format=gnu",
		                   "--mtime=@0",
		                   "--owner=0",
		                   "--group=0",
		                   "--numeric-owner",
		                   "--mode=a+rX,u+w,go-w",
		                   "--hard-dereference",
		                   "--exclude=*.part",
		                   "--exclude=*.tmp",
		                   "-I",
		                   compress,
		                   "-cf",
		                   temporary,
		                   "-C",
		                   parent,
		                   name,
		                   sourced ? "-C" : NULL,
		                   folder,
		                   source,
		                   NULL };
	status = tool_run(argv, NULL, false);
	return status > 0 ? error_set(HN_ERR_IO, "tar failed with code %d", status) : status;
}

static int32_t settle(const char *folder, const char *file, bool force) {
	char temporary[PATH_SIZE];
	int32_t status = path_format(temporary, "%s/archive.tmp", folder);
	return status == HN_OK ? file_settle_new(temporary, file, force) : status;
}

int32_t pack_write(const char *run_dir, const char *file, const char *source, bool force, bool *sourced) {
	char real[PATH_SIZE], folder[PATH_SIZE], work[PATH_SIZE] = "", absolute[PATH_SIZE], commit[64];
	int lock = -1;
	int32_t named = pack_check_name(file);
	if (named != HN_OK) return named;
	if (realpath(run_dir, real) == NULL) return error_set(HN_ERR_IO, "%s: %s", run_dir, strerror(errno));
	char *name = strrchr(real, '/');
	*name++ = '\0';
	int32_t status = path_folder(folder, file);
	if (status == HN_OK) status = commit_of(commit, run_dir);
	if (status == HN_OK) status = dir_temporary(work, folder, PACK_PREFIX, &lock);
	if (status == HN_OK && realpath(work, absolute) == NULL) // git writes relative to the repository
		status = error_set(HN_ERR_IO, "%s: %s", work, strerror(errno));
	if (status == HN_OK) status = add_source(absolute, name, source, commit, sourced);
	if (status == HN_OK) status = run_tar(file, real[0] != '\0' ? real : "/", name, absolute, *sourced);
	if (status == HN_OK) status = settle(absolute, file, force);
	if (work[0] != '\0') (void)dir_remove(work);
	if (lock >= 0) close(lock);
	return status;
}

int pack_code(int32_t status) {
	return status == HN_ERR_EXISTS || status == HN_ERR_BAD_INPUT ? EXIT_USAGE : EXIT_ENVIRONMENT;
}
