// DASSD, update: for each body pair the overlap of the boxes and its cells.
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/dassd.h"

// The overlap of two bodies' boxes, and how it came about.
typedef struct Overlap {
	double lo[3], hi[3];
	double move[3]; // of the moving body's centre since the last step; 0 in the first
	bool trend; // so small a move that cells which reach ahead are at most twice the overlap along any axis
	int64_t still_blocks, moving_blocks; // that touch it
} Overlap;

// Where the pair is, or would be. There is a free slot, or there are all pairs.
static int32_t *slot_find(const Dassd *d, int32_t a, int32_t b) {
	uint64_t key = (uint64_t)a << 32 | (uint32_t)b;
	for (uint64_t at = key * 0x9e3779b97f4a7c15U >> 32;; ++at) {
		int32_t *slot = &d->slot[at & (uint64_t)(d->slot_count - 1)];
		if (*slot < 0 || (d->pairs.data[*slot].a == a && d->pairs.data[*slot].b == b)) return slot;
	}
}

// Room for one more: twice as many slots as pairs, unless that is more than there can be.
static bool slots_grow(Dassd *d) {
	int64_t bodies = d->scene->body_count, most = bodies * (bodies - 1) / 2, count = 1;
	while (count < most && count < 64) count *= 2;
	while (count < most && count < 2 * (d->pairs.count + 1)) count *= 2;
	if (count <= d->slot_count) return true;
	int32_t *slots = mem_alloc(mem_array_size(count, sizeof *slots));
	if (slots == NULL) return false;
	mem_free(d->slot, mem_array_size(d->slot_count, sizeof *d->slot));
	d->slot = slots;
	d->slot_count = count;
	for (int64_t i = 0; i < count; ++i) slots[i] = -1;
	for (int32_t i = 0; i < d->pairs.count; ++i) *slot_find(d, d->pairs.data[i].a, d->pairs.data[i].b) = i;
	return true;
}

static DassdPair *pair_get(Dassd *d, int32_t a, int32_t b) {
	if (!slots_grow(d)) return NULL;
	int32_t *slot = slot_find(d, a, b);
	if (*slot < 0) {
		if (!ARRAY_PUSH(&d->pairs, ((DassdPair){ .a = a, .b = b }))) return NULL;
		*slot = (int32_t)(d->pairs.count - 1);
	}
	return &d->pairs.data[*slot];
}

static int64_t blocks_touching(const PlacedBody *body, const double lo[3], const double hi[3]) {
	int64_t count = 0;
	for (int32_t k = 0; k < body->blocks->block_count; ++k) count += body_block_touches(body, k, lo, hi);
	return count;
}

static void overlap_move(const Dassd *d, Overlap *o, int32_t a, int32_t b, int32_t step, const HnPose *now) {
	if (step == 0) return;
	const MeshBlocks *blocks = dassd_blocks(d, b);
	HnPose before = scene_relative(d->scene, a, b, step - 1);
	HnVec3 center = { 0.5 * (blocks->box.lo[0] + blocks->box.hi[0]),
		              0.5 * (blocks->box.lo[1] + blocks->box.hi[1]),
		              0.5 * (blocks->box.lo[2] + blocks->box.hi[2]) };
	vec3_store(o->move, vec3_sub(pose_place(now, center), pose_place(&before, center)));
	o->trend = true;
	for (int axis = 0; axis < 3; ++axis)
		o->trend &= d->def.ahead * fabs(o->move[axis]) <= o->hi[axis] - o->lo[axis];
}

static int32_t largest_axis(const double v[3]) {
	int32_t best = -1;
	double most = 0;
	for (int32_t axis = 0; axis < 3; ++axis)
		if (fabs(v[axis]) > most) {
			best = axis;
			most = fabs(v[axis]);
		}
	return best;
}

// Cells to be kept reach from the overlap to where it will be `ahead` steps on, as far as the still body
// does.
static void cells_place_ahead(Cells *cells, const Overlap *o, const MeshBlocks *still, double ahead) {
	double from[3], to[3];
	for (int axis = 0; axis < 3; ++axis) {
		from[axis] = o->lo[axis];
		to[axis] = o->hi[axis];
		double low = from[axis] + ahead * o->move[axis], high = to[axis] + ahead * o->move[axis];
		if (low < from[axis]) from[axis] = low > still->box.lo[axis] ? low : still->box.lo[axis];
		if (high > to[axis]) to[axis] = high < still->box.hi[axis] ? high : still->box.hi[axis];
	}
	cells_place(cells, from, to);
}

static bool cells_contain(const Cells *cells, const Overlap *o) {
	bool in = cells->made;
	for (int axis = 0; axis < 3; ++axis)
		in = in && o->lo[axis] >= cells->lo[axis] && o->hi[axis] <= cells->hi[axis];
	return in;
}

static bool holder_is_moving(const DassdDef *def, const Overlap *o) {
	if (def->holder != HOLDER_AUTO) return def->holder == HOLDER_MOVING;
	return !(def->keep && o->trend) && o->moving_blocks < o->still_blocks;
}

// The cells for this step: kept, or made anew.
static int32_t pair_cells(const Dassd *d, DassdPair *pair, const Overlap *o, const PlacedBody *still,
                          const PlacedBody *moving, Counts *counts) {
	const DassdDef *def = &d->def;
	bool may_keep = def->keep && !scene_deforms(d->scene, pair->a);
	if (may_keep && !pair->moving_held && cells_contain(&pair->cells, o)) return HN_OK;
	pair->moving_held = holder_is_moving(def, o);
	if (pair->moving_held || !def->keep || !o->trend)
		cells_place(&pair->cells, o->lo, o->hi);
	else
		cells_place_ahead(&pair->cells, o, still->blocks, def->ahead);
	int64_t others = pair->moving_held ? o->still_blocks : o->moving_blocks;
	CellsDef cells = { .target = def->target,
		               .others = (double)(others * BLOCK_TRIANGLES),
		               .spread = def->spread,
		               .by_cell = !def->box_test,
		               .split_axis = def->direction ? largest_axis(o->move) : -1 };
	int64_t tests = 0, placed = 0;
	int32_t code = cells_fill(&pair->cells, pair->moving_held ? moving : still, &cells, &tests, &placed);
	if (counts != NULL && code == HN_OK) {
		counts->nb += tests;
		counts->vertices_projected += placed;
		counts->nu += pair->cells.start.count - 1;
	}
	return code;
}

// The overlap of a's box with the exact box of b's placed vertices, if the two meet.
static int32_t bodies_prepare(Dassd *d, int32_t a, int32_t b, int32_t step, Counts *counts) {
	PlacedBody still = body_at_rest(dassd_blocks(d, a));
	if (still.blocks->triangle_count == 0 || dassd_blocks(d, b)->triangle_count == 0) return HN_OK;
	HnPose pose = scene_relative(d->scene, a, b, step);
	PlacedBody moving = body_placed(dassd_blocks(d, b), &pose);
	Overlap o = { .trend = false };
	mesh_box_placed(&moving.blocks->box, &pose, o.lo, o.hi);
	if (counts != NULL) counts->nb += 1;
	for (int axis = 0; axis < 3; ++axis)
		if (o.lo[axis] > still.blocks->box.hi[axis] || o.hi[axis] < still.blocks->box.lo[axis]) return HN_OK;
	int64_t room = 6 * (int64_t)moving.blocks->block_count;
	if (!ARRAY_RESERVE(&d->bounds, d->bounds.count + room)) return HN_ERR_NO_MEMORY;
	body_bound_blocks(&moving, d->bounds.data + d->bounds.count);
	for (int axis = 0; axis < 3; ++axis) {
		o.lo[axis] = still.blocks->box.lo[axis];
		o.hi[axis] = still.blocks->box.hi[axis];
	}
	int64_t placed = 0;
	bool meet = body_clip_box(&moving, o.lo, o.hi, &placed);
	if (counts != NULL) {
		counts->nu += moving.blocks->block_count;
		counts->vertices_projected += placed;
	}
	if (!meet) return HN_OK;
	overlap_move(d, &o, a, b, step, &pose);
	o.still_blocks = blocks_touching(&still, o.lo, o.hi);
	o.moving_blocks = blocks_touching(&moving, o.lo, o.hi);
	if (counts != NULL) counts->nb += still.blocks->block_count + moving.blocks->block_count;
	if (o.still_blocks == 0 || o.moving_blocks == 0) return HN_OK;
	DassdPair *pair = pair_get(d, a, b);
	if (pair == NULL) return HN_ERR_NO_MEMORY;
	int32_t code = pair_cells(d, pair, &o, &still, &moving, counts);
	if (code != HN_OK || pair->cells.listed.count == 0) return code;
	ActivePair active = { (int32_t)(pair - d->pairs.data), { 0 }, { 0 }, moving, d->bounds.count };
	memcpy(active.lo, o.lo, sizeof o.lo);
	memcpy(active.hi, o.hi, sizeof o.hi);
	d->bounds.count += room;
	return ARRAY_PUSH(&d->active, active) ? HN_OK : HN_ERR_NO_MEMORY;
}

// Blocks of bodies that deform.
static void blocks_follow(Dassd *d, Counts *counts) {
	for (int32_t b = 0; d->shapes.bodies != NULL && b < d->scene->body_count; ++b) {
		if (!scene_deforms(d->scene, b)) continue;
		MeshBlocks *blocks = &d->blocks[shapes_slot(&d->shapes, b)];
		HnSceneMesh mesh = shapes_mesh(&d->shapes, b);
		blocks_refit(blocks, &mesh);
		if (counts != NULL) {
			counts->nu += blocks->block_count;
			counts->vertices_projected += blocks->vertex_count;
		}
	}
}

int32_t dassd_prepare(Dassd *d, int32_t step, Counts *counts) {
	d->active.count = 0;
	d->bounds.count = 0;
	blocks_follow(d, counts);
	for (int32_t b = 1; b < d->scene->body_count; ++b)
		for (int32_t a = 0; a < b; ++a) {
			int32_t code = bodies_prepare(d, a, b, step, counts);
			if (code != HN_OK) return code;
		}
	return HN_OK;
}
