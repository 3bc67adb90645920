#include "scene/swarm.h"

#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "math/elementary.h"
#include "scene/motion.h"

// The smallest turn, in radians a step.
#define TURN_MIN 0.02
#define TURN_MAX 0.2

static size_t order_size(const Swarm *swarm) { return mem_array_size(swarm->count, sizeof(int32_t)); }

Swarm swarm_of(const char *name, GeneratedScene *scene, const SwarmParams *params) {
	return (Swarm){ .name = name,
		            .scene = scene,
		            .count = params->count,
		            .steps = params->steps,
		            .seed = (uint64_t)params->seed,
		            .places_seed = (uint64_t)params->seed + ((uint64_t)params->places << 32),
		            .spin = params->spin };
}

int32_t swarm_begin(Swarm *swarm, int32_t mesh_count) {
	if ((int64_t)swarm->count * swarm->steps > SWARM_POSES_MAX)
		return error_set(HN_ERR_BAD_INPUT, "%s: %d objects at %d steps have more than %d poses", swarm->name,
		                 swarm->count, swarm->steps, SWARM_POSES_MAX);
	int32_t status = generated_begin(swarm->scene, mesh_count, swarm->count, 0, swarm->steps);
	if (status != HN_OK) return status;
	swarm->mesh_radii = mem_alloc(mem_array_size(mesh_count, sizeof *swarm->mesh_radii));
	swarm->mesh_of = mem_alloc_zero(mem_array_size(swarm->count, sizeof *swarm->mesh_of));
	return swarm->mesh_radii != NULL && swarm->mesh_of != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

void swarm_free(Swarm *swarm) {
	mem_free(swarm->mesh_radii, mem_array_size(swarm->scene->mesh_count, sizeof *swarm->mesh_radii));
	mem_free(swarm->mesh_of, mem_array_size(swarm->count, sizeof *swarm->mesh_of));
}

static void mesh_scale(HnMesh *mesh, double scale) {
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) mesh->xyz[i] *= scale;
}

int32_t swarm_add_mesh(Swarm *swarm, const char *shape, const char *params, double radius) {
	HnMesh **mesh = &swarm->scene->meshes[swarm->mesh_count];
	int32_t status = hn_shape_create(mesh, shape, params);
	if (status != HN_OK) return status;
	if (radius > 0) mesh_scale(*mesh, radius / points_radius((*mesh)->xyz, (*mesh)->vertex_count));
	swarm->mesh_radii[swarm->mesh_count++] = points_radius((*mesh)->xyz, (*mesh)->vertex_count);
	return HN_OK;
}

void swarm_draw_meshes(Swarm *swarm) {
	Rng rng = rng_of(swarm->seed, 0);
	for (int32_t i = 0; i < swarm->count; ++i) {
		swarm->mesh_of[i] = (int32_t)rng_below(&rng, (uint64_t)swarm->mesh_count);
		swarm->scene->bodies[i].mesh = swarm->scene->meshes[swarm->mesh_of[i]];
	}
}

int32_t swarm_boxes(Swarm *swarm, const SwarmParams *params) {
	static const char *const s_edges[] = { "0.25", "0.5", "1", "2" };
	bool mixed = params->mixed != 0;
	int32_t meshes = mixed ? 64 : 1;
	int32_t status = swarm_begin(swarm, meshes);
	for (int32_t m = 0; m < meshes && status == HN_OK; ++m) {
		char edges[64];
		snprintf(edges, sizeof edges, "x=%s y=%s z=%s", s_edges[mixed ? m % 4 : 2],
		         s_edges[mixed ? m / 4 % 4 : 2], s_edges[mixed ? m / 16 : 2]);
		status = swarm_add_mesh(swarm, "box", edges, 0);
	}
	if (status != HN_OK) return status;
	swarm_draw_meshes(swarm);
	swarm->side = cube_root(swarm_volume(swarm, params->count, params->density));
	return HN_OK;
}

// Two objects with radii a and b meet if the centre of one lies in a ball of radius a + b around the other.
// The mean volume of these balls over all pairs of radii is the mean of (a + b)^3 times the volume of the
// unit ball.
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

double swarm_largest(const Swarm *swarm) {
	double largest = 0;
	for (int32_t m = 0; m < swarm->mesh_count; ++m) largest = greater(largest, swarm->mesh_radii[m]);
	return largest;
}

Rng swarm_rng(const Swarm *swarm, int32_t object) { return rng_of(swarm->places_seed, 1 + (uint64_t)object); }

// Each coordinate is drawn in a statement of its own, because compilers may evaluate the parts of one
// expression in any order.
HnVec3 swarm_in_cube(Rng *rng, double lo, double hi) {
	double x = rng_range(rng, lo, hi);
	double y = rng_range(rng, lo, hi);
	double z = rng_range(rng, lo, hi);
	return (HnVec3){ x, y, z };
}

HnVec3 swarm_in_ball(Rng *rng, double radius) {
	HnVec3 p;
	do p = swarm_in_cube(rng, -1, 1);
	while (vec3_dot(p, p) > 1);
	return vec3_scale(p, radius);
}

HnVec3 swarm_place(const Swarm *swarm, Rng *rng) { return swarm_in_cube(rng, 0, swarm->side); }

HnVec3 swarm_reflect(const Swarm *swarm, HnVec3 p) {
	return (HnVec3){ motion_reflect(p.x, 0, swarm->side), motion_reflect(p.y, 0, swarm->side),
		             motion_reflect(p.z, 0, swarm->side) };
}

static double kept(double x, double most) { return x < 0 ? 0 : x > most ? most : x; }

HnVec3 swarm_inside(const Swarm *swarm, HnVec3 p) {
	return (HnVec3){ kept(p.x, swarm->side), kept(p.y, swarm->side), kept(p.z, swarm->side) };
}

double swarm_height(const Swarm *swarm, HnVec3 place) {
	(void)swarm;
	return place.z;
}

int32_t *swarm_order(const Swarm *swarm, double (*key)(const Swarm *, HnVec3)) {
	size_t keys_size = mem_array_size(2 * (int64_t)swarm->count, sizeof(double));
	double *keys = mem_alloc(keys_size);
	int32_t *order = keys != NULL ? mem_alloc(order_size(swarm)) : NULL;
	int32_t *scratch = order != NULL ? mem_alloc(order_size(swarm)) : NULL;
	for (int32_t i = 0; scratch != NULL && i < swarm->count; ++i) {
		Rng rng = swarm_rng(swarm, i);
		keys[i] = key(swarm, swarm_place(swarm, &rng));
		order[i] = i;
	}
	if (scratch != NULL) sort_doubles_indexed(keys, order, swarm->count, keys + swarm->count, scratch);
	mem_free(keys, keys_size);
	if (scratch == NULL) return swarm_order_free(swarm, order), NULL;
	mem_free(scratch, order_size(swarm));
	return order;
}

void swarm_order_free(const Swarm *swarm, int32_t *order) { mem_free(order, order_size(swarm)); }

Turning swarm_turning(const Swarm *swarm, Rng *rng) {
	Turning out = { .first = mat3_identity(), .now = { 1, 0, 0, 0 }, .turn = { 1, 0, 0, 0 } };
	if (swarm->tilted) out.first = motion_random_rotation(rng);
	if (!swarm->spin) return out;
	HnVec3 axis = motion_random_direction(rng);
	out.turn = hn_quaternion_axis_angle(axis, rng_range(rng, TURN_MIN, TURN_MAX));
	return out;
}

HnPose turning_pose(const Turning *turning, HnVec3 place) {
	HnMat3 r = quaternion_matrix(turning->now);
	return (HnPose){ mat3_mul(&r, &turning->first), place };
}

void turning_step(Turning *turning) {
	turning->now = quaternion_mul(turning->turn, turning->now);
	hn_quaternion_normalize(&turning->now); // prevents rounding from adding up
}
