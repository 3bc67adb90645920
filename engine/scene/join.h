// Populations of generated scenes: one scene that has the steps of all instances, one after the other
// (lua/vocabulary/drawn.lua). What is built for a scene then serves all of them.
#pragma once

#include "scene/generator.h"
#include "scene/trajectories.h"

enum { JOIN_POSES_MAX = 1 << 26 }; // of a joined scene: 6 GiB

// Replaces the scene by pieces of it: the same pieces of the motions of all its bodies. def is without
// `from`. HN_ERR_BAD_INPUT: the scene has fewer pieces than def->count, its objects come and go, or there are
// more than JOIN_POSES_MAX poses; HN_ERR_NO_MEMORY. On failure the scene is as it was, or partly replaced.
int32_t generated_pieces(GeneratedScene *scene, TrajectoriesDef def);

// Adds the steps of `one`, which is instance `at` of `count` (from 1). `all` began as instance 0 alone. Both
// have the same bodies, with the same meshes, and as many steps an instance; only poses differ. A body that
// rests in the same pose in all instances still rests. HN_ERR_BAD_INPUT for other scenes, for objects that
// come and go, for a fixed body that lies elsewhere, and for more than JOIN_POSES_MAX poses;
// HN_ERR_NO_MEMORY. After a failure `all` can only be freed.
int32_t generated_join(GeneratedScene *all, const GeneratedScene *one, int32_t at, int32_t count);
