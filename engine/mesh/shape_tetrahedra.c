// Regular tetrahedra on a cubic grid, each with its own rotation, disjoint.
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "mesh/shape_build.h"

enum { TRIANGLES_MAX = 1000000 };

typedef struct TetrahedraParams {
	int32_t count, parts;
	double edge, gap;
	int32_t seed;
} TetrahedraParams;

static const int s_faces[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 0, 2, 3 }, { 1, 3, 2 } };

// A uniform rotation from a unit quaternion.
static HnMat3 random_rotation(Rng *rng) {
	double q[4], n;
	do {
		n = 0;
		for (int i = 0; i < 4; ++i) {
			q[i] = rng_range(rng, -1, 1);
			n += q[i] * q[i];
		}
	} while (n > 1 || n < 0.01);
	double s = 2 / n, w = q[0], x = q[1], y = q[2], z = q[3];
	return (HnMat3){ { { 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
		               { s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x) },
		               { s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y) } } };
}

// The number of a point of face f whose edges have n parts, from its weights of the face's corners, which add
// up to n: corners come first, then the points between them on edges, then those inside faces.
static int32_t point_index(int32_t n, int f, const int32_t weights[3]) {
	int corners[3] = { 0 }, count = 0;
	int32_t along = 0, row = weights[1];
	for (int k = 0; k < 3; ++k)
		if (weights[k] > 0) corners[count++] = s_faces[f][k], along = weights[k];
	if (count == 1) return corners[0];
	if (count == 3) // rows of n - 2, n - 3 ... points
		return 4 + 6 * (n - 1) + f * (n - 1) * (n - 2) / 2 + (row - 1) * (2 * n - 2 - row) / 2 + weights[2] -
		       1;
	int a = corners[0], b = corners[1];
	if (a > b) a = b, b = corners[0], along = n - along;
	return 4 + (a == 0 ? b - 1 : a + b) * (n - 1) + along - 1;
}

// Writes the points of one tetrahedron around the origin.
static void points_make(HnVec3 *out, int32_t n) {
	static const HnVec3 s_corners[4] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
	for (int f = 0; f < 4; ++f)
		for (int32_t i = 0; i <= n; ++i)
			for (int32_t j = 0; i + j <= n; ++j) {
				int32_t weights[3] = { n - i - j, i, j };
				HnVec3 sum = { 0, 0, 0 };
				for (int k = 0; k < 3; ++k)
					sum = vec3_add(sum, vec3_scale(s_corners[s_faces[f][k]], (double)weights[k] / n));
				out[point_index(n, f, weights)] = sum;
			}
}

static void face_add(ShapeBuilder *builder, int32_t first, int32_t n, int f) {
	for (int32_t i = 0; i < n; ++i)
		for (int32_t j = 0; i + j < n; ++j) {
			int32_t k = n - i - j;
			int32_t low = first + point_index(n, f, (int32_t[]){ k - 1, i + 1, j }),
			        left = first + point_index(n, f, (int32_t[]){ k - 1, i, j + 1 });
			shape_triangle(builder, first + point_index(n, f, (int32_t[]){ k, i, j }), low, left);
			if (k < 2) continue;
			shape_triangle(builder, low, first + point_index(n, f, (int32_t[]){ k - 2, i + 1, j + 1 }), left);
		}
}

static int32_t tetrahedra_create(HnMesh **out, const void *params) {
	const TetrahedraParams *p = params;
	ShapeBuilder builder = { 0 };
	int32_t side = 1, n = p->parts; // tetrahedra along an edge of the grid
	if ((int64_t)4 * p->count * n * n > TRIANGLES_MAX)
		return error_set(HN_ERR_BAD_INPUT, "tetrahedra: 'parts': 4 count parts^2 must be at most %d",
		                 TRIANGLES_MAX);
	int32_t each = 2 * n * n + 2;
	size_t size = mem_array_size(each, sizeof(HnVec3));
	HnVec3 *points = mem_alloc(size);
	if (points == NULL) return HN_ERR_NO_MEMORY;
	points_make(points, n);
	Rng rng = rng_of((uint64_t)p->seed, 0);
	while ((int64_t)side * side * side < p->count) ++side;
	// Two corners of points_make are 2 sqrt 2 apart, and each is sqrt 3 from the centre.
	double scale = p->edge / (2 * sqrt(2)), spacing = 2 * sqrt(3) * scale * (1 + p->gap);
	for (int32_t i = 0; i < p->count; ++i) {
		HnMat3 r = random_rotation(&rng);
		int32_t row = i / side, layer = row / side;
		HnVec3 centre = { i % side * spacing, row % side * spacing, layer * spacing };
		for (int32_t k = 0; k < each; ++k)
			shape_vertex(&builder, vec3_add(centre, mat3_mul_vec(&r, vec3_scale(points[k], scale))));
		for (int f = 0; f < 4; ++f) face_add(&builder, each * i, n, f);
	}
	mem_free(points, size);
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_INT(TetrahedraParams, count, 100, 1, 250000, "tetrahedra"),
	SHAPE_INT(TetrahedraParams, parts, 1, 1, 500,
	          "parts of an edge: each face is divided into parts^2 triangles"),
	SHAPE_REAL(TetrahedraParams, edge, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "length of an edge"),
	SHAPE_REAL(TetrahedraParams, gap, 0.25, 0.001, 1000,
	           "least distance, as a share of the circumscribed sphere's diameter"),
	SHAPE_SEED(TetrahedraParams),
};

extern const ShapeClass shape_tetrahedra;
const ShapeClass shape_tetrahedra = {
	.name = "tetrahedra",
	.about = "disjoint regular tetrahedra on a grid, turned at random: 4 count parts^2 triangles",
	.source = "wei2000, model 1: 400 triangles",
	.params = SHAPE_PARAMS(s_params, TetrahedraParams),
	.create = tetrahedra_create,
};
