// One triangle against many: the many are kept with their bounds, each coordinate in a row of its own, so
// that comparing boxes costs about a nanosecond a pair. Bounds are rounded to float, which keeps
// x <= y as it is: triangles whose rounded boxes are apart are apart, so the answers are those of
// tri_tri_meet.
#pragma once

#include <stdint.h>

#include "exact/tri_tri.h"

typedef struct TriangleRow {
	Triangle *triangles;
	float *bounds[6]; // lo x, y, z, hi x, y, z of every triangle
	int32_t count, capacity;
} TriangleRow;

// Room for so many triangles; HN_ERR_NO_MEMORY. Free takes a zeroed row.
int32_t triangle_row_init(TriangleRow *out, int32_t capacity);
void triangle_row_free(TriangleRow *row);
// count <= capacity triangles of an indexed mesh.
void triangle_row_fill(TriangleRow *row, const double *xyz, const int32_t *triangles, int32_t count);
// The same at `at`, a multiple of TRIANGLE_ROW_STEP, for rows that hold several meshes; bounds get the least
// and greatest of theirs. What follows up to the next multiple is filled with what meets nothing. The row's
// count is left alone.
void triangle_row_put(TriangleRow *row, int32_t at, const double *xyz, const int32_t *triangles,
                      int32_t count, float bounds[6]);
// Those of the triangles from..to-1 (as below) whose bounds reach `bounds`, in place of all that out holds;
// ids gets where they were. What is left out meets nothing that has these bounds. reached gets the least and
// greatest of those that are not.
void triangle_row_select(TriangleRow *out, int32_t *ids, const TriangleRow *row, int32_t from, int32_t to,
                         const float bounds[6], float reached[6]);
// Which of the triangles from..to-1 meet a: ascending indices into hits, which has room for to - from;
// returns how many. from is a multiple of TRIANGLE_ROW_STEP; to also, or the count.
enum { TRIANGLE_ROW_STEP = 4 };
int32_t triangle_row_meet(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to, int32_t *hits);
