// Boxes that fall towards a moving centre and pile up around it. This work is based on:
// Ygor Reboucas Serpa, Maria Andreia Formico Rodrigues. Broadmark: A Testing Framework for Broad-Phase
// Collision Detection Algorithms. Computer Graphics Forum, 2020
// As in its scene, all objects move far, together, and crowd; there gravity is strong and its direction
// turns. The motion is different here and has no collisions. Gravity pulls to a point that moves in a circle.
// Each box keeps its direction from that point and stops where the nearer boxes leave it room. The pile is
// therefore equally dense for any number of boxes.
//
// With `from`, the scene begins when the boxes have come together, and the pile is a cube, about ten times as
// dense.
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/elementary.h"
#include "scene/pile.h"

typedef struct GravityParams {
	SwarmParams swarm;
	int32_t period, from;
	double gravity;
} GravityParams;

// The radius of the centre's circle, as a share of the cube's side.
#define ORBIT 0.125
// How many others a box of the dense pile meets: eight pairs a box, of which those are missing that lag
// behind the centre.
#define PILE_OTHERS 16.0

static HnVec3 middle(const Swarm *swarm) {
	return (HnVec3){ swarm->side / 2, swarm->side / 2, swarm->side / 2 };
}

static double height(const Swarm *swarm, HnVec3 place) { return vec3_length(vec3_sub(place, middle(swarm))); }

// The distance from the centre at which each box comes to rest. A ball of that radius has room for a cube
// around each nearer box. A box never moves outwards.
static int32_t find_rests(const Swarm *swarm, double *rests) {
	int32_t *order = swarm_order(swarm, height);
	if (order == NULL) return HN_ERR_NO_MEMORY;
	double volume = 0;
	for (int32_t k = 0; k < swarm->count; ++k) {
		double edge = 2 * swarm_radius(swarm, order[k]), cube = edge * edge * edge;
		Rng rng = swarm_rng(swarm, order[k]);
		double from = height(swarm, swarm_place(swarm, &rng));
		rests[order[k]] = lesser(cube_root((volume + cube / 2) / (4.0 / 3.0 * MATH_PI)), from);
		volume += cube;
	}
	swarm_order_free(swarm, order);
	return HN_OK;
}

static HnVec3 centre_at(const Swarm *swarm, const GravityParams *p, int32_t step) {
	if (p->period == 0) return middle(swarm);
	double angle = 2 * MATH_PI * (step % p->period) / p->period, radius = ORBIT * swarm->side;
	return vec3_add(middle(swarm), (HnVec3){ radius * math_cos(angle), radius * math_sin(angle), 0 });
}

// A step towards the target, faster with every step, until it is reached.
static HnVec3 drawn(HnVec3 place, HnVec3 target, double *speed, double gravity) {
	HnVec3 way = vec3_sub(target, place);
	double distance = vec3_length(way);
	*speed += gravity;
	if (distance > *speed) return vec3_add(place, vec3_scale(way, *speed / distance));
	*speed = 0;
	return target;
}

// centres are the points to which gravity pulls, one for each step, with those before the first.
static int32_t fall(const Swarm *swarm, const GravityParams *p, const HnVec3 *centres, double rest,
                    int32_t object) {
	HnPose *poses = generated_poses(swarm->scene, object, swarm->steps);
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = swarm_rng(swarm, object);
	HnVec3 place = swarm_place(swarm, &rng), out = vec3_sub(place, middle(swarm));
	Turning turning = swarm_turning(swarm, &rng);
	double from = vec3_length(out), speed = 0;
	out = from > 0 ? vec3_scale(out, rest / from) : out;
	for (int32_t step = 0; step < p->from + swarm->steps; ++step) {
		if (step > 0)
			place = drawn(place, swarm_inside(swarm, vec3_add(centres[step], out)), &speed, p->gravity);
		if (step >= p->from) poses[step - p->from] = turning_pose(&turning, place);
		turning_step(&turning);
	}
	return HN_OK;
}

// The same in the dense pile: all boxes come nearer to the centre by one factor.
static int32_t find_dense_rests(const Swarm *swarm, const GravityParams *p, double *rests) {
	double share = pile_share(swarm, PILE_OTHERS);
	for (int32_t i = 0; i < swarm->count; ++i) {
		Rng rng = swarm_rng(swarm, i);
		rests[i] = share * height(swarm, swarm_place(swarm, &rng));
	}
	return pile_check(swarm, p->from);
}

static int32_t fall_all(Swarm *swarm, const GravityParams *p) {
	int32_t steps = p->from + p->swarm.steps;
	size_t rests_size = mem_array_size(p->swarm.count, sizeof(double));
	size_t centres_size = mem_array_size(steps, sizeof(HnVec3));
	double *rests = mem_alloc(rests_size);
	HnVec3 *centres = rests != NULL ? mem_alloc(centres_size) : NULL;
	int32_t status = HN_ERR_NO_MEMORY;
	if (centres != NULL) status = p->from > 0 ? find_dense_rests(swarm, p, rests) : find_rests(swarm, rests);
	for (int32_t s = 0; s < steps && status == HN_OK; ++s) centres[s] = centre_at(swarm, p, s);
	for (int32_t i = 0; i < p->swarm.count && status == HN_OK; ++i)
		status = fall(swarm, p, centres, rests[i], i);
	mem_free(centres, centres_size);
	mem_free(rests, rests_size);
	return status;
}

static int32_t gravity_create(GeneratedScene *out, const void *params) {
	const GravityParams *p = params;
	Swarm swarm = swarm_of("gravity", out, &p->swarm);
	int32_t status = swarm_boxes(&swarm, &p->swarm);
	if (status == HN_OK) status = fall_all(&swarm, p);
	swarm_free(&swarm);
	return status;
}

static const Param s_params[] = {
	SWARM_PARAMS,
	SWARM_SIZES,
	SHAPE_REAL(GravityParams, gravity, 0.2, 0, 1e6, "in edges of a usual box, a step and a step"),
	SHAPE_INT(GravityParams, period, 60, 0, SWARM_STEPS_MAX,
	          "steps in which the centre goes round; 0: it stays"),
	PILE_FROM(GravityParams),
};

extern const GeneratorClass generate_gravity;
const GeneratorClass generate_gravity = {
	.name = "gravity",
	.about = "boxes that fall towards a centre, which goes round, and pile up about it",
	.source = "Broadmark's gravity (Serpa and Rodrigues 2020), in a model of our own",
	.params = SHAPE_PARAMS(s_params, GravityParams),
	.create = gravity_create,
};
