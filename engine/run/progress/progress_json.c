// Progress for programs: one JSON object per line and event. docs/reference/records.md describes the fields.
#include <signal.h>
#include <stdio.h>

#include "base/error.h"
#include "run/progress/progress_sink.h"

static void event_begin(Text *text, const char *event) {
	*text = (Text){ 0 };
	text_addf(text, "{\"event\":\"%s\"", event);
}

static void event_end(Text *text) {
	text_add(text, "}\n");
	if (text_check(text) == HN_OK) fputs(text->data, stderr);
	text_free(text);
}

static void begin(const Progress *p) {
	Text text;
	event_begin(&text, "plan");
	text_add_json_text(&text, "scenario", p->plan->scenario);
	text_add_json_text(&text, "run", p->run_dir);
	text_add_json_member(&text, "groups", p->plan->group_count);
	text_add_json_member(&text, "points", p->plan->point_count);
	text_add_json_member(&text, "finished", p->finished);
	event_end(&text);
}

static void add_labels(Text *text, const PlanGroup *group) {
	text_add(text, ",\"algorithms\":[");
	for (int32_t i = 0; i < group->algorithm_count; ++i) {
		if (i > 0) text_add(text, ",");
		text_add_json(text, group->algorithms[i].label);
	}
	text_add(text, "]");
}

static void group_begin(const Progress *p) {
	Text text;
	const PlanGroup *group = p->group;
	event_begin(&text, "group_begin");
	text_add_json_member(&text, "group", group->index + 1);
	text_add(&text, ",\"params\":{");
	for (int32_t i = 0; i < p->plan->column_count; ++i) {
		if (i > 0) text_add(&text, ",");
		text_add_json(&text, group->params[i].name);
		text_add(&text, ":");
		if (group->params[i].is_number)
			text_add(&text, group->params[i].text);
		else
			text_add_json(&text, group->params[i].text);
	}
	text_add(&text, "}");
	text_add_json_text(&text, "query", hn_query_name((int32_t)group->query));
	add_labels(&text, group);
	text_add_json_member(&text, "runs", group->runs);
	if (group->precision > 0) text_add_json_member(&text, "wanted", group->precision);
	event_end(&text);
}

static void now(const Progress *p) {
	Text text;
	if (!p->in_rounds) return;
	event_begin(&text, "rounds");
	text_add_json_member(&text, "group", p->group->index + 1);
	text_add_json_member(&text, "rounds", p->rounds);
	text_add_json_member(&text, "retaken", p->retaken);
	text_add_json_member(&text, "precision", p->precision);
	text_add_json_member(&text, "seconds", progress_seconds(p));
	text_add_json_member(&text, "left_s", progress_left(p));
	event_end(&text);
}

static void group_end(const Progress *p, const Result *result, bool stopped, double seconds) {
	Text text;
	int32_t counts[ROW_STATUSES] = { 0 };
	result_count_rows(result, counts);
	event_begin(&text, "group_end");
	text_add_json_member(&text, "group", result->group->index + 1);
	text_addf(&text, ",\"complete\":%s,\"stopped\":%s,\"rows\":{", result->finished ? "true" : "false",
	          stopped ? "true" : "false");
	const char *comma = "";
	for (int32_t i = 0; i < ROW_STATUSES; ++i) {
		if (counts[i] == 0) continue;
		text_addf(&text, "%s\"%s\":%d", comma, row_status_name(i), counts[i]);
		comma = ",";
	}
	text_add(&text, "}");
	text_add_json_member(&text, "rounds", result->rounds);
	text_add_json_member(&text, "retaken", result->retaken);
	text_add_json_member(&text, "precision", p->precision);
	text_add_json_member(&text, "group_seconds", seconds);
	text_add_json_member(&text, "finished", p->finished);
	text_add_json_member(&text, "left_s", progress_left(p));
	event_end(&text);
}

static void end(const Progress *p, int32_t signal_number) {
	Text text;
	event_begin(&text, "run_end");
	text_add_json_member(&text, "groups", p->plan->group_count);
	text_add_json_member(&text, "finished", p->finished);
	text_addf(&text, ",\"signal\":%s",
	          signal_number == SIGINT    ? "\"SIGINT\""
	          : signal_number == SIGTERM ? "\"SIGTERM\""
	                                     : "null");
	text_add_json_member(&text, "seconds", progress_seconds(p));
	event_end(&text);
}

void progress_json_line(const char *line) {
	Text text;
	event_begin(&text, "line");
	text_add_json_text(&text, "text", line);
	event_end(&text);
}

const ProgressSink progress_json = { begin, group_begin, now, group_end, end, progress_json_line };
