// Deformations of a mesh: the places of its vertices at each step, while the triangles stay the same. A given
// share of the vertices moves, in one region of the mesh. Each of these is away from rest at every step; all
// other vertices stay exactly at rest. Steps do not depend on each other. The bits are the same on every
// machine.
#pragma once

#include <stdint.h>

#include "math/vec3.h"
#include "mesh/mesh.h"

typedef enum DeformKind {
	DEFORM_WAVE,  // bulges travel through the region
	DEFORM_DENT,  // the region is pressed towards the middle of the mesh, deeper with every step
	DEFORM_TWIST, // the region turns about an axis beside its centre, further with every step
} DeformKind;

// The name of a kind (wave, dent, twist); NULL past the last. It can be a Param.choice.
const char *deform_kind_name(int32_t index);

typedef struct DeformDef {
	DeformKind kind;
	double share; // of the vertices that move, 0 .. 1: floor(share * vertices + 1/2) vertices
	double
	    // wave, dent: the greatest distance in diagonals of the mesh's box, (0, 1]. twist: turns, (0, 1/2].
	    amplitude;
	double length; // wave: wavelength in diagonals of the mesh's box, (0, 1000]
	double cycles; // wave: wavelengths travelled over all steps, [0, 1e6]
	uint64_t seed; // decides the region and all directions
	int32_t steps; // >= 1
} DeformDef;

typedef struct Deform {
	DeformDef def;
	const HnMesh *mesh; // borrowed
	int32_t *moved;     // ascending
	double *weight;     // of each moved vertex, from 1/16 at the rim to 1 at the centre
	int32_t moved_count;
	double diagonal, radius; // of the mesh's box; of the region
	HnVec3 centre;           // of the region: a vertex
	// The wave's phase at the centre, in turns. It is drawn at random, so that no two steps are mirror
	// images.
	double phase;
	// Unit vectors. along: direction of the movement, or the axis. across: direction of the wave, or from the
	// centre to the axis.
	HnVec3 along, across;
} Deform;

// Prepares a deformation. The seed draws one vertex; the region is the vertices nearest to it, with ties
// broken by index. HN_ERR_BAD_INPUT names the wrong field. If something is to move, a mesh with all vertices
// at one point is also refused. HN_ERR_NO_MEMORY.
int32_t deform_init(Deform *out, const HnMesh *mesh, const DeformDef *def);
void deform_free(Deform *deform);
// Computes the vertices at a step. xyz has room for 3 doubles for each vertex of the mesh; the values are as
// hn_mesh_validate would leave them. HN_ERR_BAD_INPUT names a vertex that went beyond 2^200, or that rounding
// left at rest because the mesh is too far from the origin for its size.
int32_t deform_place(const Deform *deform, int32_t step, double *xyz);
