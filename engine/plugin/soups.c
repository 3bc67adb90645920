#include "plugin/soups.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "bv/aabb.h"
#include "scene/motion.h"

enum { BODIES_MAX = 24, BOXES = 60, BOX_STEPS = 6 };

// How a soup of triangles is drawn.
typedef struct Recipe {
	const char *name;
	int32_t bodies, triangles, steps;
	int32_t lattice; // coordinates are whole numbers below this; 0: they are any in [-1, 1)
	bool degenerate; // some triangles are points, segments, slivers, repeats
	bool turns;      // bodies turn; else they move by whole numbers
	double scale[2]; // of even and odd bodies
	int32_t fixed;   // so many bodies are fixed
} Recipe;

static const Recipe s_recipes[] = {
	{ "one triangle each", 2, 1, 24, 0, false, true, { 1, 1 }, 0 },
	{ "random triangles", 2, 40, 8, 0, false, true, { 1, 1 }, 0 },
	{ "triangles on a lattice, which touch", 2, 30, 8, 4, false, false, { 1, 1 }, 0 },
	{ "degenerate triangles", 2, 30, 8, 3, true, false, { 1, 1 }, 0 },
	{ "degenerate triangles that turn", 2, 30, 8, 0, true, true, { 1, 1 }, 0 },
	{ "large and small triangles", 2, 40, 8, 0, false, true, { 1e6, 1e-3 }, 0 },
	{ "many bodies", BODIES_MAX, 12, 4, 0, true, true, { 0.7, 0.7 }, 3 },
};
enum { RECIPES = sizeof s_recipes / sizeof s_recipes[0] };
static const char *const s_boxes[] = { "random boxes", "boxes on a lattice, which touch" };
enum { BOX_SOUPS = sizeof s_boxes / sizeof s_boxes[0] };

Soup soup_at(int32_t index) {
	if (index >= 0 && index < RECIPES) return (Soup){ s_recipes[index].name, false };
	if (index >= RECIPES && index < RECIPES + BOX_SOUPS) return (Soup){ s_boxes[index - RECIPES], true };
	return (Soup){ NULL, false };
}

static double draw(Rng *rng, const Recipe *recipe, double scale) {
	if (recipe->lattice > 0) return (double)rng_below(rng, (uint64_t)recipe->lattice);
	return scale * rng_range(rng, -1, 1);
}

static void copy(double *to, const double *from, int count) {
	for (int k = 0; k < count; ++k) to[k] = from[k];
}

// Makes a triangle degenerate: a point, a segment, a flat sliver, or the triangle before it.
static void spoil(Rng *rng, double *triangle, bool has_before) {
	switch (rng_below(rng, has_before ? 5 : 4)) {
	case 0:
		copy(triangle + 3, triangle, 3);
		copy(triangle + 6, triangle, 3);
		break;
	case 1:
		copy(triangle + 6, triangle, 3);
		break;
	case 2:
		for (int k = 0; k < 3; ++k) triangle[6 + k] = 0.5 * (triangle[k] + triangle[3 + k]);
		break;
	case 3:
		triangle[2] = triangle[5] = triangle[8] = 0;
		break;
	default:
		copy(triangle, triangle - 9, 9);
	}
}

static int32_t mesh_make(HnMesh **out, const Recipe *recipe, Rng *rng, double scale) {
	int32_t n = recipe->triangles, status = hn_mesh_create(out, 3 * n, n);
	for (int32_t i = 0; status == HN_OK && i < n; ++i) {
		double *triangle = (*out)->xyz + 9 * (int64_t)i;
		for (int k = 0; k < 9; ++k) triangle[k] = draw(rng, recipe, scale);
		if (recipe->degenerate && rng_below(rng, 2) == 0) spoil(rng, triangle, i > 0);
		for (int k = 0; k < 3; ++k) (*out)->triangles[3 * i + k] = 3 * i + k;
	}
	return status == HN_OK ? hn_mesh_validate(*out) : status;
}

static HnPose pose_draw(const Recipe *recipe, Rng *rng) {
	HnPose pose = hn_pose_identity();
	double t[3];
	for (int k = 0; k < 3; ++k)
		t[k] = recipe->turns ? rng_range(rng, -0.6, 0.6) : (double)rng_below(rng, 3) - 1;
	pose.t = (HnVec3){ t[0], t[1], t[2] };
	if (!recipe->turns) return pose;
	pose.r = motion_random_rotation(rng);
	return pose;
}

static int32_t bodies_make(HnScene **out, const Recipe *recipe, Rng *rng) {
	HnSceneDefBody bodies[BODIES_MAX] = { { 0 } };
	int32_t status = HN_OK, count = recipe->bodies, steps = recipe->steps;
	size_t size = mem_array_size((int64_t)count * steps, sizeof(HnPose));
	HnPose *poses = mem_alloc(size);
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; status == HN_OK && b < count; ++b) {
		HnMesh *mesh = NULL;
		bool still = b < recipe->fixed || (b == 0 && count == 2);
		for (int32_t s = 0; s < steps; ++s) poses[b * steps + s] = pose_draw(recipe, rng);
		status = mesh_make(&mesh, recipe, rng, recipe->scale[b % 2]);
		bodies[b] = (HnSceneDefBody){ .mesh = mesh,
			                          .poses = poses + (int64_t)b * steps,
			                          .pose_count = still ? 1 : steps,
			                          .fixed = b < recipe->fixed };
	}
	if (status == HN_OK)
		status =
		    hn_scene_create(out, &(HnSceneDef){ .bodies = bodies, .body_count = count, .step_count = steps });
	for (int32_t b = 0; b < count; ++b) hn_mesh_destroy((HnMesh *)bodies[b].mesh);
	mem_free(poses, size);
	return status;
}

// Random boxes are there or not; on the lattice some are points, and some are fixed.
static int32_t boxes_make(HnScene **out, bool lattice, Rng *rng) {
	static Aabb boxes[BOX_STEPS * BOXES];
	static uint8_t present[BOX_STEPS * BOXES], fixed[BOXES];
	for (int32_t i = 0; i < BOX_STEPS * BOXES; ++i) {
		for (int k = 0; k < 3; ++k) {
			float low = lattice ? (float)rng_below(rng, 6) : (float)rng_range(rng, -1, 1);
			float extent = lattice ? (float)rng_below(rng, 3) : (float)rng_range(rng, 0, 0.5);
			boxes[i].lo[k] = low;
			boxes[i].hi[k] = low + extent;
		}
		present[i] = lattice || rng_below(rng, 8) > 0;
		fixed[i % BOXES] = lattice && i % BOXES < 10;
	}
	HnSceneObjects objects = { .volume = "aabb",
		                       .count = BOXES,
		                       .size = sizeof(Aabb),
		                       .volumes = boxes,
		                       .present = lattice ? NULL : present,
		                       .fixed = lattice ? fixed : NULL };
	return hn_scene_create(out, &(HnSceneDef){ .step_count = BOX_STEPS, .objects = objects });
}

int32_t soup_make(HnScene **out, int32_t index, uint64_t seed) {
	Rng rng = rng_of(seed, (uint64_t)index);
	*out = NULL;
	return index < RECIPES ? bodies_make(out, &s_recipes[index], &rng)
	                       : boxes_make(out, index > RECIPES, &rng);
}
