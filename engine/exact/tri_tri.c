// After the planes are compared, the decision needs only signs of orient3d and orient2d of the vertices. It
// is as exact as these signs are. The steps:
// - compare each triangle with the plane of the other, by a filter, then exactly where the filter was unsure;
// - if both triangles cross the other's plane, compare the two intervals on the common line (Guigue and
//   Devillers);
// - the rest is coplanar or has no area.
#include "exact/tri_tri.h"

#include <stdint.h>

// Which predicates to use: filtered ones, or expansions only. The argument is constant in every caller, so
// that each one is compiled to its own copy of the code.
typedef enum Method { METHOD_FILTERED, METHOD_EXACT } Method;
#define STAMPED static inline __attribute__((always_inline))

STAMPED int32_t sign3d(Method method, HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d) {
	if (method == METHOD_EXACT) return orient3d_exact(a, b, c, d);
	int32_t sign = orient3d_filter(a, b, c, d);
	return sign != SIGN_UNSURE ? sign : orient3d_unsure(a, b, c, d);
}

STAMPED int32_t sign2d(Method method, const double a[2], const double b[2], const double c[2]) {
	if (method == METHOD_EXACT) return orient2d_exact(a, b, c);
	int32_t sign = orient2d_filter(a, b, c);
	return sign != SIGN_UNSURE ? sign : orient2d_unsure(a, b, c);
}

// Whether all vertices are certainly on the same side. A sign may be SIGN_UNSURE.
static inline bool signs_separate(const int32_t s[3]) {
	return (s[0] == 1 && s[1] == 1 && s[2] == 1) || (s[0] == -1 && s[1] == -1 && s[2] == -1);
}
static inline bool signs_vanish(const int32_t s[3]) { return s[0] == 0 && s[1] == 0 && s[2] == 0; }

// The sides of b's vertices relative to a's plane; 1 is the side that the normal points to.
static inline void sides_filter(int32_t s[3], const Triangle *a, const OrientPlane *plane,
                                const Triangle *b) {
	for (int32_t i = 0; i < 3; ++i) {
		HnVec3 w = vec3_sub(b->p[i], a->p[0]);
		s[i] = sign_filter(orient_plane_value(plane, w), orient_plane_error(plane, w));
	}
}

// Decides the signs that are unsure.
STAMPED void sides_resolve(Method method, int32_t s[3], const Triangle *a, const Triangle *b) {
	for (int32_t i = 0; i < 3; ++i) {
		if (s[i] != SIGN_UNSURE) continue;
		s[i] = method == METHOD_EXACT ? -orient3d_exact(a->p[0], a->p[1], a->p[2], b->p[i])
		                              : -orient3d_unsure(a->p[0], a->p[1], a->p[2], b->p[i]);
	}
}

// The vertex that is alone on its side. Its sign differs from both others, and it is not 0 if another sign is
// 0. There is such a vertex unless all signs are 0 or all are the same.
static inline int32_t signs_apex(const int32_t s[3]) {
	for (int32_t i = 0; i < 3; ++i)
		if (s[i] != 0 && s[(i + 1) % 3] != s[i] && s[(i + 2) % 3] != s[i]) return i;
	return s[0] == 0 ? 0 : s[1] == 0 ? 1 : 2; // one 0 and two equal signs
}

// Both triangles cross or touch the plane of the other, and the planes differ. Let p be the apex of each,
// with the orientation chosen so that both apexes are above. On the common line a covers the interval from pq
// to pr, and b the interval from pr to pq (docs/explanation/exactness.md).
STAMPED bool meet_on_line(Method method, const Triangle *a, const Triangle *b, const int32_t sa[3],
                          const int32_t sb[3]) {
	int32_t ia = signs_apex(sa), ib = signs_apex(sb);
	int32_t ja = (ia + 1) % 3, ka = (ia + 2) % 3, jb = (ib + 1) % 3, kb = (ib + 2) % 3;
	bool a_below = sa[ia] != 0 ? sa[ia] < 0 : sa[ja] > 0, b_below = sb[ib] != 0 ? sb[ib] < 0 : sb[jb] > 0;
	HnVec3 p1 = a->p[ia], q1 = a->p[b_below ? ka : ja], r1 = a->p[b_below ? ja : ka];
	HnVec3 p2 = b->p[ib], q2 = b->p[a_below ? kb : jb], r2 = b->p[a_below ? jb : kb];
	return sign3d(method, q1, p2, q2, p1) <= 0 && sign3d(method, r1, p2, r2, p1) >= 0;
}

// s has no area and t has. The vertices of s are on both sides of t's plane or on it, but not all on it. s
// contains the point where its line meets the plane, because two vertices with different signs have that
// point between them.
STAMPED bool meet_segment(Method method, const Triangle *s, const Triangle *t, const int32_t sides[3]) {
	int32_t top = 0, bottom = 0;
	for (int32_t i = 1; i < 3; ++i) {
		if (sides[i] > sides[top]) top = i;
		if (sides[i] < sides[bottom]) bottom = i;
	}
	bool above = false, below = false;
	for (int32_t i = 0; i < 3; ++i) {
		int32_t sign = sign3d(method, s->p[bottom], s->p[top], t->p[i], t->p[(i + 1) % 3]);
		above |= sign > 0;
		below |= sign < 0;
	}
	return !(above && below);
}

typedef struct Flat {
	double p[6][2]; // three points of a, then three of b
} Flat;

static Flat flat_project(const Triangle *a, const Triangle *b, int32_t axis) {
	int32_t x = (axis + 1) % 3, y = (axis + 2) % 3;
	Flat flat;
	for (int32_t i = 0; i < 3; ++i) {
		flat.p[i][0] = vec3_get(a->p[i], x), flat.p[i][1] = vec3_get(a->p[i], y);
		flat.p[3 + i][0] = vec3_get(b->p[i], x), flat.p[3 + i][1] = vec3_get(b->p[i], y);
	}
	return flat;
}

// Whether the line of an edge of the triangle at `own` separates that triangle from the one at `other`. Also
// right for triangles without area, unless all six points are on one line.
STAMPED bool flat_separates(Method method, const Flat *flat, int32_t own, int32_t other) {
	int32_t turn = sign2d(method, flat->p[own], flat->p[own + 1], flat->p[own + 2]);
	for (int32_t i = 0; i < 3; ++i) {
		const double *from = flat->p[own + i], *to = flat->p[own + (i + 1) % 3];
		int32_t side = sign2d(method, from, to, flat->p[other]);
		if (side == 0 || side == turn) continue;
		if (sign2d(method, from, to, flat->p[other + 1]) == side &&
		    sign2d(method, from, to, flat->p[other + 2]) == side)
			return true;
	}
	return false;
}

static bool boxes_overlap(const Triangle *a, const Triangle *b) {
	for (int32_t i = 0; i < 3; ++i) {
		double a0 = vec3_get(a->p[0], i), a1 = vec3_get(a->p[1], i), a2 = vec3_get(a->p[2], i);
		double b0 = vec3_get(b->p[0], i), b1 = vec3_get(b->p[1], i), b2 = vec3_get(b->p[2], i);
		if (fmax(fmax(a0, a1), a2) < fmin(fmin(b0, b1), b2)) return false;
		if (fmax(fmax(b0, b1), b2) < fmin(fmin(a0, a1), a2)) return false;
	}
	return true;
}

// Whether the six projected points are not all on one line.
STAMPED bool flat_has_area(Method method, const Flat *flat) {
	for (int32_t i = 0; i < 6; ++i)
		for (int32_t j = i + 1; j < 6; ++j)
			for (int32_t k = j + 1; k < 6; ++k)
				if (sign2d(method, flat->p[i], flat->p[j], flat->p[k]) != 0) return true;
	return false;
}

// Whether two triangles without area lie on skew lines.
STAMPED bool lines_are_skew(Method method, const Triangle *a, const Triangle *b) {
	for (int32_t i = 0; i < 3; ++i)
		for (int32_t j = 0; j < 3; ++j)
			if (sign3d(method, a->p[i], a->p[(i + 1) % 3], b->p[j], b->p[(j + 1) % 3]) != 0) return true;
	return false;
}

// Either all six points are in one plane, or both triangles have no area. If the projected points are not all
// on one line, the projection keeps separate triangles separate. If every projection puts them on one line,
// the points are on one line in space.
STAMPED bool meet_flat(Method method, const Triangle *a, const Triangle *b) {
	HnVec3 n = triangle_plane(a).normal;
	double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
	int32_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
	for (int32_t i = 0; i < 3; ++i, axis = (axis + 1) % 3) {
		Flat flat = flat_project(a, b, axis);
		if (sign2d(method, flat.p[0], flat.p[1], flat.p[2]) == 0) continue;
		return !flat_separates(method, &flat, 0, 3) && !flat_separates(method, &flat, 3, 0);
	}
	if (lines_are_skew(method, a, b)) return false;
	for (axis = 0; axis < 3; ++axis) {
		Flat flat = flat_project(a, b, axis);
		if (!flat_has_area(method, &flat)) continue;
		return !flat_separates(method, &flat, 0, 3) && !flat_separates(method, &flat, 3, 0);
	}
	return boxes_overlap(a, b);
}

// sa: sides of a's vertices relative to b's plane. sb: sides of b's vertices relative to a's plane. Neither
// plane separates the triangles.
STAMPED bool meet_by_sides(Method method, const Triangle *a, const Triangle *b, const int32_t sa[3],
                           const int32_t sb[3]) {
	bool a_vanishes = signs_vanish(sa), b_vanishes = signs_vanish(sb);
	if (!a_vanishes && !b_vanishes) return meet_on_line(method, a, b, sa, sb);
	if (!b_vanishes) return meet_segment(method, b, a, sb);
	if (!a_vanishes) return meet_segment(method, a, b, sa);
	return meet_flat(method, a, b);
}

// Decides a pair for which some sign is unsure.
static __attribute__((noinline)) bool meet_unsure(const Triangle *a, const Triangle *b, int32_t sa[3],
                                                  int32_t sb[3]) {
	sides_resolve(METHOD_FILTERED, sb, a, b);
	if (signs_separate(sb)) return false;
	sides_resolve(METHOD_FILTERED, sa, b, a);
	if (signs_separate(sa)) return false;
	return meet_by_sides(METHOD_FILTERED, a, b, sa, sb);
}

bool tri_tri_meet_near(const Triangle *a, const OrientPlane *plane, const Triangle *b) {
	OrientPlane plane_b = triangle_plane(b);
	if (triangle_plane_separates(b, &plane_b, a)) return false;
	int32_t sa[3], sb[3];
	sides_filter(sb, a, plane, b);
	sides_filter(sa, b, &plane_b, a);
	int64_t before = exact_stats.exact_orient3d + exact_stats.exact_orient2d;
	bool unsure = false;
	for (int32_t i = 0; i < 3; ++i) unsure |= sa[i] == SIGN_UNSURE || sb[i] == SIGN_UNSURE;
	bool meet = unsure ? meet_unsure(a, b, sa, sb) : meet_by_sides(METHOD_FILTERED, a, b, sa, sb);
	exact_stats.tri_tri_near += 1;
	exact_stats.tri_tri_exact += exact_stats.exact_orient3d + exact_stats.exact_orient2d != before;
	return meet;
}

bool tri_tri_meet_exact(const Triangle *a, const Triangle *b) {
	int32_t sa[3] = { SIGN_UNSURE, SIGN_UNSURE, SIGN_UNSURE },
	        sb[3] = { SIGN_UNSURE, SIGN_UNSURE, SIGN_UNSURE };
	sides_resolve(METHOD_EXACT, sb, a, b);
	sides_resolve(METHOD_EXACT, sa, b, a);
	if (signs_separate(sb) || signs_separate(sa)) return false;
	return meet_by_sides(METHOD_EXACT, a, b, sa, sb);
}
