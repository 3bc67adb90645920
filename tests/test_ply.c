// The PLY reader: what it takes in each of the three forms, what it refuses and where.
#include "mesh/ply.h"
#include "mesh/skipped.h"

#include <math.h>
#include <stdlib.h>

#include "parse_cases.h"
#include "suite.h"

#define HEAD   "ply\nformat ascii 1.0\n"
#define VERTEX "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
#define FACE   "element face 1\nproperty list uchar int vertex_indices\n"
#define STRIPS "element tristrips 1\nproperty list int int vertex_indices\n"
#define END    "end_header\n"

START_TEST(ascii) {
	const int32_t one[] = { 0, 1, 2 }, two[] = { 0, 1, 2, 0, 2, 3 };
	case_assert_square(ply_parse, HEAD VERTEX FACE END FOUR "3 0 1 2\n", one, 1);
	case_assert_square(ply_parse, HEAD VERTEX FACE END FOUR "4 0 1 2 3", two, 2);
	case_assert_square(ply_parse, HEAD VERTEX FACE END FOUR "3 0 2 2", (int32_t[]){ 0, 2, 2 }, 1);
	case_assert_square(ply_parse,
	                   "\xEF\xBB\xBFply\r\nformat ascii 1.0\r\ncomment a b\r\nobj_info x\r\n" VERTEX FACE END
	                   "\r\n" FOUR "\n\n3 0 1 2\n\n",
	                   one, 1);
	case_assert_square(
	    ply_parse, "ply\rformat ascii 1.0\rcomment\r" VERTEX FACE "end_header\r" FOUR "3 0 1 2\r", one, 1);
}

START_TEST(elements_and_properties_in_any_order) {
	const int32_t one[] = { 3, 1, 2 };
	const char *text =
	    HEAD "element a 2\nproperty list int8 float64 l\nproperty short s\n"
	         "element face 1\nproperty uchar red\nproperty list ushort uint8 q\n"
	         "property list int32 uint16 vertex_index\nproperty float f\n"
	         "element none 0\n"
	         "element vertex 4\nproperty int8 z\nproperty float nx\nproperty int y\nproperty uint x\n"
	         "element b 1\nproperty list uchar uchar m\n" END "0 -1\n3 nan inf x 7\n"
	         "255 2 7 8 3 3 1 2 nan\n"
	         "0 nan 0 0\n0 0 0 1\n0 0 1 1\n0 0 1 0\n"
	         "0\n";
	case_assert_mesh(ply_parse, text, strlen(text), (double[]){ 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0 }, 4, one,
	                 1);
}

// A value of a type in the bytes of a file.
static size_t put(char *out, const void *value, size_t size, bool big) {
	const uint16_t probe = 1;
	bool swap = (*(const uint8_t *)&probe == 1) == big;
	for (size_t i = 0; i < size; ++i) out[i] = ((const char *)value)[swap ? size - 1 - i : i];
	return size;
}

START_TEST(binary_values_of_every_type) {
	static const char *const s_types[][2] = { { "char", "int8" },     { "uchar", "uint8" },
		                                      { "short", "int16" },   { "ushort", "uint16" },
		                                      { "int", "int32" },     { "uint", "uint32" },
		                                      { "float", "float32" }, { "double", "float64" } };
	const int8_t c = -128;
	const uint8_t uc = 255;
	const int16_t s = -32768;
	const uint16_t us = 65535;
	const int32_t i = INT32_MIN;
	const uint32_t ui = UINT32_MAX;
	const float f = -0.1f;
	const double d = 0x1.fffffffffffffp199;
	const struct {
		const void *value;
		size_t size;
		double want;
	} values[] = { { &c, 1, -128 },          { &uc, 1, 255 },
		           { &s, 2, -32768 },        { &us, 2, 65535 },
		           { &i, 4, -2147483648.0 }, { &ui, 4, 4294967295.0 },
		           { &f, 4, (double)f },     { &d, 8, d } };
	for (int kind = 0; kind < 8; ++kind)
		for (int form = 0; form < 4; ++form) {
			char bytes[400];
			bool big = form % 2 != 0;
			size_t n =
			    (size_t)snprintf(bytes, sizeof bytes,
			                     "ply\nformat binary_%s_endian 1.0\nelement vertex 1\nproperty %s z\n"
			                     "property %s x\nproperty %s y\nelement face 1\n"
			                     "property list %s %s vertex_indices\nend_header\n",
			                     big ? "big" : "little", s_types[kind][form / 2], s_types[kind][form / 2],
			                     s_types[kind][form / 2], kind < 6 ? s_types[kind][form / 2] : "int8",
			                     kind < 6 ? s_types[kind][form / 2] : "int");
			for (int k = 0; k < 3; ++k) n += put(bytes + n, values[kind].value, values[kind].size, big);
			const uint32_t three = 3, zero = 0;
			const uint16_t three16 = 3;
			const uint8_t three8 = 3;
			size_t length = kind >= 6 || kind < 2 ? 1 : kind < 4 ? 2 : 4, item = kind >= 6 ? 4 : length;
			n += put(bytes + n,
			         length == 1   ? (const void *)&three8
			         : length == 2 ? (const void *)&three16
			                       : &three,
			         length, big);
			for (int k = 0; k < 3; ++k) n += put(bytes + n, &zero, item, big);
			double x = values[kind].want;
			case_assert_mesh(ply_parse, bytes, n, (double[]){ x, x, x }, 1, (int32_t[]){ 0, 0, 0 }, 1);
		}
}

START_TEST(text_counts_in_ascii_not_the_declared_precision) {
	const char *text =
	    HEAD "element vertex 1\nproperty float x\nproperty double y\nproperty uchar z\n" FACE END
	         "0.1 1e39 255\n3 0 0 0\n";
	case_assert_mesh(ply_parse, text, strlen(text), (double[]){ 0.1, 1e39, 255 }, 1, (int32_t[]){ 0, 0, 0 },
	                 1);
}

static const RefusedCase s_refused[] = {
	{ "", "a:1: the first line is not 'ply'" },
	{ "PLY\n", "a:1: the first line is not 'ply'" },
	{ "\nply\n", "a:1: the first line is not 'ply'" },
	{ "ply", "a:1: the file ends before end_header" },
	{ "ply\nelement vertex 1\n", "a:2: the second line is not the format" },
	{ "ply\nformat ascii\n", "a:2: the version is missing" },
	{ "ply\nformat ascii 2.0\n", "a:2: version '2.0'; 1.0 is read" },
	{ "ply\nformat binary 1.0\n", "a:2: format 'binary'; ascii, binary_little_endian and" },
	{ HEAD "format ascii 1.0\n", "a:3: format is given twice" },
	{ HEAD "property float x\n", "a:3: a property before the first element" },
	{ HEAD "element vertex\n", "a:3: the number of elements is missing" },
	{ HEAD "element vertex -1\n", "a:3: '-1' is not a number of elements" },
	{ HEAD "element vertex 1 2\n", "a:3: '2' is one too many in element" },
	{ HEAD "element vertex 1\nelement vertex 1\n", "a:4: element vertex is given twice" },
	{ HEAD "element vertex 1\nproperty half x\n", "a:4: 'half' is not a type" },
	{ HEAD "element vertex 1\nproperty float\n", "a:4: the name of the property is missing" },
	{ HEAD "element vertex 1\nproperty list float int x\n",
	  "a:4: a list's length must be an integer, not a float" },
	{ HEAD "element vertex 1\nproperty list uchar float x\n", "a:4: x of vertex is a list" },
	{ HEAD "element vertex 1\nproperty float x\nproperty int x\n", "a:5: property x is given twice" },
	{ HEAD VERTEX "element tristrips 1\nproperty int x\n" END, "a:9: tristrips has no property vertex_ind" },
	{ HEAD "element tristrips 1\nproperty list int float vertex_indices\n",
	  "a:4: vertex_indices of tristrips is not a list of integers" },
	{ HEAD VERTEX STRIPS END FOUR "4 0 1 2 4\n", "a:14: tristrips 0: vertex index 4 is not in 0 .. 3" },
	{ HEAD VERTEX STRIPS END FOUR "4 0 1 2 -2\n", "a:14: tristrips 0: vertex index -2 is not in 0 .. 3" },
	{ HEAD VERTEX STRIPS END FOUR "4 0 1 2\n", "a:14: tristrips 0: the line has too few values" },
	{ HEAD VERTEX STRIPS END FOUR "2 0 1\n", "a: no faces" },
	{ HEAD "element face 1\nproperty list uchar float vertex_index\n",
	  "a:4: vertex_index of face is not a list of" },
	{ HEAD "element face 1\nproperty int vertex_index\n", "a:4: vertex_index of face is not a list of" },
	{ HEAD "element face 1\nproperty list uchar int vertex_index\nproperty list uchar int vertex_indices\n",
	  "a:5: property vertex_indices is given twice" },
	{ HEAD "frobnicate\n", "a:3: unknown keyword 'frobnicate'" },
	{ HEAD VERTEX FACE, "a:9: the file ends before end_header" },
	{ HEAD VERTEX END FOUR, "a:7: the header has no element face" },
	{ HEAD FACE END "3 0 1 2\n", "a:5: the header has no element vertex" },
	{ HEAD "element vertex 1\nproperty float x\nproperty float y\n" FACE END,
	  "a:8: vertex has no property z" },
	{ HEAD VERTEX "element face 1\nproperty list uchar int corners\n" END,
	  "a:9: face has no property vertex_ind" },
	{ HEAD VERTEX FACE END, "a:3: 4 elements vertex do not fit in the 1 " },
	{ HEAD VERTEX FACE "element x 1\n" END FOUR "3 0 1 2\n", "a:9: element x has no properties" },
	{ HEAD "element vertex 2147483648\nproperty float x\nproperty float y\nproperty float z\n" FACE END FOUR,
	  "a:3: 2147483648 elements vertex do not fit" },
	{ HEAD VERTEX "element face 9223372036854775808\nproperty list uchar int vertex_indices\n" END FOUR
	              "3 0 1 2\n",
	  "a:7: 9223372036854775807 elements face do not fit" },
	{ HEAD VERTEX FACE END FOUR "3 0 1 4\n", "a:14: face 0: vertex index 4 is not in 0 .. 3" },
	{ HEAD VERTEX FACE END FOUR "3 0 1 -1\n", "a:14: face 0: vertex index -1 is not in 0 .. 3" },
	{ HEAD VERTEX FACE END FOUR "3 0 1 4294967296\n", "a:14: face 0: '4294967296' is not an integer of" },
	{ HEAD VERTEX FACE END FOUR "3 0 1 1.0\n", "a:14: face 0: '1.0' is not an integer of" },
	{ HEAD VERTEX FACE END FOUR "256 0 1 1\n", "a:14: face 0: '256' is not an integer of" },
	{ HEAD VERTEX FACE END FOUR "-1 0 1 1\n", "a:14: face 0: '-1' is not an integer of" },
	{ HEAD VERTEX FACE END FOUR "2 0 1 \n ", "a:14: face 0: 2 vertices; at least 3" },
	{ HEAD VERTEX FACE END FOUR "4 0 1 2\n", "a:14: face 0: the line has too few values" },
	{ HEAD VERTEX FACE END FOUR "3 0 1 2 3\n", "a:14: face 0: '3' is one value too many" },
	{ HEAD VERTEX FACE END FOUR "\n\n         ", "a:16: face 0: the file ends; 1 were announced" },
	{ HEAD VERTEX FACE END "0 0 0\n1 0\n1 1 0\n0 1 0\n3 0 1 2\n",
	  "a:11: vertex 1: the line has too few values" },
	{ HEAD VERTEX FACE END "0 0 0\n1 0 0 0\n1 1 0\n0 1 0\n3 0 1 2\n",
	  "a:11: vertex 1: '0' is one value too" },
	{ HEAD VERTEX FACE END "0 0 0\n1 nan 0\n1 1 0\n0 1 0\n3 0 1 2\n", "a:11: 'nan' is not a finite decimal" },
	{ HEAD VERTEX FACE END "0 0 0\n1 1,5 0\n1 1 0\n0 1 0\n3 0 1 2\n", "a:11: '1,5' is not a finite decimal" },
	{ HEAD VERTEX FACE END "0 0 0\n1 1e61 0\n1 1 0\n0 1 0\n3 0 1 2\n",
	  "a:11: vertex 1: coordinate y is 1e+61" },
	{ HEAD VERTEX "element face 0\nproperty list uchar int vertex_indices\n" END FOUR,
	  "a: no faces (4 vertices)" },
};

START_TEST(malformed_files_are_refused_with_the_line) {
	case_assert_refused(ply_parse, s_refused[_i].text, strlen(s_refused[_i].text), s_refused[_i].error);
}

#define BINARY(n)                                                                                            \
	"ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"           \
	"property float z\nelement face " #n "\nproperty list char int vertex_index\nend_header\n"
#define ORIGIN   "\0\0\0\0\0\0\0\0\0\0\0\0"
#define TRIANGLE "\3\0\0\0\0\0\0\0\0\0\0\0\0"
#define CASE(text, error)                                                                                    \
	{ text, sizeof(text) - 1, error }

START_TEST(malformed_binary_files_are_refused_with_the_byte) {
	static const struct {
		const char *bytes;
		size_t size;
		const char *error;
	} s_cases[] = {
		CASE(BINARY(1) ORIGIN, "a:7: 1 elements face do not fit in the 0 bytes"),
		CASE(BINARY(2) ORIGIN TRIANGLE, "a:7: 2 elements face do not fit in the 13 bytes"),
		CASE(BINARY(9223372036854775807) ORIGIN TRIANGLE, "a:7: 9223372036854775807 elements face do not"),
		CASE(BINARY(1) ORIGIN "\4\0\0\0\0\0\0\0\0\0\0\0\0", "a: byte 191: face 0: the file ends; 1 were"),
		CASE(BINARY(1) ORIGIN "\xFF\0\0\0\0\0\0\0\0\0\0\0\0", "a: byte 179: face 0: a list of -1 values"),
		CASE(BINARY(1) ORIGIN "\2\0\0\0\0\0\0\0\0\0\0\0\0", "a: byte 179: face 0: 2 vertices; at least"),
		CASE(BINARY(1) ORIGIN "\3\0\0\0\0\1\0\0\0\0\0\0\0",
		     "a: byte 187: face 0: vertex index 1 is not in 0 .. 0"),
		CASE(BINARY(1) ORIGIN "\3\xFF\xFF\xFF\xFF\0\0\0\0\0\0\0\0",
		     "a: byte 183: face 0: vertex index -1 is"),
		CASE(BINARY(1) "\0\0\0\0\0\0\xC0\x7F\0\0\0\0" TRIANGLE, "a: byte 178: vertex 0: coordinate y is nan"),
		CASE(BINARY(1) "\0\0\x80\xFF\0\0\0\0\0\0\0\0" TRIANGLE,
		     "a: byte 178: vertex 0: coordinate x is -inf"),
	};
	for (size_t i = 0; i < sizeof s_cases / sizeof *s_cases; ++i)
		case_assert_refused(ply_parse, s_cases[i].bytes, s_cases[i].size, s_cases[i].error);
}

// Behind "end_header CR" the first byte of the body may be that of LF.
START_TEST(the_first_line_says_how_lines_end) {
	static const char s_cr[] = "ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty char x\r"
	                           "property char y\rproperty char z\relement face 1\r"
	                           "property list uchar char vertex_index\rend_header\r\n\2\3\3\0\0\0";
	case_assert_mesh(ply_parse, s_cr, sizeof s_cr - 1, (double[]){ 10, 2, 3 }, 1, (int32_t[]){ 0, 0, 0 }, 1);
	char mixed[sizeof s_cr];
	memcpy(mixed, s_cr, sizeof s_cr);
	mixed[3] = '\n';
	case_assert_refused(ply_parse, mixed, sizeof mixed - 1,
	                    "a:9: end_header ends in another kind of line end");
}

START_TEST(headers_without_end_are_refused_in_time) {
	enum { LINES = 100000, LINE = 24 };
	char *text = malloc(LINES * LINE + 100);
	size_t n = (size_t)sprintf(text, HEAD "element vertex 0\n");
	for (int i = 0; i < LINES; ++i) n += (size_t)sprintf(text + n, "property char p%d\n", i);
	case_assert_refused(ply_parse, text, n, "a:1004: more than 1000 properties");
	n = (size_t)sprintf(text, HEAD);
	for (int i = 0; i < LINES; ++i) n += (size_t)sprintf(text + n, "element e%d 0\n", i);
	case_assert_refused(ply_parse, text, n, "a:103: more than 100 elements");
	free(text);
}

START_TEST(strips_are_triangles_that_turn_the_same_way) {
	static const struct {
		const char *text;
		int count;
		int32_t triangles[12];
	} s_cases[] = {
		{ HEAD VERTEX STRIPS END FOUR "4 0 1 3 2\n", 2, { 0, 1, 3, 3, 1, 2 } },
		{ HEAD VERTEX STRIPS END FOUR "7 0 1 3 -1 1 2 3\n", 2, { 0, 1, 3, 1, 2, 3 } },
		{ HEAD VERTEX STRIPS END FOUR "8 -1 -1 0 1 -1 1 2 3\n", 1, { 1, 2, 3 } },
		{ HEAD VERTEX STRIPS END FOUR "6 0 1 3 3 1 2\n",
		  2,
		  { 0, 1, 3, 1, 3, 2 } }, // joined by two without area
		{ HEAD VERTEX FACE STRIPS END FOUR "3 0 1 2\n3 0 2 3\n", 2, { 0, 1, 2, 0, 2, 3 } },
	};
	const double four[] = { 0, 0, 0, 1, 0, 0, 1, 1, .1, 0, 1, 0 };
	for (size_t i = 0; i < sizeof s_cases / sizeof *s_cases; ++i)
		case_assert_mesh(ply_parse, s_cases[i].text, strlen(s_cases[i].text), four, 4, s_cases[i].triangles,
		                 s_cases[i].count);
}

START_TEST(what_follows_the_last_element_is_skipped) {
	static const char s_text[] = HEAD VERTEX FACE END FOUR "3 0 1 2\n\n3 0 1 2\n";
	static const char s_binary[] = BINARY(1) ORIGIN TRIANGLE "\n\n";
	const double four[] = { 0, 0, 0, 1, 0, 0, 1, 1, .1, 0, 1, 0 };
	skipped_clear();
	case_assert_mesh(ply_parse, s_text, sizeof s_text - 1, four, 4, (int32_t[]){ 0, 1, 2 }, 1);
	ck_assert_str_eq(hn_mesh_skipped(), "a:16: skipped: '3' and all that follows the last element\n");
	skipped_clear();
	case_assert_mesh(ply_parse, s_binary, sizeof s_binary - 1, four, 1, (int32_t[]){ 0, 0, 0 }, 1);
	ck_assert_str_eq(hn_mesh_skipped(), "a: byte 191: skipped: 2 more bytes follow the last element\n");
}

TEST_SUITE(ply, suite, tc) {
	tcase_add_test(tc, ascii);
	tcase_add_test(tc, elements_and_properties_in_any_order);
	tcase_add_test(tc, binary_values_of_every_type);
	tcase_add_test(tc, text_counts_in_ascii_not_the_declared_precision);
	tcase_add_loop_test(tc, malformed_files_are_refused_with_the_line, 0,
	                    sizeof s_refused / sizeof *s_refused);
	tcase_add_test(tc, malformed_binary_files_are_refused_with_the_byte);
	tcase_add_test(tc, the_first_line_says_how_lines_end);
	tcase_add_test(tc, headers_without_end_are_refused_in_time);
	tcase_add_test(tc, strips_are_triangles_that_turn_the_same_way);
	tcase_add_test(tc, what_follows_the_last_element_is_skipped);
}
