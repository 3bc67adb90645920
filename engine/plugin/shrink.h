// Delta debugging: the fewest bodies (or objects), triangles and steps of a scene that still fail a test.
// A. Zeller, R. Hildebrandt. Simplifying and isolating failure-inducing input. IEEE TSE 28(2), 2002.
#pragma once

#include "base/text.h"
#include "scene/scene.h"

typedef struct ShrinkDef {
	const HnScene *scene; // fails the test
	// of a population: the steps of the instance that should fail it by itself; count 0: all steps
	int32_t first_step, step_count;
	bool (*fails)(void *context, const HnScene *scene);
	void *context;
	int64_t deadline_ns; // by clock_ns: what is found until then counts
} ShrinkDef;

typedef struct ShrinkReport {
	int32_t bodies, triangles, steps; // what is left; bodies: or objects
	int32_t tests;
	bool minimal; // no single body, triangle or step can go; else the time was over
} ShrinkReport;

// Makes the reduced scene, which fails the test too. HN_ERR_BAD_INPUT: a body deforms; HN_ERR_NO_MEMORY.
int32_t shrink_scene(HnScene **out, ShrinkReport *report, const ShrinkDef *def);

// Writes the scene as a scenario in a folder: the file NAME.lua, meshes and poses beside it. calls: the
// scenario's algorithms, as Lua; query: its name. HN_ERR_IO.
int32_t shrink_write(const HnScene *scene, const char *folder, const char *name, const char *calls,
                     const char *query);
// The call that makes an algorithm in a scenario, such as h.aabb { leaf = 4 }. maker: "h.aabb {", or
// "h.plugin(\"file\", {"; params: "leaf=4 broad=sap".
int32_t shrink_call(Text *out, const char *maker, const char *params);
