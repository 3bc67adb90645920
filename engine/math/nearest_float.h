// Rounding to float, where the rounded value is then used as a double.
#pragma once

#include <math.h>

// gcc 12 at -O2 replaces (double)(float)x by x when it vectorises two such conversions together (SLP), and
// the rounding is lost. The empty asm below prevents that.
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

// Not below x, as round_up of bv/aabb.h (docs/explanation/exactness.md, section 7).
static inline float outward(double x) { return nearest_float(x + (fabs(x) * 0x1.00002p-24 + 0x1p-120)); }
