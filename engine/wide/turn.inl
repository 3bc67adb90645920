// Template: turns the axes of an oriented box so that its surface becomes smaller. Part of wide/build.inl.
// The axes of the covariance follow the mass of a surface instead of its extent, and are arbitrary where it
// is about as wide as long.

#include <math.h>
#include <string.h>

#include "math/vec3.h"
#include "simd/lanes_most.h"
#include "wide/fit.h"

enum {
	TURN_LEAVES = 8,  // a smaller box gains less than the search costs
	TURN_OF_LEAF = 8, // samples of a leaf, if there is room
	TURN_SAMPLES = 256,
};
#define TURN_WORTH 0.99f // what must be left of the surface

// Coordinates of sampled vertices along the axes, and the widths of their box.
typedef struct Sample {
	float at[3][TURN_SAMPLES], width[4];
	int count; // a multiple of LANES
} Sample;

typedef struct Turn {
	int u, v;            // the axes that turn
	double cosine, sine; // of the angle
} Turn;

typedef struct Range {
	Lanes lo, hi;
} Range;

LANES_INLINE Range range_empty(void) { return (Range){ lanes_one(INFINITY), lanes_one(-INFINITY) }; }
LANES_INLINE void range_add(Range *r, Lanes x) { r->lo = lanes_min(r->lo, x), r->hi = lanes_max(r->hi, x); }

// The widths of four ranges.
LANES_INLINE Lanes4 range_widths(const Range ranges[4]) {
	float rows[4][8];
	Lanes8 lane[4];
	for (int i = 0; i < 4; ++i) {
		Lanes8 least = lanes_least(ranges[i].lo), greatest = lanes_greatest(ranges[i].hi);
		Lanes4 lo = lanes4_min(lanes8_first(least), lanes8_last(least));
		Lanes4 hi = lanes4_max(lanes8_first(greatest), lanes8_last(greatest));
		lanes8_store(rows[i], lanes8_beside(lo, hi));
	}
	lanes8_columns(lane, rows[0]);
	Lanes8 low = lanes8_min(lanes8_min(lane[0], lane[1]), lanes8_min(lane[2], lane[3]));
	Lanes8 high = lanes8_max(lanes8_max(lane[0], lane[1]), lanes8_max(lane[2], lane[3]));
	return lanes4_sub(lanes8_last(high), lanes8_first(low));
}

// Takes eight of the twelve corners of each leaf, relative to the first leaf: two rows of four, in which two
// are replaced by those of the third row. Every third leaf has the same corners.
LANES_INLINE void sample_whole(Sample *s, const WideLeaf *leaves, int count) {
	static const int s_row[3][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 2, 0 } };
	static const float s_other[3][8] = { { 0, 0, 0, 1, 0, 1, 0, 0 },
		                                 { 0, 1, 0, 0, 0, 0, 0, 1 },
		                                 { 0, 0, 0, 1, 0, 1, 0, 0 } };
	for (int i = 0, third = 0; i < count; ++i, third = third == 2 ? 0 : third + 1) {
		const WideLeaf *leaf = &leaves[i];
		const int *row = s_row[third];
		Mask8 other = lanes8_above(lanes8_load(s_other[third]), lanes8_one(0));
		for (int k = 0; k < 3; ++k) {
			Lanes8 two = lanes8_pair(leaf->v[3 * row[0] + k], leaf->v[3 * row[1] + k]);
			Lanes8 v = lanes8_select(other, lanes8_twice(leaf->v[3 * row[2] + k]), two);
			lanes8_store(s->at[k] + 8 * i, lanes8_add(lanes8_one(leaf->origin[k] - leaves->origin[k]), v));
		}
	}
	s->count = TURN_OF_LEAF * count;
	for (; s->count % LANES != 0; s->count += TURN_OF_LEAF) // the last leaf comes again
		for (int k = 0; k < 3; ++k)
			memcpy(s->at[k] + s->count, s->at[k] + s->count - TURN_OF_LEAF,
			       TURN_OF_LEAF * sizeof s->at[k][0]);
}

// Takes vertices at equal distances in the order of the leaves, relative to the first leaf.
LANES_INLINE void sample_take(Sample *s, const WideTree *tree, WideSpan span) {
	const WideLeaf *leaves = tree->leaves + span.leaf_begin;
	int64_t count = span.leaf_end - span.leaf_begin;
	if (count <= TURN_SAMPLES / TURN_OF_LEAF) {
		sample_whole(s, leaves, (int)count);
		return;
	}
	s->count = TURN_SAMPLES;
	for (int i = 0; i < TURN_SAMPLES; ++i) {
		const WideLeaf *leaf = &leaves[i * count / TURN_SAMPLES];
		int corner = 7 * i % (3 * WIDE); // every corner of a leaf before one comes again
		for (int k = 0; k < 3; ++k)
			s->at[k][i] =
			    (leaf->origin[k] - leaves->origin[k]) + leaf->v[3 * (corner / WIDE) + k][corner % WIDE];
	}
}

LANES_INLINE void sample_project(Sample *s, const HnMat3 *axes) {
	Lanes m[3][3];
	Range range[4] = { range_empty(), range_empty(), range_empty(), range_empty() };
	for (int i = 0; i < 9; ++i) m[i / 3][i % 3] = lanes_one((float)axes->m[i / 3][i % 3]);
	for (int i = 0; i < s->count; i += LANES) {
		const Lanes p[3] = { lanes_load(s->at[0] + i), lanes_load(s->at[1] + i), lanes_load(s->at[2] + i) };
		for (int a = 0; a < 3; ++a) {
			Lanes x = lanes_add(lanes_mul(m[a][0], p[0]), lanes_mul(m[a][1], p[1]));
			x = lanes_add(x, lanes_mul(m[a][2], p[2]));
			lanes_store(s->at[a] + i, x);
			range_add(&range[a], x);
		}
	}
	lanes4_store(s->width, range_widths(range));
}

// The widths along u and v after the turn, and after the turn the other way round.
LANES_INLINE void turned_widths(float widths[4], const Sample *s, const Turn *t) {
	Lanes c = lanes_one((float)t->cosine), n = lanes_one((float)t->sine);
	Range range[4] = { range_empty(), range_empty(), range_empty(), range_empty() };
	for (int i = 0; i < s->count; i += LANES) {
		Lanes x = lanes_load(s->at[t->u] + i), y = lanes_load(s->at[t->v] + i);
		Lanes cx = lanes_mul(c, x), nx = lanes_mul(n, x), cy = lanes_mul(c, y), ny = lanes_mul(n, y);
		range_add(&range[0], lanes_add(cx, ny)), range_add(&range[1], lanes_sub(cy, nx));
		range_add(&range[2], lanes_sub(cx, ny)), range_add(&range[3], lanes_add(cy, nx));
	}
	lanes4_store(widths, range_widths(range));
}

// The surface of a box is twice p q + (p + q) r.
LANES_INLINE float half_surface(const float pair[2], float rest) {
	return pair[0] * pair[1] + (pair[0] + pair[1]) * rest;
}

LANES_INLINE void turn_carry_out(Sample *s, HnMat3 *axes, const Turn *t, const float width[2]) {
	Lanes c = lanes_one((float)t->cosine), n = lanes_one((float)t->sine);
	for (int i = 0; i < s->count; i += LANES) {
		Lanes x = lanes_load(s->at[t->u] + i), y = lanes_load(s->at[t->v] + i);
		lanes_store(s->at[t->u] + i, lanes_add(lanes_mul(c, x), lanes_mul(n, y)));
		lanes_store(s->at[t->v] + i, lanes_sub(lanes_mul(c, y), lanes_mul(n, x)));
	}
	for (int k = 0; k < 3; ++k) {
		double x = axes->m[t->u][k], y = axes->m[t->v][k];
		axes->m[t->u][k] = t->cosine * x + t->sine * y;
		axes->m[t->v][k] = t->cosine * y - t->sine * x;
	}
	s->width[t->u] = width[0], s->width[t->v] = width[1];
}

// Turns about an axis, one way round or the other, if the surface becomes smaller.
static void turn_about(Sample *s, HnMat3 *axes, int axis, double cosine, double sine) {
	Turn t = { (axis + 1) % 3, (axis + 2) % 3, cosine, sine };
	const float now[2] = { s->width[t.u], s->width[t.v] };
	float widths[4], rest = s->width[axis];
	turned_widths(widths, s, &t);
	bool forth = half_surface(widths, rest) <= half_surface(widths + 2, rest);
	const float *best = forth ? widths : widths + 2;
	if (!forth) t.sine = -sine;
	if (half_surface(best, rest) < TURN_WORTH * half_surface(now, rest)) turn_carry_out(s, axes, &t, best);
}

// Changes orthonormal axes (rows, in the order of their variance) by a pattern search over turns about each
// of them: by 22.5 degrees, and then `turns` - 1 times by half as much. Surfaces are those around a sample.
static void turn_axes(HnMat3 *axes, const WideTree *tree, WideSpan span, int32_t turns) {
	Sample sample;
	sample_take(&sample, tree, span);
	sample_project(&sample, axes);
	double cosine = 0.92387953251128674, sine = 0.38268343236508977;
	for (int32_t i = 0; i < turns; ++i) {
		// first about the axis of the least variance, where most is gained
		for (int axis = 2; axis >= 0; --axis) turn_about(&sample, axes, axis, cosine, sine);
		double of_half = sqrt((1 + cosine) * 0.5);
		sine /= 2 * of_half, cosine = of_half;
	}
}
