// Numbers as text, "." decimals in every locale.
#pragma once

#include <stdbool.h>

enum { NUMBER_TEXT_SIZE = 32 };

// The whole text is one finite decimal number: [+-] digits [. digits] [e [+-] digits]. No blanks, hex, inf or
// nan; false also where it overflows. Correctly rounded.
bool number_parse(double *out, const char *text);
// The fewest digits (at most 17) that number_parse reads back to the same value. Infinities and NaN: "inf",
// "-inf", "nan".
void number_format(double value, char text[NUMBER_TEXT_SIZE]);
