// When a group has been measured enough: after a number of rounds, or when the medians of all its members are
// known well enough, whichever of them that takes longest. Nobody leaves early.
#include <math.h>

#include "base/mem.h"
#include "run/group.h"
#include "stats/stats.h"

int32_t result_precision(const Result *result, double *worst) {
	int64_t most = result->samples.count + 1, sampled = 0;
	size_t size = mem_array_size(2 * most, sizeof(double));
	double *values = mem_alloc(size);
	*worst = 0;
	if (values == NULL) return ERR_NO_MEMORY;
	for (int32_t i = 0; i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (m->role == ROLE_CHECK || m->status != ROW_OK) continue;
		int64_t n = member_times(result, i, -1, values);
		double precision = n > 0 ? stats_precision(values, n, values + most) : (double)NAN;
		if (!(precision <= *worst)) *worst = precision; // and stays NaN, below which nothing is
		sampled += n;
	}
	if (sampled == 0) *worst = (double)NAN;
	mem_free(values, size);
	return ERR_OK;
}

bool result_has_enough(const Result *result) {
	const PlanGroup *group = result->group;
	if (group->precision == 0) return result->rounds >= group->runs;
	int32_t first = group->runs > PRECISION_ROUNDS_MIN ? group->runs : PRECISION_ROUNDS_MIN;
	if (result->rounds >= PRECISION_ROUNDS_MAX) return true;
	if (stats_next_look(first, result->rounds) != result->rounds) return false;
	double worst;
	return result_precision(result, &worst) != ERR_OK || worst <= group->precision;
}
