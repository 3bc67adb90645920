// Samples of which a share was taken on a slow core: what a quiet one would have taken, as planted, how well
// intervals know it, and what becomes of a group that does not tell.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "detect/detect.h"
#include "groups.h"
#include "run/result/precision.h"
#include "run/result/ratio.h"
#include "run/result/slow_core.h"
#include "run/result/times.h"
#include "stats/quiet.h"
#include "suite.h"

enum {
	SESSIONS = 12,
	PER = 3,
	N = SESSIONS * PER,
	RESAMPLES = 300,
	SCRATCH = 4 * N + RESAMPLES + QUIET_SUMS * (SESSIONS + 1)
};

typedef struct Planted {
	double values[N], shares[N], factors[N], corrected[N];
	int64_t begin[SESSIONS + 1];
} Planted;

// About normal, of deviation 1.
static double noise(Rng *rng) {
	double sum = 0;
	for (int i = 0; i < 12; ++i) sum += rng_double(rng);
	return sum - 6;
}

// Neighbours that are there for whole sessions, more or less: `most` of a sample at most.
static double share(Rng *rng, double level, double most) {
	return most * fmax(fmin(level + 0.25 * noise(rng), 1), 0);
}

// A time of 1 on a quiet core takes 1 + c on a slow one; sessions differ by 1 %, samples by 3 %.
static bool plant(Planted *out, Rng *rng, double c, double most) {
	double scratch[SCRATCH];
	for (int32_t s = 0; s < SESSIONS; ++s) {
		const double level = rng_double(rng), own = 1 + 0.01 * noise(rng);
		out->begin[s] = (int64_t)s * PER;
		for (int32_t i = s * PER; i < (s + 1) * PER; ++i) {
			out->shares[i] = share(rng, level, most);
			out->values[i] = own * (1 + c * out->shares[i]) * (1 + 0.03 * noise(rng));
		}
	}
	out->begin[SESSIONS] = N;
	const QuietTimes times = { { out->values, out->begin, SESSIONS }, out->shares, QUIET_MEDIANS };
	const bool told = stats_quiet(out->factors, &times, scratch);
	for (int32_t i = 0; i < N; ++i) out->corrected[i] = out->values[i] * out->factors[i];
	return told;
}

// Neighbours that are there in some samples, all of their passes: the rest of the shares are 0.
static bool plant_some(Planted *out, int32_t some, double *ratio) {
	double scratch[SCRATCH];
	for (int32_t i = 0; i < N; ++i) {
		out->shares[i] = i % PER == 0 && i / PER < some;
		out->values[i] = 1 + 0.5 * out->shares[i];
	}
	for (int32_t s = 0; s <= SESSIONS; ++s) out->begin[s] = (int64_t)s * PER;
	const QuietTimes times = { { out->values, out->begin, SESSIONS }, out->shares, QUIET_MEDIANS };
	const bool told = stats_quiet(out->factors, &times, scratch);
	*ratio = out->values[0] * out->factors[0];
	return told;
}

static double median_of(const double *values) {
	double scratch[N];
	return stats_median(values, N, scratch);
}

// Of 1,000 ratios of two algorithms that neighbours slow down by 25 and by 45 %.
START_TEST(intervals_hold_what_a_quiet_core_takes) {
	enum { RUNS = 1000 };
	static double scratch[SCRATCH];
	int32_t held = 0, held_raw = 0;
	double worst = 0, sum = 0;
	Rng rng = rng_of(1, 0);
	for (int32_t run = 0; run < RUNS; ++run) {
		Planted a, b;
		if (!plant(&a, &rng, 0.45, 1) || !plant(&b, &rng, 0.25, 1)) ck_abort_msg("run %d: not told", run);
		const Interval ratio =
		    stats_sessions_ratio(a.corrected, b.corrected, a.begin, SESSIONS, RESAMPLES, 1, scratch);
		const Interval raw =
		    stats_sessions_ratio(a.values, b.values, a.begin, SESSIONS, RESAMPLES, 1, scratch);
		held += ratio.lo <= 1 && ratio.hi >= 1;
		held_raw += raw.lo <= 1 && raw.hi >= 1;
		worst = fmax(worst, fabs(log(ratio.median)));
		sum += fabs(log(ratio.median));
	}
	ck_assert_msg(held >= 94 * RUNS / 100 && held <= 98 * RUNS / 100, "%d of %d", held, RUNS);
	ck_assert_int_le(held_raw, 80 * RUNS / 100);
	ck_assert_double_lt(worst, 0.12);
	ck_assert_double_lt(sum / RUNS, 0.02);
}

// Seven sessions of two samples, of which neighbours are there in one of four, and take more or less each
// time. They alone tell c, and its error is to be no larger in intervals than it is in a mean over all.
START_TEST(few_slow_sessions_make_no_wide_intervals) {
	enum { RUNS = 1000, FEW = 7, TWO = 2, ALL = FEW * TWO };
	static const double s_c[2] = { 0.45, 0.25 };
	static double scratch[SCRATCH];
	static double values[2][ALL], factors[ALL];
	int32_t held = 0, told = 0;
	double half = 0;
	int64_t begin[FEW + 1];
	Rng rng = rng_of(6, 0);
	for (int32_t s = 0; s <= FEW; ++s) begin[s] = (int64_t)s * TWO;
	for (int32_t run = 0; run < RUNS; ++run) {
		double shares[ALL];
		bool tell = true;
		for (int32_t s = 0; s < FEW; ++s) {
			const bool slow = rng_double(&rng) < 0.25;
			for (int32_t i = s * TWO; i < (s + 1) * TWO; ++i) shares[i] = slow ? rng_double(&rng) : 0;
		}
		for (int32_t m = 0; m < 2; ++m) {
			double c = 0;
			for (int32_t i = 0; i < ALL; ++i) {
				if (i % TWO == 0) c = s_c[m] * fmax(1 + 0.3 * noise(&rng), 0);
				values[m][i] = (1 + c * shares[i]) * (1 + 0.03 * noise(&rng));
			}
			const QuietTimes times = { { values[m], begin, FEW }, shares, QUIET_MEDIANS };
			tell = stats_quiet(factors, &times, scratch) && tell;
			for (int32_t i = 0; i < ALL; ++i) values[m][i] *= factors[i];
		}
		if (!tell) continue;
		const Interval ratio = stats_sessions_ratio(values[0], values[1], begin, FEW, RESAMPLES, 1, scratch);
		told += 1;
		held += ratio.lo <= 1 && ratio.hi >= 1;
		half += (ratio.hi - ratio.lo) / 2;
	}
	ck_assert_int_ge(told, RUNS / 4);
	ck_assert_msg(held >= 94 * told / 100, "%d of %d", held, told);
	ck_assert_msg(half / told < 0.09, "%g", half / told);
}

// An algorithm that does not mind neighbours keeps its times, but for the error of that.
START_TEST(who_is_not_slowed_is_not_corrected) {
	double sum = 0;
	Rng rng = rng_of(2, 0);
	for (int32_t run = 0; run < 50; ++run) {
		Planted a;
		ck_assert(plant(&a, &rng, 0, 1));
		sum += log(median_of(a.corrected) / median_of(a.values));
	}
	ck_assert_double_lt(fabs(sum / 50), 0.005);
}

START_TEST(rare_outliers_do_not_move_it) {
	double scratch[SCRATCH];
	Planted a;
	Rng rng = rng_of(3, 0);
	ck_assert(plant(&a, &rng, 0.4, 1));
	const double before = median_of(a.corrected);
	a.values[4] *= 20, a.values[29] *= 20;
	const QuietTimes times = { { a.values, a.begin, SESSIONS }, a.shares, QUIET_MEDIANS };
	ck_assert(stats_quiet(a.factors, &times, scratch));
	for (int32_t i = 0; i < N; ++i) a.corrected[i] = a.values[i] * a.factors[i];
	ck_assert_double_lt(fabs(median_of(a.corrected) / before - 1), 0.02);
}

// Where all passes of a third of the samples are slow and none of the others', they tell; so do two of 36.
// One is not to be told from an outlier.
START_TEST(all_or_nothing_tells) {
	Planted a;
	double ratio;
	ck_assert(plant_some(&a, 12, &ratio));
	ck_assert_double_eq_tol(ratio, 1, 1e-9);
	ck_assert(plant_some(&a, 2, &ratio));
	ck_assert_double_eq_tol(ratio, 1, 1e-9);
	ck_assert(!plant_some(&a, 1, &ratio));
	ck_assert_double_eq(ratio, 1.5);
}

// Shares that are alike tell nothing, nor do few samples or few sessions: all keep their times.
START_TEST(what_is_not_told_is_left) {
	double scratch[SCRATCH];
	Planted a;
	Rng rng = rng_of(4, 0);
	ck_assert(!plant(&a, &rng, 0.4, 0.2));
	for (int32_t i = 0; i < N; ++i) ck_assert_double_eq(a.factors[i], 1);
	ck_assert(plant(&a, &rng, 0.4, 1));
	const int64_t few[] = { 0, 2, 4, 5 }, enough[] = { 0, 2, 4, 6 }, two[] = { 0, 15, 30 };
	QuietTimes times = { { a.values, few, 3 }, a.shares, QUIET_MEDIANS };
	ck_assert(!stats_quiet(a.factors, &times, scratch));
	for (int32_t i = 0; i < 5; ++i) ck_assert_double_eq(a.factors[i], 1);
	times.of = (Sessions){ a.values, two, 2 };
	ck_assert(!stats_quiet(a.factors, &times, scratch));
	times.of = (Sessions){ a.values, enough, 3 };
	for (int32_t i = 0; i < 6; ++i) a.shares[i] = 0.15 * i;
	ck_assert(stats_quiet(a.factors, &times, scratch));
}

// ---- in a result ----

enum { MEMBERS = 2, REPEATS = 10 };

static Result *result_of(PlanGroup *group, Preempted preempted, int32_t block) {
	*group = group_of(1);
	group->runs = 100, group->preempted = preempted;
	group->block = block, group->instance_steps = block > 0 ? 1 : 0;
	Result *result = group_result(group);
	for (int32_t i = 0; i < MEMBERS; ++i) result->members[i].questions = 1;
	result->step_count = 1;
	return result;
}

static void apply(Result *result, Text *line) {
	ck_assert_int_eq(text_check(line), HN_OK);
	ck_assert_int_eq(result_apply(result, line->data), HN_OK);
	text_free(line);
}

// A round of each share, three in a session. Both members take 1 ms, on a slow core 1.5 ms.
static void rounds_of(Result *result, const double *shares, int32_t count) {
	Text line = { 0 };
	for (int32_t round = 0; round < count; ++round) {
		Sample samples[MEMBERS];
		if (round % PER == 0) {
			entry_session(&line, result, "2026-01-01T00:00:00Z", round / PER + 1);
			apply(result, &line);
		}
		for (int32_t i = 0; i < MEMBERS; ++i)
			samples[i] = (Sample){ .member = i,
				                   .turn = i + 1,
				                   .repeats = REPEATS,
				                   .ns = { 0, 0, 0, REPEATS * 1e6 * (1 + 0.5 * shares[round]) },
				                   .slow = REPEATS * shares[round] };
		entry_round(&line, &(RoundTaken){ .samples = samples, .count = MEMBERS, .end = ROUND_COUNTS });
		apply(result, &line);
	}
	ck_assert_int_eq(slow_core_correct(result), HN_OK);
}

static double median_ms(const Result *result, int32_t member) {
	MemberTimes times;
	ck_assert_int_eq(times_init(&times, result, 0), HN_OK);
	times_take(&times, result, member, -1);
	const double out = stats_median(times.values, times.n, times.scratch);
	times_free(&times);
	return out;
}

START_TEST(results_have_the_times_of_a_quiet_core) {
	double shares[N];
	PlanGroup group;
	Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
	ck_assert(slow_core_part(false) == 0.5 && slow_core_part(true) == 0.25);
	for (int32_t i = 0; i < N; ++i) shares[i] = 0.1 * (i * 7 % 11);
	rounds_of(result, shares, N / 2);
	rounds_of(result, shares + N / 2, N / 2); // what was left out before is not left out again
	ck_assert(!result->slow && !result_is_disturbed(result));
	for (int32_t i = 0; i < MEMBERS; ++i) ck_assert_double_eq_tol(median_ms(result, i), 1, 1e-9);
	const Sample *last = &result->samples.data[result->samples.count - 1];
	ck_assert_double_eq_tol(1 - last->taken, 1 / (1 + 0.5 * shares[N - 1]), 1e-9);
	ck_assert_double_eq(last->ns[3], REPEATS * 1e6 * (1 + 0.5 * shares[N - 1])); // what was measured stays
	result_destroy(result);
}

// A group whose core was slow all the time does not tell: it has no interval, until later rounds tell.
START_TEST(who_does_not_tell_has_no_interval) {
	double shares[2 * N], worst;
	PlanGroup group;
	Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
	for (int32_t i = 0; i < 2 * N; ++i) shares[i] = i < N ? 0.8 : 0.1;
	rounds_of(result, shares, N);
	ck_assert(result->slow && result_is_disturbed(result) && !result->disturbed);
	ck_assert_int_eq(result_precision(result, &worst), HN_OK);
	ck_assert(isnan(worst));
	ck_assert_double_eq(median_ms(result, 0), 1 + 0.5 * 0.8);
	rounds_of(result, shares + N, N);
	ck_assert(!result_is_disturbed(result));
	ck_assert_int_eq(result_precision(result, &worst), HN_OK);
	ck_assert(!isnan(worst));
	ck_assert_double_eq_tol(median_ms(result, 0), 1, 1e-9);
	result_destroy(result);
}

// How many of a member's times count, and the ratio of both members.
static int64_t times_that_count(const Result *result, Interval *ratio) {
	MemberTimes times;
	ck_assert_int_eq(times_init(&times, result, 0), HN_OK);
	times_take(&times, result, 1, -1);
	const int64_t out = times.n;
	times_free(&times);
	ck_assert_int_eq(result_ratio(result, 1, 0, 1, ratio), HN_OK);
	return out;
}

// Sessions, of which neighbours slow the first ones whole, and in each of these more, the second
// member twice as much. Quiet samples alone count if half of the sessions have some, and only for those who
// have.
START_TEST(quiet_samples_are_enough) {
	static const struct {
		int32_t all, slow, counting; // sessions, slow ones; times of the second member
	} s_cases[] = { { 12, 5, 7 * PER }, { 12, 6, 6 * PER }, { 12, 7, N }, { 24, 15, 2 * N } };
	for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; ++i) {
		double shares[2 * N];
		PlanGroup group;
		Interval ratio;
		Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
		const int32_t slow = s_cases[i].slow * PER, all = s_cases[i].all * PER;
		for (int32_t k = 0; k < all; ++k) shares[k] = k < slow ? 1 : 0.02 * (k % 2);
		rounds_of(result, shares, all);
		for (int64_t k = 0; k < result->samples.count; ++k) {
			Sample *s = &result->samples.data[k];
			s->ns[3] = REPEATS * 1e6 * (s->round <= slow ? 1 + 0.1 * s->round * (s->member + 1) : 1);
		}
		ck_assert_int_eq(slow_core_correct(result), HN_OK);
		ck_assert(!result_is_disturbed(result));
		ck_assert_int_eq(times_that_count(result, &ratio), s_cases[i].counting);
		if (s_cases[i].counting < all) {
			ck_assert_double_eq_tol(ratio.lo, 1, 1e-12);
			ck_assert_double_eq_tol(ratio.hi, 1, 1e-12);
			ck_assert_double_eq_tol(median_ms(result, 1), 1, 1e-12);
		}
		result_destroy(result);
	}
}

// Whose samples do not tell what a slow core takes is not disturbed where quiet ones are enough.
START_TEST(who_has_enough_need_not_tell) {
	double shares[N];
	PlanGroup group;
	Interval ratio;
	Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
	for (int32_t k = 0; k < N; ++k) shares[k] = k % PER == 0 ? 0.02 : 0.3;
	rounds_of(result, shares, N);
	ck_assert(!result_is_disturbed(result));
	ck_assert_int_eq(times_that_count(result, &ratio), SESSIONS);
	ck_assert_double_eq(median_ms(result, 1), 1 + 0.5 * 0.02);
	ck_assert_double_eq(ratio.lo, 1);
	// where the quiet rounds of the two are not the same, none is left for their ratio
	for (int64_t k = 0; k < result->samples.count; ++k) {
		Sample *s = &result->samples.data[k];
		if (s->member == 1) s->slow = REPEATS * ((s->round - 1) % PER == 1 ? 0.02 : 0.3);
	}
	ck_assert_int_eq(slow_core_correct(result), HN_OK);
	ck_assert(result_is_disturbed(result));
	ck_assert_int_eq(times_that_count(result, &ratio), SESSIONS);
	result_destroy(result);
}

// One that failed while the core was slow does not leave the others without intervals.
START_TEST(who_failed_does_not_count) {
	double shares[N];
	PlanGroup group;
	Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
	ck_assert(slow_core_part(false) == 0.5 && slow_core_part(true) == 0.25);
	for (int32_t i = 0; i < N; ++i) shares[i] = 0.1 * (i * 7 % 11);
	rounds_of(result, shares, N);
	for (int64_t i = 0; i < result->samples.count; ++i) {
		Sample *s = &result->samples.data[i];
		if (s->member == 1) s->slow = REPEATS;
	}
	ck_assert_int_eq(slow_core_correct(result), HN_OK);
	ck_assert(result->slow);
	result->members[1].status = ROW_CRASH;
	ck_assert_int_eq(slow_core_correct(result), HN_OK);
	ck_assert(!result->slow);
	result_destroy(result);
}

// Who does not tell leaves the others their intervals, unless it is the twin, which tells the noise of all.
START_TEST(who_does_not_tell_is_alone) {
	double shares[N];
	PlanGroup group;
	Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
	for (int32_t i = 0; i < N; ++i) shares[i] = 0.1 * (i * 7 % 11);
	rounds_of(result, shares, N);
	for (int64_t i = 0; i < result->samples.count; ++i)
		if (result->samples.data[i].member == 1) result->samples.data[i].slow = REPEATS;
	ck_assert_int_eq(result->members[1].role, ROLE_AA);
	ck_assert_int_eq(slow_core_correct(result), HN_OK);
	ck_assert(member_is_disturbed(result, 0) && member_is_disturbed(result, 1));
	result->members[1].role = ROLE_POINT;
	ck_assert_int_eq(slow_core_correct(result), HN_OK);
	ck_assert(!member_is_disturbed(result, 0) && member_is_disturbed(result, 1));
	ck_assert(result_is_disturbed(result));
	result_destroy(result);
}

// A precision that a slow core keeps away is not waited for without end.
START_TEST(a_slow_group_has_enough_some_day) {
	double shares[N];
	PlanGroup group;
	Result *result = result_of(&group, PREEMPTED_RETAKE, 0);
	group.precision = 0.01, group.runs = 11;
	const int32_t first = schedule_first_look(&group);
	for (int32_t i = 0; i < N; ++i) shares[i] = 0.8;
	ck_assert_int_le(first, N);
	rounds_of(result, shares, N);
	ck_assert(result->slow && !result_has_enough(result));
	for (int32_t rounds = N; rounds < SLOW_LOOKS * first; rounds += PER) rounds_of(result, shares, PER);
	ck_assert(result->slow && result_has_enough(result));
	result_destroy(result);
}

// A few slow passes are left in, where all rounds count they have an interval, and rounds of a population ask
// different things.
START_TEST(others_keep_their_times) {
	static const struct {
		Preempted preempted;
		int32_t block;
		double share;
	} s_cases[] = { { PREEMPTED_RETAKE, 0, 0.15 }, { PREEMPTED_KEEP, 0, 0.8 }, { PREEMPTED_RETAKE, 5, 0 } };
	for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; ++i) {
		double shares[N];
		PlanGroup group;
		Result *result = result_of(&group, s_cases[i].preempted, s_cases[i].block);
		for (int32_t k = 0; k < N; ++k)
			shares[k] = s_cases[i].block > 0 ? 0.1 * (k * 7 % 11) : s_cases[i].share;
		rounds_of(result, shares, N);
		ck_assert(!result_is_disturbed(result));
		for (int64_t k = 0; k < result->samples.count; ++k)
			ck_assert_double_eq(result->samples.data[k].taken, 0);
		result_destroy(result);
	}
}

TEST_SUITE(quiet, suite, tc) {
	tcase_add_test(tc, intervals_hold_what_a_quiet_core_takes);
	tcase_add_test(tc, few_slow_sessions_make_no_wide_intervals);
	tcase_add_test(tc, who_is_not_slowed_is_not_corrected);
	tcase_add_test(tc, rare_outliers_do_not_move_it);
	tcase_add_test(tc, what_is_not_told_is_left);
	tcase_add_test(tc, results_have_the_times_of_a_quiet_core);
	tcase_add_test(tc, who_does_not_tell_has_no_interval);
	tcase_add_test(tc, all_or_nothing_tells);
	tcase_add_test(tc, quiet_samples_are_enough);
	tcase_add_test(tc, who_has_enough_need_not_tell);
	tcase_add_test(tc, who_failed_does_not_count);
	tcase_add_test(tc, who_does_not_tell_is_alone);
	tcase_add_test(tc, a_slow_group_has_enough_some_day);
	tcase_add_test(tc, others_keep_their_times);
}
