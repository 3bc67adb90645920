// A tree that is brought into another frame, step by step, by any policy and volume; and whether it holds its
// triangles there.
#pragma once

#include "tree/moved.h"
#include "volumes.h"

typedef struct Mover {
	HnMesh *mesh;
	Directions directions;
	MovedDef def;
	TopoBuilder builder;
	RestTree rest;
	MovedTree moved;
	double *placed; // by hn_pose_place_all
} Mover;

// False where the volume's directions cannot be turned by this policy. The mesh must outlive it.
bool mover_create(Mover *m, HnMesh *mesh, int32_t volume, TreeUpdate update, MoveBy by, double scale);
void mover_free(Mover *m);
void mover_step(Mover *m, const HnPose *pose);
// All that the policy would come to move, if all were met.
void mover_reach_all(Mover *m);
// Nodes that do not hold all triangles below them.
int32_t mover_failures(const Mover *m);
// Turned at random, by little, along the axes, or not at all; matrices that are not quite rotations.
HnPose mover_pose_draw(Rng *rng, int step, double scale);

typedef struct MoverWay {
	int32_t volume, update, by;
} MoverWay;
// Loops over all that moves nodes; false where it does not go together.
bool mover_way(MoverWay *out, int32_t index);
int32_t mover_ways(void); // their number
