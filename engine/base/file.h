// Files and directories that are either complete or absent: they are written under another name, synced and
// renamed.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/text.h"

enum { PATH_SIZE = 4096 };

// HN_ERR_IO if the path is too long.
int32_t path_format(char out[PATH_SIZE], const char *format, ...) __attribute__((format(printf, 2, 3)));
// The folder that a file lies in, or shall lie in: "." and "/" are some.
int32_t path_folder(char out[PATH_SIZE], const char *path);

bool file_exists(const char *path);    // of any kind, a broken link included
bool file_is_folder(const char *path); // and no link to one
int32_t file_read(Text *out, const char *path);
int32_t file_sha256(char hex[SHA256_HEX_SIZE], const char *path);
// Writes the whole file or nothing, even if the process or the machine stops: temporary file in the same
// directory, fsync, rename, fsync of the directory.
int32_t file_write(const char *path, const char *data, int64_t size);
int32_t file_write_text(const char *path, const Text *text);
int32_t file_write_new(const char *path, const char *data, int64_t size, bool force); // as file_settle_new
// The same for a file that is written in parts. Every file_begin needs a file_end, which takes the status so
// far: where it is an error, nothing is left of the file. Returns the status, or HN_ERR_IO.
typedef struct FileWriter {
	char path[PATH_SIZE], temporary[PATH_SIZE];
	int fd;       // -1: not open
	bool is_new;  // to be set after file_begin, where file_end shall do as file_settle_new
	FILE *stream; // NULL, or of file_stream
} FileWriter;
int32_t file_begin(FileWriter *out, const char *path);
int32_t file_begin_shared(FileWriter *out, const char *path); // where several processes may write the file
int32_t file_add(FileWriter *writer, const char *data, int64_t size);
FILE *file_stream(FileWriter *writer); // to print to, in place of file_add. NULL, with the error text set
int32_t file_end(FileWriter *writer, int32_t status);
// Gives a file or a directory, complete in `temporary`, its name for good: syncs it and all that is in it,
// renames it and syncs the directory that it comes into. Whatever is renamed is renamed here.
int32_t file_settle(const char *temporary, const char *path);
// The same under a name that nothing may have yet, unless `force`. What is there with the same bytes was
// named by a process that was killed then: it counts as done. HN_ERR_EXISTS: others are there. A folder in
// `temporary` stays where it was not renamed.
int32_t file_settle_new(const char *temporary, const char *path, bool force);
int32_t file_sync(const char *path); // a file, or a directory and all that is in it
int32_t file_sync_parent(const char *path);
int32_t fd_write_all(int fd, const void *data, size_t size); // HN_ERR_IO
// For files in a directory that file_settle has yet to give its name, which syncs them: they are written in
// place. `to` must not exist; it shares no bytes with `from`, at most blocks that the file system can part.
int32_t file_put(const char *path, const char *data, int64_t size);
int32_t file_copy(const char *from, const char *to);

int32_t dir_make(const char *path);         // and its parents
int32_t dir_make_parents(const char *path); // the directories above a file
int32_t dir_remove(const char *path);       // and its content; links are not followed
// A new directory <folder>/<prefix>XXXXXX of this process. Those that ended processes left there are removed.
// lock: to be closed when the directory is removed.
int32_t dir_temporary(char out[PATH_SIZE], const char *folder, const char *prefix, int *lock);
// Calls visit for every name in the directory except "." and "..", in ascending byte order. Stops at an
// error.
int32_t dir_list(const char *path, int32_t (*visit)(void *context, const char *name), void *context);
