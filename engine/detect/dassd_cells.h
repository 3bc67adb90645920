// The cells of DASSD: a box cut into a grid, and the still body's triangles that touch it, listed by cell.
// Triangles are kept as boxes in units of the grid's box, 0 to 1, clamped and rounded to float. Every step
// from a coordinate to its unit and from there to its cell keeps order, so a point that two triangles share
// lies in both boxes and in a cell of both, without any margin.
#pragma once

#include "base/array.h"
#include "detect/mesh_blocks.h"

enum { CELLS_AXIS_MAX = 1024 };

typedef struct UnitBox {
	float lo[3], hi[3];
	int32_t triangle;
	int32_t pad;
} UnitBox;

typedef struct Cells {
	bool made;
	double lo[3], hi[3];
	double scale[3]; // 1 / (hi - lo), 0 where flat
	int32_t n[3];
	float cells[3]; // n
	ARRAY(UnitBox) boxes;
	ARRAY(int32_t) start; // n[0] n[1] n[2] + 1, into entries
	ARRAY(int32_t) entries; // indices into boxes
} Cells;

typedef struct CellsDef {
	double target;      // triangles a cell
	double spread;      // cells that a triangle may lie in on average
	int32_t split_axis; // cells are half as long along it; -1: none
} CellsDef;

void cells_free(Cells *cells);
size_t cells_bytes(const Cells *cells);
// Sets the box and its scale: units can be taken from then on.
void cells_place(Cells *cells, const double lo[3], const double hi[3]);
// Fills the cells; the box is set. *tests counts the box tests made. ERR_NO_MEMORY leaves them not made.
int32_t cells_fill(Cells *cells, const MeshBlocks *blocks, const CellsDef *def, int64_t *tests);

static inline float cells_unit(const Cells *c, int axis, double x) {
	double u = (x - c->lo[axis]) * c->scale[axis];
	u = u > 0 ? u : 0;
	return (float)(u < 1 ? u : 1);
}

static inline int32_t cells_index(const Cells *c, int axis, float unit) {
	int32_t i = (int32_t)(unit * c->cells[axis]);
	return i < c->n[axis] ? i : c->n[axis] - 1;
}

static inline bool unit_boxes_meet(const UnitBox *a, const UnitBox *b) {
	return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) & (b->lo[1] <= a->hi[1]) &
	       (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
}
