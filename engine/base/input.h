// Files that a user names.
#pragma once

#include "base/array.h"
#include "base/hash.h"

typedef ARRAY(char) Input;

// Opens a regular file for reading. Returns -1 and sets the error (HN_ERR_IO) on failure. It never waits for
// a FIFO, device or socket, and never reads one without end.
int input_open(const char *path);
// HN_ERR_IO if the path exists and is neither a regular file nor a link to one. Renaming a file to such a
// path would replace a device or a FIFO.
int32_t output_check(const char *path);

// Reads a whole file once. sha256 is the expected hex digest of the bytes, or NULL. found receives their
// digest, or is NULL. Errors: HN_ERR_IO, HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT (a different sha256). The caller
// frees *out with ARRAY_FREE, also after an error.
int32_t input_read(Input *out, const char *path, const char *sha256, char *found);
