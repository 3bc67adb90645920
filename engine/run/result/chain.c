#include "run/result/chain.h"

#include <string.h>

static const char s_before[] = ",\"chain\":\"", s_after[] = "\"}";
enum { BEFORE = sizeof s_before - 1, DIGITS = SHA256_HEX_SIZE - 1, AFTER = sizeof s_after - 1 };

// The hash of the head so far and of the hash of the text.
static void link_of(char out[SHA256_HEX_SIZE], const char *head, const char *text, int64_t size) {
	char both[2 * SHA256_HEX_SIZE] = "";
	size_t n = strlen(head);
	memcpy(both, head, n);
	sha256_hex(text, (size_t)size, both + n);
	sha256_hex(both, strlen(both), out);
}

void chain_add(Text *text, char head[SHA256_HEX_SIZE]) {
	char link[SHA256_HEX_SIZE];
	if (text->failed || text->count == 0) return;
	text->data[--text->count] = '\0'; // the brace at the end
	link_of(link, head, text->data, text->count);
	memcpy(head, link, sizeof link);
	text_addf(text, "%s%s%s", s_before, link, s_after);
}

// Where the member begins; -1: the object does not end with one.
static int64_t member_at(const char *text, int64_t size) {
	int64_t at = size - (BEFORE + DIGITS + AFTER);
	bool is_one = at > 0 && memcmp(text + at, s_before, BEFORE) == 0 &&
	              memcmp(text + size - AFTER, s_after, AFTER) == 0;
	return is_one ? at : -1;
}

ChainLink chain_follow(const char *text, int64_t size, char head[SHA256_HEX_SIZE]) {
	char link[SHA256_HEX_SIZE];
	int64_t at = member_at(text, size);
	bool is_lost = at < 0 && (head[0] != '\0' || memmem(text, (size_t)size, s_before, BEFORE) != NULL);
	if (at < 0) return is_lost ? CHAIN_BROKEN : CHAIN_NONE;
	link_of(link, head, text, at);
	if (memcmp(text + at + BEFORE, link, DIGITS) != 0) return CHAIN_BROKEN;
	memcpy(head, link, sizeof link);
	return CHAIN_FITS;
}
