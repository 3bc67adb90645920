// The trees of the bodies of a scene: one for each mesh, and one for each body that deforms, in the body's
// own frame.
#pragma once

#include "bv/fit_scratch.h"
#include "detect/pair_class.h"
#include "tree/body_roots.h"
#include "tree/rest.h"

typedef struct TreeBodies {
	const PairContext *context;
	MovedDef def;        // its space's directions are owned
	MovedDef deforming;  // the same for bodies that deform
	RestTree *rest;      // for each slot of the shapes; its tree is empty where nothing needs it
	TopoBuilder builder; // kept only for rebuilding
	FitScratch scratch;  // the space's scratch memory
} TreeBodies;

// Initialises the trees; context and def must be set. Errors: HN_ERR_BAD_INPUT names a body that deforms and
// cannot follow a motion in this way; HN_ERR_NO_MEMORY. tree_bodies_free must be called then, too.
int32_t tree_bodies_init(TreeBodies *bodies);
int32_t tree_bodies_prepare(TreeBodies *bodies, int32_t body); // builds its tree; error: HN_ERR_NO_MEMORY
// Frees what was needed only for building.
void tree_bodies_thin(TreeBodies *bodies);
void tree_bodies_free(TreeBodies *bodies);
size_t tree_bodies_bytes(const TreeBodies *bodies);

// A body that deforms is at rest again; its tree follows.
void tree_bodies_rest(TreeBodies *bodies, int32_t body);
// The body's shape is that of another step; its tree follows. Error: HN_ERR_NO_MEMORY.
int32_t tree_bodies_follow(TreeBodies *bodies, int32_t body, Counts *counts);

static inline const MovedDef *tree_bodies_def(const TreeBodies *bodies, int32_t body) {
	return scene_deforms(bodies->context->scene, body) ? &bodies->deforming : &bodies->def;
}
static inline RestTree *tree_bodies_tree(const TreeBodies *bodies, int32_t body) {
	return &bodies->rest[body_meshes_slot(&bodies->context->body_meshes, body)];
}
