// Motions: functions that fill poses, one for each step. Rotations are unit quaternions until they become
// matrices here.
#pragma once

#include <stdbool.h>

#include "base/rng.h"
#include "math/pose.h"
#include "math/quaternion.h"
#include "mesh/mesh.h"

// A uniform random rotation (Shoemake 1992), and a uniform random direction.
HnMat3 motion_random_rotation(Rng *rng);
HnVec3 motion_random_direction(Rng *rng);
// Scales v to length 1. False for the zero vector and if a number is not finite.
bool motion_normalize(HnVec3 *v);
// The point of [lo, hi] to which x comes by reflection at both ends, as often as needed.
double motion_reflect(double x, double lo, double hi);

// The way of h.approach. The rotation and direction are drawn like those of hn_motion_touching for pose
// `number` (from 0). The moving mesh moves along the line without turning. out[0] is a place where a plane
// separates the two meshes; at out[1] the centres of their boxes meet. A new direction is drawn if a plane
// across it also separates them at out[1]; HN_ERR_BAD_INPUT after 100 directions. No contact query is made.
int32_t motion_approach(HnPose out[2], const HnMesh *still, const HnMesh *moving, uint64_t seed,
                        int32_t number);
