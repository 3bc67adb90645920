// Binned SAH. A node's triangles are put into equal bins along each axis, by the middles of their boxes. The
// chosen split plane between two bins has the least cost A_l b_l + A_r b_r. A is the surface of the box of a
// side, and b the number of leaves that its triangles fill, ceil(n / 4). This is done until parts fit into
// leaves. Then the binary tree is collapsed (wide_collapse.h). Floats rounded to nearest are enough here: the
// topology only says which triangles are together, and nothing about their positions. This work is based on:
// I. Wald. On fast Construction of SAH-based Bounding Volume Hierarchies. 2007
#include "tree/wide_topo.h"

#include <float.h>

#include "base/error.h"
#include "simd/lanes.h"
#include "tree/wide_collapse.h"

enum {
	TRIANGLES_MAX = 1 << 28,
	ID_BITS = 0x40000000, // added to an index so that its bits, read as a float, are neither tiny nor NaN
	DEEP = 96,            // from this depth on, ranges are halved in their present order
};

// The box of a triangle. hi[3] holds the bits of its index.
typedef struct Prim {
	float lo[4], hi[4];
} Prim;

// The triangles begin to end - 1. lo, hi: the bounds of their boxes. sum_lo, sum_hi: the bounds of the sums
// lo + hi of each box, that is, of twice its middle.
typedef struct Range {
	int32_t begin, end, depth;
	float lo[4], hi[4], sum_lo[4], sum_hi[4];
} Range;

typedef struct Bin {
	Lanes4 lo, hi;
	int32_t count;
} Bin;

typedef struct Task {
	Range range;
	int32_t right_of; // the node whose right child this is; -1: a left child, or the root
} Task;

typedef struct Builder {
	Prim *prims;
	int32_t bins;
	WideBinary binary;
	ARRAY(Task) tasks;
} Builder;

static int32_t prim_id(const Prim *prim) {
	int32_t bits;
	memcpy(&bits, &prim->hi[3], sizeof bits);
	return bits & ~ID_BITS;
}

static void prim_set(Prim *out, const WideMesh *mesh, int32_t id, double scale, const double origin[3]) {
	const int32_t *t = mesh->triangles + 3 * (int64_t)id;
	const double *p = mesh->xyz + 3 * (int64_t)t[0], *q = mesh->xyz + 3 * (int64_t)t[1],
	             *r = mesh->xyz + 3 * (int64_t)t[2];
	for (int k = 0; k < 3; ++k) {
		out->lo[k] = (float)(lesser(lesser(p[k], q[k]), r[k]) * scale - origin[k]);
		out->hi[k] = (float)(greater(greater(p[k], q[k]), r[k]) * scale - origin[k]);
	}
	int32_t bits = id | ID_BITS;
	out->lo[3] = 0;
	memcpy(&out->hi[3], &bits, sizeof bits);
}

typedef struct Bounds {
	Lanes4 lo, hi, sum_lo, sum_hi;
} Bounds;

static inline void bounds_begin(Bounds *b) {
	b->lo = b->sum_lo = lanes4_one(FLT_MAX);
	b->hi = b->sum_hi = lanes4_one(-FLT_MAX);
}
static inline void bounds_add(Bounds *b, Lanes4 lo, Lanes4 hi) {
	Lanes4 sum = lanes4_add(lo, hi);
	b->lo = lanes4_min(b->lo, lo), b->hi = lanes4_max(b->hi, hi);
	b->sum_lo = lanes4_min(b->sum_lo, sum), b->sum_hi = lanes4_max(b->sum_hi, sum);
}
static void range_set(Range *out, int32_t begin, int32_t end, int32_t depth, const Bounds *b) {
	out->begin = begin, out->end = end, out->depth = depth;
	lanes4_store(out->lo, b->lo), lanes4_store(out->hi, b->hi);
	lanes4_store(out->sum_lo, b->sum_lo), lanes4_store(out->sum_hi, b->sum_hi);
}

static Range range_of(const Prim *prims, int32_t begin, int32_t end, int32_t depth) {
	Bounds b;
	Range out;
	bounds_begin(&b);
	for (int32_t i = begin; i < end; ++i) bounds_add(&b, lanes4_load(prims[i].lo), lanes4_load(prims[i].hi));
	range_set(&out, begin, end, depth, &b);
	return out;
}

// Half the surface of a box.
static inline float area_of(const float lo[4], const float hi[4]) {
	float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
	return x * y + y * z + z * x;
}
static inline float area_between(Lanes4 low, Lanes4 high) {
	float lo[4], hi[4];
	lanes4_store(lo, low), lanes4_store(hi, high);
	return area_of(lo, hi);
}
static inline float cost_of(float area, int32_t count) {
	int32_t leaves = (count + WIDE - 1) / WIDE;
	return area * (float)leaves;
}

// Bins
// ------------------------------------------------------------------------------------------------------

// Maps a triangle to its bin along each axis: (sum - origin) * factor, truncated.
typedef struct Grid {
	Lanes4 origin, factor, last;
	int32_t bins;
} Grid;

static Grid grid_of(const Range *range, int32_t bins) {
	float factor[4] = { 0 };
	int32_t count = range->end - range->begin;
	Grid grid = { .bins = count < bins ? count : bins };
	for (int k = 0; k < 3; ++k) {
		float extent = range->sum_hi[k] - range->sum_lo[k];
		factor[k] = extent > 0x1p-100f ? (float)grid.bins / extent : 0;
	}
	grid.origin = lanes4_load(range->sum_lo);
	grid.factor = lanes4_load(factor);
	grid.last = lanes4_one((float)(grid.bins - 1));
	return grid;
}

static inline void grid_bin(int32_t out[4], const Grid *grid, Lanes4 lo, Lanes4 hi) {
	Lanes4 at = lanes4_mul(lanes4_sub(lanes4_add(lo, hi), grid->origin), grid->factor);
	lanes4_truncate(out, lanes4_min(at, grid->last));
}

static void bins_fill(Bin bins[3][WIDE_BINS_MAX], const Grid *grid, const Prim *prims, const Range *range) {
	for (int k = 0; k < 3; ++k)
		for (int32_t i = 0; i < grid->bins; ++i)
			bins[k][i] = (Bin){ lanes4_one(FLT_MAX), lanes4_one(-FLT_MAX), 0 };
	for (int32_t i = range->begin; i < range->end; ++i) {
		Lanes4 lo = lanes4_load(prims[i].lo), hi = lanes4_load(prims[i].hi);
		int32_t at[4];
		grid_bin(at, grid, lo, hi);
		for (int k = 0; k < 3; ++k) {
			Bin *bin = &bins[k][at[k]];
			bin->lo = lanes4_min(bin->lo, lo), bin->hi = lanes4_max(bin->hi, hi);
			bin->count += 1;
		}
	}
}

typedef struct Plane {
	float cost;
	int32_t axis, bin; // the bins below this one are left of the plane
} Plane;

static void plane_look(Plane *best, const Bin *bins, int32_t count, int axis) {
	float right[WIDE_BINS_MAX] = { 0 };
	Lanes4 lo = lanes4_one(FLT_MAX), hi = lanes4_one(-FLT_MAX);
	int32_t n = 0;
	for (int32_t i = count - 1; i > 0; --i) {
		lo = lanes4_min(lo, bins[i].lo), hi = lanes4_max(hi, bins[i].hi);
		n += bins[i].count;
		right[i] = n > 0 ? cost_of(area_between(lo, hi), n) : -1;
	}
	lo = lanes4_one(FLT_MAX), hi = lanes4_one(-FLT_MAX), n = 0;
	for (int32_t i = 1; i < count; ++i) {
		lo = lanes4_min(lo, bins[i - 1].lo), hi = lanes4_max(hi, bins[i - 1].hi);
		n += bins[i - 1].count;
		if (n == 0 || right[i] < 0) continue;
		float cost = cost_of(area_between(lo, hi), n) + right[i];
		if (best->axis < 0 || cost < best->cost) *best = (Plane){ cost, axis, i };
	}
}

// Splits
// ----------------------------------------------------------------------------------------------------

static void halve(Range out[2], const Prim *prims, const Range *range) {
	int32_t middle = range->begin + (range->end - range->begin) / 2;
	out[0] = range_of(prims, range->begin, middle, range->depth + 1);
	out[1] = range_of(prims, middle, range->end, range->depth + 1);
}

// Partitions a range. The triangles do not keep their order, but the result is the same on every machine.
static void part(Range out[2], Prim *prims, const Range *range, const Grid *grid, const Plane *plane) {
	int32_t i = range->begin, j = range->end;
	Bounds left, right;
	bounds_begin(&left), bounds_begin(&right);
	while (i < j) {
		Lanes4 lo = lanes4_load(prims[i].lo), hi = lanes4_load(prims[i].hi);
		int32_t at[4];
		grid_bin(at, grid, lo, hi);
		if (at[plane->axis] < plane->bin) {
			bounds_add(&left, lo, hi);
			i += 1;
			continue;
		}
		bounds_add(&right, lo, hi);
		Prim other = prims[--j];
		prims[j] = prims[i];
		prims[i] = other;
	}
	range_set(&out[0], range->begin, i, range->depth + 1, &left);
	range_set(&out[1], i, range->end, range->depth + 1, &right);
}

static void split(Range out[2], Builder *builder, const Range *range) {
	Bin bins[3][WIDE_BINS_MAX];
	Plane best = { 0, -1, 0 };
	Grid grid = grid_of(range, builder->bins);
	if (range->depth < DEEP) {
		bins_fill(bins, &grid, builder->prims, range);
		for (int axis = 0; axis < 3; ++axis) plane_look(&best, bins[axis], grid.bins, axis);
	}
	if (best.axis < 0)
		halve(out, builder->prims, range);
	else
		part(out, builder->prims, range, &grid, &best);
}

// Nodes
// -----------------------------------------------------------------------------------------------------

// Makes a node of the last task. The left part is pushed last, so it is the next node.
static bool task_do(Builder *builder) {
	Task task = builder->tasks.data[--builder->tasks.count];
	const Range *range = &task.range;
	WideBinary *binary = &builder->binary;
	int32_t place = (int32_t)binary->count;
	WideBinaryNode node = { range->begin, range->end, 0, area_of(range->lo, range->hi), { 0 } };
	if (task.right_of >= 0) binary->data[task.right_of].right = place;
	if (!ARRAY_PUSH(binary, node)) return false;
	if (range->end - range->begin <= WIDE) return true;
	Range two[2];
	split(two, builder, range);
	return ARRAY_PUSH(&builder->tasks, ((Task){ two[1], place })) &&
	       ARRAY_PUSH(&builder->tasks, ((Task){ two[0], -1 }));
}

static int32_t too_large(int32_t n) {
	return error_set(HN_ERR_BAD_INPUT, "a mesh of %d triangles is too large for wide trees", n);
}

static int32_t topo_nodes(WideTopo *topo, Builder *builder) {
	int32_t n = topo->triangle_count;
	Task root = { range_of(builder->prims, 0, n, 0), -1 };
	if (!ARRAY_PUSH(&builder->tasks, root)) return HN_ERR_NO_MEMORY;
	while (builder->tasks.count > 0)
		if (!task_do(builder)) return HN_ERR_NO_MEMORY;
	if (builder->binary.count / 2 + 1 >= WIDE_PLACE_MAX) return too_large(n); // every second one is a leaf
	for (int32_t i = 0; i < n; ++i) topo->order[i] = prim_id(&builder->prims[i]);
	return wide_collapse(topo, &builder->binary) ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t wide_topo_build(WideTopo *out, const WideDef *def, const WideMesh *mesh, const double origin[3]) {
	int32_t n = mesh->triangle_count;
	*out = (WideTopo){ .triangle_count = n };
	if (n > TRIANGLES_MAX) return too_large(n);
	size_t size = mem_array_size(n, sizeof(Prim));
	Builder builder = { .prims = mem_alloc(size), .bins = def->bins };
	out->order = mem_alloc(mem_array_size(n, sizeof *out->order));
	int32_t status = builder.prims == NULL || out->order == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	for (int32_t i = 0; i < n && status == HN_OK; ++i)
		prim_set(&builder.prims[i], mesh, i, def->scale, origin);
	if (status == HN_OK && n > 0) status = topo_nodes(out, &builder);
	mem_free(builder.prims, size);
	ARRAY_FREE(&builder.tasks);
	ARRAY_FREE(&builder.binary);
	return status;
}

void wide_topo_free(WideTopo *topo) {
	mem_free(topo->order, mem_array_size(topo->triangle_count, sizeof *topo->order));
	ARRAY_FREE(&topo->nodes);
	ARRAY_FREE(&topo->leaves);
	*topo = (WideTopo){ 0 };
}
