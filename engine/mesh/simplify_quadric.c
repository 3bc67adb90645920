#include "mesh/simplify_quadric.h"

#include <math.h>

Quadric quadric_plane(HnVec3 n, HnVec3 point, double weight) {
	double d = -vec3_dot(n, point);
	HnVec3 w = vec3_scale(n, weight);
	return (Quadric){ .xx = w.x * n.x,
		              .xy = w.x * n.y,
		              .xz = w.x * n.z,
		              .yy = w.y * n.y,
		              .yz = w.y * n.z,
		              .zz = w.z * n.z,
		              .b = vec3_scale(w, d),
		              .c = weight * d * d };
}

Quadric quadric_sum(const Quadric *p, const Quadric *q) {
	return (Quadric){ .xx = p->xx + q->xx,
		              .xy = p->xy + q->xy,
		              .xz = p->xz + q->xz,
		              .yy = p->yy + q->yy,
		              .yz = p->yz + q->yz,
		              .zz = p->zz + q->zz,
		              .b = vec3_add(p->b, q->b),
		              .c = p->c + q->c };
}

static HnVec3 quadric_times(const Quadric *q, HnVec3 v) {
	return (HnVec3){ q->xx * v.x + q->xy * v.y + q->xz * v.z, q->xy * v.x + q->yy * v.y + q->yz * v.z,
		             q->xz * v.x + q->yz * v.y + q->zz * v.z };
}

static double quadric_trace(const Quadric *q) { return q->xx + q->yy + q->zz; }

// The error at v, never below 0. Otherwise cancellation could make one flat edge cheaper than another.
static double quadric_error(const Quadric *q, HnVec3 v) {
	return fmax(0, vec3_dot(quadric_times(q, v), v) + 2 * vec3_dot(q->b, v) + q->c);
}

// (A + shift I)^-1, symmetric, by cofactors. Returns false if A is almost flat in some direction: its
// determinant is at most `least` times trace^3 / 27, the largest possible value.
static bool quadric_inverse(Quadric *out, const Quadric *q, double shift, double least) {
	double xx = q->xx + shift, yy = q->yy + shift, zz = q->zz + shift;
	double c0 = yy * zz - q->yz * q->yz, c1 = q->xz * q->yz - q->xy * zz, c2 = q->xy * q->yz - q->xz * yy;
	double det = xx * c0 + q->xy * c1 + q->xz * c2, mean = (xx + yy + zz) / 3;
	if (!(det > least * (mean * mean * mean))) return false;
	*out = (Quadric){ .xx = c0 / det,
		              .xy = c1 / det,
		              .xz = c2 / det,
		              .yy = (xx * zz - q->xz * q->xz) / det,
		              .yz = (q->xy * q->xz - xx * q->yz) / det,
		              .zz = (xx * yy - q->xy * q->xy) / det };
	return true;
}

// The minimum of the quadric. On a plane or along a crease the minimum is not a single point. The directions
// without a clear minimum are then held near the middle of the edge. Each round brings the other directions a
// thousand times nearer to their minimum, so that creases stay sharp.
static bool quadric_least(HnVec3 *out, const Quadric *q, HnVec3 a, HnVec3 b) {
	const double clear = 1e-2, hold = 1e-3, farthest = 2;
	const int rounds = 4;
	Quadric inverse;
	bool is_clear = quadric_inverse(&inverse, q, 0, clear);
	if (!is_clear && !quadric_inverse(&inverse, q, hold * quadric_trace(q), 0)) return false;
	HnVec3 middle = vec3_scale(vec3_add(a, b), 0.5), edge = vec3_sub(b, a);
	*out = middle;
	for (int round = 0; round < (is_clear ? 1 : rounds); ++round)
		*out = vec3_sub(*out, quadric_times(&inverse, vec3_add(quadric_times(q, *out), q->b)));
	HnVec3 step = vec3_sub(*out, middle);
	return vec3_dot(step, step) <= farthest * farthest * vec3_dot(edge, edge);
}

double quadric_targets(HnVec3 out[QUADRIC_TARGETS], const Quadric *q, HnVec3 a, HnVec3 b) {
	// Long edges cost slightly more, so that flat regions end in well-shaped triangles.
	const double length_cost = 1e-4;
	double error[QUADRIC_TARGETS];
	out[1] = vec3_scale(vec3_add(a, b), 0.5);
	out[2] = a;
	out[3] = b;
	for (int i = 1; i < QUADRIC_TARGETS; ++i) error[i] = quadric_error(q, out[i]);
	for (int i = 2; i < QUADRIC_TARGETS; ++i)
		for (int k = i; k > 1 && error[k] < error[k - 1]; --k) {
			double swap = error[k];
			error[k] = error[k - 1];
			error[k - 1] = swap;
			HnVec3 point = out[k];
			out[k] = out[k - 1];
			out[k - 1] = point;
		}
	if (!quadric_least(&out[0], q, a, b)) out[0] = out[1];
	error[0] = quadric_error(q, out[0]);
	HnVec3 edge = vec3_sub(b, a);
	return error[0] + length_cost * quadric_trace(q) * vec3_dot(edge, edge);
}
