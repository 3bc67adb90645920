#include "base/error.h"
#include "base/mem.h"
#include "run/group.h"

static int32_t inspect_member(Sitting *sitting, int32_t member) {
	const PlanGroup *group = sitting->def->group;
	OrderDef order = { .order = { .type = ORDER_INSPECT, .groups = group->inspect },
		               .timeout_s = group->timeout_s,
		               .can_stop = true };
	Reply reply;
	void *payload = NULL;
	int32_t status = sitting_order(sitting, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	uint64_t whole = INSPECT_FIELDS * sizeof(double);
	if (reply.payload_size >= whole && (reply.payload_size - whole) % sizeof(InspectLevel) == 0) {
		const double *value = payload;
		const InspectLevel *levels = (const void *)(value + INSPECT_FIELDS);
		record_inspected(&sitting->line, member, value, levels,
		                 (int64_t)((reply.payload_size - whole) / sizeof(InspectLevel)));
		status = sitting_record(sitting);
	} else {
		status = error_set(ERR_IO, "a worker gave half an inspection");
	}
	mem_free(payload, (size_t)reply.payload_size);
	return status;
}

int32_t sitting_inspect(Sitting *sitting) {
	const Result *result = sitting->result;
	int32_t status = GO_ON;
	for (int32_t i = 0; i < result->member_count && status >= 0 && status != ABANDON; ++i)
		if (member_wants_inspection(result, &result->members[i])) status = inspect_member(sitting, i);
	return status;
}
