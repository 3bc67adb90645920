// Counters of a group's points, after its times: each in a worker of its own, so that nothing that is timed
// ever shares a process with what counts. What cannot be counted leaves its columns empty and says why; the
// row stays.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/machine/callgrind.h"
#include "run/group/tally.h"

// Valgrind makes an algorithm some fifty times slower; so much longer it may take.
enum { CALLGRIND_SLOWNESS = 100 };
// Of the text that opens a worker, so that where the run lies does not move its heap, and with it the
// instructions that the C library takes to find memory.
enum { TEXT_ROUND = 8192 };

// A worker of its own for one member.
typedef struct Tallying {
	Sitting *sitting;
	int32_t member;
	Worker worker;
	double timeout_s;
	uint32_t mask; // of what it counts
	MemberTally *tally;
} Tallying;

// What the worker died of, where its row does not.
static int32_t excuse(Tallying *t, RowStatus status) {
	char why[COUNTER_WHY_SIZE];
	if (t->worker.stopped) {
		t->sitting->stopped = true;
		return ABANDON;
	}
	const char *detail = t->worker.detail, *noise = strstr(detail, ": =="); // valgrind's own lines
	bool under = t->worker.def.args != NULL;
	if (under && strncmp(detail, "SIGILL", 6) == 0)
		snprintf(why, sizeof why, "SIGILL: valgrind does not know an instruction of this program");
	else
		snprintf(why, sizeof why, "%s%s: %.*s", row_status_name((int32_t)status),
		         under ? " under valgrind" : "", noise != NULL ? (int)(noise - detail) : 150, detail);
	tally_miss(t->tally, t->mask, why);
	return MEMBER_FAILED;
}

static int32_t give(Tallying *t, OrderDef *order, Reply *reply, void **payload) {
	order->timeout_s = t->timeout_s;
	order->can_stop = true;
	progress_doing(t->sitting->def->progress, t->worker.def.label, order_name(order->order.type));
	RowStatus status = worker_order(&t->worker, order, reply, payload);
	return status == ROW_OK ? GO_ON : excuse(t, status);
}

static int32_t open_worker(Tallying *t, char *const *args) {
	const Result *result = t->sitting->result;
	WorkerDef worker = sitting_worker_def(t->sitting, member_label(result, t->member));
	worker.args = args;
	int32_t status = worker_start(&t->worker, &worker);
	if (status != HN_OK) return status;
	Text text = { 0 };
	OrderDef open = sitting_open_order(t->sitting, member_kind(result, t->member),
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

// Keeps of the payload what was asked for: the rest is of another worker.
static int32_t take_events(Tallying *t) {
	OrderDef order = {
		.order = { .type = ORDER_TALLY, .groups = t->mask, .repeats = t->sitting->seats[t->member].repeats }
	};
	Reply reply;
	void *payload = NULL;
	int32_t status = give(t, &order, &reply, &payload);
	if (status != GO_ON) return status;
	const MemberTally *got = payload;
	if (reply.payload_size == sizeof *got) {
		for (int32_t i = 0; i < COUNTERS; ++i) {
			if ((t->mask & 1u << i) == 0) continue;
			t->tally->value[i] = got->value[i];
			snprintf(t->tally->why[i], COUNTER_WHY_SIZE, "%s", got->why[i]);
		}
	} else {
		status = error_set(HN_ERR_IO, "a worker gave half a tally");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

static int32_t tally_events(Sitting *sitting, int32_t member, MemberTally *tally) {
	const uint32_t all = sitting->def->group->counters;
	Tallying t = { .sitting = sitting,
		           .member = member,
		           .timeout_s = sitting->def->group->timeout_s,
		           .mask = all & ~counters_of(all, COUNTER_CALLGRIND),
		           .tally = tally };
	if (t.mask == 0) return GO_ON;
	int32_t status = open_worker(&t, NULL);
	if (status == GO_ON) status = take_events(&t);
	worker_end(&t.worker);
	return status;
}

static int32_t take_instructions(Tallying *t, const Callgrind *callgrind) {
	OrderDef order = { .order = { .type = ORDER_TRACE } };
	Reply reply;
	int32_t status = give(t, &order, &reply, NULL);
	if (status != GO_ON) return status;
	double build = 0, pass = 0;
	MemberTally *tally = t->tally;
	status = callgrind_read(callgrind, 1, &build, tally->tool, sizeof tally->tool);
	if (status == HN_OK) status = callgrind_read(callgrind, 2, &pass, tally->tool, sizeof tally->tool);
	if (status != HN_OK) {
		tally_miss(tally, t->mask, hn_error_text());
		return status == HN_ERR_NO_MEMORY ? status : MEMBER_FAILED;
	}
	tally->value[COUNTER_INDEX_build_instructions] = build;
	tally->value[COUNTER_INDEX_step_instructions] = pass / (double)reply.questions;
	return GO_ON;
}

static int32_t tally_callgrind(Sitting *sitting, int32_t member, MemberTally *tally) {
	const GroupDef *def = sitting->def;
	Tallying t = { .sitting = sitting,
		           .member = member,
		           .timeout_s = def->group->timeout_s * (double)CALLGRIND_SLOWNESS,
		           .mask = counters_of(def->group->counters, COUNTER_CALLGRIND),
		           .tally = tally };
	if (t.mask == 0) return GO_ON;
#ifdef SANITIZED
	tally_miss(tally, t.mask, "what the sanitizers made does not run under valgrind");
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

static int32_t tally_member(Sitting *sitting, int32_t member) {
	MemberTally tally;
	tally_init(&tally);
	int32_t status = tally_events(sitting, member, &tally);
	if (status >= 0 && status != ABANDON) status = tally_callgrind(sitting, member, &tally);
	if (status < 0 || status == ABANDON) return status;
	record_tallied(&sitting->line, member, &tally, sitting->def->group->counters);
	return sitting_record(sitting);
}

int32_t sitting_tally(Sitting *sitting) {
	const Result *result = sitting->result;
	int32_t status = GO_ON;
	for (int32_t i = 0; i < result->member_count && status >= 0 && status != ABANDON; ++i)
		if (member_wants_tally(result, &result->members[i])) status = tally_member(sitting, i);
	return status;
}
