// Where the planes of a volume's slabs meet: the lines of two of them, and the corners of three that no slab
// of the volume cuts off. Few lines have a part that all other slabs leave, so most corners are not looked
// at.
#pragma once

#include "bv/directions_matrix.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { SIDES = 8 }; // bit i of a side is set for the upper plane of slab i of the triple

typedef struct SlabBounds {
	const Directions *set;
	double lo[HULL_SLABS_MAX], hi[HULL_SLABS_MAX];
	double middle[HULL_SLABS_MAX], half[HULL_SLABS_MAX]; // half: with the slack of lines
	double largest;                                      // the largest magnitude of a bound
} SlabBounds;

static inline void slab_bounds_init(SlabBounds *b, const Directions *set, const float *lo, const float *hi) {
	*b = (SlabBounds){ .set = set };
	for (int32_t i = 0; i < set->count; ++i) {
		b->lo[i] = (double)lo[i], b->hi[i] = (double)hi[i];
		double size = fabs(b->lo[i]) > fabs(b->hi[i]) ? fabs(b->lo[i]) : fabs(b->hi[i]);
		b->largest = size > b->largest ? size : b->largest;
	}
	for (int32_t i = 0; i < set->count; ++i) {
		b->middle[i] = 0.5 * (b->lo[i] + b->hi[i]);
		b->half[i] = 0.5 * (b->hi[i] - b->lo[i]) + set->line_slack * b->largest;
	}
}

#ifdef __SSE2__
typedef __m128d TwoLines;
static inline TwoLines two_of(double a, double b) { return _mm_setr_pd(a, b); }
static inline TwoLines two_less(TwoLines a, TwoLines b) { return _mm_sub_pd(a, b); }
static inline TwoLines two_plus(TwoLines a, TwoLines b) { return _mm_add_pd(a, b); }
static inline TwoLines two_times(TwoLines a, TwoLines b) { return _mm_mul_pd(a, b); }
static inline TwoLines two_least(TwoLines a, TwoLines b) { return _mm_min_pd(a, b); }
static inline TwoLines two_most(TwoLines a, TwoLines b) { return _mm_max_pd(a, b); }
static inline unsigned two_at_most(TwoLines a, TwoLines b) {
	return (unsigned)_mm_movemask_pd(_mm_cmple_pd(a, b));
}
#else
typedef struct TwoLines {
	double a, b;
} TwoLines;
static inline TwoLines two_of(double a, double b) { return (TwoLines){ a, b }; }
static inline TwoLines two_less(TwoLines a, TwoLines b) { return two_of(a.a - b.a, a.b - b.b); }
static inline TwoLines two_plus(TwoLines a, TwoLines b) { return two_of(a.a + b.a, a.b + b.b); }
static inline TwoLines two_times(TwoLines a, TwoLines b) { return two_of(a.a * b.a, a.b * b.b); }
static inline TwoLines two_least(TwoLines a, TwoLines b) {
	return two_of(a.a < b.a ? a.a : b.a, a.b < b.b ? a.b : b.b);
}
static inline TwoLines two_most(TwoLines a, TwoLines b) {
	return two_of(a.a > b.a ? a.a : b.a, a.b > b.b ? a.b : b.b);
}
static inline unsigned two_at_most(TwoLines a, TwoLines b) {
	return (unsigned)(a.a <= b.a) | (unsigned)(a.b <= b.b) << 1;
}
#endif

// Of the middle of a slab, how far it is from two lines that have the same plane of the second slab.
static inline TwoLines two_off(const SlabBounds *b, const DirectionCut *cut, TwoLines first, double second) {
	const double left = b->middle[cut->slab] - cut->by[1] * second;
	return two_less(two_of(left, left), two_times(two_of(cut->by[0], cut->by[0]), first));
}

// Of the four lines of two slabs, those that are not cut off as a whole: bit 1 * (the upper plane of the
// first) + 2 * (that of the second). A line without a bit has no corner.
static inline unsigned lines_stay(const SlabBounds *b, int32_t number) {
	const int32_t room = b->set->count - 2;
	const DirectionLines *lines = &b->set->lines[number];
	const DirectionCut *cuts = &b->set->cuts[number * room];
	const double far = 0x1p500, second[2] = { b->lo[lines->slab[1]], b->hi[lines->slab[1]] };
	const TwoLines first = two_of(b->lo[lines->slab[0]], b->hi[lines->slab[0]]);
	TwoLines from[2], to[2];
	for (int s = 0; s < 2; ++s) from[s] = two_of(-far, -far), to[s] = two_of(far, far);
	for (int32_t i = 0; i < lines->crossing; ++i) {
		const double scale = cuts[i].per_slope, size = b->half[cuts[i].slab] * fabs(scale);
		for (int s = 0; s < 2; ++s) {
			const TwoLines at = two_times(two_off(b, &cuts[i], first, second[s]), two_of(scale, scale));
			from[s] = two_most(from[s], two_less(at, two_of(size, size)));
			to[s] = two_least(to[s], two_plus(at, two_of(size, size)));
		}
	}
	// a line that a parallel slab does not contain begins far behind its end
	for (int32_t i = room - lines->parallel; i < room; ++i) {
		const double half = b->half[cuts[i].slab];
		for (int s = 0; s < 2; ++s) {
			const TwoLines off = two_off(b, &cuts[i], first, second[s]),
			               most = two_less(two_most(off, two_less(two_of(0, 0), off)), two_of(half, half));
			from[s] = two_most(from[s], two_times(most, two_of(far, far)));
		}
	}
	return two_at_most(from[0], to[0]) | two_at_most(from[1], to[1]) << 2;
}

// The sides of a triple whose line of two of its slabs stays, these being the slabs 0 and 1, 0 and 2, or 1
// and 2.
typedef struct LineSides {
	unsigned char of_01, of_02, of_12;
} LineSides;

static inline LineSides line_sides(unsigned stay) {
	const unsigned of_02 = (stay & 3) * 0x05 | (stay >> 2) * 0x50,
	               of_12 = (stay & 1) * 0x03 | (stay & 2) * 0x06 | (stay & 4) * 0x0c | (stay & 8) * 0x18;
	return (LineSides){ (unsigned char)(stay * 0x11), (unsigned char)of_02, (unsigned char)of_12 };
}

static inline HnVec3 corner_at(const SlabBounds *b, const double inverse[3][3], const int32_t slab[3],
                               int side) {
	double bound[3], p[3];
	for (int i = 0; i < 3; ++i) bound[i] = ((side >> i & 1) != 0 ? b->hi : b->lo)[slab[i]];
	for (int i = 0; i < 3; ++i)
		p[i] = inverse[i][0] * bound[0] + inverse[i][1] * bound[1] + inverse[i][2] * bound[2];
	return (HnVec3){ p[0], p[1], p[2] };
}

static inline bool corner_cut_off(const SlabBounds *b, HnVec3 p, double slack) {
	for (int32_t i = 0; i < b->set->count; ++i) {
		double x = vec3_dot(directions_at(b->set, i), p);
		if (x < b->lo[i] - slack || x > b->hi[i] + slack) return true;
	}
	return false;
}
