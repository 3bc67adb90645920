// Splits the triangles of a mesh into a binary tree whose leaves have up to four. There is one kernel for each
// instruction set (wide_split.inl). All give the same tree and the same order of triangles.
#pragma once

#include "simd/simd.h"
#include "tree/wide_collapse.h"

// The box of a triangle. All bounds are then minima: of eight floats at a time, or of twice four.
typedef struct WidePrim {
	float lo[3];
	int32_t id; // | WIDE_ID, so that its bits, read as a float, are neither tiny nor NaN
	float minus_hi[3], zero;
} WidePrim;
enum { WIDE_ID = 0x40000000 };

typedef struct WideSplit {
	WidePrim *prims; // count of them; they are put into the order of the leaves
	int32_t *room;   // count + 1 numbers of scratch
	int32_t count, bins;
	WideBinary binary;
} WideSplit;

// Splits at least one triangle. False: no memory.
typedef bool (*WideSplitKernel)(WideSplit *split);
WideSplitKernel wide_split_kernel(SimdSet set);
bool wide_split_baseline(WideSplit *split);
bool wide_split_avx2(WideSplit *split);
