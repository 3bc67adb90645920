// Unit quaternions as rotations; q and -q are the same rotation. Operations have a fixed order and do not use
// libm, so the bits are the same on every machine.
#pragma once

#include "math/vec3.h"

HnMat3 quaternion_matrix(HnQuaternion q); // of a unit quaternion
HnQuaternion
quaternion_of(const HnMat3 *r); // of a rotation; w, or else the first number that is not 0, is positive
HnQuaternion quaternion_mul(HnQuaternion a, HnQuaternion b); // the rotation b, followed by a
// Interpolates from a (s = 0) to b (s = 1) at constant speed (Shoemake 1985), along the shorter arc, whatever
// signs a and b have. If a and b are half a turn apart (to 2e-12 radians), both arcs are equally short. The
// rotation axis in the frame of a is then the one whose first coordinate that is not 0 (to 1e-8) is positive.
// The result has unit length to rounding, also if a and b are equal, nearly equal or opposite.
HnQuaternion quaternion_slerp(HnQuaternion a, HnQuaternion b, double s);
