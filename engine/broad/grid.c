// Uniform grid: a pair is tested in each cube that both objects are listed in, and reported in the first of
// them. yu2018 names the grid but does not specify its cubes. Their side is our choice, in units of the
// objects' mean side.
#include "base/error.h"
#include "broad/broad.h"
#include "broad/lattice.h"

typedef struct Grid {
	const BroadObjects *objects;
	LatticeDef def;
	Lattice lattice;
	LatticeKeys keys;
	// the boxes of the entries; their ids are rows of the lattice's objects, or entries if cubes are hashed
	BoxRows rows;
} Grid;

static void grid_destroy(void *self) {
	Grid *grid = self;
	if (grid == NULL) return;
	lattice_free(&grid->lattice);
	ARRAY_FREE(&grid->keys);
	rows_free(&grid->rows);
	mem_free(grid, sizeof *grid);
}

static int32_t grid_create(void **out, const BroadObjects *objects, const void *params) {
	Grid *grid = mem_alloc_zero(sizeof *grid);
	if (grid == NULL) return HN_ERR_NO_MEMORY;
	grid->objects = objects;
	grid->def = *(const LatticeDef *)params;
	grid->def.given = false;
	*out = grid;
	return HN_OK;
}

static int32_t grid_build(void *self) {
	Grid *grid = self;
	Lattice *lattice = &grid->lattice;
	double wanted;
	int32_t status = lattice_build(lattice, grid->objects, &grid->def, &wanted);
	if (status == HN_OK) status = lattice_hash(lattice, &grid->def, wanted, &grid->keys);
	if (status == HN_OK) status = rows_resize(&grid->rows, lattice->entries.count);
	if (status != HN_OK) return status;
	bool hashed = grid->keys.count > 0;
	for (int64_t i = 0; i < lattice->entries.count; ++i) {
		int32_t row = lattice->entries.data[i];
		Aabb box = rows_get(&lattice->objects, row);
		rows_set(&grid->rows, i, &box, hashed ? (int32_t)i : row);
	}
	return HN_OK;
}

// Whether a cube is the first common one of two objects that are both in it.
static inline int32_t is_first(const Lattice *lattice, const int32_t at[3], int32_t row_a, int32_t row_b) {
	const LatticeSpan *a = &lattice->spans.data[row_a], *b = &lattice->spans.data[row_b];
	int32_t first = 1;
	for (int k = 0; k < 3; ++k) first &= (a->lo[k] == at[k]) | (b->lo[k] == at[k]);
	return first;
}

// Keeps those pairs of object rows whose first common cube this is, and converts them to ids.
static int64_t first_met(const Lattice *lattice, const int32_t at[3], HnBroadPair *pairs, int64_t count) {
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i) {
		int32_t a = pairs[i].a, b = pairs[i].b;
		pairs[kept] = broad_pair(lattice->objects.ids[a], lattice->objects.ids[b]);
		kept += is_first(lattice, at, a, b);
	}
	return kept;
}

// The same for pairs of entries, which may also be in different cubes of one hash value.
static int64_t first_met_hashed(const Grid *grid, HnBroadPair *pairs, int64_t count) {
	const Lattice *lattice = &grid->lattice;
	const uint64_t *keys = grid->keys.data;
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i) {
		uint64_t key = keys[pairs[i].a];
		const int32_t at[3] = { (int32_t)(key & COORDINATE_MASK),
			                    (int32_t)(key >> COORDINATE_BITS & COORDINATE_MASK),
			                    (int32_t)(key >> 2 * COORDINATE_BITS) };
		int32_t a = lattice->entries.data[pairs[i].a], b = lattice->entries.data[pairs[i].b];
		int32_t met = (key == keys[pairs[i].b]) & is_first(lattice, at, a, b);
		pairs[kept] = broad_pair(lattice->objects.ids[a], lattice->objects.ids[b]);
		kept += met;
	}
	return kept;
}

// at: the cube; NULL: the list has cubes of one hash value.
static inline __attribute__((always_inline)) int32_t list_query(const Grid *grid, int64_t begin, int64_t end,
                                                                const int32_t at[3], HnBroadPairs *out,
                                                                BroadCounts *counts) {
	for (int64_t i = begin; i + 1 < end; ++i) {
		if (!broad_pairs_reserve(out, end - i)) return HN_ERR_NO_MEMORY;
		Aabb box = rows_get(&grid->rows, i);
		HnBroadPair *to = out->data + out->count;
		int64_t met = rows_meet(&grid->rows, i + 1, end, &box, grid->rows.ids[i], to);
		int64_t kept = at != NULL ? first_met(&grid->lattice, at, to, met) : first_met_hashed(grid, to, met);
		if (counts != NULL) counts->tests += end - i - 1, counts->repeats += met - kept;
		out->count += kept;
	}
	return HN_OK;
}

static inline __attribute__((always_inline)) int32_t grid_query(const Grid *grid, HnBroadPairs *out,
                                                                BroadCounts *counts) {
	const Lattice *lattice = &grid->lattice;
	const int64_t *starts = lattice->starts.data;
	int64_t cell = 0, hashed = grid->keys.count > 0 ? lattice->starts.count - 1 : 0;
	int32_t status = HN_OK;
	for (int64_t l = 0; status == HN_OK && l < hashed; ++l)
		status = list_query(grid, starts[l], starts[l + 1], NULL, out, counts);
	if (hashed > 0) return status;
	for (int32_t z = 0; z < lattice->size[2]; ++z)
		for (int32_t y = 0; y < lattice->size[1]; ++y)
			for (int32_t x = 0; x < lattice->size[0]; ++x, ++cell) {
				if (starts[cell + 1] - starts[cell] < 2) continue;
				const int32_t at[3] = { x, y, z };
				status = list_query(grid, starts[cell], starts[cell + 1], at, out, counts);
				if (status != HN_OK) return status;
			}
	return status;
}

static int32_t grid_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	return grid_query(self, out, NULL);
}
static int32_t grid_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	return grid_query(self, out, counts);
}

static size_t grid_bytes(const void *self) {
	const Grid *grid = self;
	return lattice_bytes(&grid->lattice) + rows_bytes(&grid->rows) +
	       (size_t)grid->keys.capacity * sizeof(uint64_t);
}

static const Param s_params[] = {
	{ .name = "side",
	  .type = PARAM_REAL,
	  .offset = offsetof(LatticeDef, side),
	  .fallback = 2,
	  .lo = 1e-3,
	  .hi = 1e6,
	  .about = "side of a cube, in units of the mean longest side of the objects' boxes; doubled until cells "
	           "and copies hold" },
	{ .name = "cells",
	  .type = PARAM_REAL,
	  .offset = offsetof(LatticeDef, cells),
	  .fallback = 8,
	  .lo = 1e-3,
	  .hi = 1e6,
	  .about = "maximum number of cubes for each object; cubes that are crowded because of it, as some "
	           "objects are far off, are hashed instead" },
	{ .name = "copies",
	  .type = PARAM_REAL,
	  .offset = offsetof(LatticeDef, copies),
	  .fallback = 16,
	  .lo = 1,
	  .hi = 1e6,
	  .about = "maximum number of cubes that list an object, on average" },
};

extern const BroadClass broad_grid;
const BroadClass broad_grid = {
	.name = "grid",
	.about = "uniform grid of cubes; objects listed in every cube that they touch",
	.source = "yu2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(LatticeDef) },
	.create = grid_create,
	.destroy = grid_destroy,
	.build = grid_build,
	.timed = grid_timed,
	.counted = grid_counted,
	.bytes = grid_bytes,
};
