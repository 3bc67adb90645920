// Mesh files of every format: what one writes, all read back; whole files or nothing; extensions.
#include "cheap.h"
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "folder.h"
#include "made.h"
#include "math/pose.h"
#include "mesh/mesh_file.h"
#include "mesh/ply.h"
#include "mesh/stl.h"
#include "mesh_facts.h"
#include "suite.h"

static const char *path_in_folder(const char *name) {
	static char s_path[128];
	snprintf(s_path, sizeof s_path, "%s/%s", test_folder, name);
	return s_path;
}

static void remove_folder(void) {
	static const char *const s_names[] = { "m.obj", "m.off", "m.ply", "m.stl", "M.PlY" };
	for (size_t i = 0; i < sizeof s_names / sizeof *s_names; ++i) unlink(path_in_folder(s_names[i]));
	ck_assert_int_eq(rmdir(test_folder), 0); // nothing else was left
}

// Every form that can be written, and whether it keeps vertices as they are.
static const struct {
	const char *file;
	MeshPrinter *print;
	bool keeps, floats;
} s_forms[] = {
	{ "m.obj", NULL, true, false },
	{ "m.off", NULL, true, false },
	{ "m.ply", NULL, true, false },
	{ "m.ply", ply_print_ascii, true, false },
	{ "m.ply", ply_print_big_endian, true, false },
	{ "m.stl", NULL, false, false },
	{ "m.stl", stl_print_binary, false, true },
};
enum { FORMS = sizeof s_forms / sizeof *s_forms };

static double any_coordinate(Rng *rng, bool floats) {
	double x;
	switch (rng_below(rng, 5)) {
	case 0:
		return floor(rng_range(rng, -3, 3)) + 0.0;
	case 1:
		return floor(rng_range(rng, -1000, 1000)) / 64;
	case 2:
		x = rng_range(rng, -1, 1);
		return floats ? (double)(float)x : x;
	case 3:
		x = ldexp(rng_range(rng, -1, 1), (int)rng_below(rng, floats ? 250 : 399) - (floats ? 125 : 199));
		return floats ? (double)(float)x : x;
	default:
		return floats ? 0x1p127 : rng_below(rng, 2) == 0 ? 0x1p200 : -0x1p-200;
	}
}

static HnMesh *any_mesh(Rng *rng, bool floats) {
	int vertices = 1 + (int)rng_below(rng, 200), triangles = 1 + (int)rng_below(rng, 200);
	HnMesh *m = mesh_new(vertices, triangles);
	for (int i = 0; i < 3 * vertices; ++i) m->xyz[i] = any_coordinate(rng, floats);
	for (int i = 0; i < 3 * triangles; ++i) m->triangles[i] = (int32_t)rng_below(rng, (uint64_t)vertices);
	ck_assert_int_eq(hn_mesh_validate(m), HN_OK);
	return m;
}

// What STL keeps: the corners' positions. Equal ones become one, as they first appear; quadratic and plain.
static HnMesh *welded(const HnMesh *m) {
	HnMesh *w = mesh_new(3 * m->triangle_count, m->triangle_count);
	int32_t count = 0;
	for (int64_t i = 0; i < 3 * (int64_t)m->triangle_count; ++i) {
		const double *p = m->xyz + 3 * (int64_t)m->triangles[i];
		int32_t v = 0;
		while (v < count && (w->xyz[3 * v] != p[0] || w->xyz[3 * v + 1] != p[1] || w->xyz[3 * v + 2] != p[2]))
			v += 1;
		memcpy(w->xyz + 3 * v, p, 3 * sizeof *p);
		count += v == count;
		w->triangles[i] = v;
	}
	HnMesh *exact = mesh_of(w->xyz, count, w->triangles, w->triangle_count);
	hn_mesh_destroy(w);
	return exact;
}

static void assert_same(const HnMesh *a, const HnMesh *b, const char *what) {
	HnHash x = hn_mesh_hash(a), y = hn_mesh_hash(b);
	ck_assert_msg(hn_hash_equal(&x, &y), "%s: %d/%d vertices, %d/%d triangles, or other values", what,
	              a->vertex_count, b->vertex_count, a->triangle_count, b->triangle_count);
}

START_TEST(one_mesh_reads_back_the_same_from_every_form) {
	Rng rng = rng_of(11, 0);
	size_t before = hn_mem_live_bytes();
	for (int round = 0; round < 24; ++round) {
		HnMesh *m = any_mesh(&rng, round % 2 == 0), *want = welded(m);
		for (int f = 0; f < FORMS; ++f) {
			const char *path = path_in_folder(s_forms[f].file);
			HnMesh *back;
			if (s_forms[f].floats && round % 2 != 0) continue;
			int32_t code =
			    s_forms[f].print == NULL ? hn_mesh_write(m, path) : mesh_write_by(m, path, s_forms[f].print);
			ck_assert_msg(code == HN_OK, "form %d: %s", f, hn_error_text());
			ck_assert_msg(hn_mesh_read(&back, path, 1, NULL, NULL) == HN_OK, "form %d: %s", f,
			              hn_error_text());
			assert_same(back, s_forms[f].keeps ? m : want, path);
			hn_mesh_destroy(back);
		}
		hn_mesh_destroy(want);
		hn_mesh_destroy(m);
	}
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

START_TEST(the_extension_decides_in_any_case) {
	Rng rng = rng_of(12, 0);
	HnMesh *m = any_mesh(&rng, true), *back;
	ck_assert_int_eq(hn_mesh_write(m, path_in_folder("M.PlY")), HN_OK);
	ck_assert_int_eq(hn_mesh_read(&back, path_in_folder("M.PlY"), 1, NULL, NULL), HN_OK);
	assert_same(m, back, "M.PlY");
	hn_mesh_destroy(back);
	static const char *const s_bad[] = { "m.vrml", "obj", "m", "m.", "a.obj/m", "m.obj ", "m.ob" };
	for (size_t i = 0; i < sizeof s_bad / sizeof *s_bad; ++i) {
		ck_assert_int_eq(hn_mesh_read(&back, s_bad[i], 1, NULL, NULL), HN_ERR_BAD_INPUT);
		ck_assert_ptr_null(back);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), s_bad[i]));
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "there are .obj, .off, .ply and .stl"));
		ck_assert_int_eq(hn_mesh_write(m, s_bad[i]), HN_ERR_BAD_INPUT);
	}
	hn_mesh_destroy(m);
}

START_TEST(binary_stl_refuses_what_is_no_float) {
	const double bad[] = { 0.1, 0x1p128, -0x1p199, 0x1p-150, 0x1.000001p0, 16777217 };
	for (int i = 0; i < 6; ++i) {
		HnMesh *m = mesh_of((double[]){ 0, 0, 0, 1, 0, 0, 0, 1, bad[i] }, 3, (int32_t[]){ 0, 1, 2 }, 1);
		ck_assert_int_eq(mesh_write_by(m, path_in_folder("m.stl"), stl_print_binary), HN_ERR_BAD_INPUT);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "m.stl: vertex 2: coordinate z"));
		ck_assert_int_ne(access(path_in_folder("m.stl"), F_OK), 0);
		ck_assert_int_eq(hn_mesh_write(m, path_in_folder("m.stl")), HN_OK); // ascii holds it
		unlink(path_in_folder("m.stl"));
		hn_mesh_destroy(m);
	}
}

// The error names the file first.
static void assert_says(const char *path, const char *text) {
	ck_assert_msg(strncmp(hn_error_text(), path, strlen(path)) == 0 && strstr(hn_error_text(), text) != NULL,
	              "'%s' does not say '%s' of %s", hn_error_text(), text, path);
}

START_TEST(files_that_cannot_be_read_or_written) {
	const double bad[] = { (double)NAN, (double)INFINITY, 0x1p201, 0x1p-201, -0.0 };
	HnMesh *m = mesh_of((double[]){ 0, 0, 0, 1, 0, 0, 0, 1, 0 }, 3, (int32_t[]){ 0, 1, 2 }, 1), *back;
	char path[128], other[160];
	for (int32_t i = 0; i < mesh_format_count(); ++i) {
		snprintf(path, sizeof path, "%s/m.%s", test_folder, mesh_format_at(i)->name);
		ck_assert_int_eq(hn_mesh_read(&back, path, 1, NULL, NULL), HN_ERR_IO);
		ck_assert_ptr_null(back);
		assert_says(path, ": No such file or directory");
		ck_assert_int_eq(mkdir(path, 0777), 0);
		ck_assert_int_eq(hn_mesh_read(&back, path, 1, NULL, NULL), HN_ERR_IO);
		assert_says(path, ": Is a directory");
		ck_assert_int_eq(hn_mesh_write(m, path), HN_ERR_IO);
		snprintf(other, sizeof other, "%s.%ld.tmp", path, (long)getpid());
		ck_assert_int_ne(access(other, F_OK), 0);
		ck_assert_int_eq(rmdir(path), 0);
		snprintf(other, sizeof other, "%s/no/m.%s", test_folder, mesh_format_at(i)->name);
		ck_assert_int_eq(hn_mesh_write(m, other), HN_ERR_IO);
		for (int k = 0; k < 5; ++k) {
			m->xyz[4] = bad[k];
			ck_assert_int_eq(hn_mesh_write(m, path), HN_ERR_BAD_INPUT);
			assert_says(path, ": vertex 1: coordinate y");
		}
		m->xyz[4] = 0, m->triangles[1] = 3;
		ck_assert_int_eq(hn_mesh_write(m, path), HN_ERR_BAD_INPUT);
		ck_assert_int_ne(access(path, F_OK), 0);
		m->triangles[1] = 1;
	}
	hn_mesh_destroy(m);
}

START_TEST(a_comma_locale_changes_nothing) {
	static const char *const s_names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "C.UTF-8" };
	HnMesh *m = mesh_of((double[]){ 0.5, 1.25, -3.125, 1, 0, 0, 0, 1, 0 }, 3, (int32_t[]){ 0, 1, 2 }, 1),
	       *back;
	for (size_t i = 0; i < sizeof s_names / sizeof *s_names; ++i) // whichever is installed
		if (setlocale(LC_ALL, s_names[i]) != NULL) break;
	for (int f = 0; f < FORMS; ++f) {
		const char *path = path_in_folder(s_forms[f].file);
		char bytes[2000];
		ck_assert_int_eq(s_forms[f].print == NULL ? hn_mesh_write(m, path)
		                                          : mesh_write_by(m, path, s_forms[f].print),
		                 HN_OK);
		ck_assert_int_eq(hn_mesh_read(&back, path, 1, NULL, NULL), HN_OK);
		assert_same(m, back, path);
		hn_mesh_destroy(back);
		FILE *file = fopen(path, "rb");
		size_t size = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
		ck_assert_msg(memchr(bytes, ',', size) == NULL, "a comma in form %d", f);
		const char *line = strstr(s_forms[f].file, ".obj") != NULL ? "v 0.5 1.25 -3.125\n" : "";
		ck_assert_msg(strncmp(bytes, line, strlen(line)) == 0, "form %d begins otherwise", f);
	}
	setlocale(LC_ALL, "C");
	hn_mesh_destroy(m);
}

START_TEST(the_hash_is_of_the_bytes_read) {
	Rng rng = rng_of(14, 0);
	HnMesh *m = any_mesh(&rng, true), *back;
	char found[SHA256_HEX_SIZE], again[SHA256_HEX_SIZE], want[SHA256_HEX_SIZE], bytes[100000];
	for (int32_t i = 0; i < mesh_format_count(); ++i) {
		char path[128];
		snprintf(path, sizeof path, "%s/m.%s", test_folder, mesh_format_at(i)->name);
		ck_assert_int_eq(hn_mesh_write(m, path), HN_OK);
		FILE *file = fopen(path, "rb");
		sha256_hex(bytes, fread(bytes, 1, sizeof bytes, file), want);
		fclose(file);
		ck_assert_int_eq(hn_mesh_read(&back, path, 1, NULL, found), HN_OK);
		ck_assert_str_eq(found, want);
		hn_mesh_destroy(back);
		ck_assert_int_eq(hn_mesh_read(&back, path, 1, found, again), HN_OK);
		hn_mesh_destroy(back);
		found[5] = found[5] == '0' ? '1' : '0';
		ck_assert_int_eq(hn_mesh_read(&back, path, 1, found, NULL), HN_ERR_BAD_INPUT);
		assert_says(path, want);
		assert_says(path, found);
	}
	hn_mesh_destroy(m);
}

// Of bytes that no format reads.
START_TEST(the_hash_comes_before_the_format) {
	HnMesh *m;
	char path[128], right[SHA256_HEX_SIZE];
	sha256_hex("abc", 3, right);
	for (int32_t i = 0; i < mesh_format_count(); ++i) {
		snprintf(path, sizeof path, "%s/m.%s", test_folder, mesh_format_at(i)->name);
		FILE *file = fopen(path, "w");
		fputs("abc", file);
		fclose(file);
		ck_assert_int_eq(hn_mesh_read(&m, path, 1, "", NULL), HN_ERR_BAD_INPUT);
		assert_says(path, ": sha256 is ");
		ck_assert_int_eq(hn_mesh_read(&m, path, 1, right, NULL), HN_ERR_BAD_INPUT);
		ck_assert_ptr_null(strstr(hn_error_text(), "sha256"));
	}
}

TEST_SUITE(mesh_file, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, remove_folder);
	tcase_add_test(tc, one_mesh_reads_back_the_same_from_every_form);
	tcase_add_test(tc, the_extension_decides_in_any_case);
	tcase_add_test(tc, binary_stl_refuses_what_is_no_float);
	tcase_add_test(tc, files_that_cannot_be_read_or_written);
	tcase_add_test(tc, a_comma_locale_changes_nothing);
	tcase_add_test(tc, the_hash_is_of_the_bytes_read);
	tcase_add_test(tc, the_hash_comes_before_the_format);
}
