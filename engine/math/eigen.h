// Eigenvectors of a symmetric 3x3 matrix, deterministic.
#pragma once

#include "math/vec3.h"

// values descending; vectors->m[i] (row i) is the unit eigenvector of values[i]; right-handed; ties keep axis
// order; signs fixed: the component of largest magnitude (first of equals) of rows 0 and 1 is positive, row 2
// = row 0 x row 1. Values and what is left beside the diagonal are exact to 2^-50 of the largest element, so
// that of values far below it nothing is known. Any finite input, the zero matrix included, gives an
// orthonormal basis.
void mat3_eigen_symmetric(const HnMat3 *a, double values[3], HnMat3 *vectors);
