// The convex hull: the order of the points, the dimension, and the flat cases. hull_space.c has the case in
// space. This work is based on:
// A. M. Andrew. Another Efficient Algorithm for Convex Hulls in Two Dimensions. 1979 (the flat case)
#include "mesh/hull.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "exact/orient.h"
#include "math/pose.h"
#include "mesh/hull_space.h"

// The distinct points in ascending order of x, y, z, and the lowest index of each.
typedef struct PointSet {
	HnVec3 *at;
	int32_t *index;
	int32_t count, capacity;
} PointSet;

static void point_set_free(PointSet *set) {
	mem_free(set->at, mem_array_size(set->capacity, sizeof *set->at));
	mem_free(set->index, mem_array_size(set->capacity, sizeof *set->index));
}

static HnVec3 flushed(const double *p) {
	return (HnVec3){ coordinate_flush(p[0]), coordinate_flush(p[1]), coordinate_flush(p[2]) };
}

static bool same_place(HnVec3 a, HnVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static int32_t check_points(const double *xyz, int32_t n) {
	if (xyz == NULL) return error_if_null(xyz, "hull: the points");
	if (n < 1) return error_set(HN_ERR_BAD_INPUT, "hull: there is no point");
	if (n > HN_HULL_POINTS_MAX)
		return error_set(HN_ERR_BAD_INPUT, "hull: %d points are too many, at most %d", n, HN_HULL_POINTS_MAX);
	for (int64_t i = 0; i < 3 * (int64_t)n; ++i)
		if (!(fabs(xyz[i]) <= COORDINATE_MAX)) // also true for NaN
			return error_set(HN_ERR_BAD_INPUT,
			                 "hull: point %d: coordinate %c is %g; at most 2^200 in magnitude is allowed",
			                 (int)(i / 3), "xyz"[i % 3], xyz[i]);
	return HN_OK;
}

// Stable sorts by z, then y, then x. Equal points stay in the order of their indices.
static int32_t sort_indices(int32_t *index, const double *xyz, int32_t n) {
	size_t keys_size = mem_array_size(n, sizeof(double)), indices_size = mem_array_size(n, sizeof(int32_t));
	double *keys = mem_alloc(keys_size), *key_scratch = keys == NULL ? NULL : mem_alloc(keys_size);
	int32_t *scratch = key_scratch == NULL ? NULL : mem_alloc(indices_size);
	for (int32_t i = 0; i < n && scratch != NULL; ++i) index[i] = i;
	for (int axis = 2; axis >= 0 && scratch != NULL; --axis) {
		for (int32_t i = 0; i < n; ++i) keys[i] = coordinate_flush(xyz[3 * (int64_t)index[i] + axis]);
		sort_doubles_indexed(keys, index, n, key_scratch, scratch);
	}
	int32_t code = scratch == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	mem_free(scratch, indices_size);
	mem_free(key_scratch, keys_size);
	mem_free(keys, keys_size);
	return code;
}

static int32_t point_set_init(PointSet *set, const double *xyz, int32_t n) {
	*set = (PointSet){ .capacity = n };
	set->at = mem_alloc(mem_array_size(n, sizeof *set->at));
	set->index = set->at == NULL ? NULL : mem_alloc(mem_array_size(n, sizeof *set->index));
	int32_t code = set->index == NULL ? HN_ERR_NO_MEMORY : sort_indices(set->index, xyz, n);
	for (int32_t i = 0; i < n && code == HN_OK; ++i) {
		HnVec3 p = flushed(xyz + 3 * (int64_t)set->index[i]);
		if (set->count > 0 && same_place(set->at[set->count - 1], p)) continue;
		set->at[set->count] = p;
		set->index[set->count++] = set->index[i];
	}
	return code;
}

// ---- dimension

// The distance of point i from the line (known == 2) or plane (known == 3) of the first corners, in floating
// point.
static double height_over(const PointSet *set, const int32_t *corners, int known, int32_t i) {
	HnVec3 a = set->at[corners[0]], b = set->at[corners[1]], p = set->at[i];
	HnVec3 normal = vec3_cross(vec3_sub(b, a), vec3_sub(known == 2 ? p : set->at[corners[2]], a));
	return known == 2 ? vec3_dot(normal, normal) : fabs(vec3_dot(normal, vec3_sub(p, a)));
}

static bool is_independent(const PointSet *set, const int32_t *corners, int known, int32_t i) {
	HnVec3 a = set->at[corners[0]], b = set->at[corners[1]], p = set->at[i];
	return known == 2 ? !hull_on_a_line(a, b, p) : orient3d(a, b, set->at[corners[2]], p) != 0;
}

// Finds the point farthest from the line or plane of the first corners. If rounding hides the farthest one,
// it takes the first point that is off the line or plane. False if there is none.
static bool find_corner(const PointSet *set, int32_t *corners, int known) {
	double highest = -1;
	corners[known] = 0;
	for (int32_t i = 0; i < set->count; ++i) {
		double height = height_over(set, corners, known, i);
		if (height <= highest) continue;
		highest = height;
		corners[known] = i;
	}
	if (is_independent(set, corners, known, corners[known])) return true;
	for (int32_t i = 0; i < set->count; ++i) {
		if (!is_independent(set, corners, known, i)) continue;
		corners[known] = i;
		return true;
	}
	return false;
}

// The dimension of the points. corners receives dimension + 1 points that span it.
static int32_t find_corners(const PointSet *set, int32_t corners[4]) {
	corners[0] = 0;
	corners[1] = set->count - 1;
	if (set->count == 1) return 0;
	return !find_corner(set, corners, 2) ? 1 : !find_corner(set, corners, 3) ? 2 : 3;
}

// ---- flat

// One side of the polygon, from the least point to the greatest: a chain of strict turns of one sign. The
// order of x, y, z sorts the points of the plane by position along one direction, with ties by another.
static int32_t half_polygon(int32_t *out, const PointSet *set, int axis, int32_t sign) {
	int32_t count = 0;
	for (int32_t i = 0; i < set->count; ++i) {
		while (count >= 2 &&
		       hull_turn(set->at[out[count - 2]], set->at[out[count - 1]], set->at[i], axis) * sign <= 0)
			count -= 1;
		out[count++] = i;
	}
	return count;
}

static int32_t flat_triangles(Int32s *out, const PointSet *set, const int32_t corners[4]) {
	int axis = 0;
	while (hull_turn(set->at[corners[0]], set->at[corners[1]], set->at[corners[2]], axis) == 0) ++axis;
	size_t size = mem_array_size(set->count, 2 * sizeof(int32_t));
	int32_t *polygon = mem_alloc(size);
	if (polygon == NULL) return HN_ERR_NO_MEMORY;
	int32_t count = half_polygon(polygon, set, axis, 1), *back = polygon + set->count;
	int32_t back_count = half_polygon(back, set, axis, -1);
	for (int32_t i = 1; i < back_count - 1; ++i) polygon[count++] = back[back_count - 1 - i];
	bool memory = true;
	for (int32_t i = 1; i + 1 < count; ++i) {
		const int32_t pair[6] = { polygon[0], polygon[i],     polygon[i + 1],
			                      polygon[0], polygon[i + 1], polygon[i] };
		for (int k = 0; k < 6; ++k) memory = memory && ARRAY_PUSH(out, pair[k]);
	}
	mem_free(polygon, size);
	return memory ? HN_OK : HN_ERR_NO_MEMORY;
}

// ---- the result

static int32_t sort_triangles(Int32s *triangles) {
	int64_t n = triangles->count / 3;
	size_t size = mem_array_size(n, 4 * sizeof(int32_t));
	int32_t *quads = mem_alloc(size), *scratch = quads == NULL ? NULL : mem_alloc(size);
	if (scratch != NULL) {
		for (int64_t t = 0; t < n; ++t) {
			memcpy(quads + 4 * t, triangles->data + 3 * t, 3 * sizeof *quads);
			quads[4 * t + 3] = 0;
		}
		sort_quads(quads, n, scratch);
		for (int64_t t = 0; t < n; ++t) memcpy(triangles->data + 3 * t, quads + 4 * t, 3 * sizeof *quads);
	}
	int32_t code = scratch == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	mem_free(scratch, size);
	mem_free(quads, size);
	return code;
}

// Marks the points that are vertices: the corners of triangles, or the ends if there are no triangles.
static int32_t mark_vertices(uint8_t *used, const PointSet *set, const Int32s *triangles) {
	int32_t count = 0;
	if (triangles->count == 0) used[0] = used[set->count - 1] = 1;
	for (int64_t i = 0; i < triangles->count; ++i) used[triangles->data[i]] = 1;
	for (int32_t i = 0; i < set->count; ++i) count += used[i];
	return count;
}

static int32_t store_hull(HnHull *hull, const PointSet *set, const Int32s *triangles, const uint8_t *used) {
	hull->vertices = mem_alloc(mem_array_size(hull->vertex_count, sizeof(int32_t)));
	if (hull->vertices == NULL) return HN_ERR_NO_MEMORY;
	hull->triangles = mem_alloc(mem_array_size(hull->triangle_count, 3 * sizeof(int32_t)));
	if (hull->triangles == NULL) return HN_ERR_NO_MEMORY;
	int32_t *next = hull->vertices;
	for (int32_t i = 0; i < set->count; ++i)
		if (used[i]) *next++ = set->index[i];
	for (int64_t i = 0; i < triangles->count; ++i) hull->triangles[i] = set->index[triangles->data[i]];
	return HN_OK;
}

static int32_t hull_store(HnHull **out, int32_t dimension, const PointSet *set, const Int32s *triangles) {
	uint8_t *used = mem_alloc_zero((size_t)set->count);
	HnHull *hull = used == NULL ? NULL : mem_alloc_zero(sizeof *hull);
	int32_t code = HN_ERR_NO_MEMORY;
	if (hull != NULL) {
		hull->dimension = dimension;
		hull->triangle_count = (int32_t)(triangles->count / 3);
		hull->vertex_count = mark_vertices(used, set, triangles);
		code = store_hull(hull, set, triangles, used);
	}
	mem_free(used, (size_t)set->count);
	if (code == HN_OK)
		*out = hull;
	else
		hn_hull_destroy(hull);
	return code;
}

int32_t hn_hull_create(HnHull **out, const double *xyz, int32_t n) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	int32_t code = check_points(xyz, n);
	if (code != HN_OK) return code;
	PointSet set;
	Int32s triangles = { 0 };
	code = point_set_init(&set, xyz, n);
	if (code == HN_OK) {
		int32_t corners[4], dimension = find_corners(&set, corners);
		if (dimension == 2) code = flat_triangles(&triangles, &set, corners);
		if (dimension == 3) code = hull_space(&triangles, set.at, set.count, corners);
		if (code == HN_OK) code = sort_triangles(&triangles);
		if (code == HN_OK) code = hull_store(out, dimension, &set, &triangles);
	}
	ARRAY_FREE(&triangles);
	point_set_free(&set);
	return code;
}

void hn_hull_destroy(HnHull *hull) {
	if (hull == NULL) return;
	mem_free(hull->vertices, mem_array_size(hull->vertex_count, sizeof(int32_t)));
	mem_free(hull->triangles, mem_array_size(hull->triangle_count, 3 * sizeof(int32_t)));
	mem_free(hull, sizeof *hull);
}

static bool is_less(HnVec3 a, HnVec3 b) {
	return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

// The position of the point in the list of vertices, which is in ascending order of coordinates.
static int32_t vertex_rank(const HnHull *hull, const double *xyz, int32_t point) {
	HnVec3 p = flushed(xyz + 3 * (int64_t)point);
	int32_t lo = 0, hi = hull->vertex_count - 1;
	while (lo < hi) {
		int32_t middle = lo + (hi - lo) / 2;
		if (is_less(flushed(xyz + 3 * (int64_t)hull->vertices[middle]), p))
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static int32_t check_indices(const int32_t *indices, int64_t count, const char *what) {
	for (int64_t i = 0; i < count; ++i)
		if (indices[i] < 0)
			return error_set(HN_ERR_BAD_INPUT, "hull: %s %lld is point %d", what, (long long)i, indices[i]);
	return HN_OK;
}

static int32_t check_hull(const HnHull *hull) {
	static const char *const s_names[] = { "one point", "a line" };
	int32_t code = error_if_null(hull, "a hull");
	if (code != HN_OK) return code;
	if (hull->dimension == 0 || hull->dimension == 1)
		return error_set(HN_ERR_BAD_INPUT, "hull: all points are on %s; there are no triangles",
		                 s_names[hull->dimension]);
	if (hull->dimension < 0 || hull->dimension > 3 || hull->vertex_count < 1 || hull->triangle_count < 1)
		return error_set(HN_ERR_BAD_INPUT, "a hull of dimension %d, %d vertices and %d triangles",
		                 hull->dimension, hull->vertex_count, hull->triangle_count);
	code = error_if_null(hull->vertices, "the vertices of a hull");
	if (code == HN_OK) code = error_if_null(hull->triangles, "the triangles of a hull");
	if (code == HN_OK) code = check_indices(hull->vertices, hull->vertex_count, "vertex");
	return code == HN_OK ? check_indices(hull->triangles, 3 * (int64_t)hull->triangle_count, "corner") : code;
}

int32_t hn_hull_mesh(HnMesh **out, const HnHull *hull, const double *xyz) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	int32_t code = check_hull(hull);
	if (code == HN_OK) code = error_if_null(xyz, "the points of a hull");
	if (code == HN_OK) code = hn_mesh_create(out, hull->vertex_count, hull->triangle_count);
	if (code != HN_OK) return code;
	for (int32_t v = 0; v < hull->vertex_count; ++v)
		vec3_store((*out)->xyz + 3 * (int64_t)v, flushed(xyz + 3 * (int64_t)hull->vertices[v]));
	for (int64_t i = 0; i < 3 * (int64_t)hull->triangle_count; ++i)
		(*out)->triangles[i] = vertex_rank(hull, xyz, hull->triangles[i]);
	return HN_OK;
}
