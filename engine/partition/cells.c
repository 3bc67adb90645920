#include "partition/cells.h"

#include <string.h>

#include "base/error.h"

void cells_free(Cells *c) {
	ARRAY_FREE(&c->listed);
	ARRAY_FREE(&c->triangles);
	ARRAY_FREE(&c->start);
	ARRAY_FREE(&c->entries);
	ARRAY_FREE(&c->gathered);
	*c = (Cells){ 0 };
}

size_t cells_bytes(const Cells *c) {
	return (size_t)c->listed.capacity * sizeof(Listed) +
	       (size_t)c->triangles.capacity * sizeof(ListedTriangle) +
	       (size_t)(c->start.capacity + c->entries.capacity + c->gathered.capacity) * sizeof(int32_t);
}

void cells_place(Cells *c, const double lo[3], const double hi[3]) {
	c->made = false;
	c->lo[3] = c->scale[3] = 0;
	for (int axis = 0; axis < 3; ++axis) {
		c->lo[axis] = lo[axis];
		c->hi[axis] = hi[axis];
		double extent = hi[axis] - lo[axis];
		c->scale[axis] = extent > 0 ? 1 / extent : 0;
	}
}

// Makes cells with equal edges, at most `wanted` of them apart from rounding. An axis shorter than an edge is
// not cut. Along the split axis a cell is half as long, as if that axis were twice as long.
static void cells_shape(Cells *c, double wanted, int32_t split_axis) {
	double length[3], longest = 0;
	for (int axis = 0; axis < 3; ++axis) {
		length[axis] = (c->hi[axis] - c->lo[axis]) * (axis == split_axis ? 2 : 1);
		if (length[axis] > longest) longest = length[axis];
	}
	double lo = longest / (double)CELLS_AXIS_MAX,
	       hi = longest; // bounds on the edge; the number of cells falls as it grows
	for (int i = 0; i < 24 && wanted > 1 && longest > 0; ++i) {
		double edge = 0.5 * (lo + hi), count = 1;
		for (int axis = 0; axis < 3; ++axis)
			if (length[axis] > edge) count *= length[axis] / edge;
		if (count > wanted)
			lo = edge;
		else
			hi = edge;
	}
	for (int axis = 0; axis < 3; ++axis) {
		int32_t n = length[axis] > 0 && wanted > 1 ? (int32_t)(length[axis] / hi + 0.5) : 1;
		c->n[axis] = n < 1 ? 1 : n > CELLS_AXIS_MAX ? CELLS_AXIS_MAX : n;
	}
	c->cells = float4_set((float)c->n[0], (float)c->n[1], (float)c->n[2]);
	c->last = float4_set((float)(c->n[0] - 1), (float)(c->n[1] - 1), (float)(c->n[2] - 1));
}

static bool block_list(Cells *c, const MeshBlocks *b, int32_t block, const PlacedBlock *placed,
                       const UnitBox *whole) {
	Float4 unit[BLOCK_VERTICES];
	if (!ARRAY_RESERVE(&c->listed, c->listed.count + BLOCK_TRIANGLES)) return false;
	cells_unit_block(c, placed, unit);
	for (int32_t i = block * BLOCK_TRIANGLES; i < blocks_end(b, block); ++i) {
		UnitBox box = unit_box_of(unit, b->corner + 3 * (int64_t)i);
		Listed *l = &c->listed.data[c->listed.count];
		l->box = unit_box_cut(&box, whole);
		l->triangle = b->triangle[i];
		l->stamp = l->placed = 0;
		c->listed.count += unit_boxes_meet(&box, whole);
	}
	return true;
}

static bool listed_room(Cells *c) {
	return ARRAY_RESERVE(&c->triangles, c->listed.count) && ARRAY_RESERVE(&c->gathered, c->listed.count + 1);
}

bool cells_list_blocks(Cells *c, const PlacedBody *body, ListWork *work) {
	const MeshBlocks *b = body->blocks;
	PlacedBlock block;
	UnitBox whole = cells_unit_box(c, c->lo, c->hi);
	c->listed.count = 0;
	c->stamp = 0;
	work->blocks += b->block_count;
	for (int32_t k = 0; k < b->block_count; ++k) {
		if (!body_block_touches(body, k, c->lo, c->hi)) continue;
		body_block(body, k, &block);
		work->triangles += blocks_end(b, k) - k * BLOCK_TRIANGLES;
		if (!body->at_rest) work->placed += block.count;
		if (!block_list(c, b, k, &block, &whole)) return false;
	}
	return listed_room(c);
}

bool cells_list_plain(Cells *c, const PlainBody *body, const int32_t *triangles, int32_t count) {
	UnitBox whole = cells_unit_box(c, c->lo, c->hi);
	c->listed.count = 0;
	c->stamp = 0;
	if (!ARRAY_RESERVE(&c->listed, count)) return false;
	for (int32_t i = 0; i < count; ++i) {
		UnitBox box = unit_box_of_plain(c, body, triangles[i]);
		c->listed.data[i] = (Listed){ .box = unit_box_cut(&box, &whole), .triangle = triangles[i] };
	}
	c->listed.count = count;
	return listed_room(c);
}

// Counts the entries of each cell; start[i + 1] is the number for cell i.
static bool cells_count(Cells *c, int64_t *entries) {
	int64_t cells = (int64_t)c->n[0] * c->n[1] * c->n[2];
	if (!ARRAY_RESERVE(&c->start, cells + 1)) return false;
	int32_t *start = c->start.data;
	memset(start, 0, (size_t)(cells + 1) * sizeof *start);
	c->start.count = cells + 1;
	*entries = 0;
	for (int64_t i = 0; i < c->listed.count; ++i) {
		CellRange r = cells_range(c, &c->listed.data[i].box);
		for (int32_t z = r.lo[2]; z <= r.hi[2]; ++z)
			for (int32_t y = r.lo[1]; y <= r.hi[1]; ++y) {
				int32_t *row = start + 1 + (z * c->n[1] + y) * c->n[0];
				for (int32_t x = r.lo[0]; x <= r.hi[0]; ++x) row[x] += 1;
				*entries += r.hi[0] - r.lo[0] + 1;
			}
	}
	return true;
}

// A counting sort of the triangles into their cells. Within a cell they keep the order of `listed`.
static bool cells_sort(Cells *c, int64_t entries) {
	if (!ARRAY_RESERVE(&c->entries, entries)) return false;
	c->entries.count = entries;
	int32_t *start = c->start.data, sum = 0;
	for (int64_t i = 1; i < c->start.count; ++i) { // where each cell begins, stored one place ahead
		int32_t count = start[i];
		start[i] = sum;
		sum += count;
	}
	for (int64_t i = 0; i < c->listed.count; ++i) { // each start moves on to its cell's end
		CellRange r = cells_range(c, &c->listed.data[i].box);
		for (int32_t z = r.lo[2]; z <= r.hi[2]; ++z)
			for (int32_t y = r.lo[1]; y <= r.hi[1]; ++y) {
				int32_t *row = start + 1 + (z * c->n[1] + y) * c->n[0];
				for (int32_t x = r.lo[0]; x <= r.hi[0]; ++x) c->entries.data[row[x]++] = (int32_t)i;
			}
	}
	return true;
}

int32_t cells_fill(Cells *c, const CellsDef *def) {
	int64_t entries;
	for (double wanted = ((double)c->listed.count + def->others) / def->target;; wanted /= 8) {
		cells_shape(c, wanted, def->split_axis);
		if (!cells_count(c, &entries)) return HN_ERR_NO_MEMORY;
		// Large triangles lie in many cells each. Coarser cells keep the lists proportional to the triangles.
		bool coarsest = c->start.count == 2;
		if (coarsest || (double)entries <= def->spread * (double)c->listed.count) break;
	}
	if (entries > INT32_MAX) return error_set(HN_ERR_NO_MEMORY, "dassd: more than 2^31 entries in cells");
	if (!cells_sort(c, entries)) return HN_ERR_NO_MEMORY;
	c->by_cell = def->by_cell;
	for (int64_t i = 0; def->by_cell && i < c->listed.count; ++i) {
		CellRange range = cells_range(c, &c->listed.data[i].box);
		c->listed.data[i].box = cells_range_box(&range);
	}
	c->made = true;
	return HN_OK;
}
