// Tables of files for the tests of one format's reader: what is taken, as which mesh, and what is refused,
// how.
#pragma once

#include <check.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "mesh/mesh.h"

typedef int32_t ParseFunction(Mesh **out, const char *bytes, size_t size, const char *name, double scale);

typedef struct RefusedCase {
	const char *text, *error; // error: how the message begins
} RefusedCase;

static inline Mesh *case_parsed(ParseFunction *parse, const char *bytes, size_t size) {
	Mesh *m;
	int32_t code = parse(&m, bytes, size, "a", 1);
	ck_assert_msg(code == ERR_OK, "%s\n%.*s", error_text(), (int)size, bytes);
	return m;
}

static inline void case_assert_mesh(ParseFunction *parse, const char *bytes, size_t size, const double *xyz,
                                    int vertices, const int32_t *triangles, int count) {
	Mesh *m = case_parsed(parse, bytes, size);
	ck_assert_int_eq(m->vertex_count, vertices);
	ck_assert_int_eq(m->triangle_count, count);
	for (int i = 0; i < 3 * vertices; ++i)
		ck_assert_msg(memcmp(&m->xyz[i], &xyz[i], sizeof *xyz) == 0, "%d: %.17g", i, m->xyz[i]);
	for (int i = 0; i < 3 * count; ++i) ck_assert_int_eq(m->triangles[i], triangles[i]);
	mesh_destroy(m);
}

// Refused, with this message, and at the cost of no more memory than the file is worth.
static inline void case_assert_refused(ParseFunction *parse, const char *bytes, size_t size,
                                       const char *error) {
	size_t before = mem_live_bytes();
	Mesh *m;
	mem_set_limit(before + 4096 + 64 * size);
	int32_t code = parse(&m, bytes, size, "a", 1);
	mem_set_limit(SIZE_MAX);
	ck_assert_int_eq(code, ERR_BAD_INPUT);
	ck_assert_ptr_null(m);
	ck_assert_msg(strncmp(error_text(), error, strlen(error)) == 0, "'%s', wanted '%s'", error_text(), error);
	ck_assert_uint_eq(mem_live_bytes(), before);
}
