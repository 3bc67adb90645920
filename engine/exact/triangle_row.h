// One triangle against many. A row stores the bounds of its triangles, each coordinate in an array of its
// own, so that comparing boxes takes about a nanosecond for each pair. Bounds are rounded to float. Rounding
// keeps x <= y true, so triangles whose rounded boxes are apart are apart. The answers are therefore those of
// tri_tri_meet.
#pragma once

#include <stdint.h>

#include "exact/tri_tri.h"

typedef struct TriangleRow {
	Triangle *triangles;
	float *bounds[6]; // the least x, y, z and the greatest x, y, z of every triangle
	int32_t count, capacity;
} TriangleRow;

// Allocates room for `capacity` triangles; HN_ERR_NO_MEMORY. triangle_row_free also accepts a zeroed row.
int32_t triangle_row_init(TriangleRow *out, int32_t capacity);
void triangle_row_free(TriangleRow *row);
// Fills the row with `count` triangles of an indexed mesh; count <= capacity.
void triangle_row_fill(TriangleRow *row, const double *xyz, const int32_t *triangles, int32_t count);
// Puts `count` triangles at index `at`, a multiple of TRIANGLE_ROW_STEP, for rows that hold several meshes.
// bounds receives the bounds of these triangles. The entries up to the next multiple of the step are padded
// with entries that meet nothing. The row's count does not change.
void triangle_row_put(TriangleRow *row, int32_t at, const double *xyz, const int32_t *triangles,
                      int32_t count, float bounds[6]);
// Selects the triangles from .. to - 1 whose bounds overlap `bounds`; the limits of from and to are those of
// triangle_row_meet. They replace the contents of out, and ids receives their indices in row. A triangle with
// these bounds cannot meet a triangle that was left out. reached receives the bounds of the selected
// triangles.
void triangle_row_select(TriangleRow *out, int32_t *ids, const TriangleRow *row, int32_t from, int32_t to,
                         const float bounds[6], float reached[6]);
// Finds the triangles from .. to - 1 that meet a. hits has room for to - from indices and receives them in
// ascending order. Returns their number. from is a multiple of TRIANGLE_ROW_STEP; to is a multiple or the
// row's count.
enum { TRIANGLE_ROW_STEP = 4 };
int32_t triangle_row_meet(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to, int32_t *hits);
// The same without bounds: every pair goes to the test of triangles (all), or to its form that uses exact
// arithmetic alone (exact). from and to are any.
int32_t triangle_row_meet_all(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to,
                              int32_t *hits);
int32_t triangle_row_meet_exact(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to,
                                int32_t *hits);
// How many of the triangles from .. to - 1 have bounds that overlap those of a: the pairs that
// triangle_row_meet tests. For counting.
int32_t triangle_row_near(const TriangleRow *row, const Triangle *a, int32_t from, int32_t to);
