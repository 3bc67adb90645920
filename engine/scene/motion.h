// Motions: fill poses, one per step. Rotations are unit quaternions until they
// become matrices here.
#pragma once

#include <stdbool.h>

#include "base/rng.h"
#include "math/pose.h"
#include "math/quaternion.h"
#include "mesh/mesh.h"

// Uniform random rotation (Shoemake 1992), and uniform direction.
Mat3 motion_random_rotation(Rng *rng);
Vec3 motion_random_direction(Rng *rng);
// To length 1; false for the zero vector and for what is not finite.
bool motion_normalize(Vec3 *v);

// A pose that a path goes through: x' = R(rotation) x + position, at a time.
typedef struct KeyPose {
	double at;
	Quaternion rotation; // of length 1
	Vec3 position;
} KeyPose;
// Through the key poses, at least two, whose times increase. Each key stands, exactly as it is, at the step
// nearest to its time, the first one at the first step and the last one at the last: step
// floor((at - first) / (last - first) * (steps - 1) + 1/2). Between two keys all steps are equal: the
// position moves linearly, the rotation by quaternion_slerp. ERR_BAD_INPUT for times that do not increase,
// and where two keys would fall on one step.
int32_t motion_path(Pose *out, int32_t steps, const KeyPose *keys, int32_t key_count);

// A random walk from `from`, unrotated, that stays inside a ball about `from` (radius > 0) or in a box
// (radius = 0). Each step moves by `step` in a uniform direction and turns by `turn` radians about a uniform
// axis through the moving origin. Where it would leave it is reflected: each coordinate at its side of the
// box, in the ball the distance from the centre at the radius (to rounding).
typedef struct RandomWalkDef {
	int32_t steps;
	uint64_t seed;
	double step, turn, radius;
	Vec3 from, lo, hi;
} RandomWalkDef;
// ERR_BAD_INPUT for what is not finite or beyond 2^200, an empty box, and a start outside of it. Fewer steps
// of the same seed are the beginning of more.
int32_t motion_random_walk(Pose *out, const RandomWalkDef *def);

// h.approach: a rotation and a direction, drawn as motion_touching draws those of pose `number` (from 0); the
// moving mesh goes along the line, without turning, from where a plane separates the two (out[0]) to where
// the middles of the two boxes meet (out[1]). A direction along which a plane separates them there too is
// drawn again; ERR_BAD_INPUT after 100. Asks nobody about contacts.
int32_t motion_approach(Pose out[2], const Mesh *still, const Mesh *moving, uint64_t seed, int32_t number);
