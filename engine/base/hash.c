#include "base/hash.h"

#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

HnHash hn_hash_bytes(const void *data, size_t size) {
	if (data == NULL && size > 0) return (HnHash){ { 0 } };
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
	HnHash hash;
	memcpy(hash.bytes, canonical.digest, sizeof hash.bytes);
	return hash;
}

bool hn_hash_equal(const HnHash *a, const HnHash *b) {
	return a != NULL && b != NULL && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

static void to_hex(const uint8_t *bytes, size_t count, char *hex) {
	for (size_t i = 0; i < count; ++i) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

void hn_hash_to_hex(const HnHash *hash, char hex[HN_HASH_HEX_SIZE]) {
	if (hex != NULL) hex[0] = '\0';
	if (hex != NULL && hash != NULL) to_hex(hash->bytes, sizeof hash->bytes, hex);
}

bool hash_from_hex(HnHash *out, const char *hex) {
	if (strlen(hex) != HN_HASH_HEX_SIZE - 1 || strspn(hex, "0123456789abcdef") != HN_HASH_HEX_SIZE - 1)
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
