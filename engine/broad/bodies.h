// The broad phase on the bodies of a scene: a box around each body, in one frame, at every step.
//
// The narrow phase decides in the frame of the lower body, on rounded coordinates. The boxes have a margin,
// so that the boxes of two bodies that touch there always overlap: docs/explanation/exactness.md, section 14.
#pragma once

#include "broad/broad.h"
#include "scene/body_meshes.h"

// The box of one body at a step, relative to the body's own origin, along the scene's axes.
typedef struct BodyBox {
	HnVec3 lo, hi;
	HnMat3 r;        // the rotation for which lo and hi were made
	double radius;   // no vertex is farther from the origin than this
	int64_t version; // the shape's version, for a body that deforms; negative: nothing was computed yet
} BodyBox;

// The vertices of a mesh that can be extreme in some direction: those of its convex hull.
typedef struct BodyEnds {
	double *xyz; // NULL: all vertices
	int32_t count;
} BodyEnds;

typedef struct BodyBroad {
	const HnScene *scene;
	const BodyMeshes *body_meshes; // the caller updates it
	Broad broad;
	int32_t origin; // the body whose position is the origin of the frame
	BodyBox *bodies;
	BodyEnds *ends; // one for each mesh
	Aabb *boxes;    // one for each body; empty for a body without triangles
	uint8_t *fixed; // one for each body; NULL: fewer than two are fixed
	bool placed;    // the bodies that move were placed, too, since body_broad_begin
	bool broken;    // the next step begins anew
	HnBroadPairs pairs;
	ARRAY(uint64_t) keys; // for sorting
} BodyBroad;

// scene and body_meshes must outlive it, and it must not be moved in memory. Errors: HN_ERR_NOT_FOUND,
// HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY; body_broad_free must be called then, too.
int32_t body_broad_create(BodyBroad *out, const char *name, const char *params,
                          const BodyMeshes *body_meshes);
void body_broad_free(BodyBroad *bodies); // all zero is allowed
// Begins a pass: forgets earlier steps. Places the bodies that stay.
void body_broad_begin(BodyBroad *bodies);
// Puts the pairs whose boxes overlap in this step into `pairs`, ascending; from a phase that tests no boxes,
// others too (`octree`). The shapes must be at this step.
// counts: the work is added; NULL: the kernels that count nothing. Error: HN_ERR_NO_MEMORY; the next step
// then begins anew.
int32_t body_broad_step(BodyBroad *bodies, int32_t step, BroadCounts *counts);
size_t body_broad_bytes(const BodyBroad *bodies); // bytes of the broad phase and its boxes

// For other code that puts boxes around bodies, or parts of bodies, in that frame.
// for `origin`: a body with a single pose, if there is one
int32_t body_origin(const HnScene *scene);
bool body_stays(const HnScene *scene, int32_t body); // true if its box never changes
int32_t body_ends_create(BodyEnds *out, const double *xyz, int32_t vertex_count); // HN_ERR_NO_MEMORY
void body_ends_free(BodyEnds *ends);                                              // all zero is allowed
// The margin of a body with this rotation; radius: of all vertices (points_radius), whatever part the box is
// for.
double body_margin(const HnMat3 *r, double radius);
// The box around R v for all vertices v; count > 0.
void body_box_turn(HnVec3 *lo, HnVec3 *hi, const HnMat3 *r, const double *xyz, int32_t count);
// The box around lo .. hi for a body whose position relative to the frame's origin is `shift`.
Aabb body_box_place(HnVec3 lo, HnVec3 hi, double margin, HnVec3 shift, double scale);
