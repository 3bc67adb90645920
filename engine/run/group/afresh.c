#include "base/error.h"
#include "base/mem.h"
#include "run/group/parts.h"

// Once in a group.
static bool wants_look(const Session *session, int32_t member) {
	return member_wants_afresh(session->result, member);
}

static int32_t look_member(Session *session, int32_t member) {
	OrderDef order = session_order_def(session, ORDER_AFRESH);
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	if (reply.payload_size != sizeof(AfreshReport)) {
		mem_free(payload, (size_t)reply.payload_size);
		return error_set(HN_ERR_IO, "a worker gave half a report");
	}
	AfreshReport report = *(const AfreshReport *)payload;
	mem_free(payload, sizeof report);
	report.text[sizeof report.text - 1] = '\0';
	entry_afresh(&session->line, member, &report);
	status = session_write(session);
	if (status != HN_OK || report.text[0] == '\0') return status;
	MemberFailure failure = { .status = report.wrong ? ROW_MISMATCH : ROW_ERROR, .detail = report.text };
	return session_fail(session, member, &failure);
}

int32_t session_afresh(Session *session) { return session_each(session, wants_look, look_member); }
