// The inner loops of the k-d tree's query, compiled once for each instruction set. The loops have no branch
// that depends on which boxes overlap: they always store a result, then advance by the number of overlaps. So
// they write beyond the last result, and the caller reserves the space first.
#pragma once

#include "broad/objects.h"
#include "broad/tile.h"
#include "simd/simd.h"

enum {
	KD_CHUNK = 64,                   // pairs of tiles that are opened at once
	KD_WITHIN = 8,                   // tiles that are searched at once for pairs within a tile
	KD_TURNS = TILE / 2,             // a tile is compared with itself rotated by 1 to 8 lanes: each pair once
	KD_ITEMS = KD_CHUNK * TILE + 16, // 16: stored beyond the last item
	KD_HITS = KD_CHUNK * TILE,
	KD_SPARE = TILE // pairs that may be stored beyond the last one
};

// Overlaps of one box, packed: the index of the pair of tiles in the chunk, the lane of the box in the first
// tile (or, within a tile, the rotation), and a mask of the lanes of the other tile that the box overlaps.
typedef uint32_t KdHit;
static inline uint32_t hit_pair(KdHit hit) { return hit >> 20; }
static inline uint32_t hit_lane(KdHit hit) { return hit >> 16 & 15; }
static inline uint32_t hit_mask(KdHit hit) { return hit & 0xffff; }

enum { KD_ROW = TILE + KD_TURNS };

// A tile followed by a copy of its first half, so that a rotated tile can be read from any of the lanes 0 to
// 8. names: the object or node of each lane.
typedef struct KdTurned {
	float lo[3][KD_ROW], hi[3][KD_ROW];
	int32_t names[KD_ROW];
} KdTurned;

// One side of a comparison: the tiles of a level, and the tiles of the level above, whose lanes are the
// bounds of these tiles. names: the object of each lane. NULL: the lanes are tiles of the level below, and
// lane 0 of tile t is tile 16 t.
typedef struct KdSide {
	const Tile *tiles, *above;
	const int32_t *names; // `each` objects a tile; 16 more must be readable after the last
	int32_t each;
	bool far; // the tiles are too many for the inner caches
} KdSide;

// The stages of a query; kd_kernel.inl describes each.
typedef struct KdKernel {
	void (*fill)(Tile *tiles, Tile *above, const Aabb *keys, const int32_t *order, int64_t tiles_count,
	             bool far);
	int64_t (*candidates)(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, int64_t count,
	                      uint32_t *items);
	int64_t (*compare)(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, const uint32_t *items,
	                   int64_t count, KdHit *hits);
	HnBroadPair *(*pairs)(const KdSide *a, const KdSide *b, const HnBroadPair *pairs, const KdHit *hits,
	                      int64_t count, HnBroadPair *out);
	// asks: the lane of an object, counted over all tiles of a, and a tile of b
	HnBroadPair *(*descend)(const KdSide *a, const KdSide *b, const HnBroadPair *asks, int64_t count,
	                        HnBroadPair *out);
	int64_t (*within)(const KdSide *side, int64_t first, int64_t count, KdTurned *turned, KdHit *hits);
	HnBroadPair *(*within_pairs)(const KdTurned *turned, bool nodes, const KdHit *hits, int64_t count,
	                             HnBroadPair *out);
} KdKernel;

extern const KdKernel kd_kernel_baseline, kd_kernel_avx2, kd_kernel_avx512;

static inline const KdKernel *kd_kernel(void) {
#if defined(__x86_64__) || defined(__i386__)
	if (simd_set() >= SIMD_AVX512) return &kd_kernel_avx512;
	if (simd_set() >= SIMD_AVX2) return &kd_kernel_avx2;
#endif
	return &kd_kernel_baseline;
}
