// Template: the kernel of exact/flat.h. The including file defines FLAT_KERNEL, its name.
#include "exact/flat.h"
#include "exact/orient.h"
#include "simd/doubles4.h"

#define INLINE LANES_INLINE

typedef struct Point {
	Doubles4 x, y;
} Point;

INLINE Point minus(Point a, Point b) { return (Point){ doubles4_sub(a.x, b.x), doubles4_sub(a.y, b.y) }; }

typedef struct Sign {
	Doubles4 value, error; // orient2d and a bound of its error
} Sign;

// As orient2d_filter. u and v: two points relative to the third.
INLINE Sign sign_of(Point u, Point v) {
	Doubles4 left = doubles4_mul(u.x, v.y), right = doubles4_mul(u.y, v.x);
	return (Sign){ doubles4_sub(left, right),
		           doubles4_mul(doubles4_add(doubles4_abs(left), doubles4_abs(right)),
		                        doubles4_one(ORIENT2D_ERROR)) };
}

// An edge separates if all vertices of the other triangle are strictly outside. It does not if one of them is
// inside or on its line.
typedef struct Edge {
	Mask4 separates, joins;
} Edge;

INLINE Mask4 is_outside(Sign s, Doubles4 turn) {
	return doubles4_above(doubles4_sub(doubles4_one(0), s.error), doubles4_turn(s.value, turn));
}
// An error of 0 means that every product was 0.
INLINE Mask4 is_not_outside(Sign s, Doubles4 turn) {
	return mask4_or(doubles4_above(doubles4_turn(s.value, turn), s.error),
	                doubles4_equal(s.error, doubles4_one(0)));
}

// s: of the edge with each vertex of the other triangle. turn has the sign of the edge's triangle.
INLINE Edge edge_of(const Sign s[3], Doubles4 turn) {
	return (Edge){
		mask4_and(mask4_and(is_outside(s[0], turn), is_outside(s[1], turn)), is_outside(s[2], turn)),
		mask4_or(mask4_or(is_not_outside(s[0], turn), is_not_outside(s[1], turn)), is_not_outside(s[2], turn))
	};
}

INLINE Mask4 is_known(Sign s) { return doubles4_above(doubles4_abs(s.value), s.error); }

FlatAnswer FLAT_KERNEL(const FlatFour *four, const double one[3][2]) {
	Point a[3], b[3], d[3][3];
	for (int i = 0; i < 3; ++i) {
		a[i] = (Point){ doubles4_load(four->p[i][0]), doubles4_load(four->p[i][1]) };
		b[i] = (Point){ doubles4_one(one[i][0]), doubles4_one(one[i][1]) };
	}
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) d[i][j] = minus(a[i], b[j]);
	Sign turn_a = sign_of(minus(a[0], a[2]), minus(a[1], a[2])),
	     turn_b = sign_of(minus(b[0], b[2]), minus(b[1], b[2]));
	Mask4 apart = doubles4_above(doubles4_one(0), doubles4_one(0));
	Mask4 meet = mask4_and(is_known(turn_a), is_known(turn_b)), areas = meet;
	for (int i = 0; i < 3; ++i) {
		int next = (i + 1) % 3;
		Sign of_a[3], of_b[3];
		for (int k = 0; k < 3; ++k)
			of_a[k] = sign_of(d[i][k], d[next][k]), of_b[k] = sign_of(d[k][i], d[k][next]);
		Edge edge_a = edge_of(of_a, turn_a.value), edge_b = edge_of(of_b, turn_b.value);
		apart = mask4_or(apart, mask4_or(edge_a.separates, edge_b.separates));
		meet = mask4_and(meet, mask4_and(edge_a.joins, edge_b.joins));
	}
	return (FlatAnswer){ mask4_bits(meet), mask4_bits(mask4_and(apart, areas)) };
}
#undef INLINE
