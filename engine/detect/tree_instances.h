// Instances: the tree and the roots of one body in the frame of another. Bodies that stay for good in one and
// the same pose share one frame. So whatever meets several of them is moved into that frame only once. The
// memory of all instances is bounded.
//
// A brief instance serves one pair and is free again when the pair is decided; there is one for each mesh
// (`brief`). It is used for instances that belong to one pair only, if the update is lazy and nothing carries
// over from one step to the next.
//
// All other instances are kept. When a new one is needed, an instance of the same mesh that neither this step
// nor the one before it used is taken over. If there is none and memory is used up, the least recently used
// one of the mesh is taken over. So the counts are the same in all passes over the same steps, and after the
// first pass nothing is allocated. This does not hold once memory is used up: then the instances that are
// left depend on the steps before.
//
// If a body and its frame both stay for good, its instance is moved only in its first step, or, with lazy
// update, each node when it is first met.
#pragma once

#include "detect/tree_bodies.h"

typedef struct TreeInstance {
	int32_t frame, body;
	int64_t step; // the step in which it was moved; negative: none of this pass
	// the body and its frame stay for good: once moved, the instance is in place for all later steps
	bool stays;
	bool roots_apart;                   // the driver moves its roots
	int64_t told_nodes, told_vertices;  // how much of what moved since moved_step is already counted
	struct TreeInstance *chain;         // the next one of its bucket
	struct TreeInstance *older, *newer; // neighbours in its slot's list, which is in the order of last use
	MovedTree moved;
	MovedRoots roots;
} TreeInstance;

// The instances of one slot of the shapes.
typedef struct InstanceSlot {
	TreeInstance *first; // the first that was made; others borrow from it
	TreeInstance *oldest, *newest;
	TreeInstance *brief; // serves one pair after another and is in no list; NULL: not made yet
} InstanceSlot;

typedef struct TreeInstances {
	TreeBodies *bodies;
	uint8_t *shared; // for each frame, whether it has more than one body
	InstanceSlot *slots;
	TreeInstance **buckets;
	int64_t bucket_count, count;
	size_t size;             // bytes of all instances
	int64_t step;            // counts steps
	bool reuses;             // nothing carries over from one step to the next
	int64_t nodes, vertices; // the counts of this step for instances that were taken over in it
} TreeInstances;

// `bodies` must outlive it. Error: HN_ERR_NO_MEMORY; instances_free must be called then, too.
int32_t instances_init(TreeInstances *instances, TreeBodies *bodies);
// Makes every instance that may ever be needed. Error: HN_ERR_NO_MEMORY.
int32_t instances_make_all(TreeInstances *instances);
void instances_free(TreeInstances *instances); // all zero is allowed
size_t instances_bytes(const TreeInstances *instances);

void instances_begin(TreeInstances *instances); // begins a pass: no instance is placed
void instances_step(TreeInstances *instances);
// Returns body b in the frame of a at the scene's current step; it is moved unless it already was in this
// step. The instance is valid until the next call. forced: if necessary, another instance of this step is
// taken over; otherwise *out is NULL then. Error: HN_ERR_NO_MEMORY.
int32_t instances_get(TreeInstances *instances, const BodyPair *pair, bool forced, TreeInstance **out);
// Adds how many nodes and vertices were moved in this step, counting each instance once. The kernels count
// nothing: the numbers follow from the stamps afterwards. In a counted step, instances that were taken over
// are included.
void instances_counts(TreeInstances *instances, Counts *counts);
