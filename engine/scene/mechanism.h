// The building blocks of generated assemblies: machine parts as turned profiles, and the tree of parts while
// it grows. Lengths have no unit. Parts stand along z until they are placed.
#pragma once

#include "base/array.h"
#include "base/rng.h"
#include "scene/generator.h"

// A loop about the axis at one height. Without `inside` the loop lies within the circle of its radius; with
// `inside` it encloses that circle. The gap between a hole and the part in it is therefore the difference of
// their radii.
typedef struct Section {
	double z, r;
	int32_t sides; // 0: round; otherwise a polygon of this radius, with a corner at angle 0
	bool inside;
	bool cut; // the notches cut this section
} Section;

// A turned profile with its outside upwards. Its sections are in the order of a line around the material,
// with the material on the left. Notches (gaps between teeth) are centred at angle 0 and evenly spaced. The
// bottom of a notch, at radius `root`, extends to both sides by the share `bottom` of the distance to the
// next notch. Its mouth extends by the share `mouth`.
enum { SECTIONS_MOST = 8 };
typedef struct Turned {
	Section sections[SECTIONS_MOST];
	int32_t count;
	bool ring; // the profile is closed; otherwise a point on the axis closes each end, at low and high
	double low, high;
	int32_t around; // vertices of a loop, unless notches require other numbers
	int32_t notches;
	double root, bottom, mouth;
} Turned;

// Parts that may be displaced, so that they intersect the part into which they fit.
typedef struct Fit {
	int32_t first, count; // the first body and the number of bodies
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
	int32_t parent; // the current assembly; -1: none
	HnPose frame;   // the pose of the current assembly
	int32_t status; // the first failure; nothing is added after it
} Mechanism;

void mechanism_free(Mechanism *mechanism); // all zero is allowed
// Moves everything into a scene of one step, in which nothing moves.
int32_t mechanism_finish(Mechanism *mechanism, GeneratedScene *out);

// Adds a turned part's mesh and returns the mesh's index.
int32_t mechanism_turned(Mechanism *mechanism, const Turned *turned);
int32_t mechanism_box(Mechanism *mechanism, HnVec3 size); // around the origin
// Adds an angle of two plates, along x and along z. Both are `thick`, and `width` wide along y, centred at y
// = 0.
int32_t mechanism_angle(Mechanism *mechanism, double size, double thick, double width);

// Adds a part. name is a printf format for one number, which counts from 1; with number 0 it is used as it
// is.
void mechanism_part(Mechanism *mechanism, int32_t mesh, HnPose local, const char *name, int32_t number);
// Opens an assembly inside the current one.
void mechanism_open(Mechanism *mechanism, const char *name, int32_t number);
void mechanism_close(Mechanism *mechanism);
// Marks the last `count` bodies as displaceable by `shift`, in the current frame.
void mechanism_fit(Mechanism *mechanism, int32_t count, HnVec3 shift);

HnPose pose_at(double x, double y, double z);
HnPose pose_turned(HnPose pose, int axis,
                   double angle); // the same pose, turned first about its own x, y or z
