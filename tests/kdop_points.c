#include "kdop_points.h"

#include <math.h>

void points_draw(Rng *rng, HnVec3 *out, int kind, double scale) {
	HnVec3 base = { rng_range(rng, -0.4, 0.4), rng_range(rng, -0.4, 0.4), rng_range(rng, -0.4, 0.4) };
	double size = kind % 4 == 0 ? 0.1 : kind % 4 == 1 ? 1e-7 : kind % 4 == 2 ? 1e-3 : 0;
	if (kind % 5 == 4) base = (HnVec3){ 0, 0, 0 };
	for (int i = 0; i < POINTS; ++i) {
		double t = rng_range(rng, -1, 1);
		HnVec3 d = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		if (kind % 3 == 1) d = (HnVec3){ t, t, -t };
		if (kind % 3 == 2) d.y = 0;
		out[i] = vec3_scale(vec3_add(base, vec3_scale(d, size)), scale);
	}
}

double some_scale(int round) {
	static const double scales[] = { 1, 1e-6, 1e6, 0x1p199, 0x1p-160 };
	return scales[round % 5];
}

double unscale(double scale) {
	int exponent;
	frexp(scale, &exponent);
	return ldexp(1, -exponent);
}
