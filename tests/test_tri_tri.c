// Triangle-triangle against linear programming in GMP, named cases by construction, and every order of the
// vertices and of the two triangles.
#include <check.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "chance.h"
#include "cheap.h"
#include "exact/triangle_row.h"
#include "rational_geometry.h"

Suite *tri_tri_suite(void);

#ifdef SANITIZED
enum { CASES = 1500 };
#else
enum { CASES = 30000 };
#endif

static const int s_orders[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
	                                { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 } };

static Triangle reorder(const Triangle *t, const int order[3]) {
	return (Triangle){ { t->p[order[0]], t->p[order[1]], t->p[order[2]] } };
}

// All 36 orders of the vertices, both ways round.
static void check_orders(const Triangle *a, const Triangle *b, bool expected, const char *name) {
	for (int i = 0; i < 6; ++i)
		for (int j = 0; j < 6; ++j) {
			Triangle c = reorder(a, s_orders[i]), d = reorder(b, s_orders[j]);
			cheap_assert_msg(tri_tri_meet(&c, &d) == expected, "%s: order %d, %d", name, i, j);
			cheap_assert_msg(tri_tri_meet(&d, &c) == expected, "%s: order %d, %d, swapped", name, j, i);
		}
}

static double flush(double x) { return fabs(x) < 0x1p-200 ? 0.0 : x; }

static double nudge(Rng *rng, double x) {
	double towards = rng_below(rng, 2) == 0 ? -(double)INFINITY : (double)INFINITY;
	for (uint64_t n = rng_below(rng, 3); n > 0; --n) x = nextafter(x, towards);
	return flush(x);
}
static HnVec3 nudge_point(Rng *rng, HnVec3 p) {
	double x = nudge(rng, p.x), y = nudge(rng, p.y);
	return (HnVec3){ x, y, nudge(rng, p.z) };
}

static HnVec3 grid_point(Rng *rng, uint64_t size) {
	double x = (double)rng_below(rng, size), y = (double)rng_below(rng, size);
	return (HnVec3){ x, y, (double)rng_below(rng, size) };
}

// A linear map of small whole numbers into whole numbers below 2^45: exact, so that what was coplanar or
// touched still does, but in general position.
typedef struct Oblique {
	double m[3][3], t[3];
} Oblique;

static Oblique random_oblique(Rng *rng) {
	Oblique map;
	for (;;) {
		for (int i = 0; i < 3; ++i) {
			for (int k = 0; k < 3; ++k) map.m[i][k] = (double)rng_below(rng, 1u << 21) - 0x1p20;
			map.t[i] = (double)rng_below(rng, 1u << 30) - 0x1p29;
		}
		const double *u = map.m[0], *v = map.m[1], *w = map.m[2];
		double det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
		             u[2] * (v[0] * w[1] - v[1] * w[0]);
		if (fabs(det) > 0x1p50) return map;
	}
}
static HnVec3 oblique_point(const Oblique *map, HnVec3 p) {
	double out[3];
	for (int i = 0; i < 3; ++i)
		out[i] = map->m[i][0] * p.x + map->m[i][1] * p.y + map->m[i][2] * p.z + map->t[i];
	return vec3_load(out);
}
static Triangle oblique_triangle(const Oblique *map, const Triangle *t) {
	return (Triangle){ { oblique_point(map, t->p[0]), oblique_point(map, t->p[1]),
		                 oblique_point(map, t->p[2]) } };
}

typedef void (*Generator)(Rng *rng, Triangle *a, Triangle *b);

static void generate_grid(Rng *rng, Triangle *a, Triangle *b) {
	uint64_t size = 2 + rng_below(rng, 4);
	for (int i = 0; i < 3; ++i) a->p[i] = grid_point(rng, size), b->p[i] = grid_point(rng, size);
}
static void generate_grid_flat(Rng *rng, Triangle *a, Triangle *b) {
	generate_grid(rng, a, b);
	uint64_t axis = rng_below(rng, 3);
	for (int i = 0; i < 3; ++i) (&a->p[i].x)[axis] = (&b->p[i].x)[axis] = 1.0;
}
static void generate_grid_line(Rng *rng, Triangle *a, Triangle *b) {
	generate_grid_flat(rng, a, b);
	if (rng_below(rng, 2) == 0)
		for (int i = 0; i < 3; ++i) a->p[i].x = a->p[i].y, b->p[i].x = b->p[i].y;
}
static void make_oblique(Rng *rng, Triangle *a, Triangle *b) {
	Oblique map = random_oblique(rng);
	*a = oblique_triangle(&map, a);
	*b = oblique_triangle(&map, b);
}
static void generate_oblique(Rng *rng, Triangle *a, Triangle *b) {
	generate_grid(rng, a, b);
	make_oblique(rng, a, b);
}
static void generate_oblique_flat(Rng *rng, Triangle *a, Triangle *b) {
	generate_grid_flat(rng, a, b);
	make_oblique(rng, a, b);
}
static void generate_oblique_line(Rng *rng, Triangle *a, Triangle *b) {
	generate_grid_line(rng, a, b);
	make_oblique(rng, a, b);
}
static void generate_random(Rng *rng, Triangle *a, Triangle *b) {
	for (int i = 0; i < 3; ++i) a->p[i] = random_point(rng, 0, 1), b->p[i] = random_point(rng, 0, 1);
}

// A point of t: inside, on an edge, or a vertex, as rounding leaves it.
static HnVec3 point_of(Rng *rng, const Triangle *t) {
	double u = rng_double(rng), v = rng_double(rng) * (1.0 - u);
	uint64_t kind = rng_below(rng, 4);
	if (kind == 1) v = 0.0;
	if (kind == 2) u = v = 0.0;
	HnVec3 e = vec3_scale(vec3_sub(t->p[1], t->p[0]), u), f = vec3_scale(vec3_sub(t->p[2], t->p[0]), v);
	return vec3_add(t->p[0], vec3_add(e, f));
}
// b has a vertex, an edge's point, or all its vertices within ulps of a.
static void generate_touching(Rng *rng, Triangle *a, Triangle *b) {
	generate_random(rng, a, b);
	uint64_t vertices = 1 + rng_below(rng, 3);
	for (uint64_t i = 0; i < vertices; ++i) b->p[i] = nudge_point(rng, point_of(rng, a));
	if (rng_below(rng, 4) == 0) { // the point is on the edge, between its ends
		HnVec3 middle = b->p[0], away = vec3_sub(b->p[2], middle);
		b->p[0] = nudge_point(rng, vec3_sub(middle, away));
		b->p[2] = nudge_point(rng, vec3_add(middle, away));
	}
}
static void generate_far(Rng *rng, Triangle *a, Triangle *b) {
	generate_touching(rng, a, b);
	HnVec3 far = random_point(rng, -0x1p30, 0x1p30);
	for (int i = 0; i < 3; ++i) a->p[i] = vec3_add(a->p[i], far), b->p[i] = vec3_add(b->p[i], far);
}
static void generate_sliver(Rng *rng, Triangle *a, Triangle *b) {
	generate_touching(rng, a, b);
	a->p[2] = nudge_point(rng, vec3_scale(vec3_add(a->p[0], a->p[1]), 0.5));
	if (rng_below(rng, 2) == 0) b->p[0] = nudge_point(rng, point_of(rng, a));
	if (rng_below(rng, 4) == 0) b->p[2] = nudge_point(rng, vec3_scale(vec3_add(b->p[0], b->p[1]), 0.5));
}
static void generate_no_area(Rng *rng, Triangle *a, Triangle *b) {
	generate_touching(rng, a, b);
	if (rng_below(rng, 2) == 0) a->p[2] = a->p[rng_below(rng, 2)];
	if (rng_below(rng, 2) == 0) b->p[2] = b->p[rng_below(rng, 2)];
	if (rng_below(rng, 4) == 0) b->p[1] = b->p[2] = b->p[0];
}
static void scale_pair(Triangle *a, Triangle *b, double factor) {
	for (int i = 0; i < 9; ++i) {
		double *x = &a->p[i / 3].x + i % 3, *y = &b->p[i / 3].x + i % 3;
		*x = flush(*x * factor), *y = flush(*y * factor);
	}
}
static void generate_huge(Rng *rng, Triangle *a, Triangle *b) {
	generate_touching(rng, a, b);
	scale_pair(a, b, 0x1p197);
}
static void generate_tiny(Rng *rng, Triangle *a, Triangle *b) {
	generate_touching(rng, a, b);
	scale_pair(a, b, 0x1p-198);
}
// Every coordinate of a magnitude of its own; some shared by several vertices.
static void generate_mixed(Rng *rng, Triangle *a, Triangle *b) {
	for (int i = 0; i < 18; ++i) {
		double x = ldexp(1.0 + rng_double(rng), (int)rng_below(rng, 399) - 200);
		if (rng_below(rng, 2) == 0) x = -x;
		if (rng_below(rng, 6) == 0) x = 0.0;
		*(&(i < 9 ? a : b)->p[i % 9 / 3].x + i % 3) = x;
	}
	for (uint64_t i = rng_below(rng, 3); i > 0; --i) b->p[rng_below(rng, 3)] = a->p[rng_below(rng, 3)];
	if (rng_below(rng, 3) == 0) b->p[0] = vec3_scale(vec3_add(a->p[0], a->p[1]), 0.5);
	scale_pair(a, b, 1.0);
}

static const struct {
	const char *name;
	Generator generate;
} s_generators[] = {
	{ "grid", generate_grid },
	{ "grid_flat", generate_grid_flat },
	{ "grid_line", generate_grid_line },
	{ "oblique", generate_oblique },
	{ "oblique_flat", generate_oblique_flat },
	{ "oblique_line", generate_oblique_line },
	{ "random", generate_random },
	{ "touching", generate_touching },
	{ "far", generate_far },
	{ "sliver", generate_sliver },
	{ "no_area", generate_no_area },
	{ "huge", generate_huge },
	{ "tiny", generate_tiny },
	{ "mixed", generate_mixed },
};
enum { GENERATORS = sizeof s_generators / sizeof s_generators[0] };

START_TEST(agrees_with_linear_programming) {
	const char *name = s_generators[_i].name;
	Rng rng = rng_of(5, (uint64_t)_i);
	int64_t hits = 0;
	for (int n = 0; n < CASES; ++n) {
		Triangle a, b;
		s_generators[_i].generate(&rng, &a, &b);
		bool expected = rational_tri_tri_meet(&a, &b);
		cheap_assert_msg(tri_tri_meet(&a, &b) == expected, "%s, case %d: not %d", name, n, expected);
		cheap_assert_msg(tri_tri_meet_exact(&a, &b) == expected, "%s, case %d: exact is not %d", name, n,
		                 expected);
		if (n % 50 == 0) check_orders(&a, &b, expected, name);
		hits += expected;
	}
	// a generator that only hits or only misses would test little
	cheap_assert_msg(hits > CASES / 100 && hits < CASES - CASES / 100, "%s: %d of %d meet", name, (int)hits,
	                 CASES);
}

START_TEST(one_plane_for_a_row_gives_the_same_answers) {
	Rng rng = rng_of(6, 0);
	for (int n = 0; n < CASES; ++n) {
		Triangle a, b;
		s_generators[n % GENERATORS].generate(&rng, &a, &b);
		OrientPlane plane = triangle_plane(&a);
		bool separates = triangle_plane_separates(&a, &plane, &b);
		cheap_assert(tri_tri_meet_plane(&a, &plane, &b) == tri_tri_meet(&a, &b));
		cheap_assert(!(separates && rational_tri_tri_meet(&a, &b)));
	}
}

enum { ROW = 103 };

// Triangles of all generators, whose magnitudes lie from 2^-200 to 2^200.
START_TEST(rows_find_what_pairs_find) {
	Rng rng = rng_of(10, 0);
	double xyz[9 * ROW];
	int32_t corners[3 * ROW], hits[ROW];
	TriangleRow row;
	cheap_assert_int_eq(triangle_row_init(&row, ROW), HN_OK);
	int64_t found = 0;
	for (int n = 0; n < CASES / 100; ++n) {
		Triangle a[ROW], b;
		for (int i = 0; i < ROW; ++i) s_generators[(n + i / 8) % GENERATORS].generate(&rng, &a[i], &b);
		for (int i = 0; i < 9 * ROW; ++i) xyz[i] = *(&a[i / 9].p[i % 9 / 3].x + i % 3);
		for (int32_t i = 0; i < 3 * ROW; ++i) corners[i] = i;
		int32_t count = 1 + (int32_t)rng_below(&rng, ROW), from = 4 * (int32_t)rng_below(&rng, 3);
		triangle_row_fill(&row, xyz, corners, count);
		if (from > count) from = 0;
		int32_t hit_count = triangle_row_meet(&row, &a[n % ROW], from, count, hits), expected = 0;
		for (int32_t i = from; i < count; ++i)
			if (tri_tri_meet(&a[n % ROW], &a[i])) cheap_assert_int_eq(hits[expected++], i);
		cheap_assert_int_eq(hit_count, expected);
		found += hit_count;
	}
	cheap_assert(found > CASES / 100);
	triangle_row_free(&row);
}

// Triangles beyond the range of floats, whose bounds overlap whatever they are compared with: those that were
// behind the end before are not found.
START_TEST(rows_end_where_they_are_filled_to) {
	enum { MANY = 8 };
	static const double xyz[9] = { -0x1p200, -0x1p200, -0x1p200, 0x1p200, 0x1p200, 0, 0, 0x1p200, 0x1p200 };
	int32_t corners[3 * MANY], hits[MANY];
	TriangleRow row;
	for (int32_t i = 0; i < 3 * MANY; ++i) corners[i] = i % 3;
	const Triangle one = triangle_load(xyz, corners);
	cheap_assert_int_eq(triangle_row_init(&row, MANY), HN_OK);
	for (int32_t count = MANY; count > 0; --count) {
		triangle_row_fill(&row, xyz, corners, count);
		cheap_assert_int_eq(triangle_row_meet(&row, &one, 0, count, hits), count);
	}
	triangle_row_free(&row);
}

START_TEST(row_without_memory_fails_and_leaves_nothing) {
	size_t live = hn_mem_live_bytes();
	for (int64_t i = 1; i <= 7; ++i) {
		TriangleRow row;
		mem_fail_at(mem_allocation_count() + i);
		cheap_assert_int_eq(triangle_row_init(&row, ROW), HN_ERR_NO_MEMORY);
		cheap_assert(hn_mem_live_bytes() == live);
	}
	mem_fail_at(0);
}

// By construction, in whole numbers; a is (0,0,0) (8,0,0) (0,8,0) unless given.
typedef struct NamedCase {
	const char *name;
	Triangle b, a;
	bool meet;
	bool compared; // decided by comparing coordinates: no determinant is needed
} NamedCase;
#define FACE                                                                                                 \
	{                                                                                                        \
		{                                                                                                    \
			{ 0, 0, 0 }, { 8, 0, 0 }, { 0, 8, 0 }                                                            \
		}                                                                                                    \
	}

static const NamedCase s_named[] = {
	{ "coplanar, edges cross", { { { 1, 1, 0 }, { 9, 2, 0 }, { 2, 9, 0 } } }, FACE, true, false },
	{ "coplanar, one inside", { { { 1, 1, 0 }, { 3, 1, 0 }, { 1, 3, 0 } } }, FACE, true, false },
	{ "coplanar, one around", { { { -9, -9, 0 }, { 40, -9, 0 }, { -9, 40, 0 } } }, FACE, true, false },
	{ "coplanar, the same", FACE, FACE, true, false },
	{ "coplanar, apart", { { { 5, 4, 0 }, { 9, 4, 0 }, { 4, 9, 0 } } }, FACE, false, false },
	{ "coplanar, vertex on edge", { { { 4, 4, 0 }, { 9, 4, 0 }, { 4, 9, 0 } } }, FACE, true, false },
	{ "coplanar, shared vertex", { { { 8, 0, 0 }, { 12, 0, 0 }, { 12, 4, 0 } } }, FACE, true, false },
	{ "coplanar, shared edge", { { { 8, 0, 0 }, { 0, 8, 0 }, { 8, 8, 0 } } }, FACE, true, false },
	{ "coplanar, edges overlap", { { { 2, 0, 0 }, { 12, 0, 0 }, { 5, -4, 0 } } }, FACE, true, false },
	{ "coplanar, edges in line, apart",
	  { { { 9, 0, 0 }, { 12, 0, 0 }, { 10, -4, 0 } } },
	  FACE,
	  false,
	  false },
	{ "shared vertex", { { { 0, 0, 0 }, { -3, -1, 5 }, { -2, -4, -6 } } }, FACE, true, false },
	{ "shared edge", { { { 0, 0, 0 }, { 8, 0, 0 }, { 2, -3, 7 } } }, FACE, true, false },
	{ "shared edge, folded back", { { { 0, 0, 0 }, { 8, 0, 0 }, { 2, 3, 1 } } }, FACE, true, false },
	{ "vertex on face", { { { 2, 3, 0 }, { 1, 5, 6 }, { 4, 4, 7 } } }, FACE, true, false },
	{ "vertex on edge", { { { 4, 4, 0 }, { 1, 5, 6 }, { 4, 4, 7 } } }, FACE, true, false },
	{ "vertex in plane, apart", { { { 5, 4, 0 }, { 1, 5, 6 }, { 4, 4, 7 } } }, FACE, false, false },
	{ "edge in face", { { { 1, 1, 0 }, { 2, 3, 0 }, { 4, 4, 7 } } }, FACE, true, false },
	{ "edge in plane, across", { { { -1, 1, 0 }, { 9, 3, 0 }, { 4, 4, 7 } } }, FACE, true, false },
	{ "edge in plane, apart", { { { 10, 1, 0 }, { 20, 2, 0 }, { 4, 4, 7 } } }, FACE, false, false },
	{ "edges cross in a point", { { { 4, 0, -4 }, { 4, 0, 4 }, { 4, -9, 0 } } }, FACE, true, false },
	{ "edge through a vertex", { { { 8, 0, -4 }, { 8, 0, 4 }, { 12, -9, 0 } } }, FACE, true, false },
	{ "segment through face", { { { 2, 2, -4 }, { 3, 3, 4 }, { 3, 3, 4 } } }, FACE, true, false },
	{ "segment of three points through face",
	  { { { 2, 2, 2 }, { 2, 2, -4 }, { 2, 2, 5 } } },
	  FACE,
	  true,
	  false },
	{ "segment beside face", { { { 7, 7, -4 }, { 7, 8, 4 }, { 7, 7, -4 } } }, FACE, false, false },
	{ "segment ends on face", { { { 2, 2, 0 }, { 3, 3, 4 }, { 3, 3, 4 } } }, FACE, true, false },
	{ "segment ends on edge", { { { 4, 4, 0 }, { 4, 4, 0 }, { 3, 3, 4 } } }, FACE, true, false },
	{ "segment in face", { { { 1, 1, 0 }, { 2, 3, 0 }, { 2, 3, 0 } } }, FACE, true, false },
	{ "segment in plane, across", { { { -1, 1, 0 }, { 9, 2, 0 }, { 9, 2, 0 } } }, FACE, true, false },
	{ "segment in plane, apart", { { { 9, 0, 0 }, { 0, 9, 0 }, { 9, 0, 0 } } }, FACE, false, false },
	{ "segment along edge, apart", { { { 9, 0, 0 }, { 12, 0, 0 }, { 9, 0, 0 } } }, FACE, false, false },
	{ "segments cross",
	  { { { 0, 0, 0 }, { 4, 2, 0 }, { 4, 2, 0 } } },
	  { { { 0, 2, 0 }, { 4, 0, 0 }, { 4, 0, 0 } } },
	  true,
	  false },
	{ "segments skew",
	  { { { 0, 0, 0 }, { 4, 2, 0 }, { 4, 2, 0 } } },
	  { { { 0, 2, 1 }, { 4, 0, 2 }, { 4, 0, 2 } } },
	  false,
	  false },
	{ "segments coplanar, apart",
	  { { { 0, 0, 0 }, { 4, 2, 0 }, { 2, 1, 0 } } },
	  { { { 0, 9, 0 }, { 4, 5, 0 }, { 4, 5, 0 } } },
	  false,
	  false },
	{ "segments parallel",
	  { { { 0, 0, 0 }, { 4, 2, 0 }, { 4, 2, 0 } } },
	  { { { 0, 1, 0 }, { 4, 3, 0 }, { 2, 2, 0 } } },
	  false,
	  false },
	{ "segments in line, overlap",
	  { { { 0, 0, 0 }, { 4, 2, 6 }, { 2, 1, 3 } } },
	  { { { 2, 1, 3 }, { 8, 4, 12 }, { 8, 4, 12 } } },
	  true,
	  false },
	{ "segments in line, ends touch",
	  { { { 0, 0, 0 }, { 4, 2, 6 }, { 2, 1, 3 } } },
	  { { { 4, 2, 6 }, { 8, 4, 12 }, { 6, 3, 9 } } },
	  true,
	  false },
	{ "segments in line, apart",
	  { { { 0, 0, 0 }, { 4, 2, 6 }, { 2, 1, 3 } } },
	  { { { 6, 3, 9 }, { 8, 4, 12 }, { 8, 4, 12 } } },
	  false,
	  false },
	{ "point in face", { { { 2, 3, 0 }, { 2, 3, 0 }, { 2, 3, 0 } } }, FACE, true, false },
	{ "point on edge", { { { 4, 4, 0 }, { 4, 4, 0 }, { 4, 4, 0 } } }, FACE, true, false },
	{ "point in plane, apart", { { { 4, 5, 0 }, { 4, 5, 0 }, { 4, 5, 0 } } }, FACE, false, false },
	{ "point on segment",
	  { { { 2, 1, 3 }, { 2, 1, 3 }, { 2, 1, 3 } } },
	  { { { 0, 0, 0 }, { 4, 2, 6 }, { 4, 2, 6 } } },
	  true,
	  false },
	{ "point in line, apart",
	  { { { 6, 3, 9 }, { 6, 3, 9 }, { 6, 3, 9 } } },
	  { { { 0, 0, 0 }, { 4, 2, 6 }, { 4, 2, 6 } } },
	  false,
	  false },
	{ "point on point",
	  { { { 6, 3, 9 }, { 6, 3, 9 }, { 6, 3, 9 } } },
	  { { { 6, 3, 9 }, { 6, 3, 9 }, { 6, 3, 9 } } },
	  true,
	  true },
	{ "point beside point",
	  { { { 6, 3, 9 }, { 6, 3, 9 }, { 6, 3, 9 } } },
	  { { { 6, 3, 8 }, { 6, 3, 8 }, { 6, 3, 8 } } },
	  false,
	  false },
};
enum { NAMED = sizeof s_named / sizeof s_named[0] };

START_TEST(named_cases_are_right_and_enter_the_exact_path) {
	const NamedCase *named = &s_named[_i];
	Rng rng = rng_of(7, (uint64_t)_i);
	check_orders(&named->a, &named->b, named->meet, named->name);
	cheap_assert(rational_tri_tri_meet(&named->a, &named->b) == named->meet);
	for (int n = 0; n < 20; ++n) {
		Oblique map = random_oblique(&rng);
		Triangle a = oblique_triangle(&map, &named->a), b = oblique_triangle(&map, &named->b);
		cheap_assert(rational_tri_tri_meet(&a, &b) == named->meet);
		int64_t pairs = exact_stats.tri_tri_exact;
		check_orders(&a, &b, named->meet, named->name);
		pairs = exact_stats.tri_tri_exact - pairs;
		cheap_assert_msg(named->compared ? pairs == 0 : pairs > 0, "%s: %d of 72 exact", named->name,
		                 (int)pairs);
	}
}

// A triangle a millionth wide, and a vertex one ulp above, on and below it.
START_TEST(slivers_are_right_to_the_last_bit) {
	Rng rng = rng_of(8, 0);
	for (int n = 0; n < CASES / 10; ++n) {
		double width = ldexp(1.0, -20 - (int)rng_below(&rng, 30));
		HnVec3 from = random_point(&rng, 1, 2), to = random_point(&rng, 1, 2);
		HnVec3 aside = vec3_add(vec3_scale(vec3_add(from, to), 0.5), (HnVec3){ width, -width, width });
		Triangle a = { { from, to, aside } };
		HnVec3 centre = vec3_add(vec3_scale(aside, 0.5), vec3_scale(vec3_add(from, to), 0.25));
		double ulps = (double)rng_below(&rng, 3) - 1.0;
		centre.z += ulps * 0x1p-52;
		Triangle b = { { centre, vec3_add(centre, (HnVec3){ 0.5, 0.25, 1 }),
			             vec3_add(centre, (HnVec3){ 0, 0.5, 1 }) } };
		int64_t pairs = exact_stats.tri_tri_exact;
		check_orders(&a, &b, rational_tri_tri_meet(&a, &b), "sliver");
		cheap_assert_msg(exact_stats.tri_tri_exact > pairs, "the filter cannot tell one ulp");
	}
}

START_TEST(clear_cases_never_enter_the_exact_path) {
	Rng rng = rng_of(9, 0);
	int64_t pairs = exact_stats.tri_tri_exact;
	for (int n = 0; n < 1000; ++n) {
		Triangle a = FACE, b;
		for (int i = 0; i < 3; ++i) b.p[i] = random_point(&rng, 1, 2);
		b.p[0].z = -1.0, b.p[1].z = 2.0;
		bool meet = rational_tri_tri_meet(&a, &b);
		cheap_assert(meet); // an edge passes through the middle of the face
		cheap_assert(tri_tri_meet(&a, &b) == meet);
		for (int i = 0; i < 3; ++i) b.p[i].z += 4.0;
		cheap_assert(!tri_tri_meet(&a, &b));
	}
	cheap_assert_int_eq(exact_stats.tri_tri_exact, pairs);
}

Suite *tri_tri_suite(void) {
	Suite *suite = suite_create("tri_tri");
	TCase *oracle = tcase_create("oracle"), *named = tcase_create("named");
	tcase_add_loop_test(oracle, agrees_with_linear_programming, 0, GENERATORS);
	tcase_add_test(oracle, one_plane_for_a_row_gives_the_same_answers);
	tcase_add_test(oracle, rows_find_what_pairs_find);
	tcase_add_test(oracle, rows_end_where_they_are_filled_to);
	tcase_add_test(oracle, row_without_memory_fails_and_leaves_nothing);
	suite_add_tcase(suite, oracle);
	tcase_add_loop_test(named, named_cases_are_right_and_enter_the_exact_path, 0, NAMED);
	tcase_add_test(named, slivers_are_right_to_the_last_bit);
	tcase_add_test(named, clear_cases_never_enter_the_exact_path);
	suite_add_tcase(suite, named);
	return suite;
}
