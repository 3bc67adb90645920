// Sixteen boxes as a structure of arrays, for loops that compare one box with all sixteen.
#pragma once

#include "broad/wide_box.h"

enum { TILE = 16 };

// A lane without a box has bounds that overlap nothing: lo is infinity, hi minus infinity.
typedef struct Tile {
	float lo[3][TILE], hi[3][TILE];
} Tile;

static inline void tile_set(Tile *tile, int lane, const Aabb *box) {
	for (int k = 0; k < 3; ++k) tile->lo[k][lane] = box->lo[k], tile->hi[k][lane] = box->hi[k];
}

static inline Aabb tile_get(const Tile *tile, int lane) {
	return (Aabb){ { tile->lo[0][lane], tile->lo[1][lane], tile->lo[2][lane] },
		           { tile->hi[0][lane], tile->hi[1][lane], tile->hi[2][lane] } };
}

// The lanes that overlap a box, as a mask.
static inline uint32_t tile_mask_plain(const Tile *tile, const Aabb *box) {
	uint32_t mask = 0;
	for (int lane = 0; lane < TILE; ++lane) {
		uint32_t meets = 1;
		for (int k = 0; k < 3; ++k)
			meets &=
			    (uint32_t)(tile->lo[k][lane] <= box->hi[k]) & (uint32_t)(tile->hi[k][lane] >= box->lo[k]);
		mask |= meets << lane;
	}
	return mask;
}

#ifdef __SSE2__
static inline __m128 tile_quad(const Tile *tile, int quad, const WideBox *box) {
	__m128 meet = _mm_cmple_ps(_mm_load_ps(tile->lo[0] + 4 * quad), box->hi[0]);
	meet = _mm_and_ps(meet, _mm_cmple_ps(box->lo[0], _mm_load_ps(tile->hi[0] + 4 * quad)));
	for (int k = 1; k < 3; ++k) {
		meet = _mm_and_ps(meet, _mm_cmple_ps(_mm_load_ps(tile->lo[k] + 4 * quad), box->hi[k]));
		meet = _mm_and_ps(meet, _mm_cmple_ps(box->lo[k], _mm_load_ps(tile->hi[k] + 4 * quad)));
	}
	return meet;
}

#ifdef __AVX512F__
typedef Aabb TileBox;
static inline TileBox tile_box(const Aabb *box) { return *box; }
static inline __mmask16 tile_row_meets(const Tile *tile, int k, const Aabb *box) {
	__mmask16 low = _mm512_cmp_ps_mask(_mm512_set1_ps(box->hi[k]), _mm512_loadu_ps(tile->lo[k]), _CMP_GE_OQ);
	return _mm512_mask_cmp_ps_mask(low, _mm512_set1_ps(box->lo[k]), _mm512_loadu_ps(tile->hi[k]), _CMP_LE_OQ);
}
static inline uint32_t tile_mask(const Tile *tile, const TileBox *box) {
	__mmask16 x = tile_row_meets(tile, 0, box), y = tile_row_meets(tile, 1, box),
	          z = tile_row_meets(tile, 2, box);
	return (uint32_t)(x & y & z);
}
#elif !defined __AVX2__
typedef WideBox TileBox;
static inline TileBox tile_box(const Aabb *box) { return wide_box(box); }

// Two packs turn four vectors of 32-bit masks into one mask of 16 bits.
static inline uint32_t tile_mask(const Tile *tile, const TileBox *box) {
	__m128i a =
	    _mm_packs_epi32(_mm_castps_si128(tile_quad(tile, 0, box)), _mm_castps_si128(tile_quad(tile, 1, box)));
	__m128i b =
	    _mm_packs_epi32(_mm_castps_si128(tile_quad(tile, 2, box)), _mm_castps_si128(tile_quad(tile, 3, box)));
	return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(a, b));
}
#else
// A box with each bound repeated eight times.
typedef struct TileBox {
	__m256 lo[3], hi[3];
} TileBox;

static inline TileBox tile_box(const Aabb *box) {
	TileBox wide;
	for (int k = 0; k < 3; ++k)
		wide.lo[k] = _mm256_set1_ps(box->lo[k]), wide.hi[k] = _mm256_set1_ps(box->hi[k]);
	return wide;
}

// The tile is the second operand of each comparison, which may be read from memory by the comparison itself.
static inline __m256 tile_half(const Tile *tile, int half, const TileBox *box) {
	__m256 meet[3];
	for (int k = 0; k < 3; ++k)
		meet[k] =
		    _mm256_and_ps(_mm256_cmp_ps(box->hi[k], _mm256_loadu_ps(tile->lo[k] + 8 * half), _CMP_GE_OQ),
		                  _mm256_cmp_ps(box->lo[k], _mm256_loadu_ps(tile->hi[k] + 8 * half), _CMP_LE_OQ));
	return _mm256_and_ps(_mm256_and_ps(meet[0], meet[1]), meet[2]);
}

static inline uint32_t tile_mask(const Tile *tile, const TileBox *box) {
	return (uint32_t)_mm256_movemask_ps(tile_half(tile, 0, box)) |
	       (uint32_t)_mm256_movemask_ps(tile_half(tile, 1, box)) << 8;
}
#endif

static inline float row_least(const float row[TILE]) {
	__m128 least = _mm_min_ps(_mm_min_ps(_mm_load_ps(row), _mm_load_ps(row + 4)),
	                          _mm_min_ps(_mm_load_ps(row + 8), _mm_load_ps(row + 12)));
	least = _mm_min_ps(least, _mm_movehl_ps(least, least));
	return _mm_cvtss_f32(_mm_min_ss(least, _mm_shuffle_ps(least, least, 1)));
}
static inline float row_most(const float row[TILE]) {
	__m128 most = _mm_max_ps(_mm_max_ps(_mm_load_ps(row), _mm_load_ps(row + 4)),
	                         _mm_max_ps(_mm_load_ps(row + 8), _mm_load_ps(row + 12)));
	most = _mm_max_ps(most, _mm_movehl_ps(most, most));
	return _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps(most, most, 1)));
}
#else
typedef Aabb TileBox;
static inline TileBox tile_box(const Aabb *box) { return *box; }
static inline uint32_t tile_mask(const Tile *tile, const TileBox *box) { return tile_mask_plain(tile, box); }
static inline float row_least(const float row[TILE]) {
	float least = row[0];
	for (int lane = 1; lane < TILE; ++lane) least = row[lane] < least ? row[lane] : least;
	return least;
}
static inline float row_most(const float row[TILE]) {
	float most = row[0];
	for (int lane = 1; lane < TILE; ++lane) most = row[lane] > most ? row[lane] : most;
	return most;
}
#endif

// The bounds of all boxes of a tile.
static inline Aabb tile_bounds(const Tile *tile) {
	Aabb box;
	for (int k = 0; k < 3; ++k) box.lo[k] = row_least(tile->lo[k]), box.hi[k] = row_most(tile->hi[k]);
	return box;
}
