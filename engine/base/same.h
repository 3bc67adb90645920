// Files and folders that have the same content.
#pragma once

#include <stdbool.h>

// Whether two files have the same bytes, or two folders the same names with the same bytes below them. Links
// are not followed. false as well where one of them is neither, or cannot be read.
bool file_same(const char *a, const char *b);
