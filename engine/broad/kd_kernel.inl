// Template: the loops of kd_kernel.h for one instruction set, the one for which the including file is
// compiled. The including file defines KD_KERNEL, the name of the table.
#include <string.h>

#include "broad/kd_kernel.h"

// The lanes of a tile, then again the first of them: from the nth on they are turned by n lanes.
static const int32_t s_iota[KD_ROW] = { 0,  1,  2,  3,  4, 5, 6, 7, 8, 9, 10, 11,
	                                    12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6,  7 };

// Numbers of the bits of a mask
// -----------------------------------------------------------------------------------------------------------

#ifdef __AVX512F__
static inline __m512i load_sixteen(const int32_t *from) { return _mm512_loadu_si512((const void *)from); }

static inline __m512i lanes_left(uint32_t mask, __m512i lanes) {
	return _mm512_maskz_compress_epi32((__mmask16)mask, lanes);
}

// Few boxes overlap more than eight others of a tile, so the branch is foreseen.
static inline HnBroadPair *store_pairs(HnBroadPair *out, int count, __m512i a, __m512i b) {
	const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
	const __m512i second = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
	_mm512_storeu_si512((void *)out, _mm512_permutex2var_epi32(a, first, b));
	if (count > 8) _mm512_storeu_si512((void *)(out + 8), _mm512_permutex2var_epi32(a, second, b));
	return out + count;
}
#elif defined __AVX2__
// For each byte, the indices of its set bits in ascending order, then zeros. The table has 2 KB.
#define LANE(byte, n)  ((byte) >> (n)&1)
#define BELOW(byte, n) __builtin_popcount((byte) & ((1U << (n)) - 1))
static const uint64_t s_lanes[256] = {
#define BIT(byte, n)   (LANE(byte, n) ? (uint64_t)(n) << 8 * BELOW(byte, n) : 0)
#define ROW(byte)                                                                                            \
	BIT(byte, 0) | BIT(byte, 1) | BIT(byte, 2) | BIT(byte, 3) | BIT(byte, 4) | BIT(byte, 5) | BIT(byte, 6) | \
	    BIT(byte, 7)
#define ROWS_4(b)  ROW(b), ROW((b) + 1), ROW((b) + 2), ROW((b) + 3)
#define ROWS_16(b) ROWS_4(b), ROWS_4((b) + 4), ROWS_4((b) + 8), ROWS_4((b) + 12)
#define ROWS_64(b) ROWS_16(b), ROWS_16((b) + 16), ROWS_16((b) + 32), ROWS_16((b) + 48)
	ROWS_64(0U), ROWS_64(64U), ROWS_64(128U), ROWS_64(192U)
};

static inline __m256i byte_lanes(uint32_t byte) {
	return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&s_lanes[byte]));
}

static inline __m256i load_eight(const int32_t *from) {
	return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline void store_pairs(HnBroadPair *out, __m256i a, __m256i b) {
	__m256i low = _mm256_unpacklo_epi32(a, b), high = _mm256_unpackhi_epi32(a, b);
	_mm256_storeu_si256((__m256i *)(void *)out, _mm256_permute2x128_si256(low, high, 0x20));
	_mm256_storeu_si256((__m256i *)(void *)(out + 4), _mm256_permute2x128_si256(low, high, 0x31));
}
#else
// For each value of four bits, the indices of its set bits in ascending order.
static const uint8_t s_lanes[16][4] = { { 0 },    { 0 },       { 1 },       { 0, 1 },
	                                    { 2 },    { 0, 2 },    { 1, 2 },    { 0, 1, 2 },
	                                    { 3 },    { 0, 3 },    { 1, 3 },    { 0, 1, 3 },
	                                    { 2, 3 }, { 0, 2, 3 }, { 1, 2, 3 }, { 0, 1, 2, 3 } };
static const uint8_t s_bits[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
#endif

// Stores `base` combined with each lane of the mask. Up to sixteen values are stored beyond the last.
static inline uint32_t *lanes_put(uint32_t *out, uint32_t mask, uint32_t base) {
#ifdef __AVX512F__
	__m512i lanes = lanes_left(mask, _mm512_slli_epi32(load_sixteen(s_iota), 16));
	_mm512_storeu_si512((void *)out, _mm512_add_epi32(lanes, _mm512_set1_epi32((int)base)));
	return out + __builtin_popcount(mask);
#elif defined __AVX2__
	uint32_t low = mask & 255, high = mask >> 8;
	__m256i to = _mm256_set1_epi32((int)base);
	_mm256_storeu_si256((__m256i *)(void *)out, _mm256_add_epi32(to, _mm256_slli_epi32(byte_lanes(low), 16)));
	out += __builtin_popcount(low);
	to = _mm256_add_epi32(to, _mm256_set1_epi32(8 << 16));
	_mm256_storeu_si256((__m256i *)(void *)out,
	                    _mm256_add_epi32(to, _mm256_slli_epi32(byte_lanes(high), 16)));
	return out + __builtin_popcount(high);
#else
	for (uint32_t quad = 0; quad < 4; ++quad) {
		uint32_t bits = mask >> 4 * quad & 15;
		for (int i = 0; i < 4; ++i) out[i] = base + ((4 * quad + s_lanes[bits][i]) << 16);
		out += s_bits[bits];
	}
	return out;
#endif
}

// Stages
// -----------------------------------------------------------------------------------------------------------

// A quarter of the boxes lie across two lines of the cache. The second is fetched only if boxes are far,
// right after the first: all first lines before all second ones are slower than no second ones.
static inline void boxes_fetch(const Aabb *keys, const int32_t *ids, bool far) {
	for (int i = 0; i < TILE; ++i) {
		__builtin_prefetch(&keys[ids[i]]);
		if (far) __builtin_prefetch(&keys[ids[i]].hi[2]);
	}
}

// Fills whole tiles with sixteen boxes each, in the given order, and stores the bounds of each tile in the
// level above.
static void fill(Tile *tiles, Tile *above, const Aabb *keys, const int32_t *order, int64_t tiles_count,
                 bool far) {
	enum { AHEAD = 32 };
	for (int64_t t = 0; t < tiles_count; ++t) {
		Tile *tile = &tiles[t];
		const int32_t *ids = order + TILE * t;
		if (far)
			boxes_fetch(keys, ids + AHEAD, true);
		else
			boxes_fetch(keys, ids + AHEAD, false);
#ifdef __SSE2__
		__m128 least = _mm_set1_ps((float)INFINITY), most = _mm_set1_ps(-(float)INFINITY);
		for (int lane = 0; lane < TILE; lane += 4) {
			__m128 lo[4], hi[4];
			for (int i = 0; i < 4; ++i) {
				const float *box = keys[ids[lane + i]].lo;
				lo[i] = _mm_loadu_ps(box);     // x y z of lo, x of hi
				hi[i] = _mm_loadu_ps(box + 2); // z of lo, x y z of hi
				least = _mm_min_ps(least, lo[i]);
				most = _mm_max_ps(most, hi[i]);
			}
			__m128 high = _mm_unpackhi_ps(hi[0], hi[1]), next = _mm_unpackhi_ps(hi[2], hi[3]);
			_MM_TRANSPOSE4_PS(lo[0], lo[1], lo[2], lo[3]);
			for (int k = 0; k < 3; ++k) _mm_store_ps(tile->lo[k] + lane, lo[k]);
			_mm_store_ps(tile->hi[0] + lane, lo[3]);
			_mm_store_ps(tile->hi[1] + lane, _mm_movelh_ps(high, next));
			_mm_store_ps(tile->hi[2] + lane, _mm_movehl_ps(next, high));
		}
		float lo[4], hi[4];
		_mm_storeu_ps(lo, least);
		_mm_storeu_ps(hi, most);
		Aabb about = { { lo[0], lo[1], lo[2] }, { hi[1], hi[2], hi[3] } };
#else
		for (int lane = 0; lane < TILE; ++lane) tile_set(tile, lane, &keys[ids[lane]]);
		Aabb about = tile_bounds(tile);
#endif
		tile_set(&above[t / TILE], (int)(t % TILE), &about);
	}
}

static inline void tile_fetch(const Tile *tile) {
	for (int k = 0; k < 3; ++k) __builtin_prefetch(tile->lo[k]), __builtin_prefetch(tile->hi[k]);
}

// Fetches what this stage reads of the first tile of a later pair, and what the later stages read of the
// second tile of this one.
static inline void pair_fetch(const KdSide *a, const KdSide *b, HnBroadPair pair, HnBroadPair later) {
	tile_fetch(&a->tiles[later.a]);
	tile_fetch(&b->tiles[pair.b]);
	if (b->names != NULL) __builtin_prefetch(b->names + (int64_t)b->each * pair.b);
}

static inline __attribute__((always_inline)) int64_t candidates_of(const KdSide *a, const KdSide *b,
                                                                   const HnBroadPair *pairs, int64_t count,
                                                                   uint32_t *items, bool fetches) {
	enum { AHEAD = 8 };
	uint32_t *to = items;
	for (int64_t p = 0; p < count; ++p) {
		HnBroadPair pair = pairs[p];
		if (fetches) pair_fetch(a, b, pair, pairs[p + AHEAD < count ? p + AHEAD : count - 1]);
		Aabb box = tile_get(&b->above[pair.b / TILE], pair.b % TILE);
		TileBox wide = tile_box(&box);
		to = lanes_put(to, tile_mask(&a->tiles[pair.a], &wide), (uint32_t)p << 20);
	}
	return to - items;
}

// For each pair of tiles, finds the lanes of the first tile that overlap the bounds of the second. Only these
// lanes are compared with the boxes of the second tile.
static int64_t candidates(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, int64_t count,
                          uint32_t *items) {
	return a->far || b->far ? candidates_of(a, b, pairs, count, items, true)
	                        : candidates_of(a, b, pairs, count, items, false);
}

// Compares each candidate with all boxes of its second tile. Keeps candidates with at least one overlap.
static int64_t compare(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, const uint32_t *items,
                       int64_t count, KdHit *hits) {
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i) {
		uint32_t item = items[i];
		HnBroadPair pair = pairs[hit_pair(item)];
		Aabb box = tile_get(&a->tiles[pair.a], (int)hit_lane(item));
		TileBox wide = tile_box(&box);
		uint32_t mask = tile_mask(&b->tiles[pair.b], &wide);
		hits[kept] = item | mask;
		kept += mask != 0;
	}
	return kept;
}

// Stores the pairs of `name` with the lanes of the mask. sorts: the smaller id comes first.
static inline HnBroadPair *lanes_pair(HnBroadPair *out, uint32_t mask, int32_t name, const int32_t *names,
                                      bool sorts) {
#ifdef __AVX512F__
	__m512i a = _mm512_set1_epi32(name), b = lanes_left(mask, load_sixteen(names));
	__m512i low = sorts ? _mm512_min_epi32(a, b) : a, high = sorts ? _mm512_max_epi32(a, b) : b;
	out = store_pairs(out, __builtin_popcount(mask), low, high);
#elif defined __AVX2__
	__m256i a = _mm256_set1_epi32(name);
	for (int half = 0; half < 2; ++half) {
		uint32_t byte = mask >> 8 * half & 255;
		__m256i b = _mm256_permutevar8x32_epi32(load_eight(names + 8 * half), byte_lanes(byte));
		store_pairs(out, sorts ? _mm256_min_epi32(a, b) : a, sorts ? _mm256_max_epi32(a, b) : b);
		out += __builtin_popcount(byte);
	}
#else
	for (uint32_t quad = 0; quad < 4; ++quad) {
		uint32_t bits = mask >> 4 * quad & 15;
		for (int i = 0; i < 4; ++i) {
			int32_t other = names[4 * quad + s_lanes[bits][i]];
			out[i] = sorts ? broad_pair(name, other) : (HnBroadPair){ name, other };
		}
		out += s_bits[bits];
	}
#endif
	return out;
}

static inline HnBroadPair *nodes_pair(HnBroadPair *out, uint32_t mask, int32_t name, int32_t first) {
#ifdef __AVX512F__
	__m512i b = _mm512_add_epi32(lanes_left(mask, load_sixteen(s_iota)), _mm512_set1_epi32(first));
	out = store_pairs(out, __builtin_popcount(mask), _mm512_set1_epi32(name), b);
#elif defined __AVX2__
	__m256i a = _mm256_set1_epi32(name);
	for (int half = 0; half < 2; ++half) {
		uint32_t byte = mask >> 8 * half & 255;
		store_pairs(out, a, _mm256_add_epi32(byte_lanes(byte), _mm256_set1_epi32(first + 8 * half)));
		out += __builtin_popcount(byte);
	}
#else
	int32_t names[TILE];
	for (int i = 0; i < TILE; ++i) names[i] = first + s_iota[i];
	out = lanes_pair(out, mask, name, names, false);
#endif
	return out;
}

static HnBroadPair *pairs_put(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, const KdHit *hits,
                              int64_t count, HnBroadPair *out) {
	for (int64_t i = 0; a->names != NULL && i < count; ++i) {
		HnBroadPair pair = pairs[hit_pair(hits[i])];
		int32_t name = a->names[(int64_t)pair.a * a->each + hit_lane(hits[i])];
		out = lanes_pair(out, hit_mask(hits[i]), name, b->names + (int64_t)pair.b * b->each, true);
	}
	for (int64_t i = 0; a->names == NULL && i < count; ++i) {
		HnBroadPair pair = pairs[hit_pair(hits[i])];
		out = nodes_pair(out, hit_mask(hits[i]), TILE * pair.a + (int32_t)hit_lane(hits[i]), TILE * pair.b);
	}
	return out;
}

static inline __attribute__((always_inline)) HnBroadPair *descend_to(const KdSide *a, const KdSide *b,
                                                                     const HnBroadPair *asks, int64_t count,
                                                                     HnBroadPair *out, bool nodes,
                                                                     bool fetches) {
	enum { AHEAD = 8 };
	for (int64_t i = 0; i < count; ++i) {
		uint32_t slot = (uint32_t)asks[i].a;
		int32_t t = asks[i].b;
		if (fetches) {
			int32_t later = asks[i + AHEAD < count ? i + AHEAD : count - 1].b;
			tile_fetch(&b->tiles[later]);
			if (!nodes) __builtin_prefetch(b->names + (int64_t)b->each * later);
		}
		Aabb box = tile_get(&a->tiles[slot / TILE], (int)(slot % TILE));
		TileBox wide = tile_box(&box);
		uint32_t mask = tile_mask(&b->tiles[t], &wide);
		if (nodes)
			out = nodes_pair(out, mask, asks[i].a, TILE * t);
		else
			out = lanes_pair(out, mask, a->names[(int64_t)(slot / TILE) * a->each + slot % TILE],
			                 b->names + (int64_t)b->each * t, true);
	}
	return out;
}

// Compares objects of a, each with all boxes of one tile of b. Stores the object and each tile below that it
// overlaps, or at the lowest level the ids of both.
static HnBroadPair *descend(const KdSide *a, const KdSide *b, const HnBroadPair *asks, int64_t count,
                            HnBroadPair *out) {
	if (b->names != NULL)
		return b->far ? descend_to(a, b, asks, count, out, false, true)
		              : descend_to(a, b, asks, count, out, false, false);
	return b->far ? descend_to(a, b, asks, count, out, true, true)
	              : descend_to(a, b, asks, count, out, true, false);
}

// Pairs within tiles
// -----------------------------------------------------------------------------------------------------------

static inline void row_turn(void *out, const void *row) {
#ifdef __AVX512F__
	__m512i all = load_sixteen(row);
	_mm512_storeu_si512(out, all);
	_mm256_storeu_si256((__m256i *)out + 2, _mm512_castsi512_si256(all));
#elif defined __AVX2__
	__m256i first = load_eight(row), second = load_eight((const int32_t *)row + 8);
	__m256i *to = out;
	_mm256_storeu_si256(to, first);
	_mm256_storeu_si256(to + 1, second);
	_mm256_storeu_si256(to + 2, first);
#else
	memcpy(out, row, TILE * sizeof(float));
	memcpy((float *)out + TILE, row, KD_TURNS * sizeof(float));
#endif
}

static inline void turned_fill(KdTurned *out, const KdSide *side, int64_t t) {
#ifndef __AVX512F__ // it turns rows in registers
	const Tile *tile = &side->tiles[t];
	for (int k = 0; k < 3; ++k) row_turn(out->lo[k], tile->lo[k]), row_turn(out->hi[k], tile->hi[k]);
#endif
	if (side->names != NULL) row_turn(out->names, side->names + t * side->each);
}

// Names the lanes of an inner tile: lane l of tile t is tile 16 t + l of the level below.
static inline void nodes_name(KdTurned *out, int64_t t) {
	for (int lane = 0; lane < KD_ROW; ++lane) out->names[lane] = (int32_t)(TILE * t) + s_iota[lane];
}

// For each rotation of 1 to 8 lanes, finds which lanes of a tile overlap the lane that many places further
// on. The result is a mask of the lanes for each rotation.
#ifdef __AVX512F__
static inline uint32_t row_meets(__m512 lo, __m512 hi, __m512i turn) {
	__mmask16 low = _mm512_cmp_ps_mask(lo, _mm512_permutexvar_ps(turn, hi), _CMP_LE_OQ);
	return _mm512_mask_cmp_ps_mask(low, hi, _mm512_permutexvar_ps(turn, lo), _CMP_GE_OQ);
}
static inline void turns_meet(const Tile *tile, const KdTurned *turned, uint16_t masks[KD_TURNS]) {
	__m512 lo[3], hi[3];
	(void)turned;
	for (int k = 0; k < 3; ++k) lo[k] = _mm512_loadu_ps(tile->lo[k]), hi[k] = _mm512_loadu_ps(tile->hi[k]);
	for (int turn = 1; turn <= KD_TURNS; ++turn) {
		__m512i lanes = load_sixteen(s_iota + turn);
		masks[turn - 1] = (uint16_t)(row_meets(lo[0], hi[0], lanes) & row_meets(lo[1], hi[1], lanes) &
		                             row_meets(lo[2], hi[2], lanes));
	}
}
#else
#ifdef __AVX2__
static inline uint32_t eight_meet(const KdTurned *tile, int lane, int turn) {
	__m256 meet[3];
	for (int k = 0; k < 3; ++k) {
		const float *lo = tile->lo[k] + lane, *hi = tile->hi[k] + lane;
		meet[k] = _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(lo), _mm256_loadu_ps(hi + turn), _CMP_LE_OQ),
		                        _mm256_cmp_ps(_mm256_loadu_ps(hi), _mm256_loadu_ps(lo + turn), _CMP_GE_OQ));
	}
	return (uint32_t)_mm256_movemask_ps(_mm256_and_ps(_mm256_and_ps(meet[0], meet[1]), meet[2]));
}
#elif defined(__SSE2__)
static inline uint32_t four_meet(const KdTurned *tile, int lane, int turn) {
	__m128 meet[3];
	for (int k = 0; k < 3; ++k) {
		const float *lo = tile->lo[k] + lane, *hi = tile->hi[k] + lane;
		meet[k] = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(lo), _mm_loadu_ps(hi + turn)),
		                     _mm_cmple_ps(_mm_loadu_ps(lo + turn), _mm_loadu_ps(hi)));
	}
	return (uint32_t)_mm_movemask_ps(_mm_and_ps(_mm_and_ps(meet[0], meet[1]), meet[2]));
}
static inline uint32_t eight_meet(const KdTurned *tile, int lane, int turn) {
	return four_meet(tile, lane, turn) | four_meet(tile, lane + 4, turn) << 4;
}
#else
static inline uint32_t eight_meet(const KdTurned *tile, int first, int turn) {
	uint32_t mask = 0;
	for (int lane = first; lane < first + 8; ++lane) {
		uint32_t meets = 1;
		for (int k = 0; k < 3; ++k)
			meets &= (uint32_t)(tile->lo[k][lane] <= tile->hi[k][lane + turn]) &
			         (uint32_t)(tile->lo[k][lane + turn] <= tile->hi[k][lane]);
		mask |= meets << (lane - first);
	}
	return mask;
}
#endif
static inline void turns_meet(const Tile *tile, const KdTurned *turned, uint16_t masks[KD_TURNS]) {
	(void)tile;
	for (int turn = 1; turn <= KD_TURNS; ++turn)
		masks[turn - 1] = (uint16_t)(eight_meet(turned, 0, turn) | eight_meet(turned, 8, turn) << 8);
}
#endif

// Keeps the masks that are not empty. Up to eight hits are stored beyond the last.
static inline KdHit *turns_put(KdHit *out, const uint16_t masks[KD_TURNS], uint32_t tile) {
#ifdef __AVX2__
	const __m256i turns = _mm256_slli_epi32(_mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 8), 16);
	__m256i all = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)masks));
	__m256i hits = _mm256_add_epi32(_mm256_add_epi32(all, turns), _mm256_set1_epi32((int)(tile << 20)));
#ifdef __AVX512F__
	uint32_t some = _mm256_test_epi32_mask(all, all);
	hits = _mm256_maskz_compress_epi32((__mmask8)some, hits);
#else
	__m256i none = _mm256_cmpeq_epi32(all, _mm256_setzero_si256());
	uint32_t some = ~(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 255;
	hits = _mm256_permutevar8x32_epi32(hits, byte_lanes(some));
#endif
	_mm256_storeu_si256((__m256i *)(void *)out, hits);
	return out + __builtin_popcount(some);
#else
	for (uint32_t turn = 1; turn <= KD_TURNS; ++turn) {
		*out = tile << 20 | turn << 16 | masks[turn - 1];
		out += masks[turn - 1] != 0;
	}
	return out;
#endif
}

// Finds the overlapping pairs within each tile. A rotation by half the lanes yields every pair twice, so only
// its first half is used.
static int64_t within(const KdSide *side, int64_t first, int64_t count, KdTurned *turned, KdHit *hits) {
	uint16_t masks[KD_WITHIN][KD_TURNS];
	KdHit *to = hits;
	for (int64_t t = 0; t < count; ++t) turned_fill(&turned[t], side, first + t);
	for (int64_t t = 0; side->names == NULL && t < count; ++t) nodes_name(&turned[t], first + t);
	for (int64_t t = 0; t < count; ++t) {
		turns_meet(&side->tiles[first + t], &turned[t], masks[t]);
		masks[t][KD_TURNS - 1] &= 0xff;
	}
	for (int64_t t = 0; t < count; ++t) to = turns_put(to, masks[t], (uint32_t)t);
	return to - hits;
}

static HnBroadPair *within_pairs(const KdTurned *turned, bool nodes, const KdHit *hits, int64_t count,
                                 HnBroadPair *out) {
	for (int64_t i = 0; i < count; ++i) {
		const int32_t *names = turned[hit_pair(hits[i])].names;
		uint32_t turn = hit_lane(hits[i]), mask = hit_mask(hits[i]);
#ifdef __AVX512F__
		__m512i a = lanes_left(mask, load_sixteen(names)), b = lanes_left(mask, load_sixteen(names + turn));
		__m512i low = nodes ? a : _mm512_min_epi32(a, b), high = nodes ? b : _mm512_max_epi32(a, b);
		out = store_pairs(out, __builtin_popcount(mask), low, high);
#elif defined __AVX2__
		for (int half = 0; half < 2; ++half) {
			uint32_t byte = mask >> 8 * half & 255;
			__m256i lanes = byte_lanes(byte);
			__m256i a = _mm256_permutevar8x32_epi32(load_eight(names + 8 * half), lanes);
			__m256i b = _mm256_permutevar8x32_epi32(load_eight(names + 8 * half + turn), lanes);
			store_pairs(out, nodes ? a : _mm256_min_epi32(a, b), nodes ? b : _mm256_max_epi32(a, b));
			out += __builtin_popcount(byte);
		}
#else
		for (uint32_t quad = 0; quad < 4; ++quad) {
			uint32_t bits = mask >> 4 * quad & 15;
			for (int l = 0; l < 4; ++l) {
				uint32_t lane = 4 * quad + s_lanes[bits][l];
				int32_t a = names[lane], b = names[lane + turn];
				out[l] = nodes ? (HnBroadPair){ a, b } : broad_pair(a, b);
			}
			out += s_bits[bits];
		}
#endif
	}
	return out;
}

const KdKernel KD_KERNEL = { fill, candidates, compare, pairs_put, descend, within, within_pairs };
