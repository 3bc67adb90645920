#include "bv/directions.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "bv/directions_matrix.h"
#include "exact/orient.h"
#include "math/wide.h"

#define COMPONENT_RANGE 0x1p-100
#define BASIS_ERROR     0x1p-10

typedef struct VectorText {
	char text[112];
} VectorText;

// "direction 3 (1, 0, 0.5)"
static VectorText vector_text(const double (*vectors)[3], int32_t i) {
	char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
	VectorText out;
	number_format(vectors[i][0], x);
	number_format(vectors[i][1], y);
	number_format(vectors[i][2], z);
	snprintf(out.text, sizeof out.text, "direction %d (%.25s, %.25s, %.25s)", i + 1, x, y, z);
	return out;
}

// Scales the vector by a power of two, which does not change its direction.
static int32_t normalise(HnVec3 *out, const double (*vectors)[3], int32_t i) {
	const double *v = vectors[i];
	double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
	if (!isfinite(v[0]) || !isfinite(v[1]) || !isfinite(v[2]))
		return error_set(HN_ERR_BAD_INPUT, "%s is not finite", vector_text(vectors, i).text);
	if (largest == 0) return error_set(HN_ERR_BAD_INPUT, "%s is zero", vector_text(vectors, i).text);
	int exponent;
	frexp(largest, &exponent);
	double w[3];
	int components = 0;
	for (int k = 0; k < 3; ++k) {
		w[k] = ldexp(v[k], 1 - exponent);
		components += v[k] != 0;
		if (v[k] != 0 && fabs(w[k]) < COMPONENT_RANGE)
			return error_set(HN_ERR_BAD_INPUT, "%s has components that differ by more than a factor of 2^100",
			                 vector_text(vectors, i).text);
	}
	for (int k = 0; k < 3 && components == 1; ++k) w[k] = w[k] == 0 ? 0 : copysign(1, w[k]);
	*out = (HnVec3){ w[0], w[1], w[2] };
	return HN_OK;
}

static bool parallel(HnVec3 a, HnVec3 b) {
	const double o[2] = { 0, 0 };
	const double axy[2] = { a.x, a.y }, ayz[2] = { a.y, a.z }, azx[2] = { a.z, a.x };
	const double bxy[2] = { b.x, b.y }, byz[2] = { b.y, b.z }, bzx[2] = { b.z, b.x };
	return orient2d(axy, bxy, o) == 0 && orient2d(ayz, byz, o) == 0 && orient2d(azx, bzx, o) == 0;
}

// True if two parallel vectors have opposite senses.
static bool opposite(HnVec3 a, HnVec3 b) { return vec3_dot(a, b) < 0; }

static void set(Directions *d, int32_t at, HnVec3 v, int32_t given) {
	d->x[at] = v.x, d->y[at] = v.y, d->z[at] = v.z;
	d->length[at] = vec3_length(v);
	d->given[at] = given;
	bool axis = (v.x != 0) + (v.y != 0) + (v.z != 0) == 1;
	d->error[at] = axis ? 0 : DIRECTIONS_ERROR;
}

// Adds a slab for each vector that is not the opposite of an earlier one.
static int32_t gather(Directions *d, const double (*vectors)[3], int32_t count) {
	bool doubled[DIRECTIONS_MAX] = { false };
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 v = { 0, 0, 0 };
		int32_t status = normalise(&v, vectors, i), same = 0;
		if (status != HN_OK) return status;
		while (same < d->count && !parallel(v, directions_at(d, same))) ++same;
		if (same < d->count) {
			bool turned = opposite(v, directions_at(d, same));
			if (!turned || doubled[same])
				return error_set(HN_ERR_BAD_INPUT, "%s is a duplicate: it is %s %s",
				                 vector_text(vectors, i).text, turned ? "again opposite to" : "parallel to",
				                 vector_text(vectors, d->given[same]).text);
			doubled[same] = true;
			continue;
		}
		if (d->count == DIRECTIONS_MAX)
			return error_set(HN_ERR_BAD_INPUT, "%d directions: %s would be slab %d, at most %d are possible",
			                 count, vector_text(vectors, i).text, d->count + 1, DIRECTIONS_MAX);
		set(d, d->count++, v, i);
	}
	if (d->count < 3)
		return error_set(HN_ERR_BAD_INPUT,
		                 "%d direction%s: three are needed at least, opposite ones counted once", d->count,
		                 d->count == 1 ? "" : "s");
	return HN_OK;
}

// Moves slab `from` to `to`; the slabs between move back by one.
static void move_up(Directions *d, int32_t from, int32_t to) {
	HnVec3 v = directions_at(d, from);
	int32_t given = d->given[from];
	for (int32_t i = from; i > to; --i) set(d, i, directions_at(d, i - 1), d->given[i - 1]);
	set(d, to, v, given);
}

static int32_t axes_first(Directions *d) {
	int32_t axes = 0;
	for (int axis = 0; axis < 3; ++axis)
		for (int32_t i = axes; i < d->count; ++i)
			if (d->error[i] == 0 && vec3_get(directions_at(d, i), axis) != 0) move_up(d, i, axes++);
	return axes;
}

// How independent a direction is of those before it: its length, the area that it spans with one, the volume
// with two.
static double spread(const Directions *d, int32_t before, int32_t i) {
	HnVec3 v = directions_at(d, i);
	if (before == 0) return 1;
	HnVec3 n = before == 1 ? vec3_cross(directions_at(d, 0), v)
	                       : vec3_cross(directions_at(d, 0), directions_at(d, 1));
	return (before == 1 ? vec3_length(n) : fabs(vec3_dot(n, v))) / d->length[i];
}

static void choose_basis(Directions *d) {
	for (int32_t at = axes_first(d); at < 3; ++at) {
		int32_t best = at;
		for (int32_t i = at + 1; i < d->count; ++i)
			if (spread(d, at, i) > spread(d, at, best)) best = i;
		move_up(d, best, at);
	}
}

// Rounding may have chosen three dependent directions although the set spans space. If two of the directions
// are independent, a set that spans space has a third one that is independent of both.
static bool repair_basis(Directions *d) {
	for (int32_t i = 2; i < d->count; ++i) {
		if (!directions_independent(directions_at(d, 0), directions_at(d, 1), directions_at(d, i))) continue;
		move_up(d, i, 2);
		return true;
	}
	return false;
}

static void prepare(Directions *d) {
	HnVec3 a = directions_at(d, 0), b = directions_at(d, 1), c = directions_at(d, 2);
	directions_invert(d->inverse, a, b, c);
	InverseBound bound = directions_inverse_bound(d->inverse, a, b, c);
	d->reach = bound.error < BASIS_ERROR ? bound.norm * (1 + 2 * BASIS_ERROR) : 0;
}

int32_t directions_init(Directions *out, const double (*vectors)[3], int32_t count) {
	*out = (Directions){ 0 };
	int32_t status = gather(out, vectors, count);
	if (status != HN_OK) return status;
	choose_basis(out);
	if (!repair_basis(out))
		return error_set(HN_ERR_BAD_INPUT,
		                 "the directions do not span space: all lie in the plane of %s and %s",
		                 vector_text(vectors, out->given[0]).text, vector_text(vectors, out->given[1]).text);
	prepare(out);
	return HN_OK;
}

void directions_init_usual(Directions *out, int32_t k) {
	static const double axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	static const double corners[4][3] = { { 1, 1, 1 }, { 1, -1, 1 }, { 1, 1, -1 }, { 1, -1, -1 } };
	static const double edges[6][3] = { { 1, 1, 0 },  { 1, 0, 1 },  { 0, 1, 1 },
		                                { 1, -1, 0 }, { 1, 0, -1 }, { 0, 1, -1 } };
	double vectors[13][3];
	int32_t count = 0;
	for (int i = 0; i < 3; ++i) vec3_store(vectors[count++], vec3_load(axes[i]));
	for (int i = 0; i < 4 && (k == 14 || k == 26); ++i) vec3_store(vectors[count++], vec3_load(corners[i]));
	for (int i = 0; i < 6 && k >= 18; ++i) vec3_store(vectors[count++], vec3_load(edges[i]));
	CHECK(2 * count == k && directions_init(out, (const double(*)[3])vectors, count) == HN_OK);
}

int32_t directions_check_turn(const Directions *d) {
	if (d->reach > 0) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT,
	                 "all directions lie so nearly in a plane that volumes cannot be turned: "
	                 "only refit and rebuild are possible");
}

void directions_free(Directions *d) {
	if (d->triples != NULL)
		mem_free(d->triples, mem_array_size(directions_triples(d->count), sizeof *d->triples));
	if (d->lines != NULL) mem_free(d->lines, mem_array_size(directions_pairs(d->count), sizeof *d->lines));
	if (d->cuts != NULL) mem_free(d->cuts, mem_array_size(directions_cuts(d->count), sizeof *d->cuts));
	d->triples = NULL;
	d->lines = NULL;
	d->cuts = NULL;
	d->triple_count = 0;
}

bool directions_contain(const Directions *d, const float *lo, const float *hi, HnVec3 point) {
	for (int32_t i = 0; i < d->count; ++i) {
		Wide x = wide_product(d->x[i], point.x), y = wide_product(d->y[i], point.y);
		Wide p = wide_add(wide_add(x, y), wide_product(d->z[i], point.z));
		if (wide_sub(p, wide_from((double)lo[i])).hi < 0) return false;
		if (wide_sub(p, wide_from((double)hi[i])).hi > 0) return false;
	}
	return true;
}
