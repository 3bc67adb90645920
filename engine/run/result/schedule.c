#include "run/result/schedule.h"

#include "stats/decision.h"
#include "stats/stats.h"

int32_t schedule_first_look(const PlanGroup *group) {
	return group->precision == 0 || group->runs > PRECISION_ROUNDS_MIN ? group->runs : PRECISION_ROUNDS_MIN;
}

double schedule_error(const PlanGroup *group) {
	const int32_t first = schedule_first_look(group);
	return group->question_count > 0 ? decision_error(first, PRECISION_ROUNDS_MAX) : STATS_ERROR;
}
