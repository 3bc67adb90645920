// A crowd of small meshes. The crowd is uniform; or it stands in clusters, with sizes over three decades; or
// one object moves among still ones. Objects pass through each other.
#include <stdio.h>

#include "base/error.h"
#include "base/names.h"
#include "math/elementary.h"
#include "scene/swarm.h"

typedef enum CrowdKind { CROWD_UNIFORM, CROWD_CLUSTERED, CROWD_ONE } CrowdKind;

typedef struct CrowdParams {
	SwarmParams swarm;
	int32_t kind;
	double speed, churn, teleport;
} CrowdParams;

enum {
	CLUSTER_SIZE = 100,   // objects, on average
	CLUSTER_SIZES = 16,   // number of mesh sizes in clusters, evenly spaced on a logarithmic scale
	CLUSTER_DECADES = 3,  // from the smallest to the largest
	CLUSTER_ROOM = 8,     // the cube's volume divided by that of all clusters
	STREAM_CLUSTERS = 40, // streams from 2^40 on: random numbers of the clusters
	STREAM_PRESENCE = 41  // streams from 2^41 on: which objects are present
};
// The speed of an object in its cluster, divided by the cluster's speed.
#define OWN_SPEED 0.1

static const char *const s_shapes[][2] = {
	{ "box", "" },           { "box", "y=0.6 z=0.3" }, { "tetrahedra", "count=1" },
	{ "ball", "points=14" }, { "ball", "points=42" },  { "torus", "segments=6 sides=4" },
};
enum { SHAPES = sizeof s_shapes / sizeof s_shapes[0] };

typedef struct Crowd {
	Swarm swarm;
	const CrowdParams *params;
	int32_t cluster_count;
	double cluster_radius;
} Crowd;

static int32_t choose_meshes(Crowd *crowd) {
	Swarm *swarm = &crowd->swarm;
	int32_t sizes = crowd->params->kind == CROWD_CLUSTERED ? CLUSTER_SIZES : 1;
	int32_t status = swarm_begin(swarm, SHAPES * sizes);
	for (int32_t m = 0; m < SHAPES * sizes && status == HN_OK; ++m) {
		int32_t size = m / SHAPES;
		double decades = (double)CLUSTER_DECADES * size / (CLUSTER_SIZES - 1);
		status = swarm_add_mesh(swarm, s_shapes[m % SHAPES][0], s_shapes[m % SHAPES][1],
		                        0.5 * math_exp(-decades * math_log(10)));
	}
	if (status == HN_OK) swarm_draw_meshes(swarm);
	return status;
}

// Chooses the sizes of the cube and the clusters, for the objects that are present. With churn half of all
// are present.
static void choose_space(Crowd *crowd) {
	const CrowdParams *p = crowd->params;
	double there = p->churn > 0 ? 0.5 * p->swarm.count : p->swarm.count;
	double volume = swarm_volume(&crowd->swarm, there, p->swarm.density);
	crowd->cluster_count = 1 + (p->swarm.count - 1) / CLUSTER_SIZE;
	crowd->cluster_radius = cube_root(volume / crowd->cluster_count / (4.0 / 3.0 * MATH_PI));
	crowd->swarm.side = cube_root(p->kind == CROWD_CLUSTERED ? (double)CLUSTER_ROOM * volume : volume);
}

typedef struct Cluster {
	HnVec3 centre, velocity;
} Cluster;

static Cluster cluster_of(const Crowd *crowd, Rng *rng) {
	uint64_t cluster = rng_below(rng, (uint64_t)crowd->cluster_count);
	Rng own = rng_of(crowd->swarm.places_seed, (UINT64_C(1) << STREAM_CLUSTERS) + cluster);
	HnVec3 centre = swarm_in_cube(&own, crowd->cluster_radius, crowd->swarm.side - crowd->cluster_radius);
	return (Cluster){ centre, swarm_in_ball(&own, crowd->params->speed) };
}

// The place and velocity of an object, at its beginning or after a jump at a step.
typedef struct Flight {
	HnVec3 place, velocity;
} Flight;

static Flight flight_of(const Crowd *crowd, int32_t step, Rng *rng) {
	double speed = crowd->params->speed;
	if (crowd->params->kind != CROWD_CLUSTERED) {
		HnVec3 place = swarm_place(&crowd->swarm, rng);
		return (Flight){ place, swarm_in_ball(rng, speed) };
	}
	Cluster cluster = cluster_of(crowd, rng);
	HnVec3 place = vec3_add(cluster.centre, swarm_in_ball(rng, crowd->cluster_radius));
	place = vec3_add(place, vec3_scale(cluster.velocity, step));
	return (Flight){ swarm_reflect(&crowd->swarm, place),
		             vec3_add(cluster.velocity, swarm_in_ball(rng, OWN_SPEED * speed)) };
}

static int32_t fly(const Crowd *crowd, int32_t object) {
	const Swarm *swarm = &crowd->swarm;
	bool moves = crowd->params->kind != CROWD_ONE || object == swarm->count - 1;
	int32_t steps = moves ? swarm->steps : 1;
	HnPose *poses = generated_poses(swarm->scene, object, steps);
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = swarm_rng(swarm, object);
	Turning turning = swarm_turning(swarm, &rng);
	Flight flight = flight_of(crowd, 0, &rng);
	int32_t since = 0;
	for (int32_t step = 0; step < steps; ++step) {
		HnVec3 way = vec3_scale(flight.velocity, step - since);
		poses[step] = turning_pose(&turning, swarm_reflect(swarm, vec3_add(flight.place, way)));
		turning_step(&turning);
		if (rng_double(&rng) < crowd->params->teleport) {
			since = step + 1;
			flight = flight_of(crowd, since, &rng);
		}
	}
	return HN_OK;
}

// Half of the objects are present in the beginning, and half of the changes are arrivals.
static int32_t come_and_go(const Crowd *crowd, int32_t object) {
	uint8_t *present = generated_presence(crowd->swarm.scene, object);
	if (present == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = rng_of(crowd->swarm.places_seed, (UINT64_C(1) << STREAM_PRESENCE) + (uint64_t)object);
	bool there = rng_double(&rng) < 0.5;
	for (int32_t step = 0; step < crowd->swarm.steps; ++step) {
		present[step] = there;
		if (rng_double(&rng) < crowd->params->churn) there = !there;
	}
	return HN_OK;
}

static int32_t crowd_create(GeneratedScene *out, const void *params) {
	const CrowdParams *p = params;
	Crowd crowd = { .params = p, .swarm = swarm_of("crowd", out, &p->swarm) };
	crowd.swarm.tilted = true;
	int32_t status = choose_meshes(&crowd);
	if (status == HN_OK) choose_space(&crowd);
	for (int32_t i = 0; i < p->swarm.count && status == HN_OK; ++i) {
		status = fly(&crowd, i);
		if (status == HN_OK && p->churn > 0) status = come_and_go(&crowd, i);
	}
	swarm_free(&crowd.swarm);
	return status;
}

static const char *kind_name(int32_t index) { NAME_AT(index, "uniform", "clustered", "one"); }

static const Param s_params[] = {
	SWARM_PARAMS,
	{ .name = "kind",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(CrowdParams, kind),
	  .fallback = CROWD_UNIFORM,
	  .choice = kind_name,
	  .about = "objects spread evenly, in clusters of all sizes, or one that moves among others at rest" },
	SHAPE_REAL(CrowdParams, speed, 0.05, 0, 1e6, "most, in diameters of the largest a step"),
	SHAPE_REAL(CrowdParams, churn, 0, 0, 1, "share of the objects that come or go in a step"),
	SHAPE_REAL(CrowdParams, teleport, 0, 0, 1, "share of the moving ones that jump in a step"),
};

extern const GeneratorClass generate_crowd;
const GeneratorClass generate_crowd = {
	.name = "crowd",
	.about = "small meshes of 4 to 80 triangles in a cube",
	.params = SHAPE_PARAMS(s_params, CrowdParams),
	.create = crowd_create,
};
