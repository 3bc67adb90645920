// Declarations that the bindings of meshes, motions and scenes share.
#pragma once

#include <lauxlib.h>

#include "base/error.h"
#include "host/bindings.h"
#include "run/run.h"
#include "scene/recording.h"

#define MESH_TYPE   "harness.mesh"   // HnMesh *
#define POSES_TYPE  "harness.poses"  // Poses
#define FRAMES_TYPE "harness.frames" // HnSceneFrames

typedef struct Poses {
	HnPose *data;
	int32_t count;
} Poses;

extern const HnPose bind_still; // of a body without a motion: where its mesh is

static inline const HnMesh *to_mesh(lua_State *L, int index) {
	return *(HnMesh **)luaL_checkudata(L, index, MESH_TYPE);
}

// Pushes a new array of poses. NULL: out of memory; the error text is set and nothing is pushed.
Poses *bind_new_poses(lua_State *L, int32_t count);
// The recording at an index of the stack. NULL: the value is no recording.
const Recording *bind_to_recording(lua_State *L, int index);
