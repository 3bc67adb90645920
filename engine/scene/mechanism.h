// What generated assemblies are built of: machine parts as turned profiles, and the tree of parts while it
// grows. Lengths are in no unit; parts stand along z until they are placed.
#pragma once

#include "base/array.h"
#include "base/rng.h"
#include "scene/generator.h"

// A loop about the axis, at a height. Without `inside` all of it is within the circle of that radius, with it
// the circle is within the loop: the gap between a hole and what is in it is the difference of both radii.
typedef struct Section {
	double z, r;
	int32_t sides; // 0: round; else a polygon of this radius, with a corner at angle 0
	bool inside;
	bool cut; // has the notches
} Section;

// A profile, outside upwards: its sections in the order in which a line around the material meets them, the
// material on the left. Notches, or gaps between teeth, are around angle 0 and at even distances: their
// bottom, at radius `root`, reaches `bottom` of the way to the next one to both sides, their mouth `mouth`.
enum { SECTIONS_MOST = 8 };
typedef struct Turned {
	Section sections[SECTIONS_MOST];
	int32_t count;
	bool ring; // closed; else both ends are, by a point on the axis, at low and high
	double low, high;
	int32_t around; // vertices of a loop, as far as notches do not say otherwise
	int32_t notches;
	double root, bottom, mouth;
} Turned;

// Parts of which one may be displaced so that it goes into what it is fitted into.
typedef struct Fit {
	int32_t first, count; // bodies
	HnVec3 shift;
} Fit;

typedef struct MechanismBody {
	int32_t mesh;
	HnPose pose;
} MechanismBody;

typedef struct Mechanism {
	ARRAY(HnMesh *) meshes;
	ARRAY(MechanismBody) bodies;
	ARRAY(HnSceneNode) nodes;
	ARRAY(Fit) fits;
	int32_t parent; // the assembly at hand; -1: none
	HnPose frame;   // where it is
	int32_t status; // the first failure; then nothing more is added
} Mechanism;

void mechanism_free(Mechanism *mechanism); // all zero is allowed
// Moves all of it into a scene of one step in which nothing moves.
int32_t mechanism_finish(Mechanism *mechanism, GeneratedScene *out);

// The index of the mesh.
int32_t mechanism_turned(Mechanism *mechanism, const Turned *turned);
int32_t mechanism_box(Mechanism *mechanism, HnVec3 size); // around the origin
// An angle of two plates: along x and z, `thick`, and `width` along y, around 0 there.
int32_t mechanism_angle(Mechanism *mechanism, double size, double thick, double width);

// name: a printf format with one number, from 1; 0: it has none.
void mechanism_part(Mechanism *mechanism, int32_t mesh, HnPose local, const char *name, int32_t number);
void mechanism_open(Mechanism *mechanism, const char *name, int32_t number); // an assembly in the one at hand
void mechanism_close(Mechanism *mechanism);
// The last so many bodies can be displaced, by this in the frame at hand.
void mechanism_fit(Mechanism *mechanism, int32_t count, HnVec3 shift);

HnPose pose_at(double x, double y, double z);
HnPose pose_turned(HnPose pose, int axis,
                   double angle); // the same after it was turned about its own x, y or z
