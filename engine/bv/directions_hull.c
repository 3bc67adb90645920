// The corners of k-DOPs: the points in which three planes meet and which no other slab cuts off.
#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/directions_corners.h"

// A determinant below this, in units of the product of the three lengths, counts as that of coplanar
// directions.
#define COPLANAR 0x1p-30
// The largest allowed error, in units of the bounds: the size of float's rounding.
#define HULL_ERROR 0x1p-24

// The maximum change of one slab's bound along the line in which the planes of the two others meet, for a
// unit of length.
static double slope(HnVec3 a, HnVec3 b, HnVec3 c) {
	double least = fmin(vec3_length(vec3_cross(a, b)),
	                    fmin(vec3_length(vec3_cross(b, c)), vec3_length(vec3_cross(c, a))));
	double determinant = fabs(vec3_dot(a, vec3_cross(b, c)));
	return (determinant + 0x1p-47) / least * (1 + 0x1p-20);
}

static int32_t refuse_hull(const Directions *d, int32_t i, int32_t j, int32_t k) {
	return error_set(HN_ERR_BAD_INPUT,
	                 "directions %d, %d and %d lie so nearly in a plane that hulls cannot be computed: take "
	                 "refit, rebuild or conic",
	                 d->given[i] + 1, d->given[j] + 1, d->given[k] + 1);
}

// docs/explanation/exactness.md, section 9, says which triples are needed, and derives the errors.
static int32_t add_triple(Directions *d, int32_t i, int32_t j, int32_t k) {
	HnVec3 a = directions_at(d, i), b = directions_at(d, j), c = directions_at(d, k);
	double determinant = fabs(vec3_dot(a, vec3_cross(b, c)));
	if (determinant < COPLANAR * vec3_length(a) * vec3_length(b) * vec3_length(c)) {
		double exact = directions_independent(a, b, c) ? slope(a, b, c) : 0, slack = 16 * exact * d->reach;
		if (!(slack <= HULL_ERROR)) return refuse_hull(d, i, j, k);
		d->corner_slack = fmax(d->corner_slack, slack);
		return HN_OK;
	}
	DirectionTriple *triple = &d->triples[d->triple_count++];
	*triple = (DirectionTriple){ .slab = { i, j, k } };
	directions_invert(triple->inverse, a, b, c);
	InverseBound bound = directions_inverse_bound((const double(*)[3])triple->inverse, a, b, c);
	triple->error = bound.error * d->reach + 0x1p-51 * bound.norm;
	if (!(triple->error <= HULL_ERROR)) return refuse_hull(d, i, j, k);
	d->corner_error = fmax(d->corner_error, triple->error);
	return HN_OK;
}

// Adds a slab to those that cross the lines of two others, from the front, or to the parallel ones, from the
// end. One in between tells nothing, as rounding decides where it cuts the lines.
static void add_cut(DirectionLines *lines, DirectionCut *cuts, int32_t room, DirectionCut cut, double slope) {
	if (fabs(slope) >= 0x1p-20) {
		cut.per_slope = 1 / slope;
		cuts[lines->crossing++] = cut;
	} else if (fabs(slope) < 0x1p-40) {
		cuts[room - ++lines->parallel] = cut;
	}
}

// docs/explanation/exactness.md, section 9, says what the lines tell.
static void lines_init(Directions *d, int32_t number, int32_t i, int32_t j) {
	const HnVec3 a = directions_at(d, i), b = directions_at(d, j), u = vec3_cross(a, b);
	const double square = vec3_dot(u, u);
	DirectionLines *lines = &d->lines[number];
	*lines = (DirectionLines){ .slab = { i, j } };
	if (square < 0x1p-16 * vec3_dot(a, a) * vec3_dot(b, b)) return; // nearly the same direction
	const HnVec3 first = vec3_scale(vec3_cross(b, u), 1 / square),
	             second = vec3_scale(vec3_cross(u, a), 1 / square);
	for (int32_t k = 0; k < d->count; ++k) {
		const HnVec3 c = directions_at(d, k);
		const DirectionCut cut = { { vec3_dot(c, first), vec3_dot(c, second) }, 0, k };
		if (k != i && k != j)
			add_cut(lines, &d->cuts[number * (d->count - 2)], d->count - 2, cut, vec3_dot(c, u));
	}
}

static void slacks_set(Directions *d) {
	double most = 0;
	for (int32_t t = 0; t < d->triple_count; ++t) {
		d->triples[t].slack = 8 * d->triples[t].error + 0x1p-47 * d->reach + d->corner_slack;
		most = fmax(most, d->triples[t].slack);
	}
	d->line_slack = 16 * most + 0x1p-38 * d->reach + 0x1p-30;
}

int32_t directions_hull_init(Directions *d) {
	int32_t status = directions_check_turn(d);
	if (status != HN_OK) return status;
	if (d->count > HULL_SLABS_MAX)
		return error_set(HN_ERR_BAD_INPUT,
		                 "hulls are for at most %d directions, not %d: take refit, rebuild or conic",
		                 HULL_SLABS_MAX, d->count);
	d->triples = mem_alloc(mem_array_size(directions_triples(d->count), sizeof *d->triples));
	d->lines = mem_alloc(mem_array_size(directions_pairs(d->count), sizeof *d->lines));
	d->cuts = mem_alloc(mem_array_size(directions_cuts(d->count), sizeof *d->cuts));
	if (d->triples == NULL || d->lines == NULL || d->cuts == NULL) status = HN_ERR_NO_MEMORY;
	int32_t pair = 0;
	for (int32_t i = 0; i < d->count && status == HN_OK; ++i)
		for (int32_t j = i + 1; j < d->count && status == HN_OK; ++j) {
			lines_init(d, pair++, i, j);
			for (int32_t k = j + 1; k < d->count && status == HN_OK; ++k) status = add_triple(d, i, j, k);
		}
	if (status == HN_OK)
		slacks_set(d);
	else
		directions_free(d);
	return status;
}

typedef struct Corners {
	SlabBounds bounds;
	HnVec3 points[4 * HULL_SLABS_MAX];
	int32_t count;
} Corners;

static bool known(const Corners *c, HnVec3 p) {
	double same = SAME_POINT * c->bounds.largest;
	for (int32_t i = 0; i < c->count; ++i) {
		HnVec3 d = vec3_sub(c->points[i], p);
		if (fabs(d.x) <= same && fabs(d.y) <= same && fabs(d.z) <= same) return true;
	}
	return false;
}

// False: there are more corners than there is room for, which rounding can cause.
static bool corners_add(Corners *c, const DirectionTriple *triple, unsigned sides) {
	for (; sides != 0; sides &= sides - 1) {
		HnVec3 p = corner_at(&c->bounds, triple->inverse, triple->slab, __builtin_ctz(sides));
		if (corner_cut_off(&c->bounds, p, triple->slack * c->bounds.largest) || known(c, p)) continue;
		if (c->count == directions_points_max(c->bounds.set)) return false;
		c->points[c->count++] = p;
	}
	return true;
}

static bool corners_find(Corners *c) {
	const Directions *set = c->bounds.set;
	LineSides sides[HULL_SLABS_MAX][HULL_SLABS_MAX];
	for (int32_t l = 0; l < directions_pairs(set->count); ++l)
		sides[set->lines[l].slab[0]][set->lines[l].slab[1]] = line_sides(lines_stay(&c->bounds, l));
	for (int32_t t = 0; t < set->triple_count; ++t) {
		const int32_t *slab = set->triples[t].slab;
		const unsigned left =
		    sides[slab[0]][slab[1]].of_01 & sides[slab[0]][slab[2]].of_02 & sides[slab[1]][slab[2]].of_12;
		if (!corners_add(c, &set->triples[t], left)) return false;
	}
	return c->count > 0;
}

// The corners of the first three slabs alone, whose hull holds the volume, too.
static void corners_of_basis(Corners *c) {
	static const int32_t first[3] = { 0, 1, 2 };
	for (int side = 0; side < SIDES; ++side)
		c->points[side] = corner_at(&c->bounds, c->bounds.set->inverse, first, side);
	c->count = SIDES;
}

int32_t directions_hull_points(const float *volume, int32_t slabs, const BvSpace *space, double *xyz) {
	Corners c;
	c.count = 0;
	slab_bounds_init(&c.bounds, space->directions, volume, volume + slabs);
	if (!corners_find(&c)) corners_of_basis(&c);
	double unscale = 1 / space->scale;
	for (int32_t i = 0; i < c.count; ++i) vec3_store(xyz + 3 * (int64_t)i, vec3_scale(c.points[i], unscale));
	return c.count;
}
