// The eight points in which the planes of three slabs meet, and which of these points no slab of the volume
// cuts off. There is a version for one point after another, and one by SSE2 for two at a time. It is
// unpredictable which slab cuts a point off, so the SSE2 version looks at all slabs without a branch. Each
// lane does the same operations in the same order as the other version, so the bits are the same.
#pragma once

#include "bv/directions_matrix.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { SIDES = 8 }; // bit i of a side is set for the upper plane of slab i of the triple

typedef struct SlabBounds {
	const Directions *set;
	double lo[HULL_SLABS_MAX], hi[HULL_SLABS_MAX];
	double largest; // the largest magnitude of a bound
} SlabBounds;

static inline void slab_bounds_init(SlabBounds *b, const Directions *set, const float *lo, const float *hi) {
	*b = (SlabBounds){ .set = set };
	for (int32_t i = 0; i < set->count; ++i) {
		b->lo[i] = (double)lo[i], b->hi[i] = (double)hi[i];
		double size = fabs(b->lo[i]) > fabs(b->hi[i]) ? fabs(b->lo[i]) : fabs(b->hi[i]);
		b->largest = size > b->largest ? size : b->largest;
	}
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

// Returns a bit for each side whose point is not cut off.
static inline unsigned triple_corners(HnVec3 out[SIDES], const SlabBounds *b, const DirectionTriple *triple) {
	unsigned stay = 0;
	for (int side = 0; side < SIDES; ++side) {
		out[side] = corner_at(b, triple->inverse, triple->slab, side);
		stay |= (unsigned)!corner_cut_off(b, out[side], triple->slack * b->largest) << side;
	}
	return stay;
}

#ifdef __SSE2__
// The values that all points of a triple share, in both lanes.
typedef struct SlabPairs {
	__m128d x[HULL_SLABS_MAX], y[HULL_SLABS_MAX], z[HULL_SLABS_MAX];
	__m128d lo[HULL_SLABS_MAX], hi[HULL_SLABS_MAX]; // slack included
} SlabPairs;

static inline void slab_pairs_init(SlabPairs *pairs, const SlabBounds *b) {
	for (int32_t i = 0; i < b->set->count; ++i) {
		pairs->x[i] = _mm_set1_pd(b->set->x[i]);
		pairs->y[i] = _mm_set1_pd(b->set->y[i]);
		pairs->z[i] = _mm_set1_pd(b->set->z[i]);
	}
}

// Returns two bits: which of the two points are not cut off.
static inline unsigned corners_stay(const SlabPairs *s, int32_t slabs, const __m128d p[3]) {
	__m128d cut = _mm_setzero_pd();
	for (int32_t i = 0; i < slabs; ++i) {
		__m128d at = _mm_add_pd(_mm_mul_pd(s->x[i], p[0]), _mm_mul_pd(s->y[i], p[1]));
		at = _mm_add_pd(at, _mm_mul_pd(s->z[i], p[2]));
		cut = _mm_or_pd(cut, _mm_or_pd(_mm_cmplt_pd(at, s->lo[i]), _mm_cmpgt_pd(at, s->hi[i])));
	}
	return ~(unsigned)_mm_movemask_pd(cut) & 3;
}

static inline unsigned triple_corners_packed(HnVec3 out[SIDES], const SlabBounds *b, SlabPairs *pairs,
                                             const DirectionTriple *triple) {
	int32_t slabs = b->set->count, u = triple->slab[0], v = triple->slab[1], w = triple->slab[2];
	double slack = triple->slack * b->largest;
	for (int32_t i = 0; i < slabs; ++i) {
		pairs->lo[i] = _mm_set1_pd(b->lo[i] - slack);
		pairs->hi[i] = _mm_set1_pd(b->hi[i] + slack);
	}
	unsigned stay = 0;
	__m128d first = _mm_set_pd(b->hi[u], b->lo[u]);
	for (int side = 0; side < SIDES; side += 2) {
		__m128d second = _mm_set1_pd((side & 2) != 0 ? b->hi[v] : b->lo[v]);
		__m128d third = _mm_set1_pd((side & 4) != 0 ? b->hi[w] : b->lo[w]), p[3];
		for (int i = 0; i < 3; ++i) {
			const double *row = triple->inverse[i];
			p[i] =
			    _mm_add_pd(_mm_mul_pd(_mm_set1_pd(row[0]), first), _mm_mul_pd(_mm_set1_pd(row[1]), second));
			p[i] = _mm_add_pd(p[i], _mm_mul_pd(_mm_set1_pd(row[2]), third));
		}
		_mm_storel_pd(&out[side].x, p[0]), _mm_storeh_pd(&out[side + 1].x, p[0]);
		_mm_storel_pd(&out[side].y, p[1]), _mm_storeh_pd(&out[side + 1].y, p[1]);
		_mm_storel_pd(&out[side].z, p[2]), _mm_storeh_pd(&out[side + 1].z, p[2]);
		stay |= corners_stay(pairs, slabs, p) << side;
	}
	return stay;
}
#endif
