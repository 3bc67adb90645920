// Root lists: volumes about whole bodies, each of its own kind, which are tested root against root in their
// order before trees are walked (Geng et al. 2018: sphere and box, or cube; Wang et al. 2018: sphere). They
// move in every step: those that turn with their body by their motion, others are refitted to its vertices.
#pragma once

#include "base/param.h"
#include "bv/directions.h"
#include "tree/moved.h"

enum { ROOTS_MAX = PARAM_NAMES_MAX };

typedef struct RootKind {
	const BvClass *bv;
	BvSpace space;
	BvParams *params;       // owned: of the space
	Directions *directions; // owned; NULL: it has none
} RootKind;

typedef struct RootList {
	RootKind kinds[ROOTS_MAX];
	int32_t count;
} RootList;

// Can these (indices of bv_class) be roots? HN_ERR_BAD_INPUT names the one that cannot.
int32_t root_names_check(const ParamNames *names);
// Where the parameters of roots come from: those that they share (base/param_set.h) with the composed table
// that `def` is of. set NULL: all are as by default.
typedef struct RootParams {
	const ParamSet *set;
	const void *def;
} RootParams;
// Of names that are checked. HN_ERR_NO_MEMORY; root_list_free then, too.
int32_t root_list_init(RootList *list, const ParamNames *names, double scale, const RootParams *params);
void root_list_free(RootList *list);

// One body's roots, a node each; all NULL for a body without triangles.
typedef struct RootSet {
	void *nodes[ROOTS_MAX];
} RootSet;

// At rest, fitted to the mesh. HN_ERR_NO_MEMORY; root_set_free then, too.
int32_t root_set_create(RootSet *set, const RootList *list, const TreeMesh *mesh);
// The same again of a set that exists: the body deformed.
int32_t root_set_refit(RootSet *set, const RootList *list, const TreeMesh *mesh);
void root_set_free(RootSet *set, const RootList *list);
size_t root_set_bytes(const RootSet *set, const RootList *list);

// Those of one body in the frame of another.
typedef struct MovedRoots {
	RootSet set;
	void *motions[ROOTS_MAX]; // BvClass.motion; NULL for those that are refitted
} MovedRoots;

int32_t moved_roots_create(MovedRoots *roots, const RootList *list, const RootSet *rest);
void moved_roots_free(MovedRoots *roots, const RootList *list);
// Are there roots, all of which turn with their body: so that they can be moved without its tree?
bool root_list_turns(const RootList *list);
// Those that do.
void moved_roots_turn(MovedRoots *roots, const RootList *list, const RootSet *rest, const BvStep *step);
// After moved_step of the body's tree: all of them to where it now is.
void moved_roots_step(MovedRoots *roots, const RootList *list, const RootSet *rest, MovedTree *moved);
// Does every root overlap? The first that does not ends it; `tests` grows by those that were tested.
bool roots_meet(const RootList *list, const RootSet *a, const MovedRoots *b, int64_t *tests);
