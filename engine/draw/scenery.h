// The triangles of a scene at a step, as a view sees them: those of its bodies, or those of boxes and balls
// that stand for the objects of a broad phase.
#pragma once

#include "detect/detect.h"
#include "draw/view.h"
#include "scene/body_meshes.h"

typedef struct DrawTriangle {
	HnVec3 corner[3]; // projected
	int32_t id;       // bodies one after the other, in each its triangles; from 0
	int32_t body;     // or object
	bool touching;
} DrawTriangle;
typedef void (*DrawVisit)(void *context, const DrawTriangle *triangle);

typedef struct Scenery {
	const HnScene *scene;
	int32_t step;
	int32_t triangle_count; // of all bodies
	BodyMeshes shapes;      // at the step
	HnVec3 *projected;      // the vertices of one body
	int32_t vertex_most;
	int32_t *begin;    // the first id of each body
	uint8_t *touching; // one byte for each triangle
} Scenery;

// The scene must outlive it. Step 0, nothing touches. HN_ERR_BAD_INPUT: more triangles than an int32 counts.
// HN_ERR_NO_MEMORY.
int32_t scenery_init(Scenery *out, const HnScene *scene);
void scenery_free(Scenery *scenery); // one that is all zero is allowed
// Moves everything to a step, 0 .. step_count - 1, and marks the triangles of these contacts.
void scenery_step(Scenery *scenery, int32_t step, const HnContact *contacts, int64_t count);
// Calls visit for every triangle, in the order of the ids. An object that is absent has none.
void scenery_each(const Scenery *scenery, const DrawView *view, DrawVisit visit, void *context);
int32_t scenery_body_count(const HnScene *scene); // or objects
