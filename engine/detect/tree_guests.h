// Trees of bodies in the frames of others: a guest is the tree and the roots of one body where another, the
// host, is at rest. Bodies that stay for good in one and the same pose are one host, so what all of them see
// is moved once, however many of them it meets. All that is kept lies within a bound of memory.
//
// A step may need any number of guests. One that neither this step nor the one before it needed gives way to
// another of the same mesh; where there is none and memory is used up, the one that was needed longest ago
// does. So what is counted is the same in all passes over the same steps, and after one of them nothing is
// allocated; where memory is used up, other steps before leave others room. A guest that stays as its host
// does is moved in its first step alone, and what is lazy then is when it is first met.
#pragma once

#include "detect/tree_bodies.h"

typedef struct TreeGuest {
	int32_t host, body;
	int64_t step; // in which it was moved; negative: in no step of this pass
	bool stays;   // it and its host do: where it was moved to, it is in all steps to come
	bool scouted; // its roots were left to a scout
	int64_t told_nodes, told_vertices; // of what moved since moved_step, what is counted
	struct TreeGuest *chain;           // the next of its bucket
	struct TreeGuest *older, *newer;   // of its slot, by their last use
	MovedTree moved;
	MovedRoots roots;
} TreeGuest;

// Roots alone: of a body whose tree need not move before they meet.
typedef struct GuestScout {
	int32_t host;
	int32_t body; // -1: nobody's
	int64_t step;
	MovedRoots roots;
} GuestScout;

// Of a slot of the shapes.
typedef struct GuestSlot {
	TreeGuest *first; // that was made; others borrow from it
	TreeGuest *oldest, *newest;
	GuestScout scout;
} GuestSlot;

typedef struct TreeGuests {
	TreeBodies *bodies;
	int32_t *hosts; // of each body: the lowest that stays where it stays; itself, if it moves
	GuestSlot *slots;
	TreeGuest **buckets;
	int64_t bucket_count, count;
	size_t size, size_most; // of all guests
	int64_t step;           // counts steps
	bool scouts;            // in this step roots are moved and tested alone, before there are guests
	bool counted;
	int64_t nodes, vertices; // of this step: of scouts, and of guests that gave way in it
} TreeGuests;

// Few pairs of bodies have their guests from the start, and move their roots when these are updated; of more,
// roots that turn with their bodies are moved as the pairs are tested, unless every node is moved anyway.
enum { GUESTS_FEW = 64 };

// bodies outlives it. HN_ERR_NO_MEMORY; guests_free then, too.
int32_t guests_init(TreeGuests *guests, TreeBodies *bodies);
// One for each host and body that there are. HN_ERR_NO_MEMORY.
int32_t guests_invite_all(TreeGuests *guests);
void guests_free(TreeGuests *guests); // all zero is allowed
size_t guests_bytes(const TreeGuests *guests);

void guests_begin(TreeGuests *guests); // a pass: nobody is anyone's guest
// A step, of so many pairs of bodies.
void guests_step(TreeGuests *guests, int64_t pairs);
// Body b (> a) in the frame of a at the scene's step: moved, unless it was in this step. forced: if need be
// another of this step gives way; else *out is NULL then. HN_ERR_NO_MEMORY.
int32_t guests_invite(TreeGuests *guests, int32_t a, int32_t b, int32_t step, bool forced, TreeGuest **out);
// With `scouts`: do the roots meet? What was tested is added.
bool guests_scout(TreeGuests *guests, int32_t a, int32_t b, int32_t step, int64_t *tests);
// Nodes and vertices moved in this step, each guest's once. Nothing is counted inside the kernels: what has
// moved can be told afterwards, of guests that gave way too if `counted` was set before.
void guests_counts(TreeGuests *guests, Counts *counts);
