// The cells of DASSD: a box cut into a grid, and the triangles of one body that touch it, listed by cell. The
// other body's triangles pass through the cells. Triangles are compared as boxes in units of the grid's box,
// 0 to 1 within it, rounded to float. The maps from coordinates to units and from units to cells are
// monotone. So a point that two triangles share lies in both boxes and in a cell of both, without any margin.
#pragma once

#include "base/array.h"
#include "math/float4.h"
#include "scene/mesh_blocks.h"
#include "scene/mesh_plain.h"
#include "exact/two_step.h"

enum { CELLS_AXIS_MAX = 1024 };

typedef struct UnitBox {
	Float4 lo, hi;
} UnitBox;

typedef struct Listed {
	UnitBox box;
	int32_t triangle; // id
	int32_t stamp;    // the stamp of the last gather that met it
	int32_t placed;   // its entry of Cells.triangles is set
} Listed;

// A listed triangle with its placed vertices, made when it is first tested.
typedef struct ListedTriangle {
	Triangle t;
	TriPlane plane;
} ListedTriangle;

typedef struct Cells {
	bool made;
	bool by_cell;  // the boxes of `listed` hold cell indices, not units; two boxes meet if they share a cell
	int32_t stamp; // the last stamp given out
	_Alignas(16) double lo[4];    // the fourth entry is for Float4, and 0
	_Alignas(16) double scale[4]; // 1 / (hi - lo); 0 along an axis where the box is flat
	double hi[3];
	int32_t n[3];
	Float4 cells, last; // n and n - 1
	ARRAY(Listed) listed;
	ARRAY(ListedTriangle) triangles; // one for each listed triangle, valid if it is placed
	ARRAY(int32_t) start;            // n[0] n[1] n[2] + 1 indices into entries
	ARRAY(int32_t) entries;          // indices into listed
	ARRAY(int32_t) gathered;         // room for all listed triangles, and one more
} Cells;

typedef struct CellsDef {
	double target; // the desired number of triangles in a cell
	double others; // how many triangles of the other body are counted with those listed
	double spread; // the maximum average number of cells that a triangle lies in
	bool by_cell;
	int32_t split_axis; // cells are half as long along this axis; -1: none
} CellsDef;

void cells_free(Cells *cells);
size_t cells_bytes(const Cells *cells);
// Sets the box and its scale. Units can be computed from then on.
void cells_place(Cells *cells, const double lo[3], const double hi[3]);

// What it took to list triangles.
typedef struct ListWork {
	int64_t blocks, triangles; // boxes of blocks and of triangles that were compared with the grid's box
	int64_t placed;            // vertices placed
} ListWork;

// Lists the triangles of a body that touch the grid's box, which must be set. Adds to *work. False: no
// memory.
bool cells_list_blocks(Cells *cells, const PlacedBody *body, ListWork *work);
// The same for `count` triangles, which are known to touch the grid's box.
bool cells_list_plain(Cells *cells, const PlainBody *body, const int32_t *triangles, int32_t count);
// Cuts the grid and sorts the listed triangles into its cells. Error: HN_ERR_NO_MEMORY, which leaves the
// cells not made.
int32_t cells_fill(Cells *cells, const CellsDef *def);

// Far outside the box all units are the same, so the order is kept and nothing overflows.
static inline Float4 cells_unit(const Cells *c, double x, double y, double z) {
	return float4_units(x, y, z, c->lo, c->scale);
}

static inline UnitBox cells_unit_box(const Cells *c, const double lo[3], const double hi[3]) {
	return (UnitBox){ cells_unit(c, lo[0], lo[1], lo[2]), cells_unit(c, hi[0], hi[1], hi[2]) };
}

// Converts the vertices of a block into units.
static inline void cells_unit_block(const Cells *c, const PlacedBlock *block, Float4 out[BLOCK_VERTICES]) {
	const double *x = block->v[0], *y = block->v[1], *z = block->v[2];
	for (int32_t k = 0; k < block->count; ++k) out[k] = cells_unit(c, x[k], y[k], z[k]);
}

static inline UnitBox unit_box_of(const Float4 *v, const uint8_t corner[3]) {
	Float4 a = v[corner[0]], b = v[corner[1]], c = v[corner[2]];
	return (UnitBox){ float4_min(float4_min(a, b), c), float4_max(float4_max(a, b), c) };
}

static inline UnitBox unit_box_of_plain(const Cells *c, const PlainBody *body, int32_t triangle) {
	const int32_t *corner = body->mesh->corner + 3 * (int64_t)triangle;
	const double *x = body->v[0], *y = body->v[1], *z = body->v[2];
	Float4 unit[3];
	for (int i = 0; i < 3; ++i) unit[i] = cells_unit(c, x[corner[i]], y[corner[i]], z[corner[i]]);
	return unit_box_of(unit, (const uint8_t[3]){ 0, 1, 2 });
}

static inline bool unit_boxes_meet(const UnitBox *a, const UnitBox *b) {
	return float4_below(a->lo, b->hi, b->lo, a->hi);
}

static inline UnitBox unit_box_cut(const UnitBox *box, const UnitBox *within) {
	return (UnitBox){ float4_max(box->lo, within->lo), float4_min(box->hi, within->hi) };
}

typedef struct CellRange {
	int32_t lo[4], hi[4];
} CellRange;
// The cells of a box that lies within the grid's box.
static inline CellRange cells_range(const Cells *c, const UnitBox *box) {
	CellRange r = { { 0 }, { 0 } };
	float4_truncate(r.lo, float4_min(float4_mul(box->lo, c->cells), c->last));
	float4_truncate(r.hi, float4_min(float4_mul(box->hi, c->cells), c->last));
	return r;
}

static inline UnitBox cells_range_box(const CellRange *r) {
	return (UnitBox){ float4_set((float)r->lo[0], (float)r->lo[1], (float)r->lo[2]),
		              float4_set((float)r->hi[0], (float)r->hi[1], (float)r->hi[2]) };
}

// The entries of the range's cells in one row (same y and z) are adjacent, from *begin to *end.
static inline void cells_row(const Cells *c, const CellRange *r, int32_t y, int32_t z, int32_t *begin,
                             int32_t *end) {
	const int32_t *row = c->start.data + (z * c->n[1] + y) * c->n[0];
	*begin = row[r->lo[0]];
	*end = row[r->hi[0] + 1];
}

static inline bool cells_range_empty(const Cells *c, const CellRange *r) {
	for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z)
		for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
			int32_t begin, end;
			cells_row(c, r, y, z, &begin, &end);
			if (begin != end) return false;
		}
	return true;
}

static inline CellRange cells_range_join(const CellRange *a, const CellRange *b) {
	CellRange r;
	for (int i = 0; i < 4; ++i) {
		r.lo[i] = a->lo[i] < b->lo[i] ? a->lo[i] : b->lo[i];
		r.hi[i] = a->hi[i] > b->hi[i] ? a->hi[i] : b->hi[i];
	}
	return r;
}

// How many entries the cells of a range have. A triangle has one in each of its cells.
static inline int64_t cells_entries(const Cells *c, const CellRange *r) {
	int64_t count = 0;
	for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z)
		for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
			int32_t begin, end;
			cells_row(c, r, y, z, &begin, &end);
			count += end - begin;
		}
	return count;
}

// Returns a stamp that no listed triangle has.
static inline int32_t cells_stamp(Cells *c) {
	if (c->stamp == INT32_MAX) {
		c->stamp = 0;
		for (int64_t i = 0; i < c->listed.count; ++i) c->listed.data[i].stamp = 0;
	}
	return c->stamp += 1;
}

// Gathers the triangles that the cells of a range list, each once, into cells->gathered. Returns their
// number.
static inline int32_t cells_gather(Cells *c, const CellRange *r) {
	int32_t count = 0, stamp = cells_stamp(c), *out = c->gathered.data;
	for (int32_t z = r->lo[2]; z <= r->hi[2]; ++z)
		for (int32_t y = r->lo[1]; y <= r->hi[1]; ++y) {
			int32_t begin, end;
			cells_row(c, r, y, z, &begin, &end);
			for (int32_t k = begin; k < end; ++k) {
				int32_t i = c->entries.data[k];
				out[count] = i;
				count += c->listed.data[i].stamp != stamp;
				c->listed.data[i].stamp = stamp;
			}
		}
	return count;
}
