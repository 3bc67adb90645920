// What the parts of a worker share: worker.c obeys orders, sample.c does those that read the clock.
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "detect/detect.h"
#include "run/protocol.h"

typedef struct WorkerState {
	int reply_fd;
	char *text; // of the order that opened: scene path, kind, parameters
	size_t text_size;
	const char *kind, *params;
	Query query;
	Scene *scene;
	Detector detector; // what is measured
	ContactBuffer contacts;
	int64_t most_contacts; // in one step, by the counting pass
	ClockInfo clock;
} WorkerState;

int32_t worker_progress(WorkerState *state); // a sign of life: one more pass or build is done
int32_t worker_make_detector(WorkerState *state, Detector *out);

static inline void pass_begin(WorkerState *state) {
	if (state->detector.class_->begin != NULL) state->detector.class_->begin(state->detector.self);
}

// All phases of one step by uncounted kernels; the contacts are in out.
static inline int32_t step_run(const DetectPhases *phases, void *self, int32_t step, ContactBuffer *out) {
	int32_t status = ERR_OK;
	out->count = 0;
	if (phases->update != NULL) status = phases->update(self, step, out, NULL);
	if (status == ERR_OK && phases->broad != NULL) status = phases->broad(self, step, out, NULL);
	if (status == ERR_OK && phases->narrow != NULL) status = phases->narrow(self, step, out, NULL);
	return status;
}

int32_t sample_builds(WorkerState *state, const Order *order, void **payload, size_t *size);
int32_t sample_calibrate(WorkerState *state, Reply *reply);
int32_t sample_take(WorkerState *state, const Order *order, Reply *reply);
int32_t sample_steps(WorkerState *state, const Order *order, void **payload, size_t *size);
