#include "exact/triangle_row.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

// Comparisons of four floats at once. The compiler uses SSE, NEON or plain code.
typedef float Lanes __attribute__((vector_size(TRIANGLE_ROW_STEP * sizeof(float)), may_alias));
typedef int32_t Mask __attribute__((vector_size(TRIANGLE_ROW_STEP * sizeof(int32_t))));

static int32_t rounded_up(int32_t count) {
	return (count + TRIANGLE_ROW_STEP - 1) / TRIANGLE_ROW_STEP * TRIANGLE_ROW_STEP;
}

int32_t triangle_row_init(TriangleRow *out, int32_t capacity) {
	*out = (TriangleRow){ .capacity = capacity };
	size_t bounds_size = mem_array_size(rounded_up(capacity), sizeof(float));
	out->triangles = mem_alloc(mem_array_size(capacity, sizeof(Triangle)));
	bool made = out->triangles != NULL;
	for (int32_t i = 0; i < 6 && made; ++i) {
		out->bounds[i] = mem_alloc(bounds_size);
		made = out->bounds[i] != NULL;
	}
	if (made) return HN_OK;
	triangle_row_free(out);
	return HN_ERR_NO_MEMORY;
}

void triangle_row_free(TriangleRow *row) {
	mem_free(row->triangles, mem_array_size(row->capacity, sizeof(Triangle)));
	for (int32_t i = 0; i < 6; ++i)
		mem_free(row->bounds[i], mem_array_size(rounded_up(row->capacity), sizeof(float)));
	*row = (TriangleRow){ 0 };
}

// Rounds to the nearest float within float's range. The rounding is monotone: x <= y stays true.
static float bound_round(double x) { return (float)lesser(greater(x, -(double)FLT_MAX), (double)FLT_MAX); }

static void triangle_bounds(const Triangle *t, float bounds[6]) {
	HnVec3 lo = vec3_min(vec3_min(t->p[0], t->p[1]), t->p[2]),
	       hi = vec3_max(vec3_max(t->p[0], t->p[1]), t->p[2]);
	for (int32_t i = 0; i < 3; ++i) {
		bounds[i] = bound_round(vec3_get(lo, i));
		bounds[3 + i] = bound_round(vec3_get(hi, i));
	}
}

static const float s_nothing[6] = { INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY };

static void row_set(TriangleRow *row, int32_t i, const float bounds[6]) {
	for (int32_t k = 0; k < 6; ++k) row->bounds[k][i] = bounds[k];
}

static void row_pad(TriangleRow *row, int32_t from) {
	for (int32_t i = from; i < rounded_up(from); ++i) row_set(row, i, s_nothing);
}

static void bounds_add(float all[6], const float bounds[6]) {
	for (int32_t k = 0; k < 3; ++k) {
		if (bounds[k] < all[k]) all[k] = bounds[k];
		if (bounds[3 + k] > all[3 + k]) all[3 + k] = bounds[3 + k];
	}
}

void triangle_row_put(TriangleRow *row, int32_t at, const double *xyz, const int32_t *triangles,
                      int32_t count, float bounds[6]) {
	ASSERT(at % TRIANGLE_ROW_STEP == 0 && at + count <= row->capacity);
	memcpy(bounds, s_nothing, sizeof s_nothing);
	for (int32_t i = 0; i < count; ++i) {
		Triangle *t = &row->triangles[at + i];
		for (int32_t k = 0; k < 3; ++k) t->p[k] = vec3_load(xyz + 3 * (int64_t)triangles[3 * (int64_t)i + k]);
		float own[6];
		triangle_bounds(t, own);
		row_set(row, at + i, own);
		bounds_add(bounds, own);
	}
	row_pad(row, at + count);
}

void triangle_row_fill(TriangleRow *row, const double *xyz, const int32_t *triangles, int32_t count) {
	float bounds[6];
	triangle_row_put(row, 0, xyz, triangles, count, bounds);
	row->count = count;
}

// Which of the TRIANGLE_ROW_STEP triangles from i on have bounds that overlap `bounds`. False if none has.
static bool row_near(const TriangleRow *row, int32_t i, const float bounds[6], Mask *near) {
#define ROW_BOUND(k) (*(const Lanes *)(const void *)(row->bounds[k] + i))
	*near = (ROW_BOUND(0) <= bounds[3]) & (ROW_BOUND(1) <= bounds[4]) & (ROW_BOUND(2) <= bounds[5]) &
	        (ROW_BOUND(3) >= bounds[0]) & (ROW_BOUND(4) >= bounds[1]) & (ROW_BOUND(5) >= bounds[2]);
#undef ROW_BOUND
	uint64_t halves[2];
	memcpy(halves, near, sizeof halves);
	return (halves[0] | halves[1]) != 0;
}

static void row_take(TriangleRow *out, int32_t *ids, const TriangleRow *row, int32_t i, float reached[6]) {
	float own[6];
	for (int32_t k = 0; k < 6; ++k) own[k] = row->bounds[k][i];
	out->triangles[out->count] = row->triangles[i];
	row_set(out, out->count, own);
	bounds_add(reached, own);
	ids[out->count++] = i;
}

void triangle_row_select(TriangleRow *out, int32_t *ids, const TriangleRow *row, int32_t from, int32_t to,
                         const float bounds[6], float reached[6]) {
	memcpy(reached, s_nothing, sizeof s_nothing);
	out->count = 0;
	for (int32_t i = from; i < to; i += TRIANGLE_ROW_STEP) {
		Mask near;
		if (!row_near(row, i, bounds, &near)) continue;
		for (int32_t k = 0; k < TRIANGLE_ROW_STEP; ++k)
			if (near[k] != 0) row_take(out, ids, row, i + k, reached);
	}
	row_pad(out, out->count);
}

int32_t triangle_row_meet(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to,
                          int32_t *hits) {
	OrientPlane plane;
	// The plane is computed when the first bounds overlap; in a short row often none do.
	bool has_plane = false;
	float own[6];
	triangle_bounds(a, own);
	int32_t hit_count = 0;
	for (int32_t i = from; i < to; i += TRIANGLE_ROW_STEP) {
		Mask near;
		if (!row_near(row, i, own, &near)) continue;
		if (!has_plane) plane = triangle_plane(a), has_plane = true;
		for (int32_t k = 0; k < TRIANGLE_ROW_STEP; ++k)
			if (near[k] != 0 && tri_tri_meet_plane(a, &plane, &row->triangles[i + k]))
				hits[hit_count++] = i + k;
	}
	return hit_count;
}

int32_t triangle_row_meet_all(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to,
                              int32_t *hits) {
	OrientPlane plane = triangle_plane(a);
	int32_t hit_count = 0;
	for (int32_t i = from; i < to; ++i)
		if (tri_tri_meet_plane(a, &plane, &row->triangles[i])) hits[hit_count++] = i;
	return hit_count;
}

int32_t triangle_row_meet_exact(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to,
                                int32_t *hits) {
	int32_t hit_count = 0;
	for (int32_t i = from; i < to; ++i)
		if (tri_tri_meet_exact(a, &row->triangles[i])) hits[hit_count++] = i;
	return hit_count;
}

int32_t triangle_row_near(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to) {
	float own[6];
	int32_t count = 0;
	triangle_bounds(a, own);
	for (int32_t i = from; i < to; ++i) {
		bool near = true;
		for (int32_t k = 0; k < 3; ++k)
			near &= row->bounds[k][i] <= own[3 + k] && row->bounds[3 + k][i] >= own[k];
		count += near;
	}
	return count;
}
