#include "scene/mesh_blocks.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

// Building
// ----------------------------------------------------------------------------------------------------

typedef struct Item {
	double key[3]; // sum of the corners: three times the centroid
	int32_t triangle;
} Item;

static bool item_before(const Item *a, const Item *b, int axis) {
	return a->key[axis] < b->key[axis] || (a->key[axis] == b->key[axis] && a->triangle < b->triangle);
}

static void item_swap(Item *a, Item *b) {
	Item t = *a;
	*a = *b;
	*b = t;
}

// Quickselect: items[k] becomes the item that sorting would put there, with smaller ones before it. Ties are
// broken by id, so many equal triangles do not slow it down.
static void items_select(Item *items, int64_t n, int64_t k, int axis) {
	int64_t lo = 0, hi = n - 1;
	while (lo < hi) {
		Item *middle = &items[lo + (hi - lo) / 2];
		if (item_before(middle, &items[lo], axis)) item_swap(middle, &items[lo]);
		if (item_before(&items[hi], middle, axis)) item_swap(&items[hi], middle);
		if (item_before(middle, &items[lo], axis)) item_swap(middle, &items[lo]);
		Item pivot = *middle;
		int64_t i = lo, j = hi;
		while (i <= j) {
			while (item_before(&items[i], &pivot, axis)) i += 1;
			while (item_before(&pivot, &items[j], axis)) j -= 1;
			if (i <= j) item_swap(&items[i++], &items[j--]);
		}
		if (k <= j)
			hi = j;
		else if (k >= i)
			lo = i;
		else
			return;
	}
}

static int items_longest_axis(const Item *items, int64_t n) {
	double extent[3];
	for (int axis = 0; axis < 3; ++axis) {
		double lo = items[0].key[axis], hi = lo;
		for (int64_t i = 1; i < n; ++i) {
			lo = items[i].key[axis] < lo ? items[i].key[axis] : lo;
			hi = items[i].key[axis] > hi ? items[i].key[axis] : hi;
		}
		extent[axis] = hi - lo;
	}
	int best = 0;
	for (int axis = 1; axis < 3; ++axis)
		if (extent[axis] > extent[best]) best = axis;
	return best;
}

// Sorts into k-d order. The split is at a multiple of the block size, so that only the last block is not
// full. Blocks are split further, down to a few triangles.
static void items_order(Item *items, int64_t n) {
	struct {
		int64_t begin, count;
	} stack[64]; // the larger half waits on the stack, so the depth stays below log2(n)
	int32_t top = 0;
	stack[top].begin = 0, stack[top++].count = n;
	while (top > 0) {
		top -= 1;
		int64_t begin = stack[top].begin, count = stack[top].count;
		int64_t unit = count > BLOCK_TRIANGLES ? BLOCK_TRIANGLES : BLOCK_PART;
		if (count <= unit) continue;
		int64_t units = (count + unit - 1) / unit, left = units / 2 * unit;
		items_select(items + begin, count, left, items_longest_axis(items + begin, count));
		CHECK(top + 2 <= 64);
		stack[top].begin = begin, stack[top++].count = left;
		stack[top].begin = begin + left, stack[top++].count = count - left;
	}
}

static double round_up(double x) { return x * (1 + 0x1p-51); }

static void block_fit(MeshBlocks *b, int32_t block, const double *coordinates[3]) {
	for (int axis = 0; axis < 3; ++axis) {
		const double *v = coordinates[axis];
		double lo = v[b->vertex_begin[block]], hi = lo;
		for (int32_t i = b->vertex_begin[block] + 1; i < b->vertex_begin[block + 1]; ++i) {
			lo = v[i] < lo ? v[i] : lo;
			hi = v[i] > hi ? v[i] : hi;
		}
		b->block_lo[axis][block] = lo;
		b->block_hi[axis][block] = hi;
		double center = 0.5 * lo + 0.5 * hi;
		double below = center - lo, above = hi - center;
		b->center[axis][block] = center;
		b->half[axis][block] = round_up(below > above ? below : above);
	}
}

// Copies the vertices of one block; each vertex is copied once.
static void block_fill(MeshBlocks *b, int32_t block, const HnSceneMesh *mesh) {
	int32_t local[BLOCK_VERTICES], count = 0;
	for (int32_t i = block * BLOCK_TRIANGLES; i < blocks_end(b, block); ++i)
		for (int corner = 0; corner < 3; ++corner) {
			int32_t v = mesh->triangles[3 * (int64_t)b->triangle[i] + corner], k = 0;
			while (k < count && local[k] != v) k += 1;
			if (k == count) local[count++] = v;
			b->corner[3 * (int64_t)i + corner] = (uint8_t)k;
		}
	int32_t at = b->vertex_begin[block];
	for (int32_t k = 0; k < count; ++k) {
		b->x[at + k] = mesh->xyz[3 * (int64_t)local[k]];
		b->y[at + k] = mesh->xyz[3 * (int64_t)local[k] + 1];
		b->z[at + k] = mesh->xyz[3 * (int64_t)local[k] + 2];
	}
	b->vertex_begin[block + 1] = at + count;
	block_fit(b, block, (const double *[3]){ b->x, b->y, b->z });
}

static int32_t blocks_allocate(MeshBlocks *b) {
	b->block_count = (b->triangle_count + BLOCK_TRIANGLES - 1) / BLOCK_TRIANGLES;
	b->triangle = mem_alloc(mem_array_size(b->triangle_count, sizeof *b->triangle));
	b->corner = mem_alloc(mem_array_size(b->triangle_count, 3));
	b->vertex_begin = mem_alloc_zero(mem_array_size((int64_t)b->block_count + 1, sizeof *b->vertex_begin));
	bool ok = b->triangle != NULL && b->corner != NULL && b->vertex_begin != NULL;
	for (int axis = 0; axis < 3; ++axis) {
		double **arrays[] = { &b->block_lo[axis], &b->block_hi[axis], &b->center[axis], &b->half[axis] };
		for (int i = 0; i < 4; ++i) {
			*arrays[i] = mem_alloc(mem_array_size(b->block_count, sizeof(double)));
			ok = ok && *arrays[i] != NULL;
		}
	}
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t blocks_order(MeshBlocks *b, const HnSceneMesh *mesh) {
	Item *items = mem_alloc(mem_array_size(b->triangle_count, sizeof *items));
	if (items == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < b->triangle_count; ++i) {
		const int32_t *v = &mesh->triangles[3 * (int64_t)i];
		for (int axis = 0; axis < 3; ++axis)
			items[i].key[axis] = mesh->xyz[3 * (int64_t)v[0] + axis] + mesh->xyz[3 * (int64_t)v[1] + axis] +
			                     mesh->xyz[3 * (int64_t)v[2] + axis];
		items[i].triangle = i;
	}
	items_order(items, b->triangle_count);
	for (int32_t i = 0; i < b->triangle_count; ++i) b->triangle[i] = items[i].triangle;
	mem_free(items, mem_array_size(b->triangle_count, sizeof *items));
	return HN_OK;
}

static int32_t blocks_build(MeshBlocks *b, const HnSceneMesh *mesh) {
	if (mesh->triangle_count > INT32_MAX / 3)
		return error_set(HN_ERR_BAD_INPUT, "a mesh of %d triangles is too large", mesh->triangle_count);
	if (blocks_allocate(b) != HN_OK || blocks_order(b, mesh) != HN_OK) return HN_ERR_NO_MEMORY;
	// Allocates for the worst case first; blocks_trim shrinks it to what was used.
	int32_t most = 3 * b->triangle_count;
	b->vertex_capacity = most;
	b->x = mem_alloc(mem_array_size(most, sizeof(double)));
	b->y = mem_alloc(mem_array_size(most, sizeof(double)));
	b->z = mem_alloc(mem_array_size(most, sizeof(double)));
	if (b->x == NULL || b->y == NULL || b->z == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < b->block_count; ++i) block_fill(b, i, mesh);
	b->vertex_count = b->vertex_begin[b->block_count];
	b->box = mesh_box(mesh);
	return HN_OK;
}

// Frees the memory that the vertices did not need.
static int32_t blocks_trim(MeshBlocks *b) {
	double *old[3] = { b->x, b->y, b->z }, *cut[3] = { NULL, NULL, NULL };
	size_t size = mem_array_size(b->vertex_count, sizeof(double));
	for (int axis = 0; axis < 3; ++axis) cut[axis] = mem_alloc(size);
	if (cut[0] == NULL || cut[1] == NULL || cut[2] == NULL) {
		for (int axis = 0; axis < 3; ++axis) mem_free(cut[axis], size);
		return HN_ERR_NO_MEMORY;
	}
	for (int axis = 0; axis < 3; ++axis) {
		memcpy(cut[axis], old[axis], size);
		mem_free(old[axis], mem_array_size(b->vertex_capacity, sizeof(double)));
	}
	b->x = cut[0], b->y = cut[1], b->z = cut[2];
	b->vertex_capacity = b->vertex_count;
	return HN_OK;
}

int32_t blocks_init(MeshBlocks *out, const HnSceneMesh *mesh) {
	*out = (MeshBlocks){ .triangle_count = mesh->triangle_count };
	if (mesh->triangle_count == 0) return HN_OK;
	int32_t code = blocks_build(out, mesh);
	if (code == HN_OK) code = blocks_trim(out);
	if (code != HN_OK) blocks_free(out);
	return code;
}

void blocks_refit(MeshBlocks *b, const HnSceneMesh *mesh) {
	if (b->triangle_count == 0) return;
	for (int32_t block = 0; block < b->block_count; ++block) {
		int32_t at = b->vertex_begin[block];
		for (int64_t i = 3 * (int64_t)block * BLOCK_TRIANGLES; i < 3 * (int64_t)blocks_end(b, block); ++i) {
			const double *v =
			    mesh->xyz + 3 * (int64_t)mesh->triangles[3 * (int64_t)b->triangle[i / 3] + i % 3];
			int32_t copy = at + b->corner[i];
			b->x[copy] = v[0], b->y[copy] = v[1], b->z[copy] = v[2];
		}
		block_fit(b, block, (const double *[3]){ b->x, b->y, b->z });
	}
	b->box = mesh_box(mesh);
}

void blocks_free(MeshBlocks *b) {
	mem_free(b->triangle, mem_array_size(b->triangle_count, sizeof *b->triangle));
	mem_free(b->corner, mem_array_size(b->triangle_count, 3));
	mem_free(b->vertex_begin, mem_array_size((int64_t)b->block_count + 1, sizeof *b->vertex_begin));
	size_t size = mem_array_size(b->vertex_capacity, sizeof(double));
	mem_free(b->x, size);
	mem_free(b->y, size);
	mem_free(b->z, size);
	for (int axis = 0; axis < 3; ++axis) {
		double *arrays[] = { b->block_lo[axis], b->block_hi[axis], b->center[axis], b->half[axis] };
		for (int i = 0; i < 4; ++i) mem_free(arrays[i], mem_array_size(b->block_count, sizeof(double)));
	}
	*b = (MeshBlocks){ 0 };
}

size_t blocks_bytes(const MeshBlocks *b) {
	if (b->triangle_count == 0) return 0;
	return (size_t)b->triangle_count * (sizeof *b->triangle + 3) +
	       ((size_t)b->block_count + 1) * sizeof *b->vertex_begin +
	       (size_t)b->vertex_count * 3 * sizeof(double) + (size_t)b->block_count * 12 * sizeof(double);
}

// Placing
// -----------------------------------------------------------------------------------------------------

MeshBox mesh_box(const HnSceneMesh *mesh) {
	MeshBox box = { 0 };
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		const double *v = mesh->xyz + 3 * (int64_t)mesh->triangles[i];
		for (int axis = 0; axis < 3; ++axis) {
			if (i == 0 || v[axis] < box.lo[axis]) box.lo[axis] = v[axis];
			if (i == 0 || v[axis] > box.hi[axis]) box.hi[axis] = v[axis];
		}
	}
	for (int axis = 0; axis < 3; ++axis) {
		double lo = fabs(box.lo[axis]), hi = fabs(box.hi[axis]);
		box.reach[axis] = lo > hi ? lo : hi;
	}
	return box;
}

// Let u = 2^-53, and let X be the reach. A placed coordinate differs from the real R x + t by at most 4.1 u
// (|R|X + |t|), or by 2^-200 if it was flushed to 0. A bound is R c + t -+ |R| h with |c| <= X and h <= 2.1
// X. Its own rounding, including the subtraction's, stays below 8 u (3.1 |R|X + |t|). The margin of 2^-47 =
// 64 u is more than both together, including the margin's own rounding.
void mesh_box_margin(const MeshBox *box, const HnPose *pose, double margin[3]) {
	const double t[3] = { pose->t.x, pose->t.y, pose->t.z };
	for (int i = 0; i < 3; ++i) {
		double sum = fabs(t[i]);
		for (int j = 0; j < 3; ++j) sum += fabs(pose->r.m[i][j]) * box->reach[j];
		margin[i] = 0x1p-47 * sum + 0x1p-199;
	}
}

void mesh_box_placed(const MeshBox *box, const HnPose *pose, double lo[3], double hi[3]) {
	const double t[3] = { pose->t.x, pose->t.y, pose->t.z };
	double c[3], h[3], margin[3];
	mesh_box_margin(box, pose, margin);
	for (int axis = 0; axis < 3; ++axis) {
		double least = box->lo[axis], most = box->hi[axis];
		c[axis] = 0.5 * least + 0.5 * most;
		h[axis] = round_up(c[axis] - least > most - c[axis] ? c[axis] - least : most - c[axis]);
	}
	for (int i = 0; i < 3; ++i) {
		const double *r = pose->r.m[i];
		double middle = r[0] * c[0] + r[1] * c[1] + r[2] * c[2] + t[i];
		double extent = fabs(r[0]) * h[0] + fabs(r[1]) * h[1] + fabs(r[2]) * h[2] + margin[i];
		lo[i] = middle - extent;
		hi[i] = middle + extent;
	}
}

PlacedBody body_at_rest(const MeshBlocks *blocks) {
	PlacedBody body = { .blocks = blocks, .at_rest = true };
	for (int axis = 0; axis < 3; ++axis) {
		body.lo[axis] = blocks->block_lo[axis];
		body.hi[axis] = blocks->block_hi[axis];
	}
	return body;
}

PlacedBody body_placed(const MeshBlocks *blocks, const HnPose *pose) {
	PlacedBody p = { .blocks = blocks, .pose = *pose };
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) p.abs[i][j] = fabs(pose->r.m[i][j]);
	mesh_box_margin(&blocks->box, pose, p.margin);
	return p;
}

static inline void bound(const PlacedBody *p, int i, double t, const double c[3], const double h[3],
                         double *lo, double *hi) {
	const double *r = p->pose.r.m[i], *a = p->abs[i];
	double middle = r[0] * c[0] + r[1] * c[1] + r[2] * c[2] + t;
	double extent = a[0] * h[0] + a[1] * h[1] + a[2] * h[2] + p->margin[i];
	*lo = middle - extent;
	*hi = middle + extent;
}

void body_bound_blocks(PlacedBody *p, double *room) {
	const MeshBlocks *b = p->blocks;
	const double t[3] = { p->pose.t.x, p->pose.t.y, p->pose.t.z };
	const double *cx = b->center[0], *cy = b->center[1], *cz = b->center[2];
	const double *hx = b->half[0], *hy = b->half[1], *hz = b->half[2];
	for (int i = 0; i < 3; ++i) {
		double *restrict lo = room + 2 * i * (int64_t)b->block_count, *restrict hi = lo + b->block_count;
		for (int32_t k = 0; k < b->block_count; ++k)
			bound(p, i, t[i], (const double[3]){ cx[k], cy[k], cz[k] },
			      (const double[3]){ hx[k], hy[k], hz[k] }, &lo[k], &hi[k]);
	}
	body_bounds_at(p, room);
}

void body_bounds_at(PlacedBody *p, const double *room) {
	int64_t count = p->blocks->block_count;
	for (int i = 0; i < 3; ++i) {
		p->lo[i] = room + 2 * i * count;
		p->hi[i] = room + (2 * i + 1) * count;
	}
}

void body_block(const PlacedBody *p, int32_t block, PlacedBlock *out) {
	const MeshBlocks *b = p->blocks;
	int32_t at = b->vertex_begin[block];
	out->count = b->vertex_begin[block + 1] - at;
	const double *restrict x = b->x + at, *restrict y = b->y + at, *restrict z = b->z + at;
	if (p->at_rest) {
		out->v[0] = x, out->v[1] = y, out->v[2] = z;
		return;
	}
	const HnPose pose = p->pose;
	for (int32_t k = 0; k < out->count; ++k) {
		HnVec3 v = pose_place(&pose, (HnVec3){ x[k], y[k], z[k] });
		out->room[0][k] = v.x, out->room[1][k] = v.y, out->room[2][k] = v.z;
	}
	for (int axis = 0; axis < 3; ++axis) out->v[axis] = out->room[axis];
}

// The largest placed coordinate of an axis (sign 1), or the negated smallest one (sign -1). The search ends
// when a value reaches `stop`, because the exact value does not matter then.
static double placed_extreme(const PlacedBody *p, int axis, double sign, double stop, int64_t *placed) {
	const double *ends = sign > 0 ? p->hi[axis] : p->lo[axis];
	int32_t likely = 0;
	for (int32_t k = 1; k < p->blocks->block_count; ++k)
		if (sign * ends[k] > sign * ends[likely]) likely = k;
	double best = -HUGE_VAL;
	PlacedBlock block;
	for (int32_t i = -1; i < p->blocks->block_count && best < stop; ++i) {
		int32_t k = i < 0 ? likely : i;
		if (sign * ends[k] <= best || i == likely) continue;
		body_block(p, k, &block);
		*placed += block.count;
		for (int32_t j = 0; j < block.count; ++j)
			best = sign * block.v[axis][j] > best ? sign * block.v[axis][j] : best;
	}
	return best;
}

bool body_clip_box(const PlacedBody *p, double lo[3], double hi[3], int64_t *placed) {
	for (int axis = 0; axis < 3; ++axis) {
		double top = placed_extreme(p, axis, 1, hi[axis], placed);
		if (top < hi[axis]) hi[axis] = top;
		double bottom = -placed_extreme(p, axis, -1, -lo[axis], placed);
		if (bottom > lo[axis]) lo[axis] = bottom;
		if (lo[axis] > hi[axis]) return false;
	}
	return true;
}
