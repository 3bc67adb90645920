// Cyclic Jacobi. Each rotation clears one pair of elements beside the diagonal; what is left shrinks with the
// square once it is small, and seven sweeps have been enough for every matrix tried.
#include "math/eigen.h"

#include <math.h>
#include <stdbool.h>

enum { SWEEPS_MAX = 30 };

// The largest magnitude brought to [1/2, 1) by a power of two, which is exact: no square over- or underflows.
// Returns the exponent to undo it by.
static int scale_matrix(double a[3][3], const Mat3 *from) {
	double largest = 0;
	int exponent = 0;
	for (int i = 0; i < 3; ++i)
		for (int j = i; j < 3; ++j) largest = fmax(largest, fabs(from->m[i][j]));
	frexp(largest, &exponent);
	for (int i = 0; i < 3; ++i)
		for (int j = i; j < 3; ++j) a[i][j] = a[j][i] = ldexp(from->m[i][j], -exponent);
	return exponent;
}

// One rotation of rows and columns p and q that makes a[p][q] zero; the rows of v turn along.
// This work is based on: G. H. Golub, C. F. Van Loan. Matrix Computations, 8.5.2 (the smaller angle)
static void rotate(double a[3][3], double v[3][3], int p, int q) {
	double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]), magnitude = fabs(theta);
	// beyond 2^500 the square would overflow, and 1 / (2 theta) is the same to the last bit
	double t = magnitude < 0x1p500 ? 1 / (magnitude + sqrt(theta * theta + 1)) : 1 / (2 * magnitude);
	if (theta < 0) t = -t;
	double c = 1 / sqrt(t * t + 1), s = t * c;
	int other = 3 - p - q;
	a[p][p] -= t * a[p][q];
	a[q][q] += t * a[p][q];
	a[p][q] = a[q][p] = 0;
	double ap = a[other][p], aq = a[other][q];
	a[other][p] = a[p][other] = c * ap - s * aq;
	a[other][q] = a[q][other] = s * ap + c * aq;
	for (int i = 0; i < 3; ++i) {
		double vp = v[p][i], vq = v[q][i];
		v[p][i] = c * vp - s * vq;
		v[q][i] = s * vp + c * vq;
	}
}

// So small that adding it to either element of the diagonal changes nothing.
static bool negligible(double off, double d1, double d2) {
	double quarter = off / 4;
	return d1 + quarter == d1 && d2 + quarter == d2;
}

static Vec3 unit(Vec3 v) {
	double length = sqrt(vec3_dot(v, v));
	return (Vec3){ v.x / length, v.y / length, v.z / length };
}

// The component of largest magnitude, the first of equals, made positive.
static Vec3 positive(Vec3 v) {
	double lead = v.x;
	if (fabs(v.y) > fabs(lead)) lead = v.y;
	if (fabs(v.z) > fabs(lead)) lead = v.z;
	return lead < 0 ? (Vec3){ 0 - v.x, 0 - v.y, 0 - v.z } : v; // never -0
}

// Rows in descending order of their values, equal ones in the order they have.
static void sort_values(const double d[3], int order[3]) {
	for (int i = 0; i < 3; ++i) {
		int place = 0;
		for (int j = 0; j < 3; ++j) place += d[j] > d[i] || (j < i && d[j] == d[i]);
		order[place] = i;
	}
}

void mat3_eigen_symmetric(const Mat3 *from, double values[3], Mat3 *vectors) {
	double a[3][3], v[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	int exponent = scale_matrix(a, from);
	for (int sweep = 0; sweep < SWEEPS_MAX; ++sweep) {
		bool done = true;
		for (int p = 0; p < 2; ++p)
			for (int q = p + 1; q < 3; ++q) {
				if (negligible(a[p][q], a[p][p], a[q][q])) continue;
				rotate(a, v, p, q);
				done = false;
			}
		if (done) break;
	}
	const double d[3] = { a[0][0], a[1][1], a[2][2] };
	int order[3];
	sort_values(d, order);
	for (int i = 0; i < 3; ++i) values[i] = ldexp(d[order[i]], exponent);
	Vec3 first = positive(unit(vec3_load(v[order[0]]))), second = vec3_load(v[order[1]]);
	// once more square to the first: rounding of the rotations has added up
	second = positive(unit(vec3_sub(second, vec3_scale(first, vec3_dot(first, second)))));
	vec3_store(vectors->m[0], first);
	vec3_store(vectors->m[1], second);
	vec3_store(vectors->m[2], unit(vec3_cross(first, second)));
}
