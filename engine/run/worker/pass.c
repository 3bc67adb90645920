// Passes of a worker: all steps of the motion, or the whole search along a line.
#include <math.h>

#include "run/worker/pass.h"
#include "run/worker/walk.h"

typedef struct Asking {
	WorkerState *state;
	PassStep step;
	void *context;
} Asking;

// One question of a search. The detector forgets earlier ones, so the answer depends only on the place.
static int32_t ask(void *context) {
	const Asking *asking = context;
	pass_begin(asking->state);
	int32_t status = asking->step(asking->state, 0, asking->context);
	if (status != HN_OK) return status;
	asking->state->pass.questions += 1;
	return asking->state->contacts.count > 0;
}

int32_t pass_run(WorkerState *state, PassStep step, void *context) {
	state->pass = (Pass){ .part = -1 };
	Asking asking = { state, step, context };
	if (state->line != NULL) return scene_line_search(state->line, ask, &asking, &state->pass.part);
	return pass_run_steps(state, step, context, 0, state->scene->step_count);
}

int32_t pass_run_steps(WorkerState *state, PassStep step, void *context, int32_t first, int32_t end) {
	for (int32_t i = first; i < end; ++i) {
		if (begins_anew(state, i)) pass_begin(state);
		int32_t status = step(state, i, context);
		if (status != HN_OK) return status;
		state->pass.questions += 1;
	}
	return HN_OK;
}

bool pass_goes_back(const WorkerState *state) {
	return state->line == NULL && (state->instance_steps > 0 || !state->coherent);
}

// How many steps are to be asked again; they are no longer counted as asked.
static int32_t take_back(Pass *pass) {
	const int32_t back = pass->back;
	pass->back = 0;
	pass->questions -= back;
	return back;
}

static int32_t walk_part(WorkerState *state, PassStep step, void *context, const WalkPart *part) {
	const HnDetectClass *class = state->detector.class_;
	int32_t count = state->scene->step_count, at = part->first, status = HN_OK;
	if (class->begin_at != NULL)
		class->begin_at(state->detector.self, part->led ? part->lead : at, part->coherent ? part->stride : 1);
	else
		pass_begin(state);
	if (part->led) status = detect_step(class, state->detector.self, part->lead, &state->contacts, NULL);
	for (int32_t i = 0; status == HN_OK && i < part->count; ++i, at = walk_next(part, at, count)) {
		status = step(state, at, context);
		state->pass.questions += status == HN_OK;
		for (int32_t back = take_back(&state->pass); back > 0; --back, --i) at = walk_last(part, at, count);
	}
	return status;
}

// Instances of a population, in changing orders. Each begins as a pass, so that none finds what another left.
// Its own steps are always asked forwards, as a trajectory begins at what was drawn.
static int32_t walk_instances(WorkerState *state, PassStep step, void *context) {
	WalkPart parts[WALK_PARTS];
	const int32_t count = state->block_count > 0 ? state->block_count : worker_instances(state);
	walk_parts(parts, state->walks++, count, false);
	int32_t status = HN_OK;
	state->pass = (Pass){ .part = -1 };
	state->at = parts[0].first;
	for (int32_t i = 0; status == HN_OK && i < count;
	     ++i, state->at = walk_next(&parts[0], state->at, count)) {
		const int32_t instance = state->block_count > 0 ? state->block[state->at] : state->at;
		const int32_t first = instance * state->instance_steps, end = first + state->instance_steps;
		pass_begin(state);
		for (int32_t s = first; status == HN_OK && s < end && state->pass.back == 0; ++s) {
			status = step(state, s, context);
			state->pass.questions += status == HN_OK;
		}
		for (int32_t back = take_back(&state->pass); back > 0; back -= state->instance_steps, --i)
			state->at = walk_last(&parts[0], state->at, count);
	}
	return status;
}

int32_t pass_run_varied(WorkerState *state, PassStep step, void *context) {
	if (state->line != NULL) return pass_run(state, step, context);
	if (state->instance_steps > 0) return walk_instances(state, step, context);
	WalkPart parts[WALK_PARTS];
	state->pass = (Pass){ .part = -1 };
	int32_t count = walk_parts(parts, state->walks++, state->scene->step_count, state->coherent);
	int32_t status = HN_OK;
	for (int32_t i = 0; status == HN_OK && i < count; ++i)
		status = walk_part(state, step, context, &parts[i]);
	return status;
}

double pass_first_contact(const WorkerState *state) {
	if (state->line == NULL || state->pass.part < 0) return (double)NAN;
	return scene_line_distance(state->line, state->pass.part);
}
