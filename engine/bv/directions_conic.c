// Directions as combinations of three directions of a set, with the least sum of |factor| * |direction|.
// The unit vectors of the set and their opposites span a convex polytope. The least sum belongs to the facet
// that a direction leaves it through, so the facets are found once and a direction only chooses.
#include "bv/directions_conic.h"

#include <math.h>
#include <stdbool.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "bv/directions_matrix.h"

enum { PIVOTS_MAX = 64 };

// Bounds of the relative errors that facets and factors may have. Both affect how tight a bound is, and not
// whether it holds.
#define SAME_PLANE 0x1p-36
#define INVERTIBLE 0x1p-10

static double signed_length(const Directions *d, int32_t slab, double factor) {
	return copysign(d->length[slab], factor);
}

static bool invert(double out[3][3], const Directions *d, const int32_t slab[3]) {
	HnVec3 rows[3];
	for (int i = 0; i < 3; ++i) rows[i] = directions_at(d, slab[i]);
	directions_invert(out, rows[0], rows[1], rows[2]);
	return directions_inverse_bound((const double(*)[3])out, rows[0], rows[1], rows[2]).error < INVERTIBLE;
}

// Solves w = sum factor_i D_i by the transpose of the inverse of the matrix with rows D_i.
static void solve(Cone *cone, const double inverse[3][3], HnVec3 w) {
	for (int i = 0; i < 3; ++i)
		cone->factor[i] = inverse[0][i] * w.x + inverse[1][i] * w.y + inverse[2][i] * w.z;
}

// Facets
// ----------------------------------------------------------------------------------------------------

static bool known(const Directions *d, HnVec3 normal) {
	for (int32_t i = 0; i < d->cell_count; ++i) {
		HnVec3 other = { d->cells[i].normal[0], d->cells[i].normal[1], d->cells[i].normal[2] };
		double along = vec3_dot(normal, other), size = vec3_dot(other, other);
		HnVec3 apart = vec3_sub(normal, vec3_scale(other, copysign(1, along)));
		if (vec3_dot(apart, apart) <= SAME_PLANE * size) return true;
	}
	return false;
}

// Adds the plane through the ends of the three unit vectors, with these signs, if no other end is beyond it.
static void add_cell(Directions *d, const int32_t slab[3], const double inverse[3][3], const double sign[3]) {
	double n[3];
	for (int i = 0; i < 3; ++i) {
		n[i] = 0;
		for (int j = 0; j < 3; ++j) n[i] += inverse[i][j] * sign[j] * d->length[slab[j]];
	}
	HnVec3 normal = { n[0], n[1], n[2] };
	for (int32_t i = 0; i < d->count; ++i)
		if (fabs(vec3_dot(directions_at(d, i), normal)) > d->length[i] * (1 + SAME_PLANE)) return;
	if (d->cell_count == CELLS_MAX || known(d, normal)) return;
	DirectionCell *cell = &d->cells[d->cell_count++];
	for (int i = 0; i < 3; ++i) {
		cell->normal[i] = n[i];
		cell->slab[i] = slab[i];
		for (int j = 0; j < 3; ++j) cell->inverse[i][j] = inverse[i][j];
	}
}

void directions_conic_init(Directions *d) {
	static const double signs[4][3] = { { 1, 1, 1 }, { 1, 1, -1 }, { 1, -1, 1 }, { 1, -1, -1 } };
	d->cell_count = 0;
	for (int32_t i = 0; i < d->count; ++i)
		for (int32_t j = i + 1; j < d->count; ++j)
			for (int32_t k = j + 1; k < d->count; ++k) {
				const int32_t slab[3] = { i, j, k };
				double inverse[3][3];
				if (!invert(inverse, d, slab)) continue;
				for (int s = 0; s < 4; ++s) add_cell(d, slab, (const double(*)[3])inverse, signs[s]);
			}
}

// The simplex method
// -----------------------------------------------------------------------------------------------------

// Returns the slab that shortens the sum most, in units of its own length, or -1. *sign is the sign of its
// direction.
static int32_t entering(const Directions *d, const Cone *cone, const double inverse[3][3], double *sign) {
	double y[3];
	for (int i = 0; i < 3; ++i) {
		y[i] = 0;
		for (int j = 0; j < 3; ++j) y[i] += inverse[i][j] * signed_length(d, cone->slab[j], cone->factor[j]);
	}
	int32_t best = -1;
	double most = 1 + 0x1p-40;
	for (int32_t i = 0; i < d->count; ++i) {
		double gain = vec3_dot(directions_at(d, i), (HnVec3){ y[0], y[1], y[2] }) / d->length[i];
		if (fabs(gain) <= most) continue;
		best = i, most = fabs(gain), *sign = copysign(1, gain);
	}
	return best;
}

// Returns which of the three directions `slab` replaces: the first whose factor reaches 0, or -1.
static int32_t leaving(const Directions *d, const Cone *cone, const double inverse[3][3], int32_t slab,
                       double sign) {
	Cone change = *cone;
	solve(&change, inverse, vec3_scale(directions_at(d, slab), sign));
	int32_t out = -1;
	double least = (double)INFINITY;
	for (int i = 0; i < 3; ++i) {
		double rate = change.factor[i] * copysign(1, cone->factor[i]);
		if (rate <= 0x1p-40 || fabs(cone->factor[i]) / rate >= least) continue;
		out = i, least = fabs(cone->factor[i]) / rate;
	}
	return out;
}

// Goes on from a cone, whose factors are already there, to the least sum.
static void improve(Cone *cone, const Directions *d, const double start[3][3], HnVec3 w) {
	double inverse[3][3], next[3][3];
	for (int i = 0; i < 9; ++i) inverse[i / 3][i % 3] = start[i / 3][i % 3];
	for (int pivot = 0; pivot < PIVOTS_MAX; ++pivot) {
		double sign = 1;
		int32_t in = entering(d, cone, (const double(*)[3])inverse, &sign);
		int32_t out = in < 0 ? -1 : leaving(d, cone, (const double(*)[3])inverse, in, sign);
		if (out < 0) return;
		Cone tried = *cone;
		tried.slab[out] = in;
		if (!invert(next, d, tried.slab)) return;
		*cone = tried;
		for (int i = 0; i < 9; ++i) inverse[i / 3][i % 3] = next[i / 3][i % 3];
		solve(cone, (const double(*)[3])inverse, w);
	}
}

// Choice
// ----------------------------------------------------------------------------------------------------

// The facets with the greatest |normal . w|, for the directions i and i + 1.
typedef struct Choice {
	double most[2];
	int32_t cell[2];
} Choice;

#ifdef __SSE2__
static Choice choose(const Directions *d, const Turned *w, int32_t i) {
	const __m128d no_sign = _mm_castsi128_pd(_mm_set1_epi64x(INT64_MAX));
	__m128d x = _mm_loadu_pd(w->x + i), y = _mm_loadu_pd(w->y + i), z = _mm_loadu_pd(w->z + i);
	__m128d most = _mm_set1_pd(-1);
	__m128i cell = _mm_setzero_si128();
	for (int32_t c = 0; c < d->cell_count; ++c) {
		const double *n = d->cells[c].normal;
		__m128d sum = _mm_add_pd(_mm_mul_pd(_mm_set1_pd(n[0]), x), _mm_mul_pd(_mm_set1_pd(n[1]), y));
		__m128d along = _mm_and_pd(no_sign, _mm_add_pd(sum, _mm_mul_pd(_mm_set1_pd(n[2]), z)));
		__m128i more = _mm_castpd_si128(_mm_cmpgt_pd(along, most));
		cell = _mm_or_si128(_mm_and_si128(more, _mm_set1_epi32(c)), _mm_andnot_si128(more, cell));
		most = _mm_max_pd(along, most);
	}
	Choice out;
	_mm_storeu_pd(out.most, most);
	out.cell[0] = _mm_cvtsi128_si32(cell);
	out.cell[1] = _mm_cvtsi128_si32(_mm_unpackhi_epi64(cell, cell));
	return out;
}
#else
static Choice choose(const Directions *d, const Turned *w, int32_t i) {
	Choice out = { { -1, -1 }, { 0, 0 } };
	for (int32_t c = 0; c < d->cell_count; ++c) {
		const double *n = d->cells[c].normal;
		for (int k = 0; k < 2; ++k) {
			double along = fabs((n[0] * w->x[i + k] + n[1] * w->y[i + k]) + n[2] * w->z[i + k]);
			if (!(along > out.most[k])) continue;
			out.most[k] = along, out.cell[k] = c;
		}
	}
	return out;
}
#endif

static double weight(const Directions *d, const Cone *cone) {
	double sum = 0;
	for (int i = 0; i < 3; ++i) sum += fabs(cone->factor[i]) * d->length[cone->slab[i]];
	return sum;
}

static Cone cone_of(const Directions *d, HnVec3 w, int32_t at, double most) {
	static const DirectionCell s_none = { .slab = { 0, 1, 2 } };
	const DirectionCell *cell = d->cell_count > 0 ? &d->cells[at] : &s_none;
	const double(*inverse)[3] = d->cell_count > 0 ? cell->inverse : d->inverse;
	Cone cone = { { cell->slab[0], cell->slab[1], cell->slab[2] }, { 0, 0, 0 } };
	solve(&cone, inverse, w);
	// more than the facet's own: it has more than three corners, and w leaves through another three
	if (weight(d, &cone) > most * (1 + SAME_PLANE)) improve(&cone, d, inverse, w);
	return cone;
}

_Static_assert(DIRECTIONS_MAX % 2 == 0, "directions are read in pairs");
void directions_cones(Cone *cones, const Directions *d, const Turned *w) {
	for (int32_t i = 0; i < d->count; i += 2) {
		Choice choice = choose(d, w, i);
		for (int32_t k = 0; k < 2 && i + k < d->count; ++k)
			cones[i + k] =
			    cone_of(d, (HnVec3){ w->x[i + k], w->y[i + k], w->z[i + k] }, choice.cell[k], choice.most[k]);
	}
}
