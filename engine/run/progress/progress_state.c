// The state of a run, computed for the sinks.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "run/progress/progress_sink.h"

Progress *progress_shown;

double progress_share_sum(const Progress *p) {
	double sum = 0;
	for (int32_t i = 0; i < p->plan->group_count; ++i) sum += p->shares[i];
	return sum;
}

int32_t progress_begun(const Progress *p) {
	int32_t count = 0;
	for (int32_t i = 0; i < p->plan->group_count; ++i) count += p->shares[i] > 0;
	return count;
}

double progress_seconds(const Progress *p) { return (double)(clock_ns() - p->begin_ns) * 1e-9; }

// The estimated time of the remaining first sessions, in seconds. They run even after the budget is used up.
static double first_sessions_left(const Progress *p) {
	int32_t all = progress_begun(p), here = all - p->begun_before, waiting = p->plan->group_count - all;
	if (waiting == 0) return 0;
	return here > 0 ? progress_seconds(p) * waiting / here : (double)NAN;
}

double progress_left(const Progress *p) {
	double sum = progress_share_sum(p), seen = sum - p->share_before, seconds = progress_seconds(p);
	double left = seen > 0 ? seconds * (p->plan->group_count - sum) / seen : (double)NAN;
	if (p->plan->budget_s == 0) return left;
	double rest = p->plan->budget_s - p->used_before_s - seconds, first = first_sessions_left(p);
	if (!(rest > 0)) return first;
	rest = fmax(rest, first);
	return left <= rest ? left : rest;
}

void progress_say(const char *format, ...) {
	char line[1000];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	if (progress_shown != NULL && progress_shown->sink->say != NULL)
		progress_shown->sink->say(line);
	else
		fprintf(stderr, "%s\n", line);
}

void progress_add_params(Text *text, const Progress *p, const PlanGroup *group) {
	for (int32_t i = 0; i < p->plan->column_count; ++i)
		text_addf(text, " %s=%s", group->params[i].name, group->params[i].text);
	if (group->query != HN_QUERY_ALL) text_addf(text, " query=%s", hn_query_name((int32_t)group->query));
	// the scenario's own algorithms come first, so this is the reading of the scene
	const char *reading = group->algorithm_count > 0 ? group->algorithms[0].reading : NULL;
	if (reading != NULL) text_addf(text, " %s", reading);
}

void progress_add_rows(Text *text, const Progress *p, const Result *result) {
	int32_t counts[ROW_STATUSES] = { 0 };
	result_count_rows(result, counts);
	const char *comma = p->coloured ? "\033[31m" : "";
	for (int32_t i = ROW_OK + 1; i < ROW_STATUSES; ++i) {
		if (counts[i] == 0) continue;
		text_addf(text, "%s%d %s", comma, counts[i], row_status_name(i));
		comma = ", ";
	}
	text_add(text, result_all_ok(result) ? "ok" : p->coloured ? "\033[0m" : "");
}
