// The tree of an assembly: sub-assemblies, parts (bodies), and below each part the patches of its shape. Each
// has a box along the scene's axes; boxes are made from the patches upwards. If two bodies touch at two
// patches, the boxes of these patches always overlap. docs/explanation/exactness.md, section 14, proves this
// for whole bodies, and the proof does not depend on which of a body's vertices the hull is made of.
#pragma once

#include "broad/bodies.h"
#include "detect/detect.h"
#include "partition/patches.h"

typedef struct AssemblyNode {
	int32_t first, count; // its children, which are adjacent and stand after it
	int32_t parent;       // -1: the root
	int32_t body;         // a part's body; -1: a (sub-)assembly
} AssemblyNode;

typedef struct AssemblyBody {
	int32_t node, patch; // its node, and the first of its patches' boxes
	// no vertex is farther from its origin than `radius`; its boxes are enlarged by `margin`
	double radius, margin;
	HnMat3 r; // the rotation for which `turned` was made, if `known`
	bool known;
} AssemblyBody;

typedef struct Extent {
	HnVec3 lo, hi;
} Extent;

typedef struct AssemblyBoxes {
	const HnScene *scene;
	const BodyMeshes *body_meshes;
	const Patches *patches; // one for each slot
	bool nested;
	int32_t origin; // the body whose position is the origin of the frame
	int32_t node_count, patch_count;
	AssemblyNode *nodes; // node 0 is the root; it has the bodies that belong to no other node
	AssemblyBody *bodies;
	uint8_t *fixed; // for each node whether all its parts are fixed; NULL: no body is fixed
	Aabb *boxes;    // one for each node; the box of a node without triangles meets nothing
	Aabb *patch_boxes;
	Extent *turned;        // the patches' boxes, relative to their bodies' origins
	ARRAY(int32_t) moving; // the assemblies whose boxes change, lower ones first
} AssemblyBoxes;

// All arguments are borrowed. nested: the scene's nodes are the tree, and a body without a node is a part of
// the root. Otherwise all bodies are parts of the root, and a part has its only patch's box. Error:
// HN_ERR_NO_MEMORY; assembly_boxes_free must be called then, too.
int32_t assembly_boxes_create(AssemblyBoxes *out, const BodyMeshes *body_meshes, const Patches *patches,
                              bool nested);
void assembly_boxes_free(AssemblyBoxes *boxes); // all zero is allowed
size_t assembly_boxes_bytes(const AssemblyBoxes *boxes);
void assembly_boxes_begin(AssemblyBoxes *boxes); // begins a pass: forgets the placement of what moves
// Moves the boxes to a step; the shapes and patches must already be there. counts: NULL when timed.
void assembly_boxes_step(AssemblyBoxes *boxes, int32_t step, Counts *counts);
