// Poses of first contact, found with a yes-or-no query along a random way. There is no contact at a place
// where a plane across the direction separates the two meshes. The march begins and ends at such places.
#include <math.h>

#include "base/error.h"
#include "scene/incoming.h"

// The width of the final interval, as a share of the moving mesh's diameter.
#define BRACKET 1e-12

typedef struct Search {
	Incoming way;
	const HnTouchingDef *def;
	MotionReport report;
	double moving_diameter, least_diameter, step;
	int32_t made; // poses
} Search;

static int32_t search_query(const Search *q, double s) {
	HnPose pose = incoming_pose(&q->way, s);
	motion_report(&q->report, q->made);
	return q->def->query(q->def->context, &pose);
}

// Finds the first contact along the line. Returns 1 and s, 0 if there is none, or an error.
static int32_t search_contact(const Search *q, double *s) {
	int32_t hit = search_query(q, q->way.begin);
	if (hit < 0) return hit;
	if (hit) return error_set(HN_ERR_INVALID, "a query says that meshes touch which a plane separates");
	double outside = q->way.begin, inside = outside;
	for (int32_t i = 1; !hit; ++i) {
		outside = inside;
		inside = q->way.begin - q->step * i;
		if (inside < q->way.end) return 0;
		hit = search_query(q, inside);
		if (hit < 0) return hit;
	}
	while (outside - inside > BRACKET * q->moving_diameter) {
		double middle = inside + (outside - inside) / 2;
		if (!(middle > inside && middle < outside)) break;
		hit = search_query(q, middle);
		if (hit < 0) return hit;
		*(hit ? &inside : &outside) = middle;
	}
	*s = inside;
	return 1;
}

static int32_t touching_pose(HnPose *out, Search *q, Rng *rng) {
	for (int32_t i = 0; i < INCOMING_TRIES; ++i) {
		double s = 0;
		incoming_draw(&q->way, rng);
		q->step = incoming_step(&q->way, q->least_diameter);
		int32_t found = search_contact(q, &s);
		if (found < 0) return found;
		if (!found) continue;
		s -= q->def->depth * q->moving_diameter;
		// A push may go through a thin part and out again.
		found = q->def->depth > 0 ? search_query(q, s) : 1;
		if (found < 0) return found;
		*out = incoming_pose(&q->way, s);
		if (found) return HN_OK;
	}
	return error_set(HN_ERR_BAD_INPUT, "touching: none of %d random directions leads to a contact",
	                 INCOMING_TRIES);
}

int32_t motion_touching(HnPose *out, const HnTouchingDef *def, MotionReport report) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(def, "the definition of touching");
	if (status == HN_OK && def->query == NULL) status = error_if_null(NULL, "touching: the query");
	if (status != HN_OK) return status;
	if (def->count < 1)
		return error_set(HN_ERR_BAD_INPUT, "touching: count is %d, must be at least 1", def->count);
	if (!(def->depth >= 0 && def->depth <= 1))
		return error_set(HN_ERR_BAD_INPUT, "touching: depth is %g, must be from 0 to 1", def->depth);
	Search q = { .def = def, .report = report };
	status = incoming_init(&q.way, def->still, def->moving);
	if (status != HN_OK) return error_prefix(status, "touching");
	q.moving_diameter = hn_mesh_diameter(def->moving);
	q.least_diameter = fmin(q.moving_diameter, hn_mesh_diameter(def->still));
	for (; q.made < def->count; ++q.made) {
		Rng rng = rng_of(def->seed, (uint64_t)q.made); // a pose does not depend on the number of poses
		status = touching_pose(&out[q.made], &q, &rng);
		if (status != HN_OK) return error_prefix(status, "pose %d of %d", q.made + 1, def->count);
	}
	return HN_OK;
}

int32_t hn_motion_touching(HnPose *out, const HnTouchingDef *def) {
	return motion_touching(out, def, (MotionReport){ 0 });
}

int32_t motion_contact(HnPose *out, const HnTouchingDef *def, const HnMat3 *r, HnVec3 direction,
                       double depth) {
	double s = 0;
	Search q = { .def = def, .moving_diameter = hn_mesh_diameter(def->moving) };
	int32_t found = incoming_init(&q.way, def->still, def->moving);
	if (found == HN_OK) {
		q.least_diameter = fmin(q.moving_diameter, hn_mesh_diameter(def->still));
		incoming_set(&q.way, r, direction);
		q.step = incoming_step(&q.way, q.least_diameter);
		found = search_contact(&q, &s);
	}
	if (found < 0) return error_prefix(found, "contact");
	*out = incoming_pose(&q.way, s - depth * q.least_diameter);
	return HN_OK;
}

int32_t motion_approach(HnPose out[2], const HnMesh *still, const HnMesh *moving, uint64_t seed,
                        int32_t number) {
	Incoming way;
	int32_t status = incoming_init(&way, still, moving);
	if (status != HN_OK) return error_prefix(status, "approach");
	Rng rng = rng_of(seed, (uint64_t)number);
	for (int32_t i = 0; i < INCOMING_TRIES; ++i) {
		incoming_draw(&way, &rng);
		if (!(way.begin > 0 && way.end < 0)) continue;
		out[0] = incoming_pose(&way, way.begin);
		out[1] = incoming_pose(&way, 0);
		return HN_OK;
	}
	return error_set(HN_ERR_BAD_INPUT, "approach: none of %d random directions leads to a contact",
	                 INCOMING_TRIES);
}
