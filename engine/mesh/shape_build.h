// What the generators of shapes share: a mesh that grows, rings of vertices, and the way to an exact count.
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
	bool out_of_memory;       // remembered until shape_finish
} ShapeBuilder;

int32_t shape_vertex(ShapeBuilder *builder, HnVec3 p); // its index
void shape_triangle(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c);
void shape_quad(ShapeBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d); // along the diagonal a, c
// A ring about z, counter-clockwise seen from above; between: turned by half a
// side. Its first vertex.
int32_t shape_circle(ShapeBuilder *builder, int32_t n, bool between, double radius, double z);
// Quads between two rings of n vertices with consecutive indices; counter-clockwise seen from outside where
// the rings run counter-clockwise seen from the side of `above`.
void shape_band(ShapeBuilder *builder, int32_t below, int32_t above, int32_t n);
// A fan over a convex ring, n - 2 triangles; reversed: the ring runs clockwise seen from outside.
void shape_cap(ShapeBuilder *builder, int32_t ring, int32_t n, bool reversed);
// What is between a polygon's corners and a ring of `each` vertices for every corner in it, vertex k * each
// of which looks between corners k - 1 and k: corners * (each + 1) triangles. Both counter-clockwise seen
// from outside; reversed: clockwise.
void shape_hole(ShapeBuilder *builder, const int32_t *corner, int32_t corners, int32_t ring, int32_t each,
                bool reversed);
// A convex polygon moved along an axis, closed: 4 n - 4 triangles. The polygon is counter-clockwise seen from
// where `along` points.
void shape_prism(ShapeBuilder *builder, const HnVec3 *polygon, int32_t n, HnVec3 along);
// More triangles, up to this even difference: the largest ones get a vertex in the middle, two triangles more
// each. At most twice the number there is.
void shape_split(ShapeBuilder *builder, int32_t more);
int64_t shape_triangles(const ShapeBuilder *builder);
// The mesh, and the builder freed; also after a failure (pass its code), whose code is returned.
int32_t shape_finish(HnMesh **out, ShapeBuilder *builder, int32_t code);

// (cos, sin) of i / n of a full turn.
void shape_turn(double cos_sin[2], int64_t i, int64_t n);
// Uniform on the unit sphere.
HnVec3 shape_direction(Rng *rng);
// Sides and cells of a box around the origin: 4 (nx ny + ny nz + nz nx) triangles.
int32_t shape_grid_box(HnMesh **out, HnVec3 size, const int32_t cells[3]);
// The hull of points that are all extreme, as a mesh: exactly 2 n - 4 triangles.
int32_t shape_convex(HnMesh **out, const char *name, const double *xyz, int32_t n);
// Four triangles for each of a closed manifold mesh, by a subdivision that rounds it. This is based on:
// Charles Loop. Smooth Subdivision Surfaces Based on Triangles. 1987
int32_t shape_refine(HnMesh **out, const HnMesh *mesh);
// HN_ERR_BAD_INPUT where a closed mesh cannot have so many faces: an odd number.
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
// From the middle of a hexagonal head to its corners, in radii of the shank.
#define SHAPE_HEXAGON 1.8
// Lengths of one shape may differ by a million without rounding making triangles flat.
#define SHAPE_LENGTH_MIN 1e-3
#define SHAPE_LENGTH_MAX 1e3
