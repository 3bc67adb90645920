// Hashed grids, one for each size of objects. A grid of cubes with side 2^e holds the objects whose longest
// side is below that side. Each object is in one cube only, that of its lower corner. So the objects that a
// box can meet in a grid of the same or a larger side are in few cubes, from the one below the box's own cube
// on. Cubes are found by a hash of their coordinates modulo 2^21. Cubes that are equal modulo 2^21 share a
// list, and comparing their objects is only wasted work. This work is based on:
// B. Mirtich. Impulse-based Dynamic Simulation of Rigid Body Systems. PhD thesis, Berkeley 1996, 4.3
// M. Teschner et al. Optimized Spatial Hashing for Collision Detection of Deformable Objects. VMV 2003
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "broad/cube_key.h"
#include "broad/rows.h"

enum { LEAST = -149, MOST = 122 };

typedef struct HashParams {
	int32_t octaves;
	double side;
} HashParams;

// The objects of one cube: rows begin to end - 1.
typedef struct Bucket {
	uint64_t cell;      // the cube's coordinates modulo 2^21
	int32_t level;      // the exponent of its grid
	int32_t begin, end; // end 0: the slot is free
} Bucket;

typedef struct HashGrid {
	const BroadObjects *objects;
	HashParams params;
	ARRAY(int64_t) slots;                       // the bucket of each object
	ARRAY(Bucket) buckets;                      // open addressing; a power of two
	BoxRows rows;                               // the objects' boxes, sorted by bucket
	int32_t levels[MOST - LEAST + 1];           // the number of objects, by exponent
	int32_t used[MOST - LEAST + 1], used_count; // the exponents of the grids that hold any objects, ascending
} HashGrid;

static void hashed_destroy(void *self) {
	HashGrid *grid = self;
	if (grid == NULL) return;
	ARRAY_FREE(&grid->slots);
	ARRAY_FREE(&grid->buckets);
	rows_free(&grid->rows);
	mem_free(grid, sizeof *grid);
}

static int32_t hashed_create(void **out, const BroadObjects *objects, const void *params) {
	HashGrid *grid = mem_alloc_zero(sizeof *grid);
	if (grid == NULL) return HN_ERR_NO_MEMORY;
	grid->objects = objects;
	grid->params = *(const HashParams *)params;
	*out = grid;
	return HN_OK;
}

// The exponent of the box's grid: its cubes are at least `side` times as long as the box. Points go to the
// finest grid.
static int32_t level_of(const HashGrid *grid, const Aabb *box) {
	double longest = 0;
	int exponent;
	for (int k = 0; k < 3; ++k) {
		double side = (double)box->hi[k] - (double)box->lo[k];
		longest = side > longest ? side : longest;
	}
	if (longest == 0) return LEAST;
	// the product is below 2^exponent, also with rounding
	(void)frexp(longest * grid->params.side, &exponent);
	int32_t step = grid->params.octaves, above = exponent > LEAST ? exponent - LEAST : 0;
	int32_t level = LEAST + (above + step - 1) / step * step;
	return level < MOST ? level : MOST;
}

// Returns the cube's slot, or the free slot where it belongs.
static inline int64_t bucket_slot(const HashGrid *grid, uint64_t cell, int32_t level) {
	uint64_t mask = (uint64_t)grid->buckets.count - 1, h = cube_hash(cell, level) & mask;
	const Bucket *buckets = grid->buckets.data;
	for (;; h = (h + 1) & mask)
		if (buckets[h].end == 0 || (buckets[h].cell == cell && buckets[h].level == level)) return (int64_t)h;
}

static int32_t hashed_reserve(HashGrid *grid) {
	int64_t n = grid->objects->count, size = 16;
	while (size < 2 * n) size *= 2;
	if (!ARRAY_RESERVE(&grid->slots, n) || !ARRAY_RESERVE(&grid->buckets, size)) return HN_ERR_NO_MEMORY;
	grid->buckets.count = size;
	memset(grid->buckets.data, 0, (size_t)size * sizeof(Bucket));
	memset(grid->levels, 0, sizeof grid->levels);
	grid->used_count = 0;
	return rows_resize(&grid->rows, n);
}

// Finds the bucket of each object; `end` counts the objects.
static void buckets_count(HashGrid *grid) {
	const BroadObjects *objects = grid->objects;
	int64_t at = 0;
	for (int32_t id = 0; id < objects->end; ++id) {
		if (!object_is_live(objects, id)) continue;
		const Aabb *box = &objects->keys[id];
		int32_t level = level_of(grid, box);
		double scale = ldexp(1, -level);
		uint64_t cell = cell_at(coordinate(box->lo[0], scale), coordinate(box->lo[1], scale),
		                        coordinate(box->lo[2], scale));
		int64_t slot = bucket_slot(grid, cell, level);
		Bucket *bucket = &grid->buckets.data[slot];
		bucket->cell = cell, bucket->level = level, bucket->end += 1;
		grid->levels[level - LEAST] += 1;
		grid->slots.data[at++] = slot;
	}
}

static void buckets_fill(HashGrid *grid) {
	const BroadObjects *objects = grid->objects;
	int32_t begin = 0;
	for (int64_t s = 0; s < grid->buckets.count; ++s) {
		Bucket *bucket = &grid->buckets.data[s];
		int32_t count = bucket->end;
		if (count == 0) continue;
		bucket->begin = bucket->end = begin;
		begin += count;
	}
	int64_t at = 0;
	for (int32_t id = 0; id < objects->end; ++id)
		if (object_is_live(objects, id))
			rows_set(&grid->rows, grid->buckets.data[grid->slots.data[at++]].end++, &objects->keys[id], id);
	for (int32_t l = 0; l <= MOST - LEAST; ++l)
		if (grid->levels[l] > 0) grid->used[grid->used_count++] = l + LEAST;
}

static int32_t hashed_build(void *self) {
	HashGrid *grid = self;
	int32_t status = hashed_reserve(grid);
	if (status != HN_OK) return status;
	buckets_count(grid);
	buckets_fill(grid);
	return HN_OK;
}

// A query with one object.
typedef struct Asking {
	const HashGrid *grid;
	Aabb box;
	int64_t row;
	HnBroadPairs *out;
	BroadCounts *counts;
} Asking;

// Compares the object with rows begin to end - 1 and adds the pairs.
static inline bool ask_rows(const Asking *asking, int64_t begin, int64_t end) {
	const BoxRows *rows = &asking->grid->rows;
	HnBroadPairs *out = asking->out;
	if (begin >= end) return true;
	if (!broad_pairs_reserve(out, end - begin)) return false;
	if (asking->counts != NULL) asking->counts->tests += end - begin;
	out->count +=
	    rows_meet_few(rows, begin, end, &asking->box, rows->ids[asking->row], out->data + out->count);
	return true;
}

// Queries the cubes from the one below the object's own cube to that of its upper corner. In its own grid
// only the cubes before its own cube are queried, ordered by z first: a pair in different cubes is found from
// the later cube.
static inline __attribute__((always_inline)) bool ask_level(const Asking *asking, int32_t level, bool own) {
	const HashGrid *grid = asking->grid;
	double scale = ldexp(1, -level);
	uint32_t lo[3], cells[3];
	for (int k = 0; k < 3; ++k) {
		lo[k] = coordinate(asking->box.lo[k], scale) - 1;
		cells[k] = ((coordinate(asking->box.hi[k], scale) - lo[k]) & COORDINATE_MASK) + 1;
	}
	for (uint32_t z = 0; z < (own ? 2 : cells[2]); ++z)
		for (uint32_t y = 0; y < (own && z == 1 && cells[1] > 2 ? 2 : cells[1]); ++y)
			for (uint32_t x = 0; x < cells[0]; ++x) {
				if (own && z == 1 && y == 1 && x >= 1) break;
				int64_t slot = bucket_slot(grid, cell_at(lo[0] + x, lo[1] + y, lo[2] + z), level);
				const Bucket *bucket = &grid->buckets.data[slot];
				if (!ask_rows(asking, bucket->begin, bucket->end)) return false;
			}
	return true;
}

static inline __attribute__((always_inline)) int32_t hashed_query(const HashGrid *grid, HnBroadPairs *out,
                                                                  BroadCounts *counts) {
	for (int64_t s = 0; s < grid->buckets.count; ++s) {
		const Bucket *bucket = &grid->buckets.data[s];
		for (int32_t i = bucket->begin; i < bucket->end; ++i) {
			Asking asking = { grid, rows_get(&grid->rows, i), i, out, counts };
			if (!ask_rows(&asking, i + 1, bucket->end)) return HN_ERR_NO_MEMORY;
			if (!ask_level(&asking, bucket->level, true)) return HN_ERR_NO_MEMORY;
			for (int32_t u = grid->used_count - 1; u >= 0 && grid->used[u] > bucket->level; --u)
				if (!ask_level(&asking, grid->used[u], false)) return HN_ERR_NO_MEMORY;
		}
	}
	return HN_OK;
}

static int32_t hashed_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	return hashed_query(self, out, NULL);
}
static int32_t hashed_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	return hashed_query(self, out, counts);
}

static size_t hashed_bytes(const void *self) {
	const HashGrid *grid = self;
	return sizeof *grid + rows_bytes(&grid->rows) + (size_t)grid->slots.capacity * sizeof(int64_t) +
	       (size_t)grid->buckets.capacity * sizeof(Bucket);
}

static const Param s_params[] = {
	{ .name = "octaves",
	  .type = PARAM_INT,
	  .offset = offsetof(HashParams, octaves),
	  .fallback = 2,
	  .lo = 1,
	  .hi = 300,
	  .about = "the cubes of one grid are 2^octaves as long as those of the next finer one" },
	{ .name = "side",
	  .type = PARAM_REAL,
	  .offset = offsetof(HashParams, side),
	  .fallback = 1,
	  .lo = 1,
	  .hi = 1e6,
	  .about = "cubes are at least so many times as long as the objects in them" },
};

extern const BroadClass broad_hash;
const BroadClass broad_hash = {
	.name = "hash",
	.about = "hashed grids, one for each size of objects; each object in one cube",
	.source = "Mirtich 1996, Teschner et al. 2003",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(HashParams) },
	.create = hashed_create,
	.destroy = hashed_destroy,
	.build = hashed_build,
	.timed = hashed_timed,
	.counted = hashed_counted,
	.bytes = hashed_bytes,
};
