// Regular tetrahedra on a cubic grid, each with its own rotation, disjoint.
#include <math.h>

#include "mesh/shape_build.h"

typedef struct TetrahedraParams {
	int32_t count;
	double edge, gap;
	int32_t seed;
} TetrahedraParams;

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

static int32_t tetrahedra_create(HnMesh **out, const void *params) {
	static const HnVec3 s_corners[4] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
	const TetrahedraParams *p = params;
	ShapeBuilder builder = { 0 };
	Rng rng;
	rng_seed(&rng, (uint64_t)p->seed, 0);
	int32_t side = 1; // tetrahedra along an edge of the grid
	while ((int64_t)side * side * side < p->count) ++side;
	// Two corners of s_corners are 2 sqrt 2 apart, and each is sqrt 3 from the centre.
	double scale = p->edge / (2 * sqrt(2)), spacing = 2 * sqrt(3) * scale * (1 + p->gap);
	for (int32_t i = 0; i < p->count; ++i) {
		HnMat3 r = random_rotation(&rng);
		int32_t row = i / side, layer = row / side;
		HnVec3 centre = { i % side * spacing, row % side * spacing, layer * spacing };
		for (int k = 0; k < 4; ++k)
			shape_vertex(&builder, vec3_add(centre, mat3_mul_vec(&r, vec3_scale(s_corners[k], scale))));
		static const int32_t s_faces[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 0, 2, 3 }, { 1, 3, 2 } };
		for (int f = 0; f < 4; ++f)
			shape_triangle(&builder, 4 * i + s_faces[f][0], 4 * i + s_faces[f][1], 4 * i + s_faces[f][2]);
	}
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_INT(TetrahedraParams, count, 100, 1, 250000, "tetrahedra"),
	SHAPE_REAL(TetrahedraParams, edge, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "length of an edge"),
	SHAPE_REAL(TetrahedraParams, gap, 0.25, 0.001, 1000,
	           "least distance, as a share of the circumscribed sphere's diameter"),
	SHAPE_SEED(TetrahedraParams),
};

extern const ShapeClass shape_tetrahedra;
const ShapeClass shape_tetrahedra = {
	.name = "tetrahedra",
	.about = "disjoint regular tetrahedra on a grid, turned at random: 4 count triangles",
	.source = "wei2000, model 1: 400 triangles",
	.params = SHAPE_PARAMS(s_params, TetrahedraParams),
	.create = tetrahedra_create,
};
