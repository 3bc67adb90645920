// Eigenvectors, first by a direct method, then by Jacobi rotations where needed. The direct method finds the
// eigenvalue farthest from the others as a root, by Newton's method. Its vector is the cross product of two
// rows. The rest is a problem in the plane. The direct method avoids a long chain of dependent iterations. If
// it fails or rounds too much, cyclic Jacobi rotations continue from its result. This work is based on: D.
// Eberly. A Robust Eigensolver for 3x3 Symmetric Matrices. 2014 (which vector first).
#include "math/eigen.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SWEEPS_MAX = 30 };

// An off-diagonal element up to this size counts as 0, in a matrix whose largest element is in [1, 2).
#define NEGLIGIBLE 0x1p-52

typedef struct Turned {
	double a[3][3], v[3][3]; // a = v * matrix * v^T; the rows of v are orthonormal
} Turned;

// 2^e for -1022 <= e <= 1023.
static double power_of_two(int e) {
	uint64_t bits = (uint64_t)(e + 1023) << 52;
	double out;
	memcpy(&out, &bits, sizeof out);
	return out;
}

// Scales by a power of two so that the largest magnitude is in [1, 2). The scaling is exact, and no square
// over- or underflows afterwards. Returns the factor that undoes it.
static double scale_matrix(double a[3][3], const HnMat3 *from) {
	double largest = 0;
	for (int i = 0; i < 3; ++i)
		for (int j = i; j < 3; ++j) {
			double size = fabs(from->m[i][j]);
			largest = size > largest ? size : largest;
		}
	double first = 1; // a first factor, used if a single one or its inverse would not be a normal number
	if (largest < 0x1p-900) first = 0x1p200;
	if (largest > 0x1p900) first = 0x1p-200;
	double scaled = largest * first;
	uint64_t bits;
	memcpy(&bits, &scaled, sizeof bits);
	int exponent = scaled > 0 ? (int)(bits >> 52) - 1023 : 0;
	double factor = power_of_two(-exponent);
	for (int i = 0; i < 3; ++i)
		for (int j = i; j < 3; ++j) a[i][j] = a[j][i] = from->m[i][j] * first * factor;
	return power_of_two(exponent) / first;
}

// The rotation of rows p and q of v that makes a[p][q] zero. d is the difference of the two diagonal elements
// and o = 2 a[p][q]. With u = |d| + sqrt(d^2 + o^2) and h = sqrt(u^2 + o^2): tan = o / u, cos = u / h, sin =
// o / h. The chain of dependent operations has only two roots and a quotient. This work is based on: G. H.
// Golub, C. F. Van Loan. Matrix Computations, 8.5.2 (the smaller angle)
typedef struct Rotation {
	double c, s, t;
} Rotation;

static Rotation rotation_of(double d, double o) {
	double u = fabs(d) + sqrt(d * d + o * o), inverse = 1 / sqrt(u * u + o * o);
	if (d < 0) o = -o;
	return (Rotation){ u * inverse, o * inverse, o / u };
}

static void rotate_rows(double v[3][3], int p, int q, Rotation r) {
	for (int i = 0; i < 3; ++i) {
		double vp = v[p][i], vq = v[q][i];
		v[p][i] = r.c * vp - r.s * vq;
		v[q][i] = r.s * vp + r.c * vq;
	}
}

static void rotate(Turned *m, int p, int q) {
	double off = m->a[p][q];
	Rotation r = rotation_of(m->a[q][q] - m->a[p][p], 2 * off);
	int other = 3 - p - q;
	m->a[p][p] -= r.t * off;
	m->a[q][q] += r.t * off;
	m->a[p][q] = m->a[q][p] = 0;
	double ap = m->a[other][p], aq = m->a[other][q];
	m->a[other][p] = m->a[p][other] = r.c * ap - r.s * aq;
	m->a[other][q] = m->a[q][other] = r.s * ap + r.c * aq;
	rotate_rows(m->v, p, q, r);
}

// Convergence is quadratic. After the direct method at most two or three rotations are left.
static void jacobi(Turned *m) {
	for (int sweep = 0; sweep < SWEEPS_MAX; ++sweep) {
		bool done = true;
		for (int p = 0; p < 2; ++p)
			for (int q = p + 1; q < 3; ++q) {
				if (fabs(m->a[p][q]) <= NEGLIGIBLE) continue;
				rotate(m, p, q);
				done = false;
			}
		if (done) break;
	}
}

// The greatest root of b^3 - 3 b - 2 x for 0 <= x <= 1, which is 2 cos(acos(x) / 3), between sqrt 3 and 2.
// The cubic approximation has an error below 2^-13; each step of Newton's method squares it.
static double root_of(double x) {
	double b = 1.7321327 + x * (0.3306607 + x * (-0.0813824 + x * 0.0186394));
	b -= (b * (b * b - 3) - 2 * x) / (3 * (b * b) - 3);
	b -= (b * (b * b - 3) - 2 * x) / (3 * (b * b) - 3);
	return b;
}

// The eigenvalue of a - mean that is farthest from the others; 3 mean is the trace of a. 0 if all eigenvalues
// are equal as far as rounding shows.
static double far_value(const double a[3][3], double mean) {
	double x = a[0][0] - mean, y = a[1][1] - mean, z = a[2][2] - mean;
	double off = a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2];
	double square = (x * x + y * y + z * z + 2 * off) / 6;
	if (square < 0x1p-80) return 0;
	double det = x * (y * z - a[1][2] * a[1][2]) - a[0][1] * (a[0][1] * z - a[1][2] * a[0][2]) +
	             a[0][2] * (a[0][1] * a[1][2] - y * a[0][2]);
	double size = sqrt(square), half = fabs(det) / (2 * (square * size));
	double value = size * root_of(half < 1 ? half : 1);
	return det < 0 ? -value : value;
}

// The largest of the three cross products of two rows of a - value.
static HnVec3 vector_of(const double a[3][3], double value) {
	HnVec3 r[3];
	for (int i = 0; i < 3; ++i) r[i] = vec3_load(a[i]);
	r[0].x -= value, r[1].y -= value, r[2].z -= value;
	HnVec3 best = vec3_cross(r[0], r[1]), second = vec3_cross(r[1], r[2]), third = vec3_cross(r[2], r[0]);
	if (vec3_dot(second, second) > vec3_dot(best, best)) best = second;
	return vec3_dot(third, third) > vec3_dot(best, best) ? third : best;
}

// Two unit vectors at right angles to the unit vector w and to each other.
// This work is based on: T. Duff et al. Building an Orthonormal Basis, Revisited. JCGT 6(1), 2017
static void basis_of(HnVec3 w, double u[3], double v[3]) {
	double sign = copysign(1, w.z), a = -1 / (sign + w.z), b = w.x * w.y * a;
	vec3_store(u, (HnVec3){ 1 + sign * w.x * w.x * a, sign * b, -sign * w.x });
	vec3_store(v, (HnVec3){ b, sign + w.y * w.y * a, -w.y });
}

// Transforms a to the basis v. Only the upper half of a is read.
static void matrix_in_basis(Turned *m) {
	HnVec3 rows[3], image[3];
	for (int i = 0; i < 3; ++i) rows[i] = vec3_load(m->a[i]);
	for (int i = 0; i < 3; ++i) {
		HnVec3 v = vec3_load(m->v[i]);
		image[i] = (HnVec3){ vec3_dot(rows[0], v), vec3_dot(rows[1], v), vec3_dot(rows[2], v) };
	}
	for (int i = 0; i < 3; ++i)
		for (int j = i; j < 3; ++j) m->a[i][j] = m->a[j][i] = vec3_dot(vec3_load(m->v[i]), image[j]);
}

// The direct method. It leaves v unchanged if it finds no vector.
static void direct(Turned *m) {
	double mean = (m->a[0][0] + m->a[1][1] + m->a[2][2]) / 3, value = far_value(m->a, mean);
	if (value == 0) return;
	HnVec3 w = vector_of(m->a, mean + value);
	double square = vec3_dot(w, w);
	if (!(square > 0x1p-200)) return;
	w = vec3_scale(w, 1 / sqrt(square));
	vec3_store(m->v[0], w);
	basis_of(w, m->v[1], m->v[2]);
	matrix_in_basis(m);
	if (fabs(m->a[1][2]) > NEGLIGIBLE) rotate(m, 1, 2);
}

// Normalises a vector whose length differs from 1 only by rounding.
static HnVec3 unit(HnVec3 v) { return vec3_scale(v, 1.5 - 0.5 * vec3_dot(v, v)); }

// Makes the component of largest magnitude positive; among equals the first one counts.
static HnVec3 positive(HnVec3 v) {
	double lead = v.x;
	if (fabs(v.y) > fabs(lead)) lead = v.y;
	if (fabs(v.z) > fabs(lead)) lead = v.z;
	double sign = lead < 0 ? -1 : 1;
	return (HnVec3){ sign * v.x + 0, sign * v.y + 0, sign * v.z + 0 }; // adding 0 turns -0 into 0
}

// The order of the rows by descending value; equal values keep their order.
static void sort_values(const double d[3], int order[3]) {
	for (int i = 0; i < 3; ++i) {
		int place = 0;
		for (int j = 0; j < 3; ++j) place += d[j] > d[i] || (j < i && d[j] == d[i]);
		order[place] = i;
	}
}

void mat3_eigen_symmetric(const HnMat3 *from, double values[3], HnMat3 *vectors) {
	Turned m = { .v = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
	double unscale = scale_matrix(m.a, from);
	if (fabs(m.a[0][1]) + fabs(m.a[0][2]) + fabs(m.a[1][2]) > 0) direct(&m);
	jacobi(&m);
	const double d[3] = { m.a[0][0], m.a[1][1], m.a[2][2] };
	int order[3];
	sort_values(d, order);
	for (int i = 0; i < 3; ++i) values[i] = d[order[i]] * unscale;
	HnVec3 first = positive(unit(vec3_load(m.v[order[0]]))), second = vec3_load(m.v[order[1]]);
	// orthogonalise once more, because rounding has added up
	second = positive(unit(vec3_sub(second, vec3_scale(first, vec3_dot(first, second)))));
	vec3_store(vectors->m[0], first);
	vec3_store(vectors->m[1], second);
	vec3_store(vectors->m[2], unit(vec3_cross(first, second)));
}
