// Times a group: builds, rounds in Williams order, passes step by step.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/group/parts.h"
#include "run/result/look.h"
#include "run/result/precision.h"
#include "run/result/retake.h"
#include "run/result/slow_core.h"
#include "support/stop.h"

// Builds have their own rounds in each session, until there are BUILDS_MAX in all. A session has more than
// one such round if builds are quick: up to a sixth of BUILDS_MAX, or of BUILDS_NS for each member. If a
// group has only one session, that session has all rounds of builds, at least RATIO_ROUNDS_MIN. Who asks for
// more rounds than BUILDS_MAX gets as many of builds.
enum { BUILDS_MAX = 24, BUILDS_NS = 200000000, STEP_PASSES_MIN = 11 };

// The members that take turns, the algorithms and the twin, in rows of a Williams design. HN_ERR_NO_MEMORY.
typedef struct Turns {
	int32_t *order, rows, count;
} Turns;

static size_t turns_size(const Turns *turns) {
	return 2 * (size_t)turns->count * (size_t)turns->count * sizeof *turns->order;
}

static int32_t turns_init(Turns *out, const Session *session) {
	*out = (Turns){ .count = session->def->group->algorithm_count + (session->def->group->ranked ? 0 : 1) };
	out->order = mem_alloc(turns_size(out));
	if (out->order == NULL) return HN_ERR_NO_MEMORY;
	out->rows = stats_williams_order(out->order, out->count);
	return GO_ON;
}

// The times of one session's builds, member by member.
typedef struct Builds {
	double *ns; // `most` for each member
	int32_t members, rounds, most;
	int32_t before; // rounds of earlier sessions
	double total_ns;
} Builds;

static size_t builds_size(const Builds *builds) {
	return mem_array_size((int64_t)builds->members * builds->most, sizeof *builds->ns);
}

static int32_t build_member(Session *session, int32_t member, Builds *builds) {
	OrderDef order = session_order_def(session, ORDER_BUILD);
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	if (reply.payload_size == sizeof(double)) {
		double ns = *(const double *)payload;
		builds->ns[(int64_t)member * builds->most + builds->rounds] = ns;
		builds->total_ns += ns;
	} else {
		status = error_set(HN_ERR_IO, "a worker gave no time of a build");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

static int32_t builds_record(Session *session, const Builds *builds) {
	int32_t status = GO_ON;
	for (int32_t i = 0; i < builds->members && status == GO_ON; ++i) {
		const Member *m = &session->result->members[i];
		if (!takes_part(session, i)) continue;
		entry_built(&session->line, i,
		            &(MemberBuild){ m->tree_bytes, m->live_bytes, m->peak_bytes, m->extent_fails,
		                            builds->ns + (int64_t)i * builds->most, builds->rounds });
		status = session_write(session);
	}
	return status;
}

// May the budget end before there are sessions for an interval? Under one a group has its sessions one by
// one.
static bool is_hasty(const Session *session) {
	return session->def->one_session && session->result->sessions <= STATS_SESSIONS_MIN;
}

// The rounds of builds of a session that takes as many as it takes rounds of samples; 0: it does not.
static int32_t builds_asked(const Session *session) {
	const PlanGroup *group = session->def->group;
	if (group->precision > 0 || group->block > 0 || group->runs <= BUILDS_MAX) return 0;
	const int32_t end = result_session_end(session->result, is_hasty(session));
	return (end < group->runs ? end : group->runs) - session->result->rounds;
}

static bool builds_wanted(const Session *session, const Builds *builds, int32_t workers) {
	const PlanGroup *group = session->def->group;
	const int32_t asked = builds_asked(session);
	if (asked > 0) return builds->rounds < asked;
	const bool alone = group_is_brief(group);
	const int32_t share = alone ? 1 : STATS_SESSIONS_MIN, least = alone ? RATIO_ROUNDS_MIN : 1;
	const int32_t most =
	    group->block > 0 ? least : BUILDS_MAX / share; // a population's time is for instances
	if (!alone && builds->before >= BUILDS_MAX) return false;
	return builds->rounds < least ||
	       (builds->rounds < most && builds->total_ns < (double)BUILDS_NS * workers / share);
}

// Every worker builds once in a round, in the same orders as samples. So slow changes of the machine affect
// all alike, and builds of one round are paired.
static int32_t build_rounds(Session *session, const Turns *turns) {
	const int32_t asked = builds_asked(session);
	Builds builds = { .members = session->result->member_count,
		              .most = asked > BUILDS_MAX ? asked : BUILDS_MAX,
		              .before = session->result->build_rounds };
	builds.ns = mem_alloc_zero(builds_size(&builds));
	if (builds.ns == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = GO_ON;
	while (session_lasts(status) && session_any(session, takes_part) &&
	       builds_wanted(session, &builds, turns->count)) {
		int32_t round = builds.before + builds.rounds;
		const int32_t *row = turns->order + (int64_t)(round % turns->rows) * turns->count;
		for (int32_t turn = 0; turn < turns->count && session_lasts(status); ++turn)
			if (takes_part(session, row[turn])) status = build_member(session, row[turn], &builds);
		builds.rounds += 1;
	}
	if (session_lasts(status) && builds.rounds > 0) status = builds_record(session, &builds);
	mem_free(builds.ns, builds_size(&builds));
	return status;
}

// The contacts of all steps that a round times, and of a block those of the instance that has most.
static void expect_contacts(const Session *session, const Member *m, Order *order) {
	if (session->block_count == 0 || m->instances == NULL) {
		order->contacts = m->counts.contacts;
		return;
	}
	for (int32_t i = 0; i < session->block_count; ++i) {
		const int64_t contacts = m->instances[session->block[i]].counts.contacts;
		order->contacts += contacts;
		if (contacts > order->most_contacts) order->most_contacts = contacts;
	}
}

int32_t session_builds(Session *session) {
	if (session->def->group->unbuilt) return GO_ON;
	Turns turns;
	int32_t status = turns_init(&turns, session);
	if (status < 0) return status;
	status = build_rounds(session, &turns);
	mem_free(turns.order, turns_size(&turns));
	return status;
}

static int32_t take_sample(Session *session, int32_t member, Sample *out) {
	const Member *m = &session->result->members[member];
	OrderDef order = session_timed_order(session, ORDER_SAMPLE);
	order.order.repeats = session->slots[member].repeats;
	expect_contacts(session, m, &order.order);
	if (session->def->quiet != NULL) {
		order.order.quiet_ns = quiet_limit_ns(session->def->quiet);
		if (!session->def->group->ranked)
			order.order.lost_ns = quiet_left_ns(session->def->quiet, slow_core_part(is_hasty(session)));
	}
	order.timeout_s = fmax(order.timeout_s, TIMEOUT_LEAST_S);
	order.can_stop = false;
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, &order, &reply, &payload);
	const size_t size = status == GO_ON ? (size_t)reply.payload_size : 0;
	if (status == GO_ON && size != (size_t)session->block_count * sizeof(double))
		status = error_set(HN_ERR_IO, "a worker gave times of other instances");
	if (status == GO_ON && out->each_ns != NULL) memcpy(out->each_ns, payload, size);
	mem_free(payload, size);
	if (status != GO_ON) return status;
	if (reply.contacts != order.order.contacts) {
		char detail[DETAIL_SIZE];
		snprintf(detail, sizeof detail, "a timed pass found %lld contacts, not %lld",
		         (long long)reply.contacts, (long long)order.order.contacts);
		return session_mismatch(session, member, detail);
	}
	*out = (Sample){ .each_ns = out->each_ns,
		             .member = member,
		             .repeats = session->slots[member].repeats,
		             .contacts = reply.contacts,
		             .slowed = reply.slowed,
		             .slow = reply.slow,
		             .preempted = reply.preempted != 0 };
	for (int i = 0; i < STEP_PARTS; ++i) out->ns[i] = reply.ns[i];
	return GO_ON;
}

// Takes one round. turns: the order of the members. A round that breaks off, or in which a sample was
// preempted, is recorded as such: its samples are kept, but do not count.
static int32_t take_round(Session *session, const int32_t *turns, int32_t count, Sample *samples) {
	int32_t taken = 0, status = session_draw_block(session);
	bool whole = true;
	if (status != HN_OK) return status;
	for (int32_t turn = 0; turn < count; ++turn) {
		if (!takes_part(session, turns[turn])) continue;
		if (stop_signal() != 0) {
			session->stopped = true;
			status = ABANDON;
		} else {
			status = take_sample(session, turns[turn], &samples[taken]);
		}
		if (status < 0) return status;
		if (status == ABANDON) {
			whole = false;
			break;
		}
		if (status == GO_ON) samples[taken++].turn = turn + 1;
	}
	if (taken == 0) return status;
	RoundEnd end = !whole                                            ? ROUND_BROKE_OFF
	               : result_retakes(session->result, samples, taken) ? ROUND_RETAKEN
	                                                                 : ROUND_COUNTS;
	entry_round(&session->line, &(RoundTaken){ samples, session->block, taken, session->block_count, end });
	int32_t recorded = session_write(session);
	return recorded != HN_OK ? recorded : whole ? GO_ON : ABANDON;
}

// Looks at the claims, if that is due, and writes what it saw.
static int32_t look(Session *session) {
	if (!look_is_due(session->result)) return GO_ON;
	const size_t size = (size_t)session->result->member_count * sizeof(bool);
	bool *needed = mem_alloc(size);
	Look seen;
	int32_t status = needed == NULL ? HN_ERR_NO_MEMORY : look_take(&seen, needed, session->result);
	if (status == HN_OK) {
		entry_look(&session->line, &seen, needed, session->result);
		status = session_write(session);
	}
	mem_free(needed, size);
	return status;
}

int32_t session_rounds(Session *session) {
	Turns turns;
	int32_t status = turns_init(&turns, session);
	size_t samples_size = (size_t)turns.count * sizeof(Sample);
	const int32_t block = session_block_size(session);
	size_t each_size = mem_array_size((int64_t)turns.count * block, sizeof(double));
	Sample *samples = mem_alloc_zero(samples_size);
	double *each = block > 0 ? mem_alloc(each_size) : NULL;
	if (samples == NULL || (block > 0 && each == NULL)) status = HN_ERR_NO_MEMORY;
	for (int32_t i = 0; status == GO_ON && each != NULL && i < turns.count; ++i)
		samples[i].each_ns = each + (int64_t)i * block;
	if (status == GO_ON) status = look(session); // that a kill prevented
	const int32_t end = result_session_end(session->result, is_hasty(session));
	const int64_t deadline = session->def->deadline_ns;
	while (session_lasts(status) && session_any(session, takes_part) && !result_has_enough(session->result) &&
	       session->result->rounds < end &&
	       (deadline == 0 || session->result->rounds == 0 || clock_ns() < deadline)) {
		int32_t row = session->result->rounds % turns.rows;
		status = take_round(session, turns.order + (int64_t)row * turns.count, turns.count, samples);
		if (session_lasts(status)) {
			const int32_t looked = look(session);
			if (looked != GO_ON) status = looked;
		}
		if (status >= 0) progress_rounds(session->def->progress, session->result);
	}
	mem_free(turns.order, turns.order != NULL ? turns_size(&turns) : 0);
	mem_free(samples, samples_size);
	mem_free(each, each_size);
	return status;
}

static int32_t step_member(Session *session, int32_t member) {
	int32_t runs = session->def->group->runs;
	OrderDef order = session_order_def(session, ORDER_STEPS);
	order.order.repeats = runs > STEP_PASSES_MIN ? runs : STEP_PASSES_MIN;
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	if (reply.payload_size == (uint64_t)session->result->step_count * sizeof(StepTime)) {
		entry_steps(&session->line, member,
		            &(MemberSteps){ payload, session->slots[member].answers, session->result->step_count,
		                            order.order.repeats, session->slots[member].clock_ns });
		status = session_write(session);
	} else {
		status = error_set(HN_ERR_IO, "a worker gave times for too few steps");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

static bool lacks_steps(const Session *session, int32_t member) {
	return session->def->group->per_step && takes_part(session, member) &&
	       session->result->members[member].steps == NULL;
}

int32_t session_steps(Session *session) { return session_each(session, lacks_steps, step_member); }
