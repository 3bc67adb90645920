// The poses of a population's instances (lua/vocabulary/drawn.lua). An instance is one pose, or several one
// after the other: a trajectory. It depends on the seed and on its number alone.
#pragma once

#include <stdbool.h>

#include "scene/motion.h"

typedef struct TrajectoriesDef {
	const HnPose *from; // where instances begin: one pose for all, or one for each; along: a motion's poses
	int32_t from_count;
	int32_t count, steps; // instances, and poses of each
	uint64_t seed;
	bool along;                // an instance is a piece of the motion; else a random walk
	bool turned;               // the body is turned in its own frame first, by a uniform rotation
	double step, turn, radius; // of a walk, as HnRandomWalkDef has them; radius 0: no bound
} TrajectoriesDef;

// Fills count * steps poses. Pieces are drawn without repetition until each was drawn, then anew.
// HN_ERR_BAD_INPUT: the motion is shorter than a piece, or from_count is another; those of
// hn_motion_random_walk. HN_ERR_NO_MEMORY.
int32_t motion_trajectories(HnPose *out, const TrajectoriesDef *def);
