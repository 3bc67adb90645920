// The STL reader: text or binary, welding, what it refuses and where.
#include "mesh/skipped.h"
#include "mesh/stl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "parse_cases.h"
#include "suite.h"

#define FACET(a, b, c)                                                                                       \
	"facet normal 0 0 1\n outer loop\n  vertex " a "\n  vertex " b "\n  vertex " c "\n endloop\nendfacet\n"

START_TEST(equal_positions_become_one_vertex) {
	const char *text =
	    "solid x y\n" FACET("0 0 0", "1 0 0", "0 1 .1") FACET("1.0 -0 0", "1e0 1 0", "0 1 0.1") "endsolid\n";
	case_assert_mesh(stl_parse, text, strlen(text), (double[]){ 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 1, 1, 0 }, 4,
	                 (int32_t[]){ 0, 1, 2, 1, 3, 2 }, 2);
	const char *point = "solid\n" FACET("2 0 0", "2 0 -0", "2 -0 0") "endsolid";
	case_assert_mesh(stl_parse, point, strlen(point), (double[]){ 2, 0, 0 }, 1, (int32_t[]){ 0, 0, 0 }, 1);
}

// A text of more than 84 bytes, as some programs pad it, is still a text.
START_TEST(padded_texts_are_read) {
	static const char text[] = "solid\n" FACET("2 0 0", "2 1 0", "2 0 1") "endsolid\n\0\0\0\0";
	ck_assert_uint_gt(sizeof text, 84);
	case_assert_mesh(stl_parse, text, sizeof text, (double[]){ 2, 0, 0, 2, 1, 0, 2, 0, 1 }, 3,
	                 (int32_t[]){ 0, 1, 2 }, 1);
}

START_TEST(solids_are_joined_words_in_any_case) {
	const char *text =
	    "\xEF\xBB\xBF\r\nSOLID facet\rFacet Normal nan nan nan\rOUTER LOOP\rVertex 0 0 0\rvertex 1 0 0\r"
	    "vertex 0 1 0\rEndLoop\rENDFACET\rendsolid facet\n\nsolid\nendsolid\nsolid b\n" FACET(
	        "0 1 0", "1 0 0", "5 5 5") "endsolid b\n";
	case_assert_mesh(stl_parse, text, strlen(text), (double[]){ 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5 }, 4,
	                 (int32_t[]){ 0, 1, 2, 2, 1, 3 }, 2);
}

static const RefusedCase s_refused[] = {
	{ "", "a: the file is empty" },
	{ "solid", "a:1: the file ends before 'endsolid'" },
	{ "v 1 2 3\n", "a: 8 bytes that do not begin with 'solid'" },
	{ "solid\nendsolid\n", "a: no faces (0 vertices)" },
	{ "solid\nvertex 0 0 0\n", "a:2: 'vertex', where 'facet' or 'endsolid' is wanted" },
	{ "solid\nfacet\n", "a:2: 'facet' without 'normal'" },
	{ "solid\nfacet normal 0 0\n", "a:2: a normal has three numbers, this one 2" },
	{ "solid\nfacet normal 0 0 1 0\n", "a:2: '0' is one too many in the normal" },
	{ "solid\nfacet normal 0 0 1\nouter\n", "a:3: 'outer' without 'loop'" },
	{ "solid\nfacet normal 0 0 1\nouter loop loop\n", "a:3: 'loop' is one too many" },
	{ "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "a:4: vertex has 2 numbers; 3 are wanted" },
	{ "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0 0\n", "a:4: vertex has more than 3 numbers" },
	{ "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", "a:4: 'nan' is not a finite" },
	{ "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0,5 0\n", "a:4: '0,5' is not a finite" },
	{ "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 1e61 0\n", "a:4: coordinate y is 1e+61" },
	{ "solid\n" FACET("0 0 0", "1 0 0\n  vertex 1 1 1", "0 1 0") "endsolid\n",
	  "a:7: 'vertex', where 'endloop' is wanted" },
	{ "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n", "a:5: 'endloop', where 'vertex' is" },
	{ "solid\n" FACET("0 0 0", "1 0 0", "0 1 0") "solid\n", "a:9: 'solid', where 'facet' or" },
	{ "solid\n" FACET("0 0 0", "1 0 0", "0 1 0") "endsolid\nfacet\n",
	  "a:10: 'facet', where 'solid' is wanted" },
};

START_TEST(malformed_texts_are_refused_with_the_line) {
	case_assert_refused(stl_parse, s_refused[_i].text, strlen(s_refused[_i].text), s_refused[_i].error);
}

// 84 bytes of head, then 50 bytes for each facet, little-endian.
static size_t binary(char *out, const char *title, uint32_t count, const float *corners, uint32_t facets) {
	memset(out, 0, 84 + 50 * facets);
	memcpy(out, title, strlen(title));
	for (int i = 0; i < 4; ++i) out[80 + i] = (char)(count >> (8 * i));
	for (uint32_t k = 0; k < 9 * facets; ++k) {
		uint32_t bits;
		memcpy(&bits, &corners[k], sizeof bits);
		for (int i = 0; i < 4; ++i)
			out[84 + 50 * (k / 9) + 12 + 4 * (k % 9) + (uint32_t)i] = (char)(bits >> (8 * i));
	}
	return 84 + 50 * (size_t)facets;
}

START_TEST(binary_by_its_size_whatever_it_begins_with) {
	static const char *const s_titles[] = { "", "solid", "solid a\nfacet normal 0 0 1\n outer loop",
		                                    "COLOR=" };
	const float corners[] = { 0, 0, 0, 1, 0, -0.0f, 0, 0.1f, 0, 1, 0, 0, 0, 0.1f, 0, 3, 3, 3 };
	const double want[] = { 0, 0, 0, 1, 0, 0, 0, (double)0.1f, 0, 3, 3, 3 };
	char bytes[184];
	for (size_t i = 0; i < sizeof s_titles / sizeof *s_titles; ++i) {
		size_t size = binary(bytes, s_titles[i], 2, corners, 2);
		bytes[84] = bytes[132] = 77; // normals and attributes mean nothing
		case_assert_mesh(stl_parse, bytes, size, want, 4, (int32_t[]){ 0, 1, 2, 1, 2, 3 }, 2);
	}
}

START_TEST(binary_of_another_size_is_refused) {
	const float corners[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, bad[9] = { 0, 0, 0, 1, 0, (float)NAN, 0, 1, 0 };
	static const uint32_t s_counts[] = { 0, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };
	char bytes[184], want[100];
	for (size_t i = 0; i < sizeof s_counts / sizeof *s_counts; ++i) {
		size_t size = binary(bytes, i % 2 == 0 ? "solid" : "", s_counts[i], corners, 1);
		snprintf(want, sizeof want, "a: byte 80: as binary STL it announces %u triangles", s_counts[i]);
		case_assert_refused(stl_parse, bytes, size, want);
	}
	size_t size = binary(bytes, "", 1, corners, 1);
	for (size_t cut = 1; cut < size; ++cut) case_assert_refused(stl_parse, bytes, cut, "a: ");
	bytes[size] = 1; // one byte more is skipped
	skipped_clear();
	case_assert_mesh(stl_parse, bytes, size + 1, (double[]){ 0, 0, 0, 1, 0, 0, 0, 1, 0 }, 3,
	                 (int32_t[]){ 0, 1, 2 }, 1);
	ck_assert_str_eq(hn_mesh_skipped(), "a: byte 134: skipped: 1 more bytes follow the last triangle\n");
	size = binary(bytes, "", 1, bad, 1);
	case_assert_refused(stl_parse, bytes, size, "a: byte 108: coordinate z is nan");
	size = binary(bytes, "", 0, corners, 0);
	case_assert_refused(stl_parse, bytes, size, "a: no faces");
}

// Against a plain search, on many positions that repeat.
START_TEST(welding_many) {
	enum { FACETS = 3000 };
	float *corners = malloc(9 * FACETS * sizeof *corners);
	char *bytes = malloc(84 + 50 * FACETS);
	Rng rng = rng_of(21, 0);
	for (int k = 0; k < 9 * FACETS; ++k) corners[k] = (float)rng_below(&rng, 13) / 3 - 2;
	HnMesh *m = case_parsed(stl_parse, bytes, binary(bytes, "", FACETS, corners, FACETS));
	int32_t seen = 0;
	for (int c = 0; c < 3 * FACETS; ++c) {
		int32_t v = 0;
		while (v < seen &&
		       (m->xyz[3 * v] != (double)corners[3 * c] || m->xyz[3 * v + 1] != (double)corners[3 * c + 1] ||
		        m->xyz[3 * v + 2] != (double)corners[3 * c + 2]))
			v += 1;
		if (v == seen) { // new: the next number is its
			seen += 1;
			for (int k = 0; k < 3; ++k) ck_assert(m->xyz[3 * v + k] == (double)corners[3 * c + k]);
		}
		ck_assert_int_eq(m->triangles[c], v);
	}
	ck_assert_int_eq(m->vertex_count, seen);
	hn_mesh_destroy(m);
	free(corners);
	free(bytes);
}

// Positions that become equal by the scale are equal.
START_TEST(welding_comes_after_scaling) {
	const char *text = "solid\n" FACET("1e-100 0 0", "2e-100 0 0", "-1e-100 0 0") "endsolid\n";
	HnMesh *m;
	ck_assert_int_eq(stl_parse(&m, text, strlen(text), "a", 1), HN_OK);
	ck_assert_int_eq(m->vertex_count, 1); // all below 2^-200
	hn_mesh_destroy(m);
	ck_assert_int_eq(stl_parse(&m, text, strlen(text), "a", 1e60), HN_OK);
	ck_assert_int_eq(m->vertex_count, 3);
	hn_mesh_destroy(m);
}

TEST_SUITE(stl, suite, tc) {
	tcase_add_test(tc, equal_positions_become_one_vertex);
	tcase_add_test(tc, padded_texts_are_read);
	tcase_add_test(tc, solids_are_joined_words_in_any_case);
	tcase_add_loop_test(tc, malformed_texts_are_refused_with_the_line, 0,
	                    sizeof s_refused / sizeof *s_refused);
	tcase_add_test(tc, binary_by_its_size_whatever_it_begins_with);
	tcase_add_test(tc, binary_of_another_size_is_refused);
	tcase_add_test(tc, welding_many);
	tcase_add_test(tc, welding_comes_after_scaling);
}
