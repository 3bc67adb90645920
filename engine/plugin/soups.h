// The scenes of `harness check`: random and degenerate triangles, many bodies; random and degenerate boxes.
#pragma once

#include "scene/scene.h"

typedef struct Soup {
	const char *name; // NULL past the last
	bool boxes;       // of objects, else of bodies
} Soup;
Soup soup_at(int32_t index);
// HN_ERR_NO_MEMORY. The same seed gives the same scene on every machine.
int32_t soup_make(HnScene **out, int32_t index, uint64_t seed);
