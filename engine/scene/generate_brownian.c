// Boxes that fly about. Each moves straight until it is given another velocity, and the walls of the cube
// reflect it. This work is based on:
// Ygor Reboucas Serpa, Maria Andreia Formico Rodrigues. Broadmark: A Testing Framework for Broad-Phase
// Collision Detection Algorithms. Computer Graphics Forum, 2020
// Its scene has velocities uniform in a ball, and a hundredth of the objects change theirs in each frame.
// Sizes, speed and the cube are different here. Objects pass through each other here, while the original
// engine makes them collide.
#include "base/error.h"
#include "scene/swarm.h"

typedef struct BrownianParams {
	SwarmParams swarm;
	int32_t cycle;
	double speed;
} BrownianParams;

static int32_t fly(const Swarm *swarm, const BrownianParams *p, int32_t object) {
	HnPose *poses = generated_poses(swarm->scene, object, swarm->steps);
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = swarm_rng(swarm, object);
	HnVec3 place = swarm_place(swarm, &rng);
	Turning turning = swarm_turning(swarm, &rng);
	HnVec3 velocity = swarm_in_ball(&rng, p->speed);
	for (int32_t step = 0; step < swarm->steps; ++step) {
		poses[step] = turning_pose(&turning, place);
		turning_step(&turning);
		if ((step + object) % p->cycle == 0) velocity = swarm_in_ball(&rng, p->speed);
		place = swarm_reflect(swarm, vec3_add(place, velocity));
	}
	return HN_OK;
}

static int32_t brownian_create(GeneratedScene *out, const void *params) {
	const BrownianParams *p = params;
	Swarm swarm = swarm_of("brownian", out, &p->swarm);
	int32_t status = swarm_boxes(&swarm, &p->swarm);
	for (int32_t i = 0; i < p->swarm.count && status == HN_OK; ++i) status = fly(&swarm, p, i);
	swarm_free(&swarm);
	return status;
}

static const Param s_params[] = {
	SWARM_PARAMS,
	SWARM_SIZES,
	SHAPE_REAL(BrownianParams, speed, 0.1, 0, 1e6, "most, in edges of a usual box a step"),
	SHAPE_INT(BrownianParams, cycle, 100, 1, SWARM_STEPS_MAX, "steps until a box has another velocity"),
};

extern const GeneratorClass generate_brownian;
const GeneratorClass generate_brownian = {
	.name = "brownian",
	.about = "boxes that fly about in a cube and change their velocity now and then",
	.source = "Broadmark's Brownian motion (Serpa and Rodrigues 2020), in a model of our own",
	.params = SHAPE_PARAMS(s_params, BrownianParams),
	.create = brownian_create,
};
