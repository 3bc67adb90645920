// Growing text, in which journals, CSV and JSON are written. The text remembers a failed allocation, so that
// a check at the end is enough.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
	char *data; // NUL-terminated where count > 0
	int64_t count, capacity;
	bool failed; // memory ran out, so the text is incomplete
} Text;

void text_free(Text *text);
void text_clear(Text *text); // empties it and keeps its memory
void text_add(Text *text, const char *s);
void text_add_bytes(Text *text, const char *bytes, int64_t count);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Adds the shortest decimal that reads back to the same value. Whole numbers below 10^15 have no exponent.
// Adds nothing for NaN and infinities.
void text_add_number(Text *text, double value);
// The precision for %.*g of a number in a message: two digits, or all digits before the point, so that 170 is
// not written as 1.7e+02.
int text_digits(double value);
void text_add_json(Text *text, const char *s);       // quoted and escaped
void text_add_json_number(Text *text, double value); // null for NaN and infinities
// Add a further member of an object: ,"key":value
void text_add_json_member(Text *text, const char *key, double value);
void text_add_json_text(Text *text, const char *key, const char *value); // null for NULL
// HN_ERR_NO_MEMORY if the text is incomplete.
int32_t text_check(const Text *text);

// Returns a copy, which mem_free(copy, strlen(copy) + 1) or string_free frees. NULL: no memory.
char *string_copy(const char *s);
void string_free(char *s); // NULL is allowed
