#include "mesh/mesh_builder.h"

#include <math.h>

#include "base/error.h"
#include "math/pose.h"

int32_t mesh_builder_begin(MeshBuilder *b, const char *name, double scale) {
	*b = (MeshBuilder){ .scale = scale };
	if (scale > 0 && isfinite(scale)) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "%s: scale is %g; a positive number is wanted", name, scale);
}

void mesh_builder_free(MeshBuilder *b) {
	ARRAY_FREE(&b->xyz);
	ARRAY_FREE(&b->triangles);
}

int32_t mesh_builder_reserve(MeshBuilder *b, int64_t vertices, int64_t triangles) {
	if (vertices > INT32_MAX) return error_set(HN_ERR_BAD_INPUT, "more than %d vertices", INT32_MAX);
	if (triangles > INT32_MAX) return error_set(HN_ERR_BAD_INPUT, "more than %d triangles", INT32_MAX);
	bool fits = ARRAY_RESERVE(&b->xyz, 3 * vertices) && ARRAY_RESERVE(&b->triangles, 3 * triangles);
	return fits ? HN_OK : HN_ERR_NO_MEMORY;
}

int64_t mesh_builder_vertex_count(const MeshBuilder *b) { return b->xyz.count / 3; }

int32_t mesh_builder_vertex(MeshBuilder *b, const double xyz[3]) {
	if (b->xyz.count / 3 == INT32_MAX) return error_set(HN_ERR_BAD_INPUT, "more than %d vertices", INT32_MAX);
	if (!ARRAY_RESERVE(&b->xyz, b->xyz.count + 3)) return HN_ERR_NO_MEMORY;
	for (int k = 0; k < 3; ++k) {
		double x = xyz[k] * b->scale;
		if (!(fabs(x) <= COORDINATE_MAX)) // also true for NaN
			return error_set(HN_ERR_BAD_INPUT, "coordinate %c is %g; at most 2^200 in magnitude is allowed",
			                 "xyz"[k], x);
		b->xyz.data[b->xyz.count + k] = coordinate_flush(x);
	}
	b->xyz.count += 3;
	return HN_OK;
}

static int32_t add_triangle(MeshBuilder *b, int32_t i, int32_t j, int32_t k) {
	if (b->triangles.count / 3 == INT32_MAX)
		return error_set(HN_ERR_BAD_INPUT, "more than %d triangles", INT32_MAX);
	bool fits = ARRAY_PUSH(&b->triangles, i) && ARRAY_PUSH(&b->triangles, j) && ARRAY_PUSH(&b->triangles, k);
	return fits ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t mesh_builder_fan(MeshBuilder *b, Fan *fan, int32_t vertex) {
	int32_t code = fan->count >= 2 ? add_triangle(b, fan->first, fan->last, vertex) : HN_OK;
	if (fan->count == 0) fan->first = vertex;
	fan->last = vertex;
	fan->count += 1;
	return code;
}

// Gives back memory that was reserved and not used. A free must state the exact size.
static bool trim(void **data, int64_t *capacity, int64_t count, size_t item_size) {
	if (*capacity == count) return true;
	void *p = mem_resize(*data, (size_t)*capacity * item_size, (size_t)count * item_size);
	if (p == NULL) return false;
	*data = p;
	*capacity = count;
	return true;
}

int32_t mesh_builder_finish(MeshBuilder *b, HnMesh **out, const char *name) {
	if (b->triangles.count == 0)
		return error_set(HN_ERR_BAD_INPUT, "%s: no faces (%lld vertices)", name,
		                 (long long)(b->xyz.count / 3));
	if (!trim((void **)&b->xyz.data, &b->xyz.capacity, b->xyz.count, sizeof *b->xyz.data) ||
	    !trim((void **)&b->triangles.data, &b->triangles.capacity, b->triangles.count,
	          sizeof *b->triangles.data))
		return HN_ERR_NO_MEMORY;
	int32_t code = mesh_adopt(out, b->xyz.data, (int32_t)(b->xyz.count / 3), b->triangles.data,
	                          (int32_t)(b->triangles.count / 3));
	if (code == HN_OK) *b = (MeshBuilder){ .scale = b->scale };
	return code;
}
