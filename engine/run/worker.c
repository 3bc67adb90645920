// A worker: one algorithm on one scene, in a process of its own. It takes orders on stdin and answers on what
// was stdout; whatever the algorithm prints goes to stderr. It knows no plan, no files but the scene, no Lua.
#include "run/worker.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "exact/tri_tri.h"
#include "run/file.h"
#include "run/run.h"
#include "run/text.h"
#include "scene/shapes.h"

enum { TEXT_MAX = 1 << 20 };

static int32_t reply_send(WorkerState *state, Reply *reply, const void *payload, size_t size) {
	reply->magic = PROTOCOL_MAGIC;
	reply->payload_size = size;
	int32_t status = fd_write_all(state->reply_fd, reply, sizeof *reply);
	return status != HN_OK || size == 0 ? status : fd_write_all(state->reply_fd, payload, size);
}

int32_t worker_progress(WorkerState *state) {
	return reply_send(state, &(Reply){ .type = REPLY_PROGRESS }, NULL, 0);
}

// 1: all read, 0: the end before the first byte, negative: an error
static int32_t read_all(int fd, void *data, size_t size) {
	size_t got = 0;
	while (got < size) {
		ssize_t n = read(fd, (char *)data + got, size - got);
		if (n < 0) return error_set(HN_ERR_IO, "cannot read an order");
		if (n == 0) return got == 0 ? 0 : error_set(HN_ERR_IO, "an order broke off");
		got += (size_t)n;
	}
	return 1;
}

int32_t worker_make_detector(WorkerState *state, HnDetector *out) {
	HnQuery query = state->query == HN_QUERY_APPROACH ? HN_QUERY_FIRST : state->query;
	return hn_detector_create(out, state->kind, worker_scene(state), query, state->params);
}

static int32_t order_open(WorkerState *state, const Order *order, Reply *reply) {
	if (order->text_size == 0) return error_set(HN_ERR_BAD_INPUT, "an order without an algorithm");
	// the path comes last: its length moves nothing that is read while a detector is built
	const char *end = state->text + order->text_size;
	state->kind = state->text;
	state->params = state->kind + strlen(state->kind) + 1;
	const char *scene = state->params < end ? state->params + strlen(state->params) + 1 : end;
	if (scene >= end) return error_set(HN_ERR_BAD_INPUT, "an order without a scene");
	if (order->memory_limit > 0) hn_mem_set_limit((size_t)order->memory_limit);
	state->query = (HnQuery)order->query;
	int32_t status = clock_self_test(&state->clock);
	if (status == HN_OK) status = hn_scene_open(&state->scene, scene);
	if (status == HN_OK && state->query == HN_QUERY_APPROACH)
		status = scene_line_create(&state->line, state->scene);
	if (order->groups != 0) state->rss_before = worker_peak_rss();
	if (status == HN_OK) status = worker_make_detector(state, &state->detector);
	if (status == HN_OK)
		status = hn_detect_conservative(&state->conservative, state->detector.class_, state->params);
	reply->clock_cost_ns = state->clock.cost_ns;
	reply->clock_resolution_ns = state->clock.resolution_ns;
	return status;
}

static bool contact_is_there(const HnScene *scene, HnContact c) {
	if (c.body_a < 0 || c.body_a >= c.body_b || c.triangle_a < 0 || c.triangle_b < 0) return false;
	if (scene->objects.count > 0)
		return c.body_b < scene->objects.count && c.triangle_a == 0 && c.triangle_b == 0;
	return c.body_b < scene->body_count && c.triangle_a < scene_mesh(scene, c.body_a)->triangle_count &&
	       c.triangle_b < scene_mesh(scene, c.body_b)->triangle_count;
}

// A contact that names what is not there would break sorting, and is never the answer.
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
	Reply *reply;
} AnswersPass;

static int32_t step_timed_once(WorkerState *state, int32_t step) {
	return detect_step(state->detector.class_, state->detector.self, step, &state->contacts, NULL);
}

static int32_t step_answer(WorkerState *state, int32_t step, void *context) {
	const AnswersPass *pass = context;
	Reply *reply = pass->reply;
	int32_t status = pass->counted
	                     ? detector_step_counted(&state->detector, step, &state->contacts, &reply->counts)
	                     : step_timed_once(state, step);
	if (status == HN_OK) status = check_range(state, step);
	if (status != HN_OK) return status;
	bool look = (state->query == HN_QUERY_FIRST || state->query == HN_QUERY_APPROACH) &&
	            !state->conservative && reply->foreign_step < 0;
	for (int64_t i = 0; look && i < state->contacts.count; ++i)
		if (!contact_is_exact(worker_scene(state), state->contacts.data[i], step)) reply->foreign_step = step;
	reply->contacts += state->contacts.count;
	if (state->contacts.count > state->most_contacts) state->most_contacts = state->contacts.count;
	StepAnswer *answer = &pass->answers[step];
	if (state->line == NULL) answer->contacts = state->contacts.count;
	return state->line == NULL ? hn_contacts_hash(&answer->hash, &state->contacts, state->query) : HN_OK;
}

// Where on the line the first contact is, in canonical bytes.
static HnHash part_hash(int32_t part) {
	uint8_t bytes[4];
	for (int i = 0; i < 4; ++i) bytes[i] = (uint8_t)((uint32_t)part >> (8 * i));
	return hn_hash_bytes(bytes, sizeof bytes);
}

// One pass whose answers are kept.
static int32_t answers_pass(WorkerState *state, bool counted, StepAnswer *answers, Reply *reply) {
	reply->foreign_step = -1;
	int32_t status = pass_run(state, step_answer, &(AnswersPass){ counted, answers, reply });
	if (status != HN_OK) return status;
	reply->questions = state->pass.questions;
	reply->first_contact = pass_first_contact(state);
	if (state->line != NULL) answers[0] = (StepAnswer){ part_hash(state->pass.part), reply->contacts };
	return HN_OK;
}

// The detector that will be measured is made anew: no counted kernel has touched it, and its memory is seen
// alone.
static int32_t prepare_proof(WorkerState *state, size_t *baseline) {
	hn_detector_destroy(&state->detector);
	hn_contact_buffer_free(&state->contacts);
	if (!hn_contact_buffer_reserve(&state->contacts, state->most_contacts + 1)) return HN_ERR_NO_MEMORY;
	*baseline = hn_mem_live_bytes();
	mem_reset_peak();
	return worker_make_detector(state, &state->detector);
}

static int32_t order_answers(WorkerState *state, bool counted, Reply *reply, void **payload, size_t *size) {
	*size = mem_array_size(worker_answers(state), sizeof(StepAnswer));
	StepAnswer *answers = mem_alloc_zero(*size);
	if (answers == NULL) return HN_ERR_NO_MEMORY;
	*payload = answers;
	size_t baseline = 0;
	if (!counted) {
		int32_t status = prepare_proof(state, &baseline);
		if (status == HN_OK) status = worker_progress(state);
		if (status != HN_OK) return status;
	}
	int32_t status = answers_pass(state, counted, answers, reply);
	if (status != HN_OK || counted) return status;
	reply->live_bytes = (int64_t)(hn_mem_live_bytes() - baseline);
	reply->peak_bytes = (int64_t)(mem_peak_bytes() - baseline);
	const HnDetectClass *class = state->detector.class_;
	reply->tree_bytes = class->bytes == NULL ? 0 : (int64_t) class->bytes(state->detector.self);
	bool unsound = false;
	reply->extent_fails = (double)NAN;
	status = hn_detect_unsound(&unsound, class, state->params);
	return status == HN_OK && unsound ? class->sticks_out(state->detector.self, &reply->extent_fails)
	                                  : status;
}

// The contacts of a step that was just done.
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

static int32_t order_contacts(WorkerState *state, const Order *order, void **payload, size_t *size) {
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

static int32_t order_follow(WorkerState *state, const Order *order, void **payload, size_t *size) {
	if (order->step == 0) {
		state->followed = 0;
		pass_begin(state);
	}
	if (order->step != state->followed || order->step >= state->scene->step_count)
		return error_set(HN_ERR_BAD_INPUT, "an order for step %d", order->step);
	state->followed += 1;
	int32_t status = step_timed_once(state, order->step);
	return status != HN_OK ? status : contacts_payload(state, order->step, payload, size);
}

// Of a detector of its own, so that what is measured stays as it is.
static int32_t order_inspect(WorkerState *state, const Order *order, void **payload, size_t *size) {
	HnDetector detector = { 0 };
	Inspection found;
	inspection_init(&found);
	uint32_t groups = order->groups;
	if (state->line != NULL) groups &= ~(1u << INSPECT_COSTS); // there are no steps, only places asked about
	int32_t status = worker_make_detector(state, &detector);
	if (status == HN_OK && detector.class_->inspect != NULL)
		status = detector.class_->inspect(detector.self, groups, &found);
	size_t levels = (size_t)found.levels.count * sizeof(InspectLevel);
	if (status == HN_OK) {
		*size = sizeof found.value + levels;
		*payload = mem_alloc(*size);
		if (*payload == NULL) status = HN_ERR_NO_MEMORY;
	}
	if (status == HN_OK) {
		memcpy(*payload, found.value, sizeof found.value);
		if (levels > 0) memcpy((char *)*payload + sizeof found.value, found.levels.data, levels);
	}
	inspection_free(&found);
	hn_detector_destroy(&detector);
	return status;
}

static int32_t order_obey(WorkerState *state, const Order *order, Reply *reply, void **payload,
                          size_t *size) {
	if ((order->type == ORDER_OPEN) != (state->scene == NULL))
		return error_set(HN_ERR_BAD_INPUT, "orders in the wrong sequence");
	switch (order->type) {
	case ORDER_OPEN:
		return order_open(state, order, reply);
	case ORDER_COUNT:
		return order_answers(state, true, reply, payload, size);
	case ORDER_PROVE:
		return order_answers(state, false, reply, payload, size);
	case ORDER_BUILD:
		return sample_build(state, payload, size);
	case ORDER_CALIBRATE:
		return sample_calibrate(state, reply);
	case ORDER_SAMPLE:
		return sample_take(state, order, reply);
	case ORDER_STEPS:
		return sample_steps(state, order, payload, size);
	case ORDER_CONTACTS:
		return order_contacts(state, order, payload, size);
	case ORDER_INSPECT:
		return order_inspect(state, order, payload, size);
	case ORDER_TALLY:
		return events_tally(state, order, payload, size);
	case ORDER_TRACE:
		return events_trace(state, reply);
	case ORDER_FOLLOW:
		return order_follow(state, order, payload, size);
	default:
		return error_set(HN_ERR_BAD_INPUT, "an unknown order %u", order->type);
	}
}

static int32_t read_text(WorkerState *state, size_t size) {
	if (state->text != NULL) return error_set(HN_ERR_BAD_INPUT, "a second text");
	state->text = mem_alloc(size);
	if (state->text == NULL) return HN_ERR_NO_MEMORY; // is answered, and the supervisor ends us
	state->text_size = size;
	if (read_all(STDIN_FILENO, state->text, size) != 1) return error_set(HN_ERR_IO, "a text broke off");
	return state->text[size - 1] == '\0' ? HN_OK : error_set(HN_ERR_BAD_INPUT, "a text without end");
}

// 1: obeyed and answered; 0: no more orders; negative: supervisor or pipe are gone
static int32_t order_next(WorkerState *state) {
	Order order;
	int32_t got = read_all(STDIN_FILENO, &order, sizeof order);
	if (got <= 0) return got;
	if (order.magic != PROTOCOL_MAGIC || order.text_size > TEXT_MAX)
		return error_set(HN_ERR_BAD_INPUT, "what came is no order");
	int32_t status = order.text_size > 0 ? read_text(state, (size_t)order.text_size) : HN_OK;
	if (status != HN_OK && status != HN_ERR_NO_MEMORY) return status;
	Reply reply = { .type = REPLY_DONE, .foreign_step = -1 };
	void *payload = NULL;
	size_t size = 0;
	reply.status = status == HN_OK ? order_obey(state, &order, &reply, &payload, &size) : status;
	if (reply.status != HN_OK)
		snprintf(reply.text, sizeof reply.text, "%.*s", REPLY_TEXT_SIZE - 1, hn_error_text());
	status = reply_send(state, &reply, payload, reply.status == HN_OK ? size : 0);
	mem_free(payload, size);
	return status == HN_OK ? 1 : status;
}

int worker_main(void) {
	WorkerState state = { .reply_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) };
	if (state.reply_fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
	int32_t status = 0;
	do status = order_next(&state);
	while (status > 0);
	if (status < 0) fprintf(stderr, "harness worker: %s\n", hn_error_text());
	hn_detector_destroy(&state.detector);
	hn_contact_buffer_free(&state.contacts);
	scene_line_destroy(state.line);
	hn_scene_close(state.scene);
	mem_free(state.text, state.text_size);
	return status < 0 ? 1 : 0;
}
