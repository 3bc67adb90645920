// Objects in the order of a k-d tree: every run of `tile`, and of the next powers of it, is near together.
#pragma once

#include "broad/objects.h"

typedef struct KdItem {
	uint32_t key[3]; // of the centre along each axis, ordered as unsigned numbers
	int32_t id;
} KdItem;

void kd_item(KdItem *out, const Aabb *box, int32_t id);
// Halves, a multiple of tile in the first, along the axis in which the centres' bounds are longest, down to
// one tile. The same for every order that they come in. No recursion deeper than 64.
void kd_order(KdItem *items, int64_t count, int32_t tile);
