// Files that gzip has packed, which may come from anyone.
#pragma once

#include <stdint.h>

// Unpacks a file. HN_ERR_BAD_INPUT: gzip cannot, or it holds more than the limits of packs (pack.h).
int32_t unzip_file(const char *packed, const char *to);
