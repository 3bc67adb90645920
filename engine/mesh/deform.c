#include "mesh/deform.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/rng.h"
#include "base/sort.h"
#include "math/elementary.h"
#include "math/pose.h"
#include "math/quaternion.h"

const char *deform_kind_name(int32_t index) {
	NAME_AT(index, [DEFORM_WAVE] = "wave", [DEFORM_DENT] = "dent", [DEFORM_TWIST] = "twist");
}

// Whether lo < value <= hi, or lo <= value <= hi with `closed`. False for NaN.
static bool inside(double value, double lo, double hi, bool closed) {
	return (closed ? value >= lo : value > lo) && value <= hi;
}

static int32_t def_check(const DeformDef *def) {
	const char *kind = deform_kind_name((int32_t)def->kind);
	double most = def->kind == DEFORM_TWIST ? 0.5 : 1;
	if (kind == NULL) return error_set(HN_ERR_BAD_INPUT, "deformation: kind %d is unknown", (int)def->kind);
	if (def->steps < 1)
		return error_set(HN_ERR_BAD_INPUT, "%s: at least one step is needed, not %d", kind, def->steps);
	if (!inside(def->share, 0, 1, true))
		return error_set(HN_ERR_BAD_INPUT, "%s: share is %g; it is of all vertices, 0 to 1", kind,
		                 def->share);
	if (!inside(def->amplitude, 0, most, false))
		return error_set(HN_ERR_BAD_INPUT, "%s: amplitude is %g; more than 0 and at most %g is allowed", kind,
		                 def->amplitude, most);
	if (def->kind != DEFORM_WAVE) return HN_OK;
	if (!inside(def->length, 0, 1000, false))
		return error_set(HN_ERR_BAD_INPUT, "wave: length is %g; more than 0 and at most 1000 is allowed",
		                 def->length);
	if (!inside(def->cycles, 0, 1e6, true))
		return error_set(HN_ERR_BAD_INPUT, "wave: cycles is %g; 0 to 1e6 is allowed", def->cycles);
	return HN_OK;
}

// A uniform unit vector: points are drawn in a cube until one lies in the ball.
static HnVec3 random_unit(Rng *rng) {
	for (;;) {
		double x = rng_range(rng, -1, 1), y = rng_range(rng, -1, 1), z = rng_range(rng, -1, 1);
		double square = x * x + y * y + z * z;
		if (square >= 0x1p-20 && square <= 1) return vec3_unit((HnVec3){ x, y, z });
	}
}

// A random unit vector at a right angle to `along` (to rounding).
static HnVec3 random_across(Rng *rng, HnVec3 along) {
	for (;;) {
		HnVec3 v = vec3_cross(along, random_unit(rng));
		if (vec3_dot(v, v) >= 0x1p-20) return vec3_unit(v);
	}
}

static HnVec3 vertex(const HnMesh *mesh, int32_t v) { return vec3_load(mesh->xyz + 3 * (int64_t)v); }

static void bounds_of(const HnMesh *mesh, HnVec3 *lo, HnVec3 *hi) {
	*lo = *hi = vertex(mesh, 0);
	for (int32_t v = 1; v < mesh->vertex_count; ++v) {
		*lo = vec3_min(*lo, vertex(mesh, v));
		*hi = vec3_max(*hi, vertex(mesh, v));
	}
}

static double square_distance(const Deform *deform, int32_t v) {
	HnVec3 d = vec3_sub(vertex(deform->mesh, v), deform->centre);
	return vec3_dot(d, d);
}

// Finds the vertices of the region in ascending order, and its radius. keys and index have room for all
// vertices twice.
static void region_find(Deform *deform, double *keys, int32_t *index) {
	int32_t n = deform->mesh->vertex_count, count = 0;
	for (int32_t v = 0; v < n; ++v) keys[v] = square_distance(deform, v), index[v] = v;
	sort_doubles_indexed(keys, index, n, keys + n, index + n);
	double rim = keys[deform->moved_count - 1];
	int32_t last = index[deform->moved_count - 1]; // the sort keeps ties in the order of the vertices
	for (int32_t v = 0; v < n; ++v) {
		double square = square_distance(deform, v);
		if (square < rim || (square == rim && v <= last)) deform->moved[count++] = v;
	}
	CHECK(count == deform->moved_count);
	deform->radius = sqrt(rim);
	for (int32_t i = 0; i < count; ++i) {
		double inner = rim > 0 ? 1 - square_distance(deform, deform->moved[i]) / rim : 1;
		deform->weight[i] = 0.0625 + 0.9375 * inner * inner;
	}
}

static int32_t region_create(Deform *deform) {
	int32_t n = deform->mesh->vertex_count;
	size_t keys_size = mem_array_size(2 * (int64_t)n, sizeof(double)),
	       index_size = mem_array_size(2 * (int64_t)n, sizeof(int32_t));
	double *keys = mem_alloc(keys_size);
	int32_t *index = mem_alloc(index_size);
	deform->moved = mem_alloc(mem_array_size(deform->moved_count, sizeof(int32_t)));
	deform->weight = mem_alloc(mem_array_size(deform->moved_count, sizeof(double)));
	bool ready = keys != NULL && index != NULL && deform->moved != NULL && deform->weight != NULL;
	if (ready) region_find(deform, keys, index);
	mem_free(keys, keys_size);
	mem_free(index, index_size);
	return ready ? HN_OK : HN_ERR_NO_MEMORY;
}

static void directions_draw(Deform *deform, Rng *rng, HnVec3 middle) {
	HnVec3 inward = vec3_sub(middle, deform->centre);
	deform->along = random_unit(rng);
	deform->across = random_unit(rng);
	deform->phase = rng_double(rng);
	if (deform->def.kind == DEFORM_TWIST) deform->across = random_across(rng, deform->along);
	if (deform->def.kind == DEFORM_DENT && vec3_dot(inward, inward) > 0) deform->along = vec3_unit(inward);
}

int32_t deform_init(Deform *out, const HnMesh *mesh, const DeformDef *def) {
	*out = (Deform){ .def = *def, .mesh = mesh };
	int32_t status = def_check(def);
	if (status != HN_OK) return status;
	out->moved_count = (int32_t)floor(def->share * mesh->vertex_count + 0.5);
	if (out->moved_count == 0) return HN_OK;
	HnVec3 lo, hi;
	bounds_of(mesh, &lo, &hi);
	HnVec3 side = vec3_sub(hi, lo);
	out->diagonal = vec3_length(side);
	if (!(out->diagonal > 0)) {
		out->moved_count = 0;
		return error_set(HN_ERR_BAD_INPUT, "%s: all vertices of the mesh are at one point",
		                 deform_kind_name((int32_t)def->kind));
	}
	Rng rng = rng_of(def->seed, 0);
	out->centre = vertex(mesh, (int32_t)rng_below(&rng, (uint64_t)mesh->vertex_count));
	directions_draw(out, &rng, vec3_add(lo, vec3_scale(side, 0.5)));
	status = region_create(out);
	if (status != HN_OK) deform_free(out);
	return status;
}

void deform_free(Deform *deform) {
	mem_free(deform->moved, mem_array_size(deform->moved_count, sizeof(int32_t)));
	mem_free(deform->weight, mem_array_size(deform->moved_count, sizeof(double)));
	*deform = (Deform){ 0 };
}

// A vertex moves between a third of its greatest distance and all of it, so that it is never at rest.
static HnVec3 wave_place(const Deform *deform, HnVec3 x, double weight, double time) {
	const DeformDef *def = &deform->def;
	double way = vec3_dot(deform->across, vec3_sub(x, deform->centre)) / (def->length * deform->diagonal);
	double turns = way + deform->phase - def->cycles * time;
	turns -= floor(turns);
	double height = (2 + math_sin(2 * MATH_PI * turns)) / 3;
	return vec3_add(x, vec3_scale(deform->along, def->amplitude * deform->diagonal * weight * height));
}

static HnVec3 dent_place(const Deform *deform, HnVec3 x, double weight, double time) {
	double depth = deform->def.amplitude * deform->diagonal * weight * time;
	return vec3_add(x, vec3_scale(deform->along, depth));
}

// The axis is one radius of the region away from its centre, so that no vertex of the region is on it.
static HnVec3 twist_place(const Deform *deform, HnVec3 x, double weight, double time) {
	double beside = deform->radius > 0 ? deform->radius : deform->diagonal;
	HnVec3 foot = vec3_add(deform->centre, vec3_scale(deform->across, beside));
	double angle = 2 * MATH_PI * deform->def.amplitude * weight * time;
	HnMat3 turn = quaternion_matrix(hn_quaternion_axis_angle(deform->along, angle));
	return vec3_add(foot, mat3_mul_vec(&turn, vec3_sub(x, foot)));
}

static HnVec3 vertex_place(const Deform *deform, int32_t i, int32_t step) {
	HnVec3 x = vertex(deform->mesh, deform->moved[i]), y;
	double weight = deform->weight[i], steps = deform->def.steps;
	switch (deform->def.kind) {
	case DEFORM_WAVE:
		y = wave_place(deform, x, weight, step / steps);
		break;
	case DEFORM_DENT:
		y = dent_place(deform, x, weight, (step + 1.0) / steps);
		break;
	default:
		y = twist_place(deform, x, weight, (step + 1.0) / steps);
		break;
	}
	return (HnVec3){ coordinate_flush(y.x), coordinate_flush(y.y), coordinate_flush(y.z) };
}

static bool is_allowed(HnVec3 x) {
	return fabs(x.x) <= COORDINATE_MAX && fabs(x.y) <= COORDINATE_MAX && fabs(x.z) <= COORDINATE_MAX;
}

int32_t deform_place(const Deform *deform, int32_t step, double *xyz) {
	CHECK(step >= 0 && step < deform->def.steps);
	const HnMesh *mesh = deform->mesh;
	const char *kind = deform_kind_name((int32_t)deform->def.kind);
	if (mesh->vertex_count > 0) memcpy(xyz, mesh->xyz, 3 * sizeof(double) * (size_t)mesh->vertex_count);
	for (int32_t i = 0; i < deform->moved_count; ++i) {
		int32_t v = deform->moved[i];
		HnVec3 rest = vertex(mesh, v), x = vertex_place(deform, i, step);
		if (!is_allowed(x))
			return error_set(HN_ERR_BAD_INPUT, "%s: vertex %d is beyond 2^200 at step %d", kind, v, step);
		if (x.x == rest.x && x.y == rest.y && x.z == rest.z)
			return error_set(
			    HN_ERR_BAD_INPUT,
			    "%s: vertex %d does not move at step %d: the amplitude is lost in the rounding of "
			    "its coordinates",
			    kind, v, step);
		vec3_store(xyz + 3 * (int64_t)v, x);
	}
	return HN_OK;
}
