#include "bv/ball.h"

// Points, in coordinates multiplied by `scale`.
typedef struct Cloud {
	const HnVec3 *points;
	int32_t count;
	double scale;
} Cloud;

static HnVec3 cloud_at(const Cloud *cloud, int32_t i) { return vec3_scale(cloud->points[i], cloud->scale); }

static double length2(HnVec3 v) { return vec3_dot(v, v); }

// Returns the index of the point farthest from `from`, the first of several, and its squared distance.
static int32_t farthest(const Cloud *cloud, HnVec3 from, double *distance2) {
	int32_t at = 0;
	*distance2 = -1;
	for (int32_t i = 0; i < cloud->count; ++i) {
		double d = length2(vec3_sub(cloud_at(cloud, i), from));
		if (d > *distance2) *distance2 = d, at = i;
	}
	return at;
}

// The ball around a given centre. The radius is computed so that it holds all points, whatever the centre is.
static void ball_about(Ball *out, HnVec3 centre, const Cloud *cloud) {
	double distance2;
	if (!vec3_is_finite(centre)) centre = cloud_at(cloud, 0);
	*out = (Ball){ { nearest_float(centre.x), nearest_float(centre.y), nearest_float(centre.z) }, 0 };
	farthest(cloud, (HnVec3){ (double)out->c[0], (double)out->c[1], (double)out->c[2] }, &distance2);
	out->r = round_up(sqrt(distance2));
}

void ball_fit_centroid(Ball *out, const HnVec3 *points, int32_t count, double scale) {
	Cloud cloud = { points, count, scale };
	HnVec3 sum = { 0, 0, 0 };
	for (int32_t i = 0; i < count; ++i) sum = vec3_add(sum, cloud_at(&cloud, i));
	ball_about(out, vec3_scale(sum, 1 / (double)count), &cloud);
}

void ball_fit_ritter(Ball *out, const HnVec3 *points, int32_t count, double scale) {
	Cloud cloud = { points, count, scale };
	double d2;
	HnVec3 p = cloud_at(&cloud, farthest(&cloud, cloud_at(&cloud, 0), &d2));
	HnVec3 q = cloud_at(&cloud, farthest(&cloud, p, &d2));
	HnVec3 centre = vec3_add(vec3_scale(p, 0.5), vec3_scale(q, 0.5));
	double r = sqrt(d2) * 0.5;
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 to = vec3_sub(cloud_at(&cloud, i), centre);
		double d = length2(to);
		if (d <= r * r) continue;
		d = sqrt(d);
		centre = vec3_add(centre, vec3_scale(to, (d - r) * 0.5 / d));
		r = (d + r) * 0.5;
	}
	ball_about(out, centre, &cloud);
}

// The smallest ball
// ------------------------------------------------------------------------------------------------------

enum { SUPPORT_MOST = 4, PIVOTS_MOST = 200 };

typedef struct Support {
	HnVec3 points[SUPPORT_MOST + 1];
	int32_t count;
	HnVec3 centre;
	double r2;
} Support;

// The point equidistant from 0 and from u, v, w (as many as are given), in the space that they span: with x =
// a u + b v + c w, 2 x.u = u.u and so on. False: the vectors are not independent.
static bool equidistant2(HnVec3 *out, HnVec3 u, HnVec3 v) {
	double uu = length2(u), vv = length2(v), uv = vec3_dot(u, v), det = 2 * (uu * vv - uv * uv);
	if (!(det > 0)) return false;
	double a = vv * (uu - uv) / det, b = uu * (vv - uv) / det;
	*out = vec3_add(vec3_scale(u, a), vec3_scale(v, b));
	return true;
}

static bool equidistant3(HnVec3 *out, HnVec3 u, HnVec3 v, HnVec3 w) {
	HnVec3 vw = vec3_cross(v, w), wu = vec3_cross(w, u), uv = vec3_cross(u, v);
	double det = 2 * vec3_dot(u, vw);
	if (det == 0) return false;
	HnVec3 sum = vec3_add(vec3_add(vec3_scale(vw, length2(u)), vec3_scale(wu, length2(v))),
	                      vec3_scale(uv, length2(w)));
	*out = vec3_scale(sum, 1 / det);
	return true;
}

static bool circumcentre(HnVec3 *out, const HnVec3 *p, int32_t count) {
	HnVec3 u = { 0, 0, 0 };
	bool found = true;
	if (count == 2) u = vec3_scale(vec3_sub(p[1], p[0]), 0.5);
	if (count == 3) found = equidistant2(&u, vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
	if (count == 4)
		found = equidistant3(&u, vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]), vec3_sub(p[3], p[0]));
	*out = vec3_add(p[0], u);
	return found && vec3_is_finite(*out);
}

// The smallest ball of at most five points is centred at the circumcentre of some of them. All independent
// subsets are tried, and the centre whose farthest point is nearest is taken. This choice is right however
// the centres were rounded. Every subset contains the last point, because that point was outside the previous
// ball.
static void support_solve(Support *s) {
	Support best = { .r2 = (double)INFINITY };
	int32_t last = s->count - 1;
	for (int32_t chosen = 0; chosen < 1 << last; ++chosen) {
		Support some = { .points = { s->points[last] }, .count = 1 };
		for (int32_t i = 0; i < last; ++i)
			if ((chosen >> i & 1) != 0) some.points[some.count++] = s->points[i];
		if (some.count > SUPPORT_MOST || !circumcentre(&some.centre, some.points, some.count)) continue;
		some.r2 = 0;
		for (int32_t i = 0; i < s->count; ++i)
			some.r2 = fmax(some.r2, length2(vec3_sub(s->points[i], some.centre)));
		if (some.r2 < best.r2) best = some;
	}
	*s = best;
}

// The ball of a few points is enlarged by the point farthest outside until no point is outside. The radius
// grows each time. When rounding keeps it from growing, the ball is as good as it can get.
void ball_fit_smallest(Ball *out, const HnVec3 *points, int32_t count, double scale) {
	Cloud cloud = { points, count, scale };
	Support s = { .points = { cloud_at(&cloud, 0) }, .count = 1, .centre = cloud_at(&cloud, 0) };
	for (int32_t pivot = 0; pivot < PIVOTS_MOST; ++pivot) {
		double d2, before = s.r2;
		HnVec3 far = cloud_at(&cloud, farthest(&cloud, s.centre, &d2));
		if (d2 <= s.r2 * (1 + 0x1p-40)) break;
		Support next = s;
		next.points[next.count++] = far;
		support_solve(&next);
		if (!(next.r2 > before) || next.r2 == (double)INFINITY) break;
		s = next;
	}
	ball_about(out, s.centre, &cloud);
}

static const char *centre_name(int32_t index) {
	static const char *const s_names[] = { [CENTRE_CORNERS] = "corners", [CENTRE_VERTICES] = "vertices" };
	return index >= 0 && index < CENTRES ? s_names[index] : NULL;
}

const Param ball_mean_params[] = {
	{ .name = "centre",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(BallMean, centre),
	  .choice = centre_name,
	  .more = &(const ParamMore){ .shared = true },
	  .about = "the mean of all corners of triangles, or of vertices" },
};
