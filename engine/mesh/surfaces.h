// The surfaces of a mesh, such as the sides and rims of a machined part. A surface is a set of connected
// triangles whose normals turn by less than an angle across every edge between them. Every triangle is in
// exactly one surface.
//
// Two triangles are neighbours across an edge (by vertex index) if no other triangle has that edge. An edge
// of more than two triangles is a border between surfaces. Normals are compared as if both triangles went
// around the edge in opposite directions, so a flipped triangle makes no difference. IEEE operations in a
// fixed order give the same result on every machine. An edge that turns by the angle to within 2^-40 (of the
// cosine) counts as turning by the angle. Equal triangles (the same three vertices in any order) count once
// and are in the same surface.
//
// A triangle has no direction if its sides are parallel to within 2^-40. Such a triangle does not join its
// neighbours to each other. It belongs to the surface that the fewest such triangles connect it to over
// edges. If several surfaces are equally near, a search that starts from the lower triangles decides.
// Triangles that are connected to no surface in this way form surfaces of their own.
//
// Time and memory: O(n).
#pragma once

#include <stdint.h>

typedef struct MeshSurfaces {
	int32_t count, triangle_count;
	int32_t *begin;    // count + 1 entries: surface i has triangle[begin[i]] up to triangle[begin[i + 1] - 1]
	int32_t *triangle; // ascending within each surface; surfaces are in the order of their first triangles
} MeshSurfaces;

// Finds the surfaces. angle is in degrees, from 0 (every triangle is alone) to 180. On HN_ERR_NO_MEMORY *out
// is empty.
int32_t surfaces_create(MeshSurfaces *out, const double *xyz, const int32_t *triangles,
                        int32_t triangle_count, double angle);
void surfaces_free(MeshSurfaces *surfaces); // all zero is allowed
