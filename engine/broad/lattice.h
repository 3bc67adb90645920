// A lattice of equal cubes over all objects, with a list of the objects in each cube. The grid and the octree
// begin with it. Cubes are closed: an object is listed in every cube that its box touches, even if only at a
// face.
#pragma once

#include "broad/cube_key.h"
#include "broad/rows.h"

typedef struct LatticeDef {
	double side;   // side of a cube, in units of the objects' mean longest side
	double cells;  // maximum number of cubes, for each object
	double copies; // maximum average number of cubes that an object is listed in
	bool given;    // the side is used as it is, whatever `cells` and `copies` are
} LatticeDef;

// Limits of a lattice whose side is given: cubes, and entries in the lists of all cubes.
#define LATTICE_CELLS_MOST   0x1p24
#define LATTICE_ENTRIES_MOST 0x1p25

typedef struct LatticeSpan {
	int32_t lo[3], hi[3]; // the cubes that an object touches, both ends included
} LatticeSpan;

typedef struct Lattice {
	BoxRows objects;          // by ascending id
	ARRAY(LatticeSpan) spans; // one for each object
	int32_t size[3];          // cubes along each axis
	double origin[3], side, per_side;
	// where each cube's list begins in `entries`, x the fastest; one more than there are cubes
	ARRAY(int64_t) starts;
	ARRAY(int32_t) entries; // rows of objects, ascending in each cube
} Lattice;

// Builds the lattice. The side is doubled until def's bounds hold, so that far-off objects, or large ones
// among small ones, cost no memory. A given side is never changed: HN_ERR_BAD_INPUT if the lattice exceeds
// the limits above, with the least side that would not in the text. Objects without size share one cube.
// wanted: NULL, or gets the side before it is doubled; 0 for objects without size.
int32_t lattice_build(Lattice *lattice, const BroadObjects *objects, const LatticeDef *def, double *wanted);
int64_t lattice_spans(Lattice *lattice); // computes the spans; returns how many entries they need

// The name of each entry's cube; empty unless cubes are hashed. A list then has all cubes of one hash value,
// and spans are modulo 2^21.
typedef ARRAY(uint64_t) LatticeKeys;
// Hashes the cubes if they are crowded because their side was doubled, and a side from `wanted` up to less
// than theirs does not exceed def's `copies`.
int32_t lattice_hash(Lattice *lattice, const LatticeDef *def, double wanted, LatticeKeys *keys);
void lattice_free(Lattice *lattice);
size_t lattice_bytes(const Lattice *lattice);

static inline int64_t lattice_cells(const Lattice *lattice) {
	return (int64_t)lattice->size[0] * lattice->size[1] * lattice->size[2];
}

// Where cube i begins along an axis, and cube i - 1 ends.
static inline double lattice_plane(const Lattice *lattice, int k, int32_t i) {
	return lattice->origin[k] + i * lattice->side;
}
