// The preparation of a member before it is timed. It builds, counts, and proves its timed kernels.
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "machine/cores.h"
#include "plugin/external.h"
#include "run/group/agree.h"
#include "run/group/parts.h"

// Orders whose payload is an answer per step: count and prove.
static int32_t order_answers(Session *session, int32_t member, OrderType type, Reply *reply,
                             StepAnswer **answers) {
	OrderDef def = session_order_def(session, type);
	const int32_t processors = cores_bits(def.order.processors, PROCESSOR_WORDS);
	def.order.copies = session->def->copies > 0 ? session->def->copies : processors;
	if (session->result->members[member].role == ROLE_CHECK)
		def.timeout_s = check_timeout(session, session->result->pair_count);
	void *payload = NULL;
	int32_t status = session_order(session, member, &def, reply, &payload);
	if (status != GO_ON) return status;
	*answers = payload;
	const int64_t apart = type == ORDER_COUNT ? result_instances(session->result) : 0;
	if (reply->payload_size !=
	    (uint64_t)session->result->step_count * sizeof(StepAnswer) + (uint64_t)apart * sizeof(Counts)) {
		mem_free(payload, (size_t)reply->payload_size);
		*answers = NULL;
		return session_fail(session, member,
		                    &(MemberFailure){ .status = ROW_ERROR, .detail = "answers for too few steps" });
	}
	if (reply->foreign_step < 0) return GO_ON;
	char detail[DETAIL_SIZE];
	snprintf(detail, sizeof detail, "step %d: the pair reported does not meet", reply->foreign_step + 1);
	return session_mismatch(session, member, detail);
}

// The hash of steps: over the canonical bytes of their hashes.
static int32_t steps_hash(HnHash *out, const StepAnswer *answers, int32_t count) {
	size_t size = (size_t)count * sizeof(HnHash);
	HnHash *hashes = mem_alloc(size);
	if (hashes == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < count; ++i) hashes[i] = answers[i].hash;
	*out = hn_hash_bytes(hashes, size);
	mem_free(hashes, size);
	return HN_OK;
}

// Of a population, what was counted of each instance. A check has no times, so nothing is made of its counts.
static int32_t record_instances(Session *session, int32_t member) {
	const Member *m = &session->result->members[member];
	if (session->def->group->block == 0 || m->role == ROLE_CHECK || m->instances != NULL) return GO_ON;
	const int32_t count = result_instances(session->result), steps = session->def->group->instance_steps;
	const StepAnswer *answers = session->slots[member].answers;
	const Counts *counts = (const Counts *)(const void *)(answers + session->result->step_count);
	const size_t size = (size_t)count * sizeof(HnHash);
	HnHash *hashes = mem_alloc(size);
	int32_t status = hashes != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	for (int32_t i = 0; status == HN_OK && i < count; ++i, answers += steps) {
		hashes[i] = answers->hash; // that of a single step is its own
		if (steps > 1) status = steps_hash(&hashes[i], answers, steps);
	}
	if (status == HN_OK) {
		entry_instances(&session->line, member, hashes, counts, count);
		status = session_write(session);
	}
	mem_free(hashes, size);
	return status;
}

static int32_t count_member(Session *session, int32_t member) {
	Member *m = &session->result->members[member];
	Reply reply;
	WorkerSlot *slot = &session->slots[member];
	int32_t status = order_answers(session, member, ORDER_COUNT, &reply, &slot->answers);
	if (slot->answers != NULL) slot->answers_size = (size_t)reply.payload_size;
	if (status != GO_ON) return status;
	MemberCount count = { .class_ = member_class(session->result, member),
		                  .counts = reply.counts,
		                  .own = reply.own,
		                  .questions = reply.questions,
		                  .first_contact = reply.first_contact };
	status = steps_hash(&count.hash, session->slots[member].answers, session->result->step_count);
	if (status != HN_OK) return status;
	if (!m->counted) {
		entry_counted(&session->line, member, &count);
		status = session_write(session);
		return status == HN_OK ? record_instances(session, member) : status;
	}
	if (hn_hash_equal(&m->hash, &count.hash) && memcmp(&m->counts, &reply.counts, sizeof m->counts) == 0 &&
	    memcmp(m->own, reply.own, sizeof m->own) == 0)
		return record_instances(session, member);
	return session_mismatch(session, member,
	                        "not repeatable: counts or hash differ from those of an earlier session");
}

// Compares the answers of the timed kernels with those of the counted ones.
static int32_t prove_member(Session *session, int32_t member) {
	Reply reply;
	StepAnswer *proof = NULL;
	int32_t steps = session->result->step_count, differs = -1;
	int32_t status = order_answers(session, member, ORDER_PROVE, &reply, &proof);
	CHECK(status != GO_ON || proof != NULL);
	for (int32_t i = 0; status == GO_ON && differs < 0 && i < steps; ++i)
		if (!hn_hash_equal(&proof[i].hash, &session->slots[member].answers[i].hash)) differs = i;
	if (differs >= 0) {
		char detail[DETAIL_SIZE];
		snprintf(
		    detail, sizeof detail, "step %d: the timed kernel finds %lld contacts, the counted one %lld%s",
		    differs + 1, (long long)proof[differs].contacts,
		    (long long)session->slots[member].answers[differs].contacts,
		    proof[differs].contacts == session->slots[member].answers[differs].contacts ? " others" : "");
		status = session_mismatch(session, member, detail);
	}
	mem_free(proof, proof == NULL ? 0 : (size_t)steps * sizeof *proof);
	if (status != GO_ON || session->result->members[member].measured) return status;
	entry_built(
	    &session->line, member,
	    &(MemberBuild){ reply.tree_bytes, reply.live_bytes, reply.peak_bytes, reply.extent_fails, NULL, 0 });
	return session_write(session);
}

int32_t member_open(Session *session, int32_t member) {
	const Result *result = session->result;
	if (result->members[member].role == ROLE_AA && result->members[0].status != ROW_OK)
		return session_fail(session, member,
		                    &(MemberFailure){ .status = ROW_SKIPPED, .detail = "its original failed" });
	WorkerDef worker = session_worker_def(session, member_label(result, member));
	worker.foreign = member_foreign(result, member);
	worker.padding = layout_padding(result->group->seed, result->sessions, member);
	int32_t status = worker_start(&session->slots[member].worker, &worker);
	if (status != HN_OK) return status;
	Text text = { 0 };
	OrderDef open =
	    session_open_order(session, member_kind(result, member), member_params(result, member), &text);
	Reply reply;
	status = text.failed ? HN_ERR_NO_MEMORY : session_order(session, member, &open, &reply, NULL);
	text_free(&text);
	if (status == GO_ON) session->slots[member].clock_ns = reply.clock_cost_ns;
	return status;
}

// Times that another program states step by step must be of the steps of this motion.
static int32_t check_stated_steps(Session *session, int32_t member) {
	const External *external = plugin_external(member_class(session->result, member));
	if (external == NULL || external->times.steps == 0 ||
	    external->times.steps == session->result->step_count)
		return GO_ON;
	char detail[DETAIL_SIZE];
	snprintf(detail, sizeof detail, "%.300s: has times of %d steps; the motion has %d", external->times.file,
	         external->times.steps, session->result->step_count);
	return session_fail(session, member, &(MemberFailure){ .status = ROW_ERROR, .detail = detail });
}

// The first algorithm is never too late, as it is what others are compared with.
static bool is_late(const Session *session, int32_t member) {
	return session->def->late_ns > 0 && member > 0 && session->result->members[member].role == ROLE_POINT &&
	       clock_ns() > session->def->late_ns;
}

int32_t member_prepare(Session *session, int32_t member) {
	const Member *m = &session->result->members[member];
	// brute force that is measured itself replaces the checking member, unless its time limit ended it
	if (m->role == ROLE_CHECK && (!group_wants_check(session->result) || find_brute(session) >= 0))
		return GO_ON;
	if (is_late(session, member))
		return session_fail(
		    session, member,
		    &(MemberFailure){ .status = ROW_SKIPPED, .detail = "no time was left before its start" });
	int32_t status = check_stated_steps(session, member);
	if (status == GO_ON) status = member_open(session, member);
	if (status == GO_ON) status = count_member(session, member);
	if (status == GO_ON && member_is_timed(session->result, member)) status = prove_member(session, member);
	return status;
}
