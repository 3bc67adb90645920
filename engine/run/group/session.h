// One session of a group: one worker for each member, all alive together, and the orders to them.
#pragma once

#include "machine/machine.h"
#include "machine/slowed.h"
#include "run/progress/progress.h"
#include "run/result/journal.h"
#include "run/group/supervise.h"

// The outcome of a part of a session. A negative value is an error of the supervisor itself.
enum {
	GO_ON = 0,
	MEMBER_FAILED = 1, // recorded; the others go on
	ABANDON = 2,       // the session ends: stopped, or a worker was killed from outside
};

// Does the session go on after this outcome? The failure of a member does not end it.
static inline bool session_lasts(int32_t outcome) { return outcome == GO_ON || outcome == MEMBER_FAILED; }

typedef struct GroupDef {
	const PlanGroup *group;
	const char *key, *groups_dir, *scene_path;
	const Machine *machine;
	Progress *progress;   // NULL: nothing is reported
	Quiet *quiet;         // of the run's core, as workers find it; NULL: nobody waits for it
	const char *valgrind; // its path, if counters need it
	bool verbose, count_only;
	bool known;       // this process has run a whole session of the group; later sessions only build and time
	int32_t copies;   // of a worker, which count a population at a time; 0: one for each processor
	bool one_session; // run only one session, even if the group is not complete then
	// by clock_ns; 0: none
	int64_t late_ns;     // algorithms whose preparation has not begun are skipped then
	int64_t deadline_ns; // no round but the first begins after it
	int64_t end_ns;      // limits of time end then, or a second after an order
} GroupDef;

// A member's place in a session.
typedef struct WorkerSlot {
	Worker worker;
	StepAnswer
	    *answers; // of its counting pass; NULL: none yet. Of instances, the counts of each come after them
	size_t answers_size;
	int32_t repeats; // passes in one sample
	double pass_ns;  // processor time of the fastest pass when these were found
	double clock_ns; // the cost of a clock reading in that worker
} WorkerSlot;

// A session: one worker per member, all alive together. Each session starts new workers. Some effects, such
// as addresses, differ from process to process; they must not stay with one algorithm all the time.
typedef struct Session {
	const GroupDef *def;
	Journal *journal;
	Result *result;              // the journal's
	WorkerSlot *slots;           // of the members
	int32_t *block, block_count; // the instances of a round; 0: it times all steps
	int32_t grown;               // how many these are where they were made more; 0: they were not
	double before_ns;            // what workers took to start and to build; of their processor's time, as
	                             // others may have the processor meanwhile
	int32_t attempt;
	bool answered; // all members counted, and their answers were checked
	bool stopped, killed;
	Text line;
} Session;

enum { ATTEMPTS = 3 }; // tries, if kills from outside end sessions

typedef bool (*MemberTest)(const Session *session, int32_t member);
bool session_any(const Session *session, MemberTest test);
// Does `what` for every member that passes the test, in order, as long as the session lasts.
int32_t session_each(Session *session, MemberTest test, int32_t (*what)(Session *session, int32_t member));
bool takes_part(const Session *session, int32_t member); // Is the member timed?

// Gives an order to a member's worker and records a failure.
int32_t session_order(Session *session, int32_t member, OrderDef *order, Reply *reply, void **payload);
// An order with the group's time limit.
OrderDef session_order_def(const Session *session, OrderType type);
int32_t session_fail(Session *session, int32_t member, const MemberFailure *failure);
int32_t session_mismatch(Session *session, int32_t member, const char *detail);
int32_t session_write(Session *session); // session->line
// The shortest time limit for starting a worker and for a sample, however short the limit of a build or pass
// is.
#define TIMEOUT_LEAST_S 1.0
double session_limit_s(const Session *session); // of a build or pass
OrderDef session_open_order(const Session *session, const char *kind, const char *params, Text *text);
WorkerDef session_worker_def(const Session *session, const char *label);
// The time limit of brute force for this many pairs, in seconds: far more than it needs, so that only a hang
// exceeds it.
double check_timeout(const Session *session, int64_t pairs);
