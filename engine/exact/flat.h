// Triangles in a plane, four against one: do they share a point? Floating point decides, without a branch for
// each sign, because neighbours on a common face touch in all possible ways, which no branch predictor
// guesses. docs/exactness.md, sections 2 and 15, has the proof. There is one kernel for each instruction set
// (flat.inl); all give the same answers.
#pragma once

#include <stdint.h>

#include "simd/simd.h"

enum { FLAT_FOUR = 4 };

typedef struct FlatFour {
	double p[3][2][FLAT_FOUR]; // vertex, coordinate, triangle
} FlatFour;

// Bits, one for each triangle of four. Triangles without area are never known to meet.
typedef struct FlatAnswer {
	unsigned meet, apart; // certain; a triangle with neither bit is open
} FlatAnswer;

typedef FlatAnswer (*FlatKernel)(const FlatFour *four, const double one[3][2]);

FlatAnswer flat_four_baseline(const FlatFour *four, const double one[3][2]);
FlatAnswer flat_four_avx2(const FlatFour *four, const double one[3][2]);
FlatKernel flat_four(SimdSet set);
