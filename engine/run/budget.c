#include "run/budget.h"

#include <math.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/measure_group.h"
#include "run/result/precision.h"
#include "support/stop.h"

// The state of the groups, by their index.
typedef struct Turns {
	GroupEnd *ends;
	bool *known; // this process has run a session of the group
	int32_t count;
	bool over;                   // a point failed, under --fail-fast
	int64_t begin_ns, looked_ns; // for RunOptions.look
} Turns;

static const int64_t LONG_NS = 15000000000; // first sessions that take longer are looked at on the way

static double used_seconds(const Turns *turns) {
	double sum = 0;
	for (int32_t i = 0; i < turns->count; ++i) sum += turns->ends[i].seconds;
	return sum;
}

static int32_t look_at(void *context, const Result *result) {
	Turns *turns = context;
	turns->ends[result->group->index] = (GroupEnd){ .finished = result->finished,
		                                            .prepared = result_is_prepared(result),
		                                            .seconds = result->seconds };
	return HN_OK;
}

static bool goes_on(const Turns *turns) {
	for (int32_t i = 0; i < turns->count; ++i)
		if (turns->ends[i].stopped) return false;
	return stop_signal() == 0 && !turns->over;
}

static int32_t take_turn(Run *run, Progress *progress, Turns *turns, int32_t group, double left_s) {
	GroupDef def = { .group = &run->plan->groups[group], .known = turns->known[group], .one_session = true };
	if (left_s > 0) def.deadline_ns = clock_ns() + (int64_t)(left_s * 1e9);
	turns->known[group] = true;
	int32_t status = measure_group(run, progress, &def, &turns->ends[group]);
	turns->over = turns->over || measure_is_over(run, &turns->ends[group]);
	return status;
}

// Lets RunOptions.look see what there is, first of all and each time that the time has doubled.
static void look_in(Run *run, Turns *turns) {
	int64_t now = clock_ns();
	bool due = turns->looked_ns == 0 || now - turns->begin_ns > 2 * (turns->looked_ns - turns->begin_ns);
	if (run->options.look == NULL || !due || !goes_on(turns)) return;
	run->options.deadline_ns = run->options.look(run->options.context, run);
	turns->looked_ns = clock_ns();
}

// The seconds until RunOptions.deadline_ns.
static double deadline_s(const Run *run) {
	if (run->options.deadline_ns == 0) return (double)INFINITY;
	return 1e-9 * (double)(run->options.deadline_ns - clock_ns());
}

static int32_t first_turns(Run *run, Progress *progress, Turns *turns) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < turns->count && status == HN_OK && goes_on(turns); ++i) {
		if (turns->ends[i].finished || turns->ends[i].prepared || deadline_s(run) <= 0) continue;
		status = take_turn(run, progress, turns, i, 0);
		if (status == HN_OK && clock_ns() - turns->begin_ns > LONG_NS) look_in(run, turns);
	}
	return status;
}

// Gives every incomplete group one more session. *any: there was such a group, and time for it.
static int32_t more_turns(Run *run, Progress *progress, Turns *turns, bool *any) {
	int32_t status = HN_OK;
	*any = false;
	for (int32_t i = 0; i < turns->count && status == HN_OK && goes_on(turns); ++i) {
		double left_s = fmin(run->plan->budget_s - used_seconds(turns), deadline_s(run));
		if (turns->ends[i].finished || !(left_s > 0)) continue;
		*any = true;
		status = take_turn(run, progress, turns, i, left_s);
	}
	return status;
}

static int32_t finish_all(Run *run, Progress *progress, Turns *turns) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < turns->count && status == HN_OK; ++i)
		if (!turns->ends[i].finished && turns->ends[i].prepared)
			status = measure_finish(run, progress, &run->plan->groups[i], &turns->ends[i]);
	return status;
}

int32_t measure_in_budget(Run *run, Progress *progress) {
	Turns turns = { .count = run->plan->group_count, .begin_ns = clock_ns() };
	size_t ends_size = mem_array_size(turns.count, sizeof *turns.ends),
	       known_size = mem_array_size(turns.count, sizeof *turns.known);
	turns.ends = mem_alloc_zero(ends_size);
	turns.known = mem_alloc_zero(known_size);
	int32_t status = turns.ends != NULL && turns.known != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	if (status == HN_OK) status = run_each_result(run, look_at, &turns);
	if (status == HN_OK) status = first_turns(run, progress, &turns);
	for (bool any = true; status == HN_OK && any && goes_on(&turns);) {
		look_in(run, &turns);
		status = more_turns(run, progress, &turns, &any);
	}
	if (status == HN_OK && goes_on(&turns)) status = finish_all(run, progress, &turns);
	mem_free(turns.ends, ends_size);
	mem_free(turns.known, known_size);
	return status;
}
