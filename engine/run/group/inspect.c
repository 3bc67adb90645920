#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/group/parts.h"

// A busy neighbour lasts longer than a sample of fits, and only makes it longer. So the members take turns,
// and what a row says is the first quartile of its turns, with the interval of that. They take more turns
// where the interval of one of them is wide. Where rounds are too few for intervals, turns are few too.
enum { TURNS = 25, TURNS_MOST = 4 * TURNS, TURNS_BRIEF = 5 };
#define WIDE 0.05 // half the width of an interval, as a share

typedef struct Timed {
	int32_t field, lo, hi;
} Timed;

static const Timed s_timed[] = {
	{ INSPECT_INDEX_box_ns, INSPECT_INDEX_box_ns_lo, INSPECT_INDEX_box_ns_hi },
	{ INSPECT_INDEX_box_points_ns, INSPECT_INDEX_box_points_ns_lo, INSPECT_INDEX_box_points_ns_hi },
};

enum { TIMED = sizeof s_timed / sizeof s_timed[0], WHOLE = INSPECT_FIELDS * sizeof(double) };

// What a member's inspection found: the fields and the levels of the first turn, and the times of all.
typedef struct Found {
	void *payload;
	uint64_t size;
	double turns[TIMED][TURNS_MOST];
	int32_t turn_count;
} Found;

// A term of the cost model. It is 0 if the operation never happened, and unknown if its cost is unknown.
static double term(int64_t count, double cost_ns) { return count == 0 ? 0 : (double)count * cost_ns; }

static double predicted_ms(const Member *m, const double *value) {
	double ns = term(m->counts.nb, value[INSPECT_INDEX_cb_ns]) +
	            term(m->counts.np, value[INSPECT_INDEX_cp_ns]) +
	            term(m->counts.nu, value[INSPECT_INDEX_cu_ns]);
	return m->counts.nb == 0 ? (double)NAN : ns / (double)m->questions * 1e-6;
}

static int32_t take_turn(Session *session, int32_t member, Found *found) {
	const int32_t turn = found->turn_count;
	OrderDef order = session_order_def(session, ORDER_INSPECT);
	order.order.groups = turn == 0 ? session->def->group->inspect : 1u << INSPECT_BOX;
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, &order, &reply, &payload);
	if (status != GO_ON) return status;
	if (reply.payload_size < WHOLE || (reply.payload_size - WHOLE) % sizeof(InspectLevel) != 0) {
		mem_free(payload, (size_t)reply.payload_size);
		return error_set(HN_ERR_IO, "a worker gave half an inspection");
	}
	const double *value = payload;
	for (int32_t i = 0; i < TIMED; ++i) found->turns[i][turn] = value[s_timed[i].field];
	++found->turn_count;
	if (turn == 0)
		found->payload = payload, found->size = reply.payload_size;
	else
		mem_free(payload, (size_t)reply.payload_size);
	return GO_ON;
}

static Interval interval_of(const Found *found, int32_t timed) {
	double scratch[TURNS_MOST];
	return stats_quartile_interval(found->turns[timed], found->turn_count, scratch);
}

static bool is_timed(const Found *found, int32_t timed) {
	return found->turn_count > 0 && !isnan(found->turns[timed][0]);
}

static bool is_wide(const Session *session, const Found *found) {
	for (int32_t member = 0; member < session->result->member_count; ++member)
		for (int32_t i = 0; i < TIMED; ++i)
			if (is_timed(&found[member], i) && stats_precision(interval_of(&found[member], i)) > WIDE)
				return true;
	return false;
}

static int32_t record(Session *session, int32_t member, Found *found) {
	double *value = found->payload;
	value[INSPECT_INDEX_predicted_ms] = predicted_ms(&session->result->members[member], value);
	for (int32_t i = 0; i < TIMED; ++i) {
		if (!is_timed(found, i)) continue;
		const Interval ns = interval_of(found, i);
		value[s_timed[i].field] = ns.median, value[s_timed[i].lo] = ns.lo, value[s_timed[i].hi] = ns.hi;
	}
	const InspectLevel *levels = (const void *)(value + INSPECT_FIELDS);
	entry_inspected(&session->line, member, value, levels,
	                (int64_t)((found->size - WHOLE) / sizeof(InspectLevel)));
	return session_write(session);
}

static int32_t inspect_all(Session *session, Found *found) {
	const bool takes_turns = (session->def->group->inspect >> INSPECT_BOX & 1) != 0;
	const bool brief = group_is_brief(session->def->group);
	const int32_t count = session->result->member_count, most = brief ? TURNS_BRIEF : TURNS_MOST;
	int32_t status = GO_ON, turns = !takes_turns ? 1 : brief ? TURNS_BRIEF : TURNS;
	for (int32_t turn = 0; turn < turns && session_lasts(status); ++turn) {
		for (int32_t i = 0; i < count && session_lasts(status); ++i)
			if (member_wants_inspection(session->result, i)) status = take_turn(session, i, &found[i]);
		if (turn + 1 == turns && turns < most && takes_turns && is_wide(session, found)) turns += TURNS;
	}
	for (int32_t i = 0; i < count && session_lasts(status); ++i)
		if (member_wants_inspection(session->result, i)) status = record(session, i, &found[i]);
	return status;
}

int32_t session_inspect(Session *session) {
	const size_t count = (size_t)session->result->member_count;
	Found *found = mem_alloc_zero(count * sizeof *found);
	if (found == NULL) return error_set(HN_ERR_NO_MEMORY, "no memory for what inspections find");
	const int32_t status = inspect_all(session, found);
	for (size_t i = 0; i < count; ++i) mem_free(found[i].payload, (size_t)found[i].size);
	mem_free(found, count * sizeof *found);
	return status;
}
