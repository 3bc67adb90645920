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

// Nothing that failed is waited for, nor what took no more samples since an earlier look closed its
// questions: the twin's noise may have grown since. Without a twin no ratio can be held against a limit.
static bool can_be_decided(const Result *result, const PlanQuestion *asked, int32_t twin) {
	const bool needs_twin = asked->below == 0 && !isnan(asked->limit);
	return is_ok(result, asked->a) && is_ok(result, asked->b) && !result->members[asked->a].left &&
	       !result->members[asked->b].left && (is_ok(result, twin) || !needs_twin);
}

// Whether times without any noise would leave it open, wherever in its interval the value is: then more
// instances would decide, and not more times.
static bool has_too_few(const Question *question, const PopulationEstimate *of) {
	const double values[] = { of->counted.lo, of->value, of->counted.hi };
	if (!(of->drawn > 0)) return false;
	for (int i = 0; i < 3; ++i) {
		const double x = values[i], factor = exp(of->drawn);
		const Bounds least = question->is_share ? (Bounds){ x - of->drawn, x + of->drawn }
		                                        : (Bounds){ x / factor, x * factor };
		if (decision_standing(question, x, least, (Bounds){ 1, 1 }) != STANDING_OPEN) return false;
	}
	return true;
}

static int32_t look_at(Look *out, bool *needed, const Result *result, const PlanQuestion *asked,
                       Bounds noise) {
	const Question question = { asked->below > 0, asked->limit, result->group->precision };
	PopulationEstimate of;
	int32_t status = result_compared(&of, result, asked->a, asked->b, asked->below);
	if (status != HN_OK || decision_standing(&question, of.value, of.all, noise) != STANDING_OPEN ||
	    has_too_few(&question, &of))
		return status;
	const double reach = decision_reach(&question, of.value, of.all);
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
	int32_t status = result_compared(&noise, result, twin, 0, 0);
	for (int32_t i = 0; i < group->question_count && status == HN_OK; ++i)
		if (can_be_decided(result, &group->questions[i], twin))
			status = look_at(out, needed, result, &group->questions[i], noise.counted);
	needed[0] = needed[twin] = out->open > 0;
	return status;
}
