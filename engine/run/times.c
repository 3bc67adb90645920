#include "run/times.h"

#include "base/error.h"
#include "base/mem.h"

int32_t times_init(MemberTimes *out, const Result *result, int64_t more) {
	*out = (MemberTimes){ .most = result->samples.count + more + 1 };
	out->values = mem_alloc(mem_array_size(2 * out->most, sizeof *out->values));
	out->begin = mem_alloc(mem_array_size(out->most, sizeof *out->begin));
	if (out->values == NULL || out->begin == NULL) return ERR_NO_MEMORY;
	out->scratch = out->values + out->most;
	return ERR_OK;
}

void times_free(MemberTimes *times) {
	mem_free(times->values, mem_array_size(2 * times->most, sizeof *times->values));
	mem_free(times->begin, mem_array_size(times->most, sizeof *times->begin));
}

void times_take(MemberTimes *times, const Result *result, int32_t member, int32_t part) {
	int32_t sitting = 0;
	times->n = times->sittings = 0;
	for (int64_t i = 0; i < result->samples.count; ++i) {
		const Sample *s = &result->samples.data[i];
		if (s->member != member || s->round <= 0) continue;
		if (times->n == 0 || s->sitting != sitting) times->begin[times->sittings++] = times->n;
		sitting = s->sitting;
		times->values[times->n++] = sample_step_ms(result, s, part);
	}
	times->begin[times->sittings] = times->n;
}

Sittings times_sittings(const MemberTimes *times) {
	return (Sittings){ times->values, times->begin, times->sittings };
}
