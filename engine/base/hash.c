#include "base/hash.h"

#include <nettle/sha2.h>
#include <nettle/version.h>
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

int32_t text_hash(char hex[HN_HASH_HEX_SIZE], Text *text) {
	int32_t status = text_check(text);
	if (status == HN_OK) {
		HnHash hash = hn_hash_bytes(text->data, (size_t)text->count);
		hn_hash_to_hex(&hash, hex);
	}
	text_free(text);
	return status;
}

_Static_assert(sizeof(struct sha256_ctx) <= sizeof(Sha256), "the state of SHA-256 has no room");
static struct sha256_ctx *context_of(Sha256 *hash) { return (struct sha256_ctx *)(void *)hash->state; }

void sha256_begin(Sha256 *out) { sha256_init(context_of(out)); }

void sha256_add(Sha256 *hash, const void *data, size_t size) { sha256_update(context_of(hash), size, data); }

void sha256_end(Sha256 *hash, char hex[SHA256_HEX_SIZE]) {
	uint8_t digest[SHA256_DIGEST_SIZE];
#if NETTLE_VERSION_MAJOR < 4
	sha256_digest(context_of(hash), sizeof digest, digest);
#else
	sha256_digest(context_of(hash), digest);
#endif
	to_hex(digest, sizeof digest, hex);
}

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]) {
	Sha256 hash;
	sha256_begin(&hash);
	sha256_add(&hash, data, size);
	sha256_end(&hash, hex);
}
