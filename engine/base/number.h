// Numbers as text, "." decimals in every locale.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
	NUMBER_TEXT_SIZE = 32,
	NUMBER_SPAN_MAX = 1024, // characters of a span; 768 digits are enough for any double
};

// The whole text is one finite decimal number: [+-] digits [. digits] [e [+-] digits]. No blanks, hex, inf or
// nan; false also where it overflows. Correctly rounded.
bool number_parse(double *out, const char *text);
// The same of `size` characters that need no end; false also where they are more than NUMBER_SPAN_MAX.
bool number_parse_span(double *out, const char *at, size_t size);
// The fewest digits (at most 17) that number_parse reads back to the same value. Infinities and NaN: "inf",
// "-inf", "nan".
void number_format(double value, char text[NUMBER_TEXT_SIZE]);
