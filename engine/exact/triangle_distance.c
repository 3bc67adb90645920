// The nearest points of two triangles that do not meet are a corner of one and a point of the other, or
// points inside two edges.
#include "exact/triangle_distance.h"

#include <float.h>
#include <math.h>

#include "exact/point_triangle.h"

// The square of the distance between the nearest points p + s u and q + t v of two lines. Infinite unless
// both points are between the ends of the edges u and v: the pair of an end is left to point_triangle.h.
static double between_edges2(HnVec3 p, HnVec3 u, HnVec3 q, HnVec3 v) {
	HnVec3 w = vec3_sub(p, q);
	double uu = vec3_dot(u, u), vv = vec3_dot(v, v), uv = vec3_dot(u, v);
	double uw = vec3_dot(u, w), vw = vec3_dot(v, w);
	double all = uu * vv - uv * uv, s = uv * vw - vv * uw, t = uu * vw - uv * uw;
	if (!(all > 0 && s >= 0 && s <= all && t >= 0 && t <= all)) return (double)INFINITY;
	HnVec3 way = vec3_add(w, vec3_sub(vec3_scale(u, s / all), vec3_scale(v, t / all)));
	return vec3_dot(way, way);
}

static double corners_distance2(const Triangle *a, const Triangle *b) {
	double best = (double)INFINITY;
	for (int i = 0; i < 3; ++i) best = lesser(best, point_triangle_distance2(a->p[i], b));
	return best;
}

double triangle_distance2(const Triangle *a, const Triangle *b) {
	if (tri_tri_meet(a, b)) return 0;
	double best = lesser(corners_distance2(a, b), corners_distance2(b, a));
	for (int i = 0; i < 3; ++i) {
		HnVec3 u = vec3_sub(a->p[(i + 1) % 3], a->p[i]);
		for (int j = 0; j < 3; ++j) {
			HnVec3 v = vec3_sub(b->p[(j + 1) % 3], b->p[j]);
			best = lesser(best, between_edges2(a->p[i], u, b->p[j], v));
		}
	}
	return greater(best, DBL_MIN); // the two points may have been rounded to one
}
