// The vertices of bodies at a step, each body in its own frame. Algorithms must take vertices from here and
// never from the mesh. The mesh has the shape of a deforming body at rest only.
#pragma once

#include "scene/scene.h"

// The shape of a body that deforms.
typedef struct BodyMesh {
	double *xyz; // all its vertices; NULL: the body does not deform
	// The entries of frames.moved whose vertices differ in any bit from the step before; ascending.
	int32_t *changed;
	int32_t changed_count;
	int32_t slot;
} BodyMesh;

typedef struct BodyMeshes {
	const HnScene *scene;
	BodyMesh *bodies; // one for each body; NULL: no body deforms
	int32_t slot_count;
	// Counts the changes. A user who has followed all changes but the last needs only `changed`.
	int64_t version;
} BodyMeshes;

// Starts with all bodies at rest. The scene must outlive it. On HN_ERR_NO_MEMORY *out is empty.
int32_t body_meshes_init(BodyMeshes *out, const HnScene *scene);
void body_meshes_free(BodyMeshes *body_meshes);
// resets to the state after body_meshes_init; `changed` has no meaning afterwards
void body_meshes_rest(BodyMeshes *body_meshes);
void body_meshes_step(BodyMeshes *body_meshes, int32_t step); // moves to a step; O(moved vertices)

static inline const double *body_meshes_xyz(const BodyMeshes *body_meshes, int32_t body) {
	const double *own = body_meshes->bodies != NULL ? body_meshes->bodies[body].xyz : NULL;
	return own != NULL ? own : scene_mesh(body_meshes->scene, body)->xyz;
}
// The slot, 0 .. slot_count - 1, for data that an algorithm derives from a shape. Bodies of one mesh that do
// not deform share the slot with the mesh's index. Each body that deforms has its own.
static inline int32_t body_meshes_slot(const BodyMeshes *body_meshes, int32_t body) {
	bool own = body_meshes->bodies != NULL && body_meshes->bodies[body].xyz != NULL;
	return own ? body_meshes->bodies[body].slot : body_meshes->scene->bodies[body].mesh;
}
// The body's mesh with its present vertices. Its hash is that of the mesh at rest.
static inline HnSceneMesh body_meshes_mesh(const BodyMeshes *body_meshes, int32_t body) {
	HnSceneMesh mesh = *scene_mesh(body_meshes->scene, body);
	mesh.xyz = body_meshes_xyz(body_meshes, body);
	return mesh;
}
static inline MeshView body_meshes_view(const BodyMeshes *body_meshes, int32_t body) {
	HnSceneMesh mesh = body_meshes_mesh(body_meshes, body);
	return scene_mesh_view(&mesh);
}

// Finds one vertex by a search. For reports and pictures.
HnVec3 scene_vertex(const HnScene *scene, int32_t body, int32_t vertex, int32_t step);
