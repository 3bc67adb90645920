// The parts of a session, in the order in which they run. Each returns an outcome (session.h).
#pragma once

#include "run/group/session.h"
#include "stats/stats.h"

// Whether a group is asked for too few rounds to have intervals, and so has one session.
static inline bool group_is_brief(const PlanGroup *group) {
	return group->precision == 0 && group->runs < STATS_SESSIONS_MIN;
}

// Starts the worker of a member. The worker builds the structure that the member measures.
int32_t member_open(Session *session, int32_t member);
// Does the same. The worker also counts and, if it will be timed, proves its timed kernels against the
// counted ones.
int32_t member_prepare(Session *session, int32_t member);
// Compares the members' counted answers and fails those that are wrong. Records it if nothing could be
// compared. Does nothing under check = none.
int32_t session_agree(Session *session);
// Compares the reports of conservative and unsound members with those of an exact member.
int32_t session_contain(Session *session);
// Measures quality and costs of the structures, as far as the scenario asks for it.
int32_t session_inspect(Session *session);
// The timed parts: builds, passes that a sample needs, rounds of samples, single steps.
int32_t session_builds(Session *session);
int32_t session_calibrate(Session *session);
// Of a population, the instances that the next round times; 0: a round times all steps.
int32_t session_block_size(const Session *session);
int32_t session_draw_block(Session *session); // draws them
// An order about what the next round times. A round that is taken again times the same instances: others
// would come more often where times are short, as a preemption is likelier in a long sample.
OrderDef session_timed_order(const Session *session, OrderType type);
int32_t session_rounds(Session *session);
int32_t session_steps(Session *session);
// Asks plug-ins at places where nobody was asked before, and fails those that answer what they remember.
int32_t session_afresh(Session *session);
// Reads hardware counters of the group's points.
int32_t session_count_events(Session *session);
