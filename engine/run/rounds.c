// What is timed of a group: builds, rounds in Williams order, passes step by step.
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/group.h"
#include "run/stop.h"
#include "stats/stats.h"

enum { BUILDS_MIN = 5, STEP_PASSES_MIN = 11 };

static bool takes_part(const Sitting *sitting, int32_t member) {
	const Member *m = &sitting->result->members[member];
	return m->role != ROLE_CHECK && m->status == ROW_OK;
}

static OrderDef order_of(const Sitting *sitting, OrderType type, int32_t repeats) {
	return (OrderDef){ .order = { .type = type, .repeats = repeats },
		               .timeout_s = sitting->def->group->timeout_s,
		               .can_stop = true };
}

static int32_t build_member(Sitting *sitting, int32_t member) {
	OrderDef order = order_of(sitting, ORDER_BUILD, BUILDS_MIN);
	Reply reply;
	void *payload = NULL;
	int32_t status = sitting_order(sitting, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	const Member *m = &sitting->result->members[member];
	record_built(&sitting->line, member,
	             &(MemberBuild){ m->tree_bytes, m->live_bytes, m->peak_bytes, m->extent_fails, payload,
	                             (int32_t)(reply.payload_size / sizeof(double)) });
	mem_free(payload, (size_t)reply.payload_size);
	return sitting_record(sitting);
}

// The twin repeats as often as its original: twins are treated equally.
static int32_t calibrate_member(Sitting *sitting, int32_t member) {
	OrderDef order = order_of(sitting, ORDER_CALIBRATE, 0);
	Reply reply;
	int32_t status = sitting_order(sitting, member, &order, &reply, NULL);
	if (status != GO_ON) return status;
	bool twin = sitting->result->members[member].role == ROLE_AA;
	sitting->seats[member].repeats =
	    twin && sitting->seats[0].repeats > 0 ? sitting->seats[0].repeats : reply.repeats;
	return GO_ON;
}

int32_t sitting_prepare_clocks(Sitting *sitting) {
	int32_t status = GO_ON, count = sitting->result->member_count;
	for (int32_t i = 0; i < count && status >= 0 && status != ABANDON; ++i)
		if (takes_part(sitting, i)) status = build_member(sitting, i);
	for (int32_t i = 0; i < count && status >= 0 && status != ABANDON; ++i)
		if (takes_part(sitting, i)) status = calibrate_member(sitting, i);
	return status;
}

static int32_t take_sample(Sitting *sitting, int32_t member, Sample *out) {
	const Member *m = &sitting->result->members[member];
	OrderDef order = order_of(sitting, ORDER_SAMPLE, sitting->seats[member].repeats);
	order.order.contacts = m->counts.contacts;
	order.can_stop = false;
	Reply reply;
	int32_t status = sitting_order(sitting, member, &order, &reply, NULL);
	if (status != GO_ON) return status;
	if (reply.contacts != m->counts.contacts) {
		char detail[DETAIL_SIZE];
		snprintf(detail, sizeof detail, "a timed pass found %lld contacts, not %lld",
		         (long long)reply.contacts, (long long)m->counts.contacts);
		return sitting_fail(sitting, member, &(MemberFailure){ .status = ROW_MISMATCH, .detail = detail });
	}
	*out =
	    (Sample){ .member = member, .repeats = sitting->seats[member].repeats, .contacts = reply.contacts };
	for (int i = 0; i < 3; ++i) out->ns[i] = reply.ns[i];
	return GO_ON;
}

// One round; turns: who comes when. A round that breaks off is recorded as such: no sample is thrown away,
// and none of them counts.
static int32_t take_round(Sitting *sitting, const int32_t *turns, int32_t count, Sample *samples) {
	int32_t taken = 0, status = GO_ON;
	bool whole = true;
	for (int32_t turn = 0; turn < count; ++turn) {
		if (!takes_part(sitting, turns[turn])) continue;
		if (stop_signal() != 0) {
			sitting->stopped = true;
			status = ABANDON;
		} else {
			status = take_sample(sitting, turns[turn], &samples[taken]);
		}
		if (status < 0) return status;
		if (status == ABANDON) {
			whole = false;
			break;
		}
		if (status == GO_ON) samples[taken++].turn = turn + 1;
	}
	if (taken == 0) return status;
	record_round(&sitting->line, samples, taken, whole);
	int32_t recorded = sitting_record(sitting);
	return recorded != ERR_OK ? recorded : whole ? GO_ON : ABANDON;
}

static bool anyone_left(const Sitting *sitting) {
	for (int32_t i = 0; i < sitting->result->member_count; ++i)
		if (takes_part(sitting, i)) return true;
	return false;
}

int32_t sitting_rounds(Sitting *sitting) {
	int32_t count = sitting->def->group->algorithm_count + 1; // with the twin
	size_t order_size = 2 * (size_t)count * (size_t)count * sizeof(int32_t);
	size_t samples_size = (size_t)count * sizeof(Sample);
	int32_t *order = mem_alloc(order_size);
	Sample *samples = mem_alloc_zero(samples_size);
	int32_t status = order == NULL || samples == NULL ? ERR_NO_MEMORY : GO_ON;
	int32_t rows = status == GO_ON ? stats_williams_order(order, count) : 0;
	while (status >= 0 && status != ABANDON && anyone_left(sitting) &&
	       sitting->result->rounds < sitting->def->group->runs) {
		int32_t row = sitting->result->rounds % rows;
		status = take_round(sitting, order + (int64_t)row * count, count, samples);
	}
	mem_free(order, order_size);
	mem_free(samples, samples_size);
	return status;
}

static int32_t step_member(Sitting *sitting, int32_t member) {
	int32_t runs = sitting->def->group->runs;
	OrderDef order = order_of(sitting, ORDER_STEPS, runs > STEP_PASSES_MIN ? runs : STEP_PASSES_MIN);
	Reply reply;
	void *payload = NULL;
	int32_t status = sitting_order(sitting, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	if (reply.payload_size == (uint64_t)sitting->result->step_count * sizeof(StepTime)) {
		record_steps(&sitting->line, member,
		             &(MemberSteps){ payload, sitting->seats[member].answers, sitting->result->step_count,
		                             order.order.repeats, sitting->seats[member].clock_ns });
		status = sitting_record(sitting);
	} else {
		status = error_set(ERR_IO, "a worker gave times for too few steps");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

int32_t sitting_steps(Sitting *sitting) {
	int32_t status = GO_ON;
	if (!sitting->def->group->per_step) return status;
	for (int32_t i = 0; i < sitting->result->member_count && status >= 0 && status != ABANDON; ++i)
		if (takes_part(sitting, i) && sitting->result->members[i].steps == NULL)
			status = step_member(sitting, i);
	return status;
}
