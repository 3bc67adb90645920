// Scenes that are chosen to hurt algorithms: families of meshes in which much coincides or nearly does, or
// whose magnitudes are far apart, in poses that make them touch.
#pragma once

#include <stdbool.h>

#include "base/rng.h"
#include "scene/scene.h"

enum { HARD_BODIES_MAX = 5, HARD_STEPS_MAX = 4 };

typedef struct HardScene {
	HnScene *scene; // NULL where coordinates went beyond the limit
	HnMesh *meshes[HARD_BODIES_MAX];
	HnPose poses[HARD_BODIES_MAX][HARD_STEPS_MAX];
	bool still[HARD_BODIES_MAX];
	HnSceneFrames frames[HARD_BODIES_MAX];
	int32_t bodies, steps;
	int32_t family, kind; // of most meshes and of most poses, by number
	double scale;
} HardScene;

void hard_scene_create(HardScene *out, Rng *rng);
void hard_scene_free(HardScene *scene);
