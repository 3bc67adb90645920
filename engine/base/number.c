#include "base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The C locale, made once and kept. Without it strtod and snprintf would use the user's decimal point.
static locale_t s_locale;
static void make_locale(void) { s_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }
static locale_t c_locale(void) {
	static pthread_once_t s_once = PTHREAD_ONCE_INIT;
	pthread_once(&s_once, make_locale);
	return s_locale;
}

// A plain decimal in parts: [-] digits * 10^exponent. `whole` is false if digits were left out.
typedef struct Decimal {
	uint64_t digits;
	int64_t exponent;
	bool negative, whole;
} Decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Appends the digits at p to d. Each digit lowers the exponent by `scale`.
static const char *take_digits(Decimal *d, const char *p, const char *end, int scale) {
	for (; p < end && is_digit(*p); ++p) {
		if (d->digits > (UINT64_MAX - 9) / 10) {
			d->whole = false;
			continue;
		}
		d->digits = 10 * d->digits + (uint64_t)(*p - '0');
		d->exponent -= scale;
	}
	return p;
}

// Parses a plain decimal number. strtod accepts more than that, so this check comes first.
static bool take_decimal(Decimal *d, const char *p, const char *end) {
	*d = (Decimal){ .whole = true };
	if (p < end && (*p == '+' || *p == '-')) d->negative = *p++ == '-';
	const char *begin = p;
	p = take_digits(d, p, end, 0);
	bool digits = p != begin;
	if (p < end && *p == '.') {
		begin = ++p;
		p = take_digits(d, p, end, 1);
		digits = digits || p != begin;
	}
	if (!digits) return false;
	if (p < end && (*p == 'e' || *p == 'E')) {
		bool down = ++p < end && *p == '-';
		if (p < end && (*p == '+' || *p == '-')) ++p;
		if (p == end) return false;
		int64_t exponent = 0;
		for (; p < end && is_digit(*p); ++p)
			if (exponent < INT32_MAX) exponent = 10 * exponent + (*p - '0');
		d->exponent += down ? -exponent : exponent;
		if (!is_digit(p[-1])) return false;
	}
	return p == end;
}

// If the digits and the power of ten are both exact doubles, a single operation rounds correctly (Clinger
// 1990, "How to Read Floating Point Numbers Accurately", section 3). Returns false otherwise.
static bool convert_exactly(double *out, const Decimal *d) {
	static const double s_powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
		                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	if (FLT_EVAL_METHOD != 0 || !d->whole || d->digits > (uint64_t)1 << 53) return false;
	if (d->exponent < -22 || d->exponent > 22) return false;
	double x = (double)d->digits;
	x = d->exponent < 0 ? x / s_powers[-d->exponent] : x * s_powers[d->exponent];
	*out = d->negative ? -x : x;
	return true;
}

bool number_parse(double *out, const char *text) {
	Decimal d;
	if (!take_decimal(&d, text, text + strlen(text))) return false;
	if (convert_exactly(out, &d)) return true;
	*out = strtod_l(text, NULL, c_locale());
	return isfinite(*out);
}

bool number_parse_span(double *out, const char *at, size_t size) {
	Decimal d;
	if (size > NUMBER_SPAN_MAX || !take_decimal(&d, at, at + size)) return false;
	if (convert_exactly(out, &d)) return true;
	char text[NUMBER_SPAN_MAX + 1];
	memcpy(text, at, size);
	text[size] = '\0';
	*out = strtod_l(text, NULL, c_locale());
	return isfinite(*out);
}

void number_format(double value, char text[NUMBER_TEXT_SIZE]) {
	if (!isfinite(value)) {
		snprintf(text, NUMBER_TEXT_SIZE, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
		return;
	}
	locale_t before = uselocale(c_locale());
	// %g drops trailing zeros, so 15 digits also give every shorter text
	for (int digits = 15; digits <= 17; ++digits) {
		snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
		double back = strtod(text, NULL);
		if (back == value) break; // "-0" keeps its sign because printf writes it
	}
	uselocale(before);
}
