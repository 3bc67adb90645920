#include "run/result/times.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "stats/quiet.h"

int32_t times_init(MemberTimes *out, const Result *result, int64_t more) {
	*out = (MemberTimes){ .most = result->samples.count + more + 1 };
	out->values = mem_alloc(mem_array_size(2 * out->most, sizeof *out->values));
	out->begin = mem_alloc(mem_array_size(out->most, sizeof *out->begin));
	if (out->values == NULL || out->begin == NULL) return HN_ERR_NO_MEMORY;
	out->scratch = out->values + out->most;
	return HN_OK;
}

void times_free(MemberTimes *times) {
	mem_free(times->values, mem_array_size(2 * times->most, sizeof *times->values));
	mem_free(times->begin, mem_array_size(times->most, sizeof *times->begin));
}

static void begin(MemberTimes *times) {
	times->n = times->sessions = 0;
	times->begin[0] = 0;
}

static void add(MemberTimes *times, int32_t session, double value) {
	if (times->n == 0 || session != times->session) times->begin[times->sessions++] = times->n;
	times->session = session;
	times->values[times->n++] = value;
	times->begin[times->sessions] = times->n;
}

bool sample_is_quiet(const Result *result, const Sample *sample) {
	return result->group->block > 0 || sample->slow <= QUIET_SHARE * sample->repeats;
}

double sample_measured_ms(const Result *result, const Sample *sample, int32_t part) {
	return sample_step_ms(result, sample, part) / (1 - sample->taken);
}

static void take(MemberTimes *times, const Result *result, int32_t member, int32_t part, bool quiet) {
	begin(times);
	for (int64_t i = 0; i < result->samples.count; ++i) {
		const Sample *s = &result->samples.data[i];
		if (s->member != member || s->round <= 0 || (quiet && !sample_is_quiet(result, s))) continue;
		add(times, s->session, quiet ? sample_measured_ms(result, s, part) : sample_step_ms(result, s, part));
	}
}

void times_take_all(MemberTimes *times, const Result *result, int32_t member, int32_t part) {
	take(times, result, member, part, false);
}

bool samples_next(SamplePair *out, const Result *result, int32_t a, int32_t b, int64_t *at) {
	const Sample *s = result->samples.data;
	while (*at < result->samples.count) {
		const int32_t round = s[*at].round;
		*out = (SamplePair){ NULL, NULL };
		for (; *at < result->samples.count && s[*at].round == round; ++*at) {
			if (s[*at].member == a) out->a = &s[*at];
			if (s[*at].member == b) out->b = &s[*at];
		}
		if (round > 0 && out->a != NULL && out->b != NULL) return true;
	}
	return false;
}

// Rounds, and the sessions that have some.
typedef struct Tally {
	int64_t rounds, sessions;
	int32_t last; // session
} Tally;

static void tally(Tally *to, int32_t session) {
	to->sessions += to->rounds == 0 || session != to->last;
	to->rounds += 1, to->last = session;
}

bool times_quiet_alone(const Result *result, int32_t a, int32_t b) {
	Tally all = { 0, 0, 0 }, quiet = { 0, 0, 0 };
	SamplePair both;
	for (int64_t at = 0; samples_next(&both, result, a, b, &at);) {
		tally(&all, both.a->session);
		if (sample_is_quiet(result, both.a) && sample_is_quiet(result, both.b))
			tally(&quiet, both.a->session);
	}
	return quiet.rounds < all.rounds && stats_quiet_enough(quiet.sessions, all.sessions);
}

void times_take(MemberTimes *times, const Result *result, int32_t member, int32_t part) {
	take(times, result, member, part, times_quiet_alone(result, member, member));
}

double times_least(const Result *result, int32_t member) {
	double least = (double)INFINITY;
	for (int64_t i = 0; i < result->samples.count; ++i) {
		const Sample *s = &result->samples.data[i];
		if (s->member == member && s->round > 0) least = fmin(least, sample_measured_ms(result, s, -1));
	}
	return least;
}

void times_take_builds(MemberTimes *times, const Member *member) {
	begin(times);
	for (int64_t i = 0; i < member->builds.count; ++i)
		add(times, member->builds.data[i].session, member->builds.data[i].ms);
}

Sessions times_sessions(const MemberTimes *times) {
	return (Sessions){ times->values, times->begin, times->sessions };
}
