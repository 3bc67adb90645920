#include "broad/bodies.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sort_keys.h"

static size_t bodies_size(const HnScene *scene) { return mem_array_size(scene->body_count, sizeof(BodyBox)); }
static size_t ends_size(const HnScene *scene) { return mem_array_size(scene->mesh_count, sizeof(BodyEnds)); }
static size_t boxes_size(const HnScene *scene) { return mem_array_size(scene->body_count, sizeof(Aabb)); }
static size_t fixed_size(const HnScene *scene) { return (size_t)scene->body_count; }
static size_t end_size(const BodyEnds *ends) {
	return mem_array_size(3 * (int64_t)ends->count, sizeof(double));
}

// True if the body's box never changes within a pass.
bool body_stays(const HnScene *scene, int32_t body) {
	return scene->bodies[body].pose_count == 1 && !scene_deforms(scene, body);
}

static bool is_empty(const HnScene *scene, int32_t body) {
	const HnSceneMesh *mesh = scene_mesh(scene, body);
	return mesh->vertex_count == 0 || mesh->triangle_count == 0;
}

// Creation
// ------------------------------------------------------------------------------------------------------

int32_t body_ends_create(BodyEnds *out, const double *xyz, int32_t vertex_count) {
	HnHull *hull;
	int32_t status = hn_hull_create(&hull, xyz, vertex_count);
	if (status != HN_OK) return status;
	*out = (BodyEnds){ .count = hull->vertex_count };
	out->xyz = mem_alloc(end_size(out));
	for (int32_t i = 0; out->xyz != NULL && i < out->count; ++i)
		memcpy(out->xyz + 3 * (int64_t)i, xyz + 3 * (int64_t)hull->vertices[i], 3 * sizeof(double));
	hn_hull_destroy(hull);
	return out->xyz != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

void body_ends_free(BodyEnds *ends) {
	mem_free(ends->xyz, end_size(ends));
	*ends = (BodyEnds){ 0 };
}

static bool turns(const HnSceneBody *body) {
	for (int32_t i = 1; i < body->pose_count; ++i)
		if (memcmp(&body->poses[i].r, &body->poses[0].r, sizeof(HnMat3)) != 0) return true;
	return false;
}

// Finds the hull vertices of meshes that turn from step to step, because their extremes are needed again and
// again.
static int32_t all_ends_create(BodyBroad *bodies) {
	const HnScene *scene = bodies->scene;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const HnSceneMesh *mesh = scene_mesh(scene, b);
		BodyEnds *ends = &bodies->ends[scene->bodies[b].mesh];
		if (ends->xyz != NULL || is_empty(scene, b) || mesh->vertex_count > HN_HULL_POINTS_MAX) continue;
		if (scene_deforms(scene, b) || !turns(&scene->bodies[b])) continue;
		int32_t status = body_ends_create(ends, mesh->xyz, mesh->vertex_count);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

// Prefers a body that stays: the boxes of all other bodies that stay then never change.
int32_t body_origin(const HnScene *scene) {
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene->bodies[b].pose_count == 1) return b;
	return 0;
}

static int32_t fixed_create(BodyBroad *bodies) {
	const HnScene *scene = bodies->scene;
	int32_t count = 0;
	for (int32_t b = 0; b < scene->body_count; ++b) count += scene->bodies[b].fixed;
	if (count < 2) return HN_OK;
	bodies->fixed = mem_alloc(fixed_size(scene));
	if (bodies->fixed == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count; ++b) bodies->fixed[b] = scene->bodies[b].fixed;
	bodies->broad.fixed = bodies->fixed;
	return HN_OK;
}

int32_t body_broad_create(BodyBroad *out, const char *name, const char *params,
                          const BodyMeshes *body_meshes) {
	const HnScene *scene = body_meshes->scene;
	*out = (BodyBroad){ .scene = scene, .body_meshes = body_meshes, .origin = body_origin(scene) };
	int32_t status = broad_create(&out->broad, name, hn_broad_volume_name(0), params);
	if (status != HN_OK) return status;
	out->broad.objects.mates_do = true;
	out->bodies = mem_alloc_zero(bodies_size(scene));
	out->ends = mem_alloc_zero(ends_size(scene));
	out->boxes = mem_alloc_zero(boxes_size(scene));
	if (out->bodies == NULL || out->ends == NULL || out->boxes == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count; ++b) out->bodies[b].version = -1;
	status = all_ends_create(out);
	if (status == HN_OK) status = fixed_create(out);
	if (status == HN_OK) body_broad_begin(out);
	return status;
}

void body_broad_free(BodyBroad *bodies) {
	const HnScene *scene = bodies->scene;
	if (scene == NULL) return;
	broad_destroy(&bodies->broad);
	for (int32_t m = 0; bodies->ends != NULL && m < scene->mesh_count; ++m) body_ends_free(&bodies->ends[m]);
	mem_free(bodies->bodies, bodies_size(scene));
	mem_free(bodies->ends, ends_size(scene));
	mem_free(bodies->boxes, boxes_size(scene));
	if (bodies->fixed != NULL) mem_free(bodies->fixed, fixed_size(scene));
	hn_broad_pairs_free(&bodies->pairs);
	ARRAY_FREE(&bodies->keys);
	*bodies = (BodyBroad){ 0 };
}

size_t body_broad_bytes(const BodyBroad *bodies) {
	const HnScene *scene = bodies->scene;
	if (scene == NULL) return 0;
	size_t bytes = broad_bytes(&bodies->broad) + broad_object_bytes(&bodies->broad) + bodies_size(scene) +
	               boxes_size(scene);
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (bodies->ends[m].xyz != NULL) bytes += end_size(&bodies->ends[m]);
	return bytes;
}

// Boxes
// ------------------------------------------------------------------------------------------------------

// The box around R v for every vertex v.
void body_box_turn(HnVec3 *lo, HnVec3 *hi, const HnMat3 *r, const double *xyz, int32_t count) {
	HnVec3 least = mat3_mul_vec(r, vec3_load(xyz)), most = least;
	for (int64_t i = 1; i < count; ++i) {
		HnVec3 p = mat3_mul_vec(r, vec3_load(xyz + 3 * i));
		least = vec3_min(least, p);
		most = vec3_max(most, p);
	}
	*lo = least, *hi = most;
}

static void box_follow(BodyBroad *bodies, int32_t b, const HnMat3 *r) {
	const BodyMeshes *body_meshes = bodies->body_meshes;
	const HnSceneMesh *mesh = scene_mesh(bodies->scene, b);
	const BodyEnds *ends = &bodies->ends[bodies->scene->bodies[b].mesh];
	BodyBox *box = &bodies->bodies[b];
	bool deforms = scene_deforms(bodies->scene, b),
	     known = box->version == (deforms ? body_meshes->version : 0);
	if (known && memcmp(&box->r, r, sizeof *r) == 0) return;
	const double *xyz = body_meshes_xyz(body_meshes, b);
	if (!known) box->radius = points_radius(xyz, mesh->vertex_count);
	if (deforms || ends->xyz == NULL)
		body_box_turn(&box->lo, &box->hi, r, xyz, mesh->vertex_count);
	else
		body_box_turn(&box->lo, &box->hi, r, ends->xyz, ends->count);
	box->r = *r;
	box->version = deforms ? body_meshes->version : 0;
}

// An upper bound on the greatest row sum of |R^T R - 1|, with rounding included.
static double skewness(const HnMat3 *r) {
	HnMat3 product = mat3_tmul(r, r);
	double most = 0;
	for (int i = 0; i < 3; ++i) {
		double sum = 0;
		for (int j = 0; j < 3; ++j) sum += fabs(product.m[i][j] - (i == j));
		if (sum > most) most = sum;
	}
	return most + 0x1p-48;
}

double body_margin(const HnMat3 *r, double radius) { return (2 * skewness(r) + 0x1p-46) * radius + 0x1p-195; }

Aabb body_box_place(HnVec3 lo, HnVec3 hi, double margin, HnVec3 shift, double scale) {
	Aabb out;
	for (int k = 0; k < 3; ++k) {
		double t = vec3_get(shift, k), wide = margin + 0x1p-50 * fabs(t);
		out.lo[k] = round_down((vec3_get(lo, k) - wide + t) * scale) + 0.0F;
		out.hi[k] = round_up((vec3_get(hi, k) + wide + t) * scale) + 0.0F;
	}
	return out;
}

static Aabb body_box(BodyBroad *bodies, int32_t b, int32_t step) {
	const HnScene *scene = bodies->scene;
	const HnPose *pose = scene_pose(scene, b, step);
	box_follow(bodies, b, &pose->r);
	HnVec3 origin = scene_pose(scene, bodies->origin, step)->t;
	const BodyBox *box = &bodies->bodies[b];
	double margin = body_margin(&box->r, box->radius);
	return body_box_place(box->lo, box->hi, margin, vec3_sub(pose->t, origin),
	                      ldexp(1, scene->scale_exponent));
}

// Steps
// ------------------------------------------------------------------------------------------------------

// Places the bodies whose boxes differ from those before, in runs of ids. all: places unchanged ones, too.
// staying: selects the bodies that stay or those that move.
static int32_t bodies_place(BodyBroad *bodies, int32_t step, bool staying, bool all) {
	const HnScene *scene = bodies->scene;
	int32_t first = 0, count = 0;
	for (int32_t b = 0; b <= scene->body_count; ++b) {
		bool place = b < scene->body_count && !is_empty(scene, b) && body_stays(scene, b) == staying;
		if (place) {
			Aabb box = body_box(bodies, b, step);
			place = all || memcmp(&box, &bodies->boxes[b], sizeof box) != 0;
			bodies->boxes[b] = box;
		}
		if (place && count++ == 0) first = b;
		if (place || count == 0) continue;
		int32_t status = broad_place(&bodies->broad, first, count, bodies->boxes + first);
		if (status != HN_OK) return status;
		count = 0;
	}
	return HN_OK;
}

static int32_t begin_anew(BodyBroad *bodies) {
	broad_forget(&bodies->broad);
	bodies->placed = false;
	int32_t status = bodies_place(bodies, 0, true, true);
	return status == HN_OK ? broad_update(&bodies->broad) : status;
}

void body_broad_begin(BodyBroad *bodies) { bodies->broken = begin_anew(bodies) != HN_OK; }

static int32_t pairs_sort(BodyBroad *bodies) {
	HnBroadPairs *pairs = &bodies->pairs;
	if (!ARRAY_RESERVE(&bodies->keys, 2 * pairs->count)) return HN_ERR_NO_MEMORY;
	uint64_t *keys = bodies->keys.data;
	for (int64_t i = 0; i < pairs->count; ++i)
		keys[i] = (uint64_t)pairs->data[i].a << 32 | (uint32_t)pairs->data[i].b;
	sort_keys(keys, pairs->count, keys + pairs->count);
	for (int64_t i = 0; i < pairs->count; ++i)
		pairs->data[i] = (HnBroadPair){ (int32_t)(keys[i] >> 32), (int32_t)(uint32_t)keys[i] };
	return HN_OK;
}

static int32_t step_pairs(BodyBroad *bodies, int32_t step, BroadCounts *counts) {
	Broad *broad = &bodies->broad;
	int32_t status = bodies->broken ? begin_anew(bodies) : HN_OK;
	if (status == HN_OK) status = bodies_place(bodies, step, false, !bodies->placed);
	bodies->placed = true;
	if (status == HN_OK) status = broad_update(broad);
	if (status == HN_OK) status = broad_build(broad);
	if (status == HN_OK) status = broad_query(broad, &bodies->pairs, counts);
	return status == HN_OK ? pairs_sort(bodies) : status;
}

int32_t body_broad_step(BodyBroad *bodies, int32_t step, BroadCounts *counts) {
	int32_t status = step_pairs(bodies, step, counts);
	bodies->broken = status != HN_OK;
	if (status != HN_OK) bodies->pairs.count = 0;
	return status;
}
