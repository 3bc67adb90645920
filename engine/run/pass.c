// Passes of a worker: all steps of the motion, or the whole search along a line.
#include <math.h>

#include "run/worker.h"

enum {
	MARCH = SCENE_LINE_PARTS / APPROACH_MARCH, // parts of the way at a time
};

// One question of a search. What was asked before is forgotten: the answer depends on the place alone. 1, 0
// or an error.
static int32_t ask_at(WorkerState *state, int32_t part, PassStep step, void *context) {
	scene_line_set(state->line, part);
	pass_begin(state);
	int32_t status = step(state, 0, context);
	if (status != ERR_OK) return status;
	state->pass.questions += 1;
	return state->contacts.count > 0;
}

// Marches to the first place with a contact, then halves the way from the last place without one.
static int32_t search_line(WorkerState *state, PassStep step, void *context) {
	int32_t inside = 0, hit = ask_at(state, inside, step, context);
	while (hit == 0 && inside < SCENE_LINE_PARTS) {
		inside += MARCH;
		hit = ask_at(state, inside, step, context);
	}
	if (hit < 0) return hit;
	state->pass.part = hit ? inside : -1;
	int32_t outside = inside > 0 ? inside - MARCH : 0;
	while (state->pass.part > 0 && inside - outside > 1) {
		int32_t middle = outside + (inside - outside) / 2;
		hit = ask_at(state, middle, step, context);
		if (hit < 0) return hit;
		*(hit ? &inside : &outside) = middle;
		state->pass.part = inside;
	}
	return ERR_OK;
}

int32_t pass_run(WorkerState *state, PassStep step, void *context) {
	state->pass = (Pass){ .part = -1 };
	if (state->line != NULL) return search_line(state, step, context);
	pass_begin(state);
	for (int32_t i = 0; i < state->scene->step_count; ++i) {
		int32_t status = step(state, i, context);
		if (status != ERR_OK) return status;
		state->pass.questions += 1;
	}
	return ERR_OK;
}

double pass_first_contact(const WorkerState *state) {
	if (state->line == NULL || state->pass.part < 0) return (double)NAN;
	return scene_line_distance(state->line, state->pass.part);
}
