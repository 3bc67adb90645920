// Poses of first contact, found with a yes-or-no query. The moving mesh comes in along a line. Its rotation r
// and the direction are drawn at random. At parameter s the centre of its box is at the centre of the still
// mesh's box + s * direction. There is no contact at an s for which a plane across the direction separates
// the two meshes. The march begins and ends at such places.
#include "scene/motion.h"

#include <math.h>

#include "base/error.h"

enum { TRIES = 100, STEPS_PER_DIAMETER = 256, STEPS_MAX = 16384 };

// The width of the final interval, as a share of the moving mesh's diameter.
#define BRACKET 1e-12

typedef struct Search {
	const HnMesh *still, *moving;
	const HnTouchingDef *def; // NULL if no query is made
	HnVec3 still_middle, moving_middle;
	double moving_diameter, least_diameter;
	HnMat3 r;
	HnVec3 direction;
	double begin, end, step; // values of s; begin > end
} Search;

static HnVec3 mesh_middle(const HnMesh *mesh) {
	double lo[3], hi[3];
	hn_mesh_bounds(mesh, lo, hi);
	return (HnVec3){ lo[0] + (hi[0] - lo[0]) / 2, lo[1] + (hi[1] - lo[1]) / 2, lo[2] + (hi[2] - lo[2]) / 2 };
}

// The interval of direction . r (v - middle) over the vertices v that triangles use.
static void mesh_extent(const HnMesh *mesh, const HnMat3 *r, HnVec3 middle, HnVec3 direction, double *lo,
                        double *hi) {
	HnVec3 d = mat3_tmul_vec(r, direction);
	*lo = (double)INFINITY;
	*hi = -(double)INFINITY;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		double s = vec3_dot(d, vec3_sub(vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]), middle));
		if (s < *lo) *lo = s;
		if (s > *hi) *hi = s;
	}
}

static HnPose search_pose(const Search *q, double s) {
	HnVec3 place = vec3_add(q->still_middle, vec3_scale(q->direction, s));
	return (HnPose){ q->r, vec3_sub(place, mat3_mul_vec(&q->r, q->moving_middle)) };
}

static int32_t search_query(const Search *q, double s) {
	HnPose pose = search_pose(q, s);
	return q->def->query(q->def->context, &pose);
}

static void search_draw(Search *q, Rng *rng) {
	q->r = motion_random_rotation(rng);
	q->direction = motion_random_direction(rng);
	HnMat3 none = mat3_identity();
	double still_lo, still_hi, lo, hi;
	mesh_extent(q->still, &none, q->still_middle, q->direction, &still_lo, &still_hi);
	mesh_extent(q->moving, &q->r, q->moving_middle, q->direction, &lo, &hi);
	q->begin = still_hi - lo;
	q->end = still_lo - hi;
	// More than touching, and more than the rounding of places far from the origin.
	double far =
	    sqrt(vec3_dot(q->still_middle, q->still_middle)) + sqrt(vec3_dot(q->moving_middle, q->moving_middle));
	double clear = 1e-9 * (q->begin - q->end) + 1e-12 * far;
	if (!(clear > 0)) clear = 1; // two points at the origin
	q->begin += clear;
	q->end -= clear;
	q->step = fmax(q->least_diameter / (double)STEPS_PER_DIAMETER, (q->begin - q->end) / (double)STEPS_MAX);
}

// Finds the first contact along the line. Returns 1 and s, 0 if there is none, or an error.
static int32_t search_contact(const Search *q, double *s) {
	int32_t hit = search_query(q, q->begin);
	if (hit < 0) return hit;
	if (hit) return error_set(HN_ERR_INVALID, "a query says that meshes touch which a plane separates");
	double outside = q->begin, inside = outside;
	for (int32_t i = 1; !hit; ++i) {
		outside = inside;
		inside = q->begin - q->step * i;
		if (inside < q->end) return 0;
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
	for (int32_t i = 0; i < TRIES; ++i) {
		double s = 0;
		search_draw(q, rng);
		int32_t found = search_contact(q, &s);
		if (found < 0) return found;
		if (!found) continue;
		s -= q->def->depth * q->moving_diameter;
		// A push may go through a thin part and out again.
		found = q->def->depth > 0 ? search_query(q, s) : 1;
		if (found < 0) return found;
		*out = search_pose(q, s);
		if (found) return HN_OK;
	}
	return error_set(HN_ERR_BAD_INPUT, "touching: none of %d random directions leads to a contact", TRIES);
}

static int32_t search_begin(Search *q, const HnMesh *still, const HnMesh *moving) {
	*q = (Search){ .still = still, .moving = moving };
	int32_t status = mesh_check(still);
	if (status == HN_OK) status = mesh_check(moving);
	if (status != HN_OK) return status;
	if (still->triangle_count < 1 || moving->triangle_count < 1)
		return error_set(HN_ERR_BAD_INPUT, "a mesh without triangles touches nothing");
	q->still_middle = mesh_middle(still);
	q->moving_middle = mesh_middle(moving);
	return HN_OK;
}

int32_t hn_motion_touching(HnPose *out, const HnTouchingDef *def) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(def, "the definition of touching");
	if (status == HN_OK && def->query == NULL) status = error_if_null(NULL, "touching: the query");
	if (status != HN_OK) return status;
	if (def->count < 1)
		return error_set(HN_ERR_BAD_INPUT, "touching: count is %d, must be at least 1", def->count);
	if (!(def->depth >= 0 && def->depth <= 1))
		return error_set(HN_ERR_BAD_INPUT, "touching: depth is %g, must be from 0 to 1", def->depth);
	Search q;
	status = search_begin(&q, def->still, def->moving);
	if (status != HN_OK) return error_prefix(status, "touching");
	q.def = def;
	q.moving_diameter = hn_mesh_diameter(def->moving);
	q.least_diameter = fmin(q.moving_diameter, hn_mesh_diameter(def->still));
	for (int32_t i = 0; i < def->count; ++i) {
		Rng rng;
		rng_seed(&rng, def->seed, (uint64_t)i); // a pose does not depend on the number of poses
		status = touching_pose(&out[i], &q, &rng);
		if (status != HN_OK) return error_prefix(status, "pose %d of %d", i + 1, def->count);
	}
	return HN_OK;
}

int32_t motion_approach(HnPose out[2], const HnMesh *still, const HnMesh *moving, uint64_t seed,
                        int32_t number) {
	Search q;
	int32_t status = search_begin(&q, still, moving);
	if (status != HN_OK) return error_prefix(status, "approach");
	Rng rng;
	rng_seed(&rng, seed, (uint64_t)number);
	for (int32_t i = 0; i < TRIES; ++i) {
		search_draw(&q, &rng);
		if (!(q.begin > 0 && q.end < 0)) continue;
		out[0] = search_pose(&q, q.begin);
		out[1] = search_pose(&q, 0);
		return HN_OK;
	}
	return error_set(HN_ERR_BAD_INPUT, "approach: none of %d random directions leads to a contact", TRIES);
}
