// Checks of a scene's coordinates and poses, and the bound on placed coordinates that gives the scale.
#include "scene/scene_file.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

#define ROTATION_TOLERANCE 1e-9
#define OBB_TOLERANCE      1e-5 // of lengths and angles of oriented boxes; the nearest floats are off by 1e-7

// Whether coordinate_flush would leave x unchanged: x is not NaN, too large, too small or -0.
static bool coordinate_is_good(double x) {
	return x == 0 ? !signbit(x) : fabs(x) >= COORDINATE_MIN && fabs(x) <= COORDINATE_MAX;
}

static bool translation_is_good(HnVec3 t) {
	return fabs(t.x) <= COORDINATE_MAX && fabs(t.y) <= COORDINATE_MAX && fabs(t.z) <= COORDINATE_MAX;
}

static bool rotation_is_good(const HnMat3 *r) {
	for (int i = 0; i < 9; ++i)
		if (!(fabs(r->m[i / 3][i % 3]) <= 2)) return false; // infinities would become NaN below
	HnMat3 product = mat3_tmul(r, r);
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			if (!(fabs(product.m[i][j] - (i == j)) <= ROTATION_TOLERANCE)) return false;
	HnVec3 x = vec3_load(r->m[0]), y = vec3_load(r->m[1]), z = vec3_load(r->m[2]);
	return vec3_dot(vec3_cross(x, y), z) > 0; // a reflection is refused
}

const char *scene_pose_wrong(const HnPose *pose) {
	if (!translation_is_good(pose->t)) return "its position is not finite or beyond 2^200";
	return rotation_is_good(&pose->r) ? NULL : "its matrix is not a rotation (to 1e-9)";
}

const char *scene_obb_wrong(const float box[OBB_FLOATS]) {
	const float *axes = box + OBB_AXES_AT, *half = box + OBB_HALF_AT;
	double square = 0, radius = (double)box[OBB_FLOATS - 1] * (1 + OBB_TOLERANCE);
	if (radius < 0) return "a length is negative"; // whose square says nothing
	for (int32_t i = 0; i < 3; ++i)
		for (int32_t j = i; j < 3; ++j) {
			double dot = 0;
			for (int32_t k = 0; k < 3; ++k) dot += (double)axes[3 * i + k] * (double)axes[3 * j + k];
			// not a number is wrong too
			if (!(fabs(dot - (i == j)) <= OBB_TOLERANCE))
				return "its axes are not of length 1 at right angles (to 1e-5)";
		}
	for (int32_t k = 0; k < 3; ++k) square += (double)half[k] * (double)half[k];
	return square > radius * radius ? "its ball does not hold it" : NULL;
}

static int32_t scene_mesh_check(const HnSceneMesh *m, int32_t mesh, int32_t count) {
	for (int64_t i = 0; i < 3 * (int64_t)m->vertex_count; ++i)
		if (!coordinate_is_good(m->xyz[i]))
			return error_set(HN_ERR_BAD_INPUT,
			                 "mesh %d of %d: vertex %d: a coordinate is not finite or beyond 2^200", mesh + 1,
			                 count, (int32_t)(i / 3) + 1);
	for (int64_t i = 0; i < 3 * (int64_t)m->triangle_count; ++i)
		if (m->triangles[i] < 0 || m->triangles[i] >= m->vertex_count)
			return error_set(HN_ERR_BAD_INPUT, "mesh %d of %d: triangle %d: no vertex has the index %d",
			                 mesh + 1, count, (int32_t)(i / 3) + 1, m->triangles[i]);
	return HN_OK;
}

static int32_t frames_check(const HnScene *s, int32_t body) {
	const HnSceneFrames *f = &s->bodies[body].frames;
	int32_t vertices = s->meshes[s->bodies[body].mesh].vertex_count;
	for (int32_t i = 0; i < f->moved_count; ++i)
		if (f->moved[i] < 0 || f->moved[i] >= vertices || (i > 0 && f->moved[i] <= f->moved[i - 1]))
			return error_set(
			    HN_ERR_BAD_INPUT,
			    "body %d of %d: moved vertex %d is %d; they ascend, below the mesh's %d vertices", body + 1,
			    s->body_count, i + 1, f->moved[i], vertices);
	int64_t a_frame = 3 * (int64_t)f->moved_count;
	for (int64_t i = 0; i < f->count * a_frame; ++i)
		if (!coordinate_is_good(f->xyz[i]))
			return error_set(HN_ERR_BAD_INPUT,
			                 "body %d of %d, frame %d of %d: vertex %d: a coordinate is not finite or beyond "
			                 "2^200",
			                 body + 1, s->body_count, (int32_t)(i / a_frame) + 1, f->count,
			                 f->moved[i % a_frame / 3] + 1);
	return HN_OK;
}

static int32_t fixed_check(const HnScene *s, int32_t body) {
	const HnSceneBody *b = &s->bodies[body];
	if (b->pose_count == 1 && b->frames.count == 0) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "body %d of %d is fixed, and %s", body + 1, s->body_count,
	                 b->pose_count > 1 ? "moves" : "deforms");
}

static bool name_is_good(const HnSceneNode *node) {
	size_t length = strnlen(node->name, sizeof node->name);
	for (size_t i = length; i < sizeof node->name; ++i)
		if (node->name[i] != '\0') return false;
	return length > 0 && length < sizeof node->name;
}

// What is wrong with a node, or NULL. parts: for each body, whether it is a part already.
static const char *node_wrong(const HnScene *s, int32_t index, uint8_t *parts) {
	const HnSceneNode *node = &s->nodes[index];
	if (!name_is_good(node)) return "its name is empty or too long";
	if (node->parent < -1 || node->parent >= index) return "its parent is no earlier node";
	if (node->parent >= 0 && s->nodes[node->parent].body >= 0) return "its parent is a part";
	if (node->body < -1 || node->body >= s->body_count) return "there is no such body";
	if (node->body >= 0 && parts[node->body]++ != 0) return "its body is a part already";
	return NULL;
}

static int32_t nodes_check(const HnScene *s) {
	if (s->node_count == 0) return HN_OK;
	uint8_t *parts = mem_alloc_zero((size_t)s->body_count);
	if (parts == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = HN_OK;
	for (int32_t i = 0; i < s->node_count && status == HN_OK; ++i) {
		const char *wrong = node_wrong(s, i, parts);
		if (wrong != NULL)
			status = error_set(HN_ERR_BAD_INPUT, "node %d of %d: %s", i + 1, s->node_count, wrong);
	}
	mem_free(parts, (size_t)s->body_count);
	return status;
}

// What is wrong with the i-th volume of a scene, or NULL. One that is not there may be anything.
static const char *volume_wrong(const HnSceneObjects *objects, const ObjectVolume *volume, int64_t i) {
	if (objects->present != NULL && objects->present[i] > 1) return "is neither there nor not";
	if (objects->present != NULL && objects->present[i] == 0) return NULL;
	const float *v = (const float *)objects->volumes + i * volume->floats;
	const char *wrong = object_volume_wrong(volume, v);
	if (wrong == NULL && volume->floats == OBB_FLOATS && !object_box_sound(v))
		wrong = "its axes are not straight, or its ball does not hold it";
	return wrong;
}

static int32_t objects_check(const HnScene *s) {
	if (s->objects.count == 0) return HN_OK;
	const ObjectVolume *volume = object_volume_find(s->objects.volume);
	if (volume == NULL || s->objects.size != volume->floats * (int32_t)sizeof(float))
		return error_set(HN_ERR_BAD_INPUT, "objects of %d bytes, which no volume '%s' has", s->objects.size,
		                 s->objects.volume);
	const int64_t count = objects_volumes(s->objects.count, s->step_count);
	for (int64_t i = 0; i < count; ++i) {
		const char *wrong = volume_wrong(&s->objects, volume, i);
		if (wrong != NULL)
			return error_set(HN_ERR_BAD_INPUT, "object %d of %d, step %d of %d: %s",
			                 (int32_t)(i % s->objects.count) + 1, s->objects.count,
			                 (int32_t)(i / s->objects.count) + 1, s->step_count, wrong);
	}
	return HN_OK;
}

int32_t scene_validate(const HnScene *s) {
	int32_t status = objects_check(s);
	if (status == HN_OK) status = nodes_check(s);
	if (status != HN_OK) return status;
	for (int32_t i = 0; i < s->mesh_count; ++i) {
		status = scene_mesh_check(&s->meshes[i], i, s->mesh_count);
		if (status != HN_OK) return status;
	}
	for (int32_t b = 0; b < s->body_count; ++b) {
		status = s->bodies[b].fixed ? fixed_check(s, b) : HN_OK;
		if (status == HN_OK) status = frames_check(s, b);
		if (status != HN_OK) return status;
		for (int32_t step = 0; step < s->bodies[b].pose_count; ++step) {
			const char *wrong = scene_pose_wrong(&s->bodies[b].poses[step]);
			if (wrong != NULL)
				return error_set(HN_ERR_BAD_INPUT, "body %d of %d, step %d of %d: %s", b + 1, s->body_count,
				                 step + 1, s->step_count, wrong);
		}
	}
	return HN_OK;
}

double points_radius(const double *xyz, int64_t count) {
	double largest = 0;
	for (int64_t i = 0; i < count; ++i) {
		HnVec3 v = vec3_load(xyz + 3 * i);
		double squared = vec3_dot(v, v);
		if (squared > largest) largest = squared;
	}
	return sqrt(largest);
}

typedef struct Box {
	HnVec3 lo, hi;
} Box;

static void box_add(Box *box, HnVec3 p) {
	box->lo = vec3_min(box->lo, p);
	box->hi = vec3_max(box->hi, p);
}

// Computes a bound on every coordinate of every body in the frame of every body, its own included, at every
// step.
//
// A vertex v of body b is placed at Ra^T Rb v + Ra^T (tb - ta). Its length is at most |Ra| (|Rb| |v| + |tb -
// ta|). Here |v| <= r, the largest distance of a vertex from its body's origin, at rest or in any frame. And
// |tb - ta| <= d, the diagonal of the box around all origins at that step. Rotations that are good to 1e-9 in
// each entry of R^T R have |R|^2 <= 1 + 3e-9. The roundings of r, d, the composed pose and the placed
// coordinate are below 40 * 2^-53 of the bound in total. The factor 1 + 2^-20 covers both many times over.
//
// The time is O(vertices + bodies * steps); the exact largest coordinate would need every pair of bodies. A
// bound that is too large by some factor shifts the scale by a few powers of two, which costs a float no
// precision.
int32_t scene_scale(const HnScene *s, int32_t *exponent) {
	double radius = 0, reach = 0;
	int32_t worst = 0;
	const double far = (double)INFINITY;
	// of objects; otherwise 0, which is right if all coordinates are or become 0
	*exponent = s->objects.scale_exponent;
	if (s->body_count == 0) return HN_OK;
	Box still = { { far, far, far }, { -far, -far, -far } };
	for (int32_t i = 0; i < s->mesh_count; ++i)
		radius = fmax(radius, points_radius(s->meshes[i].xyz, s->meshes[i].vertex_count));
	for (int32_t b = 0; b < s->body_count; ++b) {
		const HnSceneFrames *f = &s->bodies[b].frames;
		radius = fmax(radius, points_radius(f->xyz, (int64_t)f->count * f->moved_count));
	}
	for (int32_t b = 0; b < s->body_count; ++b)
		if (s->bodies[b].pose_count == 1) box_add(&still, s->bodies[b].poses[0].t);
	for (int32_t step = 0; step < s->step_count; ++step) {
		Box box = still;
		for (int32_t b = 0; b < s->body_count; ++b)
			if (s->bodies[b].pose_count != 1) box_add(&box, s->bodies[b].poses[step].t);
		double diagonal = vec3_length(vec3_sub(box.hi, box.lo));
		if (diagonal > reach) reach = diagonal, worst = step;
	}
	double bound = (radius + reach) * (1 + 0x1p-20);
	if (!(bound <= COORDINATE_MAX))
		return error_set(HN_ERR_BAD_INPUT,
		                 "step %d of %d: bodies are so far apart or so large that coordinates could exceed "
		                 "2^200 (bound %g)",
		                 worst + 1, s->step_count, bound);
	if (bound >= COORDINATE_MIN) {
		int binary;
		frexp(bound, &binary);
		*exponent = 1 - binary;
	}
	return HN_OK;
}
