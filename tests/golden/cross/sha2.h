// Stands for libmd's header where that library is not there for the machine that is compiled for: the golden
// driver reads no model whose sum is asked for.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SHA256_DIGEST_LENGTH 32

typedef struct SHA2_CTX {
	int unused;
} SHA2_CTX;

static inline void SHA256Init(SHA2_CTX *context) { context->unused = 0; }
static inline void SHA256Update(SHA2_CTX *context, const void *data, size_t size) {
	(void)context, (void)data, (void)size;
}
static inline void SHA256Final(uint8_t *digest, SHA2_CTX *context) {
	(void)context;
	memset(digest, 0, SHA256_DIGEST_LENGTH);
}
