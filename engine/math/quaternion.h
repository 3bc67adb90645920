// Unit quaternions as rotations; q and -q are the same one. Fixed order, no libm: the same bits everywhere.
#pragma once

#include "math/vec3.h"

HnMat3 quaternion_matrix(HnQuaternion q);                    // of a unit quaternion
HnQuaternion quaternion_mul(HnQuaternion a, HnQuaternion b); // b first, then a
// From a (s = 0) to b (s = 1) at constant speed (Shoemake 1985), along the shorter arc, whichever signs the
// two came with. Where they are half a turn apart (to 2e-12 radians) both arcs are as short: then about the
// axis, in the frame of a, whose first coordinate that is not 0 (to 1e-8) is positive. Of unit length to
// rounding, also for a and b that are equal, nearly equal or opposite.
HnQuaternion quaternion_slerp(HnQuaternion a, HnQuaternion b, double s);
