#include "exact/point_triangle.h"

static double square(HnVec3 v) { return vec3_dot(v, v); }

double point_segment_distance2(HnVec3 p, HnVec3 a, HnVec3 b) {
	HnVec3 along = vec3_sub(b, a), from = vec3_sub(p, a);
	double length2 = square(along), t = vec3_dot(from, along);
	if (!(t > 0)) return square(from);
	if (t >= length2) return square(vec3_sub(p, b));
	return square(vec3_sub(from, vec3_scale(along, t / length2)));
}

// Computes p minus the foot of the perpendicular from p, by the weights of the corners. False if the foot is
// outside the triangle.
static bool foot_within(HnVec3 *from_foot, HnVec3 p, const Triangle *triangle) {
	HnVec3 u = vec3_sub(triangle->p[1], triangle->p[0]), v = vec3_sub(triangle->p[2], triangle->p[0]);
	HnVec3 w = vec3_sub(p, triangle->p[0]);
	double uu = square(u), vv = square(v), uv = vec3_dot(u, v), wu = vec3_dot(w, u), wv = vec3_dot(w, v);
	double all = uu * vv - uv * uv, s = vv * wu - uv * wv, t = uu * wv - uv * wu;
	if (!(all > 0 && s >= 0 && t >= 0 && s + t <= all)) return false;
	*from_foot = vec3_sub(w, vec3_add(vec3_scale(u, s / all), vec3_scale(v, t / all)));
	return true;
}

double point_triangle_distance2(HnVec3 p, const Triangle *triangle) {
	double best = point_segment_distance2(p, triangle->p[2], triangle->p[0]);
	for (int i = 0; i < 2; ++i) {
		double d = point_segment_distance2(p, triangle->p[i], triangle->p[i + 1]);
		best = d < best ? d : best;
	}
	HnVec3 from_foot;
	if (!foot_within(&from_foot, p, triangle)) return best;
	double d = square(from_foot);
	return d < best ? d : best;
}
