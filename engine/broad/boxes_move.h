// Places rows of boxes that have all moved, compiled once for each instruction set. This is the usual case of
// a scene in motion, so it passes over the memory once: it checks, compares and stores eight boxes at a time.
#pragma once

#include "broad/objects.h"
#include "simd/simd.h"

// Places the boxes of the objects from `first` on, eight at a time, until the next eight have an invalid box,
// an object that is not live or has already changed, or an object whose key stays. Returns the number of
// objects placed. objects->changed must have room for `count` more; the boxes are the keys of the objects.
typedef int64_t BoxesMove(BroadObjects *objects, int32_t first, const Aabb *boxes, int64_t count);
BoxesMove boxes_move_baseline, boxes_move_avx2;

static inline int64_t boxes_move(BroadObjects *objects, int32_t first, const Aabb *boxes, int64_t count) {
#if defined(__x86_64__) || defined(__i386__)
	if (simd_set() >= SIMD_AVX2) return boxes_move_avx2(objects, first, boxes, count);
#endif
	return boxes_move_baseline(objects, first, boxes, count);
}
