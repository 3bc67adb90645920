// Names of the cubes of a lattice without bounds: their coordinates modulo 2^21, and a hash of these.
#pragma once

#include <math.h>
#include <stdint.h>

enum { COORDINATE_BITS = 21, COORDINATE_MASK = (1 << COORDINATE_BITS) - 1 };

// The coordinate of a cube with side 1 / scale, modulo 2^21. Before that it is monotone in x, and exact if
// the scale is a power of two.
static inline uint32_t coordinate(float x, double scale) {
	double at = (double)x * scale;
	if (fabs(at) >= 0x1p62) at = fmod(at, 0x1p21); // such large numbers are integers
	int64_t whole = (int64_t)at;
	return (uint32_t)(whole - ((double)whole > at)) & COORDINATE_MASK;
}

static inline uint64_t cell_at(uint32_t x, uint32_t y, uint32_t z) {
	return ((uint64_t)(z & COORDINATE_MASK) << COORDINATE_BITS | (y & COORDINATE_MASK)) << COORDINATE_BITS |
	       (x & COORDINATE_MASK);
}

// Rows of cubes along x are hashed (the finaliser of MurmurHash3, Appleby). The cubes of one row are
// adjacent, because they are queried together.
static inline uint64_t cube_hash(uint64_t cell, int32_t level) {
	uint64_t h = cell >> COORDINATE_BITS ^ (uint64_t)level * 0x9e3779b97f4a7c15U;
	h = (h ^ h >> 33) * 0xff51afd7ed558ccdU;
	h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53U;
	return (h ^ h >> 33) + (cell & COORDINATE_MASK);
}
