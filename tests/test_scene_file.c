// The flat scene file: what is written is what is opened, and nothing else is ever opened.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "made.h"
#include "scene/body_meshes.h"
#include "scene_fixture.h"
#include "suite.h"

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
	SceneFixture f;
	size_t before = hn_mem_live_bytes();
	scene_fixture_init(&f, 1);
	HnScene *file;
	HnHash hash;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, &hash), HN_OK);
	ck_assert_int_eq(hn_scene_open(&file, f.path), HN_OK);
	HnScene *memory = scene_made(&f.def);
	check_equals_def(file, &f.def);
	check_equals_def(memory, &f.def);
	ck_assert_int_eq(file->mesh_count, 2); // equal meshes are stored once
	ck_assert(hn_hash_equal(&hash, &file->hash) && hn_hash_equal(&hash, &memory->hash));
	ck_assert_uint_eq(file->map_size, memory->map_size);
	ck_assert_mem_eq(file->map, memory->map, file->map_size);
	hn_scene_close(file);
	hn_scene_close(memory);
	hn_scene_close(NULL);
	scene_fixture_free(&f);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

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
	SceneFixture f;
	scene_fixture_init(&f, 1);
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
	scene_fixture_free(&f);
}

// The same with the closing hash made right again: either refused, or a scene that can be walked.
START_TEST(hostile_bytes_never_crash) {
	static const int32_t edges[] = {
		0, 1, -1, 2, 3, 4, 7, 100, 1 << 20, INT32_MAX, INT32_MIN, INT32_MAX / 3
	};
	SceneFixture f;
	scene_fixture_init(&f, 1);
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	size_t size, before = hn_mem_live_bytes();
	int opened = 0, refused = 0;
	char *bytes = file_read(f.path, &size), *changed = malloc(size);
	Rng rng = rng_of(11, 0);
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
	scene_fixture_free(&f);
}

START_TEST(truncated_and_foreign_files_are_refused) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
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
		ck_refused(hn_scene_open(&s, f.path), HN_ERR_BAD_INPUT, f.path);
	}
	free(bytes);
	scene_fixture_free(&f);
}

// The closing hash of a file made right again, whatever its bytes are.
static int32_t open_changed(SceneFixture *f, char *bytes, size_t size) {
	HnScene *scene = NULL;
	HnHash hash = hn_hash_bytes(bytes, size - sizeof hash);
	memcpy(bytes + size - sizeof hash, &hash, sizeof hash);
	file_write(f->path, bytes, size);
	int32_t status = hn_scene_open(&scene, f->path);
	hn_scene_close(scene);
	return status;
}

// A file that says so of nothing, or of what is neither, is no scene.
START_TEST(fixed_flags_are_strict) {
	SceneFixture f;
	size_t size;
	scene_fixture_init(&f, 1);
	f.bodies[0].fixed = true;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	char *bytes = file_read(f.path, &size);
	char *flag = bytes + size - 64 - sizeof(HnHash);
	ck_assert_int_eq(*flag, 1);
	for (int value = 0; value <= 2; value += 2) {
		*flag = (char)value;
		ck_assert_int_eq(open_changed(&f, bytes, size), HN_ERR_BAD_INPUT);
	}
	free(bytes);
	scene_fixture_free(&f);
}

// Who indexes volumes by their kind must not read beyond them.
START_TEST(objects_of_files_are_checked) {
	SceneFixture f;
	size_t size;
	float boxes[2][OBB_FLOATS] = { { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2 } };
	const int32_t bytes_of_box = sizeof boxes[0], less = 16;
	scene_fixture_init(&f, 1);
	memcpy(boxes[1], boxes[0], sizeof boxes[0]);
	HnSceneDef def = { .step_count = 1,
		               .objects = { .volume = "obb", .count = 2, .size = bytes_of_box, .volumes = boxes } };
	ck_assert_int_eq(hn_scene_write(&def, f.path, NULL), HN_OK);
	char *bytes = file_read(f.path, &size), *of_size = bytes + 60, *volume = bytes + 40;
	char *second = bytes + size - sizeof(HnHash) - sizeof boxes[0];
	ck_assert_mem_eq(of_size, &bytes_of_box, sizeof bytes_of_box);
	ck_assert_int_eq(open_changed(&f, bytes, size), HN_OK);
	strcpy(volume, "aabb"); // 64 bytes for six floats
	ck_assert_int_eq(open_changed(&f, bytes, size), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "objects of 64 bytes, which no volume 'aabb' has"));
	strcpy(volume, "ball");
	ck_assert_int_eq(open_changed(&f, bytes, size), HN_ERR_BAD_INPUT);
	strcpy(volume, "obb");
	static const struct {
		size_t at;
		float value;
	} s_wrong[] = { { 0, (float)NAN }, { 4, 1 + 1e-6F }, { 7, 9e-6F }, { 12, -1 }, { 15, 1.7F } };
	for (size_t i = 0; i < sizeof s_wrong / sizeof *s_wrong; ++i) {
		memcpy(second + 4 * s_wrong[i].at, &s_wrong[i].value, 4);
		ck_assert_msg(open_changed(&f, bytes, size) == HN_ERR_BAD_INPUT, "change %zu", i);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "object 2 of 2, step 1 of 1: "));
		memcpy(second, boxes[1], sizeof boxes[1]);
	}
	ck_assert_int_eq(open_changed(&f, bytes, size), HN_OK);
	memcpy(of_size, &less, sizeof less);
	ck_assert_int_eq(open_changed(&f, bytes, size), HN_ERR_BAD_INPUT);
	free(bytes);
	scene_fixture_free(&f);
}

START_TEST(survives_every_failed_allocation) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
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
	scene_fixture_free(&f);
}

TEST_SUITE(scene_file, suite, tc) {
	tcase_add_test(tc, round_trip);
	tcase_add_test(tc, every_changed_byte_is_refused);
	tcase_add_test(tc, hostile_bytes_never_crash);
	tcase_add_test(tc, truncated_and_foreign_files_are_refused);
	tcase_add_test(tc, fixed_flags_are_strict);
	tcase_add_test(tc, objects_of_files_are_checked);
	tcase_add_test(tc, survives_every_failed_allocation);
}
