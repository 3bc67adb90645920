// Files and directories that are either complete or absent: they are written under another name, synced and
// renamed.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { PATH_SIZE = 4096 };

// HN_ERR_IO if the path is too long.
int32_t path_format(char out[PATH_SIZE], const char *format, ...) __attribute__((format(printf, 2, 3)));

bool file_exists(const char *path); // of any kind, a broken link included
int32_t file_read(Text *out, const char *path);
// Writes the whole file or nothing, even if the process or the machine stops: temporary file in the same
// directory, fsync, rename, fsync of the directory.
int32_t file_write(const char *path, const char *data, int64_t size);
int32_t file_write_text(const char *path, const Text *text);
// The same for a file that is written in parts. Every file_begin needs a file_end, which takes the status so
// far: where it is an error, nothing is left of the file. Returns the status, or HN_ERR_IO.
typedef struct FileWriter {
	char path[PATH_SIZE], temporary[PATH_SIZE];
	int fd; // -1: not open
} FileWriter;
int32_t file_begin(FileWriter *out, const char *path);
int32_t file_add(FileWriter *writer, const char *data, int64_t size);
int32_t file_end(FileWriter *writer, int32_t status);
int32_t file_sync_parent(const char *path);
int32_t fd_write_all(int fd, const void *data, size_t size); // HN_ERR_IO

int32_t dir_make(const char *path);   // and its parents
int32_t dir_remove(const char *path); // and its content; links are not followed
// Calls visit for every name in the directory except "." and "..", in ascending byte order. Stops at an
// error.
int32_t dir_list(const char *path, int32_t (*visit)(void *context, const char *name), void *context);
