#include "hard_scenes.h"

#include <math.h>
#include <string.h>

#include "chance.h"
#include "cheap.h"
#include "made.h"
#include "scene/motion.h"
#include "soup.h"

enum { TRIANGLES_MAX = 48 };

// Meshes
// ------------------------------------------------------------------------------------------------------

typedef enum Family {
	FAMILY_GRID,       // corners on a small integer grid: everything coincides with something
	FAMILY_SHEETS,     // sheets of squares, parallel or the same plane
	FAMILY_SLIVERS,    // long and so thin that rounding decides the area
	FAMILY_NEEDLES,    // all with one far apex
	FAMILY_MAGNITUDES, // each coordinate of a magnitude of its own, down to where it becomes 0
	FAMILY_FAR,        // a few units in the last place, far from the origin
	FAMILY_NEAR_PLANE, // faces that are parallel but for a few units in the last place
	FAMILY_ONE,        // one large triangle
	FAMILY_SMALL,      // many small ones
	FAMILY_FLAT,       // points and segments
	FAMILY_COPIES,     // few triangles, many times, corners turned
	FAMILY_BOXES,      // boxes of whole sides in rows: faces, edges and corners shared
	FAMILY_EMPTY,      // no triangle
	FAMILIES,
} Family;

static double nudged(Rng *rng, double x, int32_t most) {
	for (int32_t i = below(rng, most + 1); i > 0; --i) x = nextafter(x, rng_double(rng) < 0.5 ? -4 : 4);
	return x;
}

static double coordinate(Rng *rng, Family family, int axis) {
	double unit = rng_range(rng, -1, 1);
	switch (family) {
	case FAMILY_GRID:
	case FAMILY_COPIES:
	case FAMILY_FLAT:
		return below(rng, 4);
	case FAMILY_MAGNITUDES:
		return chance(rng, 6) ? 0 : ldexp(unit, -below(rng, chance(rng, 2) ? 8 : 198));
	case FAMILY_FAR:
		return nudged(rng, 1 + axis, 6);
	case FAMILY_NEAR_PLANE:
		return axis == 2 ? 0 : unit;
	default:
		return unit;
	}
}

static HnVec3 corner(Rng *rng, Family family) {
	double x = coordinate(rng, family, 0), y = coordinate(rng, family, 1);
	HnVec3 p = { x, y, coordinate(rng, family, 2) };
	if (family == FAMILY_NEAR_PLANE) p.z = nudged(rng, 0.25 * p.x + 0.5 * p.y + 1, 3);
	return p;
}

static void boxes_triangle(int32_t index, HnVec3 out[3]) {
	static const int faces[12][3] = { { 0, 1, 3 }, { 0, 3, 2 }, { 4, 5, 7 }, { 4, 7, 6 },
		                              { 0, 1, 5 }, { 0, 5, 4 }, { 2, 3, 7 }, { 2, 7, 6 },
		                              { 0, 2, 6 }, { 0, 6, 4 }, { 1, 3, 7 }, { 1, 7, 5 } };
	int32_t box = index / 12;
	for (int k = 0; k < 3; ++k) {
		int c = faces[index % 12][k];
		int32_t x = (c & 1) + (box & 1), y = (c >> 1 & 1) + (box >> 1 & 1), z = (c >> 2 & 1) + (box >> 2);
		out[k] = (HnVec3){ x, y, z };
	}
}

static void family_triangle(Rng *rng, Family family, int32_t index, HnVec3 out[3]) {
	for (int k = 0; k < 3; ++k) out[k] = corner(rng, family);
	double tiny = ldexp(1, -20 - below(rng, 50));
	switch (family) {
	case FAMILY_SHEETS:
		for (int k = 0; k < 3; ++k) {
			int32_t x = index / 2 % 5, y = index / 10;
			bool right = k == 1 || (k == 2 && index % 2 == 1), up = k == 2 || (k == 1 && index % 2 == 1);
			out[k] = (HnVec3){ x + right, y + up, y % 2 };
		}
		return;
	case FAMILY_SLIVERS:
		out[2] = vec3_add(out[0], vec3_scale(vec3_sub(out[1], out[0]), rng_double(rng)));
		out[2].y += tiny;
		return;
	case FAMILY_NEEDLES:
		out[0] = (HnVec3){ 1, 1, 1 };
		out[2] = vec3_add(out[1], vec3_scale(out[2], tiny));
		return;
	case FAMILY_SMALL:
		for (int k = 1; k < 3; ++k) out[k] = vec3_add(out[0], vec3_scale(out[k], 0.1));
		return;
	case FAMILY_FLAT:
		if (index % 3 > 0) out[1] = out[2];
		if (index % 3 > 1) out[2] = out[0];
		if (index % 3 == 0) out[2] = vec3_sub(vec3_add(out[1], out[1]), out[0]);
		return;
	case FAMILY_BOXES:
		boxes_triangle(index, out);
		return;
	default:
		return;
	}
}

static int32_t family_triangles(Rng *rng, Family family) {
	if (family == FAMILY_EMPTY) return 0;
	if (family == FAMILY_ONE) return 1;
	return 1 + below(rng, chance(rng, 3) ? TRIANGLES_MAX : 14);
}

static HnMesh *family_mesh(Rng *rng, Family family, double scale) {
	int32_t count = family_triangles(rng, family);
	HnMesh *mesh = mesh_new(3 * count, count);
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 p[3];
		family_triangle(rng, family, i, p);
		for (int k = 0; k < 3; ++k) {
			int64_t v = 3 * (int64_t)i + k, copied = 3 * (int64_t)(i % 3) + (k + i) % 3;
			if (family == FAMILY_COPIES && i >= 3)
				memcpy(mesh->xyz + 3 * v, mesh->xyz + 3 * copied, 3 * sizeof(double));
			else
				vec3_store(mesh->xyz + 3 * v, vec3_scale(p[k], scale));
			mesh->triangles[v] = (int32_t)v;
		}
	}
	cheap_assert_int_eq(hn_mesh_validate(mesh), HN_OK);
	return mesh;
}

// Scenes
// ------------------------------------------------------------------------------------------------------

enum { POSE_SAME, POSE_GRID, POSE_GRAZE, POSE_TURN, POSE_SPIN, POSE_KINDS };

static HnVec3 whole(Rng *rng) {
	double x = below(rng, 5) - 2, y = below(rng, 5) - 2;
	return (HnVec3){ x, y, below(rng, 5) - 2 };
}

static HnPose drawn_pose(Rng *rng, int32_t kind, double scale, int32_t step, HnVec3 axis) {
	HnPose pose = { mat3_identity(), whole(rng) };
	switch (kind) {
	case POSE_SAME: // the relative pose is the identity, up to rounding
		pose.t = (HnVec3){ 0, 0, 0 };
		break;
	case POSE_GRID:
		pose.r = soup_axis_rotation(rng);
		break;
	case POSE_GRAZE:
		pose.t = (HnVec3){ nudged(rng, pose.t.x, 3), nudged(rng, pose.t.y, 3), nudged(rng, pose.t.z, 3) };
		break;
	case POSE_TURN:
		pose.r = soup_rotation(rng);
		pose.t = vec3_scale(pose.t, rng_double(rng));
		break;
	default:
		pose.r = hn_motion_axis_angle(axis, 0.01 * step);
		pose.t = (HnVec3){ 0.05 * step, 0, -0.02 * step };
		break;
	}
	pose.t = vec3_scale(pose.t, scale);
	return pose;
}

// A frame that all bodies are moved to: far, or turned, so that relative poses are rounded.
static HnPose drawn_frame(Rng *rng, double scale) {
	HnPose frame = hn_pose_identity();
	if (chance(rng, 3)) frame.r = soup_rotation(rng);
	if (chance(rng, 3)) frame.t = vec3_scale(whole(rng), scale * ldexp(1, below(rng, 40)));
	return frame;
}

static HnPose pose_within(const HnPose *frame, const HnPose *pose) {
	return (HnPose){ mat3_mul(&frame->r, &pose->r), vec3_add(mat3_mul_vec(&frame->r, pose->t), frame->t) };
}

static double drawn_scale(Rng *rng) {
	static const int32_t exponents[] = { 190, -190, 195, -197, 100, -100, 1, -3 };
	return chance(rng, 3) ? ldexp(1, exponents[below(rng, 8)]) : 1;
}

// A mesh for body 0 out of corners of the others where they are placed, rounded: copies of their triangles,
// and triangles that touch them in a corner or an edge, most of them at the end of a body along an axis. What
// a cull leaves out of its margins is missed here.
static HnMesh *touching_mesh(const HardScene *d, Rng *rng) {
	bool one_end = chance(rng, 2);
	int32_t count = 1 + below(rng, 14), axis = below(rng, 3);
	double sign = chance(rng, 2) ? 1 : -1;
	HnMesh *mesh = mesh_new(3 * count, count);
	for (int32_t i = 0; i < 3 * count; ++i)
		mesh->triangles[i] = i, vec3_store(mesh->xyz + 3 * i, (HnVec3){ 0, 0, 0 });
	for (int32_t i = 0; i < count; ++i) {
		int32_t b = 1 + below(rng, d->bodies - 1), step = below(rng, d->steps);
		const HnMesh *other = d->meshes[b];
		if (other->triangle_count == 0) continue;
		HnPose pose = hn_pose_relative(&d->poses[0][0], &d->poses[b][d->still[b] ? 0 : step]);
		int32_t turn = 0, pick = below(rng, other->triangle_count), copied = one_end ? 1 : 1 + below(rng, 3);
		if (!one_end) axis = below(rng, 3), sign = -sign;
		double end = -HUGE_VAL;
		int32_t vertices = one_end || chance(rng, 3) ? other->vertex_count : 0;
		for (int32_t v = 0; v < vertices; ++v) {
			double x = sign * vec3_get(pose_place(&pose, vec3_load(other->xyz + 3 * v)), axis);
			if (x > end) end = x, pick = v / 3, turn = v % 3;
		}
		double *out = mesh->xyz + 9 * i;
		for (int k = 0; k < 3; ++k)
			vec3_store(out + 3 * k,
			           pose_place(&pose, vec3_load(other->xyz + 9 * pick + 3 * ((turn + k) % 3))));
		for (int k = copied; k < 3; ++k) {
			HnVec3 away = vec3_scale(corner(rng, FAMILY_SMALL), d->scale);
			vec3_store(out + 3 * k, vec3_add(vec3_load(out), away));
			out[3 * k + axis] = out[axis] + sign * fabs(vec3_get(away, axis));
		}
	}
	if (hn_mesh_validate(mesh) == HN_OK) return mesh;
	hn_mesh_destroy(mesh);
	return NULL;
}

static void body_create(HardScene *d, Rng *rng, int32_t b, bool mixed, bool equal) {
	Family family = (Family)(mixed ? below(rng, FAMILIES) : d->family);
	if (d->family == (int32_t)FAMILY_ONE && b == 1) family = FAMILY_SMALL;
	d->meshes[b] = equal && b > 0 ? d->meshes[0] : family_mesh(rng, family, d->scale);
	d->still[b] = chance(rng, 2);
}

void hard_scene_create(HardScene *d, Rng *rng) {
	*d = (HardScene){ .bodies = 1 + below(rng, 3), .steps = 1 + below(rng, HARD_STEPS_MAX) };
	d->bodies += d->bodies < 2 || chance(rng, 4) ? below(rng, 3) : 0;
	d->family = below(rng, FAMILIES - 1);
	d->kind = below(rng, POSE_KINDS);
	d->scale = drawn_scale(rng);
	bool equal = chance(rng, 4), mixed = chance(rng, 3), touching = d->bodies > 1 && chance(rng, 3);
	HnPose frame = drawn_frame(rng, d->scale);
	HnVec3 axis = motion_random_direction(rng), far = { 0, 0, 0 };
	if (touching && chance(rng, 2)) far = vec3_scale(axis, d->scale * ldexp(1, below(rng, 30)));
	for (int32_t b = 0; b < d->bodies; ++b) {
		int32_t kind = chance(rng, 5) ? below(rng, POSE_KINDS) : d->kind;
		body_create(d, rng, b, mixed, equal && !touching);
		for (int32_t s = 0; s < d->steps; ++s) {
			HnPose pose = drawn_pose(rng, b == 0 ? POSE_SAME : kind, d->scale, s, axis);
			if (b > 0) pose.t = vec3_add(pose.t, far);
			d->poses[b][s] = pose_within(&frame, &pose);
		}
	}
	HnMesh *mesh = touching ? touching_mesh(d, rng) : NULL;
	if (mesh != NULL) {
		hn_mesh_destroy(d->meshes[0]);
		d->meshes[0] = mesh;
	}
	bool deforms = chance(rng, 4);
	for (int32_t b = 0; b < d->bodies && deforms; ++b)
		if (chance(rng, 2))
			d->frames[b] =
			    soup_frames_create(rng, d->meshes[b], chance(rng, 4) ? 1 : d->steps, rng_double(rng));
	HnSceneDefBody bodies[HARD_BODIES_MAX];
	for (int32_t b = 0; b < d->bodies; ++b)
		bodies[b] = (HnSceneDefBody){ .mesh = d->meshes[b],
			                          .poses = d->poses[b],
			                          .pose_count = d->still[b] ? 1 : d->steps,
			                          .frames = d->frames[b] };
	HnSceneDef def = { .bodies = bodies, .body_count = d->bodies, .step_count = d->steps };
	if (hn_scene_create(&d->scene, &def) != HN_OK) d->scene = NULL;
}

void hard_scene_free(HardScene *d) {
	hn_scene_close(d->scene);
	for (int32_t b = 0; b < d->bodies; ++b) soup_frames_free(&d->frames[b], d->meshes[b]);
	for (int32_t b = 0; b < d->bodies; ++b)
		if (b == 0 || d->meshes[b] != d->meshes[0]) hn_mesh_destroy(d->meshes[b]);
}
