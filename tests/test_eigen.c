// Eigenvectors: orthonormal, reconstructing, ordered and signed by the rule, whatever the matrix.
#include "cheap.h"
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "math/eigen.h"
#include "math/eigen4.h"
#include "scene/motion.h"
#include "suite.h"

static double largest_magnitude(const HnMat3 *a) {
	double largest = 0;
	for (int i = 0; i < 9; ++i) largest = fmax(largest, fabs(a->m[i / 3][i % 3]));
	return largest;
}

// Everything that the header promises. Reconstruction is compared after scaling, so that huge and tiny work.
static void check_eigen(const HnMat3 *a, const double w[3], const HnMat3 *v) {
	int exponent = 0;
	frexp(largest_magnitude(a), &exponent);
	cheap_assert(w[0] >= w[1] && w[1] >= w[2]);
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) {
			double dot = vec3_dot(vec3_load(v->m[i]), vec3_load(v->m[j])), sum = 0;
			cheap_assert_msg(fabs(dot - (i == j)) < 1e-15, "rows %d, %d: %g", i, j, dot - (i == j));
			for (int k = 0; k < 3; ++k) sum += ldexp(w[k], -exponent) * v->m[k][i] * v->m[k][j];
			double wanted = ldexp(a->m[i < j ? i : j][i < j ? j : i], -exponent);
			cheap_assert_msg(fabs(sum - wanted) < 4e-15, "element %d, %d: %g", i, j, sum - wanted);
		}
	HnVec3 third = vec3_cross(vec3_load(v->m[0]), vec3_load(v->m[1]));
	for (int k = 0; k < 3; ++k) ck_assert_double_lt(fabs(vec3_get(third, k) - v->m[2][k]), 1e-15);
	for (int row = 0; row < 2; ++row) {
		int lead = 0;
		for (int k = 1; k < 3; ++k)
			if (fabs(v->m[row][k]) > fabs(v->m[row][lead])) lead = k;
		cheap_assert(v->m[row][lead] > 0);
		for (int k = 0; k < 3; ++k) cheap_assert(v->m[row][k] != 0 || !signbit(v->m[row][k]));
	}
}

// Four matrices at a time: this one and the three before it. The same vectors to the last bit.
static void check_four(const HnMat3 *a) {
	static HnMat3 s_last[4];
	double e[6][4], out[6][4];
	memmove(s_last + 1, s_last, 3 * sizeof *s_last);
	s_last[0] = *a;
	for (int i = 0; i < 4; ++i) {
		const HnMat3 *m = &s_last[i];
		e[0][i] = m->m[0][0], e[1][i] = m->m[1][1], e[2][i] = m->m[2][2];
		e[3][i] = m->m[0][1], e[4][i] = m->m[0][2], e[5][i] = m->m[1][2];
	}
	Vec3x4 two[2];
	eigen4_vectors(two, (Mat3x4){ doubles4_load(e[0]), doubles4_load(e[1]), doubles4_load(e[2]),
	                              doubles4_load(e[3]), doubles4_load(e[4]), doubles4_load(e[5]) });
	for (int i = 0; i < 2; ++i) {
		doubles4_store(out[3 * i], two[i].x);
		doubles4_store(out[3 * i + 1], two[i].y);
		doubles4_store(out[3 * i + 2], two[i].z);
	}
	for (int i = 0; i < 4; ++i) {
		double values[3];
		HnMat3 v;
		mat3_eigen_symmetric(&s_last[i], values, &v);
		for (int k = 0; k < 6; ++k) cheap_assert(memcmp(&v.m[k / 3][k % 3], &out[k][i], sizeof(double)) == 0);
	}
}

static void solve_and_check(const HnMat3 *a) {
	double w[3], w2[3];
	HnMat3 v, v2;
	mat3_eigen_symmetric(a, w, &v);
	check_eigen(a, w, &v);
	mat3_eigen_symmetric(a, w2, &v2);
	ck_assert_mem_eq(w, w2, sizeof w);
	ck_assert_mem_eq(&v, &v2, sizeof v);
	check_four(a);
}

static HnMat3 matrix_of(const double w[3], const HnMat3 *r) {
	HnMat3 a;
	for (int i = 0; i < 3; ++i)
		for (int j = i; j < 3; ++j) {
			a.m[i][j] = 0;
			for (int k = 0; k < 3; ++k) a.m[i][j] += w[k] * r->m[k][i] * r->m[k][j];
			a.m[j][i] = a.m[i][j];
		}
	return a;
}

START_TEST(random_matrices_of_every_scale) {
	Rng rng = rng_of(31, 0);
	for (int turn = 0; turn < 50000; ++turn) {
		HnMat3 a;
		int scale = (int)rng_below(&rng, 2000) - 1000, spread = turn % 3 == 0 ? 40 : 1;
		for (int i = 0; i < 3; ++i)
			for (int j = i; j < 3; ++j) {
				double x = rng_range(&rng, -1, 1);
				a.m[i][j] = a.m[j][i] = ldexp(x, scale - (int)rng_below(&rng, (uint64_t)spread));
				if (turn % 5 == 0 && rng_below(&rng, 3) == 0) a.m[i][j] = a.m[j][i] = 0;
			}
		solve_and_check(&a);
	}
}

// A multiple of the identity but for a little, in which all of the vectors are: what the direct way cannot
// use.
START_TEST(nearly_round_matrices) {
	Rng rng = rng_of(33, 0);
	for (int turn = 0; turn < 20000; ++turn) {
		HnMat3 a;
		double size = ldexp(1, -(int)rng_below(&rng, 60));
		for (int i = 0; i < 3; ++i)
			for (int j = i; j < 3; ++j)
				a.m[i][j] = a.m[j][i] = (i == j ? 1 : 0) + size * rng_range(&rng, -1, 1);
		solve_and_check(&a);
	}
}

// Known eigenvalues, alone, in pairs, all the same, zero and very unlike; small integers give exact ties.
START_TEST(known_values_are_found) {
	Rng rng = rng_of(32, 0);
	for (int turn = 0; turn < 50000; ++turn) {
		double w[3], found[3];
		w[0] = rng_range(&rng, 0.5, 1);
		w[1] = turn % 4 == 0 ? w[0] : turn % 4 == 1 ? 0 : ldexp(w[0], -(int)rng_below(&rng, 300));
		w[2] = turn % 3 == 0 ? w[1] : turn % 3 == 1 ? 0 : w[1] * rng_double(&rng);
		HnMat3 r = motion_random_rotation(&rng), v;
		HnMat3 a = matrix_of(w, &r);
		solve_and_check(&a);
		mat3_eigen_symmetric(&a, found, &v);
		for (int k = 0; k < 3; ++k) ck_assert_double_lt(fabs(found[k] - w[k]), 3e-15);
		if (w[0] - w[1] > 0.1) { // well apart: the vector itself is known
			double along = vec3_dot(vec3_load(v.m[0]), vec3_load(r.m[0]));
			ck_assert_double_lt(1 - fabs(along), 1e-14);
		}
	}
}

START_TEST(small_integer_matrices) {
	for (int code = 0; code < 5 * 5 * 5 * 5 * 5 * 5; ++code) {
		double e[6];
		for (int i = 0, c = code; i < 6; ++i, c /= 5) e[i] = c % 5 - 2;
		HnMat3 a = { { { e[0], e[1], e[2] }, { e[1], e[3], e[4] }, { e[2], e[4], e[5] } } };
		solve_and_check(&a);
	}
}

START_TEST(diagonal_matrices_keep_their_axes) {
	double w[3];
	HnMat3 v, zero = { 0 }, same = { { { 3, 0, 0 }, { 0, 3, 0 }, { 0, 0, 3 } } };
	HnMat3 up = { { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 3 } } }, one = mat3_identity();
	mat3_eigen_symmetric(&zero, w, &v);
	cheap_assert(w[0] == 0 && w[2] == 0);
	ck_assert_mem_eq(&v, &one, sizeof v); // ties keep axis order
	mat3_eigen_symmetric(&same, w, &v);
	cheap_assert(w[0] == 3 && w[2] == 3);
	ck_assert_mem_eq(&v, &one, sizeof v);
	mat3_eigen_symmetric(&up, w, &v);
	cheap_assert(w[0] == 3 && w[1] == 2 && w[2] == 1);
	cheap_assert(v.m[0][2] == 1 && v.m[1][1] == 1 && v.m[2][0] == -1); // right-handed
}

START_TEST(ends_of_the_range) {
	static const double ends[] = { 0x1p-1074, 0x1p-1022, 0x1p1022 };
	for (int i = 0; i < 3; ++i) {
		double e = ends[i];
		HnMat3 a = { { { e, e, 0 }, { e, e, 0 }, { 0, 0, e } } }, v;
		double w[3];
		mat3_eigen_symmetric(&a, w, &v);
		double slack = 0x1p-50 * e;
		cheap_assert(fabs(w[0] - 2 * e) <= slack && fabs(w[1] - e) <= slack && fabs(w[2]) <= slack);
		if (i == 0) continue; // values between subnormals cannot reconstruct
		HnMat3 b = { { { e, 0x1p-1074, 0 }, { 0x1p-1074, 0, e }, { 0, e, -e } } };
		solve_and_check(&b);
	}
	HnMat3 largest;
	for (int i = 0; i < 9; ++i) largest.m[i / 3][i % 3] = 0x1.fffffffffffffp1023 / (i % 4 == 0 ? 1 : 4);
	double w[3];
	HnMat3 v;
	mat3_eigen_symmetric(&largest, w, &v); // the value itself overflows, the vectors are good
	ck_assert_double_lt(fabs(v.m[0][0] - sqrt(1.0 / 3)), 1e-15);
}

TEST_SUITE(eigen, suite, tc) {
	tcase_add_test(tc, random_matrices_of_every_scale);
	tcase_add_test(tc, nearly_round_matrices);
	tcase_add_test(tc, known_values_are_found);
	tcase_add_test(tc, small_integer_matrices);
	tcase_add_test(tc, diagonal_matrices_keep_their_axes);
	tcase_add_test(tc, ends_of_the_range);
}
