// Decides when a group has been measured enough: after a number of rounds, when the medians of all its
// members are known well enough, where no member leaves early, or when claims are decided.
#include <math.h>

#include "run/result/drawn.h"
#include "run/result/precision.h"
#include "run/result/ratio.h"
#include "run/result/slow_core.h"
#include "run/result/times.h"
#include "stats/stats.h"

static bool is_timed_ok(const Result *result, int32_t member) {
	return member_is_timed(result, member) && result->members[member].status == ROW_OK;
}

// Of a population, what is known to some share are the ratios of all ok members to the first of them: a
// median over rounds is one over different instances. It is that over the instances which were counted: for
// others like them more of them are needed, and not more rounds. False: there is only one such member.
static bool drawn_precision(const Result *result, double *worst, int32_t *status) {
	int32_t base = -1, others = 0;
	*worst = 0;
	for (int32_t i = 0; i < result->member_count && *status == HN_OK; ++i) {
		if (!is_timed_ok(result, i)) continue;
		if (base < 0) {
			base = i;
			continue;
		}
		PopulationEstimate ratio;
		others += 1;
		*status = result_compared(&ratio, result, i, base, 0);
		double precision = (ratio.counted.hi - ratio.counted.lo) / 2 / ratio.value;
		if (!(precision <= *worst)) *worst = precision; // NaN stays, because no comparison with it is true
	}
	return others > 0;
}

// The ratio of the twin to the algorithm that it repeats: what noise makes of 1. Medians may be precise where
// it is not: where each of the two keeps for long to a pace of its own.
static int32_t noise_precision(const Result *result, double *worst) {
	const int32_t twin = result->group->algorithm_count;
	if (twin >= result->member_count || !is_timed_ok(result, 0) || !is_timed_ok(result, twin)) return HN_OK;
	Interval noise;
	int32_t status = result_ratio(result, twin, 0, result->group->algorithms[0].point, &noise);
	const double precision = stats_precision(noise);
	if (!(precision <= *worst)) *worst = precision;
	return status;
}

int32_t result_precision(const Result *result, double *worst) {
	int32_t found = HN_OK;
	if (result->group->question_count > 0) {
		*worst = result->look.rounds > 0 && !result_is_disturbed(result) ? result->look.worst : (double)NAN;
		return HN_OK;
	}
	if (result->group->block > 0 && drawn_precision(result, worst, &found)) return found;
	MemberTimes times;
	int32_t status = times_init(&times, result, 0);
	int64_t sampled = 0;
	*worst = 0;
	for (int32_t i = 0; i < result->member_count && status == HN_OK; ++i) {
		if (!is_timed_ok(result, i)) continue;
		times_take(&times, result, i, -1);
		Sessions of = times_sessions(&times);
		double precision =
		    times.n > 0 ? stats_precision(stats_sessions_median(&of, times.scratch)) : (double)NAN;
		if (!(precision <= *worst)) *worst = precision; // NaN stays, because no comparison with it is true
		sampled += times.n;
	}
	times_free(&times);
	if (status == HN_OK && sampled > 0) status = noise_precision(result, worst);
	if (sampled == 0 || result_is_disturbed(result)) *worst = (double)NAN;
	return status;
}

static bool anyone_ok(const Result *result) {
	for (int32_t i = 0; i < result->member_count; ++i)
		if (is_timed_ok(result, i)) return true;
	return false;
}

// Of a map, a cell that nothing asked the time of.
static bool result_is_untimed(const Result *result) { return result->finished && result->rounds == 0; }

int32_t result_imprecise(const Result *result, bool *imprecise, double *worst) {
	double wanted = result->group->precision;
	*imprecise = false;
	if (wanted == 0 || result_is_untimed(result) || !anyone_ok(result)) return HN_OK;
	int32_t status = result_precision(result, worst);
	if (isnan(*worst)) *worst = (double)INFINITY;
	*imprecise = *worst > wanted;
	return status;
}

bool result_was_cut(const Result *result) {
	return result->finished && !result_is_untimed(result) && anyone_ok(result) && !result_has_enough(result);
}

bool result_has_enough(const Result *result) {
	const PlanGroup *group = result->group;
	if (group->precision == 0) return result->rounds >= group->runs;
	int32_t first = schedule_first_look(group);
	if (result->disturbed) return result->rounds >= first;                 // more rounds give no interval
	if (result->slow && result->rounds >= SLOW_LOOKS * first) return true; // nor do they tell
	if (result->rounds >= PRECISION_ROUNDS_MAX && result->rounds >= first) return true;
	if (group->question_count > 0) return result->look.rounds > 0 && result->look.open == 0;
	if (stats_next_look(first, result->rounds) != result->rounds) return false;
	double worst;
	return result_precision(result, &worst) != HN_OK || worst <= group->precision;
}

int32_t result_session_end(const Result *result, bool hasty) {
	int32_t first = schedule_first_look(result->group), rounds = result->rounds,
	        more = result->group->block > 0 ? SESSION_ROUNDS_MIN : (int32_t)sqrt((double)rounds);
	if (first < STATS_SESSIONS_MIN) return first; // no median of so few has an interval
	if (hasty) return rounds + 1;
	const int32_t share = first / STATS_SESSIONS_MIN;
	// a session's trees may take longer than its rounds, and nothing is asked of more sessions here
	if (result->group->unbuilt && share > SESSION_ROUNDS_MIN) return rounds + share;
	if (first >= SESSION_ROUNDS_MIN * STATS_SESSIONS_MIN || rounds >= first)
		return rounds + (more > SESSION_ROUNDS_MIN ? more : SESSION_ROUNDS_MIN);
	int32_t end = first;
	for (int32_t k = STATS_SESSIONS_MIN; k > 0 && first * k / STATS_SESSIONS_MIN > rounds; --k)
		end = first * k / STATS_SESSIONS_MIN;
	return end;
}

// What a session does once for a member was done.
static bool member_is_done(const Result *result, int32_t member) {
	const bool lacks_steps = result->group->per_step && result->members[member].steps == NULL;
	return !lacks_steps && !member_wants_inspection(result, member) &&
	       !member_wants_counters(result, member) && !member_wants_afresh(result, member);
}

Completeness result_completeness(const Result *result) {
	bool anyone = false, done = true, counted = result->sessions > 0;
	for (int32_t i = 0; i < result->member_count; ++i) {
		if (!is_timed_ok(result, i)) continue;
		anyone = true;
		done = done && member_is_done(result, i);
	}
	bool prepared = counted && (!anyone || (result->rounds > 0 && done));
	return (Completeness){ prepared, prepared && (!anyone || result_has_enough(result)) };
}

bool result_is_prepared(const Result *result) { return result_completeness(result).prepared; }
