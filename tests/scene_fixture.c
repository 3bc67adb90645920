#include "scene_fixture.h"

#include <check.h>
#include <stdio.h>
#include <unistd.h>

#include "base/rng.h"
#include "made.h"
#include "scene/motion.h"

static HnMesh *mesh_random(Rng *rng, int32_t vertices, int32_t triangles, double size) {
	HnMesh *mesh = mesh_new(vertices, triangles);
	for (int32_t i = 0; i < 3 * vertices; ++i) mesh->xyz[i] = rng_range(rng, -size, size);
	for (int32_t i = 0; i < 3 * triangles; ++i)
		mesh->triangles[i] = (int32_t)rng_below(rng, (uint64_t)vertices);
	return mesh;
}

static HnPose pose_random(Rng *rng, double size) {
	HnPose p = { .r = motion_random_rotation(rng) };
	p.t = (HnVec3){ rng_range(rng, -size, size), rng_range(rng, -size, size), rng_range(rng, -size, size) };
	return p;
}

void scene_fixture_init(SceneFixture *f, double size) {
	Rng a = rng_of(5, 0), b = rng_of(5, 0);
	f->cube = mesh_random(&a, 8, 12, size);
	f->same_cube = mesh_random(&b, 8, 12, size);
	f->sheet = mesh_random(&a, 4, 2, size);
	f->still = pose_random(&a, size);
	for (int i = 0; i < STEPS; ++i) f->moving[i] = pose_random(&a, size);
	f->bodies[0] = (HnSceneDefBody){ .mesh = f->cube, .poses = &f->still, .pose_count = 1 };
	f->bodies[1] = (HnSceneDefBody){ .mesh = f->sheet, .poses = f->moving, .pose_count = STEPS };
	f->bodies[2] = (HnSceneDefBody){ .mesh = f->same_cube, .poses = f->moving, .pose_count = STEPS };
	for (int i = 0; i < STEPS * MOVED * 3; ++i)
		f->frames[i / 6][i / 3 % 2][i % 3] = rng_range(&a, -size, size);
	f->moved[0] = 1, f->moved[1] = 3;
	f->bodies[1].frames = (HnSceneFrames){ STEPS, MOVED, f->moved, &f->frames[0][0][0] };
	f->def = (HnSceneDef){ .bodies = f->bodies, .body_count = 3, .step_count = STEPS };
	snprintf(f->path, sizeof f->path, "/tmp/test_scene_%ld", (long)getpid());
}

void scene_fixture_free(SceneFixture *f) {
	hn_mesh_destroy(f->cube);
	hn_mesh_destroy(f->same_cube);
	hn_mesh_destroy(f->sheet);
	unlink(f->path);
}

void check_equals_def(const HnScene *s, const HnSceneDef *def) {
	ck_assert_int_eq(s->body_count, def->body_count);
	ck_assert_int_eq(s->step_count, def->step_count);
	for (int32_t b = 0; b < s->body_count; ++b) {
		const HnSceneMesh *m = scene_mesh(s, b);
		const HnMesh *from = def->bodies[b].mesh;
		ck_assert_int_eq(m->vertex_count, from->vertex_count);
		ck_assert_int_eq(m->triangle_count, from->triangle_count);
		ck_assert_mem_eq(m->xyz, from->xyz, 24 * (size_t)from->vertex_count);
		ck_assert_mem_eq(m->triangles, from->triangles, 12 * (size_t)from->triangle_count);
		HnHash hash = hn_mesh_hash(from);
		ck_assert(hn_hash_equal(&m->hash, &hash));
		for (int32_t step = 0; step < s->step_count; ++step) {
			int32_t at = def->bodies[b].pose_count == 1 ? 0 : step;
			ck_assert_mem_eq(scene_pose(s, b, step), &def->bodies[b].poses[at], sizeof(HnPose));
		}
		const HnSceneFrames *f = &s->bodies[b].frames, *right = &def->bodies[b].frames;
		ck_assert(f->count == right->count && f->moved_count == right->moved_count);
		if (f->count == 0) continue;
		ck_assert_mem_eq(f->moved, right->moved, 4 * (size_t)f->moved_count);
		ck_assert_mem_eq(f->xyz, right->xyz, 24 * (size_t)(f->count * f->moved_count));
	}
}
