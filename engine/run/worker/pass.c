// Passes of a worker: all steps of the motion, or the whole search along a line.
#include <math.h>

#include "run/worker/pass.h"

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
	pass_begin(state);
	for (int32_t i = 0; i < state->scene->step_count; ++i) {
		int32_t status = step(state, i, context);
		if (status != HN_OK) return status;
		state->pass.questions += 1;
	}
	return HN_OK;
}

double pass_first_contact(const WorkerState *state) {
	if (state->line == NULL || state->pass.part < 0) return (double)NAN;
	return scene_line_distance(state->line, state->pass.part);
}
