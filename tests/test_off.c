// The OFF reader: what it takes, what it refuses and where.
#include "mesh/off.h"
#include "mesh/skipped.h"
#include "parse_cases.h"
#include "suite.h"

START_TEST(polygons_comments_and_colours) {
	const int32_t one[] = { 0, 1, 2 }, two[] = { 0, 1, 2, 0, 2, 3 };
	case_assert_square(off_parse, "OFF\n4 1 0\n" FOUR "3 0 1 2\n", one, 1);
	case_assert_square(off_parse, "OFF 4 1 99\n" FOUR "4 0 1 2 3", two, 2);
	case_assert_square(
	    off_parse, "\xEF\xBB\xBF# by hand\r\n\r\nOFF # x\r4\t1 0\r\n" FOUR "\n# y\n3 0 1 2 # z\n\n#", one, 1);
	case_assert_square(off_parse, "OFF\n4 2 0\n" FOUR "3 0 1 2 7\n3 0 2 3 255 0 0\n", two, 2);
	case_assert_square(off_parse, "OFF\n4 2 0\n" FOUR "3 0 1 2 .1 .2 .3 1\n3 0 2 3\n", two, 2);
	case_assert_square(off_parse, "OFF\n4 1 0\n" FOUR "3 0 2 2\n", (int32_t[]){ 0, 2, 2 }, 1);
}

#define ALL_OF(position) position " 0 0 1 .5 .5 .5 1 0 1\n" // normal, colour, texture
START_TEST(what_stands_behind_a_position_is_dropped) {
	const int32_t one[] = { 0, 1, 2 };
	static const char *const s_files[] = {
		"COFF\n4 1 0\n0 0 0 1 2 3\n1 0 0 1 2 3 4\n1 1 .1 0 0 0\n0 1 0 0 0 0 1\n3 0 1 2\n",
		"NOFF\n4 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 .1 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n",
		"STOFF\n4 1 0\n0 0 0 0 1\n1 0 0 0 1\n1 1 .1 0 1\n0 1 0 0 1\n3 0 1 2\n",
		"STCNOFF 4 1 0\n" ALL_OF("0 0 0") ALL_OF("1 0 0") ALL_OF("1 1 .1") ALL_OF("0 1 0") "3 0 1 2\n",
	};
	for (size_t i = 0; i < sizeof s_files / sizeof *s_files; ++i)
		case_assert_square(off_parse, s_files[i], one, 1);
}

static const RefusedCase s_refused[] = {
	{ "", "a: the file is empty" },
	{ "\n\n", "a:3: the file ends before the keyword OFF" },
	{ "off\n", "a:1: 'off' is neither the keyword OFF nor a number of vertices" },
	{ "8 6 0\n", "a:1: 8 vertices and 6 faces do not fit" },
	{ "8 6\n", "a:1: the number of edges is missing" },
	{ "8.0 6 0\n", "a:1: '8.0' is neither" },
	{ "OFF490 518 0\n", "a:1: 'OFF490' is neither the keyword" },
	{ "4OFF\n", "a:1: 4OFF is not supported" },
	{ "nOFF\n", "a:1: nOFF is not supported" },
	{ "CCOFF\n", "a:1: CCOFF is not supported" },
	{ "SOFF\n", "a:1: SOFF is not supported" },
	{ "OFF BINARY\n", "a:1: OFF BINARY is not supported" },
	{ "OFF\n", "a:2: the number of vertices is missing" },
	{ "OFF\n4\n", "a:2: the number of faces is missing" },
	{ "OFF\n4 1\n" FOUR "3 0 1 2\n", "a:2: the number of edges is missing" },
	{ "OFF\n4 1 0 0\n", "a:2: '0' is one too many" },
	{ "OFF\n-4 1 0\n", "a:2: '-4' is not a number of vertices" },
	{ "OFF\n4 1.0 0\n", "a:2: '1.0' is not a number of faces" },
	{ "OFF\n5 1 0\n" FOUR "3 0 1 2\n", "a:2: 5 vertices and 1 faces do not fit in the 35" },
	{ "OFF\n5 1 0\n" FOUR "3 0 1 2\n\n\n\n", "a:7: vertex 4 has 4 numbers; 3 are" },
	{ "OFF\n2147483648 1 0\n" FOUR "3 0 1 2\n", "a:2: 2147483648 vertices and 1 faces do not fit" },
	{ "OFF\n4 9223372036854775808 0\n" FOUR, "a:2: 4 vertices and 9223372036854775807 faces do not fit" },
	{ "OFF\n99999999999999999999999999 1 0\n", "a:2: 9223372036854775807 vertices" },
	{ "OFF\n4 0 0\n" FOUR, "a: no faces (4 vertices)" },
	{ "OFF\n0 0 0\n", "a: no faces (0 vertices)" },
	{ "OFF\n4 1 0\n" FOUR, "a:2: 4 vertices and 1 faces do not fit in the 27" },
	{ "OFF\n4 1 0\n" FOUR "        ", "a:7: the file ends after 0 of 1 faces" },
	{ "OFF\n2 1 0\n0 0 0\n\n\n\n\n              \n", "a:9: the file ends after 1 of 2 vertices" },
	{ "OFF\n4 1 0\n0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n", "a:3: vertex 0 has 2 numbers; 3 are wanted" },
	{ "OFF\n4 1 0\n0 0 0 1\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n", "a:3: vertex 0 has 4 numbers; 3 are" },
	{ "COFF\n1 1 0\n0 0 0 1 1\n3 0 0 0\n", "a:3: vertex 0 has 5 numbers; 6 are wanted, or one more" },
	{ "OFF\n1 1 0\n0 nan 0\n3 0 0 0\n", "a:3: 'nan' is not a finite decimal" },
	{ "OFF\n1 1 0\n0 0,5 0\n3 0 0 0\n", "a:3: '0,5' is not a finite decimal" },
	{ "OFF\n1 1 0\n0 1e999 0\n3 0 0 0\n", "a:3: '1e999' is not a finite decimal" },
	{ "OFF\n1 1 0\n0 1e61 0\n3 0 0 0\n", "a:3: coordinate y is 1e+61; at most 2^200" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 4\n", "a:7: face 0: vertex index 4 is not in 0 .. 3" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 -1\n", "a:7: '-1' is not a vertex index" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 4294967296\n", "a:7: face 0: vertex index 4294967296 is not" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 18446744073709551616\n", "a:7: face 0: vertex index 18446744073709551616" },
	{ "OFF\n4 1 0\n" FOUR "2 0 1 22\n", "a:7: face 0 has 2 vertices; at least 3" },
	{ "OFF\n4 1 0\n" FOUR "1 0 1 22\n", "a:7: face 0 has 1 vertex; at least 3" },
	{ "OFF\n4 1 0\n" FOUR "4 0 1 2\n", "a:7: face 0 has only 3 of its vertex indices" },
	{ "OFF\n4 1 0\n" FOUR "9223372036854775808 0 1 2\n", "a:7: face 0 has only 3" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 2 1 1\n", "a:7: face 0 has a colour of 2 numbers" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 2 1 1 1 1 1\n", "a:7: the colour of the face has more than 4" },
	{ "OFF\n4 1 0\n" FOUR "3 0 1 2 red\n", "a:7: 'red' is not" },
};

START_TEST(malformed_files_are_refused_with_the_line) {
	case_assert_refused(off_parse, s_refused[_i].text, strlen(s_refused[_i].text), s_refused[_i].error);
}

START_TEST(a_nul_byte_is_refused) {
	static const char s_text[] = "OFF\n1 1 0\n0 0 \0\n3 0 0 0\n";
	case_assert_refused(off_parse, s_text, sizeof s_text - 1, "a:3: a NUL byte");
}

START_TEST(keyword_may_be_missing_and_more_may_follow) {
	static const char *const s_texts[] = { "OFF\n4 1 0\n", "4 1 0\n", "# no keyword\n\n4 1 0\n" };
	const double four[] = { 0, 0, 0, 1, 0, 0, 1, 1, .1, 0, 1, 0 };
	char text[200], want[100];
	for (int i = 0; i < 6; ++i) {
		snprintf(text, sizeof text, "%s" FOUR "3 0 1 2\n%s", s_texts[i % 3],
		         i < 3 ? "" : "\n3 0 1 2\nand more\n");
		snprintf(want, sizeof want, "a:%d: skipped: '3' and all that follows the last face\n",
		         i == 3   ? 9
		         : i == 4 ? 8
		                  : 10);
		skipped_clear();
		case_assert_mesh(off_parse, text, strlen(text), four, 4, (int32_t[]){ 0, 1, 2 }, 1);
		ck_assert_str_eq(hn_mesh_skipped(), i < 3 ? "" : want);
	}
}

START_TEST(nul_bytes_at_the_end_are_skipped) {
	static const char s_text[] = "OFF 4 1 0\n" FOUR "3 0 1 2\n\0\0\x1a";
	const double four[] = { 0, 0, 0, 1, 0, 0, 1, 1, .1, 0, 1, 0 };
	skipped_clear();
	case_assert_mesh(off_parse, s_text, sizeof s_text - 1, four, 4, (int32_t[]){ 0, 1, 2 }, 1);
	ck_assert_str_eq(hn_mesh_skipped(), "a: byte 44: skipped: 3 NUL bytes at the end\n");
	case_assert_refused(off_parse, "\0\0", 2, "a:1: a NUL byte");
	case_assert_refused(off_parse, "OFF 4 1 0\n\0 1", 13, "a:2: a NUL byte");
}

TEST_SUITE(off, suite, tc) {
	tcase_add_test(tc, polygons_comments_and_colours);
	tcase_add_test(tc, what_stands_behind_a_position_is_dropped);
	tcase_add_loop_test(tc, malformed_files_are_refused_with_the_line, 0,
	                    sizeof s_refused / sizeof *s_refused);
	tcase_add_test(tc, a_nul_byte_is_refused);
	tcase_add_test(tc, keyword_may_be_missing_and_more_may_follow);
	tcase_add_test(tc, nul_bytes_at_the_end_are_skipped);
}
