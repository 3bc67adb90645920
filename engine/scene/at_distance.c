// Poses at a prescribed distance, found along a random way. This work is based on:
// Sven Trenkel, Rene Weller, Gabriel Zachmann. A Benchmarking Suite for Static Collision Detection
// Algorithms. WSCG, 2007
// As in its sphere method, the moving mesh is brought in from every side, and bisection finds the place.
// There rotations and directions are multiples of an angle; here they are drawn.
//
// When a mesh moves by a length, its distance from another one changes by at most this length. So it may
// always come in by what its distance exceeds the wanted one.
#include <math.h>

#include "base/error.h"
#include "math/pose.h"
#include "scene/incoming.h"

// The width of the final interval: a share of the distance, or for distance 0 of the moving mesh's diameter,
// where the definition's tolerance is 0.
#define BRACKET 1e-12
// By how much the distance at a pose may exceed the wanted one, as a share.
#define EXCESS 1e-6

typedef struct Search {
	Incoming way;
	const AtDistanceDef *def;
	double tolerance, bracket, least_diameter;
	int32_t made; // poses
} Search;

// Two places on the way; begin > end. The distance is larger than the wanted one outside, not inside.
typedef struct Interval {
	double outside, inside, distance; // the distance outside
} Interval;

static int32_t search_query(const Search *q, double s, double *distance) {
	HnPose pose = incoming_pose(&q->way, s);
	motion_report(&q->def->report, q->made);
	return q->def->query(q->def->context, &pose, distance);
}

// Marches in until the meshes are as near as wanted. Returns 1, 0 if they never are, or an error.
static int32_t search_march(const Search *q, Interval *out) {
	double wanted = q->def->distance, near = wanted * (1 + q->tolerance), found = 0;
	double clear = wanted * (1 + fmax(1e-9, 2 * q->tolerance));
	double s = q->way.begin + clear, end = q->way.end - clear;
	double step = fmax(incoming_step(&q->way, q->least_diameter), (s - end) / INCOMING_STEPS);
	int32_t status = search_query(q, s, &found);
	if (status != HN_OK) return status;
	if (!(found > near))
		return error_set(HN_ERR_INVALID, "a query says that meshes are near which a plane separates");
	while (found > near) {
		*out = (Interval){ .outside = s, .distance = found };
		s -= fmax(found - wanted, step);
		if (s < end) return 0;
		status = search_query(q, s, &found);
		if (status != HN_OK) return status;
	}
	out->inside = s;
	if (found > wanted) out->outside = s, out->distance = found; // met already
	return 1;
}

static int32_t search_bisect(const Search *q, Interval *at) {
	while (at->outside - at->inside > q->bracket) {
		double middle = at->inside + (at->outside - at->inside) / 2, found = 0;
		if (!(middle > at->inside && middle < at->outside)) break;
		int32_t status = search_query(q, middle, &found);
		if (status != HN_OK) return status;
		if (found > q->def->distance)
			at->outside = middle, at->distance = found;
		else
			at->inside = middle;
	}
	return HN_OK;
}

static int32_t pose_at_distance(HnPose *out, Search *q, Rng *rng) {
	Interval at = { 0 };
	int32_t found = 0;
	for (int32_t i = 0; i < INCOMING_TRIES && found == 0; ++i) {
		incoming_draw(&q->way, rng);
		found = search_march(q, &at);
	}
	if (found < 0) return found;
	if (found == 0)
		return error_set(HN_ERR_BAD_INPUT, "at_distance: none of %d random directions leads so near",
		                 INCOMING_TRIES);
	int32_t status = search_bisect(q, &at);
	if (status != HN_OK) return status;
	double wanted = q->def->distance;
	*out = incoming_pose(&q->way, wanted > 0 ? at.outside : at.inside);
	if (wanted > 0 && !(at.distance <= wanted * (1 + fmax(EXCESS, q->tolerance))))
		return error_set(HN_ERR_BAD_INPUT,
		                 "at_distance: %g cannot be met: the coordinates are rounded too coarsely, to %g",
		                 wanted, at.distance);
	return HN_OK;
}

static int32_t check_def(const AtDistanceDef *def) {
	if (def->count < 1)
		return error_set(HN_ERR_BAD_INPUT, "at_distance: count is %d, must be at least 1", def->count);
	if (!(def->distance >= 0 && def->distance <= COORDINATE_MAX))
		return error_set(HN_ERR_BAD_INPUT, "at_distance: distance is %g, must be from 0 to 2^200",
		                 def->distance);
	if (!(def->tolerance == 0 || (def->tolerance >= BRACKET && def->tolerance <= 1)))
		return error_set(HN_ERR_BAD_INPUT, "at_distance: tolerance is %g, must be from 1e-12 to 1",
		                 def->tolerance);
	return HN_OK;
}

int32_t motion_at_distance(HnPose *out, const AtDistanceDef *def) {
	Search q = { .def = def, .tolerance = def->tolerance > 0 ? def->tolerance : BRACKET };
	int32_t status = check_def(def);
	if (status != HN_OK) return status;
	status = incoming_init(&q.way, def->still, def->moving);
	if (status != HN_OK) return error_prefix(status, "at_distance");
	double diameter = hn_mesh_diameter(def->moving);
	q.bracket = q.tolerance * (def->distance > 0 ? def->distance : diameter);
	q.least_diameter = fmin(diameter, hn_mesh_diameter(def->still));
	for (; q.made < def->count; ++q.made) {
		Rng rng = rng_of(def->seed, (uint64_t)q.made); // a pose does not depend on the number of poses
		status = pose_at_distance(&out[q.made], &q, &rng);
		if (status != HN_OK) return error_prefix(status, "pose %d of %d", q.made + 1, def->count);
	}
	return HN_OK;
}
