// Where the vertices of bodies are at a step, each body in its own frame. Algorithms take vertices from here
// and never from the mesh, which is only how a body that deforms is at rest.
#pragma once

#include "scene/scene.h"

// Of a body that deforms.
typedef struct BodyShape {
	double *xyz;      // all its vertices; NULL: it does not deform
	int32_t *changed; // which of frames.moved are elsewhere than before, to the bit; ascending
	int32_t changed_count;
	int32_t slot;
} BodyShape;

typedef struct SceneShapes {
	const HnScene *scene;
	BodyShape *bodies; // one a body; NULL: none deforms
	int32_t slot_count;
	int64_t version; // one more with every change: who followed all but the last needs `changed` alone
} SceneShapes;

// At rest. The scene outlives it. HN_ERR_NO_MEMORY leaves *out empty.
int32_t shapes_init(SceneShapes *out, const HnScene *scene);
void shapes_free(SceneShapes *shapes);
void shapes_rest(SceneShapes *shapes);               // as after shapes_init; `changed` says nothing
void shapes_step(SceneShapes *shapes, int32_t step); // O(moved vertices)

static inline const double *shapes_xyz(const SceneShapes *shapes, int32_t body) {
	const double *own = shapes->bodies != NULL ? shapes->bodies[body].xyz : NULL;
	return own != NULL ? own : scene_mesh(shapes->scene, body)->xyz;
}
// Where algorithms keep what they make of a shape, 0 .. slot_count - 1: bodies of one mesh that do not deform
// have one in common, its index; each that deforms has its own.
static inline int32_t shapes_slot(const SceneShapes *shapes, int32_t body) {
	bool own = shapes->bodies != NULL && shapes->bodies[body].xyz != NULL;
	return own ? shapes->bodies[body].slot : shapes->scene->bodies[body].mesh;
}
// The body's mesh with its vertices where they are; its hash is that of the mesh at rest.
static inline HnSceneMesh shapes_mesh(const SceneShapes *shapes, int32_t body) {
	HnSceneMesh mesh = *scene_mesh(shapes->scene, body);
	mesh.xyz = shapes_xyz(shapes, body);
	return mesh;
}

// One vertex, by a search: for reports and pictures.
HnVec3 scene_vertex(const HnScene *scene, int32_t body, int32_t vertex, int32_t step);
