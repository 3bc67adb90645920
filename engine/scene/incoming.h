// The way of a mesh that comes in from outside towards a still mesh. Its rotation r and the direction are
// given, or drawn at random. At parameter s the centre of its box is at the centre of the still mesh's box +
// s * direction, so both centres lie on the way.
#pragma once

#include "scene/motion.h"

enum { INCOMING_TRIES = 100, INCOMING_STEPS = 16384 };

typedef struct Incoming {
	const HnMesh *still, *moving;
	HnVec3 still_middle, moving_middle;
	HnMat3 r;
	HnVec3 direction;
	double begin, end; // values of s with begin > end. Before and beyond them a plane separates the meshes
} Incoming;

// Takes the meshes, which are borrowed; nothing is drawn yet. HN_ERR_BAD_INPUT for a mesh that
// hn_mesh_validate would refuse and for one without triangles.
int32_t incoming_init(Incoming *out, const HnMesh *still, const HnMesh *moving);
void incoming_set(Incoming *way, const HnMat3 *r, HnVec3 direction); // a unit direction; sets begin and end
void incoming_draw(Incoming *way, Rng *rng);                         // the same at random
HnPose incoming_pose(const Incoming *way, double s);
// The step of a march along the way: 1/256 of the smaller diameter, at least 1/16384 of the way.
double incoming_step(const Incoming *way, double least_diameter);
