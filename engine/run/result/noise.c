#include "run/result/noise.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "run/result/times.h"

// Rounds of one process resemble each other. If there are enough sessions, the trend is tested on sessions.
static double trend_of(const MemberTimes *times) {
	if (times->sessions < NOISE_ROUNDS_MIN) return stats_trend(times->values, times->n, times->scratch);
	double *levels = times->scratch, *scratch = levels + times->sessions;
	for (int64_t i = 0; i < times->sessions; ++i) {
		int64_t at = times->begin[i];
		levels[i] = stats_median(times->values + at, times->begin[i + 1] - at, scratch);
	}
	return stats_trend(levels, times->sessions, scratch);
}

static RowNoise row_noise(const MemberTimes *times) {
	const double *values = times->values;
	const int64_t n = times->n, third = n / 3;
	double *scratch = times->scratch;
	RowNoise out = { .trend = trend_of(times) };
	double first = stats_median(values, third, scratch),
	       last = stats_median(values + n - third, third, scratch);
	out.drift = last / first - 1;
	memcpy(scratch, values, (size_t)n * sizeof *scratch);
	sort_doubles(scratch, n);
	out.spread = (scratch[n - 1 - n / 4] - scratch[n / 4]) / scratch[n / 2];
	return out;
}

int32_t noise_add(Noise *noise, const Result *result) {
	MemberTimes times;
	int32_t status = times_init(&times, result, result->samples.count); // levels, and room to sort them
	for (int32_t i = 0; i < result->member_count && status == HN_OK; ++i) {
		const Member *m = &result->members[i];
		if (!result->finished || m->role == ROLE_CHECK || m->status != ROW_OK) continue;
		times_take(&times, result, i, -1);
		if (times.n < NOISE_ROUNDS_MIN) continue;
		RowNoise row = row_noise(&times);
		if (result->group->block > 0) row.spread = 0; // rounds time different instances
		if (!ARRAY_PUSH(&noise->rows, row)) status = HN_ERR_NO_MEMORY;
	}
	times_free(&times);
	return status;
}

void noise_free(Noise *noise) { ARRAY_FREE(&noise->rows); }

int32_t noise_drifting(const Noise *noise, double *worst) {
	int32_t count = 0;
	double level = NOISE_LEVEL / (double)(noise->rows.count > 0 ? noise->rows.count : 1);
	*worst = 0;
	for (int64_t i = 0; i < noise->rows.count; ++i) {
		const RowNoise *row = &noise->rows.data[i];
		if (!(row->trend < level) || !(fabs(row->drift) > NOISE_DRIFT)) continue;
		count += 1;
		if (fabs(row->drift) > fabs(*worst)) *worst = row->drift;
	}
	return count;
}

int32_t noise_varying(const Noise *noise, double *worst) {
	int32_t count = 0;
	*worst = 0;
	for (int64_t i = 0; i < noise->rows.count; ++i) {
		const RowNoise *row = &noise->rows.data[i];
		count += row->spread > NOISE_SPREAD;
		if (row->spread > *worst) *worst = row->spread;
	}
	return count;
}
