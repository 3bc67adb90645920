// Motions. All of it is arithmetic that gives the same bits everywhere; angles go through math/elementary.h.
#include "scene/motion.h"

#include <math.h>

#include "base/error.h"
#include "math/elementary.h"

// A unit quaternion as a matrix.
static Mat3 quaternion_matrix(double w, double x, double y, double z) {
	return (Mat3){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
		             { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
		             { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
}

Mat3 motion_random_rotation(Rng *rng) {
	double u = rng_double(rng), a = 2 * MATH_PI * rng_double(rng), b = 2 * MATH_PI * rng_double(rng);
	double p = sqrt(1 - u), q = sqrt(u);
	return quaternion_matrix(q * math_cos(b), p * math_sin(a), p * math_cos(a), q * math_sin(b));
}

Vec3 motion_random_direction(Rng *rng) {
	double z = rng_range(rng, -1, 1), a = 2 * MATH_PI * rng_double(rng), r = sqrt(1 - z * z);
	return (Vec3){ r * math_cos(a), r * math_sin(a), z };
}
