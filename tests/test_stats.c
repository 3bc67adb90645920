// Medians, their intervals, ratios and orders: against exact binomials, and by how often they are right.
#include "chance.h"
#include "cheap.h"
#include <gmp.h>
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/stats.h"
#include "suite.h"

enum { MOST = 3000, RESAMPLES = 500 };
static double s_scratch[4 * MOST + RESAMPLES];

START_TEST(median_has_half_on_each_side) {
	Rng rng = rng_of(41, 0);
	double v[40], before[40];
	for (int turn = 0; turn < 20000; ++turn) {
		int n = 1 + (int)rng_below(&rng, 40), below = 0, above = 0, kinds = 1 + (int)rng_below(&rng, 50);
		for (int i = 0; i < n; ++i) v[i] = before[i] = (double)rng_below(&rng, (uint64_t)kinds);
		double m = stats_median(v, n, s_scratch);
		for (int i = 0; i < n; ++i) {
			below += v[i] < m;
			above += v[i] > m;
		}
		cheap_assert(2 * below <= n && 2 * above <= n);
		for (int i = 0; i < n; ++i) cheap_assert(v[i] == before[i]);
		ck_assert_double_eq(m * 2, floor(m * 2));
	}
	double huge[] = { 0x1.8p1023, 0x1.cp1023 }, even[] = { 4, 1, 3, 2 }, odd[] = { 9, 1, 5 };
	ck_assert_double_eq(stats_median(huge, 2, s_scratch), 0x1.ap1023);
	ck_assert_double_eq(stats_median(even, 4, s_scratch), 2.5);
	ck_assert_double_eq(stats_median(odd, 3, s_scratch), 5);
}

// By selection it is what sorting finds, of values in any order: up, down, both, in teeth, and in the order
// that leads a median of three astray, which must not take n^2.
START_TEST(median_is_that_of_the_sorted) {
	static double v[MOST];
	Rng rng = rng_of(43, 0);
	for (int turn = 0; turn < 600; ++turn) {
		int64_t n = turn < 300 ? 1 + turn : 1 + (int64_t)rng_below(&rng, MOST), half = n / 2;
		for (int64_t i = 0; i < n; ++i) {
			int64_t astray = i >= half ? 2 * (i - half) + 1 : i % 2 == 0 ? i : half + i;
			int64_t of[] = { i, n - i, i < half ? i : n - i, i % 17, (int64_t)rng_below(&rng, 10), astray };
			v[i] = (double)of[turn % 6];
		}
		double median = stats_median(v, n, s_scratch);
		cheap_assert(median == stats_median_interval(v, n, s_scratch).median);
	}
}

// The rank by exact arithmetic: the largest k with 40 * sum of C(n, i < k) <= 2^n.
static int64_t exact_rank(unsigned long n) {
	mpz_t sum, term, all;
	mpz_inits(sum, term, all, NULL);
	mpz_ui_pow_ui(all, 2, n);
	int64_t k = 0;
	for (;; ++k) {
		mpz_bin_uiui(term, n, (unsigned long)k);
		mpz_addmul_ui(sum, term, 40);
		if (mpz_cmp(sum, all) > 0) break;
	}
	mpz_clears(sum, term, all, NULL);
	return k;
}

START_TEST(interval_ranks_are_the_exact_ones) {
	static double v[MOST];
	for (int i = 0; i < MOST; ++i) v[i] = i + 1; // the value is its rank
	for (int64_t n = 1; n <= MOST; n += n < 300 ? 1 : 171) {
		Interval in = stats_median_interval(v, n, s_scratch);
		int64_t k = exact_rank((unsigned long)n);
		ck_assert_double_eq(in.median, (double)(n + 1) / 2);
		if (n < 6) {
			cheap_assert(k == 0 && isnan(in.lo) && isnan(in.hi));
		} else {
			ck_assert_double_eq(in.lo, (double)k);
			ck_assert_double_eq(in.hi, (double)(n + 1 - k));
		}
	}
	Interval hundred = stats_median_interval(v, 100, s_scratch); // as printed tables of the sign test have it
	cheap_assert(hundred.lo == 40 && hundred.hi == 61);
}

START_TEST(quartile_interval_has_the_ranks_of_the_binomial) {
	static double v[100];
	for (int i = 0; i < 100; ++i) v[i] = 100 - i; // the value is its rank
	static const struct {
		int n;
		double quartile, lo, hi;
	} s_want[] = { { 13, 4, 1, 7 }, { 25, 7, 2, 12 }, { 33, 9, 4, 14 }, { 100, 25.75, 17, 35 } };
	for (int i = 0; i < 4; ++i) {
		Interval in = stats_quartile_interval(v + 100 - s_want[i].n, s_want[i].n, s_scratch);
		ck_assert_double_eq(in.median, s_want[i].quartile);
		ck_assert_double_eq(in.lo, s_want[i].lo);
		ck_assert_double_eq(in.hi, s_want[i].hi);
	}
	for (int n = 1; n < 13; ++n) {
		Interval in = stats_quartile_interval(v, n, s_scratch);
		cheap_assert(isnan(in.lo) && isnan(in.hi) && in.median >= 101 - n);
	}
	double some[25]; // half of them slow, by whatever
	for (int i = 0; i < 25; ++i) some[i] = i % 2 == 0 ? 1 + 1e-3 * i : 2;
	cheap_assert(stats_quartile_interval(some, 25, s_scratch).hi < 1.03);
}

START_TEST(median_interval_covers) {
	static const int sizes[] = { 6, 11, 20, 51 };
	enum { TURNS = 20000 };
	Rng rng = rng_of(42, 0);
	for (int s = 0; s < 4; ++s) {
		int hits = 0;
		for (int turn = 0; turn < TURNS; ++turn) {
			double v[51];
			for (int i = 0; i < sizes[s]; ++i) {
				double u = rng_double(&rng);
				v[i] = u * u * u; // skewed, median 1/8
			}
			Interval in = stats_median_interval(v, sizes[s], s_scratch);
			cheap_assert(in.lo <= in.median && in.median <= in.hi);
			hits += in.lo <= 0.125 && 0.125 <= in.hi;
		}
		double share = (double)hits / (double)TURNS;
		cheap_assert_msg(share > 0.95 - 4 * sqrt(0.05 * 0.95 / (double)TURNS) && share < 0.995, "n = %d: %f",
		                 sizes[s], share);
	}
}

// Rounds with noise of their own, and with a drift that both share: the true ratio is 1/2 always.
static double ratio_coverage(int n, double drift, double keep) {
	enum { TURNS = 600 };
	Rng rng = rng_of(43, (uint64_t)n);
	int hits = 0;
	for (int turn = 0; turn < TURNS; ++turn) {
		double a[100], b[100], state = 0;
		for (int i = 0; i < n; ++i) {
			state = keep * state + about_normal(&rng);
			double common = 1 + drift * state, na = about_normal(&rng), nb = about_normal(&rng);
			a[i] = 5 * common * (1 + 0.01 * na);
			b[i] = 10 * common * (1 + 0.01 * nb);
		}
		Interval in = stats_paired_ratio(a, b, n, RESAMPLES, (uint64_t)turn, s_scratch);
		cheap_assert(in.lo <= in.hi);
		hits += in.lo <= 0.5 && 0.5 <= in.hi;
	}
	return (double)hits / (double)TURNS;
}

START_TEST(ratio_interval_covers) {
	double alone = ratio_coverage(50, 0, 0), drifting = ratio_coverage(60, 0.01, 0.8);
	cheap_assert_msg(alone > 0.90 && alone < 0.995, "%f", alone);
	cheap_assert_msg(drifting > 0.86 && drifting < 0.999, "%f", drifting);
}

START_TEST(ratio_has_its_symmetries) {
	Rng rng = rng_of(44, 0);
	for (int turn = 0; turn < 50; ++turn) {
		double a[31], b[31], twice[31];
		int n = 3 + 2 * (int)rng_below(&rng, 15);
		for (int i = 0; i < n; ++i) {
			a[i] = 1 + rng_double(&rng);
			b[i] = 3 + rng_double(&rng);
			twice[i] = 2 * a[i];
		}
		uint64_t seed = (uint64_t)turn;
		Interval r = stats_paired_ratio(a, b, n, RESAMPLES, seed, s_scratch);
		Interval same = stats_paired_ratio(a, b, n, RESAMPLES, seed, s_scratch);
		ck_assert_mem_eq(&r, &same, sizeof r);
		cheap_assert(r.lo <= r.median && r.median <= r.hi && r.lo > 0.25 && r.hi < 0.67);
		Interval doubled = stats_paired_ratio(twice, b, n, RESAMPLES, seed, s_scratch);
		cheap_assert(doubled.lo == 2 * r.lo && doubled.median == 2 * r.median && doubled.hi == 2 * r.hi);
		Interval one = stats_paired_ratio(a, a, n, RESAMPLES, seed, s_scratch);
		cheap_assert(one.lo == 1 && one.median == 1 && one.hi == 1); // paired: the same rounds of both
		Interval inverse = stats_paired_ratio(b, a, n, RESAMPLES, seed, s_scratch);
		ck_assert_double_lt(fabs(inverse.lo * r.hi - 1), 1e-15);
		ck_assert_double_lt(fabs(inverse.hi * r.lo - 1), 1e-15);
	}
}

START_TEST(ratio_of_too_little_has_no_interval) {
	double one[] = { 3, 0, 0, 0 }, two[] = { 4, 0, 0, 0 };
	Interval r = stats_paired_ratio(one, two, 1, RESAMPLES, 1, s_scratch);
	cheap_assert(r.median == 0.75 && isnan(r.lo) && isnan(r.hi));
	r = stats_paired_ratio(two, one, 4, RESAMPLES, 1, s_scratch); // 0 / 0
	cheap_assert(isnan(r.lo) && isnan(r.hi));
	r = stats_paired_ratio(one, two, 1, 0, 1, s_scratch);
	cheap_assert(isnan(r.lo) && isnan(r.hi));
}

START_TEST(williams_designs_are_balanced) {
	enum { LARGEST = 41 };
	static int32_t order[2 * LARGEST * LARGEST + 1];
	for (int32_t k = 1; k <= LARGEST; ++k) {
		int32_t place[LARGEST][LARGEST] = { { 0 } }, next[LARGEST][LARGEST] = { { 0 } };
		order[2 * k * k] = -77;
		int32_t rows = stats_williams_order(order, k);
		ck_assert_int_eq(order[2 * k * k], -77);
		ck_assert_int_eq(rows, k == 1 ? 1 : k % 2 == 0 ? k : 2 * k);
		for (int32_t row = 0; row < rows; ++row)
			for (int32_t turn = 0; turn < k; ++turn) {
				int32_t worker = order[row * k + turn];
				cheap_assert(worker >= 0 && worker < k);
				place[worker][turn] += 1;
				if (turn > 0) next[order[row * k + turn - 1]][worker] += 1;
			}
		for (int32_t i = 0; i < k; ++i)
			for (int32_t j = 0; j < k; ++j) {
				ck_assert_int_eq(place[i][j], rows / k);
				ck_assert_int_eq(next[i][j], i == j ? 0 : rows / k);
			}
	}
	ck_assert_int_eq(stats_williams_order(order, 0), 0);
}

// How many of all orders of n + m values give a U of at most u, by trying them all.
static double naive_tail(int n, int m, double u) {
	int all = 0, tail = 0;
	for (uint32_t set = 0; set < 1u << (n + m); ++set) {
		if (__builtin_popcount(set) != n) continue;
		int below = 0;
		for (int i = 0; i < n + m; ++i)
			for (int k = 0; k < i; ++k) below += (set >> i & 1) != 0 && (set >> k & 1) == 0;
		all += 1;
		tail += below <= u;
	}
	return (double)tail / all;
}

START_TEST(rank_sums_are_as_likely_as_all_orders_say) {
	Rng rng = rng_of(49, 0);
	for (int turn = 0; turn < 60; ++turn) {
		int n = 1 + (int)rng_below(&rng, 6), m = 1 + (int)rng_below(&rng, 6);
		double a[6], b[6], u = 0;
		for (int i = 0; i < n; ++i) a[i] = rng_double(&rng);
		for (int i = 0; i < m; ++i) b[i] = rng_double(&rng);
		for (int i = 0; i < n * m; ++i) u += a[i / m] > b[i % m];
		double want = 2 * naive_tail(n, m, u < n * m - u ? u : n * m - u);
		double p = stats_rank_sum(a, n, b, m, s_scratch);
		ck_assert_double_eq_tol(p, want < 1 ? want : 1, 1e-12);
		ck_assert_double_eq(p, stats_rank_sum(b, m, a, n, s_scratch));
	}
}

// Of too many values to count all orders: 30 and 30 with U = 400 have 0.4670660 by the exact distribution.
START_TEST(rank_sums_of_many_are_near_the_exact_ones) {
	double a[30], b[30];
	for (int i = 0; i < 30; ++i) {
		b[i] = 2 * i;
		a[i] = 2 * (i < 10 ? 13 : 12) + 1 + 1e-3 * i; // 14 or 13 of b are below
	}
	ck_assert_int_gt(60, RANK_SUM_EXACT);
	ck_assert_double_eq_tol(stats_rank_sum(a, 30, b, 30, s_scratch), 0.4670660, 0.004);
}

// Of equal distributions at most 5 % are "different" at the level of 5 %, also with ties and by the normal
// distribution; of unequal ones nearly all are.
START_TEST(rank_sums_are_honest_and_see) {
	enum { TRIES = 1000 };
	static const struct {
		int n, m, kinds;
	} cases[] = { { 11, 11, 0 }, { 25, 25, 0 }, { 40, 60, 0 }, { 11, 11, 5 }, { 40, 30, 3 } };
	Rng rng = rng_of(50, 0);
	for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
		int same = 0, shifted = 0, n = cases[c].n, m = cases[c].m, kinds = cases[c].kinds;
		for (int turn = 0; turn < TRIES; ++turn) {
			double a[60], b[60];
			for (int i = 0; i < n; ++i)
				a[i] = kinds > 0 ? (double)rng_below(&rng, (uint64_t)kinds) : about_normal(&rng);
			for (int i = 0; i < m; ++i)
				b[i] = kinds > 0 ? (double)rng_below(&rng, (uint64_t)kinds) : about_normal(&rng);
			same += stats_rank_sum(a, n, b, m, s_scratch) < 0.05;
			for (int i = 0; i < n; ++i) a[i] += 3;
			shifted += stats_rank_sum(a, n, b, m, s_scratch) < 0.05;
		}
		ck_assert_msg(same <= TRIES * 7 / 100, "case %d: %d of %d equal ones differ", (int)c, same, TRIES);
		ck_assert_msg(shifted >= TRIES * 99 / 100, "case %d: %d of %d shifted ones differ", (int)c, shifted,
		              TRIES);
	}
	double ones[] = { 1, 1, 1 };
	ck_assert_double_eq(stats_rank_sum(ones, 3, ones, 3, s_scratch), 1);
}

// Values taken apart: the interval holds the true ratio in about 95 % of all tries, however many of each.
START_TEST(ratios_of_values_taken_apart_hold_the_truth) {
	enum { TRIES = 200 };
	Rng rng = rng_of(51, 0);
	int inside = 0;
	for (int turn = 0; turn < TRIES; ++turn) {
		double a[31], b[21];
		for (int i = 0; i < 31; ++i) a[i] = 30 + about_normal(&rng);
		for (int i = 0; i < 21; ++i) b[i] = 20 + about_normal(&rng);
		Interval ratio = stats_ratio(a, 31, b, 21, RESAMPLES, (uint64_t)turn, s_scratch);
		ck_assert(ratio.lo <= ratio.median && ratio.median <= ratio.hi);
		inside += ratio.lo <= 1.5 && 1.5 <= ratio.hi;
	}
	ck_assert_msg(inside >= TRIES * 91 / 100 && inside <= TRIES * 99 / 100, "%d of %d", inside, TRIES);
	double one = 3, two[] = { 1, 2 };
	ck_assert(isnan(stats_ratio(&one, 1, two, 2, RESAMPLES, 1, s_scratch).lo));
}

// Two rounds are one block, so every resample has both, in one order or the other: the ratio is known
// exactly.
START_TEST(blocks_go_around_the_end) {
	const double a[] = { 1, 2, 1, 2 }, b[] = { 1, 1, 1, 1 };
	Interval paired = stats_paired_ratio(a, b, 2, RESAMPLES, 1, s_scratch);
	ck_assert(paired.lo == 1.5 && paired.median == 1.5 && paired.hi == 1.5);
	Interval apart = stats_ratio(a, 2, b, 2, RESAMPLES, 1, s_scratch);
	ck_assert(apart.lo == 1.5 && apart.median == 1.5 && apart.hi == 1.5);
	apart = stats_ratio(b, 2, a, 2, RESAMPLES, 1, s_scratch);
	ck_assert(apart.lo == 1 / 1.5 && apart.hi == 1 / 1.5);
}

// 1 2 2 3 against 2 3 3 4: U = 1 + 2/2 + 2/2 + 3/2 ... below, with ties of three 2, three 3. The formula of
// Mann and Whitney, with the tie term, by hand: U = 3, variance 16/12 (9 - 48/56), distance 8 - 3 - 0.5.
START_TEST(ties_narrow_a_rank_sum) {
	const double a[] = { 1, 2, 2, 3 }, b[] = { 2, 3, 3, 4 };
	double variance = 16.0 / 12 * (9 - 48.0 / 56);
	double want = erfc(4.5 / sqrt(2 * variance));
	ck_assert_double_eq_tol(stats_rank_sum(a, 4, b, 4, s_scratch), want, 1e-12);
	ck_assert_double_eq_tol(stats_rank_sum(b, 4, a, 4, s_scratch), want, 1e-12);
}

// What falls is as steady as what rises. With ties of two and three: variance (8 7 21 - 2 1 9 - 3 2 11) / 18.
START_TEST(a_trend_has_two_directions_and_ties) {
	const double rising[] = { 1, 2, 2, 3, 4, 4, 4, 5 };
	double falling[8], variance = (8 * 7 * 21 - 2 * 1 * 9 - 3 * 2 * 11) / 18.0;
	for (int i = 0; i < 8; ++i) falling[i] = -rising[i];
	double want = erfc((24 - 1) / sqrt(2 * variance)); // 28 pairs, of which 4 are equal
	ck_assert_double_eq_tol(stats_trend(rising, 8, s_scratch), want, 1e-12);
	ck_assert_double_eq_tol(stats_trend(falling, 8, s_scratch), want, 1e-12);
}

// By chance a trend is steady as often as its probability says; a real one is seen among many values.
START_TEST(trends_are_as_likely_as_all_orders_say) {
	double rising[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, ties[] = { 1, 1, 1, 1, 1 };
	enum { TRIES = 2000 };
	Rng rng = rng_of(52, 0);
	// 2 of 8! orders are sorted; the normal distribution is near
	ck_assert_double_eq_tol(stats_trend(rising, 8, s_scratch), 2.0 / 40320, 1e-3);
	ck_assert_double_eq(stats_trend(ties, 5, s_scratch), 1);
	ck_assert_double_eq(stats_trend(rising, 2, s_scratch), 1);
	int steady = 0;
	for (int turn = 0; turn < TRIES; ++turn) {
		double v[24];
		int n = 8 + turn % 17, kinds = turn % 2 == 0 ? 1000000 : 4;
		for (int i = 0; i < n; ++i) v[i] = (double)rng_below(&rng, (uint64_t)kinds);
		steady += stats_trend(v, n, s_scratch) < 0.05;
	}
	ck_assert_msg(steady >= TRIES / 50 && steady <= TRIES * 65 / 1000, "%d of %d", steady, TRIES);
	static double many[MOST];
	for (int i = 0; i < MOST; ++i) many[i] = i + 100 * about_normal(&rng);
	ck_assert(stats_trend(many, MOST, s_scratch) < 1e-6);
}

// The chance that at least k of n are found, each with chance p.
static double at_least(int k, int n, double p) {
	double sum = 0;
	for (int i = k; i <= n; ++i)
		sum += exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1)) * pow(p, i) * pow(1 - p, n - i);
	return sum;
}

// At either bound what was found, or what lies farther, is as unlikely as half of the error.
START_TEST(binomial_bounds_are_exact) {
	enum { N = 10 };
	for (int k = 0; k <= N; ++k) {
		const Interval of = stats_binomial(k, N, 0.05);
		ck_assert(of.median == k / (double)N);
		if (k > 0) ck_assert_double_eq_tol(at_least(k, N, of.lo), 0.025, 1e-9);
		if (k < N) ck_assert_double_eq_tol(1 - at_least(k + 1, N, of.hi), 0.025, 1e-9);
	}
	ck_assert(stats_binomial(0, N, 0.05).lo == 0 && stats_binomial(N, N, 0.05).hi == 1);
}

TEST_SUITE(stats, suite, tc) {
	tcase_add_test(tc, median_has_half_on_each_side);
	tcase_add_test(tc, median_is_that_of_the_sorted);
	tcase_add_test(tc, interval_ranks_are_the_exact_ones);
	tcase_add_test(tc, quartile_interval_has_the_ranks_of_the_binomial);
	tcase_add_test(tc, median_interval_covers);
	tcase_add_test(tc, ratio_interval_covers);
	tcase_add_test(tc, ratio_has_its_symmetries);
	tcase_add_test(tc, ratio_of_too_little_has_no_interval);
	tcase_add_test(tc, williams_designs_are_balanced);
	tcase_add_test(tc, rank_sums_are_as_likely_as_all_orders_say);
	tcase_add_test(tc, rank_sums_of_many_are_near_the_exact_ones);
	tcase_add_test(tc, rank_sums_are_honest_and_see);
	tcase_add_test(tc, ratios_of_values_taken_apart_hold_the_truth);
	tcase_add_test(tc, trends_are_as_likely_as_all_orders_say);
	tcase_add_test(tc, blocks_go_around_the_end);
	tcase_add_test(tc, ties_narrow_a_rank_sum);
	tcase_add_test(tc, a_trend_has_two_directions_and_ties);
	tcase_add_test(tc, binomial_bounds_are_exact);
}
