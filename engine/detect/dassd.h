// The parts of DASSD that its two phases share (dassd.c has the class and the narrow phase, dassd_update.c
// the rest).
#pragma once

#include "detect/dassd_cells.h"
#include "scene/mesh_blocks.h"
#include "detect/pair_class.h"

// Whose triangles are listed in the cells; those of the other body pass through.
typedef enum DassdHolder {
	HOLDER_STILL, // the body with the lower id
	HOLDER_MOVING,
	HOLDER_AUTO, // the still one while its cells can be kept, else the one with fewer blocks in the overlap
} DassdHolder;

typedef struct DassdDef {
	double target, ahead, spread;
	int32_t holder, direction, keep, last_first, box_test, two_step;
} DassdDef;

// What is kept of a pair whose boxes have met in some step, in the frame of body a.
typedef struct DassdState {
	StateKey key;
	bool moving_held; // the cells are b's, of this step; else a's
	Cells cells;
} DassdState;

// A pair of the present step whose boxes meet.
typedef struct ActivePair {
	int64_t index;       // of its BodyPair
	int32_t state;       // -1: the scratch
	double lo[3], hi[3]; // the overlap
	PlacedBody moving;   // b
	int64_t bounds;      // where the bounds of its blocks are in Dassd.bounds
} ActivePair;

typedef struct Dassd {
	PairContext *context;
	DassdDef def;
	MeshBlocks *blocks;       // of each slot of the shapes
	DassdState scratch;       // of one pair for which memory keeps no state
	size_t states_bytes;      // of the states and their cells
	bool states_full;         // no further pair gets one
	ARRAY(ActivePair) active; // ascending
	ARRAY(double) bounds;     // of the blocks of the active pairs' placed bodies
	int64_t updated, next;    // pairs of the step that were updated ahead; the next active one
	Counts before;            // an update, in a counted step
	bool have_last;           // the contact that ended the last step with one, under `first`
	HnContact last;
	bool last_parted; // in this step it was tested and does not meet
} Dassd;

static inline const MeshBlocks *dassd_blocks(const Dassd *d, int32_t body) {
	return &d->blocks[body_meshes_slot(&d->context->body_meshes, body)];
}
static inline DassdState *dassd_state(Dassd *d, const ActivePair *active) {
	return active->state < 0 ? &d->scratch : pair_states_at(&d->context->states, active->state);
}

// Of PairClass.
int32_t dassd_follow(void *self, int32_t body, Counts *counts);
int32_t dassd_update(void *self, const BodyPair *pair, bool *kept, Counts *counts);
int32_t dassd_early(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
int32_t dassd_timed(void *self, const BodyPair *pair, HnContactBuffer *out);
int32_t dassd_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts);
// The pair's entry among the active ones, updated if it was not; NULL: its boxes are apart, or (*status) an
// error.
const ActivePair *dassd_active(Dassd *dassd, const BodyPair *pair, Counts *counts, int32_t *status);
