#include "run/result/look.h"

#include <math.h>
#include <string.h>

#include "run/result/drawn.h"
#include "run/result/schedule.h"
#include "stats/decision.h"
#include "stats/stats.h"

bool look_is_due(const Result *result) {
	const int32_t first = schedule_first_look(result->group);
	return result->group->question_count > 0 && result->look.rounds < result->rounds &&
	       stats_next_look(first, result->rounds) == result->rounds;
}

static bool is_ok(const Result *result, int32_t member) { return result->members[member].status == ROW_OK; }

static Bounds bounds_of(const PopulationEstimate *of) { return (Bounds){ of->lo, of->hi }; }

// Nothing that failed is waited for. Without a twin no ratio can be held against a limit.
static bool can_be_decided(const Result *result, const PlanQuestion *asked, int32_t twin) {
	const bool needs_twin = !asked->is_share && !isnan(asked->limit);
	return is_ok(result, asked->a) && is_ok(result, asked->b) && (is_ok(result, twin) || !needs_twin);
}

static int32_t look_at(Look *out, bool *needed, const Result *result, const PlanQuestion *asked,
                       Bounds noise) {
	const Question question = { asked->is_share, asked->limit, result->group->precision };
	PopulationEstimate of;
	int32_t status = result_compared(&of, result, asked->a, asked->b, asked->is_share);
	if (status != HN_OK || decision_standing(&question, of.value, bounds_of(&of), noise) != STANDING_OPEN)
		return status;
	const double reach = decision_reach(&question, of.value, bounds_of(&of));
	if (!(reach <= out->worst)) out->worst = reach; // NaN stays, because no comparison with it is true
	out->open += 1;
	needed[asked->a] = needed[asked->b] = true;
	return HN_OK;
}

int32_t look_take(Look *out, bool *needed, const Result *result) {
	const PlanGroup *group = result->group;
	const int32_t twin = group->algorithm_count;
	PopulationEstimate noise;
	*out = (Look){ .rounds = result->rounds };
	memset(needed, 0, (size_t)result->member_count * sizeof *needed);
	int32_t status = result_compared(&noise, result, twin, 0, false);
	for (int32_t i = 0; i < group->question_count && status == HN_OK; ++i)
		if (can_be_decided(result, &group->questions[i], twin))
			status = look_at(out, needed, result, &group->questions[i], bounds_of(&noise));
	needed[0] = needed[twin] = out->open > 0;
	return status;
}
