// DASSD, update: computes for each body pair the overlap of the boxes and its cells.
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/dassd.h"

static int64_t blocks_touching(const PlacedBody *body, const double lo[3], const double hi[3]) {
	int64_t count = 0;
	for (int32_t k = 0; k < body->blocks->block_count; ++k) count += body_block_touches(body, k, lo, hi);
	return count;
}

// Provides the cells for this step: kept ones or new ones.
static int32_t block_cells(const Dassd *d, DassdState *pair, const Overlap *o, const PlacedBody *moving,
                           Counts *counts) {
	if (overlap_keeps_cells(d, pair, o)) return HN_OK;
	pair->moving_held = overlap_holder_is_moving(&d->def, o);
	overlap_place_cells(d, pair, o, !pair->moving_held && d->def.keep && o->trend);
	int64_t others = pair->moving_held ? o->still_count : o->moving_count;
	CellsDef def = overlap_cells_def(&d->def, o, (double)(others * BLOCK_TRIANGLES));
	PlacedBody still = body_at_rest(dassd_blocks(d, pair->key.a));
	ListWork work = { 0, 0, 0 };
	if (!cells_list_blocks(&pair->cells, pair->moving_held ? moving : &still, &work)) return HN_ERR_NO_MEMORY;
	int32_t code = cells_fill(&pair->cells, &def);
	if (counts != NULL && code == HN_OK) {
		counts->nb += work.triangles;
		counts->triangle_boxes += work.blocks;
		counts->vertices_projected += work.placed;
		dassd_count_cells(&pair->cells, counts);
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

// Computes the overlap of a's box with the exact box of b's placed vertices. False: the two do not overlap.
static bool block_overlap(const Dassd *d, Overlap *o, const BodyPair *pair, const HnPose *pose,
                          double *bounds, PlacedBody *moving, Counts *counts) {
	const MeshBlocks *still = dassd_blocks(d, pair->a);
	int64_t placed = 0;
	body_bound_blocks(moving, bounds);
	bool meet = body_clip_box(moving, o->lo, o->hi, &placed);
	if (counts != NULL) {
		counts->nu += moving->blocks->block_count;
		counts->vertices_projected += placed;
	}
	if (!meet) return false;
	PlacedBody resting = body_at_rest(still);
	overlap_move(d, o, pair, pose);
	o->still_count = blocks_touching(&resting, o->lo, o->hi);
	o->moving_count = blocks_touching(moving, o->lo, o->hi);
	if (counts != NULL) counts->triangle_boxes += still->block_count + moving->blocks->block_count;
	return o->still_count > 0 && o->moving_count > 0;
}

// Makes the pair active, with its cells.
static int32_t pair_activate(Dassd *d, const BodyPair *pair, bool ahead, Overlap *o, ActivePair *active,
                             Counts *counts) {
	int32_t status = state_choose(d, pair, ahead, &active->state);
	if (status != HN_OK) return status;
	DassdState *state = dassd_state(d, active);
	size_t before = cells_bytes(&state->cells);
	if (d->blocks != NULL)
		status = block_cells(d, state, o, &active->moving, counts);
	else
		status = dassd_plain_cells(d, state, o, active, counts);
	if (active->state >= 0) d->states_bytes += cells_bytes(&state->cells) - before;
	if (status != HN_OK || state->cells.listed.count == 0) return status;
	memcpy(active->lo, o->lo, sizeof o->lo);
	memcpy(active->hi, o->hi, sizeof o->hi);
	if (d->blocks != NULL)
		d->room.count += 6 * (int64_t)dassd_blocks(d, pair->b)->block_count;
	else
		dassd_plain_keep(d, pair, o);
	return ARRAY_PUSH(&d->active, *active) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t pair_prepare_blocks(Dassd *d, const BodyPair *pair, const HnPose *pose, bool ahead, Overlap *o,
                                   Counts *counts) {
	const MeshBlocks *blocks = dassd_blocks(d, pair->b);
	ActivePair active = { .index = pair->index, .moving = body_placed(blocks, pose), .room = d->room.count };
	if (!ARRAY_RESERVE(&d->room, d->room.count + 6 * (int64_t)blocks->block_count)) return HN_ERR_NO_MEMORY;
	if (!block_overlap(d, o, pair, pose, d->room.data + d->room.count, &active.moving, counts)) return HN_OK;
	return pair_activate(d, pair, ahead, o, &active, counts);
}

static int32_t pair_prepare_plain(Dassd *d, const BodyPair *pair, const HnPose *pose, bool ahead, Overlap *o,
                                  Counts *counts) {
	ActivePair active = { .index = pair->index, .room = d->room.count, .passing = d->passing.count };
	bool meet = false;
	int32_t status = dassd_plain_overlap(d, o, pair, pose, &meet, counts);
	return status == HN_OK && meet ? pair_activate(d, pair, ahead, o, &active, counts) : status;
}

// ahead: other pairs are prepared before this one is decided. Returns NO_STATE then if the pair would need
// the scratch state.
static int32_t pair_prepare(Dassd *d, const BodyPair *pair, bool ahead, Counts *counts) {
	const HnScene *scene = d->context->scene;
	if (scene_mesh(scene, pair->a)->triangle_count == 0 || scene_mesh(scene, pair->b)->triangle_count == 0)
		return HN_OK;
	const MeshBox *still = dassd_box(d, pair->a);
	HnPose pose = scene_relative(scene, pair->a, pair->b, pair->step);
	Overlap o = { .trend = false };
	mesh_box_placed(dassd_box(d, pair->b), &pose, o.lo, o.hi);
	if (counts != NULL) counts->nb += 1;
	for (int axis = 0; axis < 3; ++axis)
		if (o.lo[axis] > still->hi[axis] || o.hi[axis] < still->lo[axis]) return HN_OK;
	memcpy(o.lo, still->lo, sizeof o.lo);
	memcpy(o.hi, still->hi, sizeof o.hi);
	return d->blocks != NULL ? pair_prepare_blocks(d, pair, &pose, ahead, &o, counts)
	                         : pair_prepare_plain(d, pair, &pose, ahead, &o, counts);
}

// Refits the blocks of a body that deforms or, without blocks, its box.
int32_t dassd_follow(void *self, int32_t body, Counts *counts) {
	Dassd *d = self;
	const BodyMeshes *body_meshes = &d->context->body_meshes;
	int32_t slot = body_meshes_slot(body_meshes, body);
	HnSceneMesh mesh = body_meshes_mesh(body_meshes, body);
	if (d->blocks != NULL)
		blocks_refit(&d->blocks[slot], &mesh);
	else
		plain_refit(&d->plain[slot], &mesh);
	if (counts != NULL) {
		counts->nu += d->blocks != NULL ? d->blocks[slot].block_count : 1;
		counts->vertices_projected +=
		    d->blocks != NULL ? d->blocks[slot].vertex_count : d->plain[slot].vertex_count;
	}
	return HN_OK;
}

int32_t dassd_update(void *self, const BodyPair *pair, bool *kept, Counts *counts) {
	Dassd *d = self;
	size_t bytes = (size_t)d->active.count * sizeof(ActivePair) + (size_t)d->room.count * sizeof(double) +
	               (size_t)d->passing.count * sizeof(int32_t);
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
		d->active.count = d->room.count = d->passing.count = d->next = 0;
		*status = pair_prepare(d, pair, false, counts);
		if (*status != HN_OK) return NULL;
	}
	while (d->next < d->active.count && d->active.data[d->next].index < pair->index) d->next += 1;
	const ActivePair *active = d->active.data + d->next;
	return d->next < d->active.count && active->index == pair->index ? active : NULL;
}
