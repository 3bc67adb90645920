// How tightly the volumes of a tree enclose the object (wei2000; lin2008, eq. 1):
//   tau = max over the points b of a volume's surface of min over the object's surface |b - g|;
//   Hausdorff distance = the larger of tau and the same with both surfaces exchanged.
// Both are found by branch and bound (tree/farthest.h). The value lies between lo and hi, with the error of
// the arithmetic included. They differ by at most 1 % of the value or 2^-10 of the object's diameter,
// whichever is more, unless that takes too long.
#pragma once

#include "bv/aabb.h"
#include "tree/farthest.h"
#include "tree/tree.h"

// All in model units. NaN: not known.
typedef struct Tightness {
	double volume, area, diameter; // of the root's volume
	Bounds tau, hausdorff;         // of the root
	double object_diameter;
	double hull_volume, hull_area; // of the object's convex hull; no convex volume is tighter
	Bounds hull_tau;
	// For each level, of the volumes that cover the object there: the level's nodes, and from higher levels
	// the leaves and the nodes that store triangles of a leaf child. height + 1 entries, from the root down.
	Bounds *levels;
	int32_t height;
} Tightness;

// mesh: it has triangles, and its vertices are where the tree encloses them. Error: HN_ERR_NO_MEMORY.
int32_t tree_tightness(Tightness *out, const Tree *tree, const TreeDef *def, const MeshView *mesh);
void tightness_free(Tightness *tightness);
// Computes tau of some boxes around a mesh, and the mesh's diameter, all in coordinates of magnitude at most
// about 1. Error: HN_ERR_NO_MEMORY.
int32_t boxes_tau(Bounds *out, double *diameter, const MeshView *mesh, const Aabb *boxes, int32_t count);
