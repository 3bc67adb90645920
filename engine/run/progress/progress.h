// Progress reports on stderr. The measuring code calls these functions; one of three sinks shows the reports:
// a line for each group (plain), one line that is redrawn (bar), or an object for each event (json).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "run/result/result.h"

typedef enum ProgressKind { PROGRESS_NONE, PROGRESS_PLAIN, PROGRESS_BAR, PROGRESS_JSON } ProgressKind;
// Finds the sink by its name on the command line. auto, or NULL: a bar if stderr is a terminal that can move
// its cursor, otherwise plain lines.
ProgressKind progress_kind(const char *name);
// Evaluates --color: always, never; auto, or NULL: colours on such a terminal, unless NO_COLOR is set.
bool progress_is_coloured(const char *when);

// PROGRESS_NONE gives NULL, which is allowed everywhere.
typedef struct Progress Progress;

// Borrows the plan and the directory. HN_ERR_NO_MEMORY.
int32_t progress_open(Progress **out, ProgressKind kind, bool coloured, const Plan *plan,
                      const char *run_dir);
void progress_seen(Progress *progress, const Result *result); // takes in a result of an earlier process
void progress_begin(Progress *progress);
// A group may be begun and ended several times until its result is finished.
void progress_group_begin(Progress *progress, const PlanGroup *group);
void progress_doing(Progress *progress, const char *label,
                    const char *what); // the member and its current work
// Called while waiting for an answer. Reports the current work if it was too early to do so before.
void progress_waits(void);
void progress_rounds(Progress *progress, const Result *result); // called after each round
void progress_group_end(Progress *progress, const Result *result, bool stopped, double seconds);
void progress_close(Progress *progress, int32_t signal_number); // 0: not stopped

// The object of PROGRESS_JSON that holds a line. No Progress needs to be open.
void progress_json_line(const char *text);
// Writes a line to stderr without damaging the bar. The format has no line end.
void progress_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
