#include "scene/line.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

// Finds the only body that moves; it has one pose for each of the two steps.
static int32_t find_body(int32_t *body, const HnScene *scene) {
	int32_t moving = 0;
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene->bodies[b].pose_count > 1) *body = b, moving += 1;
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene_deforms(scene, b))
			return error_set(HN_ERR_BAD_INPUT,
			                 "the query approach needs bodies that do not deform: body %d does", b + 1);
	if (scene->step_count != 2 || moving != 1)
		return error_set(HN_ERR_BAD_INPUT,
		                 "the query approach needs one body that moves, from one pose to a second: here %d "
		                 "move%s, over %d step%s",
		                 moving, moving == 1 ? "s" : "", scene->step_count,
		                 scene->step_count == 1 ? "" : "s");
	return HN_OK;
}

static int32_t check_way(const HnPose *begin, const HnPose *end, int32_t body, double *length) {
	if (memcmp(&begin->r, &end->r, sizeof begin->r) != 0)
		return error_set(HN_ERR_BAD_INPUT,
		                 "the query approach needs a body that does not turn: body %d has two rotations",
		                 body + 1);
	*length = vec3_length(vec3_sub(end->t, begin->t));
	if (!(*length > 0) || !isfinite(*length))
		return error_set(HN_ERR_BAD_INPUT,
		                 "the query approach needs a way: body %d goes from a place to the same place",
		                 body + 1);
	return HN_OK;
}

int32_t scene_line_create(SceneLine **out, const HnScene *scene) {
	int32_t body = 0;
	double length = 0;
	int32_t status = find_body(&body, scene);
	if (status != HN_OK) return status;
	const HnPose *poses = scene->bodies[body].poses;
	status = check_way(&poses[0], &poses[1], body, &length);
	if (status != HN_OK) return status;
	SceneLine *line = mem_alloc_zero(sizeof *line);
	if (line == NULL) return HN_ERR_NO_MEMORY;
	*line = (SceneLine){ .view = *scene, .body = body, .begin = poses[0], .end = poses[1], .length = length };
	size_t size = mem_array_size(scene->body_count, sizeof *line->bodies);
	line->bodies = mem_alloc(size);
	if (line->bodies == NULL) {
		scene_line_destroy(line);
		return HN_ERR_NO_MEMORY;
	}
	memcpy(line->bodies, scene->bodies, size);
	line->bodies[body].poses = line->poses;
	line->view.bodies = line->bodies;
	scene_line_set(line, 0);
	*out = line;
	return HN_OK;
}

void scene_line_destroy(SceneLine *line) {
	if (line == NULL) return;
	mem_free(line->bodies, mem_array_size(line->view.body_count, sizeof *line->bodies));
	mem_free(line, sizeof *line);
}

static double between(double a, double b, int32_t part) {
	if (part == SCENE_LINE_PARTS) return b;
	return a + (b - a) * ((double)part / (double)SCENE_LINE_PARTS);
}

void scene_line_set(SceneLine *line, int32_t part) {
	HnVec3 a = line->begin.t, b = line->end.t;
	HnPose pose = { line->begin.r,
		            { between(a.x, b.x, part), between(a.y, b.y, part), between(a.z, b.z, part) } };
	line->poses[0] = line->poses[1] = pose;
}

static int32_t ask_at(SceneLine *line, int32_t part, SceneLineAsk ask, void *context) {
	scene_line_set(line, part);
	return ask(context);
}

int32_t scene_line_search(SceneLine *line, SceneLineAsk ask, void *context, int32_t *part) {
	const int32_t march = SCENE_LINE_PARTS / SCENE_LINE_MARCH;
	int32_t inside = 0, hit = ask_at(line, inside, ask, context);
	while (hit == 0 && inside < SCENE_LINE_PARTS) {
		inside += march;
		hit = ask_at(line, inside, ask, context);
	}
	if (hit < 0) return hit;
	*part = hit ? inside : -1;
	int32_t outside = inside > 0 ? inside - march : 0;
	while (*part > 0 && inside - outside > 1) {
		int32_t middle = outside + (inside - outside) / 2;
		hit = ask_at(line, middle, ask, context);
		if (hit < 0) return hit;
		*(hit ? &inside : &outside) = middle;
		*part = inside;
	}
	return HN_OK;
}
