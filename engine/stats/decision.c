// This work is based on: C. Jennison, B. W. Turnbull. Interim analyses: the repeated confidence interval
// approach. Journal of the Royal Statistical Society B 51(3), 1989. Intervals that hold at all looks together
// hold wherever looking ends, whatever it was that ended it.
#include "stats/decision.h"

#include <math.h>

#include "stats/stats.h"

double decision_reach(const Question *question, double value, Bounds of) {
	const double limit = question->limit;
	if (isnan(limit)) return (of.hi - of.lo) / 2 / (question->is_share ? 1 : value);
	if (question->is_share) return fmax(of.hi - limit, limit - of.lo);
	return fmax(of.hi / limit, limit / of.lo) - 1;
}

Standing decision_standing(const Question *question, double value, Bounds of, Bounds noise) {
	const bool is_widened = !question->is_share && !isnan(question->limit);
	if (!(of.lo <= of.hi) || (is_widened && !(noise.lo <= noise.hi))) return STANDING_OPEN;
	if (of.hi / (is_widened ? fmin(noise.lo, 1) : 1) < question->limit) return STANDING_BELOW;
	if (of.lo / (is_widened ? fmax(noise.hi, 1) : 1) > question->limit) return STANDING_ABOVE;
	return decision_reach(question, value, of) <= question->margin ? STANDING_NEAR : STANDING_OPEN;
}

double decision_error(int64_t first, int64_t most) {
	int64_t looks = 1;
	for (int64_t at = first; at < most; at = stats_next_look(first, at + 1)) ++looks;
	return STATS_ERROR / (double)(looks + 1);
}
