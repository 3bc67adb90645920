#include "scene/join.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "scene/generator_build.h"

static int32_t check_room(const GeneratedScene *scene, int64_t steps) {
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene->bodies[b].present != NULL)
			return error_set(HN_ERR_BAD_INPUT, "a population of scenes whose objects come and go");
	if (steps > JOIN_POSES_MAX / scene->body_count)
		return error_set(HN_ERR_BAD_INPUT, "%d bodies at %lld steps have more than %d poses",
		                 scene->body_count, (long long)steps, JOIN_POSES_MAX);
	return HN_OK;
}

static void take_poses(HnSceneDefBody *body, HnPose *poses, int32_t count) {
	mem_free((void *)(uintptr_t)body->poses, mem_array_size(body->pose_count, sizeof *poses));
	body->poses = poses;
	body->pose_count = count;
}

static int32_t body_pieces(HnSceneDefBody *body, TrajectoriesDef *def) {
	if (body->pose_count == 1) return HN_OK;
	def->from = body->poses, def->from_count = body->pose_count;
	const int32_t count = def->count * def->steps;
	HnPose *poses = mem_alloc(mem_array_size(count, sizeof *poses));
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = motion_trajectories(poses, def);
	if (status == HN_OK)
		take_poses(body, poses, count);
	else
		mem_free(poses, mem_array_size(count, sizeof *poses));
	return status;
}

int32_t generated_pieces(GeneratedScene *scene, TrajectoriesDef def) {
	const int32_t own = scene->step_count, pieces = own - def.steps + 1;
	if (pieces < def.count)
		return error_set(HN_ERR_BAD_INPUT, "%d pieces of %d steps were asked for, but a motion of %d has %d",
		                 def.count, def.steps, own, pieces < 0 ? 0 : pieces);
	int32_t status = check_room(scene, (int64_t)def.count * def.steps);
	def.along = true;
	for (int32_t b = 0; b < scene->body_count && status == HN_OK; ++b)
		status = body_pieces(&scene->bodies[b], &def);
	if (status == HN_OK) scene->step_count = def.count * def.steps;
	return status;
}

bool same_mesh(const HnMesh *a, const HnMesh *b) {
	return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
	       memcmp(a->xyz, b->xyz, 3 * (size_t)a->vertex_count * sizeof *a->xyz) == 0 &&
	       memcmp(a->triangles, b->triangles, 3 * (size_t)a->triangle_count * sizeof *a->triangles) == 0;
}

static int32_t check_same(const GeneratedScene *all, const GeneratedScene *one, int32_t at, int32_t steps) {
	if (one->body_count != all->body_count)
		return error_set(HN_ERR_BAD_INPUT, "instance %d has %d bodies, and the first has %d", at + 1,
		                 one->body_count, all->body_count);
	if (one->step_count != steps)
		return error_set(HN_ERR_BAD_INPUT, "instance %d has %d steps, and the first has %d", at + 1,
		                 one->step_count, steps);
	const size_t nodes = (size_t)all->node_count * sizeof *all->nodes;
	if (one->node_count != all->node_count || (nodes > 0 && memcmp(one->nodes, all->nodes, nodes) != 0))
		return error_set(HN_ERR_BAD_INPUT, "instance %d is another assembly than the first", at + 1);
	for (int32_t b = 0; b < all->body_count; ++b)
		if (!same_mesh(all->bodies[b].mesh, one->bodies[b].mesh) ||
		    all->bodies[b].fixed != one->bodies[b].fixed)
			return error_set(HN_ERR_BAD_INPUT, "body %d of instance %d is another than in the first", b + 1,
			                 at + 1);
	return HN_OK;
}

// Fills an instance's poses from a body's own: as many, or one for all of them.
static void fill(HnPose *out, const HnPose *poses, int32_t count, int32_t steps) {
	for (int32_t s = 0; s < steps; ++s) out[s] = poses[count == 1 ? 0 : s];
}

// Gives a body the poses of all `count` instances, of which those before `at` are set.
static int32_t widen(HnSceneDefBody *body, int32_t at, int32_t count, int32_t steps) {
	HnPose *poses = mem_alloc(mem_array_size((int64_t)count * steps, sizeof *poses));
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < at; ++i) fill(poses + (int64_t)i * steps, body->poses, body->pose_count, steps);
	take_poses(body, poses, count * steps);
	return HN_OK;
}

static int32_t join_body(HnSceneDefBody *all, const HnSceneDefBody *one, int32_t at, int32_t count,
                         int32_t steps) {
	const bool is_wide = all->pose_count == count * steps;
	if (!is_wide && all->pose_count == 1 && one->pose_count == 1 &&
	    memcmp(all->poses, one->poses, sizeof *one->poses) == 0)
		return HN_OK;
	if (all->fixed) return error_set(HN_ERR_BAD_INPUT, "a fixed body lies elsewhere in instance %d", at + 1);
	if (!is_wide && widen(all, at, count, steps) != HN_OK) return HN_ERR_NO_MEMORY;
	HnPose *poses = (HnPose *)(uintptr_t)all->poses;
	fill(poses + (int64_t)at * steps, one->poses, one->pose_count, steps);
	return HN_OK;
}

int32_t generated_join(GeneratedScene *all, const GeneratedScene *one, int32_t at, int32_t count) {
	const int32_t steps = at == 1 ? all->step_count : all->step_count / count;
	int32_t status = check_same(all, one, at, steps);
	if (status == HN_OK) status = check_room(all, (int64_t)count * steps);
	if (status == HN_OK) status = check_room(one, steps);
	for (int32_t b = 0; b < all->body_count && status == HN_OK; ++b)
		status = join_body(&all->bodies[b], &one->bodies[b], at, count, steps);
	if (at == 1 && status == HN_OK) all->step_count = count * steps;
	return status;
}
