// Rounding to float where the rounded value is then used as a double.
#pragma once

// gcc 12 at -O2 takes (double)(float)x for x where it does so with two of them at once (SLP vectorisation of
// a conversion there and back), and the rounding is lost. What is empty here keeps it.
static inline float nearest_float(double x) {
	float rounded = (float)x;
#if defined(__SSE2__)
	__asm__("" : "+x"(rounded));
#elif defined(__aarch64__)
	__asm__("" : "+w"(rounded));
#else
	__asm__("" : "+m"(rounded));
#endif
	return rounded;
}
