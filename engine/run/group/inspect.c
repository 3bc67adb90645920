#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/group/parts.h"

// A term of the cost model. It is 0 if the operation never happened, and unknown if its cost is unknown.
static double term(int64_t count, double cost_ns) { return count == 0 ? 0 : (double)count * cost_ns; }

static double predicted_ms(const Member *m, const double *value) {
	double ns = term(m->counts.nb, value[INSPECT_INDEX_cb_ns]) +
	            term(m->counts.np, value[INSPECT_INDEX_cp_ns]) +
	            term(m->counts.nu, value[INSPECT_INDEX_cu_ns]);
	return m->counts.nb == 0 ? (double)NAN : ns / (double)m->questions * 1e-6;
}

static bool wants_inspection(const Session *session, int32_t member) {
	return member_wants_inspection(session->result, member);
}

static int32_t inspect_member(Session *session, int32_t member) {
	OrderDef order = session_order_def(session, ORDER_INSPECT);
	order.order.groups = session->def->group->inspect;
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	uint64_t whole = INSPECT_FIELDS * sizeof(double);
	if (reply.payload_size >= whole && (reply.payload_size - whole) % sizeof(InspectLevel) == 0) {
		double *value = payload;
		value[INSPECT_INDEX_predicted_ms] = predicted_ms(&session->result->members[member], value);
		const InspectLevel *levels = (const void *)(value + INSPECT_FIELDS);
		entry_inspected(&session->line, member, value, levels,
		                (int64_t)((reply.payload_size - whole) / sizeof(InspectLevel)));
		status = session_write(session);
	} else {
		status = error_set(HN_ERR_IO, "a worker gave half an inspection");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

int32_t session_inspect(Session *session) { return session_each(session, wants_inspection, inspect_member); }
