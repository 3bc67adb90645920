// Algorithms of pairs: each decides one pair of bodies at a time. The driver (pairs.c) does everything else:
// it enumerates the pairs, runs the broad phase and the root lists, ends at the first contact, updates shapes
// that deform, and bounds memory. An algorithm is one file with a PairClass and one line in detect.def.
#pragma once

#include "detect/detect.h"
#include "base/pair_states.h"
#include "scene/body_meshes.h"

struct BodyRoots;  // body_roots.h
struct MovedRoots; // tree/roots.h

// What the driver gives an algorithm; it outlives the algorithm.
typedef struct PairContext {
	const HnDetectClass *class_;
	const HnScene *scene;
	BodyMeshes body_meshes; // at the current step
	// For each body the frame that it shares with others: the lowest body with the same single pose. A body
	// that moves has its own frame.
	int32_t *frames;
	const struct BodyRoots *roots; // NULL: there are no root lists
	bool roots_apart; // in this step the roots are moved and tested before anything else of a pair moves
	PairStates states;
	int32_t step; // the current one
	bool first;   // a step ends with its first contact
	bool counted; // this step is counted
	// there may be more than PAIRS_FEW pairs, or a broad phase chooses them: nothing is prepared in advance
	bool many;
	size_t kept_most; // bytes that may be kept from one phase to the next, besides the meshes' structures
} PairContext;

enum { PAIRS_FEW = 64 };

typedef struct BodyPair {
	int32_t a, b, step; // a < b; body b is placed in the frame of a
	int64_t index;      // the pair's index among those of the step
} BodyPair;

typedef struct PairDriver PairDriver;

// All functions except create, destroy, timed, counted and bytes may be NULL. Results are 0 or a negative
// error. Indirect calls are made once for each pair of bodies, never inside a loop.
//
// Memory. `update`, `timed` and `counted` may allocate, but they keep what they have: steps that a pass has
// made before allocate nothing. `follow` may allocate in every step. After HN_ERR_NO_MEMORY the same step or
// another may be asked for, and must be right.
//
// Counts. counts is NULL in timed passes; otherwise the functions add to it what they do. An algorithm counts
// nb, np, nu, vertices_projected, triangle_boxes and listed, and if its volumes have them, prejudged_* and
// axes. Each test of two triangles is one in np, and no two are tested twice in a step. So np is at least the
// number of contacts and at most that of all pairs of triangles; where contacts are a superset, np is 0. The
// driver counts root_tests (which it adds to nb, too), the moves of roots (in nu), contacts, np_exact,
// np_near of tests by tri_tri_meet, and broad_*. The counts of a pass are the same each time, whatever was
// asked before it.
typedef struct PairClass {
	// After an error, *out is destroyed as well.
	int32_t (*create)(void **out, PairContext *context, const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Called once for every body, in their order. Bodies of one slot of the shapes share what is made from
	// the mesh.
	int32_t (*prepare)(void *self, int32_t body);
	int32_t (*ready)(void *self); // all bodies are prepared
	void (*begin)(void *self);    // begins a pass: forgets earlier steps
	// Begins a pass for a body that deforms: body_meshes has it at rest again. Called before `begin`, the
	// first time after `ready`. NULL is right if `follow` makes everything of the body anew.
	void (*rest)(void *self, int32_t body);
	int32_t (*step)(void *self); // begins the step of context->step
	// The shape of a body that deforms is now that of the step: body_meshes has it. Called in each step for
	// each such body, after `step` and before any update or decision of a pair; but not in a step that
	// `early` ends. Steps come in any order. NULL: nothing is kept that depends on the vertices.
	int32_t (*follow)(void *self, int32_t body, Counts *counts);
	// Under `first`: true if the step may end by `early`, before any pair is decided. Updates then wait for
	// it.
	bool (*waits)(const void *self);
	int32_t (*early)(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
	// Updates a pair ahead of its decision, so that this is timed separately. *kept false: there is no memory
	// left for this pair and those after it; they are updated when they are decided.
	int32_t (*update)(void *self, const BodyPair *pair, bool *kept, Counts *counts);
	// Returns the roots of body b in the frame of a, moved by the pair's own structures. NULL: the driver
	// moves them.
	int32_t (*roots)(void *self, const BodyPair *pair, const struct MovedRoots **out);
	// With roots that turn with their bodies: true if the structures stay as they are until the roots
	// overlap.
	bool (*waits_for_roots)(const void *self);
	// Adds the contacts of the pair to out: all of them, or one if context->first.
	int32_t (*timed)(void *self, const BodyPair *pair, HnContactBuffer *out);
	int32_t (*counted)(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts);
	// ends a counted step: adds the counts that are known only then
	void (*counts)(void *self, Counts *counts);
	size_t (*bytes)(const void *self); // without the driver's own memory
	// As in HnDetectClass.
	void (*own_counts)(const void *self, int64_t *out);
	int32_t (*sticks_out)(void *self, double *out);
	int32_t (*inspect)(void *self, PairDriver *driver, uint32_t groups, Inspection *out);
	// true: pairs of all bodies come in the order of the higher id, then the lower; false: of the lower, then
	// the higher.
	bool by_higher;
	StateClass state; // the state of a pair; size 0: pairs have none
} PairClass;

// For `inspect`: enumerates the pairs of a step, as in a pass.
int32_t pair_driver_step(PairDriver *driver, int32_t step);         // begins a step; error: HN_ERR_NO_MEMORY
void pair_driver_begin(PairDriver *driver);                         // begins a pass
int64_t pair_driver_count(const PairDriver *driver);                // of the current step
BodyPair pair_driver_first(const PairDriver *driver, int32_t step); // before the first pair of a step
bool pair_driver_next(const PairDriver *driver, BodyPair *pair);
// Decides one pair. Its roots are tested first.
int32_t pair_driver_decide(PairDriver *driver, const BodyPair *pair, HnContactBuffer *out, Counts *counts);
