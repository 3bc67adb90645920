#include "crowd.h"

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "made.h"
#include "scene/frames.h"
#include "scene/motion.h"

// Bodies that come to and leave each other in a cube. Of every eight, two deform (with `deforming`)
// and two stay; the first that do, stay in one place.
static void crowd_bodies(Crowd *c, Rng *rng, double side, bool deforming, bool fixed) {
	for (int32_t b = 0; b < c->count; ++b) {
		const HnMesh *mesh = c->meshes[b % CROWD_MESHES];
		c->bodies[b] = (HnSceneDefBody){ .mesh = mesh, .poses = c->poses[b], .pose_count = CROWD_STEPS };
		HnVec3 at = { rng_range(rng, 0, side), rng_range(rng, 0, side), rng_range(rng, 0, side) };
		for (int s = 0; s < CROWD_STEPS; ++s) {
			HnVec3 by = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
			c->poses[b][s] = (HnPose){ motion_random_rotation(rng), vec3_add(at, vec3_scale(by, 1.5)) };
		}
		if (b % 8 == 2 && b < 24)
			c->poses[b][0] = (HnPose){ mat3_identity(), { side / 2, side / 2, side / 2 } };
		if (b % 8 == 2 || b % 8 == 5) c->bodies[b].pose_count = 1;
		c->bodies[b].fixed = fixed && c->bodies[b].pose_count == 1;
		if (deforming && b % 8 >= 6)
			c->bodies[b].frames = deformed_frames(mesh, CROWD_STEPS, DEFORM_WAVE, 0.4, (uint64_t)b);
	}
}

void crowd_make(Crowd *c, uint64_t seed, int32_t count, double side, bool deforming, bool fixed) {
	Rng rng = rng_of(1501, seed);
	*c = (Crowd){ .count = count };
	for (int m = 0; m < CROWD_MESHES; ++m) c->meshes[m] = bumpy_create(&rng, m < 2 ? 3 : 4, false);
	c->bodies = mem_alloc_zero(mem_array_size(count, sizeof *c->bodies));
	c->poses = mem_alloc_zero(mem_array_size(count, sizeof *c->poses));
	crowd_bodies(c, &rng, side, deforming, fixed);
	HnSceneDef def = { .bodies = c->bodies, .body_count = count, .step_count = CROWD_STEPS };
	c->scene = scene_made(&def);
}

void crowd_free(Crowd *c) {
	hn_scene_close(c->scene);
	for (int32_t b = 0; b < c->count; ++b) frames_free(&c->bodies[b].frames);
	for (int m = 0; m < CROWD_MESHES; ++m) hn_mesh_destroy(c->meshes[m]);
	mem_free(c->bodies, mem_array_size(c->count, sizeof *c->bodies));
	mem_free(c->poses, mem_array_size(c->count, sizeof *c->poses));
}

Setting setting_at(const Setting *table, int32_t count, int32_t index) {
	return index < count ? table[index] : (Setting){ .name = agree_algorithm(index - count), .params = "" };
}
