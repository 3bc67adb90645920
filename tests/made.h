// Meshes and scenes that a test cannot do without: each function fails it where it cannot make one.
#pragma once

#include "api/engine.h"

HnMesh *mesh_new(int32_t vertex_count, int32_t triangle_count); // its arrays are not filled yet
HnMesh *teapot_of(int32_t faces);
HnMesh *shape_of(const char *name, const char *params);
HnScene *scene_made(const HnSceneDef *def);
