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
	BoxRows rows; // the boxes of the entries; their ids are rows of the lattice's objects
} Grid;

static void grid_destroy(void *self) {
	Grid *grid = self;
	if (grid == NULL) return;
	lattice_free(&grid->lattice);
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
	int32_t status = lattice_build(lattice, grid->objects, &grid->def);
	if (status == HN_OK) status = rows_resize(&grid->rows, lattice->entries.count);
	if (status != HN_OK) return status;
	for (int64_t i = 0; i < lattice->entries.count; ++i) {
		Aabb box = rows_get(&lattice->objects, lattice->entries.data[i]);
		rows_set(&grid->rows, i, &box, lattice->entries.data[i]);
	}
	return HN_OK;
}

// Keeps those pairs of object rows whose first common cube this is, and converts them to ids.
static int64_t first_met(const Lattice *lattice, const int32_t at[3], HnBroadPair *pairs, int64_t count) {
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i) {
		const LatticeSpan *a = &lattice->spans.data[pairs[i].a], *b = &lattice->spans.data[pairs[i].b];
		int32_t first = 1;
		for (int k = 0; k < 3; ++k) first &= (a->lo[k] > b->lo[k] ? a->lo[k] : b->lo[k]) == at[k];
		pairs[kept] = broad_pair(lattice->objects.ids[pairs[i].a], lattice->objects.ids[pairs[i].b]);
		kept += first;
	}
	return kept;
}

static inline int32_t cube_query(const Grid *grid, int64_t begin, int64_t end, const int32_t at[3],
                                 HnBroadPairs *out, BroadCounts *counts) {
	for (int64_t i = begin; i + 1 < end; ++i) {
		if (!broad_pairs_reserve(out, end - i)) return HN_ERR_NO_MEMORY;
		Aabb box = rows_get(&grid->rows, i);
		HnBroadPair *to = out->data + out->count;
		int64_t met = rows_meet(&grid->rows, i + 1, end, &box, grid->rows.ids[i], to);
		int64_t kept = first_met(&grid->lattice, at, to, met);
		if (counts != NULL) counts->tests += end - i - 1, counts->repeats += met - kept;
		out->count += kept;
	}
	return HN_OK;
}

static inline __attribute__((always_inline)) int32_t grid_query(const Grid *grid, HnBroadPairs *out,
                                                                BroadCounts *counts) {
	const Lattice *lattice = &grid->lattice;
	const int64_t *starts = lattice->starts.data;
	int64_t cell = 0;
	for (int32_t z = 0; z < lattice->size[2]; ++z)
		for (int32_t y = 0; y < lattice->size[1]; ++y)
			for (int32_t x = 0; x < lattice->size[0]; ++x, ++cell) {
				if (starts[cell + 1] - starts[cell] < 2) continue;
				const int32_t at[3] = { x, y, z };
				int32_t status = cube_query(grid, starts[cell], starts[cell + 1], at, out, counts);
				if (status != HN_OK) return status;
			}
	return HN_OK;
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
	return lattice_bytes(&grid->lattice) + rows_bytes(&grid->rows);
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
	  .about = "maximum number of cubes for each object" },
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
