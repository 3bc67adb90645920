#include "run/noise.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "stats/stats.h"

// values: in the order of rounds; scratch: n doubles
static RowNoise row_noise(const double *values, int64_t n, double *scratch) {
	RowNoise out = { .trend = stats_trend(values, n, scratch) };
	int64_t third = n / 3;
	double first = stats_median(values, third, scratch),
	       last = stats_median(values + n - third, third, scratch);
	out.drift = last / first - 1;
	memcpy(scratch, values, (size_t)n * sizeof *scratch);
	sort_doubles(scratch, n);
	out.spread = (scratch[n - 1 - n / 4] - scratch[n / 4]) / scratch[n / 2];
	return out;
}

int32_t noise_add(Noise *noise, const Result *result) {
	int64_t most = result->samples.count + 1;
	size_t size = mem_array_size(2 * most, sizeof(double));
	double *values = mem_alloc(size);
	int32_t status = values != NULL ? ERR_OK : ERR_NO_MEMORY;
	for (int32_t i = 0; i < result->member_count && status == ERR_OK; ++i) {
		const Member *m = &result->members[i];
		if (!result->finished || m->role == ROLE_CHECK || m->status != ROW_OK) continue;
		int64_t n = member_times(result, i, -1, values);
		if (n < NOISE_ROUNDS_MIN) continue;
		if (!ARRAY_PUSH(&noise->rows, row_noise(values, n, values + most))) status = ERR_NO_MEMORY;
	}
	mem_free(values, size);
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
