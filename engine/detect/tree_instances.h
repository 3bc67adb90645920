// Instances: the tree and the roots of one body in the frame of another. Bodies that stay for good in one and
// the same pose have one frame, so what all of them meet is moved once, however many of them it meets. All
// that is kept lies within a bound of memory.
//
// Where updating is lazy and nothing goes over from one step to the next, an instance that is for one pair
// alone is free again as soon as the pair is decided: there is one a mesh (`brief`). Others are kept: one
// that neither this step nor the one before it needed gives way to another of the same mesh; where there is
// none and memory is used up, the one that was needed longest ago does. So what is counted is the same in all
// passes over the same steps, and after one of them nothing is allocated; where memory is used up, other
// steps before leave others. An instance that stays as its frame does is moved in its first step alone, and
// what is lazy then is when it is first met.
#pragma once

#include "detect/tree_bodies.h"

typedef struct TreeInstance {
	int32_t frame, body;
	int64_t step;     // in which it was moved; negative: in no step of this pass
	bool stays;       // it and its frame do: where it was moved to, it is in all steps to come
	bool roots_apart; // its roots were left to the driver
	int64_t told_nodes, told_vertices;  // of what moved since moved_step, what is counted
	struct TreeInstance *chain;         // the next of its bucket
	struct TreeInstance *older, *newer; // of its slot, by their last use
	MovedTree moved;
	MovedRoots roots;
} TreeInstance;

// Of a slot of the shapes.
typedef struct InstanceSlot {
	TreeInstance *first; // that was made; others borrow from it
	TreeInstance *oldest, *newest;
	TreeInstance *brief; // of one pair after another, in no list; NULL: there was none yet
} InstanceSlot;

typedef struct TreeInstances {
	TreeBodies *bodies;
	uint8_t *shared; // of each frame: are there more bodies than one in it?
	InstanceSlot *slots;
	TreeInstance **buckets;
	int64_t bucket_count, count;
	size_t size;             // of all instances
	int64_t step;            // counts steps
	bool reuses;             // nothing goes over from step to step
	int64_t nodes, vertices; // of this step: of instances that gave way in it
} TreeInstances;

// bodies outlives it. HN_ERR_NO_MEMORY; instances_free then, too.
int32_t instances_init(TreeInstances *instances, TreeBodies *bodies);
// All that there may ever be. HN_ERR_NO_MEMORY.
int32_t instances_make_all(TreeInstances *instances);
void instances_free(TreeInstances *instances); // all zero is allowed
size_t instances_bytes(const TreeInstances *instances);

void instances_begin(TreeInstances *instances); // a pass: none is anywhere
void instances_step(TreeInstances *instances);
// Body b in the frame of a at the scene's step: moved, unless it was in this step. It is there until the next
// is asked for. forced: if need be another of this step gives way; else *out is NULL then. HN_ERR_NO_MEMORY.
int32_t instances_get(TreeInstances *instances, const BodyPair *pair, bool forced, TreeInstance **out);
// Nodes and vertices moved in this step, each instance's once. Nothing is counted inside the kernels: what
// has moved can be told afterwards, of instances that gave way too in a counted step.
void instances_counts(TreeInstances *instances, Counts *counts);
