#include "run/result/retake.h"

#include "run/result/precision.h"

int32_t result_retakes_max(const Result *result) {
	int32_t first = schedule_first_look(result->group);
	return result->group->precision > 0 && result->rounds > first ? result->rounds : first;
}

bool result_retakes(const Result *result, const Sample *samples, int32_t count) {
	return result->group->preempted == PREEMPTED_RETAKE && samples_preempted(samples, count) &&
	       result->retaken < result_retakes_max(result);
}

void retakes_add(Retakes *retakes, const Result *result) {
	retakes->rounds += result->retaken;
	retakes->groups += result->retaken > 0;
	retakes->disturbed += result->disturbed;
	retakes->slow_groups += result->slow;
	retakes->policies[result->group->preempted] += 1;
	for (int64_t i = 0; i < result->samples.count; ++i) {
		const Sample *s = &result->samples.data[i];
		if (s->round == 0) continue;
		retakes->passes += s->repeats;
		retakes->slow += s->slow;
	}
}
