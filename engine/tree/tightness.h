// How tightly the volumes of a tree lie about the object (wei2000; lin2008, eq. 1):
//   tau = max over the points b of a volume's surface of min over the object's surface |b - g|;
//   Hausdorff distance = the larger of tau and the same with both exchanged.
// Found by branch and bound (tree/farthest.h): lo and hi hold it between them, the error of the arithmetic
// included, and are apart by at most 1 % of it or 2^-10 of the object's diameter, whichever is more, unless
// that takes too long.
#pragma once

#include "bv/aabb.h"
#include "tree/farthest.h"
#include "tree/tree.h"

// All in model units. NaN: not known.
typedef struct Tightness {
	double volume, area, diameter; // of the root's volume
	Bounds tau, hausdorff;         // of the root
	double object_diameter;
	double hull_volume, hull_area; // of the object's convex hull, which nothing convex is tighter than
	Bounds hull_tau;
	// Of what stands for the object on each level: its nodes, and higher up leaves and those that keep
	// triangles. height + 1, from the root down.
	Bounds *levels;
	int32_t height;
} Tightness;

// mesh: with its vertices where the tree is about them; it has triangles. HN_ERR_NO_MEMORY.
int32_t tree_tightness(Tightness *out, const Tree *tree, const TreeDef *def, const TreeMesh *mesh);
void tightness_free(Tightness *tightness);
// tau of some boxes about a mesh, and its diameter; all in coordinates that are near 1 at most.
// HN_ERR_NO_MEMORY.
int32_t boxes_tau(Bounds *out, double *diameter, const TreeMesh *mesh, const Aabb *boxes, int32_t count);
