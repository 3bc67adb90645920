// State that the parts of a worker share.
#pragma once

#include <sys/types.h>

#include "base/clock.h"
#include "base/error.h"
#include "detect/detect.h"
#include "run/worker/protocol.h"
#include "scene/line.h"

// How one pass went.
typedef struct Pass {
	int64_t questions; // steps, or places on the line
	int32_t part;      // of the line, where the first contact is; -1: none
	int32_t back; // set by a step: so many, this one included, are asked again; of instances, from a first
	              // step on
} Pass;

typedef struct WorkerState {
	int reply_fd;
	pid_t process;          // a child that a plug-in forked answers nothing
	_Atomic int64_t *alive; // of a copy that asks a part: what grows in place of signs of life; else NULL
	char *text;             // of ORDER_OPEN: kind, parameters, scene path
	size_t text_size;
	const char *kind, *params;
	const HnDetectClass *plugin; // of this kind; NULL: it is no plug-in
	HnQuery query;
	size_t memory_limit; // 0: none
	bool conservative;   // reports a superset of the contacts
	bool coherent; // steps are asked in the motion's order: the algorithm, or a body's shape, follows it
	int32_t instance_steps; // of an instance of a population, which begins as a pass; 0: of a motion
	int32_t *block, block_count, block_room; // instances that are asked now; block_count 0: all
	int32_t at;                              // in the block, of the instance that is asked
	int32_t walks;                           // passes in changing orders so far
	HnScene *scene;
	SceneLine *line;     // under HN_QUERY_APPROACH; else NULL
	HnDetector detector; // what is measured
	HnContactBuffer contacts;
	int64_t most_contacts; // in one step, by the counting pass
	int32_t followed;      // steps of the current pass of ORDER_FOLLOW
	Pass pass;             // the last one
	int64_t last_pass_ns;  // of the last sample or of the pass before it; 0 before the first one
	int32_t samples;       // taken so far
	int32_t stack_place;   // of what is asked now, in cache lines below a timed step's own
	ClockInfo clock;
	double rss_before; // peak memory before the first build, where ORDER_OPEN asked for it
	HnDetector beside; // what ORDER_TRACE builds
} WorkerState;

int32_t worker_reply(WorkerState *state, Reply *reply, const void *payload, size_t size);
int32_t worker_progress(WorkerState *state); // a sign of life after each pass or build
int32_t worker_make_detector(WorkerState *state, HnDetector *out);

static inline void pass_begin(WorkerState *state) {
	if (state->detector.class_->begin != NULL) state->detector.class_->begin(state->detector.self);
}

// Whether nothing that an earlier step left may be found at a step: an instance begins anew.
static inline bool begins_anew(const WorkerState *state, int32_t step) {
	return state->instance_steps > 0 ? step % state->instance_steps == 0 : step == 0;
}
static inline int32_t worker_instances(const WorkerState *state) {
	return state->scene->step_count / state->instance_steps;
}

// The scene that the detector reads. On a line, the body is at its latest place.
static inline const HnScene *worker_scene(const WorkerState *state) {
	return state->line != NULL ? &state->line->view : state->scene;
}
// The number of answers of a pass; a line has one.
static inline int32_t worker_answers(const WorkerState *state) {
	return state->line != NULL ? 1 : state->scene->step_count;
}
