#include "run/result/ratio.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/result/times.h"

int64_t ratio_sessions(const int64_t *sessions, int64_t n, int64_t *begin) {
	int64_t count = 0;
	for (int64_t i = 0; i < n; ++i)
		if (i == 0 || (sessions != NULL && sessions[i] != sessions[i - 1])) begin[count++] = i;
	begin[count] = n;
	return count;
}

Interval ratio_of(const double *a, const double *b, const int64_t *sessions, int64_t n, uint64_t seed,
                  int64_t *begin, double *scratch) {
	if (sessions != NULL) {
		int64_t count = ratio_sessions(sessions, n, begin);
		return stats_sessions_ratio(a, b, begin, count, RATIO_RESAMPLES, seed, scratch);
	}
	Interval out = stats_paired_ratio(a, b, n, RATIO_RESAMPLES, seed, scratch);
	if (n < RATIO_ROUNDS_MIN) out.lo = out.hi = (double)NAN;
	return out;
}

// The times of rounds in which both took part, and the sessions of these.
typedef struct Pairs {
	double *own, *others;
	int64_t *sessions;
	int64_t n;
} Pairs;

// Of those on a quiet core alone, where they are enough.
static void gather_pairs(Pairs *out, const Result *result, int32_t member, int32_t over) {
	const bool quiet = times_quiet_alone(result, member, over);
	double (*const ms)(const Result *, const Sample *, int32_t) = quiet ? sample_measured_ms : sample_step_ms;
	SamplePair both;
	for (int64_t at = 0; samples_next(&both, result, member, over, &at);) {
		if (quiet && !(sample_is_quiet(result, both.a) && sample_is_quiet(result, both.b))) continue;
		out->own[out->n] = ms(result, both.a, -1);
		out->others[out->n] = ms(result, both.b, -1);
		out->sessions[out->n++] = both.a->session;
	}
}

static uint64_t ratio_seed(const Result *result, int32_t point, Role role) {
	char text[160];
	int length = snprintf(text, sizeof text, "ratio %.100s %d %d", result->group->seed, point, (int)role);
	HnHash hash = hn_hash_bytes(text, (size_t)length);
	uint64_t seed = 0;
	for (int i = 0; i < 8; ++i) seed = seed << 8 | hash.bytes[i];
	return seed;
}

int32_t result_ratio(const Result *result, int32_t member, int32_t over, int32_t point, Interval *out) {
	int64_t most = result->samples.count + 1;
	size_t size = mem_array_size(6 * most + RATIO_RESAMPLES, sizeof(double));
	size_t places = mem_array_size(2 * most + 1, sizeof(int64_t));
	double *values = mem_alloc(size);
	int64_t *sessions = mem_alloc(places);
	int32_t status = values != NULL && sessions != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	*out = (Interval){ (double)NAN, (double)NAN, (double)NAN };
	Pairs pairs = { values, values + most, sessions, 0 };
	if (status == HN_OK) gather_pairs(&pairs, result, member, over);
	if (pairs.n > 0)
		*out = ratio_of(values, values + most, sessions, pairs.n,
		                ratio_seed(result, point, result->members[member].role), sessions + most,
		                values + 2 * most);
	mem_free(values, size);
	mem_free(sessions, places);
	return status;
}
