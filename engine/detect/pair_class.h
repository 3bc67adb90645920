// Algorithms of pairs: each decides one pair of bodies at a time. The driver (pairs.c) owns all else: which
// pairs there are, the broad phase, root lists, the end at the first contact, shapes that deform, the bound
// of memory. An algorithm is one file with a PairClass and one line in detect.def.
#pragma once

#include "detect/detect.h"
#include "base/pair_states.h"
#include "scene/body_meshes.h"

struct BodyRoots;  // body_roots.h
struct MovedRoots; // tree/roots.h

// What the driver gives an algorithm; it outlives the algorithm.
typedef struct PairContext {
	const HnScene *scene;
	BodyMeshes body_meshes; // at the present step
	// Of each body the frame that it has in common with others: the lowest body with the same single pose; a
	// body that moves is its own.
	int32_t *frames;
	const struct BodyRoots *roots; // NULL: there are none
	bool roots_apart; // in this step they are moved and tested before anything else of a pair moves
	PairStates states;
	bool first;   // a step ends with its first contact
	bool counted; // this step is
	bool many;    // pairs may be more than PAIRS_FEW, or a broad phase chooses them: nothing is made ahead
	size_t kept_most; // bytes that may be kept from one phase to the next, beside the meshes' structures
} PairContext;

enum { PAIRS_FEW = 64 };

typedef struct BodyPair {
	int32_t a, b, step; // a < b; body b is brought into the frame of a
	int64_t index;      // among the pairs of the step
} BodyPair;

typedef struct PairDriver PairDriver;

// All functions but create, destroy, timed, counted and bytes may be NULL. Results are 0 or a negative error.
// counts is NULL in timed passes. Indirect calls are once a pair of bodies, never inside a loop.
typedef struct PairClass {
	// What is in *out is destroyed after an error, too.
	int32_t (*create)(void **out, PairContext *context, const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Once for every body, in their order: bodies of one slot of the shapes share what is made of a mesh.
	int32_t (*prepare)(void *self, int32_t body);
	int32_t (*ready)(void *self);           // all bodies are prepared
	void (*begin)(void *self);              // a pass begins: nothing is known of earlier steps
	void (*rest)(void *self, int32_t body); // of one that deforms: it is at rest again, as a pass begins
	void (*step)(void *self);               // a step begins
	int32_t (*follow)(void *self, int32_t body, Counts *counts); // its shape is that of another step
	// Under `first`: may the step end without any pair, by `early`? Then updates wait for it.
	bool (*waits)(const void *self);
	int32_t (*early)(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
	// Brings a pair up to date ahead of its decision, apart from which it is timed. *kept false: there is no
	// memory left for this pair and those after it; they are brought up to date when they are decided.
	int32_t (*update)(void *self, const BodyPair *pair, bool *kept, Counts *counts);
	// The roots of body b in the frame of a, which the pair's own structures moved. NULL: the driver moves
	// them.
	int32_t (*roots)(void *self, const BodyPair *pair, const struct MovedRoots **out);
	// With roots that turn with their bodies: do the structures stay as they are until the roots have met?
	bool (*waits_for_roots)(const void *self);
	// Adds the contacts of the pair, all or (context->first) one, to out.
	int32_t (*timed)(void *self, const BodyPair *pair, HnContactBuffer *out);
	int32_t (*counted)(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts);
	void (*counts)(void *self, Counts *counts); // a counted step ends: adds what is known only then
	size_t (*bytes)(const void *self);          // without the driver's
	// Of HnDetectClass.
	int32_t (*sticks_out)(void *self, double *out);
	int32_t (*inspect)(void *self, PairDriver *driver, uint32_t groups, Inspection *out);
	// Pairs of all bodies come in the order of the higher id, then the lower; else the other way round.
	bool by_higher;
	StateClass state; // of a pair; size 0: it has none
} PairClass;

// For `inspect`: the pairs of a step, as in a pass.
int32_t pair_driver_step(PairDriver *driver, int32_t step);         // HN_ERR_NO_MEMORY
void pair_driver_begin(PairDriver *driver);                         // a pass
int64_t pair_driver_count(const PairDriver *driver);                // of the present step
BodyPair pair_driver_first(const PairDriver *driver, int32_t step); // before the first pair of a step
bool pair_driver_next(const PairDriver *driver, BodyPair *pair);
// Decides one pair; its roots first.
int32_t pair_driver_decide(PairDriver *driver, const BodyPair *pair, HnContactBuffer *out, Counts *counts);
