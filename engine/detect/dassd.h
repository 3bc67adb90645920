// The parts of DASSD that its two phases share (dassd.c has the class and the narrow phase, dassd_update.c
// the rest).
#pragma once

#include "detect/dassd_cells.h"
#include "detect/detect.h"
#include "detect/mesh_blocks.h"
#include "scene/shapes.h"

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

// A body pair whose boxes have met in some step; a < b, in the frame of a.
typedef struct DassdPair {
	int32_t a, b;
	bool moving_held; // the cells are b's, of this step; else a's
	Cells cells;
} DassdPair;

// A body pair of the present step whose boxes meet.
typedef struct ActivePair {
	int32_t pair;
	double lo[3], hi[3]; // the overlap
	PlacedBody moving;   // b
	int64_t bounds;      // where the bounds of its blocks are in Dassd.bounds
} ActivePair;

typedef struct Dassd {
	const HnScene *scene;
	SceneShapes shapes;
	HnQuery query;
	DassdDef def;
	MeshBlocks *blocks; // of each slot of the shapes
	int32_t *slot;      // where body pairs hash to: index into pairs, or -1
	int64_t slot_count; // a power of two
	ARRAY(DassdPair) pairs;
	ARRAY(ActivePair) active;
	ARRAY(double) bounds; // of the blocks of the active pairs' placed bodies
	bool have_last;       // the contact that ended the last step with one, under HN_QUERY_FIRST
	HnContact last;
	bool last_parted; // in this step it was tested and does not meet
	bool late;        // this step's update waits for the test of the last contact
} Dassd;

static inline const MeshBlocks *dassd_blocks(const Dassd *d, int32_t body) {
	return &d->blocks[shapes_slot(&d->shapes, body)];
}

// Overlaps and cells of all body pairs. counts may be NULL.
int32_t dassd_prepare(Dassd *dassd, int32_t step, Counts *counts);

int32_t dassd_narrow_timed(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
int32_t dassd_narrow_counted(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
