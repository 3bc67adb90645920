// Distances of triangles against GMP's rationals, and of meshes against all pairs of their triangles.
#include <check.h>
#include <gmp.h>
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "chance.h"
#include "cheap.h"
#include "distances.h"
#include "made.h"
#include "math/pose.h"
#include "soup.h"
#include "suite.h"
#include "tree/separation.h"

#ifdef SANITIZED
enum { CASES = 40, ROUNDS = 70 };
#else
enum { CASES = 150, ROUNDS = 210 };
#endif

// ---- the oracle ----

enum { UNKNOWNS = 4 };

// Two simplices, a[0] + sum c[k] e[k] over the edges of the first, and b[0] - sum c[k] e[k] over those of the
// second: the weights c of the nearest points of their hulls solve (e[i] . e[j]) c = -(e[i] . w).
typedef struct Hulls {
	mpq_t edge[UNKNOWNS][3], from[3], row[UNKNOWNS][UNKNOWNS + 1], term, sum, best;
} Hulls;

static Hulls *hulls(void) {
	static Hulls s_hulls;
	static bool s_made;
	mpq_t *all = &s_hulls.edge[0][0];
	for (size_t i = 0; !s_made && i < sizeof s_hulls / sizeof *all; ++i) mpq_init(all[i]);
	s_made = true;
	return &s_hulls;
}

static void difference(Hulls *h, mpq_t *out, HnVec3 p, HnVec3 q) {
	for (int k = 0; k < 3; ++k) {
		mpq_set_d(out[k], vec3_get(p, k));
		mpq_set_d(h->term, vec3_get(q, k));
		mpq_sub(out[k], out[k], h->term);
	}
}

static void dot(Hulls *h, mpq_t out, mpq_t *u, mpq_t *v) {
	mpq_set_ui(out, 0, 1);
	for (int k = 0; k < 3; ++k) {
		mpq_mul(h->term, u[k], v[k]);
		mpq_add(out, out, h->term);
	}
}

// Solves the system by elimination. False: it has no single solution.
static bool solve(Hulls *h, int n) {
	for (int i = 0; i < n; ++i) {
		int pivot = i;
		while (pivot < n && mpq_sgn(h->row[pivot][i]) == 0) pivot += 1;
		if (pivot == n) return false;
		for (int k = 0; k <= n; ++k) mpq_swap(h->row[i][k], h->row[pivot][k]);
		for (int j = 0; j < n; ++j) {
			if (j == i || mpq_sgn(h->row[j][i]) == 0) continue;
			mpq_div(h->sum, h->row[j][i], h->row[i][i]);
			for (int k = 0; k <= n; ++k) {
				mpq_mul(h->term, h->sum, h->row[i][k]);
				mpq_sub(h->row[j][k], h->row[j][k], h->term);
			}
		}
	}
	for (int i = 0; i < n; ++i) mpq_div(h->row[i][n], h->row[i][n], h->row[i][i]);
	return true;
}

// Are the weights i .. end - 1 those of a point of the simplex?
static bool within(Hulls *h, int i, int end, int n) {
	mpq_set_ui(h->sum, 0, 1);
	for (; i < end; ++i) {
		if (mpq_sgn(h->row[i][n]) < 0) return false;
		mpq_add(h->sum, h->sum, h->row[i][n]);
	}
	return mpq_cmp_ui(h->sum, 1, 1) <= 0;
}

// The simplices of the corners in the bit sets a and b; takes their distance into h->best.
static void look_at(Hulls *h, const Triangle *s, int a, const Triangle *t, int b) {
	int i = __builtin_ctz((unsigned)a), j = __builtin_ctz((unsigned)b), n = 0;
	for (int k = i + 1; k < 3; ++k)
		if (a >> k & 1) difference(h, h->edge[n++], s->p[k], s->p[i]);
	int of_first = n;
	for (int k = j + 1; k < 3; ++k)
		if (b >> k & 1) difference(h, h->edge[n++], t->p[j], t->p[k]);
	difference(h, h->from, s->p[i], t->p[j]);
	for (int k = 0; k < n; ++k) {
		for (int l = 0; l < n; ++l) dot(h, h->row[k][l], h->edge[k], h->edge[l]);
		dot(h, h->row[k][n], h->edge[k], h->from);
		mpq_neg(h->row[k][n], h->row[k][n]);
	}
	if (!solve(h, n) || !within(h, 0, of_first, n) || !within(h, of_first, n, n)) return;
	for (int l = 0; l < n; ++l)
		for (int k = 0; k < 3; ++k) {
			mpq_mul(h->term, h->edge[l][k], h->row[l][n]);
			mpq_add(h->from[k], h->from[k], h->term);
		}
	dot(h, h->sum, h->from, h->from);
	if (mpq_sgn(h->best) < 0 || mpq_cmp(h->sum, h->best) < 0) mpq_set(h->best, h->sum);
}

// The nearest points lie inside some corners, edges or faces, and in the least of these they are unique.
static double exact_distance2(const Triangle *s, const Triangle *t) {
	Hulls *h = hulls();
	mpq_set_si(h->best, -1, 1);
	for (int a = 1; a < 8; ++a)
		for (int b = 1; b < 8; ++b) look_at(h, s, a, t, b);
	return mpq_get_d(h->best);
}

// ---- triangles ----

static Triangle random_triangle(Rng *rng, double size) {
	Triangle out;
	for (int i = 0; i < 3; ++i) out.p[i] = random_point(rng, -size, size);
	return out;
}

static void move_by(Triangle *t, HnVec3 by) {
	for (int i = 0; i < 3; ++i) t->p[i] = vec3_add(t->p[i], by);
}

static void generate_random(Rng *rng, Triangle *a, Triangle *b) {
	*a = random_triangle(rng, 1), *b = random_triangle(rng, 1);
	move_by(b, random_point(rng, -2, 2));
}

// Touching, coplanar, parallel, and without area.
static void generate_grid(Rng *rng, Triangle *a, Triangle *b) {
	for (int i = 0; i < 6; ++i) {
		double x = (double)rng_below(rng, 4), y = (double)rng_below(rng, 4);
		(i < 3 ? a : b)->p[i % 3] = (HnVec3){ x, y, (double)rng_below(rng, 3) };
	}
}

static void generate_far(Rng *rng, Triangle *a, Triangle *b) {
	generate_random(rng, a, b);
	move_by(b, random_point(rng, -1000, 1000));
}

// A corner of b is 1e-9 from a corner of a.
static void generate_near(Rng *rng, Triangle *a, Triangle *b) {
	generate_random(rng, a, b);
	move_by(b, vec3_sub(vec3_add(a->p[0], random_point(rng, -1e-9, 1e-9)), b->p[0]));
}

static void generate_slivers(Rng *rng, Triangle *a, Triangle *b) {
	generate_random(rng, a, b);
	a->p[1] = vec3_add(a->p[0], random_point(rng, -1e-7, 1e-7));
	if (rng_below(rng, 2) == 0) b->p[1] = vec3_add(b->p[0], random_point(rng, -1e-8, 1e-8));
}

// Two edges whose angle is about 1e-7.
static void generate_parallel(Rng *rng, Triangle *a, Triangle *b) {
	generate_random(rng, a, b);
	HnVec3 by = random_point(rng, -0.5, 0.5);
	for (int i = 0; i < 2; ++i) b->p[i] = vec3_add(vec3_add(a->p[i], by), random_point(rng, -1e-7, 1e-7));
}

static const struct {
	void (*generate)(Rng *rng, Triangle *a, Triangle *b);
	double tolerance;
} s_pairs[] = {
	{ generate_random, 1e-13 }, { generate_grid, 1e-13 },     { generate_far, 1e-12 },
	{ generate_near, 1e-13 },   { generate_slivers, 2.4e-7 }, { generate_parallel, 2.4e-7 },
};
enum { PAIRS = sizeof s_pairs / sizeof s_pairs[0] };

static Triangle scaled(const Triangle *t, double scale) {
	Triangle out;
	for (int i = 0; i < 3; ++i) out.p[i] = vec3_scale(t->p[i], scale);
	return out;
}

START_TEST(triangles_are_as_far_as_rationals_say) {
	Rng rng = rng_of(61, (uint64_t)_i);
	int apart = 0;
	for (int i = 0; i < CASES; ++i) {
		Triangle a, b;
		s_pairs[_i].generate(&rng, &a, &b);
		double d2 = triangle_distance2(&a, &b), truth = exact_distance2(&a, &b);
		cheap_assert((d2 == 0) == (truth == 0));
		cheap_assert_msg(fabs(sqrt(d2) - sqrt(truth)) <= s_pairs[_i].tolerance, "%d %d: %.17g, exactly %.17g",
		                 _i, i, sqrt(d2), sqrt(truth));
		cheap_assert_msg(sqrt(d2) >= sqrt(truth) - 1e-12, "%d %d: below", _i, i);
		apart += d2 > 0;
		// up to rounding either way round; by a power of two the same digits
		double back = triangle_distance2(&b, &a);
		cheap_assert(fabs(sqrt(back) - sqrt(d2)) <= s_pairs[_i].tolerance);
		for (int sign = -1; sign <= 1; sign += 2) {
			double scale = ldexp(1, 190 * sign);
			Triangle sa = scaled(&a, scale), sb = scaled(&b, scale);
			if (truth > 0) cheap_assert(triangle_distance2(&sa, &sb) == d2 * scale * scale);
		}
	}
	ck_assert_int_gt(apart, CASES / 4);
}

// Of a pair that does not meet, the distance is not 0 even where no double tells the nearest points apart.
START_TEST(only_touching_triangles_have_no_distance) {
	Triangle floor = { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } } };
	Triangle above = { { { 0.25, 0.25, 0x1p-190 }, { 0.5, 0.25, 1 }, { 0.25, 0.5, 1 } } };
	ck_assert(triangle_distance2(&floor, &above) > 0);
	above.p[0].z = 0;
	ck_assert(triangle_distance2(&floor, &above) == 0);
	// across a diagonal, by less than the rounding of 1
	Triangle flat = { { { 0, 0, 1 }, { 1, 1, 1 + 0x1p-52 }, { 0, 1, 1 } } };
	Triangle other = { { { 0.75, 0.75, 1 }, { 1, 0, 1 }, { 1, 0.25, 0.5 } } };
	ck_assert(triangle_distance2(&flat, &other) > 0);
}

// ---- meshes ----

// Soups of every kind and size, near each other, far away, and in turn.
START_TEST(meshes_are_as_far_as_their_nearest_triangles) {
	static const double s_scales[] = { 1, 1e-6, 1e6, 0x1p150, 0x1p-150 }, s_far[] = { 0, 0.5, 3, 1e6 };
	Rng rng = rng_of(62, 0);
	int touching = 0;
	for (int round = 0; round < ROUNDS; ++round) {
		double scale = s_scales[round % 5];
		SoupDef defs[2];
		for (int k = 0; k < 2; ++k)
			defs[k] = (SoupDef){ (Soup)(k == 0 ? round % SOUPS : round / SOUPS % SOUPS),
				                 1 + (int32_t)rng_below(&rng, 30),
				                 scale,
				                 { 0, 0, 0 } };
		HnMesh *still = soup_create(&rng, &defs[0]), *moving = soup_create(&rng, &defs[1]);
		Separation separation;
		cheap_assert_int_eq(separation_create(&separation, still, moving), HN_OK);
		for (int i = 0; i < 8; ++i) {
			HnPose pose = { soup_rotation(&rng),
				            vec3_scale(random_point(&rng, -scale, scale), s_far[i % 4]) };
			double found = 0, truth = distance_of_all(still, moving, &pose);
			cheap_assert_int_eq(separation_find(&found, &separation, &pose), HN_OK);
			cheap_assert((found == 0) == (truth == 0));
			cheap_assert_msg(found >= truth && found <= truth + 1e-13 * scale + 1e-14 * truth,
			                 "round %d: %.17g, by all pairs %.17g", round, found, truth);
			touching += found == 0;
		}
		separation_free(&separation);
		hn_mesh_destroy(still);
		hn_mesh_destroy(moving);
	}
	ck_assert_int_gt(touching, ROUNDS / 4);
	ck_assert_int_lt(touching, 6 * ROUNDS);
}

// Triangles of a tank are up to 100 times as long as wide. It is turned, so most lie across, and their boxes
// hold all that is near. There are fewer comparisons than triangles all the same.
START_TEST(long_triangles_are_not_compared_with_all) {
	enum { POSES = 6 };
	HnMesh *blob = shape_of("blob", "faces=600"), *tank = shape_of("tank", "faces=2000");
	Separation separation;
	ck_assert_int_eq(separation_create(&separation, blob, tank), HN_OK);
	Rng rng = rng_of(65, 0);
	for (int i = 0; i < POSES; ++i) {
		HnPose pose = { soup_rotation(&rng), { 0, 0, 0 } };
		pose.t = vec3_scale(mat3_mul_vec(&pose.r, (HnVec3){ 0, 0, 12 }), -1); // the blob is above the tank
		double found = 0;
		ck_assert_int_eq(separation_find(&found, &separation, &pose), HN_OK);
		ck_assert(found > 0);
		if (i == 0) ck_assert_double_eq_tol(found, distance_of_all(blob, tank, &pose), 1e-12);
	}
	ck_assert_int_lt(separation.compared, POSES * (blob->triangle_count + tank->triangle_count));
	separation_free(&separation);
	hn_mesh_destroy(blob);
	hn_mesh_destroy(tank);
}

// As far apart as a distance may be: boxes beyond the range of floats.
START_TEST(tiny_meshes_may_be_far_apart) {
	Rng rng = rng_of(63, 0);
	SoupDef def = { SOUP_RANDOM, 9, 0x1p-190, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &def);
	Separation separation;
	ck_assert_int_eq(separation_create(&separation, mesh, mesh), HN_OK);
	for (int sign = -1; sign <= 1; sign += 2) {
		HnPose pose = hn_pose_identity();
		double found = 0;
		pose.t.y = sign * 0x1p200;
		ck_assert_int_eq(separation_find(&found, &separation, &pose), HN_OK);
		ck_assert(found == 0x1p200);
		pose.t.y = 0;
		ck_assert_int_eq(separation_find(&found, &separation, &pose), HN_OK);
		ck_assert(found == 0);
	}
	separation_free(&separation);
	hn_mesh_destroy(mesh);
}

START_TEST(separation_reports_what_is_wrong) {
	Rng rng = rng_of(64, 0);
	SoupDef def = { SOUP_RANDOM, 9, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &def), *none = mesh_new(0, 0);
	size_t before = hn_mem_live_bytes();
	Separation separation;
	ck_assert_int_eq(separation_create(&separation, mesh, none), HN_ERR_BAD_INPUT);
	separation_free(&separation);
	int32_t status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status != HN_OK; ++fail) {
		mem_fail_at(mem_allocation_count() + fail);
		status = separation_create(&separation, mesh, mesh);
		mem_fail_at(0);
		cheap_assert(status == HN_OK || status == HN_ERR_NO_MEMORY);
		if (status == HN_OK) break;
		separation_free(&separation);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	HnPose pose = hn_pose_identity();
	double found = 0;
	pose.t.x = (double)NAN;
	ck_assert_int_eq(separation_find(&found, &separation, &pose), HN_ERR_BAD_INPUT);
	separation_free(&separation);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	hn_mesh_destroy(mesh);
	hn_mesh_destroy(none);
}

TEST_SUITE(separation, suite, tc) {
	tcase_add_loop_test(tc, triangles_are_as_far_as_rationals_say, 0, PAIRS);
	tcase_add_test(tc, only_touching_triangles_have_no_distance);
	tcase_add_test(tc, meshes_are_as_far_as_their_nearest_triangles);
	tcase_add_test(tc, long_triangles_are_not_compared_with_all);
	tcase_add_test(tc, tiny_meshes_may_be_far_apart);
	tcase_add_test(tc, separation_reports_what_is_wrong);
}
