// Triples of directions as matrices.
#pragma once

#include <math.h>
#include <stdbool.h>

#include "bv/directions.h"
#include "exact/orient.h"

static inline HnVec3 directions_at(const Directions *d, int32_t i) {
	return (HnVec3){ d->x[i], d->y[i], d->z[i] };
}
static inline int32_t directions_triples(int32_t n) { return n * (n - 1) * (n - 2) / 6; }
static inline int32_t directions_pairs(int32_t n) { return n * (n - 1) / 2; }
static inline int32_t directions_cuts(int32_t n) { return directions_pairs(n) * (n - 2); }
// Decided exactly.
static inline bool directions_independent(HnVec3 a, HnVec3 b, HnVec3 c) {
	return orient3d(a, b, c, (HnVec3){ 0, 0, 0 }) != 0;
}

// Inverts the matrix with rows a, b, c. The columns of the inverse are the cross products over the
// determinant.
static inline void directions_invert(double out[3][3], HnVec3 a, HnVec3 b, HnVec3 c) {
	const HnVec3 columns[3] = { vec3_cross(b, c), vec3_cross(c, a), vec3_cross(a, b) };
	double determinant = vec3_dot(a, columns[0]);
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			out[row][column] = vec3_get(columns[column], row) / determinant;
}

typedef struct InverseBound {
	// the greatest row sum of |inverse|, and of |1 - inverse * matrix|, with rounding included
	double norm, error;
} InverseBound;

static inline InverseBound directions_inverse_bound(const double inverse[3][3], HnVec3 a, HnVec3 b,
                                                    HnVec3 c) {
	const HnVec3 rows[3] = { a, b, c };
	InverseBound bound = { 0, 0 };
	for (int i = 0; i < 3; ++i) {
		double norm = 0, error = 0;
		for (int j = 0; j < 3; ++j) {
			double sum = i == j, magnitude = i == j;
			for (int k = 0; k < 3; ++k) {
				double term = inverse[i][k] * vec3_get(rows[k], j);
				sum -= term;
				magnitude += fabs(term);
			}
			norm += fabs(inverse[i][j]);
			error += fabs(sum) + 8 * 0x1p-53 * magnitude;
		}
		if (!(norm <= bound.norm)) bound.norm = norm * (1 + 0x1p-40);
		if (!(error <= bound.error)) bound.error = error * (1 + 0x1p-40);
	}
	return bound;
}

// Corners that are nearer to each other than SAME_POINT, in units of the largest bound, become one point.
// directions_hull_error bounds how far that point may be from a corner that it stands for.
#define SAME_POINT 0x1p-40
static inline double directions_hull_error(const Directions *d) { return d->corner_error + 2 * SAME_POINT; }
