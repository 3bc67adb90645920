// State and functions that the sinks of progress share.
#pragma once

#include "run/progress/progress.h"

enum { DOING_SIZE = 200 };

typedef struct ProgressSink {
	void (*begin)(const Progress *progress);
	void (*group_begin)(const Progress *progress);
	void (*now)(const Progress *progress); // a round is done, or work changed; at most twice a second
	void (*group_end)(const Progress *progress, const Result *result, bool stopped, double seconds);
	void (*end)(const Progress *progress, int32_t signal_number);
	void (*say)(const char *line); // NULL: the line is written as it is
} ProgressSink;

struct Progress {
	const ProgressSink *sink;
	const Plan *plan;
	const char *run_dir;
	const PlanGroup *group; // the current one; NULL: none
	double *shares;         // the share of each group that is done; 1: finished
	double share_before;    // their sum when this process began
	int32_t begun_before;   // groups that already had a round then
	int32_t finished;       // groups
	double used_before_s;   // of the budget, by earlier sessions
	int64_t begin_ns, told_ns;
	char doing[DOING_SIZE];
	bool untold;     // `doing` is not reported yet, because the last report was too recent
	int32_t rounds;  // of the current group
	int32_t retaken; // rounds of the current group that were taken again
	double precision;
	bool in_rounds; // the report is about a round, not about `doing`
	bool coloured;
};

extern Progress *progress_shown; // the open one, which may have a line on the terminal; NULL: none
extern const ProgressSink progress_plain, progress_bar, progress_json;

double progress_share_sum(const Progress *progress);
int32_t progress_begun(const Progress *progress);  // groups that had a round or are finished without one
double progress_seconds(const Progress *progress); // since this process began to measure
// An estimate from the progress so far. NaN: there is none yet.
double progress_left(const Progress *progress);
// " faces=200 query=first"
void progress_add_params(Text *text, const Progress *progress, const PlanGroup *group);
// Adds "ok", or the number of failed rows: "1 mismatch, 2 crash", in red if colours are wanted.
void progress_add_rows(Text *text, const Progress *progress, const Result *result);
