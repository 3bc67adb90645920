#include "mesh/shape_build.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "math/elementary.h"
#include "mesh/hull.h"

int32_t shape_vertex(ShapeBuilder *builder, HnVec3 p) {
	builder->out_of_memory = builder->out_of_memory || !ARRAY_PUSH(&builder->vertices, p);
	return (int32_t)(builder->vertices.count - 1);
}

void shape_triangle(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c) {
	const int32_t corners[3] = { a, b, c };
	for (int k = 0; k < 3; ++k)
		builder->out_of_memory = builder->out_of_memory || !ARRAY_PUSH(&builder->triangles, corners[k]);
}

void shape_quad(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d) {
	shape_triangle(builder, a, b, c);
	shape_triangle(builder, a, c, d);
}

int32_t shape_circle(ShapeBuilder *builder, int32_t n, bool between, double radius, double z) {
	int32_t first = (int32_t)builder->vertices.count;
	for (int32_t i = 0; i < n; ++i) {
		double around[2];
		shape_turn(around, 2 * i + between, 2 * (int64_t)n);
		shape_vertex(builder, (HnVec3){ radius * around[0], radius * around[1], z });
	}
	return first;
}

void shape_band(ShapeBuilder *builder, int32_t below, int32_t above, int32_t n) {
	for (int32_t i = 0; i < n; ++i) {
		int32_t j = i + 1 < n ? i + 1 : 0;
		shape_quad(builder, below + i, below + j, above + j, above + i);
	}
}

void shape_cap(ShapeBuilder *builder, int32_t ring, int32_t n, bool reversed) {
	for (int32_t i = 1; i + 1 < n; ++i)
		shape_triangle(builder, ring, ring + i + (reversed ? 1 : 0), ring + i + (reversed ? 0 : 1));
}

void shape_hole(ShapeBuilder *builder, const int32_t *corner, int32_t corners, int32_t ring, int32_t each,
                bool reversed) {
	for (int32_t k = 0; k < corners; ++k) {
		int32_t before = corner[k > 0 ? k - 1 : corners - 1], here = corner[k], first = ring + k * each;
		shape_triangle(builder, reversed ? here : before, reversed ? before : here, first);
		for (int32_t i = 0; i < each; ++i) {
			int32_t a = first + i, b = k == corners - 1 && i == each - 1 ? ring : a + 1;
			shape_triangle(builder, here, reversed ? a : b, reversed ? b : a);
		}
	}
}

void shape_prism(ShapeBuilder *builder, const HnVec3 *polygon, int32_t n, HnVec3 along) {
	int32_t ring = (int32_t)builder->vertices.count;
	for (int32_t i = 0; i < n; ++i) shape_vertex(builder, polygon[i]);
	for (int32_t i = 0; i < n; ++i) shape_vertex(builder, vec3_add(polygon[i], along));
	shape_cap(builder, ring, n, true);
	shape_band(builder, ring, ring + n, n);
	shape_cap(builder, ring + n, n, false);
}

int64_t shape_triangles(const ShapeBuilder *builder) { return builder->triangles.count / 3; }

static void split_triangle(ShapeBuilder *builder, int64_t t) {
	int32_t *v = builder->triangles.data + 3 * t, a = v[0], b = v[1], c = v[2];
	const HnVec3 *p = builder->vertices.data;
	int32_t middle = shape_vertex(builder, vec3_scale(vec3_add(vec3_add(p[a], p[b]), p[c]), 1.0 / 3));
	v[2] = middle;
	shape_triangle(builder, b, c, middle);
	shape_triangle(builder, c, a, middle);
}

// The keys are minus the square of twice each area, so that the largest triangle comes first.
static void sort_by_area(const ShapeBuilder *builder, double *keys, int32_t *index, double *key_scratch,
                         int32_t *scratch) {
	int64_t n = shape_triangles(builder);
	for (int64_t t = 0; t < n; ++t) {
		const int32_t *v = builder->triangles.data + 3 * t;
		HnVec3 a = builder->vertices.data[v[0]];
		HnVec3 normal =
		    vec3_cross(vec3_sub(builder->vertices.data[v[1]], a), vec3_sub(builder->vertices.data[v[2]], a));
		keys[t] = -vec3_dot(normal, normal);
		index[t] = (int32_t)t;
	}
	sort_doubles_indexed(keys, index, n, key_scratch, scratch);
}

void shape_split(ShapeBuilder *builder, int32_t more) {
	int64_t n = shape_triangles(builder);
	ASSERT(more >= 0 && more % 2 == 0 && more <= 2 * n);
	if (more == 0 || builder->out_of_memory) return;
	size_t keys_size = mem_array_size(n, sizeof(double)), index_size = mem_array_size(n, sizeof(int32_t));
	double *keys = mem_alloc(keys_size), *key_scratch = keys == NULL ? NULL : mem_alloc(keys_size);
	int32_t *index = key_scratch == NULL ? NULL : mem_alloc(index_size);
	int32_t *scratch = index == NULL ? NULL : mem_alloc(index_size);
	if (scratch != NULL) {
		sort_by_area(builder, keys, index, key_scratch, scratch);
		for (int32_t i = 0; i < more / 2 && !builder->out_of_memory; ++i) split_triangle(builder, index[i]);
	}
	builder->out_of_memory = builder->out_of_memory || scratch == NULL;
	mem_free(scratch, index_size);
	mem_free(index, index_size);
	mem_free(key_scratch, keys_size);
	mem_free(keys, keys_size);
}

int32_t shape_finish(HnMesh **out, ShapeBuilder *builder, int32_t code) {
	if (code == HN_OK && builder->out_of_memory) code = HN_ERR_NO_MEMORY;
	if (code == HN_OK)
		code = hn_mesh_create(out, (int32_t)builder->vertices.count, (int32_t)shape_triangles(builder));
	if (code == HN_OK) {
		for (int64_t v = 0; v < builder->vertices.count; ++v)
			vec3_store((*out)->xyz + 3 * v, builder->vertices.data[v]);
		memcpy((*out)->triangles, builder->triangles.data,
		       (size_t)builder->triangles.count * sizeof(int32_t));
		code = hn_mesh_validate(*out); // flushes coordinates that are almost 0
	}
	ARRAY_FREE(&builder->vertices);
	ARRAY_FREE(&builder->triangles);
	return code;
}

// Quarter turns are exact, and the other quarters mirror the first.
void shape_turn(double cos_sin[2], int64_t i, int64_t n) {
	int64_t quarter = 4 * i / n, left = 4 * i - quarter * n; // of n, inside this quarter
	double angle = MATH_PI / 2 * ((double)left / (double)n);
	double c = left == 0 ? 1 : math_cos(angle), s = left == 0 ? 0 : math_sin(angle);
	cos_sin[0] = quarter % 4 == 0 ? c : quarter % 4 == 1 ? -s : quarter % 4 == 2 ? -c : s;
	cos_sin[1] = quarter % 4 == 0 ? s : quarter % 4 == 1 ? c : quarter % 4 == 2 ? -s : -c;
}

HnVec3 shape_direction(Rng *rng) {
	for (;;) { // draws a point in the ball; about every second try succeeds
		double x = rng_range(rng, -1, 1), y = rng_range(rng, -1, 1), z = rng_range(rng, -1, 1);
		double r = sqrt(x * x + y * y + z * z);
		if (r > 0.01 && r < 1) return (HnVec3){ x / r, y / r, z / r };
	}
}

int32_t shape_convex(HnMesh **out, const char *name, const double *xyz, int32_t n) {
	HnHull *hull;
	int32_t code = hn_hull_create(&hull, xyz, n);
	if (code != HN_OK) return code;
	if (hull->triangle_count == 2 * (int64_t)n - 4)
		code = hn_hull_mesh(out, hull, xyz);
	else
		code = error_set(HN_ERR_BAD_INPUT,
		                 "%s: only %d of the %d points are corners of the hull; try another seed", name,
		                 hull->vertex_count, n);
	hn_hull_destroy(hull);
	return code;
}

int32_t shape_check_even(const char *name, int32_t faces) {
	if (faces % 2 == 0) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT,
	                 "%s: parameter 'faces' is %d, must be even: closed meshes have no odd count", name,
	                 faces);
}
