// Exported pictures: read again by a reader of their own, they are the placed scene, and what is marked is
// what brute force finds.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "export/export.h"
#include "made.h"
#include "scene/scene_ply.h"
#include "soup.h"
#include "suite.h"

enum { BODIES = 3, STEPS = 3, TRIANGLES = 40 };

typedef struct Fixture {
	HnMesh *meshes[BODIES];
	HnPose poses[BODIES][STEPS];
	HnSceneDefBody bodies[BODIES];
	HnSceneDef def;
	HnScene *scene;
	char scene_path[64], path[64];
} Fixture;

static void fixture_init(Fixture *f, uint64_t seed) {
	Rng rng = rng_of(seed, 0);
	for (int32_t b = 0; b < BODIES; ++b) {
		f->meshes[b] = mesh_new(3 * TRIANGLES, TRIANGLES);
		for (int32_t i = 0; i < 9 * TRIANGLES; ++i)
			f->meshes[b]->xyz[i] = rng_range(&rng, -1, 1) * (i % 9 < 3 ? 1 : 0.9);
		for (int32_t i = 0; i < 3 * TRIANGLES; ++i)
			f->meshes[b]->triangles[i] = (int32_t)rng_below(&rng, 3 * TRIANGLES);
		for (int32_t s = 0; s < STEPS; ++s) {
			f->poses[b][s] = hn_pose_identity();
			f->poses[b][s].t = (HnVec3){ rng_range(&rng, -1, 1), rng_range(&rng, -1, 1), 3.0 * s * b };
		}
		f->bodies[b] =
		    (HnSceneDefBody){ .mesh = f->meshes[b], .poses = f->poses[b], .pose_count = b == 0 ? 1 : STEPS };
	}
	f->def = (HnSceneDef){ .bodies = f->bodies, .body_count = BODIES, .step_count = STEPS };
	snprintf(f->scene_path, sizeof f->scene_path, "/tmp/test_export_%ld.scene", (long)getpid());
	snprintf(f->path, sizeof f->path, "/tmp/test_export_%ld.ply", (long)getpid());
	ck_assert_int_eq(hn_scene_write(&f->def, f->scene_path, NULL), HN_OK);
	ck_assert_int_eq(hn_scene_open(&f->scene, f->scene_path), HN_OK);
}

static void fixture_free(Fixture *f) {
	hn_scene_close(f->scene);
	for (int32_t b = 0; b < BODIES; ++b) hn_mesh_destroy(f->meshes[b]);
	unlink(f->scene_path);
	unlink(f->path);
}

// ---- a reader of its own: the header's lines in order, then records of 27 and 28 bytes ----

typedef struct Ply {
	unsigned char *bytes;
	size_t size;
	long vertices, faces;
	const unsigned char *vertex, *face;
} Ply;

static const char *after(const char *text, const char *part) {
	const char *found = strstr(text, part);
	ck_assert_msg(found != NULL, "no '%s' in the header", part);
	return found + strlen(part);
}

static void ply_read(Ply *ply, const char *path) {
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	ply->bytes = calloc(1, 1 << 20);
	ck_assert_ptr_nonnull(ply->bytes);
	ply->size = fread(ply->bytes, 1, 1 << 20, file);
	fclose(file);
	const char *text = (const char *)ply->bytes;
	ck_assert_int_eq(strncmp(text, "ply\nformat binary_little_endian 1.0\n", 36), 0);
	const char *p = after(text, "element vertex ");
	ply->vertices = strtol(p, NULL, 10);
	p = after(p, "\nproperty double x\nproperty double y\nproperty double z\n");
	p = after(p, "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face ");
	ply->faces = strtol(p, NULL, 10);
	p = after(p, "\nproperty list uchar int vertex_indices\nproperty uchar red\nproperty uchar green\n");
	p = after(p, "property int body\nproperty int triangle\nproperty int contacts\nend_header\n");
	ply->vertex = (const unsigned char *)p;
	ply->face = ply->vertex + 27 * ply->vertices;
	ck_assert_uint_eq(ply->size, (size_t)(ply->face + 28 * ply->faces - ply->bytes));
}

static int32_t int_at(const unsigned char *p) {
	return (int32_t)(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

static double double_at(const unsigned char *p) {
	uint64_t bits = 0;
	double value;
	for (int i = 7; i >= 0; --i) bits = bits << 8 | p[i];
	memcpy(&value, &bits, sizeof value);
	return value;
}

static void check_corner(const Ply *ply, int32_t vertex, HnVec3 want, const unsigned char *rgb) {
	ck_assert(vertex >= 0 && vertex < ply->vertices);
	const unsigned char *at = ply->vertex + 27 * (long)vertex;
	ck_assert(double_at(at) == want.x && double_at(at + 8) == want.y && double_at(at + 16) == want.z);
	ck_assert_mem_eq(at + 24, rgb, 3);
}

// In how many of brute force's contacts a triangle is.
static int32_t contacts_of(const HnContactBuffer *all, int32_t body, int32_t triangle) {
	int32_t count = 0;
	for (int64_t i = 0; i < all->count; ++i) {
		const HnContact *c = &all->data[i];
		count += (c->body_a == body && c->triangle_a == triangle) ||
		         (c->body_b == body && c->triangle_b == triangle);
	}
	return count;
}

static void check_face(const Fixture *f, const Ply *ply, long i, const HnContactBuffer *all, int32_t step) {
	const unsigned char *at = ply->face + 28 * i;
	int32_t body = int_at(at + 16), triangle = int_at(at + 20), contacts = contacts_of(all, body, triangle);
	unsigned char rgb[3];
	ck_assert_int_eq(at[0], 3);
	ck_assert_int_eq(body * TRIANGLES + triangle, (int32_t)i);
	ck_assert_int_eq(int_at(at + 24), contacts);
	scene_ply_colour(body, rgb);
	if (contacts > 0) memcpy(rgb, scene_ply_signal, 3);
	ck_assert_mem_eq(at + 13, rgb, 3);
	const HnSceneMesh *mesh = scene_mesh(f->scene, body);
	for (int k = 0; k < 3; ++k) {
		HnVec3 v = vec3_load(mesh->xyz + 3 * mesh->triangles[3 * triangle + k]);
		check_corner(ply, int_at(at + 1 + 4 * k), pose_place(scene_pose(f->scene, body, step), v), rgb);
	}
}

static ExportDef def_of(const Fixture *f, int32_t step) {
	return (ExportDef){
		.scene_path = f->scene_path, .step = step, .timeout_s = 60, .path = f->path, .force = true
	};
}

START_TEST(what_is_exported_is_the_placed_scene_with_its_contacts_marked) {
	Fixture f;
	fixture_init(&f, 7 + (uint64_t)_i);
	int64_t marked = 0, plain = 0;
	for (int32_t step = 0; step < STEPS; ++step) {
		ExportDef def = def_of(&f, step);
		int64_t contacts;
		int32_t stopped;
		HnDetector brute;
		HnContactBuffer all = { 0 };
		Counts counts = { 0 };
		ck_assert_msg(export_step(&def, &contacts, &stopped) == HN_OK, "%s", hn_error_text());
		ck_assert_int_eq(hn_detector_create(&brute, "brute", f.scene, HN_QUERY_ALL, ""), HN_OK);
		ck_assert_int_eq(detector_step_counted(&brute, step, &all, &counts), HN_OK);
		ck_assert_int_eq(contacts, all.count);
		Ply ply;
		ply_read(&ply, f.path);
		ck_assert_int_eq(ply.faces, BODIES * TRIANGLES);
		for (long i = 0; i < ply.faces; ++i) {
			check_face(&f, &ply, i, &all, step);
			if (int_at(ply.face + 28 * i + 24) > 0)
				marked += 1;
			else
				plain += 1;
		}
		free(ply.bytes);
		hn_contact_buffer_free(&all);
		hn_detector_destroy(&brute);
	}
	ck_assert_int_gt(marked, 20); // else nothing was shown
	ck_assert_int_gt(plain, 20);
	fixture_free(&f);
}

START_TEST(a_file_that_is_there_stays) {
	Fixture f;
	fixture_init(&f, 3);
	ExportDef def = def_of(&f, 0);
	def.force = false;
	int64_t contacts;
	int32_t stopped;
	FILE *file = fopen(f.path, "w");
	ck_assert_ptr_nonnull(file);
	fclose(file);
	ck_assert_int_eq(export_step(&def, &contacts, &stopped), HN_ERR_EXISTS);
	struct stat info;
	ck_assert_int_eq(stat(f.path, &info), 0);
	ck_assert_int_eq(info.st_size, 0);
	fixture_free(&f);
}

START_TEST(what_goes_wrong_is_said_and_leaves_nothing) {
	Fixture f;
	fixture_init(&f, 4);
	int64_t contacts;
	int32_t stopped;
	ExportDef def = def_of(&f, STEPS); // a step that is not there: the worker refuses
	ck_refused(export_step(&def, &contacts, &stopped), HN_ERR_INVALID, "no contacts");
	ck_assert_int_ne(access(f.path, F_OK), 0);
	def = def_of(&f, 0);
	def.path = "/nowhere/at/all.ply";
	ck_refused(export_step(&def, &contacts, &stopped), HN_ERR_IO, "/nowhere/at/all.ply");
	size_t live = hn_mem_live_bytes();
	def = def_of(&f, 0);
	for (int64_t k = 1; k < 12; ++k) {
		mem_fail_at(mem_allocation_count() + k);
		int32_t status = export_step(&def, &contacts, &stopped);
		mem_fail_at(0);
		ck_assert(status == HN_OK || status == HN_ERR_NO_MEMORY || status == HN_ERR_INVALID);
		ck_assert((access(f.path, F_OK) == 0) == (status == HN_OK));
		unlink(f.path);
		ck_assert_uint_eq(hn_mem_live_bytes(), live);
	}
	fixture_free(&f);
}

START_TEST(bodies_have_colours_of_their_own) {
	unsigned char seen[200][3];
	for (int32_t b = 0; b < 200; ++b) {
		scene_ply_colour(b, seen[b]);
		// far from the signal: red alone is never the largest by much
		ck_assert_int_gt(seen[b][1] + seen[b][2], 100);
		for (int32_t k = 0; k < b; ++k) ck_assert_int_ne(memcmp(seen[b], seen[k], 3), 0);
	}
}

TEST_SUITE(export, suite, tc) {
	tcase_add_loop_test(tc, what_is_exported_is_the_placed_scene_with_its_contacts_marked, 0, 3);
	tcase_add_test(tc, a_file_that_is_there_stays);
	tcase_add_test(tc, what_goes_wrong_is_said_and_leaves_nothing);
	tcase_add_test(tc, bodies_have_colours_of_their_own);
}
