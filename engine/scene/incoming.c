#include "scene/incoming.h"

#include <math.h>

#include "base/error.h"

enum { STEPS_PER_DIAMETER = 256 };

static HnVec3 mesh_middle(const HnMesh *mesh) {
	double lo[3], hi[3];
	hn_mesh_bounds(mesh, lo, hi);
	return (HnVec3){ lo[0] + (hi[0] - lo[0]) / 2, lo[1] + (hi[1] - lo[1]) / 2, lo[2] + (hi[2] - lo[2]) / 2 };
}

// The interval of direction . r (v - middle) over the vertices v that triangles use.
static void mesh_extent(const HnMesh *mesh, const HnMat3 *r, HnVec3 middle, HnVec3 direction, double *lo,
                        double *hi) {
	HnVec3 d = mat3_tmul_vec(r, direction);
	*lo = (double)INFINITY;
	*hi = -(double)INFINITY;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		double s = vec3_dot(d, vec3_sub(vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]), middle));
		if (s < *lo) *lo = s;
		if (s > *hi) *hi = s;
	}
}

HnPose incoming_pose(const Incoming *way, double s) {
	HnVec3 place = vec3_add(way->still_middle, vec3_scale(way->direction, s));
	return (HnPose){ way->r, vec3_sub(place, mat3_mul_vec(&way->r, way->moving_middle)) };
}

void incoming_set(Incoming *way, const HnMat3 *r, HnVec3 direction) {
	way->r = *r;
	way->direction = direction;
	HnMat3 none = mat3_identity();
	double still_lo, still_hi, lo, hi;
	mesh_extent(way->still, &none, way->still_middle, way->direction, &still_lo, &still_hi);
	mesh_extent(way->moving, &way->r, way->moving_middle, way->direction, &lo, &hi);
	way->begin = still_hi - lo;
	way->end = still_lo - hi;
	// More than touching, and more than the rounding of places far from the origin.
	double far = vec3_length(way->still_middle) + vec3_length(way->moving_middle);
	double clear = 1e-9 * (way->begin - way->end) + 1e-12 * far;
	if (!(clear > 0)) clear = 1; // two points at the origin
	way->begin += clear;
	way->end -= clear;
}

void incoming_draw(Incoming *way, Rng *rng) {
	HnMat3 r = motion_random_rotation(rng);
	incoming_set(way, &r, motion_random_direction(rng));
}

double incoming_step(const Incoming *way, double least_diameter) {
	return fmax(least_diameter / STEPS_PER_DIAMETER, (way->begin - way->end) / INCOMING_STEPS);
}

int32_t incoming_init(Incoming *out, const HnMesh *still, const HnMesh *moving) {
	*out = (Incoming){ .still = still, .moving = moving };
	int32_t status = mesh_check_two(still, moving);
	if (status != HN_OK) return status;
	if (still->triangle_count < 1 || moving->triangle_count < 1)
		return error_set(HN_ERR_BAD_INPUT, "a mesh without triangles touches nothing");
	out->still_middle = mesh_middle(still);
	out->moving_middle = mesh_middle(moving);
	return HN_OK;
}
