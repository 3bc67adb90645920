#include "run/group/prepare.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/group/agree.h"

static int32_t mismatch(Sitting *sitting, int32_t member, const char *detail) {
	return sitting_fail(sitting, member, &(MemberFailure){ .status = ROW_MISMATCH, .detail = detail });
}

// Orders whose payload is an answer per step: count and prove.
static int32_t order_answers(Sitting *sitting, int32_t member, OrderType type, Reply *reply,
                             StepAnswer **answers) {
	OrderDef def = { .order = { .type = type }, .can_stop = true };
	def.timeout_s = sitting->result->members[member].role == ROLE_CHECK
	                    ? check_timeout(sitting, sitting->result->pair_count)
	                    : sitting->def->group->timeout_s;
	void *payload = NULL;
	int32_t status = sitting_order(sitting, member, &def, reply, &payload);
	if (status != GO_ON) return status;
	*answers = payload;
	if (reply->payload_size != (uint64_t)sitting->result->step_count * sizeof(StepAnswer)) {
		mem_free(payload, (size_t)reply->payload_size);
		*answers = NULL;
		return sitting_fail(sitting, member,
		                    &(MemberFailure){ .status = ROW_ERROR, .detail = "answers for too few steps" });
	}
	if (reply->foreign_step < 0) return GO_ON;
	char detail[DETAIL_SIZE];
	snprintf(detail, sizeof detail, "step %d: the pair reported does not meet", reply->foreign_step + 1);
	return mismatch(sitting, member, detail);
}

// The run's hash: over the step hashes' canonical bytes.
static int32_t run_hash(HnHash *out, const StepAnswer *answers, int32_t count) {
	size_t size = (size_t)count * sizeof(HnHash);
	HnHash *hashes = mem_alloc(size);
	if (hashes == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < count; ++i) hashes[i] = answers[i].hash;
	*out = hn_hash_bytes(hashes, size);
	mem_free(hashes, size);
	return HN_OK;
}

static int32_t count_member(Sitting *sitting, int32_t member) {
	Member *m = &sitting->result->members[member];
	Reply reply;
	int32_t status = order_answers(sitting, member, ORDER_COUNT, &reply, &sitting->seats[member].answers);
	if (status != GO_ON) return status;
	MemberCount count = { reply.counts, { { 0 } }, reply.questions, reply.first_contact };
	status = run_hash(&count.hash, sitting->seats[member].answers, sitting->result->step_count);
	if (status != HN_OK) return status;
	if (!m->counted) {
		record_counted(&sitting->line, member, &count);
		return sitting_record(sitting);
	}
	if (hn_hash_equal(&m->hash, &count.hash) && memcmp(&m->counts, &reply.counts, sizeof m->counts) == 0)
		return GO_ON;
	return mismatch(sitting, member,
	                "not repeatable: counts or hash differ from those of an earlier sitting");
}

// The timed kernels, with their answers kept, against the counted ones.
static int32_t prove_member(Sitting *sitting, int32_t member) {
	Reply reply;
	StepAnswer *proof = NULL;
	int32_t steps = sitting->result->step_count, differs = -1;
	int32_t status = order_answers(sitting, member, ORDER_PROVE, &reply, &proof);
	for (int32_t i = 0; status == GO_ON && differs < 0 && i < steps; ++i)
		if (!hn_hash_equal(&proof[i].hash, &sitting->seats[member].answers[i].hash)) differs = i;
	if (differs >= 0) {
		char detail[DETAIL_SIZE];
		snprintf(
		    detail, sizeof detail, "step %d: the timed kernel finds %lld contacts, the counted one %lld%s",
		    differs + 1, (long long)proof[differs].contacts,
		    (long long)sitting->seats[member].answers[differs].contacts,
		    proof[differs].contacts == sitting->seats[member].answers[differs].contacts ? " others" : "");
		status = mismatch(sitting, member, detail);
	}
	mem_free(proof, proof == NULL ? 0 : (size_t)steps * sizeof *proof);
	if (status != GO_ON || sitting->result->members[member].measured) return status;
	record_built(
	    &sitting->line, member,
	    &(MemberBuild){ reply.tree_bytes, reply.live_bytes, reply.peak_bytes, reply.extent_fails, NULL, 0 });
	return sitting_record(sitting);
}

// A worker that has built what the member measures.
int32_t member_open(Sitting *sitting, int32_t member) {
	const Result *result = sitting->result;
	if (result->members[member].role == ROLE_AA && result->members[0].status != ROW_OK)
		return sitting_fail(sitting, member,
		                    &(MemberFailure){ .status = ROW_SKIPPED, .detail = "its original failed" });
	WorkerDef worker = sitting_worker_def(sitting, member_label(result, member));
	worker.padding = layout_padding(result->group->seed, result->sittings, member);
	int32_t status = worker_start(&sitting->seats[member].worker, &worker);
	if (status != HN_OK) return status;
	Text text = { 0 };
	OrderDef open =
	    sitting_open_order(sitting, member_kind(result, member), member_params(result, member), &text);
	Reply reply;
	status = text.failed ? HN_ERR_NO_MEMORY : sitting_order(sitting, member, &open, &reply, NULL);
	text_free(&text);
	if (status == GO_ON) sitting->seats[member].clock_ns = reply.clock_cost_ns;
	return status;
}

int32_t member_prepare(Sitting *sitting, int32_t member) {
	const Member *m = &sitting->result->members[member];
	// brute force that is measured too answers for itself, unless its time limit ended it
	if (m->role == ROLE_CHECK && (!group_wants_check(sitting->result) || find_brute(sitting) >= 0))
		return GO_ON;
	int32_t status = member_open(sitting, member);
	if (status == GO_ON) status = count_member(sitting, member);
	if (status == GO_ON && m->role != ROLE_CHECK) status = prove_member(sitting, member);
	return status;
}
