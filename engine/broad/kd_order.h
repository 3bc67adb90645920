// Objects in the order of a k-d tree: every run of a tile's size, and of the powers of two of it, is near
// together.
#pragma once

#include "broad/objects.h"

typedef struct KdItem {
	float center[3];
	int32_t id;
} KdItem;

void kd_item(KdItem *out, const Aabb *box, int32_t id);
// scratch: as many as items. Items with the same centre stay in the order that they come in, and so may some
// that are near each other. No recursion deeper than 128.
void kd_order(KdItem *items, KdItem *scratch, int64_t count, int32_t tile);
