#include "run/result/slow_core.h"

#include "base/error.h"
#include "base/mem.h"
#include "run/result/times.h"
#include "stats/quiet.h"

bool member_is_disturbed(const Result *result, int32_t member) {
	return result->disturbed || result->members[member].slow;
}
bool result_is_disturbed(const Result *result) { return result->disturbed || result->slow; }

double slow_core_part(bool hasty) { return hasty ? 0.25 : 0.5; }

static bool is_of(const Sample *sample, int32_t member) {
	return sample->member == member && sample->round > 0;
}

// The shares of a member's samples, which it begins to count with all of their time. Returns that of all.
static double shares_take(Result *result, int32_t member, double *shares) {
	double slow = 0, passes = 0;
	for (int64_t i = 0, n = 0; i < result->samples.count; ++i) {
		Sample *s = &result->samples.data[i];
		if (!is_of(s, member)) continue;
		s->taken = 0;
		shares[n++] = s->slow / s->repeats;
		slow += s->slow, passes += s->repeats;
	}
	return passes > 0 ? slow / passes : 0;
}

// Do its slow samples count nowhere, in no ratio either?
static bool is_spared(const Result *result, int32_t member) {
	bool out = true;
	for (int32_t i = 0; i < result->member_count; ++i)
		out = out && (result->members[i].status != ROW_OK || result->members[i].role == ROLE_CHECK ||
		              times_quiet_alone(result, member, i));
	return out;
}

// Leaves out of a member's times what a slow core took. False: nothing tells that.
static bool correct_member(Result *result, int32_t member, MemberTimes *times, double *shares,
                           double *scratch) {
	const double share = shares_take(result, member, shares);
	if (share == 0) return true;
	times_take_all(times, result, member, -1);
	const QuietTimes of = { times_sessions(times), shares, QUIET_MEDIANS };
	const bool told = stats_quiet(times->scratch, &of, scratch);
	for (int64_t i = 0, n = 0; told && i < result->samples.count; ++i)
		if (is_of(&result->samples.data[i], member)) result->samples.data[i].taken = 1 - times->scratch[n++];
	const bool could = times->sessions >= STATS_SESSIONS_MIN && result->members[member].status == ROW_OK;
	return told || !could || is_spared(result, member) || share <= SLOW_SHARE;
}

static bool is_slow(const Result *result) {
	for (int64_t i = 0; i < result->samples.count; ++i)
		if (result->samples.data[i].slow > 0) return true;
	return false;
}

// The times of a member's instances: how many, and how many of them are slow.
typedef struct Flags {
	int64_t times, slow;
} Flags;

// Those of each session, and at last of all. Returns the sessions that have any.
static int64_t flags_take(Flags *out, const Result *result, int32_t member) {
	int64_t sessions = 0;
	int32_t session = 0;
	Flags all = { 0, 0 };
	for (int64_t i = 0; i < result->instance_times.count; ++i) {
		const InstanceTime *time = &result->instance_times.data[i];
		if (time->member != member) continue;
		if (sessions == 0 || time->session != session) out[sessions++] = (Flags){ 0, 0 };
		session = time->session;
		out[sessions - 1].times += 1, out[sessions - 1].slow += time->slow;
		all.times += 1, all.slow += time->slow;
	}
	out[sessions] = all;
	return sessions;
}

// Do both sorts of instances tell, without any one session? As stats_quiet asks it.
static bool flags_tell(const Flags *of, int64_t sessions) {
	const Flags *all = &of[sessions];
	if (all->times < QUIET_VALUES_MIN || sessions < QUIET_SESSIONS_MIN) return false;
	for (int64_t s = 0; s < sessions; ++s) {
		const double share = (double)(all->slow - of[s].slow) / (double)(all->times - of[s].times);
		if (!(share * (1 - share) > QUIET_VARIANCE_MIN)) return false;
	}
	return true;
}

// Of a population drawn.c leaves out what a slow core took; here is asked whether instances tell that.
static int32_t population_look(Result *result) {
	const size_t size = mem_array_size(result->instance_times.count + 2, sizeof(Flags));
	Flags *flags = mem_alloc(size);
	if (flags == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < result->member_count; ++i) {
		const int64_t sessions = flags_take(flags, result, i);
		const bool could = sessions >= STATS_SESSIONS_MIN && result->members[i].status == ROW_OK;
		const bool many = (double)flags[sessions].slow > SLOW_SHARE * (double)flags[sessions].times;
		result->members[i].slow = could && many && !flags_tell(flags, sessions);
	}
	mem_free(flags, size);
	return HN_OK;
}

static int32_t samples_look(Result *result) {
	const int64_t most = result->samples.count + 1;
	const size_t size = mem_array_size((5 + QUIET_SUMS) * most + QUIET_SUMS, sizeof(double));
	double *shares = mem_alloc(size);
	MemberTimes times;
	int32_t status = times_init(&times, result, 0);
	if (shares == NULL) status = HN_ERR_NO_MEMORY;
	for (int32_t i = 0; status == HN_OK && i < result->member_count; ++i)
		result->members[i].slow = !correct_member(result, i, &times, shares, shares + most);
	times_free(&times);
	mem_free(shares, size);
	return status;
}

int32_t slow_core_correct(Result *result) {
	int32_t status = HN_OK;
	bool of_noise = false;
	for (int32_t i = 0; i < result->member_count; ++i) result->members[i].slow = false;
	if (is_slow(result)) status = result->group->block > 0 ? population_look(result) : samples_look(result);
	result->slow = false;
	for (int32_t i = 0; i < result->member_count; ++i) {
		Member *member = &result->members[i];
		member->slow = member->slow && result->group->preempted == PREEMPTED_RETAKE;
		result->slow = result->slow || member->slow;
		of_noise = of_noise || (member->slow && (i == 0 || member->role == ROLE_AA));
	}
	for (int32_t i = 0; of_noise && i < result->member_count; ++i) result->members[i].slow = true;
	return status;
}
