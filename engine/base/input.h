// Files from outside, read whole and once.
#pragma once

#include "base/array.h"
#include "base/hash.h"

typedef ARRAY(char) Input;

// sha256: expected hex of the bytes, or NULL; found: gets theirs, or NULL. HN_ERR_IO, HN_ERR_NO_MEMORY, and
// HN_ERR_BAD_INPUT for another sha256. To be freed (ARRAY_FREE) also after a failure.
int32_t input_read(Input *out, const char *path, const char *sha256, char *found);
