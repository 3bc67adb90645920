// Generated scenes: h.scenes.<name>. Each stands in a file of its own, scene/generate_<name>.c, and in
// generator.def, and has its parameters in a table beside it. Seeded; the same bytes on every machine;
// lengths are in no unit.
#pragma once

#include "base/param.h"
#include "scene/scene.h"

// What a generator makes. All of it belongs to whoever has it: generated_free. Every allocation is of exactly
// so many items as the counts say.
typedef struct GeneratedScene {
	HnMesh **meshes; // of the bodies; all differ
	int32_t mesh_count;
	HnSceneDefBody *bodies; // mesh is one of `meshes`; poses and present are allocations of their own
	int32_t body_count, step_count;
	HnSceneNode *nodes; // the assembly that the bodies are parts of; NULL: none
	int32_t node_count;
} GeneratedScene;

typedef struct GeneratorClass {
	const char *name, *about;
	const char *source; // whose scene it stands for, or NULL
	ParamTable params;
	// *out is all zero. HN_ERR_BAD_INPUT for parameters that do not go together (the text begins with the
	// name), HN_ERR_NO_MEMORY; what is in *out then is freed. scene/generator_build.h helps.
	int32_t (*create)(GeneratedScene *out, const void *params);
} GeneratorClass;

int32_t generator_count(void);
const GeneratorClass *generator_at(int32_t index);
const GeneratorClass *generator_find(const char *name); // NULL: unknown

// params: "name=value name=value". HN_ERR_NOT_FOUND (generator or parameter), HN_ERR_BAD_INPUT,
// HN_ERR_NO_MEMORY; on failure *out is all zero.
int32_t generated_create(GeneratedScene *out, const char *name, const char *params);
void generated_free(GeneratedScene *scene);            // all zero is allowed
HnSceneDef generated_def(const GeneratedScene *scene); // borrows it
