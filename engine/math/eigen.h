// Eigenvectors of a symmetric 3x3 matrix, with the same result on every machine.
#pragma once

#include "math/vec3.h"

// values are in descending order. vectors->m[i] (row i) is the unit eigenvector of values[i]. The rows are
// right-handed. Equal values keep the order of the axes. Signs are fixed: in rows 0 and 1 the component of
// largest magnitude (the first of equals) is positive, and row 2 = row 0 x row 1. Values and remaining
// off-diagonal elements are exact to 2^-50 of the largest element of the matrix. An eigenvalue far below that
// element may therefore be wrong. Every finite input, including the zero matrix, gives an orthonormal basis.
void mat3_eigen_symmetric(const HnMat3 *a, double values[3], HnMat3 *vectors);
