// The orders of a worker that count hardware events. They run in separate passes, which are not timed and
// count nothing else. One event is counted at a time, so that no two share the processor's counters.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "machine/callgrind.h"
#include "machine/counters.h"
#include "machine/perf.h"
#include "machine/system_file.h"
#include "run/worker/events.h"
#include "run/worker/pass.h"
#include "stats/stats.h"

enum { TALLY_SAMPLES = 5 }; // of each event; the result is their median

// The work of a timed step, without the clock.
static int32_t step_phases(WorkerState *state, int32_t step, void *context) {
	(void)context;
	state->contacts.count = 0;
	for (int i = 0; i < DETECT_PHASES; ++i) {
		DetectPhase phase = detect_phase(&state->detector.class_->timed, i);
		int32_t status = phase == NULL ? HN_OK : phase(state->detector.self, step, &state->contacts, NULL);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

double worker_peak_rss(void) {
	return system_number("", "/proc/self/status", "VmHWM") * 1024; // in KiB there
}

static int32_t event_sample(WorkerState *state, int fd, int32_t repeats, double *value, char *why) {
	int32_t status = HN_OK;
	perf_start(fd);
	for (int32_t i = 0; status == HN_OK && i < repeats; ++i) status = pass_run(state, step_phases, NULL);
	*value = perf_stop(fd, why, COUNTER_WHY_SIZE) / ((double)repeats * (double)state->pass.questions);
	return status == HN_OK ? worker_progress(state) : status;
}

static int32_t event_count(WorkerState *state, int32_t counter, int32_t repeats,
                           CounterValues *counter_values) {
	double values[TALLY_SAMPLES], scratch[TALLY_SAMPLES];
	char *why = counter_values->why[counter];
	int32_t status = HN_OK;
	int fd = perf_open(counter, why, COUNTER_WHY_SIZE);
	if (fd < 0) return HN_OK;
	bool counted = true;
	for (int i = 0; status == HN_OK && i < TALLY_SAMPLES; ++i) {
		status = event_sample(state, fd, repeats, &values[i], why);
		counted = counted && isfinite(values[i]);
	}
	close(fd);
	if (status == HN_OK && counted)
		counter_values->value[counter] = stats_median(values, TALLY_SAMPLES, scratch);
	return status;
}

int32_t events_count(WorkerState *state, const Order *order, void **payload, size_t *size) {
	*size = sizeof(CounterValues);
	CounterValues *counter_values = mem_alloc(*size);
	*payload = counter_values;
	if (counter_values == NULL) return HN_ERR_NO_MEMORY;
	counter_values_init(counter_values);
	int32_t repeats = order->repeats > 0 ? order->repeats : 1;
	int32_t status = pass_run(state, step_phases, NULL);
	if (status == HN_OK) status = worker_progress(state);
	if ((order->groups & 1u << COUNTER_INDEX_rss_bytes) != 0) {
		double grown = worker_peak_rss() - state->rss_before;
		counter_values->value[COUNTER_INDEX_rss_bytes] = grown;
		if (!isfinite(grown))
			counter_values_miss(counter_values, 1u << COUNTER_INDEX_rss_bytes,
			                    "/proc/self/status has no VmHWM");
	}
	uint32_t events = counters_of(order->groups, COUNTER_PERF);
	for (int32_t i = 0; status == HN_OK && i < COUNTERS; ++i)
		if ((events & 1u << i) != 0) status = event_count(state, i, repeats, counter_values);
	return status;
}

static int32_t build_once(void *context) {
	WorkerState *state = context;
	return worker_make_detector(state, &state->beside);
}

static int32_t pass_once(void *context) { return pass_run(context, step_phases, NULL); }

// Makes two dumps: of a build beside the measured detector, and of a pass.
int32_t events_trace(WorkerState *state, Reply *reply) {
	int32_t status = pass_run(state, step_phases, NULL);
	if (status == HN_OK) status = worker_progress(state);
	if (status == HN_OK) status = callgrind_collected(build_once, state);
	if (status == HN_OK) status = worker_progress(state);
	hn_detector_destroy(&state->beside);
	if (status == HN_OK) status = callgrind_collected(pass_once, state);
	reply->questions = state->pass.questions;
	return status;
}
