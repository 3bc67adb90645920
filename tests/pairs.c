#include "pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "mesh/mesh.h"
#include "scene/motion.h"

typedef enum Change {
	CHANGE_NONE,
	CHANGE_SMALL,    // 1/64 of the size
	CHANGE_OPEN,     // every fourth triangle is missing
	CHANGE_NEEDLE,   // drawn out along x to 2^16 times its width
	CHANGE_SEGMENTS, // all triangles are segments on one line, end to end
	CHANGE_FLAT,     // in the plane z = 0
	CHANGE_TWICE,    // every triangle again, corners turned
	CHANGE_CRUMPLED, // of every three triangles one is a segment and one a point
	CHANGE_AWAY,     // far from its own origin
} Change;

typedef struct PairDef {
	const char *name, *first, *second;
	Change change[2];
	int32_t bodies;
} PairDef;

static const PairDef s_pairs[] = {
#define PAIR(name, first, of_first, second, of_second)                                                       \
	{ #name, first, second, { CHANGE_##of_first, CHANGE_##of_second }, 2 },
#define TRIO(name, first, of_first, second, of_second)                                                       \
	{ #name, first, second, { CHANGE_##of_first, CHANGE_##of_second }, 3 },
#include "pairs.def"
#undef PAIR
#undef TRIO
};

int32_t pair_count(void) { return sizeof s_pairs / sizeof s_pairs[0]; }
const char *pair_name(int32_t index) { return s_pairs[index].name; }

int32_t pair_find(const char *name) {
	for (int32_t i = 0; i < pair_count(); ++i)
		if (strcmp(s_pairs[i].name, name) == 0) return i;
	return -1;
}

// Models
// ------------------------------------------------------------------------------------------------------

static void vertices_change(HnMesh *mesh, Change change) {
	for (int64_t v = 0; v < mesh->vertex_count; ++v) {
		double *p = mesh->xyz + 3 * v;
		if (change == CHANGE_SMALL)
			for (int k = 0; k < 3; ++k) p[k] *= 0x1p-6;
		if (change == CHANGE_NEEDLE) p[0] *= 2, p[1] *= 0x1p-15, p[2] *= 0x1p-15;
		if (change == CHANGE_FLAT) p[2] = 0;
		if (change == CHANGE_AWAY) p[0] += 1000, p[1] -= 500, p[2] += 250;
	}
}

static void triangles_crumple(HnMesh *mesh) {
	for (int32_t i = 0; i < mesh->triangle_count; ++i) {
		int32_t *t = mesh->triangles + 3 * (int64_t)i;
		if (i % 3 > 0) t[2] = t[1];
		if (i % 3 > 1) t[1] = t[2] = t[0];
	}
}

// Triangle i from end to end of its part of -1 .. 1, over the middle.
static HnMesh *segments_of(int32_t count) {
	HnMesh *mesh;
	CHECK(hn_mesh_create(&mesh, 2 * count + 1, count) == HN_OK);
	for (int32_t v = 0; v <= 2 * count; ++v)
		vec3_store(mesh->xyz + 3 * (int64_t)v, (HnVec3){ (double)v / count - 1, 0, 0 });
	for (int32_t i = 0; i < 3 * count; ++i) mesh->triangles[i] = 2 * (i / 3) + i % 3;
	return mesh;
}

// Every fourth triangle left out, or all of them twice.
static HnMesh *triangles_of(const HnMesh *mesh, Change change) {
	HnMesh *out;
	int32_t all = mesh->triangle_count;
	int32_t count = change == CHANGE_TWICE ? 2 * all : all - (all + 3) / 4;
	CHECK(hn_mesh_create(&out, mesh->vertex_count, count) == HN_OK);
	memcpy(out->xyz, mesh->xyz, (size_t)mesh->vertex_count * 3 * sizeof(double));
	int32_t *to = out->triangles;
	for (int32_t i = 0; i < all; ++i) {
		const int32_t *t = mesh->triangles + 3 * (int64_t)i;
		if (change == CHANGE_OPEN && i % 4 == 0) continue;
		for (int k = 0; k < 3; ++k) *to++ = t[k];
		for (int k = 0; k < 3 && change == CHANGE_TWICE; ++k) *to++ = t[(k + 1) % 3];
	}
	CHECK(to - out->triangles == 3 * (ptrdiff_t)count);
	return out;
}

static HnMesh *mesh_changed(HnMesh *mesh, Change change) {
	HnMesh *other = NULL;
	if (change == CHANGE_SEGMENTS) other = segments_of(mesh->triangle_count);
	if (change == CHANGE_OPEN || change == CHANGE_TWICE) other = triangles_of(mesh, change);
	if (other != NULL) hn_mesh_destroy(mesh), mesh = other;
	if (change == CHANGE_CRUMPLED) triangles_crumple(mesh);
	vertices_change(mesh, change);
	CHECK(hn_mesh_validate(mesh) == HN_OK);
	return mesh;
}

static HnMesh *model(const char *text, Change change) {
	HnMesh *mesh = NULL;
	char name[32];
	size_t size = strcspn(text, " ");
	CHECK(size < sizeof name);
	memcpy(name, text, size);
	name[size] = '\0';
	const char *params = text[size] == ' ' ? text + size + 1 : "";
	int32_t status = strcmp(name, "teapot") == 0 ? hn_teapot_create(&mesh, (int32_t)strtol(params, NULL, 10))
	                                             : hn_shape_create(&mesh, name, params);
	if (status != HN_OK) fprintf(stderr, "%s: %s\n", text, hn_error_text());
	CHECK(status == HN_OK);
	return mesh_changed(mesh, change);
}

// Poses
// ------------------------------------------------------------------------------------------------------

typedef struct Posing {
	const HnMesh *mesh[2];
	HnVec3 centre[2];
	double reach[2]; // half the diagonal of the box
	Rng rng;
	HnVec3 axis, along; // of this block of poses
} Posing;

static void posing_look(Posing *p, int which) {
	double lo[3], hi[3];
	hn_mesh_bounds(p->mesh[which], lo, hi);
	HnVec3 a = vec3_load(lo), b = vec3_load(hi);
	p->centre[which] = vec3_scale(vec3_add(a, b), 0.5);
	p->reach[which] = 0.5 * vec3_length(vec3_sub(b, a));
}

static HnMat3 quarter_turns(Rng *rng) {
	static const HnMat3 s_turns[4] = { { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
		                               { { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } } },
		                               { { { 0, 0, 1 }, { 0, 1, 0 }, { -1, 0, 0 } } },
		                               { { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } } } };
	HnMat3 a = s_turns[rng_below(rng, 4)], b = s_turns[rng_below(rng, 4)];
	return mat3_mul(&a, &b);
}

static HnVec3 some_direction(Rng *rng) {
	double sign = rng_below(rng, 2) == 0 ? 1 : -1;
	uint64_t axis = rng_below(rng, 6);
	if (axis > 2) return motion_random_direction(rng);
	return (HnVec3){ axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0 };
}

// The corner of some triangle that is farthest along d.
static HnVec3 farthest(const HnMesh *mesh, HnVec3 d) {
	HnVec3 best = vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[0]);
	for (int32_t i = 1; i < 3 * mesh->triangle_count; ++i) {
		HnVec3 p = vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]);
		if (vec3_dot(p, d) > vec3_dot(best, d)) best = p;
	}
	return best;
}

static HnVec3 some_corner(Posing *p, int which) {
	const HnMesh *mesh = p->mesh[which];
	uint64_t i = rng_below(&p->rng, 3 * (uint64_t)mesh->triangle_count);
	return vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]);
}

// Brings q of the second model upon `at`.
static HnPose pose_upon(const HnMat3 *r, HnVec3 at, HnVec3 q) {
	return (HnPose){ *r, vec3_sub(at, mat3_mul_vec(r, q)) };
}

static HnPose pose_rotated(Posing *p) {
	HnMat3 r = motion_random_rotation(&p->rng);
	double far = rng_double(&p->rng) * (p->reach[0] + p->reach[1]);
	HnVec3 at = vec3_add(p->centre[0], vec3_scale(motion_random_direction(&p->rng), far));
	return pose_upon(&r, at, p->centre[1]);
}

static HnPose pose_touching(Posing *p, int32_t i, double gap) {
	HnVec3 d = some_direction(&p->rng);
	HnMat3 r = i % 2 == 0 ? quarter_turns(&p->rng) : motion_random_rotation(&p->rng);
	HnVec3 at = vec3_add(farthest(p->mesh[0], d), vec3_scale(d, gap));
	return pose_upon(&r, at, farthest(p->mesh[1], vec3_scale(mat3_tmul_vec(&r, d), -1)));
}

static HnPose pose_deep(Posing *p, int32_t i) {
	HnMat3 r = hn_motion_axis_angle(p->axis, 0.06 * i);
	HnVec3 at = vec3_add(p->centre[0], vec3_scale(p->along, 0.02 * i * p->reach[0]));
	return pose_upon(&r, at, p->centre[1]);
}

static HnPose pose_far(Posing *p, int32_t i) {
	double size = fmin(p->reach[0], p->reach[1]);
	return pose_touching(p, i, ldexp(size, (int)rng_below(&p->rng, 37) - 30));
}

static bool face(Posing *p, int which, HnVec3 *middle, HnVec3 *normal) {
	const HnMesh *mesh = p->mesh[which];
	const int32_t *t = mesh->triangles + 3 * (int64_t)rng_below(&p->rng, (uint64_t)mesh->triangle_count);
	HnVec3 c[3];
	for (int k = 0; k < 3; ++k) c[k] = vec3_load(mesh->xyz + 3 * (int64_t)t[k]);
	*middle = vec3_scale(vec3_add(vec3_add(c[0], c[1]), c[2]), 1.0 / 3);
	*normal = vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0]));
	return motion_normalize(normal);
}

// Half a turn about the middle of the two brings one direction upon the other.
static HnMat3 turn_upon(HnVec3 from, HnVec3 to, Rng *rng) {
	HnVec3 axis = vec3_add(from, to);
	if (!motion_normalize(&axis)) {
		HnVec3 any = motion_random_direction(rng);
		axis = vec3_cross(any, from);
		if (!motion_normalize(&axis)) return mat3_identity();
	}
	HnMat3 r;
	const double a[3] = { axis.x, axis.y, axis.z };
	for (int i = 0; i < 9; ++i) r.m[i / 3][i % 3] = 2 * a[i / 3] * a[i % 3] - (i % 4 == 0 ? 1 : 0);
	return r;
}

static HnPose pose_parallel(Posing *p, int32_t i) {
	HnVec3 middle[2], normal[2];
	bool flat = !face(p, 0, &middle[0], &normal[0]);
	if (!face(p, 1, &middle[1], &normal[1]) || flat) return pose_touching(p, i, 0);
	HnMat3 upon = turn_upon(normal[1], vec3_scale(normal[0], -1), &p->rng);
	HnMat3 bend = hn_motion_axis_angle(motion_random_direction(&p->rng), ldexp(1, -(i % 41)));
	HnMat3 r = mat3_mul(&bend, &upon);
	double gap = (double)rng_below(&p->rng, 3) - 1;
	HnVec3 at = vec3_add(middle[0], vec3_scale(normal[0], gap * ldexp(p->reach[1], -(i % 47))));
	return pose_upon(&r, at, middle[1]);
}

static HnPose pose_coplanar(Posing *p, int32_t i) {
	HnMat3 r = i % 3 == 0 ? mat3_identity() : quarter_turns(&p->rng);
	HnVec3 at = some_corner(p, 0);
	return i % 7 == 0 ? pose_upon(&r, p->centre[0], p->centre[1]) : pose_upon(&r, at, some_corner(p, 1));
}

static HnPose pose_of(Posing *p, PoseKind kind, int32_t i) {
	switch (kind) {
	case POSE_ROTATED:
		return pose_rotated(p);
	case POSE_TOUCHING:
		return pose_touching(p, i, 0);
	case POSE_DEEP:
		return pose_deep(p, i);
	case POSE_FAR:
		return pose_far(p, i);
	case POSE_PARALLEL:
		return pose_parallel(p, i);
	default:
		return pose_coplanar(p, i);
	}
}

static PoseKind kind_of(int32_t step, int32_t steps) { return (PoseKind)(step * POSE_KINDS / steps); }
PoseKind pair_pose_kind(const PairScene *pair, int32_t step) { return kind_of(step, pair->steps); }

// Where the first body is: poses that are exact in its frame stay so only where it does not turn.
static HnPose frame_of(Posing *p, PoseKind kind, int32_t i) {
	HnPose frame = hn_pose_identity();
	if (kind == POSE_ROTATED || kind == POSE_FAR) frame.r = motion_random_rotation(&p->rng);
	if (kind == POSE_DEEP) frame.r = hn_motion_axis_angle(p->along, 0.03 * i);
	return frame;
}

static HnPose pose_within(const HnPose *frame, const HnPose *pose) {
	return (HnPose){ mat3_mul(&frame->r, &pose->r), vec3_add(mat3_mul_vec(&frame->r, pose->t), frame->t) };
}

static void poses_fill(Posing *p, HnPose *first, HnPose *second, int32_t steps, bool still) {
	int32_t begin = 0;
	for (int32_t s = 0; s < steps; ++s) {
		PoseKind kind = kind_of(s, steps);
		if (s > 0 && kind != kind_of(s - 1, steps)) begin = s;
		if (s == begin)
			p->axis = motion_random_direction(&p->rng), p->along = motion_random_direction(&p->rng);
		HnPose relative = pose_of(p, kind, s - begin);
		first[s] = still ? hn_pose_identity() : frame_of(p, kind, s - begin);
		second[s] = pose_within(&first[s], &relative);
	}
}

// Scenes, with what is right
// ------------------------------------------------------------------------------------------------------

static void right_fill(PairScene *pair) {
	HnDetector brute;
	Counts counts = { 0 };
	CHECK(hn_detector_create(&brute, "brute", pair->scene, HN_QUERY_ALL, "") == HN_OK);
	for (int32_t s = 0; s < pair->steps; ++s) {
		CHECK(detector_step_counted(&brute, s, &pair->right[s], &counts) == HN_OK);
		CHECK(hn_contacts_hash(&pair->hash[s], &pair->right[s], HN_QUERY_ALL) == HN_OK);
		pair->contacts += pair->right[s].count;
	}
	hn_detector_destroy(&brute);
}

void pair_create(PairScene *out, int32_t index, int32_t steps) {
	const PairDef *def = &s_pairs[index];
	CHECK(index >= 0 && index < pair_count() && steps >= POSE_KINDS && steps <= PAIR_STEPS_MAX);
	Posing posing;
	HnPose poses[3][PAIR_STEPS_MAX];
	bool still = index % 2 == 1;
	posing.rng = rng_of(1901, (uint64_t)index);
	HnMesh *first = model(def->first, def->change[0]), *second = model(def->second, def->change[1]);
	posing.mesh[0] = first, posing.mesh[1] = second;
	for (int which = 0; which < 2; ++which) posing_look(&posing, which);
	poses_fill(&posing, poses[0], poses[1], steps, still);
	for (int32_t s = 0; s < steps; ++s) poses[2][s] = poses[1][(s + steps / 2) % steps];
	HnSceneDefBody bodies[3] = { { .mesh = first, .poses = poses[0], .pose_count = still ? 1 : steps },
		                         { .mesh = second, .poses = poses[1], .pose_count = steps },
		                         { .mesh = second, .poses = poses[2], .pose_count = steps } };
	HnSceneDef scene = { .bodies = bodies, .body_count = def->bodies, .step_count = steps };
	*out = (PairScene){ .name = def->name, .steps = steps };
	int32_t status = hn_scene_create(&out->scene, &scene);
	if (status != HN_OK) fprintf(stderr, "%s: %s\n", def->name, hn_error_text());
	CHECK(status == HN_OK);
	hn_mesh_destroy(first);
	hn_mesh_destroy(second);
	right_fill(out);
}

void pair_free(PairScene *pair) {
	for (int32_t s = 0; s < pair->steps; ++s) hn_contact_buffer_free(&pair->right[s]);
	hn_scene_close(pair->scene);
	*pair = (PairScene){ 0 };
}

// Trials
// ------------------------------------------------------------------------------------------------------

bool trial_create(Trial *out, const PairScene *pair, const char *name, const char *params, HnQuery query) {
	*out = (Trial){ .pair = pair, .class_ = hn_detect_find(name), .query = query };
	int32_t status = out->class_ != NULL ? HN_OK : error_set(HN_ERR_NOT_FOUND, "no algorithm '%s'", name);
	if (status == HN_OK) status = hn_detect_conservative(&out->superset, out->class_, params);
	if (status == HN_OK) status = hn_detect_unsound(&out->unsound, out->class_, params);
	if (status == HN_OK) return trial_create_again(out, pair, out, params);
	snprintf(out->what, sizeof out->what, "%s: %s", pair->name, hn_error_text());
	return false;
}

bool trial_create_again(Trial *out, const PairScene *pair, const Trial *first, const char *params) {
	Trial trial = { .pair = pair, .class_ = first->class_, .query = first->query };
	trial.superset = first->superset, trial.unsound = first->unsound;
	int32_t status =
	    hn_detector_create(&trial.detector, trial.class_->name, pair->scene, trial.query, params);
	if (status != HN_OK) snprintf(trial.what, sizeof trial.what, "%s: %s", pair->name, hn_error_text());
	*out = trial;
	return status == HN_OK;
}

void trial_free(Trial *trial) { hn_detector_destroy(&trial->detector); }

static int compare(const void *a, const void *b) { return contact_compare(a, b); }

static bool holds_contact(const HnContactBuffer *set, const HnContact *contact) {
	return bsearch(contact, set->data, (size_t)set->count, sizeof *contact, compare) != NULL;
}

// Both in canonical order: none twice, and all that are right.
static bool holds_all(const HnContactBuffer *got, const HnContactBuffer *right) {
	int64_t found = 0;
	for (int64_t i = 0; i < got->count; ++i) {
		if (i > 0 && contact_compare(&got->data[i - 1], &got->data[i]) == 0) return false;
		if (found < right->count && contact_compare(&right->data[found], &got->data[i]) == 0) ++found;
	}
	return found == right->count;
}

static bool holds_no_other(const HnContactBuffer *got, const HnContactBuffer *right) {
	for (int64_t i = 0; i < got->count; ++i) {
		if (!holds_contact(right, &got->data[i])) return false;
		if (i > 0 && contact_compare(&got->data[i - 1], &got->data[i]) == 0) return false;
	}
	return true;
}

static bool step_is_right(Trial *trial, int32_t step, HnContactBuffer *got) {
	const PairScene *pair = trial->pair;
	const HnContactBuffer *right = &pair->right[step];
	HnHash hash;
	bool first = trial->detector.query == HN_QUERY_FIRST, hit = right->count > 0;
	CHECK(hn_contacts_hash(&hash, got, trial->detector.query) == HN_OK);
	if (trial->unsound) return trial->superset || holds_no_other(got, right);
	HnHash both[2] = { trial->hash, hash };
	if (!trial->superset) trial->hash = hn_hash_bytes(both, sizeof both);
	if (first && trial->superset) return got->count == 1 || (got->count == 0 && !hit);
	if (first) return got->count == hit && (!hit || holds_contact(right, got->data));
	return trial->superset ? holds_all(got, right) : hn_hash_equal(&hash, &pair->hash[step]);
}

bool trial_run(Trial *trial) {
	const PairScene *pair = trial->pair;
	HnContactBuffer got = { 0 };
	bool good = true;
	hn_detector_begin(&trial->detector);
	for (int32_t s = 0; s < pair->steps && good; ++s) {
		int64_t sums[COUNT_FIELDS] = { 0 };
		int32_t status =
		    hn_detector_step(&trial->detector, s, &got, (s + trial->turn) % 2 == 0 ? NULL : sums);
		good = status == HN_OK && step_is_right(trial, s, &got);
		trial->contacts += got.count;
		if (good) continue;
		snprintf(trial->what, sizeof trial->what,
		         "%s, step %d (pose of kind %d): %s, %lld contacts, not %lld", pair->name, s,
		         (int)pair_pose_kind(pair, s), status == HN_OK ? "wrong" : hn_error_text(),
		         (long long)got.count, (long long)pair->right[s].count);
	}
	hn_contact_buffer_free(&got);
	return good;
}
