// Tables of files for the tests of one format's reader: what is taken, as which mesh, and what is refused,
// how.
#pragma once

#include <check.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "mesh/mesh.h"

typedef int32_t ParseFunction(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);

typedef struct RefusedCase {
	const char *text, *error; // error: how the message begins
} RefusedCase;

static inline HnMesh *case_parsed(ParseFunction *parse, const char *bytes, size_t size) {
	HnMesh *m;
	int32_t code = parse(&m, bytes, size, "a", 1);
	ck_assert_msg(code == HN_OK, "%s\n%.*s", hn_error_text(), (int)size, bytes);
	return m;
}

static inline void case_assert_mesh(ParseFunction *parse, const char *bytes, size_t size, const double *xyz,
                                    int vertices, const int32_t *triangles, int count) {
	HnMesh *m = case_parsed(parse, bytes, size);
	ck_assert_int_eq(m->vertex_count, vertices);
	ck_assert_int_eq(m->triangle_count, count);
	for (int i = 0; i < 3 * vertices; ++i)
		ck_assert_msg(memcmp(&m->xyz[i], &xyz[i], sizeof *xyz) == 0, "%d: %.17g", i, m->xyz[i]);
	for (int i = 0; i < 3 * count; ++i) ck_assert_int_eq(m->triangles[i], triangles[i]);
	hn_mesh_destroy(m);
}

// The corners of a square, one of them lifted, and a file whose vertices they are.
#define FOUR "0 0 0\n1 0 0\n1 1 .1\n0 1 -0\n"
static inline void case_assert_square(ParseFunction *parse, const char *text, const int32_t *triangles,
                                      int count) {
	static const double s_square[] = { 0, 0, 0, 1, 0, 0, 1, 1, 0.1, 0, 1, 0 };
	case_assert_mesh(parse, text, strlen(text), s_square, 4, triangles, count);
}

// Refused, with this message, and at the cost of no more memory than the file is worth.
static inline void case_assert_refused(ParseFunction *parse, const char *bytes, size_t size,
                                       const char *error) {
	size_t before = hn_mem_live_bytes();
	HnMesh *m;
	hn_mem_set_limit(before + 4096 + 64 * size);
	int32_t code = parse(&m, bytes, size, "a", 1);
	hn_mem_set_limit(SIZE_MAX);
	ck_assert_int_eq(code, HN_ERR_BAD_INPUT);
	ck_assert_ptr_null(m);
	ck_assert_msg(strncmp(hn_error_text(), error, strlen(error)) == 0, "'%s', wanted '%s'", hn_error_text(),
	              error);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}
