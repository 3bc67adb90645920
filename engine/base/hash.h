// Hashes: XXH3-128 for everything the engine compares, SHA-256 for files that a user names.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_HEX_SIZE = 33, SHA256_HEX_SIZE = 65 };

typedef struct Hash {
	uint8_t bytes[16]; // canonical (big-endian) bytes, the same on every machine
} Hash;

Hash hash_bytes(const void *data, size_t size); // XXH3-128
bool hash_equal(const Hash *a, const Hash *b);
void hash_to_hex(const Hash *hash, char hex[HASH_HEX_SIZE]);
bool hash_from_hex(Hash *out, const char *hex);

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]);
