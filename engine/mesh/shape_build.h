// Common parts of the shape generators: a mesh that grows, rings of vertices, and the way to an exact count.
#pragma once

#include <stddef.h>

#include "base/array.h"
#include "base/rng.h"
#include "math/vec3.h"
#include "mesh/mesh.h"
#include "mesh/shape.h"

typedef struct ShapeBuilder {
	ARRAY(HnVec3) vertices;
	ARRAY(int32_t) triangles; // 3 indices each
	bool out_of_memory;       // stays set until shape_finish reports it
} ShapeBuilder;

int32_t shape_vertex(ShapeBuilder *builder, HnVec3 p); // returns its index
void shape_triangle(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c);
// divided along the diagonal a, c
void shape_quad(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d);
// Adds a ring about z, counter-clockwise seen from above, and returns its first vertex. `between` turns it by
// half a side.
int32_t shape_circle(ShapeBuilder *builder, int32_t n, bool between, double radius, double z);
// Adds quads between two rings of n vertices with consecutive indices. The quads are counter-clockwise seen
// from outside if the rings are counter-clockwise seen from the side of `above`.
void shape_band(ShapeBuilder *builder, int32_t below, int32_t above, int32_t n);
// Adds a fan over a convex ring, n - 2 triangles. `reversed` means that the ring is clockwise seen from
// outside.
void shape_cap(ShapeBuilder *builder, int32_t ring, int32_t n, bool reversed);
// Fills the area between a polygon and a ring inside it, with corners * (each + 1) triangles. The ring has
// `each` vertices for every corner. Its vertex k * each faces the side between corners k - 1 and k. Both are
// counter-clockwise seen from outside, or clockwise if `reversed`.
void shape_hole(ShapeBuilder *builder, const int32_t *corner, int32_t corners, int32_t ring, int32_t each,
                bool reversed);
// Adds a closed prism: a convex polygon moved along an axis, 4 n - 4 triangles. The polygon is
// counter-clockwise seen from the end to which `along` points.
void shape_prism(ShapeBuilder *builder, const HnVec3 *polygon, int32_t n, HnVec3 along);
// Adds up to `more` triangles (an even number). The largest triangles get a vertex in the middle, which adds
// two triangles each. The count can at most triple.
void shape_split(ShapeBuilder *builder, int32_t more);
int64_t shape_triangles(const ShapeBuilder *builder);
// Makes the mesh and frees the builder. After a failure pass its code; the builder is freed and the code
// returned.
int32_t shape_finish(HnMesh **out, ShapeBuilder *builder, int32_t code);

// (cos, sin) of i / n of a full turn.
void shape_turn(double cos_sin[2], int64_t i, int64_t n);
// A uniform direction on the unit sphere.
HnVec3 shape_direction(Rng *rng);
// A box around the origin with given sides and cells: 4 (nx ny + ny nz + nz nx) triangles.
int32_t shape_grid_box(HnMesh **out, HnVec3 size, const int32_t cells[3]);
// The hull of points that are all extreme, as a mesh of exactly 2 n - 4 triangles.
int32_t shape_convex(HnMesh **out, const char *name, const double *xyz, int32_t n);
// Replaces each triangle of a closed manifold mesh by four, with a subdivision that rounds the mesh. This is
// based on:
// Charles Loop. Smooth Subdivision Surfaces Based on Triangles. 1987
int32_t shape_refine(HnMesh **out, const HnMesh *mesh);
// HN_ERR_BAD_INPUT if `faces` is odd, because a closed mesh has an even number.
int32_t shape_check_even(const char *name, int32_t faces);

#define SHAPE_INT(Def, field, value, least, most, text)                                                      \
	{                                                                                                        \
		.name = #field, .type = PARAM_INT, .offset = offsetof(Def, field), .fallback = (value),              \
		.lo = (least), .hi = (most), .about = (text)                                                         \
	}
#define SHAPE_REAL(Def, field, value, least, most, text)                                                     \
	{                                                                                                        \
		.name = #field, .type = PARAM_REAL, .offset = offsetof(Def, field), .fallback = (value),             \
		.lo = (least), .hi = (most), .about = (text)                                                         \
	}
#define SHAPE_SEED(Def) SHAPE_INT(Def, seed, 1, 0, INT32_MAX, "of the random numbers")
#define SHAPE_PARAMS(table, Def)                                                                             \
	{ (table), (int32_t)(sizeof(table) / sizeof(table)[0]), sizeof(Def) }
// The distance from the centre of a hexagonal head to its corners, in radii of the shank.
#define SHAPE_HEXAGON 1.8
// Lengths of one shape may differ by a factor of a million without triangles becoming flat by rounding.
#define SHAPE_LENGTH_MIN 1e-3
#define SHAPE_LENGTH_MAX 1e3
