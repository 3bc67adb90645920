// The triangles of a mesh, at least one, which a kernel splits into a binary tree (wide/split.inl). Its
// leaves have up to four.
#pragma once

#include <string.h>

#include "wide/collapse.h"

// The box of a triangle: lo, the bits of its number, -hi, 0. All bounds are then minima: of eight floats at a
// time, or of twice four.
typedef struct WidePrim {
	float box[8];
} WidePrim;
enum { WIDE_ID = 0x40000000 }; // added to a number so that its bits, as a float, are neither tiny nor NaN

static inline WidePrim wide_prim(const float lo[3], const float hi[3], int32_t id) {
	WidePrim out = { { lo[0], lo[1], lo[2], 0, -hi[0], -hi[1], -hi[2], 0 } };
	id |= WIDE_ID;
	memcpy(&out.box[3], &id, sizeof id);
	return out;
}
static inline int32_t wide_prim_id(const WidePrim *prim) {
	int32_t id;
	memcpy(&id, &prim->box[3], sizeof id);
	return id & ~WIDE_ID;
}

typedef struct WideSplit {
	WidePrim *prims; // count of them; they are put into the order of the leaves
	int32_t *room;   // count + 1 numbers of scratch
	int32_t count, bins;
	WideBinary binary;
} WideSplit;
