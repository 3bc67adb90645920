// Objects whose centres are in a cube: common parts of the scenes of many objects. The side of the cube
// follows from the number of others that an object should meet. An object therefore has the same number of
// pairs on average, however many objects there are.
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
	uint64_t seed, places_seed; // of which objects there are; and of where they are and go
	// spin: each turns about an axis of its own. tilted: each begins with a random rotation.
	bool spin, tilted;
	int32_t mesh_count; // made so far
	double *mesh_radii; // of the ball about the origin that encloses a mesh
	int32_t *mesh_of;   // mesh of each object
	double side;        // of the cube, whose lowest corner is the origin
} Swarm;

// The parameters that all of these scenes have. They are the first member of each scene's own parameters.
typedef struct SwarmParams {
	int32_t count, steps, seed, places, spin;
	int32_t mixed; // for scenes of boxes only
	double density;
} SwarmParams;

// A swarm for which nothing is allocated yet.
Swarm swarm_of(const char *name, GeneratedScene *scene, const SwarmParams *params);
// Allocates the objects and `mesh_count` meshes. HN_ERR_BAD_INPUT if there are more poses than allowed.
int32_t swarm_begin(Swarm *swarm, int32_t mesh_count);
void swarm_free(Swarm *swarm); // does not free the scene
// Adds a mesh: a shape about the origin, scaled to a ball of this radius. Radius 0 leaves its size unchanged.
int32_t swarm_add_mesh(Swarm *swarm, const char *shape, const char *params, double radius);
void swarm_draw_meshes(Swarm *swarm);     // chooses one for every object
double swarm_largest(const Swarm *swarm); // the largest radius of a mesh
static inline double swarm_radius(const Swarm *swarm, int32_t object) {
	return swarm->mesh_radii[swarm->mesh_of[object]];
}

// Makes boxes of edge 1, or if mixed, boxes whose edges are 1/4, 1/2, 1 or 2, drawn for each object. Sets the
// size of the cube by their density.
int32_t swarm_boxes(Swarm *swarm, const SwarmParams *params);
// The volume in which each of n objects meets `density` others on average. Two objects meet if their
// enclosing balls do.
double swarm_volume(const Swarm *swarm, double n, double density);

// The random numbers of one object. They do not depend on the number of objects or steps.
Rng swarm_rng(const Swarm *swarm, int32_t object);
HnVec3 swarm_in_cube(Rng *rng, double lo, double hi); // uniform
HnVec3 swarm_in_ball(Rng *rng, double radius);        // uniform
HnVec3 swarm_place(const Swarm *swarm, Rng *rng);     // uniform
HnVec3 swarm_reflect(const Swarm *swarm, HnVec3 p);   // at the walls
HnVec3 swarm_inside(const Swarm *swarm, HnVec3 p);    // the nearest place inside
double cube_root(double x);                           // x > 0

// The objects in ascending order of a key of their first place; NULL if memory is out. That place must be the
// first thing that is drawn for an object.
int32_t *swarm_order(const Swarm *swarm, double (*key)(const Swarm *, HnVec3));
void swarm_order_free(const Swarm *swarm, int32_t *order); // NULL is allowed
double swarm_height(const Swarm *swarm, HnVec3 place);

// The rotation of an object from step to step.
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
	    SHAPE_INT(SwarmParams, places, 0, 0, INT32_MAX, "other places and motions of the same objects"),     \
	    SHAPE_REAL(SwarmParams, density, 1, 1e-6, 1e6, "others whose balls meet an object's, on average"),   \
	    SWARM_BOOL(SwarmParams, spin, 0, "each turns about an axis of its own")
#define SWARM_SIZES SWARM_BOOL(SwarmParams, mixed, 0, "edges of 1/4, 1/2, 1 and 2 instead of 1")
