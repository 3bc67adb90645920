// Motions: fill poses, one per step. Rotations are unit quaternions until they
// become matrices here.
#pragma once

#include <stdbool.h>

#include "base/rng.h"
#include "math/pose.h"
#include "math/quaternion.h"
#include "mesh/mesh.h"

// Uniform random rotation (Shoemake 1992), and uniform direction.
HnMat3 motion_random_rotation(Rng *rng);
HnVec3 motion_random_direction(Rng *rng);
// To length 1; false for the zero vector and for what is not finite.
bool motion_normalize(HnVec3 *v);
// The point of [lo, hi] that x comes to when it is reflected at both ends, however often.
double motion_reflect(double x, double lo, double hi);

// h.approach: a rotation and a direction, drawn as hn_motion_touching draws those of pose `number` (from 0);
// the moving mesh goes along the line, without turning, from where a plane separates the two (out[0]) to
// where the middles of the two boxes meet (out[1]). A direction along which a plane separates them there too
// is drawn again; HN_ERR_BAD_INPUT after 100. Asks nobody about contacts.
int32_t motion_approach(HnPose out[2], const HnMesh *still, const HnMesh *moving, uint64_t seed,
                        int32_t number);
