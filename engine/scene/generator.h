// Generated scenes: h.scenes.<name>. Each has a file of its own, scene/generate_<name>.c, with its parameter
// table, and an entry in generator.def. Scenes are seeded and have the same bytes on every machine. Lengths
// have no unit.
#pragma once

#include "base/param.h"
#include "scene/scene.h"

// The result of a generator. The holder owns all of it and frees it with generated_free. Every allocation has
// exactly the number of items that the counts say.
typedef struct GeneratedScene {
	HnMesh **meshes; // of the bodies; no two are equal
	int32_t mesh_count;
	HnSceneDefBody *bodies; // mesh is one of `meshes`; poses and present are separate allocations
	int32_t body_count, step_count;
	HnSceneNode *nodes; // the assembly of the bodies; NULL: none
	int32_t node_count;
} GeneratedScene;

typedef struct GeneratorClass {
	const char *name, *about;
	const char *source; // the published scene that it replaces, or NULL
	ParamTable params;
	// *out is all zero at first. HN_ERR_BAD_INPUT if parameters contradict each other (the text begins with
	// the name), HN_ERR_NO_MEMORY. After a failure the caller frees the contents of *out.
	// scene/generator_build.h has helpers.
	int32_t (*create)(GeneratedScene *out, const void *params);
} GeneratorClass;

int32_t generator_count(void);
const GeneratorClass *generator_at(int32_t index);      // NULL: past the last
const GeneratorClass *generator_find(const char *name); // NULL: unknown

// Generates a scene; params is "name=value name=value". Errors: HN_ERR_NOT_FOUND (generator or parameter),
// HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY. On failure *out is all zero.
int32_t generated_create(GeneratedScene *out, const char *name, const char *params);
void generated_free(GeneratedScene *scene);            // all zero is allowed
HnSceneDef generated_def(const GeneratedScene *scene); // borrows it
