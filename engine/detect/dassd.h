// What the two phases of DASSD share. dassd.c has the class, dassd_update.c the update and dassd_walk.c the
// narrow phase.
#pragma once

#include "detect/dassd_cells.h"
#include "scene/mesh_blocks.h"
#include "detect/pair_class.h"

// The body whose triangles are listed in the cells; the triangles of the other body pass through.
typedef enum DassdHolder {
	HOLDER_STILL, // the body with the lower id
	HOLDER_MOVING,
	HOLDER_AUTO, // the still body while its cells can be kept, else the body with fewer blocks in the overlap
} DassdHolder;

typedef struct DassdDef {
	double target, ahead, spread;
	int32_t holder, direction, keep, last_first, box_test, two_step;
} DassdDef;

// The state of a pair whose boxes have overlapped in some step, in the frame of body a.
typedef struct DassdState {
	StateKey key;
	bool moving_held; // the cells are b's and hold for this step only; else they are a's
	Cells cells;
} DassdState;

// A pair of the current step whose boxes overlap.
typedef struct ActivePair {
	int64_t index;       // the index of its BodyPair
	int32_t state;       // -1: Dassd.scratch
	double lo[3], hi[3]; // the overlap
	PlacedBody moving;   // b
	int64_t bounds;      // where the bounds of its blocks begin in Dassd.bounds
} ActivePair;

typedef struct Dassd {
	PairContext *context;
	DassdDef def;
	MeshBlocks *blocks;       // one for each slot of the shapes
	DassdState scratch;       // the state of a pair for which there is no memory
	size_t states_bytes;      // bytes of the states and their cells
	bool states_full;         // no further pair gets a state
	ARRAY(ActivePair) active; // ascending
	ARRAY(double) bounds;     // the bounds of the blocks of the active pairs' placed bodies
	int64_t updated, next;    // how many pairs of the step were updated ahead; the next active one
	Counts before;            // the counts before an update, in a counted step
	bool have_last;           // under `first`: `last` is the contact that ended the previous step with one
	HnContact last;
	bool last_parted; // `last` was tested in this step and its triangles do not meet
} Dassd;

static inline const MeshBlocks *dassd_blocks(const Dassd *d, int32_t body) {
	return &d->blocks[body_meshes_slot(&d->context->body_meshes, body)];
}
static inline DassdState *dassd_state(Dassd *d, const ActivePair *active) {
	return active->state < 0 ? &d->scratch : pair_states_at(&d->context->states, active->state);
}

// For PairClass.
int32_t dassd_follow(void *self, int32_t body, Counts *counts);
int32_t dassd_update(void *self, const BodyPair *pair, bool *kept, Counts *counts);
int32_t dassd_early(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
int32_t dassd_timed(void *self, const BodyPair *pair, HnContactBuffer *out);
int32_t dassd_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts);
// The pair's active entry, which is updated if it was not yet. NULL: the boxes are apart, or there was an
// error (*status).
const ActivePair *dassd_active(Dassd *dassd, const BodyPair *pair, Counts *counts, int32_t *status);
