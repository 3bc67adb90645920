// The root lists (tree/roots.h) of the bodies of a scene: of every shape in its body's own frame, and of one
// body at a time in the frame of another.
#pragma once

#include "scene/body_meshes.h"
#include "tree/roots.h"

// The roots of one slot of the shapes.
typedef struct SlotRoots {
	RootSet rest;
	double reach[3]; // no vertex has a larger coordinate along x, y, z in any step
	int32_t *used;   // the vertices that triangles use; only if roots are refitted
	int32_t used_count, vertex_count;
	// The roots of one body in the frame of another:
	int32_t frame, body; // body -1: of no body
	int64_t time;        // the step for which they were made, as counted by BodyRoots
	MovedRoots moved;
} SlotRoots;

typedef struct BodyRoots {
	RootList list; // count 0: there are no roots
	const BodyMeshes *shapes;
	SlotRoots *slots;
	double *placed; // the used vertices of one body, placed
	int64_t placed_count;
	int64_t time;  // counts steps
	bool turns;    // all roots turn with their bodies
	int64_t moved; // how many root sets were moved in this step
} BodyRoots;

// Makes the roots at rest; the names have been checked. apart: body_roots_move will be called for roots that
// are refitted, too. Error: HN_ERR_NO_MEMORY; body_roots_free must be called then, too.
int32_t body_roots_create(BodyRoots *out, const BodyMeshes *shapes, const ParamNames *names,
                          const RootParams *params, bool apart);
void body_roots_free(BodyRoots *roots); // all zero is allowed
size_t body_roots_bytes(const BodyRoots *roots);
void body_roots_begin(BodyRoots *roots); // begins a pass
void body_roots_step(BodyRoots *roots);  // begins a step; body_roots_follow comes after it
// The body's shape has changed: refits its roots in its own frame. Error: HN_ERR_NO_MEMORY.
int32_t body_roots_follow(BodyRoots *roots, int32_t body);
// The roots of a body in a frame at a step. They are moved if they are not yet there.
const MovedRoots *body_roots_move(BodyRoots *roots, int32_t frame, int32_t body, int32_t step);
static inline const RootSet *body_roots_rest(const BodyRoots *roots, int32_t body) {
	return &roots->slots[body_meshes_slot(roots->shapes, body)].rest;
}
