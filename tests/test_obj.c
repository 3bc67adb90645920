// The OBJ reader: what it takes, what it refuses and where. What all formats share is in test_mesh_file.c and
// test_mesh_damage.c.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "mesh/obj.h"
#include "mesh/skipped.h"
#include "suite.h"

static HnMesh *parsed(const char *text) {
	HnMesh *m;
	int32_t code = obj_parse(&m, text, strlen(text), "a.obj", 1);
	ck_assert_msg(code == HN_OK, "%s\n%s", hn_error_text(), text);
	return m;
}

static void assert_triangles(const char *text, const int32_t *want, int32_t count) {
	HnMesh *m = parsed(text);
	ck_assert_int_eq(m->triangle_count, count);
	for (int i = 0; i < 3 * count; ++i) ck_assert_int_eq(m->triangles[i], want[i]);
	hn_mesh_destroy(m);
}

#define FOUR "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
#define REST "vt 0\nvt 0 1\nvt 0 1 0.5\nvt 1\nvn 0 0 1\n"

START_TEST(faces_in_every_form) {
	const int32_t one[] = { 0, 1, 2 }, two[] = { 0, 1, 2, 0, 2, 3 };
	assert_triangles(FOUR "f 1 2 3\n", one, 1);
	assert_triangles(FOUR "f 1 2 3 4\n", two, 2);
	assert_triangles(FOUR "f -4 -3 -2 -1", two, 2);
	assert_triangles(FOUR REST "f 1/1 2/2 3/3\n", one, 1);
	assert_triangles(FOUR REST "f 1//1 2//1 3//-1\n", one, 1);
	assert_triangles(FOUR REST "f 1/4/1 2/-1/1 3/1/-1 4/2/1\n", two, 2);
	assert_triangles("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 5 5 5\nf -3 -1 1\n",
	                 (int32_t[]){ 0, 1, 2, 1, 3, 0 }, 2);
	assert_triangles(FOUR "f 1 2 2\n", (int32_t[]){ 0, 1, 1 }, 1);
	assert_triangles(FOUR "f 1 2 3 4 1\n", (int32_t[]){ 0, 1, 2, 0, 2, 3, 0, 3, 0 }, 3);
}

START_TEST(faces_may_stand_above_what_they_use) {
	const int32_t two[] = { 0, 1, 2, 0, 2, 3 };
	assert_triangles("f 1 2 3\nf 1 3 4\n" FOUR, two, 2);
	assert_triangles("v 0 0 0\nv 1 0 0\nf 1/1 2/4 3/3 4/2\nv 1 1 0\nv 0 1 0\n" REST, two, 2);
	assert_triangles("v 0 0 0\nv 1 0 0\nf 1//1 2//1 3//1 4//1\nv 1 1 0\nv 0 1 0\nvn 0 0 1\n", two, 2);
}

START_TEST(slashes_behind_which_nothing_stands) {
	const int32_t one[] = { 0, 1, 2 };
	assert_triangles(FOUR REST "f 1/1/ 2/1/ 3/1/\n", one, 1);
	assert_triangles(FOUR REST "f 1/ 2/ 3/\n", one, 1);
	assert_triangles(FOUR REST "f 1// 2 3/\n", one, 1);
}

static const struct {
	const char *text, *skipped; // skipped: what hn_mesh_skipped says
} s_skipped[] = {
	{ FOUR "f 1 2 3\n", "" },
	{ FOUR "l 1 2\nf 1 2 3\nl 1 2 3 \\\n 4\n", "a.obj:5: skipped: lines (l), 2 statements\n" },
	{ "p 1 2\n" FOUR "f 1 2 3\n", "a.obj:1: skipped: points (p), 1 statement\n" },
	{ FOUR "mg 1 0.5\nlod 3\nf 1 2 3\nmg off\n", "a.obj:5: skipped: merging groups (mg), 2 statements\n"
	                                             "a.obj:6: skipped: levels of detail (lod), 1 statement\n" },
	{ FOUR "vp 0.5 0.5\nf 1 2 3\ncstype bezier\ndeg 3\ncurv 0 1 1 2 3 4\nparm u 0 1\nend\n",
	  "a.obj:5: skipped: free-form curves and surfaces (vp, curv, surf and what belongs to them), 6 "
	  "statements\n" },
	{ FOUR "bevel on\nf 1 2 3\nusemap a.png\n",
	  "a.obj:5: skipped: how to display it (bevel, usemap and such), 2 statements\n" },
};

START_TEST(what_has_no_triangles_is_skipped_with_a_warning) {
	skipped_clear();
	assert_triangles(s_skipped[_i].text, (int32_t[]){ 0, 1, 2 }, 1);
	ck_assert_str_eq(hn_mesh_skipped(), s_skipped[_i].skipped);
}

// Text beyond what is kept is left out by whole lines.
START_TEST(warnings_are_bounded) {
	skipped_clear();
	for (int i = 0; i < 1000; ++i) skipped_line("a.obj", i, "%s", "something or other");
	size_t size = strlen(hn_mesh_skipped());
	ck_assert_uint_gt(size, 4000);
	ck_assert_uint_lt(size, 9000);
	ck_assert_int_eq(hn_mesh_skipped()[size - 1], '\n');
	skipped_clear();
	ck_assert_str_eq(hn_mesh_skipped(), "");
}

START_TEST(blanks_comments_and_line_ends) {
	const int32_t one[] = { 0, 1, 2 };
	assert_triangles(
	    "\xEF\xBB\xBF# by hand\r\n\r\n  v\t0 0 0 \r\nv 1 0 0 #x\r\nv\v1\f1 0\r\n#\r\n\tf 1  2 3 # y", one, 1);
	assert_triangles("v 0 0 0\rv 1 0 0\r\rv 1 1 0\rf 1 2 3\r", one, 1);
	assert_triangles("\n\n" FOUR "\nf 1 2 3\n\n\n", one, 1);
}

START_TEST(continued_lines) {
	const int32_t two[] = { 0, 1, 2, 0, 2, 3 };
	assert_triangles(FOUR "f 1 2 \\\n3 4\n", two, 2);
	assert_triangles(FOUR "f 1 2 3\\\r\n 4\r\n", two, 2);
	assert_triangles(FOUR "f \\\n\\\n1 2 3 4\\\n", two, 2);
	assert_triangles("v 0 \\\n0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4", two, 2);
	assert_triangles("# a comment does not go on \\\n" FOUR "g a \\\n b\nf 1 2 3 4", two, 2);
}

START_TEST(statements_without_meaning_are_skipped) {
	assert_triangles("mtllib a b.mtl\no x\ng\ng a b c\ns off\ns 1\nusemtl C:\\x\\y\n" FOUR "f 1 2 3\n",
	                 (int32_t[]){ 0, 1, 2 }, 1);
}

START_TEST(weights_and_colours) {
	HnMesh *m = parsed("v 1 2 3 1\nv 4 5 6 0.1 0.2 0.3\nv 7 8 9 1.0\nv 10 11 12 1 0 0 .5\nf 1 2 3\n");
	for (int i = 0; i < 12; ++i) ck_assert(m->xyz[i] == i + 1);
	hn_mesh_destroy(m);
}

START_TEST(numbers_are_rounded_correctly) {
	HnMesh *m =
	    parsed("v 0.1 -1e-3 +2.5E+2\nv .5 5. 0.299999999999999988897769753748434595763683319091796875e0\n"
	           "v -0 1e-300 9007199254740993\nf 1 2 3\n");
	// the second line ends in all digits of the double next to 0.3; 2^53 + 1 lies between two: ties to even
	const double want[] = { 0.1, -0.001, 250, 0.5, 5, 0.3, 0, 0, 9007199254740992 };
	for (int i = 0; i < 9; ++i) ck_assert_msg(m->xyz[i] == want[i], "%d: %.17g", i, m->xyz[i]);
	ck_assert(!signbit(m->xyz[6]));
	hn_mesh_destroy(m);
}

START_TEST(scale_multiplies) {
	HnMesh *m;
	const char *text = "v 0.1 3 1e70\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
	ck_assert_int_eq(obj_parse(&m, text, strlen(text), "a.obj", 1e-20), HN_OK);
	ck_assert(m->xyz[0] == 0.1 * 1e-20 && m->xyz[1] == 3 * 1e-20 && m->xyz[2] == 1e70 * 1e-20);
	hn_mesh_destroy(m);
	const double bad[] = { 0, -1, (double)NAN, (double)INFINITY };
	for (int i = 0; i < 4; ++i)
		ck_assert_int_eq(obj_parse(&m, text, strlen(text), "a.obj", bad[i]), HN_ERR_BAD_INPUT);
}

static const struct {
	const char *text, *error;
} s_malformed[] = {
	{ "", "a.obj: the file is empty" },
	{ FOUR, "a.obj: no faces (4 vertices)" },
	{ "\n\n# nothing\n", "a.obj: no faces (0 vertices)" },
	{ "v 1 2\n", "a.obj:1: v has 2 numbers" },
	{ "v\n", "a.obj:1: v has 0 numbers" },
	{ "v 1 2 # 3\n", "a.obj:1: v has 2 numbers" },
	{ "v 1 2 3 4 5\n", "a.obj:1: v has 5 numbers" },
	{ "v 1 2 3 4 5 6 7 8\n", "a.obj:1: v has more than 7 numbers: '8'" },
	{ "v 1 2 3 0.5\n", "a.obj:1: v has the weight 0.5" },
	{ "v 1 2 3 0\n", "a.obj:1: v has the weight 0" },
	{ "\nv 1 x 3\n", "a.obj:2: 'x' is not a finite decimal number" },
	{ "v 1 0x10 3\n", "a.obj:1: '0x10' is not" },
	{ "v 1 inf 3\n", "a.obj:1: 'inf' is not" },
	{ "v 1 nan 3\n", "a.obj:1: 'nan' is not" },
	{ "v 1 1e 3\n", "a.obj:1: '1e' is not" },
	{ "v 1 1,5 3\n", "a.obj:1: '1,5' is not" },
	{ "v 1 3#c 3\n", "a.obj:1: '3#c' is not" },
	{ "v 1 2 1e999\n", "a.obj:1: '1e999' is not a finite" },
	{ "v 1 1e61 3\n", "a.obj:1: coordinate y is 1e+61; at most 2^200" },
	{ "v 1 2 3\\\n 1 1 1 1 1\n", "a.obj:2: v has more than 7" },
	{ "vt\n", "a.obj:1: vt has 0 numbers" },
	{ "vt a\n", "a.obj:1: 'a' is not" },
	{ "vt 1 2 3 4\n", "a.obj:1: vt has more than 3" },
	{ "vn 1 2\n", "a.obj:1: vn has 2 numbers" },
	{ "vn 1 2 3 4\n", "a.obj:1: vn has more than 3" },
	{ FOUR "f\n", "a.obj:5: f has 0 vertices" },
	{ FOUR "f 1\n", "a.obj:5: f has 1 vertex; at least 3" },
	{ FOUR "f 1 2\n", "a.obj:5: f has 2 vertices; at least 3" },
	{ FOUR "f 1 2 0\n", "a.obj:5: vertex index 0" },
	{ FOUR "f 1 2 -0\n", "a.obj:5: vertex index 0" },
	{ FOUR "f 1 2 6\nf 1 2 7\nf 1 7 3\nv 2 2 2\n", "a.obj:6: vertex index 7, but the file has only 5" },
	{ FOUR "f 1 2 -5\n", "a.obj:5: vertex index -5, but only 4 stand above" },
	{ FOUR "f 1 2 99999999999999999999999999\n",
	  "a.obj:5: vertex index 99999999999999999999999999; 2147483647 is the largest" },
	{ FOUR "f 1 2 18446744073709551617\n",
	  "a.obj:5: vertex index 18446744073709551617; 2147483647 is the largest" },
	{ FOUR "f 1 2 4294967297\n", "a.obj:5: vertex index 4294967297; 2147483647 is the largest" },
	{ FOUR "f 1 2 3.0\n", "a.obj:5: '3.0' is not a vertex index" },
	{ FOUR "f 1 2 3x\n", "a.obj:5: '3x' is not a vertex index" },
	{ FOUR "f 1 2 -\n", "a.obj:5: a vertex index is missing" },
	{ FOUR "f 1 2 /1\n", "a.obj:5: a vertex index is missing" },
	{ FOUR REST "f 1/1/ 2/ 3/1/\n", "a.obj:10: '2/' has another form" },
	{ FOUR REST "f 1/// 2/// 3///\n", "a.obj:10: '1///' has more than three indices" },
	{ FOUR REST "f 1/1/1/1 2 3\n", "a.obj:10: '1/1/1/1' has more than three indices" },
	{ FOUR REST "f 1/1 2 3\n", "a.obj:10: '2' has another form" },
	{ FOUR REST "f 1//1 2/1/1 3//1\n", "a.obj:10: '2/1/1' has another form" },
	{ FOUR REST "f 1/5 2/1 3/1\n", "a.obj:10: texture vertex index 5, but the file has only 4" },
	{ FOUR REST "f 1/0 2/1 3/1\n", "a.obj:10: texture vertex index 0" },
	{ FOUR REST "f 1//2 2//1 3//1\n", "a.obj:10: normal index 2, but the file has only 1" },
	{ FOUR "f 1 2 3\ncall b.obj\n", "a.obj:6: unknown keyword 'call'" },
	{ FOUR "l 1 2\n", "a.obj: no faces" },
	{ FOUR "f 1 2 3\nl 1 \\\nv 1 2 3\n", "a.obj:7: 'v' is swallowed by the backslash" },
	{ FOUR "F 1 2 3\n", "a.obj:5: unknown keyword 'F'" },
	{ FOUR "v1 2 3\n", "a.obj:5: unknown keyword 'v1'" },
	{ "\x7f\x45LF\n", "a.obj:1: unknown keyword '?ELF'" },
	{ "\\\n", "a.obj: no faces" },
	{ "\\", "a.obj:1: unknown keyword '\\'" },
	{ "g x\\\nv 1 2 3\n", "a.obj:2: 'v' is swallowed by the backslash" },
	{ "a_keyword_that_goes_on_and_on_and_on_and_on_and_on_and_on 1\n",
	  "a.obj:1: unknown keyword 'a_keyword_that_goes_on_and_on_and_on_and...'" },
	{ "v 1 2 3\r\n\rv 1\r", "a.obj:3: v has 1 number;" },
};

START_TEST(malformed_files_are_refused_with_the_line) {
	size_t before = hn_mem_live_bytes();
	HnMesh *m;
	const char *text = s_malformed[_i].text, *want = s_malformed[_i].error;
	ck_assert_int_eq(obj_parse(&m, text, strlen(text), "a.obj", 1), HN_ERR_BAD_INPUT);
	ck_assert_ptr_null(m);
	ck_assert_msg(strncmp(hn_error_text(), want, strlen(want)) == 0, "'%s', wanted '%s'", hn_error_text(),
	              want);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

START_TEST(nul_bytes_and_long_numbers) {
	HnMesh *m;
	const char text[] = "v 1 2 3\r\nv 1\0 2 3\n";
	ck_assert_int_eq(obj_parse(&m, text, sizeof text - 1, "a.obj", 1), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(), "a.obj:2: a NUL byte; this is not a text file");
	char number[1200] = "v ";
	memset(number + 2, '0', 1100);
	strcpy(number + 1000, "1 2 3\n" FOUR "f 1 2 3\n");
	hn_mesh_destroy(parsed(number)); // 999 characters
	memset(number + 2, '0', 1100);
	strcpy(number + 1100, " 2 3\n");
	ck_assert_int_eq(obj_parse(&m, number, strlen(number), "a.obj", 1), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "a.obj:1: a number of 1098 characters"));
}

TEST_SUITE(obj, suite, tc) {
	tcase_add_test(tc, faces_in_every_form);
	tcase_add_test(tc, faces_may_stand_above_what_they_use);
	tcase_add_test(tc, slashes_behind_which_nothing_stands);
	tcase_add_loop_test(tc, what_has_no_triangles_is_skipped_with_a_warning, 0,
	                    (int)(sizeof s_skipped / sizeof *s_skipped));
	tcase_add_test(tc, warnings_are_bounded);
	tcase_add_test(tc, blanks_comments_and_line_ends);
	tcase_add_test(tc, continued_lines);
	tcase_add_test(tc, statements_without_meaning_are_skipped);
	tcase_add_test(tc, weights_and_colours);
	tcase_add_test(tc, numbers_are_rounded_correctly);
	tcase_add_test(tc, scale_multiplies);
	tcase_add_loop_test(tc, malformed_files_are_refused_with_the_line, 0,
	                    sizeof s_malformed / sizeof *s_malformed);
	tcase_add_test(tc, nul_bytes_and_long_numbers);
}
