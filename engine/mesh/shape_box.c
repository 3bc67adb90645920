// A box divided into cells of two triangles.
#include "base/error.h"
#include "mesh/shape_build.h"

typedef struct BoxParams {
	double x, y, z;
	int32_t nx, ny, nz;
} BoxParams;

// The lattice points of a box's surface are numbered by layers. The lowest and the highest layer are full;
// the layers between have only their rim.
typedef struct Lattice {
	int32_t n[3];
} Lattice;

static int32_t lattice_count(const Lattice *l) {
	return 2 * (l->n[0] + 1) * (l->n[1] + 1) + 2 * (l->n[0] + l->n[1]) * (l->n[2] - 1);
}

static int32_t rim_index(const Lattice *l, int32_t i, int32_t j) {
	int32_t nx = l->n[0], ny = l->n[1];
	return j == 0 ? i : i == nx ? nx + j : j == ny ? 2 * nx + ny - i : 2 * (nx + ny) - j;
}

static int32_t lattice_index(const Lattice *l, const int32_t at[3]) {
	int32_t layer = (l->n[0] + 1) * (l->n[1] + 1), rim = 2 * (l->n[0] + l->n[1]);
	int32_t inside = at[1] * (l->n[0] + 1) + at[0];
	if (at[2] == 0) return inside;
	if (at[2] == l->n[2]) return layer + rim * (l->n[2] - 1) + inside;
	return layer + rim * (at[2] - 1) + rim_index(l, at[0], at[1]);
}

static double between(double size, int32_t i, int32_t n) { return size * ((double)i / n - 0.5); }

static void place_side(HnMesh *mesh, const Lattice *l, HnVec3 size, int axis, int end) {
	int u = (axis + 1) % 3, v = (axis + 2) % 3;
	int32_t at[3] = { 0 };
	at[axis] = end * l->n[axis];
	for (at[u] = 0; at[u] <= l->n[u]; ++at[u])
		for (at[v] = 0; at[v] <= l->n[v]; ++at[v])
			vec3_store(mesh->xyz + 3 * (int64_t)lattice_index(l, at),
			           (HnVec3){ between(size.x, at[0], l->n[0]), between(size.y, at[1], l->n[1]),
			                     between(size.z, at[2], l->n[2]) });
}

static int32_t *add_side(int32_t *out, const Lattice *l, int axis, int end) {
	int u = (axis + (end ? 1 : 2)) % 3, v = (axis + (end ? 2 : 1)) % 3; // u x v points outwards
	for (int32_t i = 0; i < l->n[u]; ++i)
		for (int32_t j = 0; j < l->n[v]; ++j) {
			int32_t corner[4];
			for (int k = 0; k < 4; ++k) {
				int32_t at[3] = { 0 };
				at[axis] = end * l->n[axis];
				at[u] = i + (k == 1 || k == 2);
				at[v] = j + (k >= 2);
				corner[k] = lattice_index(l, at);
			}
			for (int k = 0; k < 6; ++k) *out++ = corner[k < 3 ? k : k == 3 ? 0 : k - 2];
		}
	return out;
}

int32_t shape_grid_box(HnMesh **out, HnVec3 size, const int32_t cells[3]) {
	Lattice l = { { cells[0], cells[1], cells[2] } };
	int32_t triangles = 4 * (l.n[0] * l.n[1] + l.n[1] * l.n[2] + l.n[2] * l.n[0]);
	int32_t code = hn_mesh_create(out, lattice_count(&l), triangles);
	if (code != HN_OK) return code;
	int32_t *next = (*out)->triangles;
	for (int side = 0; side < 6; ++side) {
		place_side(*out, &l, size, side / 2, side % 2);
		next = add_side(next, &l, side / 2, side % 2);
	}
	CHECK(next - (*out)->triangles == 3 * (ptrdiff_t)triangles);
	return hn_mesh_validate(*out);
}

static int32_t box_create(HnMesh **out, const void *params) {
	const BoxParams *p = params;
	return shape_grid_box(out, (HnVec3){ p->x, p->y, p->z }, (int32_t[3]){ p->nx, p->ny, p->nz });
}

static const Param s_params[] = {
	SHAPE_REAL(BoxParams, x, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "length of the side along x"),
	SHAPE_REAL(BoxParams, y, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along y"),
	SHAPE_REAL(BoxParams, z, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along z"),
	SHAPE_INT(BoxParams, nx, 1, 1, 1000, "cells along x"),
	SHAPE_INT(BoxParams, ny, 1, 1, 1000, "along y"),
	SHAPE_INT(BoxParams, nz, 1, 1, 1000, "along z"),
};

extern const ShapeClass shape_box;
const ShapeClass shape_box = {
	.name = "box",
	.about = "box around the origin: 4 (nx ny + ny nz + nz nx) triangles",
	.params = SHAPE_PARAMS(s_params, BoxParams),
	.create = box_create,
};
