// Deformations of a mesh: where its vertices are at each step, while its triangles stay the same. A stated
// share of the vertices moves, in one place of the mesh, and at every step every one of them is elsewhere
// than at rest; all others stay at rest to the bit. Steps do not depend on each other. The same bits
// everywhere.
#pragma once

#include <stdint.h>

#include "math/vec3.h"
#include "mesh/mesh.h"

typedef enum DeformKind {
	DEFORM_WAVE,  // bulges travel through the region
	DEFORM_DENT,  // pressed in towards the middle of the mesh, deeper with every step
	DEFORM_TWIST, // turned about an axis beside the region's middle, further with every step
} DeformKind;

// The name of a kind (wave, dent, twist) and NULL past the last: as Param.choice wants it.
const char *deform_kind_name(int32_t index);

typedef struct DeformDef {
	DeformKind kind;
	double share; // of the vertices that move, 0 .. 1: floor(share * vertices + 1/2) of them
	double
	    amplitude; // wave, dent: farthest way, in diagonals of the mesh's box, (0, 1]; twist: turns, (0, 1/2]
	double length; // wave: wavelength in diagonals of the box, (0, 1000]
	double cycles; // wave: wavelengths travelled over all steps, [0, 1e6]
	uint64_t seed; // where the region is, and all directions
	int32_t steps; // >= 1
} DeformDef;

typedef struct Deform {
	DeformDef def;
	const HnMesh *mesh; // borrowed
	int32_t *moved;     // ascending
	double *weight;     // of each that moves, 1/16 at the rim to 1 at the middle
	int32_t moved_count;
	double diagonal, radius; // of the mesh's box; of the region
	HnVec3 centre;           // of the region: a vertex
	double phase;            // of the wave there, in turns: drawn, so that no two steps are mirror images
	HnVec3 along, across;    // unit vectors: of the movement or the axis; of the wave or from the axis
} Deform;

// The region are the vertices nearest to one that the seed draws, ties by index. HN_ERR_BAD_INPUT names the
// field; where something is to move, a mesh whose vertices are all at one point is refused too.
// HN_ERR_NO_MEMORY.
int32_t deform_init(Deform *out, const HnMesh *mesh, const DeformDef *def);
void deform_free(Deform *deform);
// xyz: 3 doubles for each vertex of the mesh, as hn_mesh_validate would leave them. HN_ERR_BAD_INPUT names
// the vertex that went beyond 2^200, or that rounding left at rest: in a mesh too far from the origin for its
// size.
int32_t deform_place(const Deform *deform, int32_t step, double *xyz);
