// A worker runs one algorithm on one scene in its own process. It reads orders from stdin and answers on the
// original stdout. Output of the algorithm goes to stderr. A worker knows no plan, no Lua and no file but the
// scene.
#include "run/worker/worker.h"
#include "run/worker/answers.h"
#include "run/worker/events.h"
#include "run/worker/sample.h"
#include "machine/slowed.h"
#include "plugin/load.h"
#include "plugin/system.h"
#include "simd/simd.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"

enum { TEXT_MAX = 1 << 20 };

// 1: everything was read; 0: the input ended before the first byte; negative: an error
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

// An order for a plug-in names its file; the rest of the worker knows it by its name.
static int32_t open_plugin(WorkerState *state) {
	const HnDetectClass *class = NULL;
	if (!plugin_is_order(state->kind)) return HN_OK;
	int32_t status = plugin_load(&class, state->kind);
	if (status != HN_OK || class == NULL) return status;
	state->kind = class->name;
	if (plugin_external(class) == NULL) state->plugin = class;
	bool approach = state->query == HN_QUERY_APPROACH;
	if (approach && (class->plugin->plugin.can & HN_PLUGIN_CAN_APPROACH) == 0)
		return error_set(PLUGIN_UNSUPPORTED, "%s: it does not answer `approach`", class->name);
	return HN_OK;
}

// After each order, a plug-in must have left the process as it found it.
static int32_t look_after_plugin(const WorkerState *state) {
	return state->plugin != NULL ? plugin_system_look(state->plugin->name) : HN_OK;
}

static int32_t order_open(WorkerState *state, const Order *order, Reply *reply) {
	if (order->text_size == 0) return error_set(HN_ERR_BAD_INPUT, "an order without an algorithm");
	// The path comes last, so its length does not move data that a build reads.
	const char *end = state->text + order->text_size;
	state->kind = state->text;
	state->params = state->kind + strlen(state->kind) + 1;
	const char *scene = state->params < end ? state->params + strlen(state->params) + 1 : end;
	if (scene >= end) return error_set(HN_ERR_BAD_INPUT, "an order without a scene");
	state->memory_limit = (size_t)order->memory_limit;
	if (state->memory_limit > 0) hn_mem_set_limit(state->memory_limit);
	state->query = (HnQuery)order->query;
	state->instance_steps = order->instance_steps;
	if (simd_name(order->simd) == NULL)
		return error_set(HN_ERR_BAD_INPUT, "an order without an instruction set");
	simd_choose_up_to((SimdSet)order->simd);
	int32_t status = open_plugin(state);
	if (status == HN_OK) status = clock_self_test(&state->clock);
	if (status == HN_OK) status = hn_scene_open(&state->scene, scene);
	if (status == HN_OK && state->query == HN_QUERY_APPROACH)
		status = scene_line_create(&state->line, state->scene);
	if (order->groups != 0) state->rss_before = worker_peak_rss();
	if (status == HN_OK) status = worker_make_detector(state, &state->detector);
	if (status == HN_OK)
		status = hn_detect_conservative(&state->conservative, state->detector.class_, state->params);
	if (status == HN_OK)
		status = detect_coherent(&state->coherent, state->detector.class_, state->params, state->query);
	if (status == HN_OK && state->instance_steps > 0 && state->scene->step_count % state->instance_steps != 0)
		status = error_set(HN_ERR_BAD_INPUT, "%d steps are no instances of %d", state->scene->step_count,
		                   state->instance_steps);
	for (int32_t b = 0; status == HN_OK && b < state->scene->body_count; ++b)
		state->coherent = state->coherent || scene_deforms(state->scene, b);
	reply->clock_cost_ns = state->clock.cost_ns;
	reply->quiet_ns = slowed_least_ns(state->clock.resolution_ns);
	return status;
}

// Inspects a new detector, so that the measured one stays unchanged.
static int32_t order_inspect(WorkerState *state, const Order *order, void **payload, size_t *size) {
	HnDetector detector = { 0 };
	Inspection found;
	inspection_init(&found);
	uint32_t groups = order->groups;
	if (state->line != NULL) groups &= ~(1u << INSPECT_COSTS); // a line has no steps
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
		return answers_count(state, order, reply, payload, size);
	case ORDER_PROVE:
		return answers_prove(state, reply, payload, size);
	case ORDER_BUILD:
		return sample_build(state, payload, size);
	case ORDER_CALIBRATE:
		return sample_calibrate(state, order, reply);
	case ORDER_SAMPLE:
		return sample_take(state, order, reply, payload, size);
	case ORDER_STEPS:
		return sample_steps(state, order, payload, size);
	case ORDER_CONTACTS:
		return answers_contacts(state, order, payload, size);
	case ORDER_INSPECT:
		return order_inspect(state, order, payload, size);
	case ORDER_COUNTERS:
		return events_count(state, order, payload, size);
	case ORDER_TRACE:
		return events_trace(state, reply);
	case ORDER_AFRESH:
		return answers_afresh(state, payload, size);
	case ORDER_FOLLOW:
		return answers_follow(state, order, payload, size);
	default:
		return error_set(HN_ERR_BAD_INPUT, "an unknown order %u", order->type);
	}
}

static int32_t read_text(WorkerState *state, size_t size) {
	if (state->text != NULL) return error_set(HN_ERR_BAD_INPUT, "a second text");
	state->text = mem_alloc(size);
	if (state->text == NULL) return HN_ERR_NO_MEMORY; // the reply says so, and the supervisor ends the worker
	state->text_size = size;
	if (read_all(STDIN_FILENO, state->text, size) != 1) return error_set(HN_ERR_IO, "a text broke off");
	return state->text[size - 1] == '\0' ? HN_OK : error_set(HN_ERR_BAD_INPUT, "a text without end");
}

static double process_cpu_ns(void) {
	struct timespec cpu = { 0 };
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
	return (double)cpu.tv_sec * 1e9 + (double)cpu.tv_nsec;
}

// 1: done and answered; 0: no more orders; negative: the supervisor or the pipe is gone
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
	const double cpu = order.type == ORDER_OPEN ? 0 : process_cpu_ns();
	reply.status = status == HN_OK ? order_obey(state, &order, &reply, &payload, &size) : status;
	if (order.type != ORDER_CALIBRATE) reply.cpu_ns = process_cpu_ns() - cpu;
	if (reply.status == HN_OK) reply.status = look_after_plugin(state);
	if (reply.status != HN_OK)
		snprintf(reply.text, sizeof reply.text, "%.*s", REPLY_TEXT_SIZE - 1, hn_error_text());
	status = worker_reply(state, &reply, payload, reply.status == HN_OK ? size : 0);
	mem_free(payload, size);
	return status == HN_OK ? 1 : status;
}

int worker_main(void) {
	WorkerState state = { .reply_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), .process = getpid() };
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
	mem_free(state.block, (size_t)state.block_room * sizeof *state.block);
	return status < 0 ? 1 : 0;
}
