#include "base/hash.h"

#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

Hash hash_bytes(const void *data, size_t size) {
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
	Hash hash;
	memcpy(hash.bytes, canonical.digest, sizeof hash.bytes);
	return hash;
}

bool hash_equal(const Hash *a, const Hash *b) { return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0; }

static void to_hex(const uint8_t *bytes, size_t count, char *hex) {
	for (size_t i = 0; i < count; ++i) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

void hash_to_hex(const Hash *hash, char hex[HASH_HEX_SIZE]) { to_hex(hash->bytes, sizeof hash->bytes, hex); }

bool hash_from_hex(Hash *out, const char *hex) {
	if (strlen(hex) != HASH_HEX_SIZE - 1 || strspn(hex, "0123456789abcdef") != HASH_HEX_SIZE - 1)
		return false;
	for (size_t i = 0; i < sizeof out->bytes; ++i) {
		unsigned byte;
		sscanf(hex + 2 * i, "%2x", &byte);
		out->bytes[i] = (uint8_t)byte;
	}
	return true;
}

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]) {
	uint8_t digest[SHA256_DIGEST_LENGTH];
	SHA2_CTX context;
	SHA256Init(&context);
	SHA256Update(&context, data, size);
	SHA256Final(digest, &context);
	to_hex(digest, sizeof digest, hex);
}
