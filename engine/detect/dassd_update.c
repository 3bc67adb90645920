// DASSD, update: computes for each body pair the overlap of the boxes and its cells.
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/dassd.h"

// The overlap of two bodies' boxes, and how it moves.
typedef struct Overlap {
	double lo[3], hi[3];
	double move[3]; // the motion of the moving body's centre since the last step; 0 in the first step
	// the motion is so small that cells which reach ahead are at most twice as long as the overlap along any
	// axis
	bool trend;
	int64_t still_blocks, moving_blocks; // blocks that touch the overlap
} Overlap;

static int64_t blocks_touching(const PlacedBody *body, const double lo[3], const double hi[3]) {
	int64_t count = 0;
	for (int32_t k = 0; k < body->blocks->block_count; ++k) count += body_block_touches(body, k, lo, hi);
	return count;
}

static void overlap_move(const Dassd *d, Overlap *o, const BodyPair *pair, const HnPose *now) {
	if (pair->step == 0) return;
	const MeshBlocks *blocks = dassd_blocks(d, pair->b);
	HnPose before = scene_relative(d->context->scene, pair->a, pair->b, pair->step - 1);
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

// Cells that are to be kept reach from the overlap to where it will be `ahead` steps later, limited to the
// still body's box.
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

// Provides the cells for this step: kept ones or new ones.
static int32_t pair_cells(const Dassd *d, DassdState *pair, const Overlap *o, const PlacedBody *still,
                          const PlacedBody *moving, Counts *counts) {
	const DassdDef *def = &d->def;
	bool may_keep = def->keep && !scene_deforms(d->context->scene, pair->key.a);
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

// Chooses the pair's own state or, if memory is used up, the scratch state, which serves one pair at a time.
enum { NO_STATE = 1 };
static int32_t state_choose(Dassd *d, const BodyPair *pair, bool ahead, int32_t *out) {
	PairStates *states = &d->context->states;
	*out = pair_states_find(states, pair->a, pair->b);
	d->states_full = d->states_full || d->states_bytes >= d->context->kept_most;
	if (*out >= 0) return HN_OK;
	if (d->states_full) {
		d->scratch.key = (StateKey){ pair->a, pair->b };
		d->scratch.cells.made = false;
		return ahead ? NO_STATE : HN_OK;
	}
	*out = pair_states_make(states, pair->a, pair->b);
	d->states_bytes += sizeof(DassdState);
	return *out < 0 ? *out : HN_OK;
}

// Computes the data of an active pair except its state and index: the overlap of a's box with the exact box
// of b's placed vertices. False: the two do not overlap.
static bool overlap_find(const Dassd *d, Overlap *o, const BodyPair *pair, const HnPose *pose, double *bounds,
                         PlacedBody *moving, Counts *counts) {
	const MeshBlocks *still = dassd_blocks(d, pair->a);
	int64_t placed = 0;
	body_bound_blocks(moving, bounds);
	for (int axis = 0; axis < 3; ++axis) {
		o->lo[axis] = still->box.lo[axis];
		o->hi[axis] = still->box.hi[axis];
	}
	bool meet = body_clip_box(moving, o->lo, o->hi, &placed);
	if (counts != NULL) {
		counts->nu += moving->blocks->block_count;
		counts->vertices_projected += placed;
	}
	if (!meet) return false;
	PlacedBody resting = body_at_rest(still);
	overlap_move(d, o, pair, pose);
	o->still_blocks = blocks_touching(&resting, o->lo, o->hi);
	o->moving_blocks = blocks_touching(moving, o->lo, o->hi);
	if (counts != NULL) counts->nb += still->block_count + moving->blocks->block_count;
	return o->still_blocks > 0 && o->moving_blocks > 0;
}

// Makes the pair active, with its cells.
static int32_t pair_activate(Dassd *d, const BodyPair *pair, bool ahead, const Overlap *o,
                             const PlacedBody *moving, Counts *counts) {
	PlacedBody still = body_at_rest(dassd_blocks(d, pair->a));
	ActivePair active = { .index = pair->index, .moving = *moving, .bounds = d->bounds.count };
	int32_t status = state_choose(d, pair, ahead, &active.state);
	if (status != HN_OK) return status;
	DassdState *state = dassd_state(d, &active);
	size_t before = cells_bytes(&state->cells);
	status = pair_cells(d, state, o, &still, moving, counts);
	if (active.state >= 0) d->states_bytes += cells_bytes(&state->cells) - before;
	if (status != HN_OK || state->cells.listed.count == 0) return status;
	memcpy(active.lo, o->lo, sizeof o->lo);
	memcpy(active.hi, o->hi, sizeof o->hi);
	d->bounds.count += 6 * (int64_t)moving->blocks->block_count;
	return ARRAY_PUSH(&d->active, active) ? HN_OK : HN_ERR_NO_MEMORY;
}

// ahead: other pairs are prepared before this one is decided. Returns NO_STATE then if the pair would need
// the scratch state.
static int32_t pair_prepare(Dassd *d, const BodyPair *pair, bool ahead, Counts *counts) {
	const MeshBlocks *still = dassd_blocks(d, pair->a), *other = dassd_blocks(d, pair->b);
	if (still->triangle_count == 0 || other->triangle_count == 0) return HN_OK;
	HnPose pose = scene_relative(d->context->scene, pair->a, pair->b, pair->step);
	PlacedBody moving = body_placed(other, &pose);
	Overlap o = { .trend = false };
	mesh_box_placed(&other->box, &pose, o.lo, o.hi);
	if (counts != NULL) counts->nb += 1;
	for (int axis = 0; axis < 3; ++axis)
		if (o.lo[axis] > still->box.hi[axis] || o.hi[axis] < still->box.lo[axis]) return HN_OK;
	if (!ARRAY_RESERVE(&d->bounds, d->bounds.count + 6 * (int64_t)other->block_count))
		return HN_ERR_NO_MEMORY;
	if (!overlap_find(d, &o, pair, &pose, d->bounds.data + d->bounds.count, &moving, counts)) return HN_OK;
	return pair_activate(d, pair, ahead, &o, &moving, counts);
}

// Refits the blocks of a body that deforms.
int32_t dassd_follow(void *self, int32_t body, Counts *counts) {
	Dassd *d = self;
	const BodyMeshes *body_meshes = &d->context->body_meshes;
	MeshBlocks *blocks = &d->blocks[body_meshes_slot(body_meshes, body)];
	HnSceneMesh mesh = body_meshes_mesh(body_meshes, body);
	blocks_refit(blocks, &mesh);
	if (counts != NULL) {
		counts->nu += blocks->block_count;
		counts->vertices_projected += blocks->vertex_count;
	}
	return HN_OK;
}

int32_t dassd_update(void *self, const BodyPair *pair, bool *kept, Counts *counts) {
	Dassd *d = self;
	size_t bytes = (size_t)d->active.count * sizeof(ActivePair) + (size_t)d->bounds.count * sizeof(double);
	*kept = bytes < d->context->kept_most;
	if (!*kept) return HN_OK;
	if (counts != NULL) d->before = *counts;
	int32_t status = pair_prepare(d, pair, true, counts);
	*kept = status != NO_STATE;
	if (*kept)
		d->updated = pair->index + 1;
	else if (counts != NULL)
		*counts = d->before; // the pair is counted when it is decided
	return *kept ? status : HN_OK;
}

const ActivePair *dassd_active(Dassd *d, const BodyPair *pair, Counts *counts, int32_t *status) {
	*status = HN_OK;
	if (pair->index >= d->updated) {
		d->active.count = d->bounds.count = d->next = 0;
		*status = pair_prepare(d, pair, false, counts);
		if (*status != HN_OK) return NULL;
	}
	while (d->next < d->active.count && d->active.data[d->next].index < pair->index) d->next += 1;
	const ActivePair *active = d->active.data + d->next;
	return d->next < d->active.count && active->index == pair->index ? active : NULL;
}
