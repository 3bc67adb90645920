// The cells of DASSD: a box cut into a grid, and the triangles of one body that touch it, listed by cell. The
// other body's triangles pass through the cells. Triangles are kept as boxes in units of the grid's box, 0 to
// 1, clamped and rounded to float. Every step from a coordinate to its unit and from there to its cell keeps
// order, so a point that two triangles share lies in both boxes and in a cell of both, without any margin.
#pragma once

#include "base/array.h"
#include "detect/mesh_blocks.h"

enum { CELLS_AXIS_MAX = 1024 };

typedef struct UnitBox {
	float lo[3], hi[3];
	int32_t triangle; // id
	int32_t stamp;    // the last triangle of the other body that it was paired with
} UnitBox;

typedef struct Cells {
	bool made;
	int32_t stamp; // the last one given out
	double lo[3], hi[3];
	double scale[3]; // 1 / (hi - lo), 0 where flat
	int32_t n[3];
	float cells[3]; // n
	ARRAY(UnitBox) boxes;
	ARRAY(int32_t) start;   // n[0] n[1] n[2] + 1, into entries
	ARRAY(int32_t) entries; // indices into boxes
} Cells;

typedef struct CellsDef {
	double target;      // triangles a cell
	double others;      // triangles of the other body, to be counted with those listed
	double spread;      // cells that a triangle may lie in on average
	int32_t split_axis; // cells are half as long along it; -1: none
} CellsDef;

void cells_free(Cells *cells);
size_t cells_bytes(const Cells *cells);
// Sets the box and its scale: units can be taken from then on.
void cells_place(Cells *cells, const double lo[3], const double hi[3]);
// Fills the cells; the box is set. Adds the box tests made and vertices placed to *tests and *placed.
// ERR_NO_MEMORY leaves the cells not made.
int32_t cells_fill(Cells *cells, const PlacedBody *body, const CellsDef *def, int64_t *tests,
                   int64_t *placed);

static inline float cells_unit(const Cells *c, int axis, double x) {
	double u = (x - c->lo[axis]) * c->scale[axis];
	u = u > 0 ? u : 0;
	return (float)(u < 1 ? u : 1);
}

static inline int32_t cells_index(const Cells *c, int axis, float unit) {
	int32_t i = (int32_t)(unit * c->cells[axis]);
	return i < c->n[axis] ? i : c->n[axis] - 1;
}

// The unit box of a triangle, by the indices of its corners in a block, cut off at lo and hi; false where it
// does not touch that box.
static inline bool cells_unit_box(const Cells *c, UnitBox *out, const PlacedBlock *block,
                                  const uint8_t *corner, const double lo[3], const double hi[3]) {
	bool touches = true;
	for (int axis = 0; axis < 3; ++axis) {
		const double *v = block->v[axis];
		double p = v[corner[0]], q = v[corner[1]], r = v[corner[2]];
		double least = p < q ? p : q, most = p < q ? q : p;
		least = r < least ? r : least, most = r > most ? r : most;
		touches &= (least <= hi[axis]) & (most >= lo[axis]);
		out->lo[axis] = cells_unit(c, axis, least > lo[axis] ? least : lo[axis]);
		out->hi[axis] = cells_unit(c, axis, most < hi[axis] ? most : hi[axis]);
	}
	return touches;
}

typedef struct CellRange {
	int32_t lo[3], hi[3];
} CellRange;
static inline CellRange cells_range(const Cells *c, const UnitBox *box) {
	CellRange r;
	for (int axis = 0; axis < 3; ++axis) {
		r.lo[axis] = cells_index(c, axis, box->lo[axis]);
		r.hi[axis] = cells_index(c, axis, box->hi[axis]);
	}
	return r;
}

// The entries of the range's cells in one row (same y and z) lie together, from *begin to *end.
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

static inline bool unit_boxes_meet(const UnitBox *a, const UnitBox *b) {
	return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) & (b->lo[1] <= a->hi[1]) &
	       (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
}

// A stamp that no box has.
static inline int32_t cells_stamp(Cells *c) {
	if (c->stamp == INT32_MAX) {
		c->stamp = 0;
		for (int64_t i = 0; i < c->boxes.count; ++i) c->boxes.data[i].stamp = 0;
	}
	return c->stamp += 1;
}
