// An organic body: the hull of evenly spread points on a sphere, each then moved along its ray by smooth
// bumps. All points are extreme before they move, so every even count is met. The body stays star-shaped, so
// no two triangles cross. This work is based on:
// Alvaro Gonzalez. Measurement of Areas on a Sphere Using Fibonacci and Latitude-Longitude Lattices. 2010
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/elementary.h"
#include "mesh/shape_build.h"

enum { BUMPS_MAX = 100 };

typedef struct BlobParams {
	int32_t faces, bumps;
	double height, radius;
	int32_t seed;
} BlobParams;

typedef struct Bump {
	HnVec3 centre;
	double height, sharpness;
} Bump;

// Point i of n. All points have equal areas, and each is turned by the golden section from the one before.
static HnVec3 fibonacci_point(int64_t i, int64_t n) {
	const double golden = 0x1.3c6ef372fe95p-1; // (sqrt 5 - 1) / 2
	double z = 1 - (2 * (double)i + 1) / (double)n, r = sqrt(1 - z * z);
	double turns = (double)i * golden, angle = 2 * MATH_PI * (turns - floor(turns));
	return (HnVec3){ r * math_cos(angle), r * math_sin(angle), z };
}

static void make_bumps(Bump *bumps, const BlobParams *p) {
	Rng rng = rng_of((uint64_t)p->seed, 0);
	for (int32_t b = 0; b < p->bumps; ++b) {
		bumps[b].centre = shape_direction(&rng);
		bumps[b].height = rng_range(&rng, -p->height, p->height);
		bumps[b].sharpness = rng_range(&rng, 2, 20);
	}
}

static double bumpy_radius(const Bump *bumps, const BlobParams *p, HnVec3 direction) {
	double sum = 0;
	for (int32_t b = 0; b < p->bumps; ++b) {
		double fall = 1 + bumps[b].sharpness * (1 - vec3_dot(bumps[b].centre, direction));
		sum += bumps[b].height / (fall * fall);
	}
	return p->radius *
	       math_exp(sum / sqrt(1 + (double)p->bumps / 8)); // many bumps overlap; this keeps the sum bounded
}

static int32_t blob_create(HnMesh **out, const void *params) {
	const BlobParams *p = params;
	int32_t code = shape_check_even("blob", p->faces), n = p->faces / 2 + 2;
	if (code != HN_OK) return code;
	size_t size = mem_array_size(n, 3 * sizeof(double));
	double *xyz = mem_alloc(size);
	if (xyz == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < n; ++i) vec3_store(xyz + 3 * i, fibonacci_point(i, n));
	code = shape_convex(out, "blob", xyz, n);
	mem_free(xyz, size);
	if (code != HN_OK) return code;
	Bump bumps[BUMPS_MAX];
	make_bumps(bumps, p);
	for (double *v = (*out)->xyz; v < (*out)->xyz + 3 * (int64_t)n; v += 3)
		vec3_store(v, vec3_scale(vec3_load(v), bumpy_radius(bumps, p, vec3_load(v))));
	return hn_mesh_validate(*out);
}

static const Param s_params[] = {
	SHAPE_INT(BlobParams, faces, 10000, 20, 1000000, "triangles, an even number"),
	SHAPE_INT(BlobParams, bumps, 12, 0, BUMPS_MAX, "rises and hollows"),
	SHAPE_REAL(BlobParams, height, 0.8, 0, 2, "of a bump, as the logarithm of the radius"),
	SHAPE_REAL(BlobParams, radius, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "without bumps"),
	SHAPE_SEED(BlobParams),
};

extern const ShapeClass shape_blob;
const ShapeClass shape_blob = {
	.name = "blob",
	.about = "organic body: a sphere with smooth random bumps, star-shaped",
	.params = SHAPE_PARAMS(s_params, BlobParams),
	.create = blob_create,
};
