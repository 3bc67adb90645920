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
#include "scene/scene.h"

Suite *scene_suite(void);

enum { STEPS = 3 };

typedef struct Fixture {
	Mesh *cube, *same_cube, *sheet;
	Pose still, moving[STEPS];
	SceneDefBody bodies[3];
	SceneDef def;
	char path[64];
} Fixture;

static Mesh *mesh_random(Rng *rng, int32_t vertices, int32_t triangles, double size) {
	Mesh *mesh;
	ck_assert_int_eq(mesh_create(&mesh, vertices, triangles), ERR_OK);
	for (int32_t i = 0; i < 3 * vertices; ++i) mesh->xyz[i] = rng_range(rng, -size, size);
	for (int32_t i = 0; i < 3 * triangles; ++i)
		mesh->triangles[i] = (int32_t)rng_below(rng, (uint64_t)vertices);
	return mesh;
}

static Pose pose_random(Rng *rng, double size) {
	Pose p = { .r = motion_random_rotation(rng) };
	p.t = (Vec3){ rng_range(rng, -size, size), rng_range(rng, -size, size), rng_range(rng, -size, size) };
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
	f->bodies[0] = (SceneDefBody){ f->cube, &f->still, 1 };
	f->bodies[1] = (SceneDefBody){ f->sheet, f->moving, STEPS };
	f->bodies[2] = (SceneDefBody){ f->same_cube, f->moving, STEPS };
	f->def = (SceneDef){ f->bodies, 3, STEPS };
	snprintf(f->path, sizeof f->path, "/tmp/test_scene_%ld", (long)getpid());
}

static void fixture_free(Fixture *f) {
	mesh_destroy(f->cube);
	mesh_destroy(f->same_cube);
	mesh_destroy(f->sheet);
	unlink(f->path);
}

static void check_equals_def(const Scene *s, const SceneDef *def) {
	ck_assert_int_eq(s->body_count, def->body_count);
	ck_assert_int_eq(s->step_count, def->step_count);
	for (int32_t b = 0; b < s->body_count; ++b) {
		const SceneMesh *m = scene_mesh(s, b);
		const Mesh *from = def->bodies[b].mesh;
		ck_assert_int_eq(m->vertex_count, from->vertex_count);
		ck_assert_int_eq(m->triangle_count, from->triangle_count);
		ck_assert_mem_eq(m->xyz, from->xyz, 24 * (size_t)from->vertex_count);
		ck_assert_mem_eq(m->triangles, from->triangles, 12 * (size_t)from->triangle_count);
		Hash hash = mesh_hash(from);
		ck_assert(hash_equal(&m->hash, &hash));
		for (int32_t step = 0; step < s->step_count; ++step) {
			int32_t at = def->bodies[b].pose_count == 1 ? 0 : step;
			ck_assert_mem_eq(scene_pose(s, b, step), &def->bodies[b].poses[at], sizeof(Pose));
		}
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
	size_t before = mem_live_bytes();
	fixture_init(&f, 1);
	Scene *file, *memory;
	Hash hash;
	ck_assert_int_eq(scene_write(&f.def, f.path, &hash), ERR_OK);
	ck_assert_int_eq(scene_open(&file, f.path), ERR_OK);
	ck_assert_int_eq(scene_create(&memory, &f.def), ERR_OK);
	check_equals_def(file, &f.def);
	check_equals_def(memory, &f.def);
	ck_assert_int_eq(file->mesh_count, 2); // equal meshes are stored once
	ck_assert(hash_equal(&hash, &file->hash) && hash_equal(&hash, &memory->hash));
	ck_assert_uint_eq(file->map_size, memory->map_size);
	ck_assert_mem_eq(file->map, memory->map, file->map_size);
	scene_close(file);
	scene_close(memory);
	scene_close(NULL);
	fixture_free(&f);
	ck_assert_uint_eq(mem_live_bytes(), before);
}
END_TEST

START_TEST(every_difference_changes_the_hash) {
	Fixture f;
	fixture_init(&f, 1);
	Scene *s;
	ck_assert_int_eq(scene_create(&s, &f.def), ERR_OK);
	Hash hash = s->hash;
	scene_close(s);
	double *changes[] = { &f.still.t.x, &f.moving[STEPS - 1].t.z, &f.cube->xyz[5], &f.sheet->xyz[0] };
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
		double old = *changes[i];
		*changes[i] = nextafter(old, 10);
		ck_assert_int_eq(scene_create(&s, &f.def), ERR_OK);
		ck_assert(!hash_equal(&hash, &s->hash));
		scene_close(s);
		*changes[i] = old;
	}
	fixture_free(&f);
}
END_TEST

// Reads everything that a scene lets a worker read.
static double scene_walk(const Scene *s) {
	double sum = 0;
	for (int32_t a = 0; a < s->body_count; ++a) {
		const SceneMesh *m = scene_mesh(s, a);
		for (int64_t i = 0; i < 3 * (int64_t)m->triangle_count; ++i) sum += m->xyz[3 * m->triangles[i]];
		for (int32_t step = 0; step < s->step_count; ++step)
			for (int32_t b = a + 1; b < s->body_count; ++b) sum += scene_relative(s, a, b, step).t.x;
	}
	return sum;
}

START_TEST(every_changed_byte_is_refused) {
	Fixture f;
	fixture_init(&f, 1);
	ck_assert_int_eq(scene_write(&f.def, f.path, NULL), ERR_OK);
	size_t size, before = mem_live_bytes();
	char *bytes = file_read(f.path, &size);
	for (size_t i = 0; i < size; ++i)
		for (int turn = 0; turn < 3; ++turn) {
			char old = bytes[i];
			bytes[i] = (char)(turn == 0 ? old ^ 1 : turn == 1 ? old ^ 0x80 : ~old);
			file_write(f.path, bytes, size);
			bytes[i] = old;
			Scene *s;
			ck_assert_int_eq(scene_open(&s, f.path), ERR_BAD_INPUT);
			ck_assert_uint_eq(mem_live_bytes(), before);
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
	ck_assert_int_eq(scene_write(&f.def, f.path, NULL), ERR_OK);
	size_t size, before = mem_live_bytes();
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
		Hash hash = hash_bytes(changed, size - 16);
		memcpy(changed + size - 16, &hash, sizeof hash);
		file_write(f.path, changed, size);
		Scene *s;
		int32_t status = scene_open(&s, f.path);
		if (status == ERR_OK) {
			ck_assert(isfinite(scene_walk(s)));
			scene_close(s);
			opened += 1;
		} else {
			ck_assert_int_eq(status, ERR_BAD_INPUT);
			refused += 1;
		}
		ck_assert_uint_eq(mem_live_bytes(), before);
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
	Scene *s;
	ck_assert_int_eq(scene_open(&s, f.path), ERR_IO); // not there
	ck_assert_int_eq(scene_open(&s, "/tmp"), ERR_BAD_INPUT);
	ck_assert_int_eq(scene_write(&f.def, f.path, NULL), ERR_OK);
	size_t size;
	char *bytes = file_read(f.path, &size);
	bytes = realloc(bytes, size + 1);
	bytes[size] = 0;
	for (size_t i = 0; i <= size + 1; ++i) {
		if (i == size) continue;
		file_write(f.path, bytes, i);
		ck_assert_int_eq(scene_open(&s, f.path), ERR_BAD_INPUT);
		ck_assert_ptr_nonnull(strstr(error_text(), f.path));
	}
	free(bytes);
	fixture_free(&f);
}
END_TEST

START_TEST(wrong_defs_are_refused_by_name) {
	Fixture f;
	fixture_init(&f, 1);
	Scene *s;
	size_t before = mem_live_bytes();
#define REFUSED(change, undo, text)                                                                          \
	change;                                                                                                  \
	ck_assert_int_eq(scene_create(&s, &f.def), ERR_BAD_INPUT);                                               \
	ck_assert_msg(strstr(error_text(), text) != NULL, "%s", error_text());                                   \
	ck_assert_uint_eq(mem_live_bytes(), before);                                                             \
	undo
	Pose old = f.moving[1];
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
	REFUSED(f.moving[1].t.y = 0x1p200, f.moving[1] = old, "2^200"); // each in range, their distance not
#undef REFUSED
	ck_assert_int_eq(scene_create(&s, &f.def), ERR_OK);
	scene_close(s);
	ck_assert_int_eq(scene_write(&f.def, "/nowhere/scene", NULL), ERR_IO);
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
		Scene *s;
		ck_assert_int_eq(scene_create(&s, &f.def), ERR_OK);
		double largest = 0;
		for (int32_t a = 0; a < 3; ++a)
			for (int32_t b = 0; b < 3; ++b)
				for (int32_t step = 0; step < STEPS; ++step) {
					const SceneMesh *m = scene_mesh(s, b);
					Pose p = a == b ? pose_identity() : scene_relative(s, a, b, step);
					for (int32_t v = 0; v < m->vertex_count; ++v) {
						Vec3 x = pose_place(&p, vec3_load(m->xyz + 3 * v));
						largest = fmax(largest, fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))));
					}
				}
		double scaled = ldexp(largest, s->scale_exponent);
		ck_assert(scaled < 2 && scaled > 0.125); // a bound, and not a wild one
		scene_close(s);
		fixture_free(&f);
	}
}
END_TEST

START_TEST(zero_and_tiny_scenes) {
	Mesh *point, *none;
	ck_assert_int_eq(mesh_create(&point, 1, 1), ERR_OK);
	ck_assert_int_eq(mesh_create(&none, 0, 0), ERR_OK);
	memset(point->triangles, 0, 12);
	double coordinates[] = { 0.0, -0.0, 0x1p-201, -0x1p-1074, 0x1p-200 };
	for (int i = 0; i < 5; ++i) {
		for (int k = 0; k < 3; ++k) point->xyz[k] = coordinates[i];
		Pose still = pose_identity();
		SceneDefBody bodies[] = { { point, &still, 1 }, { none, &still, 1 } };
		SceneDef def = { bodies, 2, 1 };
		Scene *s;
		ck_assert_int_eq(scene_create(&s, &def), ERR_OK);
		ck_assert_int_eq(s->scale_exponent, i == 4 ? 200 : 0); // sqrt(3) * 2^-200 comes into [1, 2)
		double stored = i == 4 ? 0x1p-200 : 0.0;
		ck_assert_mem_eq(&s->meshes[0].xyz[1], &stored, sizeof stored); // flushed, and never -0
		scene_close(s);
	}
	mesh_destroy(point);
	mesh_destroy(none);
}
END_TEST

START_TEST(survives_every_failed_allocation) {
	Fixture f;
	fixture_init(&f, 1);
	size_t before = mem_live_bytes();
	int64_t failures = 0;
	for (int64_t n = 1;; ++n) {
		Scene *s;
		mem_fail_at(mem_allocation_count() + n);
		int32_t status = scene_write(&f.def, f.path, NULL);
		if (status == ERR_OK) status = scene_open(&s, f.path);
		mem_fail_at(0);
		if (status == ERR_OK) {
			scene_close(s);
			break;
		}
		ck_assert_int_eq(status, ERR_NO_MEMORY);
		ck_assert_uint_eq(mem_live_bytes(), before);
		failures += 1;
	}
	ck_assert_int_ge(failures, 9);
	fixture_free(&f);
}
END_TEST

Suite *scene_suite(void) {
	Suite *suite = suite_create("scene");
	TCase *t = tcase_create("scene");
	tcase_set_timeout(t, 120);
	tcase_add_test(t, round_trip);
	tcase_add_test(t, every_difference_changes_the_hash);
	tcase_add_test(t, every_changed_byte_is_refused);
	tcase_add_test(t, hostile_bytes_never_crash);
	tcase_add_test(t, truncated_and_foreign_files_are_refused);
	tcase_add_test(t, wrong_defs_are_refused_by_name);
	tcase_add_test(t, all_placed_coordinates_lie_below_the_scale);
	tcase_add_test(t, zero_and_tiny_scenes);
	tcase_add_test(t, survives_every_failed_allocation);
	suite_add_tcase(suite, t);
	return suite;
}
