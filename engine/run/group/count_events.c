// Counters of a group's points, taken after its times. Each point has its own worker, so that timing never
// shares a process with counting. A counter that cannot be read leaves its columns empty and gives a reason;
// the row stays.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "machine/callgrind.h"
#include "run/group/parts.h"

// The time limit grows by this factor, because valgrind makes an algorithm about fifty times slower.
enum { CALLGRIND_SLOWNESS = 100 };
// The text of the first order is padded to a multiple of this. Otherwise the length of the run's path would
// move the heap and change the number of instructions of malloc.
enum { TEXT_ROUND = 8192 };

// The worker for one member.
typedef struct CounterWorker {
	Session *session;
	int32_t member;
	Worker worker;
	double timeout_s;
	uint32_t mask; // of the counters
	CounterValues *counter_values;
} CounterWorker;

// Notes why the worker died. The row does not fail.
static int32_t excuse(CounterWorker *t, RowStatus status) {
	char why[COUNTER_WHY_SIZE];
	if (t->worker.stopped) {
		t->session->stopped = true;
		return ABANDON;
	}
	const char *detail = t->worker.detail, *noise = strstr(detail, ": =="); // valgrind's own lines
	bool under = t->worker.def.args != NULL;
	if (under && strncmp(detail, "SIGILL", 6) == 0)
		snprintf(why, sizeof why, "SIGILL: valgrind does not know an instruction of this program");
	else
		snprintf(why, sizeof why, "%s%s: %.*s", row_status_name((int32_t)status),
		         under ? " under valgrind" : "", noise != NULL ? (int)(noise - detail) : 150, detail);
	counter_values_miss(t->counter_values, t->mask, why);
	return MEMBER_FAILED;
}

static int32_t give(CounterWorker *t, OrderDef *order, Reply *reply, void **payload) {
	order->timeout_s = t->timeout_s;
	order->can_stop = true;
	progress_doing(t->session->def->progress, t->worker.def.label, order_name(order->order.type));
	RowStatus status = worker_order(&t->worker, order, reply, payload);
	return status == ROW_OK ? GO_ON : excuse(t, status);
}

static int32_t open_worker(CounterWorker *t, char *const *args) {
	const Result *result = t->session->result;
	WorkerDef worker = session_worker_def(t->session, member_label(result, t->member));
	worker.args = args;
	worker.foreign = member_foreign(result, t->member);
	int32_t status = worker_start(&t->worker, &worker);
	if (status != HN_OK) return status;
	Text text = { 0 };
	OrderDef open = session_open_order(t->session, member_kind(result, t->member),
	                                   member_params(result, t->member), &text);
	static const char nothing[TEXT_ROUND];
	text_add_bytes(&text, nothing, TEXT_ROUND - text.count % TEXT_ROUND);
	open.order.groups = t->mask;
	open.order.text_size = (uint64_t)text.count;
	open.text = text.data;
	Reply reply;
	status = text.failed ? HN_ERR_NO_MEMORY : give(t, &open, &reply, NULL);
	text_free(&text);
	return status;
}

// Keeps only those values of the payload that were asked for; another worker gives the rest.
static int32_t take_events(CounterWorker *t) {
	OrderDef order = { .order = { .type = ORDER_COUNTERS,
		                          .groups = t->mask,
		                          .repeats = t->session->slots[t->member].repeats } };
	Reply reply;
	void *payload = NULL;
	int32_t status = give(t, &order, &reply, &payload);
	if (status != GO_ON) return status;
	const CounterValues *got = payload;
	if (reply.payload_size == sizeof *got) {
		for (int32_t i = 0; i < COUNTERS; ++i) {
			if ((t->mask & 1u << i) == 0) continue;
			t->counter_values->value[i] = got->value[i];
			snprintf(t->counter_values->why[i], COUNTER_WHY_SIZE, "%s", got->why[i]);
		}
	} else {
		status = error_set(HN_ERR_IO, "a worker gave half a counter_values");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

static int32_t read_events(Session *session, int32_t member, CounterValues *counter_values) {
	const uint32_t all = session->def->group->counters;
	CounterWorker t = { .session = session,
		                .member = member,
		                .timeout_s = session->def->group->timeout_s,
		                .mask = all & ~counters_of(all, COUNTER_CALLGRIND),
		                .counter_values = counter_values };
	if (t.mask == 0) return GO_ON;
	int32_t status = open_worker(&t, NULL);
	if (status == GO_ON) status = take_events(&t);
	worker_end(&t.worker);
	return status;
}

static int32_t take_instructions(CounterWorker *t, const Callgrind *callgrind) {
	OrderDef order = { .order = { .type = ORDER_TRACE } };
	Reply reply;
	int32_t status = give(t, &order, &reply, NULL);
	if (status != GO_ON) return status;
	double build = 0, pass = 0;
	CounterValues *counter_values = t->counter_values;
	status = callgrind_read(callgrind, 1, &build, counter_values->tool, sizeof counter_values->tool);
	if (status == HN_OK)
		status = callgrind_read(callgrind, 2, &pass, counter_values->tool, sizeof counter_values->tool);
	if (status != HN_OK) {
		counter_values_miss(counter_values, t->mask, hn_error_text());
		return status == HN_ERR_NO_MEMORY ? status : MEMBER_FAILED;
	}
	counter_values->value[COUNTER_INDEX_build_instructions] = build;
	counter_values->value[COUNTER_INDEX_step_instructions] = pass / (double)reply.questions;
	return GO_ON;
}

static int32_t read_callgrind(Session *session, int32_t member, CounterValues *counter_values) {
	const GroupDef *def = session->def;
	CounterWorker t = { .session = session,
		                .member = member,
		                .timeout_s = def->group->timeout_s * (double)CALLGRIND_SLOWNESS,
		                .mask = counters_of(def->group->counters, COUNTER_CALLGRIND),
		                .counter_values = counter_values };
	if (t.mask == 0) return GO_ON;
#ifdef SANITIZED
	counter_values_miss(counter_values, t.mask, "what the sanitizers made does not run under valgrind");
	return GO_ON;
#endif
	Callgrind callgrind = { 0 };
	char folder[PATH_SIZE];
	int32_t status = path_format(folder, "%s/callgrind.tmp", def->groups_dir);
	if (status == HN_OK) status = callgrind_begin(&callgrind, def->valgrind, folder);
	if (status == HN_OK) status = open_worker(&t, callgrind.args);
	if (status == GO_ON) status = take_instructions(&t, &callgrind);
	worker_end(&t.worker);
	callgrind_end(&callgrind);
	return status;
}

static int32_t count_member_events(Session *session, int32_t member) {
	CounterValues counter_values;
	counter_values_init(&counter_values);
	int32_t status = read_events(session, member, &counter_values);
	if (session_lasts(status)) status = read_callgrind(session, member, &counter_values);
	if (!session_lasts(status)) return status;
	entry_counters(&session->line, member, &counter_values, session->def->group->counters);
	return session_write(session);
}

static bool wants_counters(const Session *session, int32_t member) {
	return member_wants_counters(session->result, member);
}

int32_t session_count_events(Session *session) {
	return session_each(session, wants_counters, count_member_events);
}
