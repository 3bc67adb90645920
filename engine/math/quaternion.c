#include "math/quaternion.h"

#include <math.h>

#include "math/elementary.h"

// A cosine of half the angle below this counts as half a turn.
#define HALF_TURN 1e-12
// A coordinate of a unit axis below this may be only rounding.
#define AXIS_ZERO 1e-8
// For angles between two quaternions (radians) below this, the arc equals its chord to rounding.
#define STRAIGHT 1e-8

HnMat3 quaternion_matrix(HnQuaternion q) {
	double w = q.w, x = q.x, y = q.y, z = q.z;
	return (HnMat3){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
		               { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
		               { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
}

// The largest of the four numbers is found first, so that nothing is divided by one near 0 (Shepperd 1978).
HnQuaternion quaternion_of(const HnMat3 *r) {
	const double a = r->m[0][0], b = r->m[1][1], c = r->m[2][2];
	const double wx = r->m[2][1] - r->m[1][2], wy = r->m[0][2] - r->m[2][0], wz = r->m[1][0] - r->m[0][1];
	const double xy = r->m[0][1] + r->m[1][0], xz = r->m[0][2] + r->m[2][0], yz = r->m[1][2] + r->m[2][1];
	const double w = 1 + a + b + c, x = 1 + a - b - c, y = 1 - a + b - c,
	             z = 1 - a - b + c; // 4 times squares
	HnQuaternion q = w >= x && w >= y && w >= z ? (HnQuaternion){ w, wx, wy, wz }
	                 : x >= y && x >= z         ? (HnQuaternion){ wx, x, xy, xz }
	                 : y >= z                   ? (HnQuaternion){ wy, xy, y, yz }
	                                            : (HnQuaternion){ wz, xz, yz, z };
	hn_quaternion_normalize(&q);
	const double first = q.w != 0 ? q.w : q.x != 0 ? q.x : q.y != 0 ? q.y : q.z;
	return first < 0 ? (HnQuaternion){ -q.w, -q.x, -q.y, -q.z } : q;
}

HnQuaternion hn_quaternion_axis_angle(HnVec3 axis, double angle) {
	if (!isfinite(angle) || !vec3_is_finite(axis)) return (HnQuaternion){ 1, 0, 0, 0 };
	double s = math_sin(angle / 2);
	return (HnQuaternion){ math_cos(angle / 2), s * axis.x, s * axis.y, s * axis.z };
}

HnQuaternion quaternion_mul(HnQuaternion a, HnQuaternion b) {
	return (HnQuaternion){ a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
		                   a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
		                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
		                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
}

static double quaternion_dot(HnQuaternion a, HnQuaternion b) {
	return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

static double quaternion_length(HnQuaternion q) { return sqrt(quaternion_dot(q, q)); }

static HnQuaternion quaternion_divide(HnQuaternion q, double by) {
	return (HnQuaternion){ q.w / by, q.x / by, q.y / by, q.z / by };
}

// a * s + b * t
static HnQuaternion quaternion_blend(HnQuaternion a, double s, HnQuaternion b, double t) {
	return (HnQuaternion){ a.w * s + b.w * t, a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t };
}

bool hn_quaternion_normalize(HnQuaternion *q) {
	if (q == NULL) return false;
	double largest = fmax(fmax(fabs(q->w), fabs(q->x)), fmax(fabs(q->y), fabs(q->z)));
	// test each one separately, because fmax ignores NaN
	bool finite = isfinite(q->w) && isfinite(q->x) && isfinite(q->y) && isfinite(q->z);
	if (!finite || !(largest > 0)) return false;
	*q = quaternion_divide(*q, largest); // then no square over- or underflows
	*q = quaternion_divide(*q, quaternion_length(*q));
	return true;
}

HnMat3 hn_quaternion_matrix(HnQuaternion q) {
	return hn_quaternion_normalize(&q) ? quaternion_matrix(q) : mat3_identity();
}

// Whether the rotation from a to b, which is half a turn, has an axis that points the wrong way
// (quaternion_slerp's rule).
static bool axis_is_backward(HnQuaternion a, HnQuaternion b) {
	HnQuaternion turn = quaternion_mul((HnQuaternion){ a.w, -a.x, -a.y, -a.z }, b);
	double first = fabs(turn.x) > AXIS_ZERO ? turn.x : fabs(turn.y) > AXIS_ZERO ? turn.y : turn.z;
	return first < 0;
}

HnQuaternion quaternion_slerp(HnQuaternion a, HnQuaternion b, double s) {
	double cosine = quaternion_dot(a, b);
	bool negate = fabs(cosine) < HALF_TURN ? axis_is_backward(a, b) : cosine < 0;
	if (negate) b = quaternion_divide(b, -1);
	// The angle from the lengths of a - b and a + b is accurate to rounding, even where acos of the cosine is
	// not (Kahan 2006).
	double between = 2 * math_atan2(quaternion_length(quaternion_blend(a, 1, b, -1)),
	                                quaternion_length(quaternion_blend(a, 1, b, 1)));
	HnQuaternion q = between < STRAIGHT
	                     ? quaternion_blend(a, 1 - s, b, s)
	                     : quaternion_blend(a, math_sin((1 - s) * between), b, math_sin(s * between));
	return quaternion_divide(q, quaternion_length(q));
}
