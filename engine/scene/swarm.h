// Objects whose centres are in a cube: what the scenes of many objects share. Its side follows from how many
// others an object is to meet, so that an object has as many pairs however many objects there are.
#pragma once

#include "base/rng.h"
#include "math/quaternion.h"
#include "scene/generator_build.h"

enum {
	SWARM_COUNT_MAX = 1000000,
	SWARM_STEPS_MAX = 100000,
	SWARM_POSES_MAX = 1 << 26 // of a scene: 6 GiB
};

typedef struct Swarm {
	const char *name; // of the generator, for errors
	GeneratedScene *scene;
	int32_t count, steps;
	int32_t seed;
	bool spin, tilted;  // each turns about an axis of its own; and begins turned at random
	int32_t mesh_count; // made so far
	double *mesh_radii; // of the ball about the origin that holds a mesh
	int32_t *mesh_of;   // of each object
	double side;        // of the cube, whose lowest corner is the origin
} Swarm;

// The parameters that all of them have: the first member of their own.
typedef struct SwarmParams {
	int32_t count, steps, seed, spin;
	int32_t mixed; // of those of boxes alone
	double density;
} SwarmParams;

// Nothing is made yet.
Swarm swarm_of(const char *name, GeneratedScene *scene, const SwarmParams *params);
// Room for the objects and so many meshes; HN_ERR_BAD_INPUT for more poses than allowed.
int32_t swarm_begin(Swarm *swarm, int32_t mesh_count);
void swarm_free(Swarm *swarm); // not the scene
// One more mesh: a shape about the origin, brought to a ball of this radius; 0: as it is.
int32_t swarm_add_mesh(Swarm *swarm, const char *shape, const char *params, double radius);
void swarm_draw_meshes(Swarm *swarm);     // for every object
double swarm_largest(const Swarm *swarm); // radius of a mesh
static inline double swarm_radius(const Swarm *swarm, int32_t object) {
	return swarm->mesh_radii[swarm->mesh_of[object]];
}

// Boxes of edge 1, or where they are mixed with every edge one of 1/4, 1/2, 1, 2, drawn for each object; and
// the cube for their density.
int32_t swarm_boxes(Swarm *swarm, const SwarmParams *params);
// The volume that holds n objects where one meets `density` others on average: where their balls meet.
double swarm_volume(const Swarm *swarm, double n, double density);

// Everything random of an object: it does not depend on how many others or steps there are.
Rng swarm_rng(const Swarm *swarm, int32_t object);
HnVec3 swarm_in_cube(Rng *rng, double lo, double hi); // uniform
HnVec3 swarm_in_ball(Rng *rng, double radius);        // uniform
HnVec3 swarm_place(const Swarm *swarm, Rng *rng);     // uniform
HnVec3 swarm_reflect(const Swarm *swarm, HnVec3 p);   // at the walls
HnVec3 swarm_inside(const Swarm *swarm, HnVec3 p);    // brought to the nearest place
double cube_root(double x);                           // x > 0

// The objects by a key of their first place, ascending; NULL: no memory. That place must be the first thing
// that is drawn of an object.
int32_t *swarm_order(const Swarm *swarm, double (*key)(const Swarm *, HnVec3));
void swarm_order_free(const Swarm *swarm, int32_t *order); // NULL is allowed
double swarm_height(const Swarm *swarm, HnVec3 place);

// How an object is turned from step to step.
typedef struct Turning {
	HnMat3 first;
	HnQuaternion now, turn;
} Turning;
Turning swarm_turning(const Swarm *swarm, Rng *rng);
HnPose turning_pose(const Turning *turning, HnVec3 place);
void turning_step(Turning *turning);

#define SWARM_BOOL(Def, field, value, text)                                                                  \
	{                                                                                                        \
		.name = #field, .type = PARAM_BOOL, .offset = offsetof(Def, field), .fallback = (value),             \
		.about = (text)                                                                                      \
	}
#define SWARM_PARAMS                                                                                         \
	SHAPE_INT(SwarmParams, count, 1000, 1, SWARM_COUNT_MAX, "objects"),                                      \
	    SHAPE_INT(SwarmParams, steps, 30, 1, SWARM_STEPS_MAX, "poses of each"), SHAPE_SEED(SwarmParams),     \
	    SHAPE_REAL(SwarmParams, density, 1, 1e-6, 1e6, "others whose balls meet an object's, on average"),   \
	    SWARM_BOOL(SwarmParams, spin, 0, "each turns about an axis of its own")
#define SWARM_SIZES SWARM_BOOL(SwarmParams, mixed, 0, "edges of 1/4, 1/2, 1 and 2 instead of 1")
