#include "run/group/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "plugin/load.h"
#include "scene/line.h"

int32_t session_write(Session *session) { return journal_add(session->journal, &session->line); }

bool session_any(const Session *session, MemberTest test) {
	for (int32_t i = 0; i < session->result->member_count; ++i)
		if (test(session, i)) return true;
	return false;
}

int32_t session_each(Session *session, MemberTest test, int32_t (*what)(Session *session, int32_t member)) {
	int32_t status = GO_ON;
	for (int32_t i = 0; i < session->result->member_count && session_lasts(status); ++i)
		if (test(session, i)) status = what(session, i);
	return status;
}

bool takes_part(const Session *session, int32_t member) {
	const Member *m = &session->result->members[member];
	return member_is_timed(session->result, member) && m->status == ROW_OK && !m->left;
}

int32_t session_fail(Session *session, int32_t member, const MemberFailure *failure) {
	worker_end(&session->slots[member].worker);
	entry_failed(&session->line, member, failure);
	int32_t status = session_write(session);
	return status == HN_OK ? MEMBER_FAILED : status;
}

int32_t session_mismatch(Session *session, int32_t member, const char *detail) {
	return session_fail(session, member, &(MemberFailure){ .status = ROW_MISMATCH, .detail = detail });
}

// Did the member complete a pass in time before? Then exceeding the limit now gives no bound.
static bool was_in_time(const Result *result, int32_t member, uint32_t order) {
	if (order == ORDER_SAMPLE || order == ORDER_STEPS) return true;
	for (int64_t i = 0; i < result->samples.count; ++i)
		if (result->samples.data[i].member == member) return true;
	return false;
}

// A pass over the motion that exceeded the limit gives a lower bound of the time of a step.
static void describe_failure(const Session *session, int32_t member, const OrderDef *order, RowStatus status,
                             char detail[DETAIL_SIZE]) {
	const Worker *worker = &session->slots[member].worker;
	static const char *const s_passes[] = {
		[ORDER_COUNT] = "counting pass", [ORDER_PROVE] = "timed pass", [ORDER_CALIBRATE] = "timed pass"
	};
	uint32_t type = order->order.type;
	const char *pass = type < sizeof s_passes / sizeof s_passes[0] ? s_passes[type] : NULL;
	if (session->def->group->block > 0)
		pass = NULL; // the limit is that of an instance, which says nothing of all
	if (worker->killed)
		snprintf(detail, DETAIL_SIZE, "%.300s (the last of %d tries)", worker->detail, ATTEMPTS);
	else if (status == ROW_TIMEOUT && was_in_time(session->result, member, type))
		snprintf(detail, DETAIL_SIZE, "%.300s, where it was in time before", worker->detail);
	else if (status == ROW_TIMEOUT && (type == ORDER_OPEN || type == ORDER_BUILD))
		snprintf(detail, DETAIL_SIZE, "%.300s: a build", worker->detail);
	else if (status == ROW_TIMEOUT && pass != NULL)
		snprintf(detail, DETAIL_SIZE, "%.300s: a %s, >= %.6g ms a step", worker->detail, pass,
		         order->timeout_s * 1e3 / result_questions_most(session->result));
	else
		snprintf(detail, DETAIL_SIZE, "%s", worker->detail);
}

double session_limit_s(const Session *session) {
	const GroupDef *def = session->def;
	if (def->end_ns == 0) return def->group->timeout_s;
	return fmin(def->group->timeout_s, fmax(1e-9 * (double)(def->end_ns - clock_ns()), TIMEOUT_LEAST_S));
}

OrderDef session_open_order(const Session *session, const char *kind, const char *params, Text *text) {
	Text name = { 0 };
	int32_t status = plugin_order_name(&name, hn_detect_find(kind));
	OrderDef out =
	    worker_open_order(status == HN_OK ? name.data : kind, params, session->def->scene_path, text);
	text_free(&name);
	out.order.query = (int32_t)session->def->group->query;
	out.order.instance_steps = session->def->group->instance_steps;
	out.order.simd = (int32_t)session->def->machine->simd;
	out.order.memory_limit = session->def->machine->memory_bytes / 2;
	out.timeout_s = fmax(session_limit_s(session), TIMEOUT_LEAST_S);
	return out;
}

OrderDef session_order_def(const Session *session, OrderType type) {
	return (OrderDef){ .order = { .type = type }, .timeout_s = session_limit_s(session), .can_stop = true };
}

WorkerDef session_worker_def(const Session *session, const char *label) {
	const Machine *machine = session->def->machine;
	return (WorkerDef){ .core = machine->core,
		                .layout = session->def->group->layout,
		                .memory_limit = machine->memory_bytes / 2,
		                .verbose = session->def->verbose,
		                .label = label };
}

// A stop ends the session, and so does a kill from outside where there are tries left: neither says anything
// of the member.
static int32_t after_failure(Session *session, const Worker *worker) {
	session->stopped = session->stopped || worker->stopped;
	session->killed = session->killed || (worker->killed && session->attempt < ATTEMPTS);
	return session->stopped || session->killed ? ABANDON : GO_ON;
}

// *out: a new worker's timed pass exceeds this time limit. Counting takes longer than a timed pass, so a
// counting pass that exceeded the limit gives no bound. GO_ON or ABANDON.
static int32_t timed_out(bool *out, Session *session, int32_t member, const OrderDef *timed) {
	const Result *result = session->result;
	Worker worker;
	WorkerDef def = session_worker_def(session, member_label(result, member));
	def.foreign = member_foreign(result, member);
	*out = false;
	if (worker_start(&worker, &def) != HN_OK) return GO_ON;
	Text text = { 0 };
	Reply reply;
	OrderDef open =
	    session_open_order(session, member_kind(result, member), member_params(result, member), &text);
	*out = !text.failed && worker_order(&worker, &open, &reply, NULL) == ROW_OK &&
	       worker_order(&worker, timed, &reply, NULL) == ROW_TIMEOUT;
	text_free(&text);
	worker_end(&worker);
	return after_failure(session, &worker);
}

// Only a point that was too slow to be counted needs a lower bound of its time.
static bool wants_bound(const Session *session, int32_t member, const OrderDef *order) {
	return order->order.type == ORDER_COUNT && !session->def->count_only && session->def->group->block == 0 &&
	       session->result->members[member].role == ROLE_POINT;
}

int32_t session_order(Session *session, int32_t member, OrderDef *order, Reply *reply, void **payload) {
	Worker *worker = &session->slots[member].worker;
	if (order->order.type != ORDER_SAMPLE) // the rounds report samples
		progress_doing(session->def->progress, worker->def.label, order_name(order->order.type));
	RowStatus status = worker_order(worker, order, reply, payload);
	if (order->order.type == ORDER_OPEN || order->order.type == ORDER_BUILD)
		session->before_ns += reply->cpu_ns;
	if (session->def->quiet != NULL) quiet_add(session->def->quiet, reply->quiet_ns, reply->lost_ns);
	if (status == ROW_OK) return GO_ON;
	if (after_failure(session, worker) == ABANDON) return ABANDON;
	char detail[DETAIL_SIZE];
	bool killed = worker->killed, bounded = false;
	describe_failure(session, member, order, status, detail);
	const OrderDef timed =
	    session_order_def(session, ORDER_CALIBRATE); // what is left may be less than before
	if (status == ROW_TIMEOUT && wants_bound(session, member, order) &&
	    timed_out(&bounded, session, member, &timed) == ABANDON)
		return ABANDON;
	if (bounded) describe_failure(session, member, &timed, status, detail);
	bool censored = status == ROW_TIMEOUT && session->def->group->block == 0 &&
	                !was_in_time(session->result, member, order->order.type);
	return session_fail(
	    session, member,
	    &(MemberFailure){ .status = status, .detail = detail, .censored = censored, .killed = killed });
}

double check_timeout(const Session *session, int64_t pairs) {
	return session->def->group->timeout_s + (double)pairs * 1e-6;
}
