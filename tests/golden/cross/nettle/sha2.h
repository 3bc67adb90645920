// Stands for nettle's header where that library is not there for the machine that is compiled for: the golden
// driver reads no model whose sum is asked for.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SHA256_DIGEST_SIZE 32

struct sha256_ctx {
	int unused;
};

static inline void sha256_init(struct sha256_ctx *context) { context->unused = 0; }
static inline void sha256_update(struct sha256_ctx *context, size_t size, const uint8_t *data) {
	(void)context, (void)data, (void)size;
}
static inline void sha256_digest(struct sha256_ctx *context, size_t size, uint8_t *digest) {
	(void)context;
	memset(digest, 0, size);
}
