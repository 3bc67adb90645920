// The engine's own random numbers, the same on every machine: xoshiro256** (Blackman and Vigna 2018), seeded
// by splitmix64.
#pragma once

#include <stdint.h>

typedef struct Rng {
	uint64_t s[4];
} Rng;

// Streams of one seed are independent. Each thing that is drawn has its own stream.
Rng rng_of(uint64_t seed, uint64_t stream);
uint64_t rng_u64(Rng *rng);
uint64_t rng_below(Rng *rng, uint64_t n);         // uniform in [0, n), n >= 1, without bias
double rng_double(Rng *rng);                      // uniform in [0, 1), 53 bits
double rng_range(Rng *rng, double lo, double hi); // lo + (hi - lo) * rng_double
