// The maximum of a 1-Lipschitz function of space over a surface, for example the distance from a mesh, by
// branch and bound. The surface is divided into patches. The patch with the largest upper bound is halved
// until the remaining gap is small. Every value that is computed is that of a point of the surface, so the
// lower bound is attained. The upper bound holds for every point of the surface.
#pragma once

#include "base/array.h"
#include "bv/solid.h"

// All points p + r u, with p in the hull of core[..] and u a unit vector of the spherical triangle (or arc,
// or point) of dir[..]. r = 0: the hull itself.
typedef struct Patch {
	HnVec3 core[3], dir[3];
	int32_t cores, dirs; // 1 to 3 of each
	double r;
	double most; // an upper bound of the function on the patch
	int32_t hint;
} Patch;

// value: the function at a point; *hint belongs to the caller and comes from a point nearby. bound: an upper
// bound on a patch, given the hint of its middle; INFINITY if nothing is known beyond the value and the
// Lipschitz condition.
typedef struct Field {
	double (*value)(const void *context, HnVec3 p, int32_t *hint);
	double (*bound)(const void *context, const Patch *patch, int32_t hint);
	const void *context;
} Field;

typedef struct Bounds {
	double lo, hi;
} Bounds;

typedef struct Farthest {
	Field field;
	double share, slack; // the search ends when hi - lo <= max(share * hi, slack),
	int64_t looks;       // or after many points; the bounds hold in either case
	double lo;
	ARRAY(Patch) heap; // the largest bound first
} Farthest;

void farthest_begin(Farthest *out, const Field *field, double slack);
void farthest_free(Farthest *farthest);
// Adds one patch. Error: HN_ERR_NO_MEMORY.
int32_t farthest_add(Farthest *farthest, Patch patch);
int32_t farthest_add_triangle(Farthest *farthest, const HnVec3 corners[3], int32_t hint);
// Adds the surface of a solid. Errors: HN_ERR_NO_MEMORY; HN_ERR_INVALID if the surface is not known. scratch:
// for SOLID_SLABS.
int32_t farthest_add_solid(Farthest *farthest, const Solid *solid, int32_t hint, Polytope *scratch);
// Runs the search. Error: HN_ERR_NO_MEMORY.
int32_t farthest_find(Farthest *farthest, Bounds *out);
