// The tree of an assembly: sub-assemblies, parts (bodies), and below each part the patches of its shape; a
// box about each, along the scene's axes, made from the patches up. Boxes of patches of two bodies that touch
// there always meet, as docs/exactness.md, section 14, proves of whole bodies: nothing in it asks which of a
// body's vertices the hull is of.
#pragma once

#include "broad/bodies.h"
#include "detect/detect.h"
#include "detect/patches.h"

typedef struct AssemblyNode {
	int32_t first, count; // its children, which stand together behind it
	int32_t parent;       // -1: the root
	int32_t body;         // of a part; -1: a (sub-)assembly
} AssemblyNode;

typedef struct AssemblyBody {
	int32_t node, patch;   // its own, and the first of its patches' boxes
	double radius, margin; // no vertex is farther from its origin; what its boxes have beside
	HnMat3 r;              // what `turned` is of, unless all is to be made anew
	bool known;
} AssemblyBody;

typedef struct Extent {
	HnVec3 lo, hi;
} Extent;

typedef struct AssemblyBoxes {
	const HnScene *scene;
	const BodyMeshes *body_meshes;
	const Patches *patches; // by slot
	bool nested;
	int32_t origin; // the body whose place is the frame's
	int32_t node_count, patch_count;
	AssemblyNode *nodes; // 0: the root, which has what is nobody's
	AssemblyBody *bodies;
	uint8_t *fixed; // of nodes: all parts are; NULL: no body is fixed
	Aabb *boxes;    // of nodes; what has no triangles meets nothing
	Aabb *patch_boxes;
	Extent *turned;        // of patches, about their bodies' origins
	ARRAY(int32_t) moving; // assemblies whose boxes change, the lower ones first
} AssemblyBoxes;

// All of it is borrowed. nested: the scene's nodes are the tree; else all bodies are parts of the root, as
// those are that no node has, and parts have their only patch's box. HN_ERR_NO_MEMORY: free it then, too.
int32_t assembly_boxes_create(AssemblyBoxes *out, const BodyMeshes *body_meshes, const Patches *patches,
                              bool nested);
void assembly_boxes_free(AssemblyBoxes *boxes); // all zero is allowed
size_t assembly_boxes_bytes(const AssemblyBoxes *boxes);
void assembly_boxes_begin(AssemblyBoxes *boxes); // nothing is known of what moves
// Brings what moves to a step; the shapes and patches are there. counts: NULL when timed.
void assembly_boxes_step(AssemblyBoxes *boxes, int32_t step, Counts *counts);
