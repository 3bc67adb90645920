// Small draws.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "math/vec3.h"

// 0 .. n - 1
static inline int32_t below(Rng *rng, int32_t n) { return (int32_t)rng_below(rng, (uint64_t)n); }
// once in so many
static inline bool chance(Rng *rng, int32_t of) { return below(rng, of) == 0; }
// About normal, of mean 0 and deviation 1.
static inline double about_normal(Rng *rng) {
	double sum = -6;
	for (int i = 0; i < 12; ++i) sum += rng_double(rng);
	return sum;
}
static inline HnVec3 random_point(Rng *rng, double lo, double hi) {
	double x = rng_range(rng, lo, hi), y = rng_range(rng, lo, hi);
	return (HnVec3){ x, y, rng_range(rng, lo, hi) };
}
