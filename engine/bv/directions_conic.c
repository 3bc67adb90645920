// Directions as combinations of three directions of a set, with the least sum of |factor| * |direction|.
// The unit vectors of the set and their opposites span a convex polytope. The least sum belongs to the facet
// that a direction leaves it through, so the facets are found once and a direction only chooses.
#include "bv/directions_conic.h"

#include <math.h>
#include <stdbool.h>

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
static void improve(Cone *cone, const Directions *d, double inverse[3][3], HnVec3 w) {
	for (int pivot = 0; pivot < PIVOTS_MAX; ++pivot) {
		double sign = 1, next[3][3];
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

static void start(Cone *cone, double inverse[3][3], const Directions *d, const double *cell) {
	static const int32_t first[3] = { 0, 1, 2 };
	const DirectionCell *c = cell != NULL ? &d->cells[(int32_t)*cell] : NULL;
	for (int i = 0; i < 3; ++i) {
		cone->slab[i] = c != NULL ? c->slab[i] : first[i];
		for (int j = 0; j < 3; ++j) inverse[i][j] = c != NULL ? c->inverse[i][j] : d->inverse[i][j];
	}
}

static double weight(const Directions *d, const Cone *cone) {
	double sum = 0;
	for (int i = 0; i < 3; ++i) sum += fabs(cone->factor[i]) * d->length[cone->slab[i]];
	return sum;
}

// The facet with the greatest |normal . w| of each w. `cell` has indices, as doubles so that the loop over
// directions is one over lanes.
static void choose(const Directions *d, const Turned *w, double *cell, double *most) {
	for (int32_t i = 0; i < d->count; ++i) cell[i] = 0, most[i] = -1;
	for (int32_t c = 0; c < d->cell_count; ++c) {
		const double *n = d->cells[c].normal;
		for (int32_t i = 0; i < d->count; ++i) {
			double along = fabs(n[0] * w->x[i] + n[1] * w->y[i] + n[2] * w->z[i]);
			cell[i] = along > most[i] ? (double)c : cell[i];
			most[i] = along > most[i] ? along : most[i];
		}
	}
}

void directions_cones(Cone *cones, const Directions *d, const Turned *w) {
	double cell[DIRECTIONS_MAX], most[DIRECTIONS_MAX];
	choose(d, w, cell, most);
	for (int32_t i = 0; i < d->count; ++i) {
		double inverse[3][3];
		HnVec3 to = { w->x[i], w->y[i], w->z[i] };
		start(&cones[i], inverse, d, d->cell_count > 0 ? &cell[i] : NULL);
		solve(&cones[i], (const double(*)[3])inverse, to);
		// more than the facet's own: it has more than three corners, and `to` leaves through another three
		if (weight(d, &cones[i]) > most[i] * (1 + SAME_PLANE)) improve(&cones[i], d, inverse, to);
	}
}
