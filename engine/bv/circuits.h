// Whether two k-DOPs of one set have a point in common, exactly. Their intervals may all overlap though the
// polytopes are apart, because a plane between them may need a direction outside the set (wei2000, theorem 1
// and its corollary).
//
// The slabs of both have the intersections of the two intervals as bounds: x_i = d_i.p lies in [lo_i, hi_i].
// A point p with these projections exists if and only if, for every minimal linear dependency sum l_i d_i = 0
// (a circuit, of at most 4 directions), the sum of l_i [lo_i, hi_i] contains 0:
// R. T. Rockafellar. The Elementary Vectors of a Subspace of R^n. 1969 (theorem 22.6 of his Convex Analysis).
// The circuits depend on the set alone. The axes have none, so there the comparison of intervals is exact.
#pragma once

#include "base/array.h"
#include "bv/directions.h"

typedef struct Circuit {
	int32_t count, slab[4]; // 3 or 4 slabs
	double factor[4];       // whole numbers of at most 15 bits
} Circuit;

typedef struct Circuits {
	ARRAY(Circuit) all;
	bool exact; // false: the set's vectors are no small whole numbers, and there are no circuits
} Circuits;

// Error: HN_ERR_NO_MEMORY.
int32_t circuits_init(Circuits *out, const Directions *directions);
void circuits_free(Circuits *circuits);
// Volumes are arrays of lo and hi, one entry for each slab, whose intervals overlap. Only for exact circuits.
bool circuits_meet(const Circuits *circuits, const float *lo_a, const float *hi_a, const float *lo_b,
                   const float *hi_b);
