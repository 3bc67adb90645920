// The most that a 1-Lipschitz function of space is on a surface, such as the distance from a mesh, by branch
// and bound: the surface is taken in patches, the patch that may hold most is halved, until what is left open
// is small. Every value that is looked at is one of the surface, so the lower bound is reached; the upper one
// holds for every point of it.
#pragma once

#include "base/array.h"
#include "bv/solid.h"

// All p + r u: p in the hull of core[..], u a unit vector of the spherical triangle (or arc, or point) of
// dir[..]. r = 0: the hull itself.
typedef struct Patch {
	HnVec3 core[3], dir[3];
	int32_t cores, dirs; // 1 to 3 of each
	double r;
	double most; // no point of it has more
	int32_t hint;
} Patch;

// value: of a point; *hint is the caller's, from a point nearby. bound: no point of a patch has more, for the
// hint of its middle; INFINITY where nothing is known beyond value and Lipschitz.
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
	double share, slack; // goes on until hi - lo <= max(share * hi, slack),
	int64_t looks;       // or many points were looked at: the bounds stay true
	double lo;
	ARRAY(Patch) heap; // the most first
} Farthest;

void farthest_begin(Farthest *out, const Field *field, double slack);
void farthest_free(Farthest *farthest);
// Adds one patch. HN_ERR_NO_MEMORY.
int32_t farthest_add(Farthest *farthest, Patch patch);
int32_t farthest_add_triangle(Farthest *farthest, const HnVec3 corners[3], int32_t hint);
// Adds the surface of a solid; HN_ERR_INVALID where it is not known. scratch: of SOLID_SLABS.
int32_t farthest_add_solid(Farthest *farthest, const Solid *solid, int32_t hint, Polytope *scratch);
// HN_ERR_NO_MEMORY.
int32_t farthest_find(Farthest *farthest, Bounds *out);
