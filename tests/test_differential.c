// Every algorithm of the registry, with parameters drawn from its table, against the definition: scenes of
// families chosen to hurt, the set of each step by a double loop of exact predicates alone.
//     DIFFERENTIAL_SEED=7 DIFFERENTIAL_ROUNDS=5000 UNIT_CPU_SECONDS=0 unit_tests differential
// draws others, and more of them.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/sort.h"
#include "cheap.h"
#include "detect/detect.h"
#include "exact/tri_tri.h"
#include "octree_refuses.h"
#include "scene/motion.h"
#include "scene/body_meshes.h"
#include "soup.h"
#include "volumes.h"

Suite *differential_suite(void);

#ifdef SANITIZED // an order slower
enum { ROUNDS = 40 };
#else
enum { ROUNDS = 200 }; // and others of another seed for each commit: tools/test_long.sh
#endif
enum {
	BODIES_MAX = 5,
	STEPS_MAX = 4,
	TRIANGLES_MAX = 48,
	TEXT_SIZE = 1024 + PARAM_TEXT_SIZE,
	SETTINGS_EACH = 2
};

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

static int32_t below(Rng *rng, int32_t n) { return (int32_t)rng_below(rng, (uint64_t)n); }
static bool chance(Rng *rng, int32_t of) { return below(rng, of) == 0; }

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
	HnMesh *mesh;
	int32_t count = family_triangles(rng, family);
	cheap_assert_int_eq(hn_mesh_create(&mesh, 3 * count, count), HN_OK);
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

typedef struct Drawn {
	HnScene *scene; // NULL where coordinates went beyond the limit
	HnMesh *meshes[BODIES_MAX];
	HnPose poses[BODIES_MAX][STEPS_MAX];
	bool still[BODIES_MAX];
	HnSceneFrames frames[BODIES_MAX];
	int32_t bodies, steps, kind;
	Family family;
	double scale;
} Drawn;

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
static HnMesh *touching_mesh(const Drawn *d, Rng *rng) {
	HnMesh *mesh;
	bool one_end = chance(rng, 2);
	int32_t count = 1 + below(rng, 14), axis = below(rng, 3);
	double sign = chance(rng, 2) ? 1 : -1;
	cheap_assert_int_eq(hn_mesh_create(&mesh, 3 * count, count), HN_OK);
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

static void body_create(Drawn *d, Rng *rng, int32_t b, bool mixed, bool equal) {
	Family family = mixed ? (Family)below(rng, FAMILIES) : d->family;
	if (d->family == FAMILY_ONE && b == 1) family = FAMILY_SMALL;
	d->meshes[b] = equal && b > 0 ? d->meshes[0] : family_mesh(rng, family, d->scale);
	d->still[b] = chance(rng, 2);
}

static void drawn_create(Drawn *d, Rng *rng) {
	*d = (Drawn){ .bodies = 1 + below(rng, 3), .steps = 1 + below(rng, STEPS_MAX) };
	d->bodies += d->bodies < 2 || chance(rng, 4) ? below(rng, 3) : 0;
	d->family = (Family)below(rng, FAMILIES - 1);
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
	HnSceneDefBody bodies[BODIES_MAX];
	for (int32_t b = 0; b < d->bodies; ++b)
		bodies[b] = (HnSceneDefBody){ .mesh = d->meshes[b],
			                          .poses = d->poses[b],
			                          .pose_count = d->still[b] ? 1 : d->steps,
			                          .frames = d->frames[b] };
	HnSceneDef def = { .bodies = bodies, .body_count = d->bodies, .step_count = d->steps };
	if (hn_scene_create(&d->scene, &def) != HN_OK) d->scene = NULL;
}

static void drawn_free(Drawn *d) {
	hn_scene_close(d->scene);
	for (int32_t b = 0; b < d->bodies; ++b) soup_frames_free(&d->frames[b], d->meshes[b]);
	for (int32_t b = 0; b < d->bodies; ++b)
		if (b == 0 || d->meshes[b] != d->meshes[0]) hn_mesh_destroy(d->meshes[b]);
}

// The definition
// ----------------------------------------------------------------------------------------------

static Triangle triangle_of(const HnScene *scene, int32_t body, int32_t triangle, int32_t step,
                            const HnPose *pose) {
	const int32_t *vertices = scene_mesh(scene, body)->triangles + 3 * (int64_t)triangle;
	Triangle t;
	for (int k = 0; k < 3; ++k) {
		t.p[k] = scene_vertex(scene, body, vertices[k], step);
		if (pose != NULL) t.p[k] = pose_place(pose, t.p[k]);
	}
	return t;
}

static void contacts_by_definition(HnContactBuffer *out, const HnScene *scene, int32_t step) {
	for (int32_t a = 0; a < scene->body_count; ++a)
		for (int32_t b = a + 1; b < scene->body_count; ++b) {
			const HnSceneMesh *mesh_a = scene_mesh(scene, a), *mesh_b = scene_mesh(scene, b);
			HnPose pose = scene_relative(scene, a, b, step);
			for (int32_t i = 0; i < mesh_a->triangle_count; ++i)
				for (int32_t j = 0; j < mesh_b->triangle_count; ++j) {
					Triangle ta = triangle_of(scene, a, i, step, NULL),
					         tb = triangle_of(scene, b, j, step, &pose);
					if (tri_tri_meet_exact(&ta, &tb))
						cheap_assert(contact_buffer_add(out, (HnContact){ a, i, b, j }));
				}
		}
}

static void contacts_sort(HnContactBuffer *contacts) {
	size_t size = mem_array_size(contacts->count, sizeof(HnContact));
	int32_t *scratch = mem_alloc(size);
	sort_quads((int32_t *)(void *)contacts->data, contacts->count, scratch);
	mem_free(scratch, size);
}

// Parameters
// --------------------------------------------------------------------------------------------------

static int32_t choices(const Param *p) {
	int32_t n = 0;
	while (param_choice(p, n) != NULL) ++n;
	return n;
}

// Small, near an end of the range, or anywhere in it, by magnitude.
static double number_of(Rng *rng, const Param *p) {
	double lo = p->lo, hi = p->hi, span = hi - lo, x;
	switch (below(rng, 4)) {
	case 0:
		x = lo + (double)below(rng, 4);
		break;
	case 1:
		x = chance(rng, 2) ? lo : hi;
		break;
	default:
		x = lo + span * exp2(-40 * rng_double(rng));
		break;
	}
	if (p->type == PARAM_INT) x = floor(x);
	return x < lo ? lo : x > hi ? hi : x;
}

static void params_draw(Rng *rng, const ParamTable *table, char text[TEXT_SIZE]) {
	size_t used = 0;
	text[0] = '\0';
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		char value[PARAM_TEXT_SIZE];
		if (chance(rng, 2)) continue;
		if (p->type == PARAM_PART)
			part_draw_text(rng, p, value);
		else if (p->type == PARAM_CHOICE)
			snprintf(value, sizeof value, "%s", param_choice(p, below(rng, choices(p))));
		else if (p->type == PARAM_VECTORS)
			directions_draw_text(rng, value);
		else if (p->type == PARAM_NAMES)
			roots_draw_text(rng, value);
		else if (p->type == PARAM_BOOL)
			snprintf(value, sizeof value, "%s", chance(rng, 2) ? "true" : "false");
		else
			number_format(number_of(rng, p), value);
		used +=
		    (size_t)snprintf(text + used, TEXT_SIZE - used, "%s%s=%s", used > 0 ? " " : "", p->name, value);
		ck_assert_uint_lt(used, TEXT_SIZE);
	}
}

// Algorithms
// --------------------------------------------------------------------------------------------------

typedef struct Trial {
	const Drawn *drawn;
	const char *name, *params;
	int32_t round;
	HnQuery query;
	bool superset;                // of the contacts is what it reports
	bool unsound;                 // or of some of them
	const HnContactBuffer *right; // of each step, sorted
	HnContact first[STEPS_MAX];
	bool seen[STEPS_MAX];
} Trial;

#define TRIAL_ASSERT(t, step, what)                                                                          \
	cheap_assert_msg(                                                                                        \
	    what, "round %d, family %d, poses %d, scale %g, %d bodies: %s %s, %s, step %d: not: %s", (t)->round, \
	    (int)(t)->drawn->family, (t)->drawn->kind, (t)->drawn->scale, (t)->drawn->bodies, (t)->name,         \
	    (t)->params, hn_query_name((int32_t)(t)->query), (step), #what)

static bool contacts_contain(const HnContactBuffer *set, const HnContact *contact) {
	for (int64_t i = 0; i < set->count; ++i)
		if (memcmp(&set->data[i], contact, sizeof *contact) == 0) return true;
	return false;
}

// What reports a superset: each of the right ones, and none twice.
static void trial_contains(Trial *t, int32_t step, HnContactBuffer *got) {
	const HnContactBuffer *right = &t->right[step];
	if (t->query == HN_QUERY_FIRST) {
		TRIAL_ASSERT(t, step, got->count <= 1 && got->count >= (right->count > 0));
		return;
	}
	contacts_sort(got);
	int64_t found = 0;
	for (int64_t i = 0; i < got->count; ++i) {
		if (i > 0) TRIAL_ASSERT(t, step, memcmp(&got->data[i - 1], &got->data[i], sizeof(HnContact)) != 0);
		while (found < right->count && memcmp(&right->data[found], &got->data[i], sizeof(HnContact)) == 0)
			++found;
	}
	TRIAL_ASSERT(t, step, found == right->count);
}

static void trial_check(Trial *t, int32_t step, HnContactBuffer *got) {
	const HnContactBuffer *right = &t->right[step];
	if (t->unsound) {
		for (int64_t i = 0; i < got->count && !t->superset; ++i)
			TRIAL_ASSERT(t, step, contacts_contain(right, &got->data[i]));
		return;
	}
	if (t->superset) {
		trial_contains(t, step, got);
		return;
	}
	if (t->query == HN_QUERY_ALL) {
		contacts_sort(got);
		TRIAL_ASSERT(t, step, got->count == right->count);
		if (got->count == 0) return;
		TRIAL_ASSERT(t, step, memcmp(got->data, right->data, (size_t)got->count * sizeof(HnContact)) == 0);
		return;
	}
	TRIAL_ASSERT(t, step, got->count == (right->count > 0));
	if (got->count > 0) TRIAL_ASSERT(t, step, contacts_contain(right, &got->data[0]));
}

// For `first` each pass reports the same contact.
static void trial_same(Trial *t, int32_t step, const HnContactBuffer *got) {
	if (t->query == HN_QUERY_ALL || got->count == 0) return;
	if (!t->seen[step]) t->first[step] = got->data[0];
	t->seen[step] = true;
	TRIAL_ASSERT(t, step, memcmp(&t->first[step], &got->data[0], sizeof(HnContact)) == 0);
}

static void step_timed(const HnDetector *d, int32_t step, HnContactBuffer *out) {
	cheap_assert_int_eq(detect_step(d->class_, d->self, step, out, NULL), HN_OK);
}

static void begin(const HnDetector *d) {
	if (d->class_->begin != NULL) d->class_->begin(d->self);
}

static int64_t pairs_of(const HnScene *scene) {
	int64_t pairs = 0;
	for (int32_t b = 0; b < scene->body_count; ++b)
		for (int32_t a = 0; a < b; ++a)
			pairs += (int64_t)scene_mesh(scene, a)->triangle_count * scene_mesh(scene, b)->triangle_count;
	return pairs;
}

// Two counted passes and a timed one, then steps in any order.
static void trial_run(Trial *t, Rng *rng) {
	const HnScene *scene = t->drawn->scene;
	HnDetector d;
	HnContactBuffer got = { 0 };
	Counts counts[2] = { 0 };
	int32_t status = hn_detector_create(&d, t->name, scene, t->query, t->params);
	cheap_assert_msg(status == HN_OK, "%s %s: %s", t->name, t->params, hn_error_text());
	for (int pass = 0; pass < 3; ++pass) {
		begin(&d);
		for (int32_t step = 0; step < scene->step_count; ++step) {
			if (pass < 2) {
				Counts now = { 0 };
				cheap_assert_int_eq(detector_step_counted(&d, step, &got, &now), HN_OK);
				TRIAL_ASSERT(t, step, (t->superset || now.np >= now.contacts) && now.np <= pairs_of(scene));
				for (int32_t i = 0; i < COUNT_FIELDS; ++i) {
					TRIAL_ASSERT(t, step, count_get(&now, i) >= 0);
					((int64_t *)&counts[pass])[i] += count_get(&now, i);
				}
			} else {
				step_timed(&d, step, &got);
			}
			trial_same(t, step, &got);
			trial_check(t, step, &got);
		}
	}
	TRIAL_ASSERT(t, -1, memcmp(&counts[0], &counts[1], sizeof counts[0]) == 0);
	for (int i = 0; i < 3; ++i) {
		int32_t step = below(rng, scene->step_count);
		step_timed(&d, step, &got);
		trial_check(t, step, &got);
	}
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&got);
}

// An allocation fails somewhere: an error, nothing left behind; and what is asked again is right.
static void trial_fail(Trial *t, Rng *rng) {
	HnDetector d;
	HnContactBuffer got = { 0 };
	Counts counts = { 0 };
	mem_fail_at(mem_allocation_count() + 1 + below(rng, 60));
	int32_t status = hn_detector_create(&d, t->name, t->drawn->scene, t->query, t->params);
	TRIAL_ASSERT(t, -1, status == HN_OK || status == HN_ERR_NO_MEMORY);
	for (int32_t step = 0; status == HN_OK && step < t->drawn->steps; ++step) {
		int32_t code = detector_step_counted(&d, step, &got, &counts);
		TRIAL_ASSERT(t, step, code == HN_OK || code == HN_ERR_NO_MEMORY);
		if (code != HN_OK) TRIAL_ASSERT(t, step, detector_step_counted(&d, step, &got, &counts) == HN_OK);
		mem_fail_at(0);
		trial_check(t, step, &got);
		mem_fail_at(mem_allocation_count() + 1 + below(rng, 10));
	}
	mem_fail_at(0);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&got);
}

// The query of touching poses, for every pair of bodies.
static void check_touch(const Drawn *d, const HnContactBuffer *right, int32_t step) {
	for (int32_t b = 1; b < d->bodies; ++b) {
		if (d->frames[0].count + d->frames[b].count > 0) continue; // it knows meshes alone
		bool touches = false;
		for (int64_t i = 0; i < right->count; ++i)
			touches |= right->data[i].body_a == 0 && right->data[i].body_b == b;
		HnTouchQuery *query;
		ck_assert_msg(hn_touch_query_create(&query, d->meshes[0], d->meshes[b]) == HN_OK, "%s",
		              hn_error_text());
		HnPose pose = scene_relative(d->scene, 0, b, step);
		cheap_assert_int_eq(hn_touch_query_hit(query, &pose), touches);
		hn_touch_query_destroy(query);
	}
}

// Bodies that deform and are brought along by hulls are refused (test_deforming.c).
static bool follows(const Drawn *d, const char *params) {
	bool deforms = false;
	for (int32_t b = 1; b < d->bodies; ++b) deforms |= d->frames[b].count > 0;
	return !deforms || strstr(params, "by=hull") == NULL;
}

// The octree's cubes may be too many for these bodies, by a side that was given or by splits without a bound.
static bool refuses_cubes(const Drawn *d, const HnDetectClass *class, HnQuery query, const char *params) {
	HnDetector detector;
	HnContactBuffer got = { 0 };
	if (strstr(params, "octree") == NULL) return false;
	int32_t status = hn_detector_create(&detector, class->name, d->scene, query, params);
	if (status != HN_OK) return false;
	begin(&detector);
	for (int32_t step = 0; status == HN_OK && step < d->steps; ++step)
		status = detector_step_counted(&detector, step, &got, &(Counts){ 0 });
	bool refused = octree_refuses(status);
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&got);
	return refused;
}

static void check_round(int32_t round, uint64_t seed, int64_t *contacts) {
	Rng rng;
	Drawn drawn;
	HnContactBuffer right[STEPS_MAX] = { 0 };
	rng_seed(&rng, seed, (uint64_t)round);
	drawn_create(&drawn, &rng);
	size_t live = hn_mem_live_bytes();
	for (int32_t s = 0; drawn.scene != NULL && s < drawn.steps; ++s) {
		contacts_by_definition(&right[s], drawn.scene, s);
		contacts_sort(&right[s]);
		check_touch(&drawn, &right[s], s);
		*contacts += right[s].count;
	}
	size_t held = hn_mem_live_bytes();
	for (int32_t i = 0; drawn.scene != NULL && i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		for (int32_t j = 0; j < SETTINGS_EACH && !class->planted && !class->objects; ++j)
			for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query) {
				char params[TEXT_SIZE];
				do {
					params_draw(&rng, &class->params, params);
				} while (!follows(&drawn, params) || detect_check(class, params) != HN_OK ||
				         refuses_cubes(&drawn, class, (HnQuery)query, params)); // what does not go together
				Trial trial = { .drawn = &drawn, .name = class->name, .params = params };
				trial.round = round, trial.query = (HnQuery)query, trial.right = right;
				cheap_assert_int_eq(hn_detect_conservative(&trial.superset, class, params), HN_OK);
				cheap_assert_int_eq(hn_detect_unsound(&trial.unsound, class, params), HN_OK);
				trial_run(&trial, &rng);
				ck_assert_uint_eq(hn_mem_live_bytes(), held);
				trial_fail(&trial, &rng);
				ck_assert_uint_eq(hn_mem_live_bytes(), held);
			}
	}
	for (int32_t s = 0; s < STEPS_MAX; ++s) hn_contact_buffer_free(&right[s]);
	ck_assert_uint_eq(hn_mem_live_bytes(), live);
	drawn_free(&drawn);
}

static int64_t wish(const char *name, int64_t otherwise) {
	const char *text = getenv(name);
	return text != NULL ? strtoll(text, NULL, 10) : otherwise;
}

START_TEST(every_algorithm_finds_the_same) {
	int64_t contacts = 0, rounds = wish("DIFFERENTIAL_ROUNDS", ROUNDS), seed = wish("DIFFERENTIAL_SEED", 81);
	for (int64_t round = wish("DIFFERENTIAL_FROM", 0); round < rounds; ++round)
		check_round((int32_t)round, (uint64_t)seed, &contacts);
	ck_assert_int_gt(contacts, 0);
}
END_TEST

Suite *differential_suite(void) {
	Suite *suite = suite_create("differential");
	TCase *tc = tcase_create("differential");
	tcase_add_test(tc, every_algorithm_finds_the_same);
	suite_add_tcase(suite, tc);
	return suite;
}
