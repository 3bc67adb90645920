#include "scene/mechanism.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/elementary.h"
#include "scene/generator_build.h"
#include "scene/motion.h"

void mechanism_free(Mechanism *m) {
	for (int64_t i = 0; i < m->meshes.count; ++i) hn_mesh_destroy(m->meshes.data[i]);
	ARRAY_FREE(&m->meshes);
	ARRAY_FREE(&m->bodies);
	ARRAY_FREE(&m->nodes);
	ARRAY_FREE(&m->fits);
}

int32_t mechanism_finish(Mechanism *m, GeneratedScene *out) {
	if (m->status != HN_OK) return m->status;
	int32_t bodies = (int32_t)m->bodies.count, nodes = (int32_t)m->nodes.count;
	int32_t status = generated_begin(out, (int32_t)m->meshes.count, bodies, nodes, 1);
	if (status != HN_OK) return status;
	memcpy(out->meshes, m->meshes.data, (size_t)m->meshes.count * sizeof *out->meshes);
	memcpy(out->nodes, m->nodes.data, (size_t)nodes * sizeof *out->nodes);
	m->meshes.count = 0; // the scene owns the meshes now
	for (int32_t b = 0; b < bodies; ++b) {
		HnPose *pose = generated_poses(out, b, 1);
		if (pose == NULL) return HN_ERR_NO_MEMORY;
		*pose = m->bodies.data[b].pose;
		out->bodies[b].mesh = out->meshes[m->bodies.data[b].mesh];
	}
	return HN_OK;
}

// Meshes
// ------------------------------------------------------------------------------------------------------

// Finds an equal mesh, so that each mesh is stored only once.
static int32_t mesh_find(const Mechanism *m, const HnMesh *mesh) {
	for (int32_t i = 0; i < m->meshes.count; ++i)
		if (same_mesh(m->meshes.data[i], mesh)) return i;
	return -1;
}

static int32_t mesh_add(Mechanism *m, ShapeBuilder *builder) {
	HnMesh *mesh = NULL;
	m->status = shape_finish(&mesh, builder, m->status);
	if (m->status != HN_OK) return 0;
	int32_t same = mesh_find(m, mesh);
	if (same < 0 && ARRAY_PUSH(&m->meshes, mesh)) return (int32_t)m->meshes.count - 1;
	if (same < 0) m->status = HN_ERR_NO_MEMORY;
	hn_mesh_destroy(mesh);
	return same < 0 ? 0 : same;
}

// One angle of a loop: its cosine and sine, and whether it belongs to the bottom of a notch.
typedef struct Around {
	double cos_sin[2];
	bool bottom;
} Around;
typedef ARRAY(Around) Loop;

static void loop_add(Mechanism *m, Loop *loop, double turns, bool bottom) {
	double angle = 2 * MATH_PI * turns;
	Around around = { { math_cos(angle), math_sin(angle) }, bottom };
	if (m->status == HN_OK && !ARRAY_PUSH(loop, around)) m->status = HN_ERR_NO_MEMORY;
}

static void loop_make(Mechanism *m, Loop *loop, const Turned *t) {
	if (t->notches == 0)
		for (int32_t i = 0; i < t->around; ++i) loop_add(m, loop, (double)i / t->around, false);
	int32_t between = t->notches == 0 ? 0 : t->around / t->notches; // vertices between two notches
	for (int32_t i = 0; i < t->notches; ++i) {
		double least = i + t->mouth, most = i + 1 - t->mouth;
		loop_add(m, loop, (i - t->bottom) / t->notches, true);
		loop_add(m, loop, (i + t->bottom) / t->notches, true);
		for (int32_t k = 0; k <= between + 1; ++k)
			loop_add(m, loop, (least + (most - least) * ((double)k / (between + 1))) / t->notches, false);
	}
}

// The cosine of half the largest angle between two neighbouring vertices.
static double loop_half(const Loop *loop) {
	double least = 1;
	for (int64_t i = 0; i < loop->count; ++i) {
		const double *a = loop->data[i].cos_sin, *b = loop->data[(i + 1) % loop->count].cos_sin;
		double cosine = a[0] * b[0] + a[1] * b[1];
		if (cosine < least) least = cosine;
	}
	return sqrt((1 + least) / 2);
}

static double polygon_radius(const Section *s, const double cos_sin[2]) {
	double most = 0;
	for (int32_t k = 0; k < s->sides; ++k) {
		double angle = 2 * MATH_PI * (k + 0.5) / s->sides;
		most = fmax(most, cos_sin[0] * math_cos(angle) + cos_sin[1] * math_sin(angle));
	}
	return s->r * math_cos(MATH_PI / s->sides) / most;
}

static double section_radius(const Turned *t, const Section *s, const Around *around, double half) {
	if (s->cut && around->bottom) return t->root;
	if (s->sides > 0) return polygon_radius(s, around->cos_sin);
	return s->inside ? s->r / half : s->r;
}

static void turned_build(ShapeBuilder *builder, const Turned *t, const Loop *loop) {
	int32_t n = (int32_t)loop->count;
	double half = loop_half(loop);
	for (int32_t i = 0; i < t->count; ++i)
		for (int32_t k = 0; k < n; ++k) {
			double r = section_radius(t, &t->sections[i], &loop->data[k], half);
			const double *a = loop->data[k].cos_sin;
			shape_vertex(builder, (HnVec3){ r * a[0], r * a[1], t->sections[i].z });
		}
	for (int32_t i = 0; i + 1 < t->count; ++i) shape_band(builder, i * n, (i + 1) * n, n);
	if (t->ring) {
		shape_band(builder, (t->count - 1) * n, 0, n);
		return;
	}
	int32_t first = shape_vertex(builder, (HnVec3){ 0, 0, t->low }), top = (t->count - 1) * n;
	int32_t last = shape_vertex(builder, (HnVec3){ 0, 0, t->high });
	for (int32_t k = 0; k < n; ++k) {
		shape_triangle(builder, first, (k + 1) % n, k);
		shape_triangle(builder, last, top + k, top + (k + 1) % n);
	}
}

int32_t mechanism_turned(Mechanism *m, const Turned *turned) {
	Loop loop = { 0 };
	ShapeBuilder builder = { 0 };
	loop_make(m, &loop, turned);
	if (m->status == HN_OK) turned_build(&builder, turned, &loop);
	ARRAY_FREE(&loop);
	return mesh_add(m, &builder);
}

static void prism(ShapeBuilder *builder, const double (*corners)[2], int32_t n, double width) {
	for (int side = -1; side <= 1; side += 2)
		for (int32_t i = 0; i < n; ++i)
			shape_vertex(builder, (HnVec3){ corners[i][0], 0.5 * side * width, corners[i][1] });
	for (int32_t i = 0; i < n; ++i) shape_quad(builder, i, n + i, n + (i + 1) % n, (i + 1) % n);
	for (int32_t i = 1; i + 1 < n; ++i) { // a fan around the first corner, which sees all others
		shape_triangle(builder, 0, i, i + 1);
		shape_triangle(builder, n, n + i + 1, n + i);
	}
}

int32_t mechanism_box(Mechanism *m, HnVec3 size) {
	double x = 0.5 * size.x, z = 0.5 * size.z;
	const double corners[4][2] = { { -x, -z }, { x, -z }, { x, z }, { -x, z } };
	ShapeBuilder builder = { 0 };
	prism(&builder, corners, 4, size.y);
	return mesh_add(m, &builder);
}

int32_t mechanism_angle(Mechanism *m, double size, double thick, double width) {
	const double corners[6][2] = { { thick, thick }, { thick, size }, { 0, size },
		                           { 0, 0 },         { size, 0 },     { size, thick } };
	ShapeBuilder builder = { 0 };
	prism(&builder, corners, 6, width);
	return mesh_add(m, &builder);
}

// The tree
// ------------------------------------------------------------------------------------------------------

static void node_add(Mechanism *m, const char *name, int32_t number, int32_t body) {
	HnSceneNode node = { .parent = m->parent, .body = body };
	if (number > 0)
		snprintf(node.name, sizeof node.name, "%s %d", name, number);
	else
		snprintf(node.name, sizeof node.name, "%s", name);
	if (m->status == HN_OK && !ARRAY_PUSH(&m->nodes, node)) m->status = HN_ERR_NO_MEMORY;
}

static HnPose pose_within(const HnPose *frame, const HnPose *local) {
	return (HnPose){ mat3_mul(&frame->r, &local->r), vec3_add(mat3_mul_vec(&frame->r, local->t), frame->t) };
}

void mechanism_part(Mechanism *m, int32_t mesh, HnPose local, const char *name, int32_t number) {
	MechanismBody body = { mesh, pose_within(&m->frame, &local) };
	node_add(m, name, number, (int32_t)m->bodies.count);
	if (m->status == HN_OK && !ARRAY_PUSH(&m->bodies, body)) m->status = HN_ERR_NO_MEMORY;
}

void mechanism_open(Mechanism *m, const char *name, int32_t number) {
	node_add(m, name, number, -1);
	if (m->status == HN_OK) m->parent = (int32_t)m->nodes.count - 1;
}

void mechanism_close(Mechanism *m) {
	if (m->status == HN_OK) m->parent = m->nodes.data[m->parent].parent;
}

void mechanism_fit(Mechanism *m, int32_t count, HnVec3 shift) {
	Fit fit = { (int32_t)m->bodies.count - count, count, mat3_mul_vec(&m->frame.r, shift) };
	if (m->status == HN_OK && !ARRAY_PUSH(&m->fits, fit)) m->status = HN_ERR_NO_MEMORY;
}

HnPose pose_at(double x, double y, double z) { return (HnPose){ mat3_identity(), { x, y, z } }; }

HnPose pose_turned(HnPose pose, int axis, double angle) {
	HnMat3 turn = hn_motion_axis_angle((HnVec3){ axis == 0, axis == 1, axis == 2 }, angle);
	return (HnPose){ mat3_mul(&pose.r, &turn), pose.t };
}
