// Conversion between numbers and text. The decimal point is "." in every locale.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
	NUMBER_TEXT_SIZE = 32,
	NUMBER_SPAN_MAX = 1024, // longest span in characters; 768 digits are enough for any double
};

// Parses a text that is one finite decimal number: [+-] digits [. digits] [e [+-] digits]. Blanks, hex, inf,
// nan and numbers that overflow give false. The result is correctly rounded.
bool number_parse(double *out, const char *text);
// Parses `size` characters that need no final NUL. Also false if size exceeds NUMBER_SPAN_MAX.
bool number_parse_span(double *out, const char *at, size_t size);
// Writes the fewest digits (at most 17) that number_parse reads back to the same value. Infinities and NaN
// are written as "inf", "-inf" and "nan".
void number_format(double value, char text[NUMBER_TEXT_SIZE]);
