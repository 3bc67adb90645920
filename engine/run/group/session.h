// One session of a group: a worker for each member, alive together, and how they are given orders.
#pragma once

#include "run/machine/machine.h"
#include "run/progress/progress.h"
#include "run/result/journal.h"
#include "run/group/supervise.h"

// How one piece of a session went; negative: an error of the supervisor itself.
enum {
	GO_ON = 0,
	MEMBER_FAILED = 1, // recorded; the others go on
	ABANDON = 2,       // the session ends: stopped, or a worker was killed from outside
};

typedef struct GroupDef {
	const PlanGroup *group;
	const char *key, *groups_dir, *scene_path;
	const Machine *machine;
	Progress *progress;   // NULL: nobody is told
	const char *valgrind; // where it is, if counters want it
	bool verbose, count_only;
	bool known;          // this process has had a whole session of it: others take rounds alone
	bool one_session;    // and no more, though it be not complete
	int64_t deadline_ns; // by clock_ns: no round begins after it; 0: none
} GroupDef;

// A member's place in a session.
typedef struct WorkerSlot {
	Worker worker;
	StepAnswer *answers; // of its counting pass; NULL: none yet
	int32_t repeats;     // of the motion in one sample
	double clock_ns;     // the cost of a reading, in that worker
} WorkerSlot;

// A session: one worker per member, alive together. Each has new ones: what differs from process to process,
// as the addresses of what is read, is not to differ between two algorithms all the time.
typedef struct Session {
	const GroupDef *def;
	Journal *journal;
	Result *result;    // the journal's
	WorkerSlot *slots; // of the members
	int32_t attempt;
	bool stopped, killed;
	Text line;
} Session;

enum { ATTEMPTS = 3 }; // sessions that a kill from outside may end

// Gives a member's worker an order; its failure is recorded.
int32_t session_order(Session *session, int32_t member, OrderDef *order, Reply *reply, void **payload);
int32_t session_fail(Session *session, int32_t member, const MemberFailure *failure);
int32_t session_write(Session *session); // session->line
// No start of a worker and no sample of many passes is ended sooner, however short the limit of a build or
// pass.
#define TIMEOUT_LEAST_S 1.0
OrderDef session_open_order(const Session *session, const char *kind, const char *params, Text *text);
WorkerDef session_worker_def(const Session *session, const char *label);
// Seconds that brute force may take for so many pairs: far more than it needs, so that only a hang ends it.
double check_timeout(const Session *session, int64_t pairs);
