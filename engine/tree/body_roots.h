// Root lists of the bodies of a scene (tree/roots.h): of each shape in its body's own frame, and of one body
// at a time in the frame of another.
#pragma once

#include "scene/body_meshes.h"
#include "tree/roots.h"

// Of a slot of the shapes.
typedef struct SlotRoots {
	RootSet rest;
	double reach[3]; // no vertex has a larger coordinate along x, y, z, in any step
	int32_t *used;   // vertices of triangles; only where roots are refitted
	int32_t used_count, vertex_count;
	// Those of one body where another's frame has them:
	int32_t frame, body; // body -1: nobody's
	int64_t time;        // the step, as counted by BodyRoots
	MovedRoots moved;
} SlotRoots;

typedef struct BodyRoots {
	RootList list; // count 0: there are none
	const BodyMeshes *shapes;
	SlotRoots *slots;
	double *placed; // the vertices that are used of one body
	int64_t placed_count;
	int64_t time;  // counts steps
	bool turns;    // all of them turn with their bodies
	int64_t moved; // sets in this step
} BodyRoots;

// At rest; names are checked. apart: body_roots_move will be asked for those that are refitted, too.
// HN_ERR_NO_MEMORY; body_roots_free then, too.
int32_t body_roots_create(BodyRoots *out, const BodyMeshes *shapes, const ParamNames *names,
                          const RootParams *params, bool apart);
void body_roots_free(BodyRoots *roots); // all zero is allowed
size_t body_roots_bytes(const BodyRoots *roots);
void body_roots_begin(BodyRoots *roots); // a pass
void body_roots_step(BodyRoots *roots);  // a step; bodies are followed after it
// The body's shape is another: those in its own frame are refitted. HN_ERR_NO_MEMORY.
int32_t body_roots_follow(BodyRoots *roots, int32_t body);
// Those of a body in a frame at a step, moved unless they are there.
const MovedRoots *body_roots_move(BodyRoots *roots, int32_t frame, int32_t body, int32_t step);
static inline const RootSet *body_roots_rest(const BodyRoots *roots, int32_t body) {
	return &roots->slots[body_meshes_slot(roots->shapes, body)].rest;
}
