// The triangles of a mesh, at least one, which a kernel splits into a binary tree (wide_split.inl). Its leaves
// have up to four.
#pragma once

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
