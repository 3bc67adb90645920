// The straight loops of the k-d tree's query, stamped for each instruction set. Each loop always stores and
// advances by a count, so that what meets what costs no branch: the room that each needs is reserved before.
#pragma once

#include "broad/objects.h"
#include "broad/tile.h"
#include "simd/simd.h"

enum {
	KD_CHUNK = 64,                  // pairs of tiles that are opened at once
	KD_WITHIN = 8,                  // tiles whose own pairs are found at once
	KD_TURNS = TILE / 2,            // a tile is compared with itself turned by 1 to 8 lanes: each pair once
	KD_ITEMS = KD_CHUNK * TILE + 8, // what is stored beyond the last counts too
	KD_HITS = KD_CHUNK * TILE,
	KD_SPARE = TILE // pairs that are stored beyond the last
};

// A pair of tiles of the chunk, a lane of the first (or a turn), and the lanes of the other that it meets.
typedef uint32_t KdHit;
static inline uint32_t hit_pair(KdHit hit) { return hit >> 20; }
static inline uint32_t hit_lane(KdHit hit) { return hit >> 16 & 15; }
static inline uint32_t hit_mask(KdHit hit) { return hit & 0xffff; }

enum { KD_ROW = TILE + KD_TURNS };

// A tile and its first half again, so that all of it can be read from any of the first lanes on, and what the
// lanes stand for.
typedef struct KdTurned {
	float lo[3][KD_ROW], hi[3][KD_ROW];
	int32_t names[KD_ROW];
} KdTurned;

// One side of a comparison: the tiles of a level, the tiles of the level above, whose lanes are bounds about
// those, and what lanes stand for. names: NULL: tiles of the level below, the first of tile t being 16 t.
typedef struct KdSide {
	const Tile *tiles, *above;
	const int32_t *names; // of objects; `each` a tile, readable 16 beyond the last
	int32_t each;
} KdSide;

// For each stage see kd_kernel.inl.
typedef struct KdKernel {
	void (*fill)(Tile *tiles, Tile *above, const Aabb *keys, const int32_t *order, int64_t tiles_count);
	int64_t (*candidates)(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, int64_t count,
	                      uint32_t *items);
	int64_t (*compare)(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, const uint32_t *items,
	                   int64_t count, KdHit *hits);
	HnBroadPair *(*pairs)(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, const KdHit *hits,
	                      int64_t count, HnBroadPair *out);
	int64_t (*within)(const KdSide *side, int64_t first, int64_t count, KdTurned *turned, KdHit *hits);
	HnBroadPair *(*within_pairs)(const KdTurned *turned, bool nodes, const KdHit *hits, int64_t count,
	                             HnBroadPair *out);
} KdKernel;

extern const KdKernel kd_kernel_baseline, kd_kernel_avx2;

static inline const KdKernel *kd_kernel(void) {
#if defined(__x86_64__) || defined(__i386__)
	if (simd_set() == SIMD_AVX2) return &kd_kernel_avx2;
#endif
	return &kd_kernel_baseline;
}
