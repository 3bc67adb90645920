// The bodies of a scene as trees have them: of each mesh, and of each body that deforms, a tree in the body's
// own frame.
#pragma once

#include "bv/fit_scratch.h"
#include "detect/pair_class.h"
#include "tree/body_roots.h"
#include "tree/rest.h"

typedef struct TreeBodies {
	const PairContext *context;
	MovedDef def;        // and the directions of its space, which it owns
	MovedDef deforming;  // the same for bodies that deform
	RestTree *rest;      // for each slot of the shapes; its tree is empty where nothing needs it
	TopoBuilder builder; // kept only for rebuilding
	FitScratch scratch;  // of the space
} TreeBodies;

// Of a context and def that are there. HN_ERR_BAD_INPUT names a body that deforms and cannot follow a motion
// so; HN_ERR_NO_MEMORY. tree_bodies_free then, too.
int32_t tree_bodies_init(TreeBodies *bodies);
int32_t tree_bodies_prepare(TreeBodies *bodies, int32_t body); // its tree. HN_ERR_NO_MEMORY
// What was needed to build and is not to go on.
void tree_bodies_thin(TreeBodies *bodies);
void tree_bodies_free(TreeBodies *bodies);
size_t tree_bodies_bytes(const TreeBodies *bodies);

// A body that deforms is as it is at rest, and so is its tree.
void tree_bodies_rest(TreeBodies *bodies, int32_t body);
// Its shape is at another step: the tree follows. HN_ERR_NO_MEMORY.
int32_t tree_bodies_follow(TreeBodies *bodies, int32_t body, Counts *counts);

// In the body's own frame.
static inline TreeMesh tree_bodies_mesh(const TreeBodies *bodies, int32_t body) {
	HnSceneMesh mesh = body_meshes_mesh(&bodies->context->body_meshes, body);
	return (TreeMesh){ mesh.xyz, mesh.triangles, mesh.vertex_count, mesh.triangle_count };
}
static inline const MovedDef *tree_bodies_def(const TreeBodies *bodies, int32_t body) {
	return scene_deforms(bodies->context->scene, body) ? &bodies->deforming : &bodies->def;
}
static inline RestTree *tree_bodies_tree(const TreeBodies *bodies, int32_t body) {
	return &bodies->rest[body_meshes_slot(&bodies->context->body_meshes, body)];
}
