// Growing text: what journals, CSV and JSON are written with. A failed allocation is remembered, so that
// only the end has to be checked.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
	char *data; // NUL-terminated where count > 0
	int64_t count, capacity;
	bool failed; // memory ran out: the text is not whole
} Text;

void text_free(Text *text);
void text_clear(Text *text); // empty again, the memory kept
void text_add(Text *text, const char *s);
void text_add_bytes(Text *text, const char *bytes, int64_t count);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Shortest decimal that reads back to the same value; whole numbers below 10^15 without an exponent. Nothing
// for NaN and infinities.
void text_add_number(Text *text, double value);
// For %.*g of a number for people: two digits, or all before the point, so that 170 is not 1.7e+02.
int text_digits(double value);
void text_add_json(Text *text, const char *s);       // quoted and escaped
void text_add_json_number(Text *text, double value); // null for NaN and infinities
// HN_ERR_NO_MEMORY if anything of it was lost.
int32_t text_check(const Text *text);

// A copy that mem_free(copy, strlen(copy) + 1), or string_free, gives back; NULL: no memory.
char *string_copy(const char *s);
void string_free(char *s); // NULL is allowed
