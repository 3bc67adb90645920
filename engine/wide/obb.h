// The third axis of an oriented box, computed in floats. Fitting and tests use this function, so they agree
// bit by bit.
#pragma once

#include "simd/lanes.h"

LANES_INLINE void wide_third(float out[3], const float a[3], const float b[3]) {
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}

// The same of four boxes.
LANES_INLINE void wide_third4(float out[3][4], float axes[6][4]) {
	for (int k = 0; k < 3; ++k) {
		int y = (k + 1) % 3, z = (k + 2) % 3;
		Lanes4 a = lanes4_mul(lanes4_load(axes[y]), lanes4_load(axes[3 + z]));
		lanes4_store(out[k], lanes4_sub(a, lanes4_mul(lanes4_load(axes[z]), lanes4_load(axes[3 + y]))));
	}
}
