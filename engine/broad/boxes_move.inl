// Template: the loop of boxes_move.h for the instruction set for which the including file is compiled. The
// including file defines BOXES_MOVE, the name of the function.
#include <string.h>

#include "broad/boxes_move.h"
#include "broad/wide_box.h"

#ifdef __SSE2__
enum { EIGHT = 8, BOX = 6, FLOATS = EIGHT * BOX, HALF = 3 };
_Static_assert(sizeof(Aabb) == BOX * sizeof(float), "boxes are rows of six floats");

#ifdef __AVX2__
enum { WIDE = 8 };
typedef __m256 Floats;
#define FLOATS_OP(op) _mm256_##op
// The lanes in which a is below b or one of them is NaN.
static inline Floats below(Floats a, Floats b) { return _mm256_cmp_ps(a, b, _CMP_NGE_UQ); }
static inline uint64_t same_bits(Floats a, Floats b) {
	__m256i same = _mm256_cmpeq_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b));
	return (uint64_t)(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same));
}
#else
enum { WIDE = 4 };
typedef __m128 Floats;
#define FLOATS_OP(op) _mm_##op
static inline Floats below(Floats a, Floats b) { return _mm_cmpnge_ps(a, b); }
static inline uint64_t same_bits(Floats a, Floats b) {
	__m128i same = _mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b));
	return (uint64_t)(uint32_t)_mm_movemask_ps(_mm_castsi128_ps(same));
}
#endif
enum { PARTS = FLOATS / WIDE };

// The lanes that hold lower bounds, or upper ones, of three parts of a row. The next three parts are alike.
typedef struct Sides {
	Floats lanes[3];
} Sides;

static inline Sides sides_of(int high) {
	uint32_t bits[3 * WIDE];
	Sides sides;
	for (int i = 0; i < 3 * WIDE; ++i) bits[i] = i % BOX / HALF == high ? UINT32_MAX : 0;
	for (int i = 0; i < 3; ++i) memcpy(&sides.lanes[i], bits + WIDE * i, sizeof(Floats));
	return sides;
}

// Whether each group of six of the low 48 bits has a bit. Adding 31 to the low five bits of a group carries
// into the sixth if one of them is set.
static inline bool each_six(uint64_t bits) {
	const uint64_t last = UINT64_C(0x820820820820), others = UINT64_C(0x7df7df7df7df);
	return ((((bits & others) + others) | bits) & last) == last;
}

// Loads eight boxes with zeros made positive. Returns whether all are valid. A NaN fails a comparison with
// the other side of its box. The first part compares lower bounds with the floats three further on, the
// others upper bounds with those three before, so only these boxes are read.
static inline bool row_load(Floats row[PARTS], const float *from, const Sides *lows, const Sides *highs) {
	const Floats zero = FLOATS_OP(setzero_ps)(), sign = FLOATS_OP(set1_ps)(-0.0F);
	Floats most = zero, first = FLOATS_OP(loadu_ps)(from);
	Floats bad = FLOATS_OP(and_ps)(below(FLOATS_OP(loadu_ps)(from + HALF), first), lows->lanes[0]);
	for (int i = 0; i < PARTS; ++i) {
		row[i] = FLOATS_OP(add_ps)(FLOATS_OP(loadu_ps)(from + WIDE * i), zero);
		most = FLOATS_OP(max_ps)(FLOATS_OP(andnot_ps)(sign, row[i]), most);
		if (i == 0) continue;
		Floats low = FLOATS_OP(loadu_ps)(from + WIDE * i - HALF);
		bad = FLOATS_OP(or_ps)(bad, FLOATS_OP(and_ps)(below(row[i], low), highs->lanes[i % 3]));
	}
	bad = FLOATS_OP(or_ps)(bad, below(FLOATS_OP(set1_ps)(BROAD_REACH), most));
	return FLOATS_OP(movemask_ps)(bad) == 0;
}

// Whether all eight boxes differ from the keys that they had.
static inline bool row_moves(const Floats row[PARTS], const float *keys) {
	uint64_t same = 0;
	for (int i = 0; i < PARTS; ++i)
		same |= same_bits(row[i], FLOATS_OP(loadu_ps)(keys + WIDE * i)) << WIDE * i;
	return each_six(~same);
}

// A caller's boxes are read once, so they come from memory. They are fetched so far ahead that the next page
// is looked up in time: processors follow a stream only to the end of its page. This may be past the boxes.
static inline void boxes_fetch(const Aabb *boxes) {
	enum { AHEAD = 6144, LINE = 64 };
	for (size_t at = 0; at < EIGHT * sizeof *boxes; at += LINE)
		__builtin_prefetch((const char *)((uintptr_t)boxes + AHEAD + at));
}

int64_t BOXES_MOVE(BroadObjects *objects, int32_t first, const Aabb *boxes, int64_t count) {
	static const uint8_t live[EIGHT] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	static const uint8_t moved[EIGHT] = { 3, 3, 3, 3, 3, 3, 3, 3 };
	_Static_assert(OBJECT_LIVE == 1 && OBJECT_CHANGED == 2, "states by value");
	const Sides lows = sides_of(0), highs = sides_of(1);
	uint8_t *states = objects->states + first;
	int32_t *changed = objects->changed.data + objects->changed.count;
	int64_t i = 0;
	for (; i + EIGHT <= count; i += EIGHT) {
		Floats row[PARTS];
		float *keys = objects->keys[first + i].lo;
		boxes_fetch(&boxes[i]);
		if (memcmp(states + i, live, EIGHT) != 0) break;
		if (!row_load(row, boxes[i].lo, &lows, &highs) || !row_moves(row, keys)) break;
		for (int part = 0; part < PARTS; ++part) FLOATS_OP(storeu_ps)(keys + WIDE * part, row[part]);
		memcpy(states + i, moved, EIGHT);
		for (int32_t k = 0; k < EIGHT; ++k) changed[i + k] = first + (int32_t)i + k;
	}
	objects->changed.count += i;
	return i;
}
#else
int64_t BOXES_MOVE(BroadObjects *objects, int32_t first, const Aabb *boxes, int64_t count) {
	return (void)objects, (void)first, (void)boxes, (void)count, 0;
}
#endif
