// Hashes: XXH3-128 for everything the engine compares, SHA-256 for files that a user names.
#pragma once

#include "api/engine.h"

enum { SHA256_HEX_SIZE = 65 };

bool hash_from_hex(HnHash *out, const char *hex);

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]);
