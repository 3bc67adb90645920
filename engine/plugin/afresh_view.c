#include "plugin/afresh_view.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"

enum { BOX_FLOATS = 6 };
static const double s_share = 0.02; // of an extent
// Of a size and a place: what changes a coordinate surely.
static const double s_least_double = 0x1p-49, s_least_float = 0x1p-21;

// The boxes of a variant. A plug-in may keep pointers to them until it is destroyed.
typedef struct AfreshBoxes AfreshBoxes;
struct AfreshBoxes {
	AfreshBoxes *next;
	size_t size; // bytes of this struct with its boxes
	float floats[];
};

static int32_t step_of(const AfreshView *view, int32_t step) {
	return (view->first + step) % view->of->step_count;
}

static size_t bodies_size(const HnScene *scene) {
	return mem_array_size(scene->body_count + 1, sizeof(HnSceneBody));
}
static size_t extents_size(const HnScene *scene) {
	return mem_array_size(scene->body_count + 1, sizeof(double));
}

void afresh_view_free(AfreshView *view) {
	if (view->of == NULL) return;
	if (view->bodies != NULL) mem_free(view->bodies, bodies_size(view->of));
	if (view->poses != NULL) mem_free(view->poses, view->poses_size);
	if (view->extents != NULL) mem_free(view->extents, extents_size(view->of));
	for (AfreshBoxes *next, *kept = view->kept; kept != NULL; kept = next) {
		next = kept->next;
		mem_free(kept, kept->size);
	}
	*view = (AfreshView){ 0 };
}

bool afresh_view_moves(const AfreshView *view) { return view->poses_size > 0 || view->boxes != NULL; }

static double extent_of(const HnSceneMesh *mesh) {
	double most = 0;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) most = fmax(most, fabs(mesh->xyz[i]));
	return most;
}

// Every body that is not fixed moves, even if it stands still in the scene. Shapes go with their steps; the
// window of a body that deforms does not go around the end.
static int32_t bodies_make(AfreshView *view) {
	const HnScene *of = view->of;
	const int32_t steps = view->scene.step_count;
	int32_t moving = 0;
	for (int32_t b = 0; b < of->body_count; ++b) moving += !of->bodies[b].fixed;
	view->poses_size = mem_array_size((int64_t)moving * steps, sizeof(HnPose));
	view->bodies = mem_alloc(bodies_size(of));
	view->extents = mem_alloc_zero(extents_size(of));
	view->poses = view->poses_size > 0 ? mem_alloc(view->poses_size) : NULL;
	if (view->bodies == NULL || view->extents == NULL || (view->poses_size > 0 && view->poses == NULL))
		return HN_ERR_NO_MEMORY;
	HnPose *poses = view->poses;
	for (int32_t b = 0; b < of->body_count; ++b) {
		HnSceneBody *body = &view->bodies[b];
		*body = of->bodies[b];
		if (body->frames.count > 1) {
			body->frames.xyz = frames_at(&body->frames, view->first);
			body->frames.count = steps;
		}
		view->extents[b] = extent_of(scene_mesh(of, b));
		if (body->fixed) continue;
		body->poses = poses;
		body->pose_count = steps;
		poses += steps;
	}
	view->scene.bodies = view->bodies;
	return HN_OK;
}

int32_t afresh_view_make(AfreshView *out, const HnScene *scene, int32_t first, int32_t step_count) {
	*out = (AfreshView){ .scene = *scene, .of = scene, .first = first };
	int32_t steps = step_count < scene->step_count ? step_count : scene->step_count;
	for (int32_t b = 0; b < scene->body_count; ++b) { // of shapes, those of the window alone are there
		if (scene->bodies[b].frames.count <= 1) continue;
		out->first = first + steps <= scene->step_count ? first : scene->step_count - steps;
	}
	out->scene.step_count = steps < 2 ? 2 : steps; // a body of one step would be one that stands still
	out->scene.scale_exponent -= 1;                // what moves a little stays below the bound
	int32_t status = scene->body_count > 0 ? bodies_make(out) : HN_OK;
	return status == HN_OK ? afresh_view_move(out, 0) : status;
}

// Where to: a variant, or so many times the least that changes places.
typedef struct Move {
	uint64_t variant;
	int32_t nudge;
} Move;

static void draw_shift(Rng *rng, double extent, double out[3]) {
	for (int k = 0; k < 3; ++k) out[k] = s_share * extent * rng_range(rng, -1, 1);
}

// Made of the place alone: what rests, rests. Bodies differ, so that their relative places change.
static double nudge_of(int32_t nudge, int32_t i, double least, double extent, double at) {
	return nudge * (1 + i % 3) * least * (extent + fabs(at));
}

static void bodies_move(AfreshView *view, Move move) {
	double shift[3] = { 0 };
	HnPose *pose = view->poses;
	Rng rng = rng_of(1, move.variant);
	for (int32_t b = 0; b < view->of->body_count; ++b)
		for (int32_t s = 0; !view->bodies[b].fixed && s < view->scene.step_count; ++s, ++pose) {
			*pose = *scene_pose(view->of, b, step_of(view, s));
			if (move.nudge > 0)
				shift[0] = nudge_of(move.nudge, b, s_least_double, view->extents[b], pose->t.x);
			else if (move.variant > 0)
				draw_shift(&rng, view->extents[b], shift);
			pose->t.x += shift[0], pose->t.y += shift[1], pose->t.z += shift[2];
		}
}

// A rounded sum grows with its terms, so a box keeps its order.
static void box_move(float *box, int32_t i, Move move, Rng *rng) {
	float most = 0;
	double shift[3] = { 0 };
	for (int k = 0; k < 3; ++k) most = fmaxf(most, box[k + 3] - box[k]);
	if (move.nudge > 0)
		shift[0] = nudge_of(move.nudge, i, s_least_float, (double)most, (double)box[0]);
	else if (move.variant > 0)
		draw_shift(rng, (double)most, shift);
	for (int k = 0; k < BOX_FLOATS; ++k) box[k] += (float)shift[k % 3];
}

static int32_t boxes_move(AfreshView *view, Move move) {
	const HnSceneObjects *objects = &view->of->objects;
	const int32_t steps = view->scene.step_count;
	const size_t step_size = (size_t)objects->count * (size_t)objects->size, there = (size_t)objects->count;
	const size_t size = sizeof(AfreshBoxes) + (size_t)steps * (step_size + there);
	AfreshBoxes *kept = mem_alloc(size);
	if (kept == NULL) return HN_ERR_NO_MEMORY;
	*kept = (AfreshBoxes){ .next = view->kept, .size = size };
	view->kept = kept;
	view->boxes = kept->floats;
	Rng rng = rng_of(2, move.variant);
	uint8_t *present = (uint8_t *)kept->floats + (size_t)steps * step_size;
	for (int32_t s = 0; s < steps; ++s) {
		float *boxes = view->boxes + (size_t)s * step_size / sizeof(float);
		const size_t from = (size_t)step_of(view, s);
		memcpy(boxes, (const char *)objects->volumes + from * step_size, step_size);
		for (int32_t i = 0; i < objects->count; ++i)
			if (objects->fixed == NULL || !objects->fixed[i])
				box_move(boxes + BOX_FLOATS * (size_t)i, i, move, &rng);
		if (objects->present != NULL)
			memcpy(present + (size_t)s * there, objects->present + from * there, there);
	}
	view->scene.objects.volumes = view->boxes;
	if (objects->present != NULL) view->scene.objects.present = present;
	return HN_OK;
}

static int32_t view_move(AfreshView *view, Move move) {
	if (view->of->objects.count > 0) return boxes_move(view, move);
	bodies_move(view, move);
	return HN_OK;
}

int32_t afresh_view_move(AfreshView *view, uint64_t variant) {
	return view_move(view, (Move){ .variant = variant });
}

int32_t afresh_view_nudge(AfreshView *view, int32_t nudge) {
	return view_move(view, (Move){ .nudge = nudge });
}
