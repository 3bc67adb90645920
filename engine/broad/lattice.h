// A lattice of equal cubes over all objects, and the list of the objects in each: what grid and octree begin
// with. Cubes are closed: an object is listed in every one that its box touches, if only with a face.
#pragma once

#include "broad/rows.h"

typedef struct LatticeDef {
	double side;   // of a cube, in mean longest sides of the objects
	double cells;  // most cubes, an object
	double copies; // most cubes that an object is listed in, on the average
} LatticeDef;

typedef struct LatticeSpan {
	int32_t lo[3], hi[3]; // cubes that an object touches, the last included
} LatticeSpan;

typedef struct Lattice {
	BoxRows objects;          // by ascending id
	ARRAY(LatticeSpan) spans; // of each
	int32_t size[3];          // cubes along each axis
	double origin[3], side, per_side;
	ARRAY(int64_t) starts;  // of the cubes' lists in `entries`, x the fastest; one more than cubes
	ARRAY(int32_t) entries; // rows of objects, ascending in each cube
} Lattice;

// The sides are doubled until def's bounds hold: what is far out, or large among small ones, costs no memory.
int32_t lattice_build(Lattice *lattice, const BroadObjects *objects, const LatticeDef *def);
void lattice_free(Lattice *lattice);
size_t lattice_bytes(const Lattice *lattice);

static inline int64_t lattice_cells(const Lattice *lattice) {
	return (int64_t)lattice->size[0] * lattice->size[1] * lattice->size[2];
}

// Where cube i begins along an axis, and the one before ends.
static inline double lattice_plane(const Lattice *lattice, int k, int32_t i) {
	return lattice->origin[k] + i * lattice->side;
}
