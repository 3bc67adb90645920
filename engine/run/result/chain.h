// A chain of hashes: each JSON object of a chain ends with the member "chain", the SHA-256 of the chain
// before it and of its own text. So no object can be changed, left out or put elsewhere without a break.
#pragma once

#include "base/hash.h"
#include "base/text.h"

typedef enum ChainLink {
	CHAIN_NONE,   // the object has no chain, and none came before it
	CHAIN_FITS,   // head is the object's own now
	CHAIN_BROKEN, // the object was changed, or one before it
} ChainLink;

// Adds the member to the object that the text holds. head: that of the chain so far, "" at its beginning; it
// becomes the new one.
void chain_add(Text *text, char head[SHA256_HEX_SIZE]);
// Checks an object, and goes on to its head.
ChainLink chain_follow(const char *text, int64_t size, char head[SHA256_HEX_SIZE]);
