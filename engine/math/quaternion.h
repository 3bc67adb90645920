// Unit quaternions as rotations; q and -q are the same one. Fixed order, no libm: the same bits everywhere.
#pragma once

#include "math/vec3.h"

Mat3 quaternion_matrix(Quaternion q);                  // of a unit quaternion
Quaternion quaternion_mul(Quaternion a, Quaternion b); // b first, then a
// From a (s = 0) to b (s = 1) at constant speed (Shoemake 1985), along the shorter arc, whichever signs the
// two came with. Where they are half a turn apart (to 2e-12 radians) both arcs are as short: then about the
// axis, in the frame of a, whose first coordinate that is not 0 (to 1e-8) is positive. Of unit length to
// rounding, also for a and b that are equal, nearly equal or opposite.
Quaternion quaternion_slerp(Quaternion a, Quaternion b, double s);
