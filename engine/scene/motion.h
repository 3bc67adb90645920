// Motions: fill poses, one per step. Rotations are unit quaternions until they become matrices here.
#pragma once

#include "base/rng.h"
#include "math/pose.h"
#include "mesh/mesh.h"

// Uniform random rotation (Shoemake 1992), and uniform direction.
Mat3 motion_random_rotation(Rng *rng);
Vec3 motion_random_direction(Rng *rng);
