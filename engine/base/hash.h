// Hashes: XXH3-128 for everything that the engine compares, SHA-256 for files that a user names.
#pragma once

#include "api/engine.h"

enum { SHA256_HEX_SIZE = 65 };

// Reads the 32 lower-case hex digits that hn_hash_to_hex writes; false for any other text.
bool hash_from_hex(HnHash *out, const char *hex);

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]);
