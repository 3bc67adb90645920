// Rigid poses, x' = R x + t. pose_relative is the only composition of poses, and pose_place is the only
// function that places a vertex. Every algorithm, including brute force, therefore gets the same (R, t) and
// the same placed coordinates.
#pragma once

#include <math.h>
#include <stdint.h>

#include "math/vec3.h"

#define COORDINATE_MAX 0x1p200 // larger magnitudes are refused
// smaller magnitudes become 0, so that no expansion underflows (docs/explanation/exactness.md)
#define COORDINATE_MIN 0x1p-200

static inline double coordinate_flush(double x) { return fabs(x) < COORDINATE_MIN ? 0.0 : x; }

// hn_pose_relative for pointers that are not NULL.
HnPose pose_relative(const HnPose *a, const HnPose *b);

// The place of a vertex of the body with the higher id, in the frame of the body with the lower id.
static inline HnVec3 pose_place(const HnPose *p, HnVec3 v) {
	return (
	    HnVec3){ coordinate_flush(p->r.m[0][0] * v.x + p->r.m[0][1] * v.y + p->r.m[0][2] * v.z + p->t.x),
		         coordinate_flush(p->r.m[1][0] * v.x + p->r.m[1][1] * v.y + p->r.m[1][2] * v.z + p->t.y),
		         coordinate_flush(p->r.m[2][0] * v.x + p->r.m[2][1] * v.y + p->r.m[2][2] * v.z + p->t.z) };
}
