// Root lists: volumes around whole bodies, each of its own kind. They are tested root against root, in their
// order, before the trees are traversed (Geng et al. 2018: sphere and box, or cube; Wang et al. 2018:
// sphere). They move in every step. Roots that can turn with their body are moved by its motion; the others
// are refitted to its vertices.
#pragma once

#include "base/param.h"
#include "bv/directions.h"
#include "tree/moved.h"

enum { ROOTS_MAX = PARAM_NAMES_MAX };

typedef struct RootKind {
	const BvClass *bv;
	BvSpace space;
	BvParams *params;       // owned; the Defs of the space
	Directions *directions; // owned; NULL: the volume has none
} RootKind;

typedef struct RootList {
	RootKind kinds[ROOTS_MAX];
	int32_t count;
} RootList;

// Checks that these volumes (indices of bv_class) can be roots. HN_ERR_BAD_INPUT names one that cannot.
int32_t root_names_check(const ParamNames *names);
// The source of the roots' parameters: those that they share (base/param_set.h) with the composed table of
// `def`. set NULL: all parameters have their defaults.
typedef struct RootParams {
	const ParamSet *set;
	const void *def;
} RootParams;
// Makes a list from names that have been checked. Error: HN_ERR_NO_MEMORY; root_list_free must be called
// then, too.
int32_t root_list_init(RootList *list, const ParamNames *names, double scale, const RootParams *params);
void root_list_free(RootList *list);

// The roots of one body, one node for each kind; all NULL for a body without triangles.
typedef struct RootSet {
	void *nodes[ROOTS_MAX];
} RootSet;

// Fits the roots at rest to the mesh. Error: HN_ERR_NO_MEMORY; root_set_free must be called then, too.
int32_t root_set_create(RootSet *set, const RootList *list, const MeshView *mesh);
// Refits an existing set: the body has deformed.
int32_t root_set_refit(RootSet *set, const RootList *list, const MeshView *mesh);
void root_set_free(RootSet *set, const RootList *list);
size_t root_set_bytes(const RootSet *set, const RootList *list);

// The roots of one body in the frame of another.
typedef struct MovedRoots {
	RootSet set;
	void *motions[ROOTS_MAX]; // filled by BvClass.follow; NULL for roots that are refitted
} MovedRoots;

int32_t moved_roots_create(MovedRoots *roots, const RootList *list, const RootSet *rest);
void moved_roots_free(MovedRoots *roots, const RootList *list);
// True if there are roots and all of them turn with their body, so that they can be moved without its tree.
bool root_list_turns(const RootList *list);
// Moves the roots that turn with their body.
void moved_roots_turn(MovedRoots *roots, const RootList *list, const RootSet *rest, const BvStep *step);
// Moves all roots to the current pose; called after moved_step of the body's tree.
void moved_roots_step(MovedRoots *roots, const RootList *list, const RootSet *rest, MovedTree *moved);
// True if every root overlaps. The first one that does not ends the test. `tests` grows by the number of
// roots tested.
bool roots_meet(const RootList *list, const RootSet *a, const MovedRoots *b, int64_t *tests);
