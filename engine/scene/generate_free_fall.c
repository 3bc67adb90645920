// Boxes that fall from rest to the floor of the cube, where they stop. This work is based on:
// Ygor Reboucas Serpa, Maria Andreia Formico Rodrigues. Broadmark: A Testing Framework for Broad-Phase
// Collision Detection Algorithms. Computer Graphics Forum, 2020
// The scene keeps what matters to broad phases: first all boxes move, then more and more are at rest. The
// motion is different and has no collisions. The floor is divided into square columns. In each column boxes
// come to rest on top of each other, in the order of their heights. Without columns all boxes would lie in
// one layer, and an object would have more pairs the more objects there are.
//
// With `from`, the scene begins when the boxes lie in a heap as dense as one of bodies whose boxes are about
// as large as they are. They fall above a part of the floor, and the heap is a cube.
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "scene/pile.h"

typedef struct FreeFallParams {
	SwarmParams swarm;
	int32_t from;
	double gravity;
} FreeFallParams;

// How many others a box of the heap meets: four and a half pairs a box.
#define HEAP_OTHERS 9.0

typedef struct Fall {
	HnVec3 from; // where it begins
	double rest; // the height at which it stops
} Fall;

// The column of a place along an axis, one of n. Rounding may have moved a place to the wall.
static int32_t column(const Swarm *swarm, double x, int32_t n) {
	int32_t at = (int32_t)(x / swarm->side * n);
	return at < n ? at : n - 1;
}

// The height at which each box comes to rest: on the floor or on the box below, but not above its start.
static int32_t find_rests(const Swarm *swarm, double *rests) {
	double most = sqrt(swarm->count);
	int32_t n = (int32_t)greater(1, lesser(swarm->side / (2 * swarm_largest(swarm)), most));
	size_t tops_size = mem_array_size((int64_t)n * n, sizeof(double));
	double *tops = mem_alloc_zero(tops_size);
	int32_t *order = tops != NULL ? swarm_order(swarm, swarm_height) : NULL;
	for (int32_t k = 0; order != NULL && k < swarm->count; ++k) {
		Rng rng = swarm_rng(swarm, order[k]);
		HnVec3 from = swarm_place(swarm, &rng);
		double radius = swarm_radius(swarm, order[k]), *rest = &rests[order[k]];
		double *top = &tops[column(swarm, from.y, n) * n + column(swarm, from.x, n)];
		*rest = *top > 0 ? lesser(*top + radius, from.z) : 0;
		*top = *rest + radius;
	}
	bool done = order != NULL;
	swarm_order_free(swarm, order);
	mem_free(tops, tops_size);
	return done ? HN_OK : HN_ERR_NO_MEMORY;
}

// The fall onto the heap: straight down, within its walls.
static Fall onto_heap(const Swarm *swarm, HnVec3 from, double share) {
	double edge = swarm->side * (1 - share) / 2;
	return (Fall){ { edge + from.x * share, edge + from.y * share, from.z }, from.z * share };
}

// rests: the heights at which boxes stop; NULL: they fall onto the heap, whose share of the cube's side is
// `share`.
static int32_t fall(const Swarm *swarm, const FreeFallParams *p, const double *rests, double share,
                    int32_t object) {
	HnPose *poses = generated_poses(swarm->scene, object, swarm->steps);
	if (poses == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = swarm_rng(swarm, object);
	HnVec3 from = swarm_place(swarm, &rng);
	Fall way = rests != NULL ? (Fall){ from, rests[object] } : onto_heap(swarm, from, share);
	Turning turning = swarm_turning(swarm, &rng);
	HnVec3 place = way.from;
	for (int32_t step = 0; step < p->from + swarm->steps; ++step) {
		if (step >= p->from) poses[step - p->from] = turning_pose(&turning, place);
		if (place.z > way.rest) turning_step(&turning);
		place.z = greater(way.from.z - 0.5 * p->gravity * (step + 1.0) * (step + 1.0), way.rest);
	}
	return HN_OK;
}

static int32_t fall_all(Swarm *swarm, const FreeFallParams *p) {
	double *rests = mem_alloc(mem_array_size(p->swarm.count, sizeof *rests));
	if (rests == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = find_rests(swarm, rests);
	for (int32_t i = 0; i < p->swarm.count && status == HN_OK; ++i) status = fall(swarm, p, rests, 1, i);
	mem_free(rests, mem_array_size(p->swarm.count, sizeof *rests));
	return status;
}

static int32_t heap_all(const Swarm *swarm, const FreeFallParams *p) {
	double share = pile_share(swarm, HEAP_OTHERS);
	int32_t status = pile_check(swarm, p->from);
	for (int32_t i = 0; i < p->swarm.count && status == HN_OK; ++i) status = fall(swarm, p, NULL, share, i);
	return status;
}

static int32_t free_fall_create(GeneratedScene *out, const void *params) {
	const FreeFallParams *p = params;
	Swarm swarm = swarm_of("free_fall", out, &p->swarm);
	int32_t status = swarm_boxes(&swarm, &p->swarm);
	if (status == HN_OK) status = p->from > 0 ? heap_all(&swarm, p) : fall_all(&swarm, p);
	swarm_free(&swarm);
	return status;
}

static const Param s_params[] = {
	SWARM_PARAMS,
	SWARM_SIZES,
	SHAPE_REAL(FreeFallParams, gravity, 0.05, 0, 1e6, "in edges of a usual box, a step and a step"),
	PILE_FROM(FreeFallParams),
};

extern const GeneratorClass generate_free_fall;
const GeneratorClass generate_free_fall = {
	.name = "free_fall",
	.about = "boxes that fall from rest and stop at the floor, one upon the other",
	.source = "Broadmark's free fall (Serpa and Rodrigues 2020), in a model of our own",
	.params = SHAPE_PARAMS(s_params, FreeFallParams),
	.create = free_fall_create,
};
