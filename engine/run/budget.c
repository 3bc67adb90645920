#include "run/budget.h"

#include <math.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/measure_group.h"
#include "run/result/precision.h"
#include "support/stop.h"

// A group, and how far it is.
typedef struct Turn {
	GroupEnd end;
	double first_s; // how long its first session in this process took; 0: there was none
} Turn;

typedef struct Turns {
	Turn *of; // the groups, by their index
	int32_t count;
	bool over;                   // a point failed, under --fail-fast
	double longest_s;            // of first sessions in this process
	int64_t begin_ns, looked_ns; // for RunOptions.look
} Turns;

static const int64_t LONG_NS = 15000000000; // first sessions that take longer are looked at on the way
static const double PREPARING = 0.5;        // its share of a first session that has a deadline
static const double LEAST = 0.7;            // of the longest first session: what another one needs

static double used_seconds(const Turns *turns) {
	double sum = 0;
	for (int32_t i = 0; i < turns->count; ++i) sum += turns->of[i].end.seconds;
	return sum;
}

static int32_t look_at(void *context, const Result *result) {
	Turns *turns = context;
	turns->of[result->group->index].end = (GroupEnd){ .finished = result->finished,
		                                              .prepared = result_is_prepared(result),
		                                              .seconds = result->seconds };
	return HN_OK;
}

static bool goes_on(const Turns *turns) {
	for (int32_t i = 0; i < turns->count; ++i)
		if (turns->of[i].end.stopped) return false;
	return stop_signal() == 0 && !turns->over;
}

static int32_t take_turn(Run *run, Progress *progress, Turns *turns, GroupDef def) {
	Turn *turn = &turns->of[def.group->index];
	const int64_t begin = clock_ns();
	def.known = turn->first_s > 0, def.one_session = true;
	int32_t status = measure_group(run, progress, &def, &turn->end);
	if (!def.known) turn->first_s = 1e-9 * (double)(clock_ns() - begin);
	turns->longest_s = fmax(turns->longest_s, turn->first_s);
	turns->over = turns->over || measure_is_over(run, &turn->end);
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

// The seconds that a first session may take; 0: there is no time for another one. Others may take as long as
// the longest so far, and somewhat less where late algorithms are skipped. A group that leaves no time for
// another one gets all.
static double share_s(const Turns *turns, double left_s, bool last) {
	if (left_s <= LEAST * turns->longest_s) return 0;
	return last || left_s < 2 * turns->longest_s ? left_s : left_s / 2;
}

static int64_t after(double seconds) { return clock_ns() + (int64_t)(seconds * 1e9); }

static int32_t first_turns(Run *run, Progress *progress, Turns *turns) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < turns->count && status == HN_OK && goes_on(turns); ++i) {
		if (turns->of[i].end.finished || turns->of[i].end.prepared) continue;
		GroupDef def = { .group = &run->plan->groups[i] };
		const double left_s = deadline_s(run), share = share_s(turns, left_s, i == turns->count - 1);
		if (!(share > 0)) continue;
		if (left_s < (double)INFINITY)
			def.late_ns = after(PREPARING * share), def.deadline_ns = after(share),
			def.end_ns = after(left_s);
		status = take_turn(run, progress, turns, def);
		if (status == HN_OK && clock_ns() - turns->begin_ns > LONG_NS) look_in(run, turns);
	}
	return status;
}

// Is there time for another session of a group, which makes its structures again? It may exceed the budget,
// but not a deadline.
static bool has_time(const Run *run, const Turns *turns, const Turn *turn, double left_s) {
	const double least = turn->first_s > 0 ? turn->first_s : LEAST * turns->longest_s;
	return left_s > (run->options.deadline_ns > 0 ? least : 0);
}

// Gives every incomplete group one more session. *any: there was such a group, and time for it.
static int32_t more_turns(Run *run, Progress *progress, Turns *turns, bool *any) {
	int32_t status = HN_OK;
	*any = false;
	for (int32_t i = 0; i < turns->count && status == HN_OK && goes_on(turns); ++i) {
		double left_s = fmin(run->plan->budget_s - used_seconds(turns), deadline_s(run));
		if (turns->of[i].end.finished || !has_time(run, turns, &turns->of[i], left_s)) continue;
		*any = true;
		GroupDef def = { .group = &run->plan->groups[i], .deadline_ns = after(left_s) };
		status = take_turn(run, progress, turns, def);
	}
	return status;
}

static int32_t finish_all(Run *run, Progress *progress, Turns *turns) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < turns->count && status == HN_OK; ++i)
		if (!turns->of[i].end.finished && turns->of[i].end.prepared)
			status = measure_finish(run, progress, &run->plan->groups[i], &turns->of[i].end);
	return status;
}

int32_t measure_in_budget(Run *run, Progress *progress) {
	Turns turns = { .count = run->plan->group_count, .begin_ns = clock_ns() };
	size_t size = mem_array_size(turns.count, sizeof *turns.of);
	turns.of = mem_alloc_zero(size);
	int32_t status = turns.of != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	if (status == HN_OK) status = run_each_result(run, look_at, &turns);
	if (status == HN_OK) status = first_turns(run, progress, &turns);
	for (bool any = true; status == HN_OK && any && goes_on(&turns);) {
		look_in(run, &turns);
		status = more_turns(run, progress, &turns, &any);
	}
	if (status == HN_OK && goes_on(&turns)) status = finish_all(run, progress, &turns);
	mem_free(turns.of, size);
	return status;
}
