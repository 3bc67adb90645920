// The bodies of a scene before a broad phase: a box about each, in one frame, at every step.
//
// Whether two bodies touch is decided in the frame of the lower one, on rounded coordinates. The boxes hold
// enough beside the bodies that those of two that touch there always meet: docs/exactness.md, section 14.
#pragma once

#include "broad/broad.h"
#include "scene/body_meshes.h"

// Of one body at a step, about its own origin, along the scene's axes.
typedef struct BodyBox {
	HnVec3 lo, hi;
	HnMat3 r;        // the rotation that these are of
	double radius;   // no vertex is farther from the origin
	int64_t version; // of the shape, for one that deforms; negative: they are of nothing yet
} BodyBox;

// What of a mesh can be its end in some direction: the vertices of its convex hull.
typedef struct BodyEnds {
	double *xyz; // NULL: all vertices
	int32_t count;
} BodyEnds;

typedef struct BodyBroad {
	const HnScene *scene;
	const BodyMeshes *body_meshes; // followed by the caller
	Broad broad;
	int32_t origin; // the body whose place is the frame's
	BodyBox *bodies;
	BodyEnds *ends; // one a mesh
	Aabb *boxes;    // one a body; of what has no triangles nothing
	uint8_t *fixed; // one a body; NULL: fewer than two are fixed
	bool placed;    // since body_broad_begin those that move too
	bool broken;    // all of it begins anew
	HnBroadPairs pairs;
	ARRAY(uint64_t) keys; // for sorting
} BodyBroad;

// scene and shapes outlive it; it stays where it is. HN_ERR_NOT_FOUND, HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY:
// body_broad_free then, too.
int32_t body_broad_create(BodyBroad *out, const char *name, const char *params,
                          const BodyMeshes *body_meshes);
void body_broad_free(BodyBroad *bodies); // all zero is allowed
// A pass begins: nothing is known of earlier steps. Bodies that stay are placed.
void body_broad_begin(BodyBroad *bodies);
// The pairs whose boxes meet in this step, ascending, into `pairs`. The shapes are at this step. counts: what
// it did is added; NULL: the kernels that count nothing. HN_ERR_NO_MEMORY: the next step begins anew.
int32_t body_broad_step(BodyBroad *bodies, int32_t step, BroadCounts *counts);
size_t body_broad_bytes(const BodyBroad *bodies); // of the broad phase and its boxes

// For others that put boxes about bodies, or parts of them, in that frame.
int32_t body_origin(const HnScene *scene);           // `origin`: one that has one pose, if any has
bool body_stays(const HnScene *scene, int32_t body); // its boxes never change
int32_t body_ends_create(BodyEnds *out, const double *xyz, int32_t vertex_count); // HN_ERR_NO_MEMORY
void body_ends_free(BodyEnds *ends);                                              // all zero is allowed
double body_radius(const double *xyz, int32_t vertex_count); // of all of it, whatever the box is about
double body_margin(const HnMat3 *r, double radius);          // of a body with this rotation
// About what R v gives for vertices; count > 0.
void body_box_turn(HnVec3 *lo, HnVec3 *hi, const HnMat3 *r, const double *xyz, int32_t count);
// The box about lo .. hi, for a body that is at `shift` from the origin.
Aabb body_box_place(HnVec3 lo, HnVec3 hi, double margin, HnVec3 shift, double scale);
