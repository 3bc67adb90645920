// Files that a user names.
#pragma once

#include "base/array.h"
#include "base/hash.h"

typedef ARRAY(char) Input;

// A regular file opened for reading, or -1 with the error set (HN_ERR_IO). No FIFO, device or socket is
// waited for or read without end.
int input_open(const char *path);
// HN_ERR_IO where something other than a regular file, or a link to one, is at the path: a file that is
// renamed to it would replace a device or a FIFO.
int32_t output_check(const char *path);

// Read whole and once. sha256: expected hex of the bytes, or NULL; found: gets theirs, or NULL. HN_ERR_IO,
// HN_ERR_NO_MEMORY, and HN_ERR_BAD_INPUT for another sha256. To be freed (ARRAY_FREE) also after a failure.
int32_t input_read(Input *out, const char *path, const char *sha256, char *found);
