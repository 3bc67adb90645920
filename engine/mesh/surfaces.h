// The surfaces of a mesh: connected triangles whose normals turn less than an angle across every edge between
// them, such as the sides, the mantle and the rims of a machined part. Every triangle is in exactly one.
//
// Two triangles are neighbours across an edge (by vertex index) that they and no other one have. An edge of
// more triangles is a border of surfaces. The normals are compared as if both went around the edge in
// opposite directions, so turned triangles do not matter. By IEEE operations in one order: the same on every
// machine; an edge that turns by the angle to within 2^-40 (of the cosine) turns by it.
// Equal triangles, the same three vertices in any order, count once and are in one surface.
// A triangle without a direction, whose sides are parallel to within 2^-40, joins no neighbours to each
// other. It is in the surface from which the fewest such triangles lead to it over edges, of several the one
// that a search from the lower triangles reaches first; those to which nothing leads form surfaces by such
// edges.
//
// Time and memory: O(n).
#pragma once

#include <stdint.h>

typedef struct MeshSurfaces {
	int32_t count, triangle_count;
	int32_t *begin;    // count + 1: surface i has triangles[begin[i]] up to triangles[begin[i + 1]]
	int32_t *triangle; // ascending in each surface; surfaces in the order of their first triangles
} MeshSurfaces;

// angle: degrees, from 0 (every triangle is alone) to 180. HN_ERR_NO_MEMORY leaves *out empty.
int32_t surfaces_create(MeshSurfaces *out, const double *xyz, const int32_t *triangles,
                        int32_t triangle_count, double angle);
void surfaces_free(MeshSurfaces *surfaces); // all zero is allowed
