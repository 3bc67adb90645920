// A scene of three bodies, two with equal meshes and one that deforms; and whether a scene is what it was
// made of.
#pragma once

#include "scene/scene.h"

enum { STEPS = 3, MOVED = 2 };

typedef struct SceneFixture {
	HnMesh *cube, *same_cube, *sheet;
	HnPose still, moving[STEPS];
	int32_t moved[MOVED]; // of body 1: it deforms
	double frames[STEPS][MOVED][3];
	HnSceneDefBody bodies[3];
	HnSceneDef def;
	char path[64];
} SceneFixture;

// Coordinates are below `size`. Nothing is written to `path` yet; whatever is there at the end is removed.
void scene_fixture_init(SceneFixture *f, double size);
void scene_fixture_free(SceneFixture *f);
// Fails unless the scene holds what the def says.
void check_equals_def(const HnScene *s, const HnSceneDef *def);
