// Unit quaternions as rotations; q and -q are the same one. Fixed order, no libm: the same bits everywhere.
#pragma once

#include <stdbool.h>

#include "math/vec3.h"

typedef struct Quaternion {
	double w, x, y, z;
} Quaternion;

Mat3 quaternion_matrix(Quaternion q);                           // of a unit quaternion
Quaternion quaternion_axis_angle(Vec3 unit_axis, double angle); // radians
Quaternion quaternion_mul(Quaternion a, Quaternion b);          // b first, then a
// To length 1; false for zero and for what is not finite.
bool quaternion_normalize(Quaternion *q);
// From a (s = 0) to b (s = 1) at constant speed (Shoemake 1985), along the shorter arc, whichever signs the
// two came with. Where they are half a turn apart (to 2e-12 radians) both arcs are as short: then about the
// axis, in the frame of a, whose first coordinate that is not 0 (to 1e-8) is positive. Of unit length to
// rounding, also for a and b that are equal, nearly equal or opposite.
Quaternion quaternion_slerp(Quaternion a, Quaternion b, double s);
