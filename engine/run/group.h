// The life of one group, from its scene to its finished file: sittings of workers, agreement, rounds.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "run/journal.h"
#include "run/machine.h"
#include "run/progress.h"
#include "run/supervise.h"

// How one piece of a sitting went; negative: an error of the supervisor itself.
enum {
	GO_ON = 0,
	MEMBER_FAILED = 1, // recorded; the others go on
	ABANDON = 2,       // the sitting ends: stopped, or a worker was killed from outside
};

typedef struct GroupDef {
	const PlanGroup *group;
	const char *key, *groups_dir, *scene_path;
	const Machine *machine;
	Progress *progress;   // NULL: nobody is told
	const char *valgrind; // where it is, if counters want it
	bool verbose, count_only;
	bool known;          // this process has had a whole sitting of it: others take rounds alone
	bool one_sitting;    // and no more, though it be not complete
	int64_t deadline_ns; // by clock_ns: no round begins after it; 0: none
} GroupDef;

typedef struct GroupEnd {
	bool stopped;  // a signal asked to
	bool measured; // it was not finished before
	bool finished;
	bool prepared;
	double seconds; // of all its sittings
} GroupEnd;

// A member's place in a sitting.
typedef struct Seat {
	Worker worker;
	StepAnswer *answers; // of its counting pass; NULL: none yet
	int32_t repeats;     // of the motion in one sample
	double clock_ns;     // the cost of a reading, in that worker
} Seat;

// A sitting: one worker per member, alive together. Each has new ones: what differs from process to process,
// as the addresses of what is read, is not to differ between two algorithms all the time.
typedef struct Sitting {
	const GroupDef *def;
	Journal *journal;
	Result *result; // the journal's
	Seat *seats;    // of the members
	int32_t attempt;
	bool stopped, killed;
	Text line;
} Sitting;

// Measures until it is finished, a signal asks to stop, or as the definition says. Errors are of files and
// memory only.
int32_t group_measure(const GroupDef *def, GroupEnd *end);
bool result_is_prepared(const Result *result); // all but rounds is there, and one of those
// What is prepared is finished with the rounds that there are.
int32_t group_finish(const GroupDef *def, GroupEnd *end);

// Gives a member's worker an order; its failure is recorded.
int32_t sitting_order(Sitting *sitting, int32_t member, OrderDef *order, Reply *reply, void **payload);
int32_t sitting_fail(Sitting *sitting, int32_t member, const MemberFailure *failure);
int32_t sitting_record(Sitting *sitting); // sitting->line
// No start of a worker and no sample of many passes is ended sooner, however short the limit of a build or
// pass.
#define TIMEOUT_LEAST_S 1.0
OrderDef sitting_open_order(const Sitting *sitting, const char *kind, const char *params, Text *text);
WorkerDef sitting_worker_def(const Sitting *sitting, const char *label);
// bound.c: does a new worker's timed pass run into the time limit, too?
bool sitting_timed_out(Sitting *sitting, int32_t member);
// Seconds that brute force may take for so many pairs: far more than it needs, so that only a hang ends it.
double check_timeout(const Sitting *sitting, int64_t pairs);
// Compares what the members counted; who is wrong is failed, and where nothing could be compared that is
// recorded. Nothing under check = none.
int32_t sitting_agree(Sitting *sitting);
// Compares what members report that may report too much: every contact must be in it.
int32_t sitting_contain(Sitting *sitting);
bool group_wants_check(const Result *result);

// inspect.c: what the scenario wants to know about structures
int32_t sitting_inspect(Sitting *sitting);

// tally.c: counters
int32_t sitting_tally(Sitting *sitting);

// rounds.c: builds, repeats, rounds, steps
int32_t sitting_builds(Sitting *sitting);
int32_t sitting_calibrate(Sitting *sitting);
int32_t sitting_rounds(Sitting *sitting);
// precision.c: are there enough rounds? Without memory to tell, yes.
enum { PRECISION_ROUNDS_MIN = 11, PRECISION_ROUNDS_MAX = 1000 };
bool result_has_enough(const Result *result);
// How many rounds there are when a sitting ends that begins now: STATS_SITTINGS_MIN sittings at least share
// the rounds of a group, and each has the square root of how many were before, at most, but 2 at least. So
// both grow, how many sittings there are and how long: few would hold little, and each takes time to begin.
int32_t result_sitting_end(const Result *result);
// The worst precision of its ok members; NaN: not known. HN_ERR_NO_MEMORY.
int32_t result_precision(const Result *result, double *worst);
// Was a precision asked of it that its ok members do not have? *worst is infinite where that is not known.
int32_t result_imprecise(const Result *result, bool *imprecise, double *worst);
// It was finished before it had enough rounds: its budget ended.
bool result_was_cut(const Result *result);
int32_t sitting_steps(Sitting *sitting);
