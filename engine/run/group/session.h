// One session of a group: one worker for each member, all alive together, and the orders to them.
#pragma once

#include "run/machine/machine.h"
#include "run/progress/progress.h"
#include "run/result/journal.h"
#include "run/group/supervise.h"

// The outcome of a part of a session. A negative value is an error of the supervisor itself.
enum {
	GO_ON = 0,
	MEMBER_FAILED = 1, // recorded; the others go on
	ABANDON = 2,       // the session ends: stopped, or a worker was killed from outside
};

typedef struct GroupDef {
	const PlanGroup *group;
	const char *key, *groups_dir, *scene_path;
	const Machine *machine;
	Progress *progress;   // NULL: nothing is reported
	const char *valgrind; // its path, if counters need it
	bool verbose, count_only;
	bool known; // this process has run a whole session of the group; later ones take only builds and rounds
	bool one_session;    // run only one session, even if the group is not complete then
	int64_t deadline_ns; // by clock_ns: no round begins after it; 0: none
} GroupDef;

// A member's place in a session.
typedef struct WorkerSlot {
	Worker worker;
	StepAnswer *answers; // of its counting pass; NULL: none yet
	int32_t repeats;     // of the motion in one sample
	double clock_ns;     // the cost of a reading, in that worker
} WorkerSlot;

// A session: one worker per member, all alive together. Each session starts new workers. Some effects, such
// as addresses, differ from process to process; they must not stay with one algorithm all the time.
typedef struct Session {
	const GroupDef *def;
	Journal *journal;
	Result *result;    // the journal's
	WorkerSlot *slots; // of the members
	int32_t attempt;
	bool stopped, killed;
	Text line;
} Session;

enum { ATTEMPTS = 3 }; // tries, if kills from outside end sessions

// Gives a member's worker an order. Records its failure.
int32_t session_order(Session *session, int32_t member, OrderDef *order, Reply *reply, void **payload);
int32_t session_fail(Session *session, int32_t member, const MemberFailure *failure);
int32_t session_write(Session *session); // session->line
// The shortest time limit for starting a worker and for a sample, however short the limit of a build or pass
// is.
#define TIMEOUT_LEAST_S 1.0
OrderDef session_open_order(const Session *session, const char *kind, const char *params, Text *text);
WorkerDef session_worker_def(const Session *session, const char *label);
// The time limit of brute force for this many pairs, in seconds: far more than it needs, so that only a hang
// exceeds it.
double check_timeout(const Session *session, int64_t pairs);
