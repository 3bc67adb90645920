// Where the vertices of bodies are at a step, each body in its own frame. Algorithms take vertices from here
// and never from the mesh, which is only how a body that deforms is at rest.
#pragma once

#include "scene/scene.h"

// Of a body that deforms.
typedef struct BodyMesh {
	double *xyz;      // all its vertices; NULL: it does not deform
	int32_t *changed; // which of frames.moved are elsewhere than before, to the bit; ascending
	int32_t changed_count;
	int32_t slot;
} BodyMesh;

typedef struct BodyMeshes {
	const HnScene *scene;
	BodyMesh *bodies; // one a body; NULL: none deforms
	int32_t slot_count;
	int64_t version; // one more with every change: who followed all but the last needs `changed` alone
} BodyMeshes;

// At rest. The scene outlives it. HN_ERR_NO_MEMORY leaves *out empty.
int32_t body_meshes_init(BodyMeshes *out, const HnScene *scene);
void body_meshes_free(BodyMeshes *body_meshes);
void body_meshes_rest(BodyMeshes *body_meshes); // as after body_meshes_init; `changed` says nothing
void body_meshes_step(BodyMeshes *body_meshes, int32_t step); // O(moved vertices)

static inline const double *body_meshes_xyz(const BodyMeshes *body_meshes, int32_t body) {
	const double *own = body_meshes->bodies != NULL ? body_meshes->bodies[body].xyz : NULL;
	return own != NULL ? own : scene_mesh(body_meshes->scene, body)->xyz;
}
// Where algorithms keep what they make of a shape, 0 .. slot_count - 1: bodies of one mesh that do not deform
// have one in common, its index; each that deforms has its own.
static inline int32_t body_meshes_slot(const BodyMeshes *body_meshes, int32_t body) {
	bool own = body_meshes->bodies != NULL && body_meshes->bodies[body].xyz != NULL;
	return own ? body_meshes->bodies[body].slot : body_meshes->scene->bodies[body].mesh;
}
// The body's mesh with its vertices where they are; its hash is that of the mesh at rest.
static inline HnSceneMesh body_meshes_mesh(const BodyMeshes *body_meshes, int32_t body) {
	HnSceneMesh mesh = *scene_mesh(body_meshes->scene, body);
	mesh.xyz = body_meshes_xyz(body_meshes, body);
	return mesh;
}

// One vertex, by a search: for reports and pictures.
HnVec3 scene_vertex(const HnScene *scene, int32_t body, int32_t vertex, int32_t step);
