#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"

int32_t path_format(char out[PATH_SIZE], const char *format, ...) {
	va_list args;
	va_start(args, format);
	int length = vsnprintf(out, PATH_SIZE, format, args);
	va_end(args);
	if (length >= 0 && length < PATH_SIZE) return HN_OK;
	return error_set(HN_ERR_IO, "the path is longer than %d bytes: %.60s...", PATH_SIZE - 1, out);
}

static int32_t fail(const char *verb, const char *path) {
	return error_set(HN_ERR_IO, "cannot %s %s: %s", verb, path, strerror(errno));
}

bool file_exists(const char *path) {
	struct stat info;
	return lstat(path, &info) == 0;
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

int32_t file_sync_parent(const char *path) {
	char parent[PATH_SIZE];
	int32_t status = path_format(parent, "%s", path);
	if (status != HN_OK) return status;
	char *slash = strrchr(parent, '/');
	if (slash == NULL)
		strcpy(parent, ".");
	else
		*slash = '\0';
	int fd = open(parent[0] != '\0' ? parent : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) return fail("open", parent);
	// some file systems cannot sync a directory (EINVAL); the rename is then as safe as they make it
	status = fsync(fd) != 0 && errno != EINVAL ? fail("sync", parent) : HN_OK;
	close(fd);
	return status;
}

int32_t file_begin(FileWriter *out, const char *path) {
	*out = (FileWriter){ .fd = -1 };
	int32_t status = path_format(out->path, "%s", path);
	if (status == HN_OK) status = path_format(out->temporary, "%s.tmp", path);
	if (status != HN_OK) return status;
	out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return out->fd < 0 ? fail("create", out->temporary) : HN_OK;
}

int32_t file_add(FileWriter *writer, const char *data, int64_t size) {
	int32_t status = fd_write_all(writer->fd, data, (size_t)size);
	return status == HN_OK ? HN_OK : error_prefix(status, "%s", writer->temporary);
}

int32_t file_end(FileWriter *writer, int32_t status) {
	if (writer->fd < 0) return status;
	if (status == HN_OK && fsync(writer->fd) != 0) status = fail("sync", writer->temporary);
	if (close(writer->fd) != 0 && status == HN_OK) status = fail("close", writer->temporary);
	if (status == HN_OK && rename(writer->temporary, writer->path) != 0)
		status = fail("rename to", writer->path);
	if (status == HN_OK) return file_sync_parent(writer->path);
	unlink(writer->temporary);
	return status;
}

int32_t file_write(const char *path, const char *data, int64_t size) {
	FileWriter writer;
	int32_t status = file_begin(&writer, path);
	if (status == HN_OK) status = file_add(&writer, data, size);
	return file_end(&writer, status);
}

int32_t file_write_text(const char *path, const Text *text) {
	int32_t status = text_check(text);
	return status != HN_OK ? status : file_write(path, text->data, text->count);
}

int32_t dir_make(const char *path) {
	char partial[PATH_SIZE];
	int32_t status = path_format(partial, "%s", path);
	for (char *p = partial + 1; status == HN_OK && *p != '\0'; ++p) {
		if (*p != '/') continue;
		*p = '\0';
		if (mkdir(partial, 0777) != 0 && errno != EEXIST) status = fail("make directory", partial);
		*p = '/';
	}
	if (status == HN_OK && mkdir(partial, 0777) != 0 && errno != EEXIST)
		status = fail("make directory", partial);
	struct stat info;
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
