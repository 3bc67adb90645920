// What the two phases of DASSD share. dassd.c has the class, dassd_update.c the update and dassd_walk.c the
// narrow phase. dassd_plain.c has those parts of both phases that are different without blocks.
#pragma once

#include "partition/cells.h"
#include "detect/pair_class.h"

// The body whose triangles are listed in the cells; the triangles of the other body pass through.
typedef enum DassdHolder {
	HOLDER_STILL, // the body with the lower id
	HOLDER_MOVING,
	HOLDER_AUTO, // the still body while its cells can be kept, else the body that has less in the overlap
} DassdHolder;

typedef struct DassdDef {
	double target, ahead, spread;
	int32_t holder, direction, keep, last_first, box_test, blocks, two_step;
} DassdDef;

// The state of a pair whose boxes have overlapped in some step, in the frame of body a.
typedef struct DassdState {
	StateKey key;
	bool moving_held; // the cells are b's and hold for this step only; else they are a's
	Cells cells;
} DassdState;

// Counts the cells that were made, and their entries.
static inline void dassd_count_cells(const Cells *cells, Counts *counts) {
	counts->nu += cells->start.count - 1;
	counts->listed += cells->entries.count;
}

// The overlap of two bodies' boxes, and how it moves.
typedef struct Overlap {
	double lo[3], hi[3];
	double move[3]; // the motion of the moving body's centre since the step before; 0 where a pass begins
	// the motion is so small that cells which reach ahead are at most twice as long as the overlap along any
	// axis
	bool trend;
	// what touches the overlap: blocks, or triangles where there are no blocks
	int64_t still_count, moving_count;
} Overlap;

// A pair of the current step whose boxes overlap.
typedef struct ActivePair {
	int64_t index;       // the index of its BodyPair
	int32_t state;       // -1: Dassd.scratch
	double lo[3], hi[3]; // the overlap
	PlacedBody moving;   // b, with blocks
	// where in Dassd.room the bounds of b's blocks begin or, without blocks, b's placed vertices
	int64_t room;
	// without blocks: where in Dassd.passing the triangles begin that pass through the cells
	int64_t passing;
	int32_t passing_count;
} ActivePair;

typedef struct Dassd {
	PairContext *context;
	DassdDef def;
	// one for each slot of the shapes; NULL with def.blocks off or on
	MeshBlocks *blocks;
	MeshPlain *plain;
	DassdState scratch;        // the state of a pair for which there is no memory
	size_t states_bytes;       // bytes of the states and their cells
	bool states_full;          // no further pair gets a state
	ARRAY(ActivePair) active;  // ascending
	ARRAY(double) room;        // of the active pairs' placed bodies
	ARRAY(int32_t) passing;    // triangles of the active pairs
	ARRAY(uint8_t) codes;      // for plain_touching
	int32_t step, step_before; // this one, and the one that the pass asked before it; -1: none
	int64_t updated, next;     // how many pairs of the step were updated ahead; the next active one
	Counts before;             // the counts before an update, in a counted step
	bool have_last;            // under `first`: `last` is the contact that ended the previous step with one
	HnContact last;
	bool last_parted; // `last` was tested in this step and its triangles do not meet
} Dassd;

static inline const MeshBlocks *dassd_blocks(const Dassd *d, int32_t body) {
	return &d->blocks[body_meshes_slot(&d->context->body_meshes, body)];
}
static inline const MeshPlain *dassd_plain(const Dassd *d, int32_t body) {
	return &d->plain[body_meshes_slot(&d->context->body_meshes, body)];
}
static inline const MeshBox *dassd_box(const Dassd *d, int32_t body) {
	return d->blocks != NULL ? &dassd_blocks(d, body)->box : &dassd_plain(d, body)->box;
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

// Of dassd_overlap.c.
void overlap_move(const Dassd *dassd, Overlap *overlap, const BodyPair *pair, const HnPose *now);
// Whether the pair's cells serve for this step too.
bool overlap_keeps_cells(const Dassd *dassd, const DassdState *pair, const Overlap *overlap);
bool overlap_holder_is_moving(const DassdDef *def, const Overlap *overlap);
// Sets the box of the cells to the overlap or, if it reaches ahead, to where that will be.
void overlap_place_cells(const Dassd *dassd, DassdState *pair, const Overlap *overlap, bool ahead);
CellsDef overlap_cells_def(const DassdDef *def, const Overlap *overlap, double others);

static inline bool contact_equal(const HnContact *a, const HnContact *b) {
	return a->body_a == b->body_a && a->triangle_a == b->triangle_a && a->body_b == b->body_b &&
	       a->triangle_b == b->triangle_b;
}

// The pair without blocks. Makes the overlap, which has the placed body b in room, and lists what of b
// touches it from Dassd.passing.count on. *meet false: nothing of b touches a's box.
int32_t dassd_plain_overlap(Dassd *dassd, Overlap *overlap, const BodyPair *pair, const HnPose *pose,
                            bool *meet, Counts *counts);
// Provides the cells for this step, and sets what of `active` has to do with the triangles that pass.
int32_t dassd_plain_cells(Dassd *dassd, DassdState *pair, Overlap *overlap, ActivePair *active,
                          Counts *counts);
// Keeps what the two functions above wrote for the pair to Dassd.room and Dassd.passing.
void dassd_plain_keep(Dassd *dassd, const BodyPair *pair, const Overlap *overlap);
// The narrow phase. Returns 1 if this ends the step. counts may be NULL.
int32_t dassd_plain_walk(Dassd *dassd, DassdState *pair, const ActivePair *active, HnContactBuffer *out,
                         Counts *counts);
