// A scene of many bodies for tests of what happens among pairs of them.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "detect/detect.h"

enum { CROWD_STEPS = 5, CROWD_MESHES = 3 };

typedef struct Crowd {
	HnMesh *meshes[CROWD_MESHES];
	HnSceneDefBody *bodies;
	HnPose (*poses)[CROWD_STEPS];
	int32_t count;
	HnScene *scene;
} Crowd;

// `count` bodies in a cube of this side. Of every eight, two deform (with `deforming`) and two stay in their
// poses; those that stay are fixed (with `fixed`).
void crowd_make(Crowd *out, uint64_t seed, int32_t count, double side, bool deforming, bool fixed);
void crowd_free(Crowd *crowd);

// An algorithm of pairs with parameters.
typedef struct Setting {
	const char *name, *params;
	bool stays; // refuses bodies that deform
} Setting;
// Those of a table, then every algorithm of pairs as it is by default; without a name past the last.
Setting setting_at(const Setting *table, int32_t count, int32_t index);
