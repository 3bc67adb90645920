// The flat scene file: what is written is what is opened, and nothing else is ever opened.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "scene/motion.h"
#include "scene/body_meshes.h"

Suite *scene_suite(void);

enum { STEPS = 3, MOVED = 2 };

typedef struct Fixture {
	HnMesh *cube, *same_cube, *sheet;
	HnPose still, moving[STEPS];
	int32_t moved[MOVED]; // of body 1: it deforms
	double frames[STEPS][MOVED][3];
	HnSceneDefBody bodies[3];
	HnSceneDef def;
	char path[64];
} Fixture;

static HnMesh *mesh_random(Rng *rng, int32_t vertices, int32_t triangles, double size) {
	HnMesh *mesh;
	ck_assert_int_eq(hn_mesh_create(&mesh, vertices, triangles), HN_OK);
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

static void fixture_init(Fixture *f, double size) {
	Rng a, b;
	rng_seed(&a, 5, 0);
	rng_seed(&b, 5, 0);
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

static void fixture_free(Fixture *f) {
	hn_mesh_destroy(f->cube);
	hn_mesh_destroy(f->same_cube);
	hn_mesh_destroy(f->sheet);
	unlink(f->path);
}

static void check_equals_def(const HnScene *s, const HnSceneDef *def) {
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

static char *file_read(const char *path, size_t *size) {
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	fseek(file, 0, SEEK_END);
	*size = (size_t)ftell(file);
	rewind(file);
	char *bytes = malloc(*size + 1);
	ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
	fclose(file);
	return bytes;
}

static void file_write(const char *path, const char *bytes, size_t size) {
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(round_trip) {
	Fixture f;
	size_t before = hn_mem_live_bytes();
	fixture_init(&f, 1);
	HnScene *file, *memory;
	HnHash hash;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, &hash), HN_OK);
	ck_assert_int_eq(hn_scene_open(&file, f.path), HN_OK);
	ck_assert_int_eq(hn_scene_create(&memory, &f.def), HN_OK);
	check_equals_def(file, &f.def);
	check_equals_def(memory, &f.def);
	ck_assert_int_eq(file->mesh_count, 2); // equal meshes are stored once
	ck_assert(hn_hash_equal(&hash, &file->hash) && hn_hash_equal(&hash, &memory->hash));
	ck_assert_uint_eq(file->map_size, memory->map_size);
	ck_assert_mem_eq(file->map, memory->map, file->map_size);
	hn_scene_close(file);
	hn_scene_close(memory);
	hn_scene_close(NULL);
	fixture_free(&f);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}
END_TEST

START_TEST(every_difference_changes_the_hash) {
	Fixture f;
	fixture_init(&f, 1);
	HnScene *s;
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_OK);
	HnHash hash = s->hash;
	hn_scene_close(s);
	double *changes[] = { &f.still.t.x, &f.moving[STEPS - 1].t.z, &f.cube->xyz[5], &f.sheet->xyz[0],
		                  &f.frames[STEPS - 1][1][2] };
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
		double old = *changes[i];
		*changes[i] = nextafter(old, 10);
		ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_OK);
		ck_assert(!hn_hash_equal(&hash, &s->hash));
		hn_scene_close(s);
		*changes[i] = old;
	}
	fixture_free(&f);
}
END_TEST

// Reads everything that a scene lets a worker read.
static double scene_walk(const HnScene *s) {
	double sum = 0;
	for (int32_t a = 0; a < s->body_count; ++a) {
		const HnSceneMesh *m = scene_mesh(s, a);
		for (int64_t i = 0; i < 3 * (int64_t)m->triangle_count; ++i) sum += m->xyz[3 * m->triangles[i]];
		for (int32_t step = 0; step < s->step_count; ++step) {
			for (int32_t b = a + 1; b < s->body_count; ++b) sum += scene_relative(s, a, b, step).t.x;
			for (int32_t v = 0; v < m->vertex_count; ++v) sum += scene_vertex(s, a, v, step).y;
		}
	}
	return sum;
}

START_TEST(every_changed_byte_is_refused) {
	Fixture f;
	fixture_init(&f, 1);
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	size_t size, before = hn_mem_live_bytes();
	char *bytes = file_read(f.path, &size);
	for (size_t i = 0; i < size; ++i)
		for (int turn = 0; turn < 3; ++turn) {
			char old = bytes[i];
			bytes[i] = (char)(turn == 0 ? old ^ 1 : turn == 1 ? old ^ 0x80 : ~old);
			file_write(f.path, bytes, size);
			bytes[i] = old;
			HnScene *s;
			ck_assert_int_eq(hn_scene_open(&s, f.path), HN_ERR_BAD_INPUT);
			ck_assert_uint_eq(hn_mem_live_bytes(), before);
		}
	free(bytes);
	fixture_free(&f);
}
END_TEST

// The same with the closing hash made right again: either refused, or a scene that can be walked.
START_TEST(hostile_bytes_never_crash) {
	static const int32_t edges[] = {
		0, 1, -1, 2, 3, 4, 7, 100, 1 << 20, INT32_MAX, INT32_MIN, INT32_MAX / 3
	};
	Fixture f;
	fixture_init(&f, 1);
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	size_t size, before = hn_mem_live_bytes();
	int opened = 0, refused = 0;
	char *bytes = file_read(f.path, &size), *changed = malloc(size);
	Rng rng;
	rng_seed(&rng, 11, 0);
	for (int turn = 0; turn < 6000; ++turn) {
		memcpy(changed, bytes, size);
		for (uint64_t n = 1 + rng_below(&rng, 2); n > 0; --n) {
			size_t where = turn % 2 == 0 ? 256 : size - 16; // half of them in the header and the tables
			int32_t edge = edges[rng_below(&rng, sizeof edges / sizeof edges[0])];
			memcpy(changed + 4 * rng_below(&rng, where / 4), &edge, sizeof edge);
		}
		HnHash hash = hn_hash_bytes(changed, size - 16);
		memcpy(changed + size - 16, &hash, sizeof hash);
		file_write(f.path, changed, size);
		HnScene *s;
		int32_t status = hn_scene_open(&s, f.path);
		if (status == HN_OK) {
			ck_assert(isfinite(scene_walk(s)));
			hn_scene_close(s);
			opened += 1;
		} else {
			ck_assert_int_eq(status, HN_ERR_BAD_INPUT);
			refused += 1;
		}
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	ck_assert_int_gt(refused, 1000);
	ck_assert_int_gt(opened, 0); // a changed translation is another scene
	free(bytes);
	free(changed);
	fixture_free(&f);
}
END_TEST

START_TEST(truncated_and_foreign_files_are_refused) {
	Fixture f;
	fixture_init(&f, 1);
	HnScene *s;
	ck_assert_int_eq(hn_scene_open(&s, f.path), HN_ERR_IO); // not there
	ck_assert_int_eq(hn_scene_open(&s, "/tmp"), HN_ERR_IO); // no regular file
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	size_t size;
	char *bytes = file_read(f.path, &size);
	bytes = realloc(bytes, size + 1);
	bytes[size] = 0;
	for (size_t i = 0; i <= size + 1; ++i) {
		if (i == size) continue;
		file_write(f.path, bytes, i);
		ck_assert_int_eq(hn_scene_open(&s, f.path), HN_ERR_BAD_INPUT);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), f.path));
	}
	free(bytes);
	fixture_free(&f);
}
END_TEST

START_TEST(wrong_defs_are_refused_by_name) {
	Fixture f;
	fixture_init(&f, 1);
	HnScene *s;
	size_t before = hn_mem_live_bytes();
#define REFUSED(change, undo, text)                                                                          \
	change;                                                                                                  \
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);                                         \
	ck_assert_msg(strstr(hn_error_text(), text) != NULL, "%s", hn_error_text());                             \
	ck_assert_uint_eq(hn_mem_live_bytes(), before);                                                          \
	undo
	HnPose old = f.moving[1];
	REFUSED(f.moving[1].t.y = (double)NAN, f.moving[1] = old, "body 2 of 3, step 2 of 3");
	REFUSED(f.moving[1].t.y = -(double)INFINITY, f.moving[1] = old, "body 2 of 3, step 2 of 3");
	REFUSED(f.moving[1].t.y = 0x1.8p200, f.moving[1] = old, "body 2 of 3, step 2 of 3");
	REFUSED(f.moving[1].r.m[2][2] = (double)NAN, f.moving[1] = old, "rotation");
	REFUSED(f.moving[1].r.m[2][2] += 1e-8, f.moving[1] = old, "rotation");
	REFUSED(for (int i = 0; i < 3; ++i) f.moving[1].r.m[0][i] *= -1, f.moving[1] = old, "rotation");
	REFUSED(f.def.body_count = 0, f.def.body_count = 3, "body");
	REFUSED(f.def.step_count = 0, f.def.step_count = STEPS, "step");
	REFUSED(f.def.step_count = 2, f.def.step_count = STEPS, "body 2 of 3 has 3 poses");
	REFUSED(f.cube->xyz[4] = (double)INFINITY, f.cube->xyz[4] = 0, "vertex 2");
	REFUSED(f.sheet->triangles[4] = 4, f.sheet->triangles[4] = 3, "triangle 2");
	REFUSED(f.sheet->triangles[4] = -1, f.sheet->triangles[4] = 3, "triangle 2");
	HnSceneFrames *frames = &f.bodies[1].frames, all = *frames;
	REFUSED(frames->count = 2, *frames = all, "body 2 of 3 deforms in 2 frames");
	REFUSED(frames->count = 0, *frames = all, "body 2 of 3 has 2 moved vertices in 0 frames");
	REFUSED(frames->count = -1, *frames = all, "body 2 of 3 deforms in -1 frames");
	REFUSED(frames->moved_count = 5, *frames = all, "5 moved vertices");
	REFUSED(frames->moved_count = -1, *frames = all, "-1 moved vertices");
	REFUSED(f.moved[1] = 1, f.moved[1] = 3, "body 2 of 3: moved vertex 2 is 1");
	REFUSED(f.moved[1] = 4, f.moved[1] = 3, "body 2 of 3: moved vertex 2 is 4");
	REFUSED(f.moved[0] = -1, f.moved[0] = 1, "body 2 of 3: moved vertex 1 is -1");
	REFUSED(f.frames[2][1][0] = (double)NAN, f.frames[2][1][0] = 0, "body 2 of 3, frame 3 of 3: vertex 4");
	REFUSED(f.frames[0][0][2] = 0x1.1p200, f.frames[0][0][2] = 0, "body 2 of 3, frame 1 of 3: vertex 2");
	REFUSED(f.frames[0][0][2] = 0x1p200, f.frames[0][0][2] = 0, "2^200"); // in range, what is placed is not
	REFUSED(f.moving[1].t.y = 0x1p200, f.moving[1] = old, "2^200");       // each in range, their distance not
#undef REFUSED
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_OK);
	hn_scene_close(s);
	ck_assert_int_eq(hn_scene_write(&f.def, "/nowhere/scene", NULL), HN_ERR_IO);
	fixture_free(&f);
}
END_TEST

START_TEST(all_placed_coordinates_lie_below_the_scale) {
	Rng rng;
	rng_seed(&rng, 17, 0);
	for (int turn = 0; turn < 200; ++turn) {
		Fixture f;
		int32_t binary = (int32_t)rng_below(&rng, 390) - 195;
		fixture_init(&f, ldexp(1, binary));
		for (int i = 0; i < STEPS; ++i) // bodies near and far, against their size
			f.moving[i].t = vec3_scale(f.moving[i].t, ldexp(1, -(int)rng_below(&rng, 9)));
		HnScene *s;
		ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_OK);
		double largest = 0;
		for (int32_t a = 0; a < 3; ++a)
			for (int32_t b = 0; b < 3; ++b)
				for (int32_t step = 0; step < STEPS; ++step) {
					const HnSceneMesh *m = scene_mesh(s, b);
					HnPose p = a == b ? hn_pose_identity() : scene_relative(s, a, b, step);
					for (int32_t v = 0; v < m->vertex_count; ++v) {
						HnVec3 x = pose_place(&p, scene_vertex(s, b, v, step));
						largest = fmax(largest, fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))));
					}
				}
		double scaled = ldexp(largest, s->scale_exponent);
		ck_assert(scaled < 2 && scaled > 0.125); // a bound, and not a wild one
		hn_scene_close(s);
		fixture_free(&f);
	}
}
END_TEST

// Step by step in any order, back at rest and on again: every vertex where its frame has it, and exactly
// those that are elsewhere than before are changed.
START_TEST(shapes_follow_the_frames) {
	Fixture f;
	fixture_init(&f, 1);
	memcpy(f.frames[1][0], f.frames[0][0], sizeof f.frames[0][0]); // vertex 1 stays where it is for a step
	memcpy(f.frames[2][1], f.sheet->xyz + 9, sizeof f.frames[2][1]);
	HnScene *s;
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_OK);
	BodyMeshes shapes;
	ck_assert_int_eq(body_meshes_init(&shapes, s), HN_OK);
	static const int32_t steps[] = { 0, 1, 2, 0, 0, -1, 2, 1, -1, 1 };
	double before[12];
	memcpy(before, f.sheet->xyz, sizeof before);
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; ++i) {
		int64_t version = shapes.version;
		if (steps[i] < 0)
			body_meshes_rest(&shapes);
		else
			body_meshes_step(&shapes, steps[i]);
		ck_assert_int_eq(shapes.version, version + 1);
		const double *xyz = body_meshes_xyz(&shapes, 1);
		int32_t changed = 0;
		for (int32_t v = 0; v < 4; ++v) {
			HnVec3 x = steps[i] < 0 ? vec3_load(f.sheet->xyz + 3 * v) : scene_vertex(s, 1, v, steps[i]);
			ck_assert_mem_eq(xyz + 3 * v, &x, sizeof x);
			if (steps[i] < 0 || memcmp(before + 3 * v, &x, sizeof x) == 0) continue;
			ck_assert_int_lt(changed, shapes.bodies[1].changed_count);
			ck_assert_int_eq(f.moved[shapes.bodies[1].changed[changed++]], v);
		}
		ck_assert_int_eq(shapes.bodies[1].changed_count, changed);
		memcpy(before, xyz, sizeof before);
	}
	ck_assert_ptr_eq(body_meshes_xyz(&shapes, 0), scene_mesh(s, 0)->xyz);
	body_meshes_free(&shapes);
	hn_scene_close(s);
	f.bodies[1].frames.count = 1; // one frame for all steps
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_OK);
	HnVec3 x = scene_vertex(s, 1, 3, STEPS - 1);
	ck_assert_mem_eq(&x, f.frames[0][1], sizeof x);
	hn_scene_close(s);
	fixture_free(&f);
}
END_TEST

// More than a scene takes is said before anything is read or allocated.
START_TEST(too_many_frames_are_refused) {
	enum { MANY = 1 << 20 };
	HnMesh *mesh;
	ck_assert_int_eq(hn_mesh_create(&mesh, 1000, 0), HN_OK);
	HnPose still = hn_pose_identity();
	double nothing = 0;
	int32_t none = 0;
	HnSceneDefBody bodies[2] = {
		{ .mesh = mesh, .poses = &still, .pose_count = 1 },
		{ .mesh = mesh, .poses = &still, .pose_count = 1, .frames = { MANY, 1000, &none, &nothing } }
	};
	HnScene *s;
	ck_assert_int_eq(
	    hn_scene_create(&s, &(HnSceneDef){ .bodies = bodies, .body_count = 2, .step_count = MANY }),
	    HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(),
	                 "body 2 of 2: 1000 moved vertices in 1048576 frames take more than the 4 GiB "
	                 "allowed");
	hn_mesh_destroy(mesh);
}
END_TEST

START_TEST(zero_and_tiny_scenes) {
	HnMesh *point, *none;
	ck_assert_int_eq(hn_mesh_create(&point, 1, 1), HN_OK);
	ck_assert_int_eq(hn_mesh_create(&none, 0, 0), HN_OK);
	memset(point->triangles, 0, 12);
	double coordinates[] = { 0.0, -0.0, 0x1p-201, -0x1p-1074, 0x1p-200 };
	for (int i = 0; i < 5; ++i) {
		for (int k = 0; k < 3; ++k) point->xyz[k] = coordinates[i];
		HnPose still = hn_pose_identity();
		HnSceneDefBody bodies[] = { { .mesh = point, .poses = &still, .pose_count = 1 },
			                        { .mesh = none, .poses = &still, .pose_count = 1 } };
		HnSceneDef def = { .bodies = bodies, .body_count = 2, .step_count = 1 };
		HnScene *s;
		ck_assert_int_eq(hn_scene_create(&s, &def), HN_OK);
		ck_assert_int_eq(s->scale_exponent, i == 4 ? 200 : 0); // sqrt(3) * 2^-200 comes into [1, 2)
		double stored = i == 4 ? 0x1p-200 : 0.0;
		ck_assert_mem_eq(&s->meshes[0].xyz[1], &stored, sizeof stored); // flushed, and never -0
		hn_scene_close(s);
	}
	hn_mesh_destroy(point);
	hn_mesh_destroy(none);
}
END_TEST

static HnSceneNode node_make(int32_t parent, int32_t body, const char *name) {
	HnSceneNode node = { .parent = parent, .body = body };
	snprintf(node.name, sizeof node.name, "%s", name);
	return node;
}

START_TEST(nodes_come_back) {
	Fixture f;
	fixture_init(&f, 1);
	const HnSceneNode nodes[] = { node_make(-1, -1, "pump"), node_make(0, -1, "rotor"),
		                          node_make(1, 2, "shaft"), node_make(1, 0, "blade"),
		                          node_make(0, 1, "cover") };
	f.def.nodes = nodes, f.def.node_count = 5;
	HnScene *s;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	ck_assert_int_eq(hn_scene_open(&s, f.path), HN_OK);
	check_equals_def(s, &f.def);
	ck_assert_int_eq(s->node_count, 5);
	ck_assert_mem_eq(s->nodes, nodes, sizeof nodes);
	hn_scene_close(s);
	fixture_free(&f);
}
END_TEST

START_TEST(wrong_nodes_are_refused_by_number) {
	Fixture f;
	fixture_init(&f, 1);
	HnSceneNode nodes[] = { node_make(-1, -1, "pump"), node_make(0, 0, "rotor") };
	const HnSceneNode wrong[] = { node_make(1, 0, "own child"), node_make(2, 0, "no such"),
		                          node_make(-2, 0, "x"),        node_make(0, 3, "no body"),
		                          node_make(0, -2, "x"),        node_make(0, 0, "") };
	HnScene *s;
	f.def.nodes = nodes, f.def.node_count = 2;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
		nodes[1] = wrong[i];
		ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "node 2 of 2"));
	}
	nodes[1] = node_make(0, 0, "after the end");
	nodes[1].name[50] = 'x';
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	memset(nodes[1].name, 'x', sizeof nodes[1].name);
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	nodes[0] = node_make(-1, 0, "a part"), nodes[1] = node_make(0, 1, "of a part");
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "its parent is a part"));
	nodes[1] = node_make(-1, 0, "the same");
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "a part already"));
	fixture_free(&f);
}
END_TEST

enum { OBJECTS = 5, OBJECT_STEPS = 3 };

START_TEST(objects_come_back) {
	float volumes[OBJECT_STEPS][OBJECTS][6];
	uint8_t present[OBJECT_STEPS * OBJECTS] = { 1, 1, 0, 1, 0, 1 };
	for (int i = 0; i < OBJECT_STEPS * OBJECTS * 6; ++i) volumes[i / 30][i / 6 % 5][i % 6] = (float)i;
	char path[64];
	snprintf(path, sizeof path, "/tmp/test_objects_%ld", (long)getpid());
	HnSceneDef def = { .step_count = OBJECT_STEPS,
		               .objects = { .volume = "aabb", .count = OBJECTS, .size = 24, .volumes = volumes } };
	for (int with = 0; with < 2; ++with) {
		def.objects.present = with ? present : NULL;
		HnScene *s;
		HnHash hash;
		ck_assert_int_eq(hn_scene_write(&def, path, &hash), HN_OK);
		ck_assert_int_eq(hn_scene_open(&s, path), HN_OK);
		ck_assert(hn_hash_equal(&hash, &s->hash));
		ck_assert_int_eq(s->body_count, 0);
		ck_assert_int_eq(s->step_count, OBJECT_STEPS);
		ck_assert_int_eq(s->objects.count, OBJECTS);
		ck_assert_str_eq(s->objects.volume, "aabb");
		ck_assert_mem_eq(s->objects.volumes, volumes, sizeof volumes);
		ck_assert(with == (s->objects.present != NULL));
		if (with) ck_assert_mem_eq(s->objects.present, present, sizeof present);
		hn_scene_close(s);
	}
	present[7] = 2;
	HnScene *s;
	ck_assert_int_eq(hn_scene_create(&s, &def), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "object 3 of 5, step 2 of 3"));
	unlink(path);
}
END_TEST

START_TEST(objects_stand_alone) {
	Fixture f;
	HnScene *s;
	float volume[6] = { 0 };
	uint8_t present[STEPS] = { 1, 0, 1 };
	fixture_init(&f, 1);
	f.def.objects = (HnSceneObjects){ .volume = "aabb", .count = 1, .size = 8, .volumes = volume };
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	f.def.objects = (HnSceneObjects){ 0 };
	f.bodies[2].present = present;
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "body 3 of 3 comes and goes"));
	HnSceneDef def = { .step_count = 1, .objects = { .volume = "aabb", .count = 1, .volumes = volume } };
	ck_assert_int_eq(hn_scene_create(&s, &def), HN_ERR_BAD_INPUT);
	fixture_free(&f);
}
END_TEST

// What broad phases refuse, no scene takes; and neither does it of a volume that is not there.
START_TEST(volumes_of_objects_are_checked) {
	static const struct {
		const char *volume;
		int32_t floats, at;
		float value;
		const char *says;
	} s_changes[] = {
		{ "aabb", 6, 2, (float)NAN, "a number is not finite" },
		{ "aabb", 6, 4, 0x1.8p120F, "a number is beyond 2^120" },
		{ "aabb", 6, 3, -1, "a box ends before it begins" },
		{ "sphere", 4, 0, -0x1.8p120F, "a number is beyond 2^120" },
		{ "sphere", 4, 3, -1, "a length is negative" },
		{ "caabb", 4, 3, (float)INFINITY, "a number is not finite" },
		{ "sphere", 4, 3, 0x1p120F, NULL },
		{ "aabb", 6, 3, 0, NULL },
	};
	for (size_t i = 0; i < sizeof s_changes / sizeof s_changes[0]; ++i) {
		float volumes[12] = { 0 };
		for (int32_t k = 0; k < 2; ++k) // sizes of both objects
			for (int32_t j = 3; j < s_changes[i].floats; ++j) volumes[k * s_changes[i].floats + j] = 1;
		uint8_t present[2] = { 1, 0 };
		HnSceneDef def = { .step_count = 1, .objects = { .count = 2, .size = s_changes[i].floats * 4 } };
		HnScene *scene = NULL;
		strcpy(def.objects.volume, s_changes[i].volume);
		def.objects.volumes = volumes;
		volumes[s_changes[i].floats + s_changes[i].at] = s_changes[i].value; // the second object's
		ck_assert_msg((hn_scene_create(&scene, &def) == HN_OK) == (s_changes[i].says == NULL), "change %zu",
		              i);
		if (s_changes[i].says != NULL) ck_assert_ptr_nonnull(strstr(hn_error_text(), s_changes[i].says));
		hn_scene_close(scene);
		def.objects.present = present;
		ck_assert_int_eq(hn_scene_create(&scene, &def), HN_OK);
		hn_scene_close(scene);
	}
}
END_TEST

START_TEST(axes_of_boxes_are_checked) {
	static const struct {
		int32_t at; // of the axes' floats
		float value;
		bool right;
	} s_changes[] = { { 0, 1 + 1e-6F, true }, { 0, 1.0001F, false }, { 0, 0, false },
		              { 4, -1, true },        { 1, 1e-6F, true },    { 1, 1e-4F, false },
		              { 8, NAN, false },      { 5, NAN, false },     { 8, INFINITY, false } };
	enum { BOXES = 2, BOX_STEPS = 3, CHANGED = 3 }; // the second box at the second step
	const float box[OBB_FLOATS] = { 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2 };
	float volumes[BOXES * BOX_STEPS][OBB_FLOATS];
	uint8_t present[BOXES * BOX_STEPS] = { 1, 1, 1, 0, 1, 1 };
	HnSceneDef def = { .step_count = BOX_STEPS,
		               .objects = {
		                   .volume = "obb", .count = BOXES, .size = sizeof box, .volumes = volumes } };
	for (int i = 0; i < BOXES * BOX_STEPS; ++i) memcpy(volumes[i], box, sizeof box);
	for (size_t i = 0; i < sizeof s_changes / sizeof s_changes[0]; ++i) {
		HnScene *s = NULL;
		memcpy(volumes[CHANGED], box, sizeof box);
		volumes[CHANGED][OBB_AXES_AT + s_changes[i].at] = s_changes[i].value;
		def.objects.present = NULL;
		ck_assert_msg((hn_scene_create(&s, &def) == HN_OK) == s_changes[i].right, "change %zu", i);
		if (!s_changes[i].right)
			ck_assert_str_eq(hn_error_text(), "object 2 of 2, step 2 of 3: its axes are not of length 1 at "
			                                  "right angles (to 1e-5)");
		hn_scene_close(s);
		def.objects.present = present; // a box that is not there is not checked
		ck_assert_int_eq(hn_scene_create(&s, &def), HN_OK);
		hn_scene_close(s);
	}
}
END_TEST

START_TEST(survives_every_failed_allocation) {
	Fixture f;
	fixture_init(&f, 1);
	size_t before = hn_mem_live_bytes();
	int64_t failures = 0;
	for (int64_t n = 1;; ++n) {
		HnScene *s;
		mem_fail_at(mem_allocation_count() + n);
		int32_t status = hn_scene_write(&f.def, f.path, NULL);
		if (status == HN_OK) status = hn_scene_open(&s, f.path);
		mem_fail_at(0);
		if (status == HN_OK) {
			hn_scene_close(s);
			break;
		}
		ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
		failures += 1;
	}
	ck_assert_int_ge(failures, 9);
	fixture_free(&f);
}
END_TEST

static void refuse_def(const HnSceneDef *def, const char *what) {
	HnScene *scene = NULL;
	ck_assert_int_eq(hn_scene_create(&scene, def), HN_ERR_BAD_INPUT);
	ck_assert_msg(strstr(hn_error_text(), what) != NULL, "%s", hn_error_text());
}

// Fixed bodies come back; a scene without them has no byte that says so.
START_TEST(fixed_bodies_are_baked) {
	Fixture f;
	fixture_init(&f, 1);
	HnScene *loose = NULL, *fixed = NULL;
	ck_assert_int_eq(hn_scene_create(&loose, &f.def), HN_OK);
	f.bodies[0].fixed = true;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	ck_assert_int_eq(hn_scene_open(&fixed, f.path), HN_OK);
	check_equals_def(fixed, &f.def);
	ck_assert(fixed->bodies[0].fixed && !fixed->bodies[1].fixed && !fixed->bodies[2].fixed);
	ck_assert(!loose->bodies[0].fixed && !hn_hash_equal(&loose->hash, &fixed->hash));
	ck_assert_uint_eq(fixed->map_size, loose->map_size + 64);
	ck_assert_int_eq(((const int32_t *)loose->map)[16], 0);
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&loose->hash, hex);
	ck_assert_str_eq(hex, "4aa368d5837ed3880d9bc1a040b0255d");
	hn_scene_close(loose);
	hn_scene_close(fixed);
	f.bodies[2].fixed = true;
	refuse_def(&f.def, "body 3 of 3 is fixed, and moves");
	f.bodies[2].fixed = false, f.bodies[1].fixed = true, f.bodies[1].pose_count = 1;
	refuse_def(&f.def, "body 2 of 3 is fixed, and deforms");
	fixture_free(&f);
}
END_TEST

// A file that says so of nothing, or of what is neither, is no scene.
START_TEST(fixed_flags_are_strict) {
	Fixture f;
	size_t size;
	HnScene *scene = NULL;
	fixture_init(&f, 1);
	f.bodies[0].fixed = true;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	char *bytes = file_read(f.path, &size);
	char *flag = bytes + size - 64 - sizeof(HnHash);
	ck_assert_int_eq(*flag, 1);
	for (int value = 0; value <= 2; value += 2) {
		*flag = (char)value;
		HnHash hash = hn_hash_bytes(bytes, size - sizeof hash);
		memcpy(bytes + size - sizeof hash, &hash, sizeof hash);
		file_write(f.path, bytes, size);
		ck_assert_int_eq(hn_scene_open(&scene, f.path), HN_ERR_BAD_INPUT);
	}
	free(bytes);
	fixture_free(&f);
}
END_TEST

Suite *scene_suite(void) {
	Suite *suite = suite_create("scene");
	TCase *t = tcase_create("scene");
	tcase_add_test(t, fixed_bodies_are_baked);
	tcase_add_test(t, fixed_flags_are_strict);
	tcase_add_test(t, round_trip);
	tcase_add_test(t, every_difference_changes_the_hash);
	tcase_add_test(t, every_changed_byte_is_refused);
	tcase_add_test(t, hostile_bytes_never_crash);
	tcase_add_test(t, truncated_and_foreign_files_are_refused);
	tcase_add_test(t, wrong_defs_are_refused_by_name);
	tcase_add_test(t, all_placed_coordinates_lie_below_the_scale);
	tcase_add_test(t, shapes_follow_the_frames);
	tcase_add_test(t, too_many_frames_are_refused);
	tcase_add_test(t, zero_and_tiny_scenes);
	tcase_add_test(t, nodes_come_back);
	tcase_add_test(t, wrong_nodes_are_refused_by_number);
	tcase_add_test(t, objects_come_back);
	tcase_add_test(t, objects_stand_alone);
	tcase_add_test(t, axes_of_boxes_are_checked);
	tcase_add_test(t, volumes_of_objects_are_checked);
	tcase_add_test(t, survives_every_failed_allocation);
	suite_add_tcase(suite, t);
	return suite;
}
