// Progress as one line per group, when it is finished or stopped.
#include <stdio.h>

#include "base/error.h"
#include "run/progress/progress_sink.h"

static void nothing(const Progress *p) { (void)p; }
static void nothing_at_end(const Progress *p, int32_t signal_number) { (void)p, (void)signal_number; }

static void group_end(const Progress *p, const Result *result, bool stopped, double seconds) {
	const PlanGroup *group = result->group;
	// only the first and the last session are reported
	if (!result->finished && !stopped && result->sessions > 1) return;
	Text text = { 0 };
	text_addf(&text, "[%d/%d]", group->index + 1, p->plan->group_count);
	progress_add_params(&text, p, group);
	text_add(&text, ": ");
	if (stopped && p->plan->counts)
		text_add(&text, "stopped");
	else if (stopped)
		text_addf(&text, "stopped after %d of %s%d rounds", result->rounds,
		          group->precision > 0 ? "at least " : "", group->runs);
	else if (!result->finished)
		text_addf(&text, "%d round%s, more to come", result->rounds, result->rounds == 1 ? "" : "s");
	else
		progress_add_rows(&text, p, result);
	if (text_check(&text) == HN_OK) progress_say("%s, %.1f s", text.data, seconds);
	text_free(&text);
}

const ProgressSink progress_plain = { nothing, nothing, nothing, group_end, nothing_at_end, NULL };
