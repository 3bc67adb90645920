// Motions: functions that fill poses, one for each step. Rotations are unit quaternions until they become
// matrices here.
#pragma once

#include <stdbool.h>

#include "base/rng.h"
#include "math/pose.h"
#include "math/quaternion.h"
#include "mesh/mesh.h"

// A uniform random rotation (Shoemake 1992), and a uniform random direction.
HnMat3 motion_random_rotation(Rng *rng);
HnVec3 motion_random_direction(Rng *rng);
// Scales v to length 1. False for the zero vector and if a number is not finite.
bool motion_normalize(HnVec3 *v);
// The point of [lo, hi] to which x comes by reflection at both ends, as often as needed.
double motion_reflect(double x, double lo, double hi);

// The way of h.approach. The rotation and direction are drawn like those of hn_motion_touching for pose
// `number` (from 0). The moving mesh moves along the line without turning. out[0] is a place where a plane
// separates the two meshes; at out[1] the centres of their boxes meet. A new direction is drawn if a plane
// across it also separates them at out[1]; HN_ERR_BAD_INPUT after 100 directions. No contact query is made.
int32_t motion_approach(HnPose out[2], const HnMesh *still, const HnMesh *moving, uint64_t seed,
                        int32_t number);

// hn_motion_random_walk with random choices from rng.
int32_t motion_walk(HnPose *out, const HnRandomWalkDef *def, Rng *rng);

// Called before each query of a motion that makes many: `made` poses are found already. tell = NULL: nothing
// is called.
typedef struct MotionReport {
	void (*tell)(void *context, int32_t made);
	void *context;
} MotionReport;
static inline void motion_report(const MotionReport *report, int32_t made) {
	if (report->tell != NULL) report->tell(report->context, made);
}
// hn_motion_touching, with a report.
int32_t motion_touching(HnPose *out, const HnTouchingDef *def, MotionReport report);

// The pose of a mesh that is turned by r and comes in along a unit direction, as in hn_motion_touching, which
// stops at first contact and is then pushed in by `depth` diameters of the smaller mesh; below 0: pulled out.
// If the meshes do not meet on the way, both centres stand for the first contact. def's count, seed and depth
// are not looked at.
int32_t motion_contact(HnPose *out, const HnTouchingDef *def, const HnMat3 *r, HnVec3 direction,
                       double depth);

// Finds the distance between the still mesh and the moving mesh; `relative` is the moving mesh's pose in the
// still mesh's frame. 0 if and only if they touch. Returns HN_OK or an error.
typedef int32_t (*MotionDistance)(void *context, const HnPose *relative, double *distance);
typedef struct AtDistanceDef {
	const HnMesh *still, *moving; // the meshes for which the poses are found
	int32_t count;                // number of poses, >= 1
	uint64_t seed;
	double distance;  // in model units, 0 .. 2^200
	double tolerance; // by how much a pose may be farther, as a share: 1e-12 .. 1; 0: 1e-12
	MotionDistance query;
	void *context; // passed to the query
	MotionReport report;
} AtDistanceDef;
// Finds poses in which two meshes have a prescribed distance, after Trenkel, Weller and Zachmann 2007. The
// rotations are uniform, and the ways are those of hn_motion_touching with the same seed: the moving mesh
// comes in from outside along a line on which the centres of both bounding boxes lie, until it is so near. A
// new direction is drawn if it never is. A pose depends only on the seed and its index.
//
// Guarantee: with distance 0, the meshes touch at the pose, and they do not at some place at most 1e-12 of
// the moving mesh's diameter further out. Otherwise the query's distance is in [distance, distance * (1 +
// 1e-6)]; it is above by at most 1e-12 if coordinates are not rounded more coarsely. A larger tolerance
// stands in place of these numbers, and needs fewer queries. Further out all distances are larger, but a
// stretch on which they are not may be passed over if it is shorter than a step of hn_motion_touching, or
// than distance / 8192. HN_ERR_BAD_INPUT: a number is out of its range, after 100 directions, or coordinates
// are rounded too coarsely for this distance.
int32_t motion_at_distance(HnPose *out, const AtDistanceDef *def);
