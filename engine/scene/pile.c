#include "scene/pile.h"

#include <math.h>

#include "base/error.h"

enum { PASSED_MAX = 1 << 30 }; // steps of all objects, each of some nanoseconds

typedef struct Reach {
	double mean, square; // of the edges of all objects and axes
} Reach;

static Reach edges_of(const Swarm *swarm) {
	Reach out = { 0, 0 };
	for (int32_t i = 0; i < swarm->count; ++i) {
		double lo[3], hi[3];
		hn_mesh_bounds(swarm->scene->bodies[i].mesh, lo, hi);
		for (int k = 0; k < 3; ++k) {
			double edge = hi[k] - lo[k];
			out.mean += edge, out.square += edge * edge;
		}
	}
	out.mean /= 3.0 * swarm->count, out.square /= 3.0 * swarm->count;
	return out;
}

// Two boxes overlap along an axis if their centres are at most r apart, r = half the sum of their edges. Two
// uniform places in an interval of length S are so near with probability 2 r / S - (r / S)^2. For x = 1 / S
// the mean over all pairs is 2 E[r] x - E[r^2] x^2, and its cube is the probability that two boxes meet.
double pile_share(const Swarm *swarm, double others) {
	Reach edge = edges_of(swarm);
	double r = edge.mean, r2 = (edge.square + edge.mean * edge.mean) / 2;
	double meet = swarm->count > 1 ? cube_root(others / (swarm->count - 1.0)) : 1;
	double root = r * r - r2 * meet;
	double x = (r - (root > 0 ? sqrt(root) : 0)) / r2; // few boxes: as near as the mean allows
	return lesser(1, 1 / (x * swarm->side));
}

int32_t pile_check(const Swarm *swarm, int32_t from) {
	if ((int64_t)swarm->count * from <= PASSED_MAX) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "%s: %d objects from step %d on pass more than %d steps before",
	                 swarm->name, swarm->count, from, PASSED_MAX);
}
