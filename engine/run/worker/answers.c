// The orders that ask for an algorithm's answers.
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "exact/tri_tri.h"
#include "machine/counters.h"
#include "machine/perf.h"
#include "plugin/external.h"
#include "run/worker/answers.h"
#include "run/worker/parts.h"
#include "run/worker/pass.h"
#include "scene/body_meshes.h"

static bool contact_is_there(const HnScene *scene, HnContact c) {
	if (c.body_a < 0 || c.body_a >= c.body_b || c.triangle_a < 0 || c.triangle_b < 0) return false;
	if (scene->objects.count > 0)
		return c.body_b < scene->objects.count && c.triangle_a == 0 && c.triangle_b == 0;
	return c.body_b < scene->body_count && c.triangle_a < scene_mesh(scene, c.body_a)->triangle_count &&
	       c.triangle_b < scene_mesh(scene, c.body_b)->triangle_count;
}

// A contact with an invalid body or triangle would break sorting, and is never right.
static int32_t check_range(const WorkerState *state, int32_t step) {
	for (int64_t i = 0; i < state->contacts.count; ++i) {
		HnContact c = state->contacts.data[i];
		if (!contact_is_there(state->scene, c))
			return error_set(HN_ERR_INVALID, "step %d: a contact (%d, %d, %d, %d) that is not in the scene",
			                 step + 1, c.body_a, c.triangle_a, c.body_b, c.triangle_b);
	}
	return HN_OK;
}

static Triangle triangle_at(const HnScene *scene, int32_t body, int32_t triangle, int32_t step,
                            const HnPose *pose) {
	const int32_t *vertices = scene_mesh(scene, body)->triangles + 3 * (int64_t)triangle;
	Triangle out;
	for (int i = 0; i < 3; ++i) {
		HnVec3 v = scene_vertex(scene, body, vertices[i], step);
		out.p[i] = pose != NULL ? pose_place(pose, v) : v;
	}
	return out;
}

static bool contact_is_exact(const HnScene *scene, HnContact c, int32_t step) {
	HnPose relative = scene_relative(scene, c.body_a, c.body_b, step);
	Triangle a = triangle_at(scene, c.body_a, c.triangle_a, step, NULL);
	Triangle b = triangle_at(scene, c.body_b, c.triangle_b, step, &relative);
	return tri_tri_meet_exact(&a, &b);
}

typedef struct AnswersPass {
	bool counted; // by the counted kernels, else by the timed ones
	StepAnswer *answers;
	Counts *each; // of instances: the counts of each; else NULL
	Reply *reply;
} AnswersPass;

// Pairs of bodies name no triangles that could be looked at.
static bool has_triangles(const WorkerState *state) {
	const External *external = plugin_external(state->detector.class_);
	return external == NULL || external->grain != EXTERNAL_BODIES;
}

static int32_t step_timed_once(WorkerState *state, int32_t step) {
	return detect_step(state->detector.class_, state->detector.self, step, &state->contacts, NULL);
}

// Adds the counts of an instance to those of all. The time limit begins anew: it is that of an instance.
static int32_t end_instance(WorkerState *state, const AnswersPass *pass, const Counts *counts) {
	for (int32_t i = 0; counts != &pass->reply->counts && i < COUNT_FIELDS; ++i)
		((int64_t *)&pass->reply->counts)[i] += count_get(counts, i);
	return worker_progress(state);
}

static int32_t step_answer(WorkerState *state, int32_t step, void *context) {
	const AnswersPass *pass = context;
	Reply *reply = pass->reply;
	Counts *counts = pass->each != NULL ? &pass->each[step / state->instance_steps] : &reply->counts;
	int32_t status = pass->counted ? detector_step_counted(&state->detector, step, &state->contacts, counts)
	                               : step_timed_once(state, step);
	if (status == HN_OK) status = check_range(state, step);
	const bool ends = state->instance_steps > 0 && begins_anew(state, step + 1);
	if (status == HN_OK && ends) status = end_instance(state, pass, counts);
	if (status != HN_OK) return status;
	bool look = (state->query == HN_QUERY_FIRST || state->query == HN_QUERY_APPROACH) &&
	            !state->conservative && reply->foreign_step < 0 && has_triangles(state);
	for (int64_t i = 0; look && i < state->contacts.count; ++i)
		if (!contact_is_exact(worker_scene(state), state->contacts.data[i], step)) reply->foreign_step = step;
	reply->contacts += state->contacts.count;
	if (state->contacts.count > state->most_contacts) state->most_contacts = state->contacts.count;
	StepAnswer *answer = &pass->answers[step];
	if (state->line == NULL) answer->contacts = state->contacts.count;
	return state->line == NULL ? hn_contacts_hash(&answer->hash, &state->contacts, state->query) : HN_OK;
}

// A hash of the place of the first contact on the line, in canonical bytes.
static HnHash part_hash(int32_t part) {
	uint8_t bytes[4];
	for (int i = 0; i < 4; ++i) bytes[i] = (uint8_t)((uint32_t)part >> (8 * i));
	return hn_hash_bytes(bytes, sizeof bytes);
}

// The counters of a plug-in's own: what a pass adds to them.
static void own_counts(const WorkerState *state, int64_t out[PLUGIN_COUNTERS_MAX], const int64_t *before) {
	const HnDetectClass *class = state->detector.class_;
	if (class->own_counts == NULL) return;
	class->own_counts(state->detector.self, out);
	for (int32_t i = 0; before != NULL && i < PLUGIN_COUNTERS_MAX; ++i) out[i] -= before[i];
}

// The counts of instances come after the answers of all steps.
static Counts *counts_after(const WorkerState *state, StepAnswer *answers) {
	return state->instance_steps > 0 ? (Counts *)(void *)(answers + state->scene->step_count) : NULL;
}

// Runs one pass and keeps its answers.
static int32_t answers_pass(WorkerState *state, bool counted, StepAnswer *answers, Reply *reply) {
	int64_t before[PLUGIN_COUNTERS_MAX] = { 0 };
	reply->foreign_step = -1;
	own_counts(state, before, NULL);
	Counts *each = counted ? counts_after(state, answers) : NULL;
	int32_t status = pass_run(state, step_answer, &(AnswersPass){ counted, answers, each, reply });
	if (status != HN_OK) return status;
	own_counts(state, reply->own, before);
	reply->questions = state->pass.questions;
	reply->first_contact = pass_first_contact(state);
	if (state->line != NULL) answers[0] = (StepAnswer){ part_hash(state->pass.part), reply->contacts };
	return HN_OK;
}

static int32_t count_part(WorkerState *state, Part *part, void *answers) {
	AnswersPass pass = { true, answers, counts_after(state, answers), &part->reply };
	const int32_t status = pass_run_steps(state, step_answer, &pass, part->first, part->end);
	part->most_contacts = state->most_contacts;
	return status;
}

static int32_t count_in_parts(WorkerState *state, const Order *order, StepAnswer *answers, size_t size,
                              Reply *reply) {
	Part all;
	const int32_t status = parts_ask(state, order, count_part, &all, answers, size);
	if (status != HN_OK) return status;
	state->most_contacts = all.most_contacts;
	reply->counts = all.reply.counts;
	reply->contacts = all.reply.contacts;
	reply->foreign_step = all.reply.foreign_step;
	reply->questions = state->scene->step_count;
	reply->first_contact = (double)NAN;
	return HN_OK;
}

int32_t answers_count(WorkerState *state, const Order *order, Reply *reply, void **payload, size_t *size) {
	*size = mem_array_size(worker_answers(state), sizeof(StepAnswer));
	if (state->instance_steps > 0) *size += mem_array_size(worker_instances(state), sizeof(Counts));
	StepAnswer *answers = *payload = mem_alloc_zero(*size);
	if (answers == NULL) return HN_ERR_NO_MEMORY;
	return parts_are_made(state) ? count_in_parts(state, order, answers, *size, reply)
	                             : answers_pass(state, true, answers, reply);
}

// Creates the detector that will be measured again: no counted kernel has touched it, and its memory is
// counted separately.
static int32_t prepare_proof(WorkerState *state, size_t *baseline) {
	hn_detector_destroy(&state->detector);
	hn_contact_buffer_free(&state->contacts);
	if (!hn_contact_buffer_reserve(&state->contacts, state->most_contacts + 1)) return HN_ERR_NO_MEMORY;
	*baseline = hn_mem_live_bytes();
	mem_reset_peak();
	return worker_make_detector(state, &state->detector);
}

// By one process, and in the order of the steps: how much memory there is depends on it.
int32_t answers_prove(WorkerState *state, Reply *reply, void **payload, size_t *size) {
	size_t baseline = 0;
	*size = mem_array_size(worker_answers(state), sizeof(StepAnswer));
	StepAnswer *answers = *payload = mem_alloc_zero(*size);
	if (answers == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = prepare_proof(state, &baseline);
	if (status == HN_OK) status = worker_progress(state);
	if (status == HN_OK) status = answers_pass(state, false, answers, reply);
	if (status != HN_OK) return status;
	reply->live_bytes = (int64_t)(hn_mem_live_bytes() - baseline);
	reply->peak_bytes = (int64_t)(mem_peak_bytes() - baseline);
	const HnDetectClass *class = state->detector.class_;
	reply->tree_bytes = class->bytes == NULL ? 0 : (int64_t) class->bytes(state->detector.self);
	bool unsound = false;
	reply->extent_fails = (double)NAN;
	status = hn_detect_unsound(&unsound, class, state->params);
	if (status != HN_OK || !unsound || class->sticks_out == NULL) return status;
	return class->sticks_out(state->detector.self, &reply->extent_fails);
}

// The sorted contacts of the last step.
static int32_t contacts_payload(WorkerState *state, int32_t step, void **payload, size_t *size) {
	int32_t status = check_range(state, step);
	HnHash hash;
	if (status == HN_OK) status = hn_contacts_hash(&hash, &state->contacts, HN_QUERY_ALL); // sorts
	if (status != HN_OK) return status;
	*size = (size_t)state->contacts.count * sizeof(HnContact);
	*payload = mem_alloc(*size);
	if (*payload == NULL) return HN_ERR_NO_MEMORY;
	if (*size > 0) memcpy(*payload, state->contacts.data, *size);
	return HN_OK;
}

int32_t answers_contacts(WorkerState *state, const Order *order, void **payload, size_t *size) {
	if (order->first_step < 0 || order->step < order->first_step || order->step >= state->scene->step_count)
		return error_set(HN_ERR_BAD_INPUT, "an order for step %d", order->step);
	Counts counts = { 0 };
	pass_begin(state);
	for (int32_t step = order->first_step; step <= order->step; ++step) {
		int32_t status = detector_step_counted(&state->detector, step, &state->contacts, &counts);
		if (status != HN_OK) return status;
	}
	return contacts_payload(state, order->step, payload, size);
}

int32_t answers_follow(WorkerState *state, const Order *order, void **payload, size_t *size) {
	if (order->step == 0) state->followed = 0;
	if (begins_anew(state, order->step)) pass_begin(state);
	if (order->step != state->followed || order->step >= state->scene->step_count)
		return error_set(HN_ERR_BAD_INPUT, "an order for step %d", order->step);
	state->followed += 1;
	int32_t status = step_timed_once(state, order->step);
	return status != HN_OK ? status : contacts_payload(state, order->step, payload, size);
}

typedef struct Afresh {
	WorkerState *state;
	int counter;
} Afresh;

static int32_t alive(void *afresh) { return worker_progress(((Afresh *)afresh)->state); }

static double instructions(void *afresh, bool begin) {
	const int counter = ((Afresh *)afresh)->counter;
	char why[COUNTER_WHY_SIZE];
	if (counter < 0) return (double)NAN;
	if (!begin) return perf_stop(counter, why, sizeof why);
	perf_start(counter);
	return 0;
}

int32_t answers_afresh(WorkerState *state, void **payload, size_t *size) {
	*size = sizeof(AfreshReport);
	AfreshReport *report = *payload = mem_alloc_zero(*size);
	if (report == NULL) return HN_ERR_NO_MEMORY;
	if (state->line != NULL) return HN_OK; // each question of a search has another place anyway
	char why[COUNTER_WHY_SIZE];
	Afresh afresh = { .state = state, .counter = perf_open(COUNTER_INDEX_instructions, why, sizeof why) };
	int32_t status = afresh_look(report, &(AfreshDef){ .kind = state->kind,
	                                                   .params = state->params,
	                                                   .query = state->query,
	                                                   .scene = state->scene,
	                                                   .alive = alive,
	                                                   .instructions = instructions,
	                                                   .context = &afresh });
	if (afresh.counter >= 0) close(afresh.counter);
	return status;
}
