#include "base/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The C locale, made once and kept: strtod and snprintf otherwise follow the user's decimal point.
static locale_t c_locale(void) {
	static locale_t s_locale;
	if (s_locale == (locale_t)0) s_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	return s_locale;
}

static const char *skip_digits(const char *p) { return p + strspn(p, "0123456789"); }

// strtod takes more than a plain decimal number; this says whether it is one.
static bool is_decimal(const char *p) {
	if (*p == '+' || *p == '-') ++p;
	const char *whole = p;
	p = skip_digits(p);
	bool digits = p != whole;
	if (*p == '.') {
		const char *fraction = ++p;
		p = skip_digits(p);
		digits = digits || p != fraction;
	}
	if (!digits) return false;
	if (*p == 'e' || *p == 'E') {
		++p;
		if (*p == '+' || *p == '-') ++p;
		const char *exponent = p;
		p = skip_digits(p);
		if (p == exponent) return false;
	}
	return *p == '\0';
}

bool number_parse(double *out, const char *text) {
	if (!is_decimal(text)) return false;
	*out = strtod_l(text, NULL, c_locale());
	return isfinite(*out);
}

void number_format(double value, char text[NUMBER_TEXT_SIZE]) {
	if (!isfinite(value)) {
		snprintf(text, NUMBER_TEXT_SIZE, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
		return;
	}
	locale_t before = uselocale(c_locale());
	// %g drops trailing zeros, so 15 digits give every shorter text too
	for (int digits = 15; digits <= 17; ++digits) {
		snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
		double back = strtod(text, NULL);
		if (back == value) break; // "-0" keeps its sign: printf writes it
	}
	uselocale(before);
}
