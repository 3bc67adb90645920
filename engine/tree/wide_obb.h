// The third axis of an oriented box, computed in floats. Fitting and tests use this function, so they agree
// bit by bit.
#pragma once

#include "simd/lanes.h"

LANES_INLINE void wide_third(float out[3], const float a[3], const float b[3]) {
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}
