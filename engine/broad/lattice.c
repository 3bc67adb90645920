#include "broad/lattice.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

typedef struct World {
	double lo[3], hi[3], mean; // mean: the mean of the objects' longest sides
} World;

static World world_of(const BoxRows *rows) {
	World world = { { 0 }, { 0 }, 0 };
	for (int64_t i = 0; i < rows->count; ++i) {
		double longest = 0;
		for (int k = 0; k < 3; ++k) {
			double lo = (double)rows->lo[k][i], hi = (double)rows->hi[k][i];
			longest = hi - lo > longest ? hi - lo : longest;
			world.lo[k] = i == 0 || lo < world.lo[k] ? lo : world.lo[k];
			world.hi[k] = i == 0 || hi > world.hi[k] ? hi : world.hi[k];
		}
		world.mean += longest;
	}
	if (rows->count > 0) world.mean /= (double)rows->count;
	return world;
}

static double cells_along(const World *world, int k, double side) {
	return (world->hi[k] - world->lo[k]) / side + 1;
}

static double longest_side(const World *world) {
	double longest = 0;
	for (int k = 0; k < 3; ++k)
		if (world->hi[k] - world->lo[k] > longest) longest = world->hi[k] - world->lo[k];
	return longest;
}

// Doubles the side until there are few enough cubes. Points have no side of their own, so the side is at
// least 2^-20 of the world's longest side.
static double side_for(const World *world, double side, double cells) {
	double longest = longest_side(world);
	if (!(side > longest * 0x1p-20)) side = longest * 0x1p-20;
	if (side == 0) return 1;
	while (cells_along(world, 0, side) * cells_along(world, 1, side) * cells_along(world, 2, side) > cells)
		side *= 2;
	return side;
}

// The last cube that begins at or before x. It is monotone in x, so boxes that overlap share a cube. Along an
// axis their first common cube is the later of their first cubes.
static inline int32_t cell_of(const Lattice *lattice, int k, double x) {
	int32_t cell = (int32_t)((x - lattice->origin[k]) * lattice->per_side), last = lattice->size[k] - 1;
	cell = cell < last ? cell : last;
	while (cell > 0 && x < lattice_plane(lattice, k, cell)) --cell;
	while (cell < last && x >= lattice_plane(lattice, k, cell + 1)) ++cell;
	return cell;
}

// A box that begins where a cube begins touches the cube before it, too.
static inline int32_t first_cell_of(const Lattice *lattice, int k, double x) {
	int32_t cell = cell_of(lattice, k, x);
	return cell - (cell > 0 && x == lattice_plane(lattice, k, cell));
}

static void lattice_lay(Lattice *lattice, const World *world, double side) {
	lattice->side = side;
	lattice->per_side = 1 / side;
	for (int k = 0; k < 3; ++k) {
		lattice->origin[k] = world->lo[k];
		lattice->size[k] = (int32_t)cells_along(world, k, side);
	}
}

int64_t lattice_spans(Lattice *lattice) {
	const BoxRows *rows = &lattice->objects;
	int64_t entries = 0;
	for (int64_t i = 0; i < rows->count; ++i) {
		LatticeSpan *span = &lattice->spans.data[i];
		int64_t copies = 1;
		for (int k = 0; k < 3; ++k) {
			span->lo[k] = first_cell_of(lattice, k, (double)rows->lo[k][i]);
			span->hi[k] = cell_of(lattice, k, (double)rows->hi[k][i]);
			copies *= span->hi[k] - span->lo[k] + 1;
		}
		entries += copies;
	}
	return entries;
}

#define FOR_CELLS(lattice, span, cell)                                                                       \
	for (int64_t z_ = (span)->lo[2]; z_ <= (span)->hi[2]; ++z_)                                              \
		for (int64_t y_ = (span)->lo[1]; y_ <= (span)->hi[1]; ++y_)                                          \
			for (int64_t cell = ((z_ * (lattice)->size[1] + y_) * (lattice)->size[0]) + (span)->lo[0],       \
			             end_ = cell + (span)->hi[0] - (span)->lo[0];                                        \
			     cell <= end_; ++cell)

// A counting sort. The rows are listed from the last to the first, each before those that its cube already
// has. So the lists ascend, and the ends become the starts.
static void entries_fill(Lattice *lattice) {
	int64_t cells = lattice_cells(lattice), *starts = lattice->starts.data, sum = 0;
	memset(starts, 0, (size_t)(cells + 1) * sizeof *starts);
	for (int64_t i = 0; i < lattice->objects.count; ++i)
		FOR_CELLS(lattice, &lattice->spans.data[i], cell) starts[cell] += 1;
	for (int64_t c = 0; c <= cells; ++c) {
		sum += starts[c];
		starts[c] = sum;
	}
	for (int64_t i = lattice->objects.count - 1; i >= 0; --i)
		FOR_CELLS(lattice, &lattice->spans.data[i], cell)
	lattice->entries.data[--starts[cell]] = (int32_t)i;
}

// Lays cubes of a side that is chosen. Returns how many entries they need.
static int64_t lay_chosen(Lattice *lattice, const World *world, const LatticeDef *def) {
	double n = (double)lattice->objects.count, cells = def->cells * n + 8, copies = def->copies * n;
	cells = cells < 0x1p30 ? cells : 0x1p30;
	double side = side_for(world, def->side * world->mean, cells);
	for (;; side *= 2) {
		lattice_lay(lattice, world, side);
		int64_t entries = lattice_spans(lattice);
		if ((double)entries <= copies || lattice_cells(lattice) == 1) return entries;
	}
}

// Lays cubes of this side. Returns how many entries they need; -1: the lattice would be too large.
static int64_t lay_side(Lattice *lattice, const World *world, double side) {
	double cells = 1;
	for (int k = 0; k < 3; ++k) cells *= floor(cells_along(world, k, side));
	if (!(cells <= LATTICE_CELLS_MOST)) return -1;
	lattice_lay(lattice, world, side);
	int64_t entries = lattice_spans(lattice);
	double most = 8 * (double)lattice->objects.count; // of cubes larger than all objects together
	return (double)entries <= (LATTICE_ENTRIES_MOST > most ? LATTICE_ENTRIES_MOST : most) ? entries : -1;
}

// The least side that is not too small, to a thousandth. `side` is too small.
static double least_side(Lattice *lattice, const World *world, double side) {
	double most = side * 2;
	for (; lay_side(lattice, world, most) < 0; most *= 2) side = most;
	while (most > side * 1.0005) {
		double middle = sqrt(side) * sqrt(most);
		bool fits = lay_side(lattice, world, middle) >= 0;
		side = fits ? side : middle, most = fits ? middle : most;
	}
	return most * 1.0005; // rounding to four digits, as in the text, does not go below
}

static int32_t lay_given(int64_t *entries, Lattice *lattice, const World *world, const LatticeDef *def) {
	double side = def->side * world->mean;
	if (world->mean == 0) side = longest_side(world) > 0 ? 2 * longest_side(world) : 1;
	*entries = lay_side(lattice, world, side);
	if (*entries >= 0) return HN_OK;
	double least = least_side(lattice, world, side) / world->mean;
	return error_set(
	    HN_ERR_BAD_INPUT,
	    "cubes of %.4g mean sides of the objects are too many: more than %.0f, or listed more than %.0f "
	    "times; the least side is %.4g",
	    def->side, LATTICE_CELLS_MOST, LATTICE_ENTRIES_MOST, least);
}

int32_t lattice_build(Lattice *lattice, const BroadObjects *objects, const LatticeDef *def, double *wanted) {
	int32_t status = rows_gather(&lattice->objects, objects);
	if (status != HN_OK) return status;
	int64_t n = lattice->objects.count, entries = 0;
	if (!ARRAY_RESERVE(&lattice->spans, n)) return HN_ERR_NO_MEMORY;
	World world = world_of(&lattice->objects);
	if (wanted != NULL) *wanted = def->side * world.mean;
	if (def->given)
		status = lay_given(&entries, lattice, &world, def);
	else
		entries = lay_chosen(lattice, &world, def);
	if (status != HN_OK) return status;
	if (!ARRAY_RESERVE(&lattice->starts, lattice_cells(lattice) + 1)) return HN_ERR_NO_MEMORY;
	if (!ARRAY_RESERVE(&lattice->entries, entries)) return HN_ERR_NO_MEMORY;
	lattice->starts.count = lattice_cells(lattice) + 1;
	lattice->entries.count = entries;
	entries_fill(lattice);
	return HN_OK;
}

void lattice_free(Lattice *lattice) {
	rows_free(&lattice->objects);
	ARRAY_FREE(&lattice->spans);
	ARRAY_FREE(&lattice->starts);
	ARRAY_FREE(&lattice->entries);
}

size_t lattice_bytes(const Lattice *lattice) {
	return rows_bytes(&lattice->objects) + (size_t)lattice->spans.capacity * sizeof(LatticeSpan) +
	       (size_t)lattice->starts.capacity * sizeof(int64_t) +
	       (size_t)lattice->entries.capacity * sizeof(int32_t);
}
