#include "run/group.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/agree.h"
#include "run/stop.h"
#include "scene/line.h"
#include "scene/scene.h"

enum { ATTEMPTS = 3 };             // sittings that a kill from outside may end
#define CHECK_PAIRS_MAX 2000000000 // brute force is cheap enough to be asked unbidden

int32_t sitting_record(Sitting *sitting) { return journal_add(sitting->journal, &sitting->line); }

int32_t sitting_fail(Sitting *sitting, int32_t member, const MemberFailure *failure) {
	worker_end(&sitting->seats[member].worker);
	record_failed(&sitting->line, member, failure);
	int32_t status = sitting_record(sitting);
	return status == HN_OK ? MEMBER_FAILED : status;
}

static int32_t most_questions(const Result *result) {
	return result->group->query == HN_QUERY_APPROACH ? SCENE_LINE_QUESTIONS_MAX : result->step_count;
}

// It has passed over the motion in time before: that it did not now bounds nothing.
static bool was_in_time(const Result *result, int32_t member, uint32_t order) {
	if (order == ORDER_SAMPLE || order == ORDER_STEPS) return true;
	for (int64_t i = 0; i < result->samples.count; ++i)
		if (result->samples.data[i].member == member) return true;
	return false;
}

// Where a pass over the motion was too long, that bounds the time of a step.
static void describe_failure(const Sitting *sitting, int32_t member, const OrderDef *order, RowStatus status,
                             char detail[DETAIL_SIZE]) {
	const Worker *worker = &sitting->seats[member].worker;
	static const char *const s_passes[] = {
		[ORDER_COUNT] = "counting pass", [ORDER_PROVE] = "timed pass", [ORDER_CALIBRATE] = "timed pass"
	};
	uint32_t type = order->order.type;
	const char *pass = type < sizeof s_passes / sizeof s_passes[0] ? s_passes[type] : NULL;
	if (worker->killed)
		snprintf(detail, DETAIL_SIZE, "SIGKILL from outside, in %d sittings (out of memory?)", ATTEMPTS);
	else if (status == ROW_TIMEOUT && was_in_time(sitting->result, member, type))
		snprintf(detail, DETAIL_SIZE, "%.300s, where it was in time before", worker->detail);
	else if (status == ROW_TIMEOUT && (type == ORDER_OPEN || type == ORDER_BUILD))
		snprintf(detail, DETAIL_SIZE, "%.300s: a build", worker->detail);
	else if (status == ROW_TIMEOUT && pass != NULL)
		snprintf(detail, DETAIL_SIZE, "%.300s: a %s, >= %.6g ms a step", worker->detail, pass,
		         order->timeout_s * 1e3 / most_questions(sitting->result));
	else
		snprintf(detail, DETAIL_SIZE, "%s", worker->detail);
}

// Of a point that was too slow to be counted it is to be known how slow it is at least.
static bool wants_bound(const Sitting *sitting, int32_t member, const OrderDef *order) {
	return order->order.type == ORDER_COUNT && !sitting->def->count_only &&
	       sitting->result->members[member].role == ROLE_POINT;
}

int32_t sitting_order(Sitting *sitting, int32_t member, OrderDef *order, Reply *reply, void **payload) {
	Worker *worker = &sitting->seats[member].worker;
	if (order->order.type != ORDER_SAMPLE) // of those the rounds are told
		progress_doing(sitting->def->progress, worker->def.label, order_name(order->order.type));
	RowStatus status = worker_order(worker, order, reply, payload);
	if (status == ROW_OK) return GO_ON;
	if (worker->stopped) {
		sitting->stopped = true;
		return ABANDON;
	}
	if (worker->killed && sitting->attempt < ATTEMPTS) {
		sitting->killed = true;
		return ABANDON;
	}
	char detail[DETAIL_SIZE];
	bool killed = worker->killed;
	describe_failure(sitting, member, order, status, detail);
	if (status == ROW_TIMEOUT && wants_bound(sitting, member, order) && sitting_timed_out(sitting, member)) {
		OrderDef timed = { .order = { .type = ORDER_CALIBRATE }, .timeout_s = order->timeout_s };
		describe_failure(sitting, member, &timed, status, detail);
	}
	bool censored = status == ROW_TIMEOUT && !was_in_time(sitting->result, member, order->order.type);
	return sitting_fail(
	    sitting, member,
	    &(MemberFailure){ .status = status, .detail = detail, .censored = censored, .killed = killed });
}

OrderDef sitting_open_order(const Sitting *sitting, const char *kind, const char *params, Text *text) {
	text_clear(text);
	text_add_bytes(text, kind, (int64_t)strlen(kind) + 1);
	text_add_bytes(text, params, (int64_t)strlen(params) + 1);
	text_add_bytes(text, sitting->def->scene_path, (int64_t)strlen(sitting->def->scene_path) + 1);
	return (OrderDef){ .order = { .type = ORDER_OPEN,
		                          .query = (int32_t)sitting->def->group->query,
		                          .memory_limit = sitting->def->machine->memory_bytes / 2,
		                          .text_size = (uint64_t)text->count },
		               .text = text->data,
		               .timeout_s = fmax(sitting->def->group->timeout_s, TIMEOUT_LEAST_S),
		               .can_stop = true };
}

WorkerDef sitting_worker_def(const Sitting *sitting, const char *label) {
	const Machine *machine = sitting->def->machine;
	return (WorkerDef){ .core = machine->core,
		                .layout = sitting->def->group->layout,
		                .memory_limit = machine->memory_bytes / 2,
		                .verbose = sitting->def->verbose,
		                .label = label };
}

double check_timeout(const Sitting *sitting, int64_t pairs) {
	return sitting->def->group->timeout_s + (double)pairs * 1e-6;
}

bool group_wants_check(const Result *result) {
	if (result->members[result->member_count - 1].role != ROLE_CHECK) return false;
	return result->group->check == CHECK_EXACT || result->pair_count < CHECK_PAIRS_MAX;
}

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
static int32_t open_member(Sitting *sitting, int32_t member) {
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

static int32_t prepare_member(Sitting *sitting, int32_t member) {
	const Member *m = &sitting->result->members[member];
	// brute force that is measured too answers for itself, unless its time limit ended it
	if (m->role == ROLE_CHECK && (!group_wants_check(sitting->result) || find_brute(sitting) >= 0))
		return GO_ON;
	int32_t status = open_member(sitting, member);
	if (status == GO_ON) status = count_member(sitting, member);
	if (status == GO_ON && m->role != ROLE_CHECK) status = prove_member(sitting, member);
	return status;
}

// Brute force has given its answers: its memory is given back before anything is timed.
static void end_check(Sitting *sitting) {
	int32_t last = sitting->result->member_count - 1;
	if (sitting->result->members[last].role == ROLE_CHECK) worker_end(&sitting->seats[last].worker);
}

static int32_t last_repeats(const Result *result, int32_t member) {
	for (int64_t i = result->samples.count - 1; i >= 0; --i)
		if (result->samples.data[i].member == member) return result->samples.data[i].repeats;
	return 1;
}

// Builds and rounds alone, by new workers: what they are was found out, and every sample finds the same
// contacts.
static int32_t sitting_renewed(Sitting *sitting) {
	int32_t status = GO_ON;
	for (int32_t i = 0; i < sitting->result->member_count && status >= 0 && status != ABANDON; ++i) {
		const Member *m = &sitting->result->members[i];
		if (m->role == ROLE_CHECK || m->status != ROW_OK) continue;
		status = open_member(sitting, i);
		sitting->seats[i].repeats = last_repeats(sitting->result, i);
	}
	if (status >= 0 && status != ABANDON) status = sitting_builds(sitting);
	return status >= 0 && status != ABANDON ? sitting_rounds(sitting) : status;
}

static int32_t sitting_whole(Sitting *sitting) {
	int32_t status = GO_ON;
	for (int32_t i = 0; i < sitting->result->member_count && status >= 0 && status != ABANDON; ++i)
		if (sitting->result->members[i].status == ROW_OK) status = prepare_member(sitting, i);
	if (status >= 0 && status != ABANDON) status = sitting_agree(sitting);
	if (status >= 0 && status != ABANDON) status = sitting_contain(sitting);
	end_check(sitting);
	if (status >= 0 && status != ABANDON) status = sitting_inspect(sitting);
	if (sitting->def->count_only) return status;
	if (status >= 0 && status != ABANDON) status = sitting_builds(sitting);
	if (status >= 0 && status != ABANDON) status = sitting_calibrate(sitting);
	if (status >= 0 && status != ABANDON) status = sitting_rounds(sitting);
	if (status >= 0 && status != ABANDON) status = sitting_steps(sitting);
	if (status >= 0 && status != ABANDON) status = sitting_tally(sitting);
	return status;
}

static void sitting_free(Sitting *sitting) {
	size_t count = (size_t)sitting->result->member_count, steps = (size_t)sitting->result->step_count;
	for (size_t i = 0; sitting->seats != NULL && i < count; ++i) {
		worker_end(&sitting->seats[i].worker);
		mem_free(sitting->seats[i].answers, steps * sizeof(StepAnswer));
	}
	mem_free(sitting->seats, count * sizeof *sitting->seats);
	text_free(&sitting->line);
}

static int32_t sitting_live(Sitting *sitting, bool whole) {
	char utc[UTC_SIZE];
	utc_now(utc, 0);
	record_sitting(&sitting->line, sitting->result, utc, sitting->def->machine->core);
	int32_t status = sitting_record(sitting);
	if (status != HN_OK) return status;
	return whole ? sitting_whole(sitting) : sitting_renewed(sitting);
}

typedef struct Attempt {
	int32_t number; // counts those in which a worker was killed from outside
	bool whole;     // counts and checks; else builds and takes rounds alone
	bool stopped, killed;
} Attempt;

// One sitting from start to end.
static int32_t sit(const GroupDef *def, Journal *journal, Attempt *attempt) {
	Result *result = journal->result;
	size_t count = (size_t)result->member_count;
	Sitting sitting = { .def = def, .journal = journal, .result = result, .attempt = attempt->number };
	sitting.seats = mem_alloc_zero(count * sizeof *sitting.seats);
	int64_t begin = clock_ns();
	int32_t status = sitting.seats != NULL ? sitting_live(&sitting, attempt->whole) : HN_ERR_NO_MEMORY;
	if (status >= 0) {
		record_sat(&sitting.line, (double)(clock_ns() - begin) * 1e-9);
		int32_t recorded = sitting_record(&sitting);
		if (recorded != HN_OK) status = recorded;
	}
	attempt->stopped = sitting.stopped;
	attempt->killed = sitting.killed;
	sitting_free(&sitting);
	return status < 0 ? status : HN_OK;
}

// Triangle pairs of all bodies but the fixed ones among themselves; of objects, pairs of those that are
// there, likewise: of one step, or of all.
static double oracle_tests(const HnScene *scene, const Result *result) {
	double pairs = 0;
	for (int32_t a = 0; a < scene->body_count; ++a)
		for (int32_t b = a + 1; b < scene->body_count; ++b)
			if (!scene_both_fixed(scene, a, b))
				pairs += (double)scene_mesh(scene, a)->triangle_count * scene_mesh(scene, b)->triangle_count;
	if (scene->objects.count == 0) return pairs * most_questions(result);
	for (int32_t step = 0; step < scene->step_count; ++step) {
		const HnSceneObjects *objects = &scene->objects;
		double there = objects->count, fixed = 0;
		for (int32_t id = 0; id < objects->count; ++id) {
			bool away = objects->present != NULL && !objects->present[(int64_t)step * objects->count + id];
			there -= away;
			fixed += !away && objects->fixed != NULL && objects->fixed[id];
		}
		pairs += there * (there - 1) / 2 - fixed * (fixed - 1) / 2;
	}
	return pairs;
}

// What the scene is, in numbers: recorded once, so that results need no scene.
static int32_t describe(const GroupDef *def, Journal *journal) {
	Result *result = journal->result;
	if (result->step_count > 0) return HN_OK;
	HnScene *scene = NULL;
	int32_t status = hn_scene_open(&scene, def->scene_path);
	if (status != HN_OK) return status;
	int64_t triangles = 0;
	for (int32_t a = 0; a < scene->body_count; ++a) triangles += scene_mesh(scene, a)->triangle_count;
	result->step_count = result->group->query == HN_QUERY_APPROACH ? 1 : scene->step_count;
	result->triangle_count = triangles;
	double pairs = oracle_tests(scene, result);
	result->pair_count = pairs < 9e18 ? (int64_t)pairs : INT64_MAX;
	hn_scene_close(scene);
	Text line = { 0 };
	record_group(&line, result);
	status = journal_add(journal, &line);
	text_free(&line);
	return status;
}

typedef struct Completeness {
	bool prepared; // all but rounds
	bool complete;
} Completeness;

static Completeness completeness(const Result *result, bool count_only) {
	bool anyone = false, steps = true, inspected = true, tallied = true, counted = result->sittings > 0;
	for (int32_t i = 0; i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (m->role == ROLE_CHECK || m->status != ROW_OK) continue;
		anyone = true;
		if (result->group->per_step && m->steps == NULL) steps = false;
		if (member_wants_inspection(result, m)) inspected = false;
		if (member_wants_tally(result, m)) tallied = false;
	}
	if (count_only) return (Completeness){ false, counted && inspected };
	bool prepared = counted && (!anyone || (result->rounds > 0 && steps && inspected && tallied));
	return (Completeness){ prepared, prepared && (!anyone || result_has_enough(result)) };
}

bool result_is_prepared(const Result *result) { return completeness(result, false).prepared; }

// Sittings until the group is complete. The first of this process is a whole one: is everything still as it
// was found by an earlier one?
static int32_t sit_on(const GroupDef *def, Journal *journal, bool *stopped) {
	Completeness done = completeness(journal->result, def->count_only);
	Attempt attempt = { .number = 1, .whole = !def->known || !done.prepared };
	int32_t status = HN_OK;
	bool more = !done.complete;
	while (status == HN_OK && more) {
		status = sit(def, journal, &attempt);
		done = completeness(journal->result, def->count_only);
		attempt.number += attempt.killed;
		attempt.whole = !done.prepared;
		more = !done.complete && !attempt.stopped && attempt.number <= ATTEMPTS &&
		       (attempt.killed || !def->one_sitting);
	}
	*stopped = attempt.stopped;
	return status == HN_OK && !attempt.stopped && done.complete ? journal_finish(journal) : status;
}

static int32_t open_group(const GroupDef *def, Journal *journal, GroupEnd *end) {
	*end = (GroupEnd){ 0 };
	int32_t status = journal_open(journal, def->groups_dir, def->group, def->key);
	end->measured = status == HN_OK && !journal->result->finished;
	return status;
}

static void close_group(Journal *journal, GroupEnd *end) {
	end->finished = journal->result->finished;
	end->prepared = result_is_prepared(journal->result);
	end->seconds = journal->result->seconds;
	journal_close(journal);
}

int32_t group_measure(const GroupDef *def, GroupEnd *end) {
	Journal journal;
	int32_t status = open_group(def, &journal, end);
	if (status != HN_OK) return status;
	if (end->measured) status = describe(def, &journal);
	if (end->measured && status == HN_OK) status = sit_on(def, &journal, &end->stopped);
	close_group(&journal, end);
	return status;
}

int32_t group_finish(const GroupDef *def, GroupEnd *end) {
	Journal journal;
	int32_t status = open_group(def, &journal, end);
	if (status != HN_OK) return status;
	if (end->measured && result_is_prepared(journal.result)) status = journal_finish(&journal);
	close_group(&journal, end);
	return status;
}
