// Template: the kernel of exact/flat.h. The including file defines FLAT_KERNEL, its name.
#include "exact/flat.h"
#include "exact/orient.h"
#include "simd/doubles_most.h"

#define INLINE LANES_INLINE

typedef struct Point {
	Doubles x, y;
} Point;

INLINE Point minus(Point a, Point b) { return (Point){ doubles_sub(a.x, b.x), doubles_sub(a.y, b.y) }; }

typedef struct Sign {
	Doubles value, error; // orient2d and a bound of its error
} Sign;

// As orient2d_filter. u and v: two points relative to the third.
INLINE Sign sign_of(Point u, Point v) {
	Doubles left = doubles_mul(u.x, v.y), right = doubles_mul(u.y, v.x);
	return (Sign){ doubles_sub(left, right), doubles_mul(doubles_add(doubles_abs(left), doubles_abs(right)),
		                                                 doubles_one(ORIENT2D_ERROR)) };
}

// An edge and the vertex of the other triangle that is the least outside. below 0: all vertices are certainly
// outside. above not below 0: one is certainly inside or on the line. A sum's sign is exact.
typedef struct Edge {
	Doubles below, above;
} Edge;

// turn has the sign of the edge's triangle.
INLINE Edge edge_of(const Sign s[3], Doubles turn) {
	Edge out = { doubles_one(-(double)INFINITY), doubles_one(-(double)INFINITY) };
	for (int k = 0; k < 3; ++k) {
		Doubles inside = doubles_turn(s[k].value, turn);
		Doubles most = doubles_add(inside, s[k].error), least = doubles_sub(inside, s[k].error);
		out.below = doubles_max(out.below, most);
		out.above = doubles_max(out.above, least);
	}
	return out;
}
INLINE Edge edge_both(Edge a, Edge b) {
	return (Edge){ doubles_min(a.below, b.below), doubles_min(a.above, b.above) };
}

INLINE Sign area_of(const Point p[3]) { return sign_of(minus(p[0], p[2]), minus(p[1], p[2])); }
INLINE unsigned is_known(Sign s) { return doubles_above(doubles_abs(s.value), s.error); }

// As many lanes as there are doubles.
INLINE FlatAnswer flat_group(const Point a[3], Sign area_a, const Point b[3]) {
	enum { ALL = (1 << DOUBLES) - 1 };
	Doubles zero = doubles_one(0);
	Point d[3][3];
	Sign area_b = area_of(b);
	Edge least = { doubles_one((double)INFINITY), doubles_one((double)INFINITY) };
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) d[i][j] = minus(a[i], b[j]);
	for (int i = 0; i < 3; ++i) {
		int next = (i + 1) % 3;
		Sign of_a[3], of_b[3];
		for (int k = 0; k < 3; ++k)
			of_a[k] = sign_of(d[i][k], d[next][k]), of_b[k] = sign_of(d[k][i], d[k][next]);
		Edge edge = edge_both(edge_of(of_a, area_a.value), edge_of(of_b, area_b.value));
		least = edge_both(least, edge);
	}
	unsigned areas = is_known(area_a) & is_known(area_b);
	return (FlatAnswer){ areas & ~doubles_above(zero, least.above) & ALL,
		                 areas & doubles_above(zero, least.below) };
}

FlatAnswer FLAT_KERNEL(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes) {
	enum { ALL = (1 << DOUBLES) - 1 };
	int x = (axis + 1) % 3, y = (axis + 2) % 3;
	FlatAnswer out = { 0, 0 };
	Point of_a[3];
	for (int k = 0; k < 3; ++k)
		of_a[k] = (Point){ doubles_repeated(a->p[k][x]), doubles_repeated(a->p[k][y]) };
	Sign area_a = area_of(of_a);
	for (int group = 0; group < 4 * FLAT_FOUR / DOUBLES; ++group) {
		Point of_b[3];
		if ((lanes >> (DOUBLES * group) & ALL) == 0) continue;
		for (int k = 0; k < 3; ++k)
			of_b[k] = (Point){ doubles_turned(b->p[k][x], group), doubles_turned(b->p[k][y], group) };
		FlatAnswer answer = flat_group(of_a, area_a, of_b);
		out.meet |= answer.meet << (DOUBLES * group), out.apart |= answer.apart << (DOUBLES * group);
	}
	return (FlatAnswer){ out.meet & lanes, out.apart & lanes };
}
#undef INLINE
