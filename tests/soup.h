// Triangle soups and scenes of them, for tests: random and degenerate on purpose.
#pragma once

#include "base/rng.h"
#include "mesh/mesh.h"
#include "scene/frames.h"
#include "scene/scene.h"

typedef enum Soup {
	SOUP_RANDOM,  // small triangles anywhere in a cube
	SOUP_GRID,    // corners on a small integer grid: touching, coplanar and degenerate ones all over
	SOUP_FLAT,    // the same in one plane
	SOUP_SLIVERS, // long and thin
	SOUP_POINTS,  // zero area: points and segments
	SOUP_EQUAL,   // one triangle many times
	SOUP_SPACED,  // distances that halve from one to the next
	SOUPS,
} Soup;

typedef struct SoupDef {
	Soup kind;
	int32_t triangles;
	double scale;  // coordinates are near this
	HnVec3 offset; // in units of scale
} SoupDef;

HnMesh *soup_create(Rng *rng, const SoupDef *def);
// A mesh as scenes have it; the arrays stay the mesh's.
HnSceneMesh scene_mesh_of(const HnMesh *mesh);
// Frames of a body with such a mesh: each vertex moves with a chance of `share`, to where another one is at
// rest, back to where it is itself, or not at all since the frame before. They own what they point to.
HnSceneFrames soup_frames_create(Rng *rng, const HnMesh *mesh, int32_t count, double share);
void soup_frames_free(HnSceneFrames *frames, const HnMesh *mesh); // all zero is allowed
// Frames of a smooth deformation of the mesh, of which `share` of the vertices move.
HnSceneFrames deformed_frames(const HnMesh *mesh, int32_t steps, DeformKind kind, double share,
                              uint64_t seed);
HnMat3 soup_rotation(Rng *rng);
HnMat3 soup_axis_rotation(Rng *rng); // one of those that map the axes to themselves

// `bodies` bodies with soups of these defs, over `steps` steps, near each other: body i > 0 is moved so that
// its soup comes upon that of body 0, whatever their offsets. Grids get poses that keep them on the grid.
typedef struct SoupScene {
	HnScene *scene;
	HnMesh *meshes[4];
	HnPose *poses[4];
	int32_t bodies, steps;
} SoupScene;
SoupScene soup_scene_create(Rng *rng, const SoupDef *defs, int32_t bodies, int32_t steps);
void soup_scene_free(SoupScene *soup);
