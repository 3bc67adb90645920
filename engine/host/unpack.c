// Unpacks a pack, which may come from anyone. Nothing of it has its place before all of it was looked at.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "host/pack.h"
#include "host/tar.h"
#include "host/tool.h"

// Text is compressed to a tenth, repeated text to a hundredth, and a small file takes more than a hundred
// bytes.
enum { FILES_MOST = 1000000, FILES_FREE = 20000, RATIO_MOST = 250, FILE_LEAST = 64 };
static const int64_t s_bytes_most = (int64_t)16 << 30, s_bytes_free = (int64_t)64 << 20;

int32_t pack_limits(TarLimits *out, int64_t packed) {
	const char *given = getenv(PACK_LIMIT_VARIABLE);
	int64_t bytes = packed < s_bytes_most / RATIO_MOST ? packed * RATIO_MOST : s_bytes_most;
	int64_t files = FILES_FREE + packed / FILE_LEAST;
	*out =
	    (TarLimits){ bytes > s_bytes_free ? bytes : s_bytes_free, files < FILES_MOST ? files : FILES_MOST };
	if (given == NULL || given[0] == '\0') return HN_OK;
	char *end;
	errno = 0;
	long long most = strtoll(given, &end, 10);
	if (errno != 0 || *end != '\0' || most < 1)
		return error_set(HN_ERR_BAD_INPUT, PACK_LIMIT_VARIABLE "=%.40s: is not a number of bytes", given);
	*out = (TarLimits){ most, most / 512 };
	return HN_OK;
}

// ---- writing ----

static int32_t save_file(Tar *tar, const TarEntry *entry, const char *path) {
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0 && errno == EEXIST) return error_set(HN_ERR_BAD_INPUT, "has '%.200s' twice", entry->name);
	if (fd < 0 && errno == ENOTDIR)
		return error_set(HN_ERR_BAD_INPUT, "'%.200s' lies in a file", entry->name);
	if (fd < 0) return error_set(HN_ERR_IO, "cannot create %s: %s", path, strerror(errno));
	int32_t status = tar_save(tar, fd);
	if (close(fd) != 0 && status == HN_OK) status = error_set(HN_ERR_IO, "%s: %s", path, strerror(errno));
	return status;
}

static int32_t save_folder(const TarEntry *entry, const char *path) {
	if (mkdir(path, 0777) == 0) return HN_OK;
	if (errno == EEXIST) return error_set(HN_ERR_BAD_INPUT, "has '%.200s' twice", entry->name);
	return error_set(HN_ERR_IO, "cannot make folder %s: %s", path, strerror(errno));
}

// The folders above an entry that have no entry of their own so far.
static int32_t make_above(const char *work, const TarEntry *entry) {
	char path[PATH_SIZE];
	for (const char *slash = strchr(entry->name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		int32_t status = path_format(path, "%s/%.*s", work, (int)(slash - entry->name), entry->name);
		if (status != HN_OK) return status;
		if (mkdir(path, 0777) == 0 || errno == EEXIST) continue;
		return error_set(errno == ENOTDIR ? HN_ERR_BAD_INPUT : HN_ERR_IO, "'%.200s': %s", entry->name,
		                 strerror(errno));
	}
	return HN_OK;
}

// name: of the folder that all entries lie in; "" before the first.
static int32_t take_entry(Tar *tar, const TarEntry *entry, const char *work, char name[PATH_SIZE]) {
	char path[PATH_SIZE];
	size_t size = strcspn(entry->name, "/");
	if (size == 0) return HN_OK; // "./", the folder itself
	if (name[0] == '\0') snprintf(name, PATH_SIZE, "%.*s", (int)size, entry->name);
	if (strlen(name) != size || memcmp(name, entry->name, size) != 0)
		return error_set(HN_ERR_BAD_INPUT, "is not the pack of one run");
	int32_t status = path_format(path, "%s/%s", work, entry->name);
	if (status == HN_OK) status = make_above(work, entry);
	if (status != HN_OK) return status;
	return entry->is_folder ? save_folder(entry, path) : save_file(tar, entry, path);
}

static int32_t take_all(Tar *tar, const char *work, char name[PATH_SIZE]) {
	TarEntry entry;
	bool ended = false;
	int32_t status = HN_OK;
	name[0] = '\0';
	while (status == HN_OK) {
		status = tar_next(tar, &entry, &ended);
		if (ended) return tar_drain(tar);
		if (status == HN_OK) status = take_entry(tar, &entry, work, name);
	}
	return status;
}

// ---- reading ----

// The program that decompresses what begins with these bytes.
static const char *program_for(int fd) {
	unsigned char magic[4] = { 0 };
	if (pread(fd, magic, sizeof magic, 0) != (ssize_t)sizeof magic) return NULL;
	if (magic[0] == 0x1f && magic[1] == 0x8b) return "gzip";
	return memcmp(magic, "\x28\xb5\x2f\xfd", 4) == 0 ? "zstd" : NULL;
}

static int32_t decompress(int fd, const char *work, char name[PATH_SIZE]) {
	struct stat info;
	ToolPipe pipe;
	TarLimits limits;
	const char *program = program_for(fd);
	if (program == NULL) return error_set(HN_ERR_BAD_INPUT, "is compressed neither by zstd nor by gzip");
	if (fstat(fd, &info) != 0) return error_set(HN_ERR_IO, "%s", strerror(errno));
	int32_t status = pack_limits(&limits, info.st_size);
	const char *argv[] = { program, "-dc", NULL };
	if (status == HN_OK) status = tool_open(&pipe, argv, fd);
	if (status != HN_OK) return status;
	Tar tar = tar_begin(pipe.output, limits);
	status = take_all(&tar, work, name);
	int code = tool_close(&pipe);
	if (tar.bytes == 0 && code == TOOL_NOT_FOUND)
		return error_set(HN_ERR_IO, "%s is not found: install it", program);
	if (status == HN_OK && code != 0)
		status = error_set(HN_ERR_BAD_INPUT, "%s cannot decompress it", program);
	if (tar.limited) error_set(status, "%.300s" PACK_RAISE, hn_error_text());
	return status;
}

// Whether a folder has what every pack of a run has.
static bool has_run(const char *folder) {
	static const char *const s_files[] = { "plan.json", "scenario.lua", "manifest.json" };
	char path[PATH_SIZE];
	for (size_t i = 0; i < sizeof s_files / sizeof *s_files; ++i)
		if (path_format(path, "%s/%s", folder, s_files[i]) != HN_OK || !file_exists(path)) return false;
	return true;
}

static int32_t unpack(const char *file, const char *work, char name[PATH_SIZE]) {
	char path[PATH_SIZE];
	int fd = input_open(file);
	if (fd < 0) return error_prefix(HN_ERR_BAD_INPUT, "cannot open");
	int32_t status = decompress(fd, work, name);
	close(fd);
	if (status == HN_OK) status = path_format(path, "%s/%s", work, name);
	if (status == HN_OK && (name[0] == '\0' || !has_run(path)))
		status = error_set(HN_ERR_BAD_INPUT, "is not the pack of one run");
	return status == HN_OK ? HN_OK : error_prefix(status, "%s", file);
}

// The nearest folder above `path` that there is, or path itself.
static int32_t folder_above(char out[PATH_SIZE], const char *path) {
	int32_t status = path_format(out, "%s", path);
	while (status == HN_OK && out[0] != '\0' && access(out, F_OK) != 0) {
		char *slash = strrchr(out, '/');
		if (slash == out) return path_format(out, "/");
		*(slash != NULL ? slash : out) = '\0';
	}
	return status == HN_OK && out[0] == '\0' ? path_format(out, ".") : status;
}

static int32_t place(char out[PATH_SIZE], const char *work, const char *name, const char *folder) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/%s", work, name);
	if (status == HN_OK) status = dir_make(folder);
	if (status == HN_OK) status = path_format(out, "%s/%s", folder, name);
	return status == HN_OK ? file_settle_new(path, out, false) : status;
}

int32_t pack_open(char out[PATH_SIZE], const char *file, const char *folder) {
	char work[PATH_SIZE], name[PATH_SIZE], above[PATH_SIZE];
	int lock = -1;
	// a folder that is not there yet is made when it is known what comes into it
	int32_t status = pack_check_name(file);
	if (status == HN_OK) status = folder_above(above, folder);
	if (status == HN_OK) status = dir_temporary(work, above, PACK_PREFIX, &lock);
	if (status != HN_OK) return status;
	status = unpack(file, work, name);
	if (status == HN_OK) status = place(out, work, name, folder);
	(void)dir_remove(work);
	close(lock);
	return status;
}
