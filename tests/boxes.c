#include "boxes.h"

#include <math.h>

#include "chance.h"

void box_draw(Rng *rng, Family family, Aabb *out) {
	double center[3], half[3], decade = ldexp(1, -below(rng, 10));
	int32_t place = below(rng, 3), thin = below(rng, 3);
	for (int k = 0; k < 3; ++k) {
		center[k] = rng_range(rng, -1, 1);
		half[k] = rng_range(rng, 0, 0.2);
		if (family == FAMILY_GRID) center[k] = below(rng, 7), half[k] = 0.5 * below(rng, 3);
		if (family == FAMILY_CLUSTERED) center[k] = place + 0.05 * center[k], half[k] *= decade;
		if (family == FAMILY_ONE_PLACE) center[k] = 0.1 * center[k], half[k] += 0.1;
		if (family == FAMILY_NESTED) center[k] = 0.25, half[k] = decade;
		if (family == FAMILY_HUGE) half[k] *= 0.3;
		if (family == FAMILY_FAR) center[k] += 1e6, half[k] = 0.06 * below(rng, 4);
		if (family == FAMILY_LINE) center[k] *= k == place ? 50 : 0.01;
		if (family == FAMILY_POINTS) center[k] = below(rng, 4), half[k] = 0;
		if (family == FAMILY_SPREAD)
			center[k] *= ldexp(1, -below(rng, 60)), half[k] *= ldexp(1, -below(rng, 130));
		if (family == FAMILY_PLATES) half[k] = k == thin ? 0 : 1;
	}
	double far = family == FAMILY_HUGE ? 3 : family == FAMILY_FAR ? 0x1p80 : 0;
	for (int k = 0; k < 3; ++k) {
		if (far > 0 && place == 0 && thin == 0 && decade > 0.4) half[k] = far;
		out->lo[k] = (float)(center[k] - half[k]);
		out->hi[k] = (float)(center[k] + half[k]);
	}
}
