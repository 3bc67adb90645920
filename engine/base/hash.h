// Hashes: XXH3-128 for everything that the engine compares, SHA-256 for files that a user names.
#pragma once

#include "api/engine.h"
#include "base/text.h"

enum { SHA256_HEX_SIZE = 65 };

// Reads the 32 lower-case hex digits that hn_hash_to_hex writes; false for any other text.
bool hash_from_hex(HnHash *out, const char *hex);
// Writes the hash of a text, and frees the text. HN_ERR_NO_MEMORY if it is incomplete.
int32_t text_hash(char hex[HN_HASH_HEX_SIZE], Text *text);

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]);
// The same in parts.
typedef struct Sha256 {
	_Alignas(8) unsigned char state[256];
} Sha256;
void sha256_begin(Sha256 *out);
void sha256_add(Sha256 *hash, const void *data, size_t size);
void sha256_end(Sha256 *hash, char hex[SHA256_HEX_SIZE]);
