// Boxes in rows: structure of arrays, for the loops that compare one box with many.
#pragma once

#include "broad/objects.h"
#include "broad/wide_box.h"

enum { ROWS_PAD = 16 }; // empty boxes after the last one; loops that read 16 at a time read them

typedef struct BoxRows {
	float *lo[3], *hi[3]; // one block
	int32_t *ids;
	int64_t count, capacity;
} BoxRows;

// Resizes to count boxes. The old contents are lost. After HN_ERR_NO_MEMORY it is empty.
int32_t rows_resize(BoxRows *rows, int64_t count);
void rows_free(BoxRows *rows);
size_t rows_bytes(const BoxRows *rows);
// Fills the rows with all live objects, by ascending id.
int32_t rows_gather(BoxRows *rows, const BroadObjects *objects);

static inline void rows_set(BoxRows *rows, int64_t i, const Aabb *box, int32_t id) {
	for (int k = 0; k < 3; ++k) rows->lo[k][i] = box->lo[k], rows->hi[k][i] = box->hi[k];
	rows->ids[i] = id;
}

static inline Aabb rows_get(const BoxRows *rows, int64_t i) {
	return (Aabb){ { rows->lo[0][i], rows->lo[1][i], rows->lo[2][i] },
		           { rows->hi[0][i], rows->hi[1][i], rows->hi[2][i] } };
}

// The boxes j to j + 3 that overlap a box, as bits 0 to 3.
static inline uint32_t rows_mask_plain(const BoxRows *rows, int64_t j, const Aabb *box) {
	uint32_t mask = 0;
	for (int lane = 0; lane < 4; ++lane) {
		uint32_t meets = 1;
		for (int k = 0; k < 3; ++k)
			meets &= (uint32_t)(rows->lo[k][j + lane] <= box->hi[k]) &
			         (uint32_t)(rows->hi[k][j + lane] >= box->lo[k]);
		mask |= meets << lane;
	}
	return mask;
}

#ifdef __SSE2__
static inline uint32_t rows_mask(const BoxRows *rows, int64_t j, const WideBox *box) {
	__m128 x = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(rows->lo[0] + j), box->hi[0]),
	                      _mm_cmpge_ps(_mm_loadu_ps(rows->hi[0] + j), box->lo[0]));
	__m128 y = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(rows->lo[1] + j), box->hi[1]),
	                      _mm_cmpge_ps(_mm_loadu_ps(rows->hi[1] + j), box->lo[1]));
	__m128 z = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(rows->lo[2] + j), box->hi[2]),
	                      _mm_cmpge_ps(_mm_loadu_ps(rows->hi[2] + j), box->lo[2]));
	return (uint32_t)_mm_movemask_ps(_mm_and_ps(_mm_and_ps(x, y), z));
}
#else
static inline uint32_t rows_mask(const BoxRows *rows, int64_t j, const WideBox *box) {
	return rows_mask_plain(rows, j, box);
}
#endif

// The boxes j to j + 15 that overlap a box, as bits 0 to 15.
static inline uint32_t rows_mask16(const BoxRows *rows, int64_t j, const WideBox *box) {
	return rows_mask(rows, j, box) | rows_mask(rows, j + 4, box) << 4 | rows_mask(rows, j + 8, box) << 8 |
	       rows_mask(rows, j + 12, box) << 12;
}

// Stores the pairs of id with the boxes of a mask, whose bit 0 is box j. out must have space for them.
// Returns their number.
static inline int64_t rows_add(const BoxRows *rows, int64_t j, uint32_t mask, int32_t id, HnBroadPair *out) {
	int64_t count = 0;
	for (; mask != 0; mask &= mask - 1) out[count++] = broad_pair(id, rows->ids[j + __builtin_ctz(mask)]);
	return count;
}

// Clears the bits of a mask that belong to boxes at or beyond `end`. Bit 0 is box j.
static inline uint32_t rows_mask_below(uint32_t mask, int64_t j, int64_t end) {
	return end - j < 16 ? mask & ((1U << (end - j)) - 1) : mask;
}

// Stores the pairs of id with all boxes from begin to end - 1 that overlap the box, in ascending order. out
// must have space for all. Returns their number.
static inline int64_t rows_meet(const BoxRows *rows, int64_t begin, int64_t end, const Aabb *box, int32_t id,
                                HnBroadPair *out) {
	WideBox wide = wide_box(box);
	int64_t count = 0;
	for (int64_t j = begin; j < end; j += 16) {
		uint32_t mask = rows_mask_below(rows_mask16(rows, j, &wide), j, end);
		count += rows_add(rows, j, mask, id, out + count);
	}
	return count;
}

// The same for short rows, four boxes at a time.
static inline int64_t rows_meet_few(const BoxRows *rows, int64_t begin, int64_t end, const Aabb *box,
                                    int32_t id, HnBroadPair *out) {
	WideBox wide = wide_box(box);
	int64_t count = 0;
	for (int64_t j = begin; j < end; j += 4) {
		uint32_t mask = rows_mask_below(rows_mask(rows, j, &wide), j, end);
		count += rows_add(rows, j, mask, id, out + count);
	}
	return count;
}
