#include "scene/swarm.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/elementary.h"
#include "scene/motion.h"

#define TURN_MIN 0.02 // radians a step
#define TURN_MAX 0.2

int32_t swarm_begin(Swarm *swarm, int32_t mesh_count) {
	if ((int64_t)swarm->count * swarm->steps > SWARM_POSES_MAX)
		return error_set(ERR_BAD_INPUT, "%s: %d objects at %d steps have more than %d poses", swarm->name,
		                 swarm->count, swarm->steps, SWARM_POSES_MAX);
	int32_t status = generated_begin(swarm->scene, mesh_count, swarm->count, 0, swarm->steps);
	if (status != ERR_OK) return status;
	swarm->mesh_radii = mem_alloc(mem_array_size(mesh_count, sizeof *swarm->mesh_radii));
	swarm->mesh_of = mem_alloc_zero(mem_array_size(swarm->count, sizeof *swarm->mesh_of));
	return swarm->mesh_radii != NULL && swarm->mesh_of != NULL ? ERR_OK : ERR_NO_MEMORY;
}

void swarm_free(Swarm *swarm) {
	mem_free(swarm->mesh_radii, mem_array_size(swarm->scene->mesh_count, sizeof *swarm->mesh_radii));
	mem_free(swarm->mesh_of, mem_array_size(swarm->count, sizeof *swarm->mesh_of));
}

static double mesh_radius(const Mesh *mesh) {
	double square = 0;
	for (int32_t v = 0; v < mesh->vertex_count; ++v) {
		Vec3 p = vec3_load(mesh->xyz + 3 * (int64_t)v);
		square = greater(square, vec3_dot(p, p));
	}
	return sqrt(square);
}

static void mesh_scale(Mesh *mesh, double scale) {
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) mesh->xyz[i] *= scale;
}

int32_t swarm_add_mesh(Swarm *swarm, const char *shape, const char *params, double radius) {
	Mesh **mesh = &swarm->scene->meshes[swarm->mesh_count];
	int32_t status = shape_create(mesh, shape, params);
	if (status != ERR_OK) return status;
	if (radius > 0) mesh_scale(*mesh, radius / mesh_radius(*mesh));
	swarm->mesh_radii[swarm->mesh_count++] = mesh_radius(*mesh);
	return ERR_OK;
}

void swarm_use_mesh(Swarm *swarm, int32_t object, int32_t mesh) {
	swarm->mesh_of[object] = mesh;
	swarm->scene->bodies[object].mesh = swarm->scene->meshes[mesh];
}

int32_t swarm_boxes(Swarm *swarm, bool mixed) {
	static const char *const s_edges[] = { "0.25", "0.5", "1", "2" };
	int32_t meshes = mixed ? 64 : 1;
	int32_t status = swarm_begin(swarm, meshes);
	for (int32_t m = 0; m < meshes && status == ERR_OK; ++m) {
		char params[64];
		snprintf(params, sizeof params, "x=%s y=%s z=%s", s_edges[mixed ? m % 4 : 2],
		         s_edges[mixed ? m / 4 % 4 : 2], s_edges[mixed ? m / 16 : 2]);
		status = swarm_add_mesh(swarm, "box", params, 0);
	}
	if (status != ERR_OK) return status;
	Rng rng;
	rng_seed(&rng, (uint64_t)swarm->seed, 0);
	for (int32_t i = 0; i < swarm->count; ++i)
		swarm_use_mesh(swarm, i, (int32_t)rng_below(&rng, (uint64_t)meshes));
	return ERR_OK;
}

// The mean of (a + b)^3 over all radii a and b, times the volume of a ball of radius 1, is the volume in
// which the centre of another has to be.
double swarm_volume(const Swarm *swarm, double n, double density) {
	double m1 = 0, m2 = 0, m3 = 0;
	for (int32_t i = 0; i < swarm->count; ++i) {
		double r = swarm_radius(swarm, i);
		m1 += r, m2 += r * r, m3 += r * r * r;
	}
	m1 /= swarm->count, m2 /= swarm->count, m3 /= swarm->count;
	return n * (4.0 / 3.0 * MATH_PI) * (2 * m3 + 6 * m1 * m2) / density;
}

double cube_root(double x) { return math_exp(math_log(x) / 3); }

void swarm_set_side(Swarm *swarm, double volume) {
	double largest = 0;
	for (int32_t i = 0; i < swarm->count; ++i) largest = greater(largest, swarm_radius(swarm, i));
	swarm->side = greater(cube_root(volume), 2 * largest);
}

Rng swarm_rng(const Swarm *swarm, int32_t object) {
	Rng rng;
	rng_seed(&rng, (uint64_t)swarm->seed, 1 + (uint64_t)object);
	return rng;
}

Vec3 swarm_in_ball(Rng *rng, double radius) {
	Vec3 p;
	do p = (Vec3){ rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
	while (vec3_dot(p, p) > 1);
	return vec3_scale(p, radius);
}

Vec3 swarm_place(const Swarm *swarm, int32_t object, Rng *rng) {
	double lo = swarm_radius(swarm, object), hi = swarm->side - lo;
	return (Vec3){ rng_range(rng, lo, hi), rng_range(rng, lo, hi), rng_range(rng, lo, hi) };
}

Vec3 swarm_reflect(const Swarm *swarm, int32_t object, Vec3 p) {
	double lo = swarm_radius(swarm, object), hi = swarm->side - lo;
	return (Vec3){ motion_reflect(p.x, lo, hi), motion_reflect(p.y, lo, hi), motion_reflect(p.z, lo, hi) };
}

Turning swarm_turning(const Swarm *swarm, Rng *rng) {
	Turning out = { .first = mat3_identity(), .now = { 1, 0, 0, 0 }, .turn = { 1, 0, 0, 0 } };
	if (swarm->tilted) out.first = motion_random_rotation(rng);
	if (!swarm->spin) return out;
	Vec3 axis = motion_random_direction(rng);
	out.turn = quaternion_axis_angle(axis, rng_range(rng, TURN_MIN, TURN_MAX));
	return out;
}

Pose turning_pose(const Turning *turning, Vec3 place) {
	Mat3 r = quaternion_matrix(turning->now);
	return (Pose){ mat3_mul(&r, &turning->first), place };
}

void turning_step(Turning *turning) {
	turning->now = quaternion_mul(turning->turn, turning->now);
	quaternion_normalize(&turning->now); // else rounding would add up
}
