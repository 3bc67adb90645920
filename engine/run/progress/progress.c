#include "run/progress/progress_sink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/result/precision.h"
#include "stats/stats.h"

// The shortest time between two updates. Drawing runs beside the measurement, so it must be rare.
#define TELL_NS 500000000

// Is stderr a terminal that can move its cursor?
static bool on_terminal(void) {
	const char *terminal = getenv("TERM");
	bool moves = terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;
	return moves && isatty(STDERR_FILENO);
}

ProgressKind progress_kind(const char *name) {
	static const char *const s_names[] = { "none", "plain", "bar", "json" };
	for (int i = 0; name != NULL && i < 4; ++i)
		if (strcmp(name, s_names[i]) == 0) return (ProgressKind)i;
	return on_terminal() ? PROGRESS_BAR : PROGRESS_PLAIN;
}

bool progress_is_coloured(const char *when) {
	if (when != NULL && strcmp(when, "auto") != 0) return strcmp(when, "always") == 0;
	const char *none = getenv("NO_COLOR");
	return (none == NULL || none[0] == '\0') && on_terminal();
}

static size_t shares_size(const Progress *p) {
	return mem_array_size(p->plan->group_count, sizeof *p->shares);
}

int32_t progress_open(Progress **out, ProgressKind kind, bool coloured, const Plan *plan,
                      const char *run_dir) {
	static const ProgressSink *const s_sinks[] = { NULL, &progress_plain, &progress_bar, &progress_json };
	*out = NULL;
	if (kind == PROGRESS_NONE) return HN_OK;
	Progress *p = mem_alloc_zero(sizeof *p);
	if (p == NULL) return HN_ERR_NO_MEMORY;
	*p = (Progress){ .sink = s_sinks[kind],
		             .coloured = coloured,
		             .plan = plan,
		             .run_dir = run_dir,
		             .precision = (double)NAN };
	p->shares = mem_alloc_zero(shares_size(p));
	if (p->shares == NULL) {
		mem_free(p, sizeof *p);
		return HN_ERR_NO_MEMORY;
	}
	*out = progress_shown = p;
	return HN_OK;
}

// The share of a group that is done. The rounds that a precision needs grow with the square of the missing
// factor.
static double share_of(const Result *result, double precision) {
	const PlanGroup *group = result->group;
	if (result->finished) return 1;
	double rounds = result->rounds, most = group->runs;
	if (group->precision > 0) {
		double ratio = precision / group->precision;
		most = fmax(most, PRECISION_ROUNDS_MIN);
		if (ratio > 1) most = fmax(most, rounds * ratio * ratio);
		most = fmin(most, fmax(group->runs, PRECISION_ROUNDS_MAX));
	}
	return most > 0 ? fmin(rounds / most, 0.99) : 0;
}

// Of a population it takes long to compute, so `before` stands until the next look at it.
static double precision_of(const Result *result, double before) {
	double worst = (double)NAN;
	const int64_t look = stats_next_look(schedule_first_look(result->group), result->rounds);
	if (result->group->block > 0 && !result->finished && look != result->rounds) return before;
	return result_precision(result, &worst) == HN_OK ? worst : (double)NAN;
}

static void take_in(Progress *p, const Result *result) {
	double *share = &p->shares[result->group->index];
	p->rounds = result->rounds;
	p->retaken = result->retaken;
	p->precision = precision_of(result, p->precision);
	p->finished += (result->finished && *share < 1) - (!result->finished && *share >= 1);
	*share = share_of(result, p->precision);
}

void progress_seen(Progress *p, const Result *result) {
	if (p == NULL) return;
	take_in(p, result);
	p->used_before_s += result->seconds;
}

void progress_begin(Progress *p) {
	if (p == NULL) return;
	p->share_before = progress_share_sum(p);
	p->begun_before = progress_begun(p);
	p->begin_ns = clock_ns();
	p->sink->begin(p);
}

void progress_group_begin(Progress *p, const PlanGroup *group) {
	if (p == NULL || p->shares[group->index] >= 1) return; // the group is finished
	p->group = group;
	p->rounds = p->retaken = 0;
	p->precision = (double)NAN;
	p->doing[0] = '\0';
	p->untold = false;
	p->told_ns = 0; // its first work is reported at once
	p->sink->group_begin(p);
}

static bool is_time(Progress *p) {
	int64_t now = clock_ns();
	if (now - p->told_ns < TELL_NS) return false;
	p->told_ns = now;
	return true;
}

void progress_doing(Progress *p, const char *label, const char *what) {
	if (p == NULL || p->group == NULL) return;
	snprintf(p->doing, sizeof p->doing, "%s %.120s", what, label);
	p->in_rounds = false;
	p->untold = true;
	progress_waits();
}

void progress_waits(void) {
	Progress *p = progress_shown;
	if (p == NULL || !p->untold || !is_time(p)) return;
	p->untold = false;
	p->sink->now(p);
}

void progress_rounds(Progress *p, const Result *result) {
	if (p == NULL) return;
	bool first = p->rounds == 0 && result->rounds > 0;
	p->rounds = result->rounds;
	p->untold = false;
	if (!first && !is_time(p)) return;
	take_in(p, result);
	p->in_rounds = true;
	p->doing[0] = '\0';
	p->sink->now(p);
}

void progress_group_end(Progress *p, const Result *result, bool stopped, double seconds) {
	if (p == NULL) return;
	take_in(p, result);
	p->untold = false;
	p->doing[0] = '\0';
	p->sink->group_end(p, result, stopped, seconds);
	p->group = NULL;
}

void progress_close(Progress *p, int32_t signal_number) {
	if (p == NULL) return;
	p->sink->end(p, signal_number);
	progress_shown = NULL;
	mem_free(p->shares, shares_size(p));
	mem_free(p, sizeof *p);
}
