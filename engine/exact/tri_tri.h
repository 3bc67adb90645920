// Do two triangles share at least one point? Exact for every input: touching, coplanar, shared vertices or
// edges, slivers, and degenerate triangles as the segment or point that they are.
#pragma once

#include <stdbool.h>

#include "math/vec3.h"

typedef struct Triangle {
	Vec3 p[3];
} Triangle;

bool tri_tri_meet(const Triangle *a, const Triangle *b);
// The same without any floating-point filter: every predicate by exact expansions. For tests.
bool tri_tri_meet_exact(const Triangle *a, const Triangle *b);
