// How many passes a sample has, and of a population how many instances: so many that most of a session's time
// is samples, as what a session needs before its first sample gives no number.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/group/parts.h"
#include "run/result/precision.h"
#include "run/worker/block.h"

enum {
	TIMES_AS_LONG = 6,          // samples of a session are to take as long as its builds, so many times
	SAMPLE_NS_MAX = 1000000000, // but no sample for that longer than this
};

static uint64_t block_seed(const PlanGroup *group) {
	HnHash hash = hn_hash_bytes(group->seed, strlen(group->seed));
	uint64_t seed = 0;
	for (int i = 0; i < 8; ++i) seed = seed << 8 | hash.bytes[i];
	return seed;
}

int32_t session_block_size(const Session *session) {
	const int32_t count = result_instances(session->result);
	const int32_t size = session->grown > 0           ? session->grown
	                     : session->result->block > 0 ? session->result->block
	                                                  : session->def->group->block;
	return size < count ? size : count;
}

OrderDef session_timed_order(const Session *session, OrderType type) {
	OrderDef out = session_order_def(session, type);
	out.order.block = session->block_count;
	out.order.round = session->result->rounds;
	out.order.seed = block_seed(session->def->group);
	return out;
}

int32_t session_draw_block(Session *session) {
	const int32_t size = session_block_size(session);
	if (size == 0) return HN_OK;
	if (size != session->block_count) {
		mem_free(session->block, (size_t)session->block_count * sizeof *session->block);
		session->block_count = 0;
		session->block = mem_alloc((size_t)size * sizeof *session->block);
		if (session->block == NULL) return HN_ERR_NO_MEMORY;
		session->block_count = size;
	}
	return block_draw(session->block, size, result_instances(session->result),
	                  block_seed(session->def->group), session->result->rounds);
}

// The twin repeats the motion as often as its original, so that both are treated equally.
static int32_t calibrate_member(Session *session, int32_t member) {
	OrderDef order = session_timed_order(session, ORDER_CALIBRATE);
	WorkerSlot *slot = &session->slots[member];
	Reply reply;
	int32_t status = session_order(session, member, &order, &reply, NULL);
	if (status != GO_ON) return status;
	bool twin = session->result->members[member].role == ROLE_AA;
	slot->repeats = twin && session->slots[0].repeats > 0 ? session->slots[0].repeats : reply.repeats;
	slot->pass_ns = reply.cpu_ns;
	return GO_ON;
}

static int32_t calibrate_all(Session *session) {
	int32_t status = session_draw_block(session);
	return status == HN_OK ? session_each(session, takes_part, calibrate_member) : status;
}

// By what factor samples would have to be longer, where each instance is asked `repeats` times, or as often
// as was found (0).
static double factor_of(const Session *session, int32_t repeats) {
	double sum = 0, longest = 0;
	for (int32_t i = 0; i < session->result->member_count; ++i) {
		const WorkerSlot *slot = &session->slots[i];
		if (!takes_part(session, i)) continue;
		const double ns = slot->pass_ns * (repeats > 0 ? repeats : slot->repeats);
		sum += ns, longest = fmax(longest, ns);
	}
	if (!(sum > 0)) return 1;
	return fmin(TIMES_AS_LONG * session->before_ns / SESSION_ROUNDS_MIN / sum, SAMPLE_NS_MAX / longest);
}

// More instances say more than more passes over the same, so passes come second.
int32_t session_calibrate(Session *session) {
	const PlanGroup *group = session->def->group;
	int32_t status = calibrate_all(session);
	if (!group->block_grows || session->result->block > 0 || !session_lasts(status)) return status;
	const double size =
	    fmin(group->block * factor_of(session, BLOCK_REPEATS), result_instances(session->result));
	if (size > session->block_count) {
		session->grown = (int32_t)size;
		status = calibrate_all(session);
	}
	const double factor = factor_of(session, 0);
	for (int32_t i = 0; factor > 1 && i < session->result->member_count; ++i)
		session->slots[i].repeats = (int32_t)(session->slots[i].repeats * factor);
	return status;
}
