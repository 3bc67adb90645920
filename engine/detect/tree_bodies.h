// The bodies of a scene as trees have them: of each mesh, and of each body that deforms, a tree and roots in
// the body's own frame.
#pragma once

#include "bv/fit_room.h"
#include "detect/detect.h"
#include "tree/roots.h"

typedef struct TreeBodies {
	const HnScene *scene;
	SceneShapes shapes;
	MovedDef def;       // and the directions of its space, which it owns
	MovedDef deforming; // the same for bodies that deform
	RootList roots;
	RestTree *rest;      // for each slot of the shapes; its tree is empty where nothing needs it
	RootSet *rest_roots; // the same
	TopoBuilder builder; // kept only for rebuilding
	FitRoom room;        // of the space
} TreeBodies;

// Of a def, shapes and roots that are there. all: every body has a tree at rest; else only those that another
// one is brought to. HN_ERR_BAD_INPUT names a body that deforms and cannot follow a motion so;
// HN_ERR_NO_MEMORY. tree_bodies_free then, too.
int32_t tree_bodies_build(TreeBodies *bodies, bool all);
// What was needed to build and is not to go on.
void tree_bodies_thin(TreeBodies *bodies);
void tree_bodies_free(TreeBodies *bodies);
size_t tree_bodies_bytes(const TreeBodies *bodies);

// Bodies that deform are as they are at rest, and so are their trees.
void tree_bodies_rest(TreeBodies *bodies);
// The shapes are at another step: trees and roots follow. HN_ERR_NO_MEMORY.
int32_t tree_bodies_follow(TreeBodies *bodies);
// Nodes and vertices of that.
void tree_bodies_counts(const TreeBodies *bodies, Counts *counts);

// In the body's own frame.
static inline TreeMesh tree_bodies_mesh(const TreeBodies *bodies, int32_t body) {
	HnSceneMesh mesh = shapes_mesh(&bodies->shapes, body);
	return (TreeMesh){ mesh.xyz, mesh.triangles, mesh.vertex_count, mesh.triangle_count };
}
static inline const MovedDef *tree_bodies_def(const TreeBodies *bodies, int32_t body) {
	return scene_deforms(bodies->scene, body) ? &bodies->deforming : &bodies->def;
}
static inline RestTree *tree_bodies_tree(const TreeBodies *bodies, int32_t body) {
	return &bodies->rest[shapes_slot(&bodies->shapes, body)];
}
static inline RootSet *tree_bodies_roots(const TreeBodies *bodies, int32_t body) {
	return &bodies->rest_roots[shapes_slot(&bodies->shapes, body)];
}
