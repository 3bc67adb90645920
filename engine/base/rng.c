#include "base/rng.h"

static uint64_t splitmix(uint64_t *state) {
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

Rng rng_of(uint64_t seed, uint64_t stream) {
	uint64_t a = seed, b = stream ^ 0xd1b54a32d192ed03u;
	uint64_t state = splitmix(&a) ^ rotl(splitmix(&b), 32);
	Rng rng;
	for (int i = 0; i < 4; ++i) rng.s[i] = splitmix(&state);
	return rng;
}

uint64_t rng_u64(Rng *rng) {
	uint64_t *s = rng->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint64_t rng_below(Rng *rng, uint64_t n) {
	// numbers below 2^64 mod n are drawn again, so that all remainders are equally likely
	uint64_t reject = (0 - n) % n, x;
	do x = rng_u64(rng);
	while (x < reject);
	return x % n;
}

double rng_double(Rng *rng) { return (double)(rng_u64(rng) >> 11) * 0x1p-53; }

double rng_range(Rng *rng, double lo, double hi) { return lo + (hi - lo) * rng_double(rng); }
