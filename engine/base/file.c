#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/same.h"

int32_t path_format(char out[PATH_SIZE], const char *format, ...) {
	va_list args;
	va_start(args, format);
	int length = vsnprintf(out, PATH_SIZE, format, args);
	va_end(args);
	if (length >= 0 && length < PATH_SIZE) return HN_OK;
	return error_set(HN_ERR_IO, "the path is longer than %d bytes: %.60s...", PATH_SIZE - 1, out);
}

int32_t path_folder(char out[PATH_SIZE], const char *path) {
	const char *slash = strrchr(path, '/');
	if (slash == NULL) return path_format(out, ".");
	return path_format(out, "%.*s", slash > path ? (int)(slash - path) : 1, path);
}

static int32_t fail(const char *verb, const char *path) {
	return error_set(HN_ERR_IO, "cannot %s %s: %s", verb, path, strerror(errno));
}

bool file_exists(const char *path) {
	struct stat info;
	return lstat(path, &info) == 0;
}

bool file_is_folder(const char *path) {
	struct stat info;
	return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int32_t hash_rest(Sha256 *hash, int fd, const char *path) {
	char chunk[1 << 16];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n == 0) return HN_OK;
		if (n < 0 && errno != EINTR) return error_set(HN_ERR_IO, "cannot read %s: %s", path, strerror(errno));
		if (n > 0) sha256_add(hash, chunk, (size_t)n);
	}
}

int32_t file_sha256(char hex[SHA256_HEX_SIZE], const char *path) {
	Sha256 hash;
	int fd = input_open(path);
	if (fd < 0) return HN_ERR_IO;
	sha256_begin(&hash);
	int32_t status = hash_rest(&hash, fd, path);
	close(fd);
	sha256_end(&hash, hex);
	return status;
}

int32_t file_read(Text *out, const char *path) {
	int fd = input_open(path);
	if (fd < 0) return error_prefix(HN_ERR_IO, "cannot open");
	char block[1 << 16];
	ssize_t got;
	while ((got = read(fd, block, sizeof block)) != 0) {
		if (got < 0 && errno == EINTR) continue;
		if (got < 0) break;
		text_add_bytes(out, block, got);
	}
	int32_t status = got < 0 ? fail("read", path) : text_check(out);
	close(fd);
	return status;
}

int32_t fd_write_all(int fd, const void *data, size_t size) {
	const char *p = data;
	while (size > 0) {
		ssize_t wrote = write(fd, p, size);
		if (wrote < 0 && errno == EINTR) continue;
		if (wrote < 0) return error_set(HN_ERR_IO, "cannot write: %s", strerror(errno));
		p += wrote;
		size -= (size_t)wrote;
	}
	return HN_OK;
}

static int32_t sync_fd(int fd, const char *path) {
	// some file systems cannot sync a directory (EINVAL); a rename is then as safe as they make it
	return fsync(fd) != 0 && errno != EINVAL ? fail("sync", path) : HN_OK;
}

int32_t file_sync_parent(const char *path) {
	char parent[PATH_SIZE];
	int32_t status = path_folder(parent, path);
	if (status != HN_OK) return status;
	int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) return fail("open", parent);
	status = sync_fd(fd, parent);
	close(fd);
	return status;
}

int32_t file_sync(const char *path) {
	struct stat info;
	if (lstat(path, &info) != 0) return fail("sync", path);
	if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) return HN_OK; // a link has no content of its own
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) return fail("open", path);
	// thousands of files are synced together in the time of a few
	int32_t status = S_ISDIR(info.st_mode) && syncfs(fd) != 0 ? fail("sync", path) : sync_fd(fd, path);
	close(fd);
	return status;
}

static int32_t rename_synced(const char *temporary, const char *path) {
	if (rename(temporary, path) == 0) return file_sync_parent(path);
	return error_set(HN_ERR_IO, "cannot rename %s to %s: %s", temporary, path, strerror(errno));
}

int32_t file_settle(const char *temporary, const char *path) {
	int32_t status = file_sync(temporary);
	return status == HN_OK ? rename_synced(temporary, path) : status;
}

int32_t file_settle_new(const char *temporary, const char *path, bool force) {
	if (force || !file_exists(path)) return file_settle(temporary, path);
	bool is_folder = file_is_folder(path);
	if (!file_same(temporary, path))
		return error_set(HN_ERR_EXISTS, "%s is there already, with other %s", path,
		                 is_folder ? "files: remove or rename it" : "bytes; -f overwrites it");
	if (!is_folder) return file_settle(temporary, path);
	int32_t status = file_sync(path);
	return status == HN_OK ? file_sync_parent(path) : status;
}

static int32_t begin(FileWriter *out, const char *path, const char *infix) {
	*out = (FileWriter){ .fd = -1 };
	int32_t status = path_format(out->path, "%s", path);
	if (status == HN_OK) status = path_format(out->temporary, "%s%s.tmp", path, infix);
	if (status != HN_OK) return status;
	out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return out->fd < 0 ? fail("create", out->temporary) : HN_OK;
}

int32_t file_begin(FileWriter *out, const char *path) { return begin(out, path, ""); }

int32_t file_begin_shared(FileWriter *out, const char *path) {
	char infix[32];
	snprintf(infix, sizeof infix, ".%ld", (long)getpid());
	return begin(out, path, infix);
}

int32_t file_add(FileWriter *writer, const char *data, int64_t size) {
	int32_t status = fd_write_all(writer->fd, data, (size_t)size);
	return status == HN_OK ? HN_OK : error_prefix(status, "%s", writer->temporary);
}

FILE *file_stream(FileWriter *writer) {
	writer->stream = fdopen(writer->fd, "w");
	if (writer->stream == NULL) fail("open", writer->temporary);
	return writer->stream;
}

static int32_t close_writer(FileWriter *writer, int32_t status) {
	if (writer->stream != NULL && (fflush(writer->stream) != 0 || ferror(writer->stream) != 0) &&
	    status == HN_OK)
		status = fail("write", writer->temporary);
	if (status == HN_OK) status = sync_fd(writer->fd, writer->temporary);
	int closed = writer->stream != NULL ? fclose(writer->stream) : close(writer->fd);
	return closed != 0 && status == HN_OK ? fail("close", writer->temporary) : status;
}

int32_t file_end(FileWriter *writer, int32_t status) {
	if (writer->fd < 0) return status;
	status = close_writer(writer, status);
	if (status == HN_OK)
		status = writer->is_new ? file_settle_new(writer->temporary, writer->path, false)
		                        : rename_synced(writer->temporary, writer->path);
	if (status != HN_OK) unlink(writer->temporary);
	return status;
}

int32_t file_write(const char *path, const char *data, int64_t size) {
	return file_write_new(path, data, size, true);
}

int32_t file_write_new(const char *path, const char *data, int64_t size, bool force) {
	FileWriter writer;
	int32_t status = file_begin(&writer, path);
	writer.is_new = !force;
	if (status == HN_OK) status = file_add(&writer, data, size);
	return file_end(&writer, status);
}

int32_t file_write_text(const char *path, const Text *text) {
	int32_t status = text_check(text);
	return status != HN_OK ? status : file_write(path, text->data, text->count);
}

static int32_t copy_bytes(int in, int out) {
	char block[1 << 16];
	ssize_t got;
	while ((got = read(in, block, sizeof block)) != 0) {
		if (got < 0 && errno == EINTR) continue;
		if (got < 0) return error_set(HN_ERR_IO, "cannot read: %s", strerror(errno));
		int32_t status = fd_write_all(out, block, (size_t)got);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

int32_t file_put(const char *path, const char *data, int64_t size) {
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) return fail("create", path);
	int32_t status = fd_write_all(fd, data, (size_t)size);
	if (status != HN_OK) error_prefix(status, "%s", path);
	return close(fd) != 0 && status == HN_OK ? fail("close", path) : status;
}

int32_t file_copy(const char *from, const char *to) {
	int in = input_open(from);
	if (in < 0) return error_prefix(HN_ERR_IO, "cannot open");
	int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int32_t status = out < 0 ? fail("create", to) : HN_OK;
	if (status == HN_OK && ioctl(out, FICLONE, in) != 0) {
		status = copy_bytes(in, out);
		if (status != HN_OK) error_prefix(status, "%s to %s", from, to);
	}
	if (out >= 0 && close(out) != 0 && status == HN_OK) status = fail("close", to);
	close(in);
	return status;
}

static int32_t make_one(const char *path) {
	if (mkdir(path, 0777) == 0) return file_sync_parent(path);
	return errno == EEXIST ? HN_OK : fail("make directory", path);
}

int32_t dir_make_parents(const char *path) {
	char partial[PATH_SIZE];
	int32_t status = path_format(partial, "%s", path);
	if (status != HN_OK || partial[0] == '\0') return status;
	for (char *p = partial + 1; status == HN_OK && *p != '\0'; ++p) {
		if (*p != '/') continue;
		*p = '\0';
		status = make_one(partial);
		*p = '/';
	}
	return status;
}

int32_t dir_make(const char *path) {
	struct stat info;
	int32_t status = dir_make_parents(path);
	if (status == HN_OK) status = make_one(path);
	if (status == HN_OK && (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)))
		status = error_set(HN_ERR_IO, "%s is not a directory", path);
	return status;
}

// Not alphasort: the order must not follow the locale.
static int by_bytes(const struct dirent **a, const struct dirent **b) {
	return strcmp((*a)->d_name, (*b)->d_name);
}

int32_t dir_list(const char *path, int32_t (*visit)(void *context, const char *name), void *context) {
	struct dirent **entries = NULL;
	int count = scandir(path, &entries, NULL, by_bytes);
	if (count < 0) return fail("list", path);
	int32_t status = HN_OK;
	for (int i = 0; i < count; ++i) {
		const char *name = entries[i]->d_name;
		if (status == HN_OK && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
			status = visit(context, name);
		free(entries[i]);
	}
	free(entries);
	return status;
}

static int32_t remove_entry(void *context, const char *name) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/%s", (const char *)context, name);
	if (status != HN_OK) return status;
	if (unlink(path) == 0) return HN_OK;
	if (errno != EISDIR && errno != EPERM) return fail("remove", path);
	return dir_remove(path);
}

int32_t dir_remove(const char *path) {
	char copy[PATH_SIZE];
	int32_t status = path_format(copy, "%s", path);
	if (status == HN_OK) status = dir_list(path, remove_entry, copy);
	if (status == HN_OK && rmdir(path) != 0) status = fail("remove", path);
	return status;
}

// ---- directories of a process ----

// The descriptor that holds the directory's lock; -1: another process holds it, or it is none of ours.
// is_new: it will do where the file system has no locks, on which none is ever taken for stale.
static int lock_dir(const char *path, bool is_new) {
	struct stat held, named;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool locked = fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || (is_new && errno != EWOULDBLOCK));
	if (locked && fstat(fd, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino &&
	    held.st_uid == geteuid())
		return fd;
	if (fd >= 0) close(fd);
	return -1;
}

typedef struct Stale {
	const char *folder, *prefix;
} Stale;

// A process that ended without removing its directory holds no lock on it any more.
static int32_t remove_stale(void *context, const char *name) {
	const Stale *stale = context;
	char path[PATH_SIZE];
	size_t size = strlen(stale->prefix);
	if (strncmp(name, stale->prefix, size) != 0 || strlen(name) != size + 6) return HN_OK;
	int32_t status = path_format(path, "%s/%s", stale->folder, name);
	int fd = status == HN_OK ? lock_dir(path, false) : -1;
	if (fd < 0) return status;
	(void)dir_remove(path);
	close(fd);
	return HN_OK;
}

int32_t dir_temporary(char out[PATH_SIZE], const char *folder, const char *prefix, int *lock) {
	Stale stale = { folder, prefix };
	(void)dir_list(folder, remove_stale, &stale);
	for (int tries = 0; tries < 100; ++tries) { // another process may take a new directory for a stale one
		int32_t status = path_format(out, "%s/%sXXXXXX", folder, prefix);
		if (status != HN_OK || mkdtemp(out) == NULL) break;
		*lock = lock_dir(out, true);
		if (*lock >= 0) return HN_OK;
	}
	out[0] = '\0';
	*lock = -1;
	return error_set(HN_ERR_IO, "cannot make a folder in %s: %s", folder, strerror(errno));
}
