// An open sheet: a skin, a cover, a fin. It consists of rows of vertices whose counts differ by at most one,
// so that every number of triangles is met.
#include <math.h>

#include "mesh/shape_build.h"

typedef struct SheetParams {
	double width, depth, bulge;
	int32_t faces;
} SheetParams;

// The number of rows that makes cells about as wide as deep.
static int32_t row_count(const SheetParams *p) {
	double rows = floor(sqrt(p->faces * p->depth / (2 * p->width)) + 0.5);
	int32_t most = p->faces / 2;
	return rows < 1 ? 1 : rows > most ? most : (int32_t)rows;
}

// The number of cells along line i. The triangles between two lines are as many as the cells along both.
static int32_t line_cells(const SheetParams *p, int32_t rows, int32_t i) {
	int32_t cells = p->faces / (2 * rows), left = p->faces - 2 * rows * cells;
	if (i == 0) return cells + left % 2;
	return cells + (i <= left / 2 ? 1 : 0);
}

static int32_t add_line(ShapeBuilder *builder, const SheetParams *p, double y, int32_t cells) {
	int32_t first = (int32_t)builder->vertices.count;
	for (int32_t i = 0; i <= cells; ++i) {
		double u = (2.0 * i - cells) / cells; // from -1 to 1
		shape_vertex(builder, (HnVec3){ p->width / 2 * u, y, p->bulge * p->width * (1 - u * u) });
	}
	return first;
}

// Adds the triangles between two lines. The line that is behind advances; if both are equal, the one below.
static void add_row(ShapeBuilder *builder, int32_t below, int32_t m, int32_t above, int32_t n) {
	for (int32_t i = 0, k = 0; i < m || k < n;) {
		bool lower = k == n || (i < m && (int64_t)(i + 1) * n <= (int64_t)(k + 1) * m);
		shape_triangle(builder, below + i, lower ? below + i + 1 : above + k + 1, above + k);
		i += lower;
		k += !lower;
	}
}

static int32_t sheet_create(HnMesh **out, const void *params) {
	const SheetParams *p = params;
	ShapeBuilder builder = { 0 };
	int32_t rows = row_count(p), cells = line_cells(p, rows, 0);
	int32_t below = add_line(&builder, p, -p->depth / 2, cells);
	for (int32_t i = 1; i <= rows; ++i) {
		int32_t next = line_cells(p, rows, i);
		int32_t above = add_line(&builder, p, p->depth * ((double)i / rows - 0.5), next);
		add_row(&builder, below, cells, above, next);
		below = above, cells = next;
	}
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_INT(SheetParams, faces, 501, 2, 1000000, "triangles"),
	SHAPE_REAL(SheetParams, width, 2, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along x"),
	SHAPE_REAL(SheetParams, depth, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along y"),
	SHAPE_REAL(SheetParams, bulge, 0.1, 0, 0.5, "height of the middle over the rim, in widths"),
};

extern const ShapeClass shape_sheet;
const ShapeClass shape_sheet = {
	.name = "sheet",
	.about = "open sheet, bent about y, with exactly so many triangles, odd counts too",
	.open = true,
	.params = SHAPE_PARAMS(s_params, SheetParams),
	.create = sheet_create,
};
