// Triangles in a plane, four against four: do they share a point? Floating point decides, without a branch
// for each sign, because neighbours on a common face touch in all possible ways, which no branch predictor
// guesses. docs/explanation/exactness.md, sections 2 and 15, has the proof. There is one kernel for each
// instruction set (flat.inl); all give the same answers.
#pragma once

#include "simd/simd.h"

enum { FLAT_FOUR = 4 };

// Vertex, coordinate, triangle. The four triangles are stored twice, so that they can be read turned.
typedef struct FlatFour {
	double p[3][3][2 * FLAT_FOUR];
} FlatFour;

// Bits, one for each lane. Lane l is triangle l mod 4 of a and (l + l / 4) mod 4 of b. Triangles without area
// are never known to meet.
typedef struct FlatAnswer {
	unsigned meet, apart; // certain; a lane with neither bit is open
} FlatAnswer;

// Looks along an axis at the lanes of a set. The answer holds no other lanes.
typedef FlatAnswer (*FlatKernel)(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes);

FlatAnswer flat_four_baseline(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes);
FlatAnswer flat_four_avx2(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes);
FlatAnswer flat_four_avx512(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes);
FlatKernel flat_four(SimdSet set);
