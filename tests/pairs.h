// Named pairs of models in poses of six kinds, with the contacts that brute force finds: what every
// combination of parameters is held against. Nothing here needs the check library: programs beside the unit
// tests use it too.
#pragma once

#include "detect/detect.h"
#include "scene/scene.h"

// Poses come in blocks, one a kind, so that bodies move by little within a block and jump between two.
typedef enum PoseKind {
	POSE_ROTATED,  // any rotation, anywhere near
	POSE_TOUCHING, // one extreme corner upon another: the hulls share a point, to rounding
	POSE_DEEP,     // middle upon middle, turned slowly
	POSE_FAR,      // as touching, but apart by 2^-30 to 2^6 times the size
	POSE_PARALLEL, // one face before another, parallel but for 1 to 1e-12
	POSE_COPLANAR, // a corner upon another, turned by quarters: faces of bricks lie in one plane
	POSE_KINDS
} PoseKind;

enum { PAIR_STEPS_MAX = 200 };

typedef struct PairScene {
	const char *name;
	HnScene *scene; // the second body is the one that moves; of every second pair the first one does, too; of
	                // a trio a third is where the second is half the steps later
	int32_t steps;
	HnContactBuffer right[PAIR_STEPS_MAX]; // by brute force, in canonical order
	HnHash hash[PAIR_STEPS_MAX];           // of them
	int64_t contacts;
} PairScene;

int32_t pair_count(void);
const char *pair_name(int32_t index);
int32_t pair_find(const char *name); // -1: none
// steps: POSE_KINDS .. PAIR_STEPS_MAX. The same index and steps give the same scene, everywhere.
void pair_create(PairScene *out, int32_t index, int32_t steps);
void pair_free(PairScene *pair);
PoseKind pair_pose_kind(const PairScene *pair, int32_t step);

// One algorithm over all steps of a pair. The two kernels, timed and counted, take turns.
typedef struct Trial {
	const PairScene *pair;
	const HnDetectClass *class_;
	HnQuery query;
	HnDetector detector;
	int32_t turn; // odd: the counted kernel has the first step
	bool superset;
	bool unsound; // it may miss contacts, and need not be right but in what it reports
	int64_t contacts;
	HnHash hash;    // of the hashes of all steps; of a superset and of what is unsound all zero
	char what[300]; // what is wrong, in a line; empty: nothing
} Trial;
// False where it could not be built; `what` says why.
bool trial_create(Trial *out, const PairScene *pair, const char *name, const char *params, HnQuery query);
// The same on another pair. The first one may be freed already.
bool trial_create_again(Trial *out, const PairScene *pair, const Trial *first, const char *params);
// False at the first step that is wrong.
bool trial_run(Trial *trial);
void trial_free(Trial *trial);
