// Template: binned SAH. A node's triangles are put into equal bins along each axis, by the middles of their
// boxes. The chosen split plane between two bins has the least cost A_l b_l + A_r b_r. A is the surface of
// the box of a side, and b the number of leaves that its triangles fill, ceil(n / 4). Where there are
// many triangles, a sample decides. This is done until parts fit into leaves. Part of wide/build.inl.
//
// Floats rounded to nearest are enough here: the topology only says which triangles are together, and nothing
// about their positions. No result depends on the sign of a zero, so bounds may be joined in any order.
// This work is based on: I. Wald. On fast Construction of SAH-based Bounding Volume Hierarchies. 2007
#include <float.h>

#include "simd/lanes.h"
#include "wide/split.h"

enum {
	DEEP = 96,         // from this depth on, ranges are halved in their present order
	STACK = DEEP + 32, // more than there are right children on the way to any node
	BYTE = 8,          // bits: each axis has a byte in the number that names a triangle's bins
	BYTE_MAX = 255,
	FEW = 16, // so many bins have counters of a byte each, in one register
	// Of so many triangles a sample is enough to choose a plane: each fifth one. Meshes that repeat
	// themselves in some way do so after 2, 3, 4, 6 or 12 triangles rather than after 5.
	SAMPLED = 1024,
	STRIDE = 5,
};

// The bounds of eight floats: a box, and that of nothing.
LANES_INLINE Lanes8 bounds_of(const WidePrim *prim) { return lanes8_load(prim->box); }
LANES_INLINE Lanes8 bounds_none(void) { return lanes8_one(FLT_MAX); }
// The sides of a box, negative.
LANES_INLINE Lanes4 bounds_sides(Lanes8 box) { return lanes4_add(lanes8_first(box), lanes8_last(box)); }
// Twice the middle.
LANES_INLINE Lanes4 bounds_middle(Lanes8 box) { return lanes4_sub(lanes8_first(box), lanes8_last(box)); }

// The triangles by which a plane is chosen: all of a node, or a sample.
typedef struct Chosen {
	const WidePrim *prims; // the first one; the others follow at distances of stride
	int32_t count, stride;
} Chosen;

// Half the surface of a box, and of that of some triangles.
LANES_INLINE float surface(const float sides[4]) {
	return sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0];
}
LANES_INLINE float area_of(const WidePrim *prims, int32_t count) {
	Lanes8 box = bounds_none();
	float s[4];
	for (int32_t i = 0; i < count; ++i) box = lanes8_min(box, bounds_of(&prims[i]));
	lanes4_store(s, bounds_sides(box));
	return surface(s);
}

// Bins
// ------------------------------------------------------------------------------------------------------

// Maps a triangle to its bin along each axis: (middle - origin) * factor, truncated.
typedef struct Grid {
	Lanes4 origin, factor, last;
} Grid;

LANES_INLINE Grid grid_of(const Chosen *some, int32_t bins) {
	const int32_t count = some->count, stride = some->stride;
	Lanes4 lo = bounds_middle(bounds_of(&some->prims[0])), hi = lo, even_lo = lo, even_hi = hi;
	// two minima at a time, so that none waits for the one before it
	for (int32_t i = count % 2; i < count; i += 2) {
		const WidePrim *prim = &some->prims[i * stride];
		Lanes4 even = bounds_middle(bounds_of(prim)), odd = bounds_middle(bounds_of(prim + stride));
		even_lo = lanes4_min(even_lo, even), even_hi = lanes4_max(even_hi, even);
		lo = lanes4_min(lo, odd), hi = lanes4_max(hi, odd);
	}
	lo = lanes4_min(lo, even_lo), hi = lanes4_max(hi, even_hi);
	Lanes4 extent = lanes4_sub(hi, lo), tiny = lanes4_one(0x1p-100f);
	Lanes4 factor = lanes4_over(lanes4_one((float)bins), lanes4_max(extent, tiny));
	factor = lanes4_where(lanes4_above(extent, tiny), factor);
	return (Grid){ lo, factor, lanes4_one((float)(bins - 1)) };
}

// The bins of a triangle, a byte for each axis. The first bin is also that of a triangle before the origin,
// and the last one that of a triangle behind all.
LANES_INLINE uint32_t grid_bins(const Grid *grid, Lanes8 box) {
	Lanes4 at = lanes4_mul(lanes4_sub(bounds_middle(box), grid->origin), grid->factor);
	return lanes4_bytes(lanes4_min(lanes4_max(at, lanes4_one(0)), grid->last));
}

typedef struct Bins {
	float box[3][WIDE_BINS_MAX][8];
	int32_t count[3][WIDE_BINS_MAX];
} Bins;

LANES_INLINE void counts_add(int32_t *counts, Bytes16 bytes) {
	uint8_t own[FEW];
	bytes16_store(own, bytes);
	for (int i = 0; i < FEW; ++i) counts[i] += own[i];
}

// Adds triangles, BYTE_MAX at most, to the bins. Writes their bins to room.
LANES_INLINE void bins_add(Bins *bins, int32_t *room, const Chosen *some, const Grid *grid, bool few) {
	// rows as long as those of the boxes, so that one register indexes both
	static const uint8_t s_one[FEW][8 * sizeof(float)] = {
#define ONE(i) { [i] = 1 }
		ONE(0), ONE(1), ONE(2),  ONE(3),  ONE(4),  ONE(5),  ONE(6),  ONE(7),
		ONE(8), ONE(9), ONE(10), ONE(11), ONE(12), ONE(13), ONE(14), ONE(15),
#undef ONE
	};
	Bytes16 counts[3] = { bytes16_zero(), bytes16_zero(), bytes16_zero() };
	for (int32_t i = 0; i < some->count; ++i) {
		Lanes8 box = bounds_of(&some->prims[i * some->stride]);
		uint32_t bytes = grid_bins(grid, box);
		room[i] = (int32_t)bytes;
		for (int k = 0; k < 3; ++k) {
			uint32_t b = bytes >> (BYTE * k) & BYTE_MAX;
			lanes8_store(bins->box[k][b], lanes8_min(box, lanes8_load(bins->box[k][b])));
			if (few)
				counts[k] = bytes16_add(counts[k], bytes16_load(s_one[b]));
			else
				bins->count[k][b] += 1;
		}
	}
	for (int k = 0; few && k < 3; ++k) counts_add(bins->count[k], counts[k]);
}

// Writes the bins of each triangle to room, from its second number on.
LANES_INLINE void bins_fill(Bins *bins, int32_t *room, const Chosen *some, int32_t used, const Grid *grid) {
	for (int k = 0; k < 3; ++k) {
		for (int32_t i = 0; i < used; ++i) lanes8_store(bins->box[k][i], bounds_none());
		memset(bins->count[k], 0, (size_t)(used < FEW ? FEW : used) * sizeof bins->count[k][0]);
	}
	for (int32_t i = 0; i < some->count; i += BYTE_MAX) {
		int32_t count = some->count - i < BYTE_MAX ? some->count - i : BYTE_MAX;
		const Chosen next = { some->prims + i * some->stride, count, some->stride };
		if (used <= FEW)
			bins_add(bins, room + 1 + i, &next, grid, true);
		else
			bins_add(bins, room + 1 + i, &next, grid, false);
	}
}

// Planes
// ----------------------------------------------------------------------------------------------------

// The planes of one axis. Plane i lies below bin i.
typedef struct Planes {
	float sides[WIDE_BINS_MAX][8]; // negative, of the box of the left side and of the right one
	int32_t left[WIDE_BINS_MAX], right[WIDE_BINS_MAX]; // how many triangles are on the sides
	float cost[WIDE_BINS_MAX];
} Planes;

typedef struct Plane {
	int32_t axis, bin; // the bins below this one are left of the plane; axis -1: none
	int32_t left;      // triangles
	float area[2];     // half the surfaces of the boxes, of the sample if there is one
} Plane;

// Where a side has no triangles, its box is that of nothing and its surface is infinite; times no leaf that
// is NaN. The same is done for numbers that are not planes.
LANES_INLINE void planes_sweep(Planes *planes, const Bins *bins, int axis, int32_t count, int32_t used) {
	Lanes8 left = bounds_none(), right = left;
	int32_t n = 0;
	for (int32_t i = 1; i < used; ++i) {
		left = lanes8_min(left, lanes8_load(bins->box[axis][i - 1]));
		right = lanes8_min(right, lanes8_load(bins->box[axis][used - i]));
		lanes4_store(planes->sides[i], bounds_sides(left));
		lanes4_store(planes->sides[used - i] + 4, bounds_sides(right));
		n += bins->count[axis][i - 1];
		planes->left[i] = n, planes->right[i] = count - n;
	}
	lanes8_store(planes->sides[0], lanes8_one(INFINITY));
	planes->left[0] = planes->right[0] = 0;
	for (int32_t i = used; i % 4 != 0; ++i) {
		lanes8_store(planes->sides[i], lanes8_one(INFINITY));
		planes->left[i] = planes->right[i] = 0;
	}
}

LANES_INLINE Lanes4 planes_cost(Planes *planes, int32_t used, Lanes4 least) {
	for (int32_t i = 0; i < used; i += 4) {
		Lanes8 s[4];
		lanes8_columns(s, planes->sides[i]);
		Lanes8 area =
		    lanes8_add(lanes8_add(lanes8_mul(s[0], s[1]), lanes8_mul(s[1], s[2])), lanes8_mul(s[2], s[0]));
		Lanes8 leaves = lanes8_beside(lanes4_fourths(&planes->left[i]), lanes4_fourths(&planes->right[i]));
		Lanes8 cost = lanes8_mul(area, leaves);
		Lanes4 both = lanes4_add(lanes8_first(cost), lanes8_last(cost));
		lanes4_store(&planes->cost[i], both);
		least = lanes4_min(both, least);
	}
	return least;
}

// The first plane of the least cost.
LANES_INLINE Plane plane_find(const Planes planes[3], int32_t used, Lanes4 costs) {
	float four[4];
	lanes4_store(four, costs);
	float least = four[0];
	for (int k = 1; k < 4; ++k) least = four[k] < least ? four[k] : least;
	for (int32_t axis = 0; axis < 3; ++axis) {
		uint64_t bits = 0;
		for (int32_t i = 0; i < used; i += 4)
			bits |= (uint64_t)mask4f_bits(lanes4_equal(lanes4_load(&planes[axis].cost[i]), lanes4_one(least)))
			        << i;
		if (bits == 0) continue;
		int32_t i = __builtin_ctzll(bits);
		const float *sides = planes[axis].sides[i];
		return (Plane){ axis, i, planes[axis].left[i], { surface(sides), surface(sides + 4) } };
	}
	return (Plane){ -1, 0, 0, { 0, 0 } };
}

// Writes the bins of all triangles to room, as bins_fill does for the sample. Returns how many triangles are
// left of the plane. A triangle outside the sample may lie beyond the outer bins.
LANES_INLINE int32_t plane_divide(int32_t *room, const WidePrim *prims, int32_t count, const Grid *grid,
                                  const Plane *plane) {
	const int shift = BYTE * plane->axis;
	int32_t left = 0;
	for (int32_t i = 0; i < count; ++i) {
		uint32_t bytes = grid_bins(grid, bounds_of(&prims[i]));
		room[i + 1] = (int32_t)bytes;
		left += (int32_t)(bytes >> shift & BYTE_MAX) < plane->bin;
	}
	return left;
}

static Plane plane_choose(int32_t *room, const WidePrim *prims, int32_t count, int32_t most, int32_t stride) {
	Bins bins;
	Planes planes[3];
	const Chosen some = { prims, count / stride, stride };
	const int32_t used = count < most ? count : most;
	const Grid grid = grid_of(&some, used);
	bins_fill(&bins, room, &some, used, &grid);
	for (int axis = 0; axis < 3; ++axis) planes_sweep(&planes[axis], &bins, axis, some.count, used);
	Lanes4 least = lanes4_one(INFINITY);
	for (int axis = 0; axis < 3; ++axis) least = planes_cost(&planes[axis], used, least);
	Plane out = plane_find(planes, used, least);
	if (stride > 1 && out.axis >= 0) out.left = plane_divide(room, prims, count, &grid, &out);
	return out;
}

// Splits
// ----------------------------------------------------------------------------------------------------

// first ? a : b; compilers make a branch of that.
LANES_INLINE int32_t chosen(bool first, int32_t a, int32_t b) { return b ^ ((a ^ b) & -(int32_t)first); }

// Puts the triangles of the left side first. The result is that of a loop which looks at the first triangle
// that has no side yet, leaves it there if it belongs to the left, and else swaps it with the last one that
// has no side yet. So the k-th triangle of the right side among the first plane->left ones, the k-th hole, is
// filled with the k-th of the left side among the others, counted from the end. A triangle of the right side
// among the others goes down by one place, and those from the holes fill the gaps. Here no branch depends on
// a side.
LANES_INLINE void part(WidePrim *prims, int32_t *room, int32_t count, const Plane *plane) {
	const int shift = BYTE * plane->axis;
	const int32_t middle = plane->left, bin = plane->bin;
	int32_t hole = 0;
	for (int32_t i = 0; i < middle; ++i) { // holes go where sides have been read
		bool right = (room[i + 1] >> shift & BYTE_MAX) >= bin;
		room[hole] = i;
		hole += right;
	}
	room[hole] = middle; // after the last hole, the triangle there is the one without a place
	hole = 0;
	Lanes8 placeless = bounds_of(&prims[room[0]]);
	for (int32_t i = count - 1; i >= middle; --i) {
		bool left = (room[i + 1] >> shift & BYTE_MAX) < bin;
		Lanes8 own = bounds_of(&prims[i]);
		int32_t to = chosen(left, room[hole], i);
		hole += left;
		Lanes8 next = bounds_of(&prims[chosen(left, room[hole], i)]);
		lanes8_store(prims[to].box, own);
		lanes8_store(prims[i].box, placeless);
		placeless = next;
	}
}

static Plane halves(const WidePrim *prims, int32_t count) {
	int32_t left = count / 2;
	return (Plane){ -1, 0, left, { area_of(prims, left), area_of(prims + left, count - left) } };
}

// Nodes
// -----------------------------------------------------------------------------------------------------

// A node to be made.
typedef struct Task {
	int32_t begin, end, depth;
	int32_t right_of; // the node whose right child this is; -1: a left child, or the root
	float area;
} Task;

// Splits the triangles of a task.
static Plane task_split(WideSplit *split, const Task *task) {
	WidePrim *prims = split->prims + task->begin;
	int32_t count = task->end - task->begin;
	Plane plane = { .axis = -1 };
	bool deep = task->depth >= DEEP;
	if (!deep && count >= SAMPLED) plane = plane_choose(split->room, prims, count, split->bins, STRIDE);
	if (!deep && plane.axis < 0) plane = plane_choose(split->room, prims, count, split->bins, 1);
	if (plane.axis < 0) return halves(prims, count);
	part(prims, split->room, count, &plane);
	return plane;
}

// Makes nodes from a task down its left children. Their right children become tasks.
static bool split_all(WideSplit *split) {
	Task stack[STACK], task = { 0, split->count, 0, -1, area_of(split->prims, split->count) };
	WideBinary *binary = &split->binary;
	for (int count = 0;;) {
		WideBinaryNode node = { task.begin, task.end, 0, task.area, { 0 } };
		int32_t place = (int32_t)binary->count;
		if (task.right_of >= 0) binary->data[task.right_of].right = place;
		if (!ARRAY_PUSH(binary, node)) return false;
		if (task.end - task.begin > WIDE) {
			Plane plane = task_split(split, &task);
			int32_t middle = task.begin + plane.left, depth = task.depth + 1;
			stack[count++] = (Task){ middle, task.end, depth, place, plane.area[1] };
			task = (Task){ task.begin, middle, depth, -1, plane.area[0] };
		} else if (count > 0) {
			task = stack[--count];
		} else {
			return true;
		}
	}
}
