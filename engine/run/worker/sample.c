// The orders that read the clock. The cost of a reading, which the worker measures at its start, is
// subtracted from every interval. An interval is never below 0.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/worker/block.h"
#include "run/worker/planted_preempt.h"
#include "run/worker/planted_times.h"
#include "run/worker/preempt.h"
#include "run/worker/sample.h"
#include "run/worker/timed_passes.h"
#include "run/worker/pass.h"
#include "stats/stats.h"

enum {
	SAMPLE_NS = 1000000,       // the least time of a sample
	SAMPLE_RESOLUTIONS = 1000, // and the least in steps of the clock
	REPEATS_MAX = 1000000,
	LONG_PASS_NS = 100000000, // such a pass warms its caches itself in a small part of its time
	BLOCK_NS = 1000000000,    // passes over a block are BLOCK_REPEATS if these take at most so long
	BLOCK_WARM = 12,          // instances of a block that an untimed pass asks
};

int32_t sample_build(WorkerState *state, void **payload, size_t *size) {
	HnDetector beside;
	int64_t begin = clock_ns();
	int32_t status = worker_make_detector(state, &beside);
	int64_t ns = clock_ns() - begin;
	if (status != HN_OK) return status;
	hn_detector_destroy(&beside);
	double *out = mem_alloc(sizeof *out);
	if (out == NULL) return HN_ERR_NO_MEMORY;
	*out = less_clock(state, ns, 1);
	*payload = out;
	*size = sizeof *out;
	return HN_OK;
}

static int32_t step_untimed(WorkerState *state, int32_t step, void *context) {
	(void)context;
	return detect_step(state->detector.class_, state->detector.self, step, &state->contacts, NULL);
}

// An untimed pass, unless the last one took long. The first sample of a worker always has one. Of a large
// block it is over some instances: they warm the structures, and medians of several passes need no more.
static int32_t warm_up(WorkerState *state) {
	const int32_t count = state->block_count;
	if (state->last_pass_ns >= LONG_PASS_NS) return HN_OK;
	if (count > BLOCK_WARM) state->block_count = BLOCK_WARM;
	int64_t begin = clock_ns();
	int32_t status = pass_run_varied(state, step_untimed, NULL);
	state->last_pass_ns = clock_ns() - begin;
	if (count > BLOCK_WARM) state->last_pass_ns = state->last_pass_ns * count / BLOCK_WARM;
	state->block_count = count;
	return status;
}

// Chooses the instances of the order's round, if they are to be chosen.
static int32_t take_block(WorkerState *state, const Order *order) {
	const int32_t all = order->block > 0 ? worker_instances(state) : 0;
	const int32_t count = order->block < all ? order->block : all;
	if (count > state->block_room) {
		mem_free(state->block, (size_t)state->block_room * sizeof *state->block);
		state->block_room = 0;
		state->block = mem_alloc((size_t)count * sizeof *state->block);
		if (state->block == NULL) return HN_ERR_NO_MEMORY;
		state->block_room = count;
	}
	state->block_count = count;
	return count == 0 ? HN_OK : block_draw(state->block, count, all, order->seed, order->round);
}

int32_t sample_calibrate(WorkerState *state, const Order *order, Reply *reply) {
	double least = (double)state->clock.resolution_ns * (double)SAMPLE_RESOLUTIONS;
	if (least < (double)SAMPLE_NS) least = SAMPLE_NS;
	const int32_t repeats_least = order->block > 0 ? BLOCK_REPEATS : 1;
	int64_t fastest = INT64_MAX, least_cpu = INT64_MAX;
	int32_t drawn = take_block(state, order);
	if (drawn != HN_OK) return drawn;
	// The fastest of three passes, because a slow first pass would give too few repeats, and too short
	// samples.
	for (int i = 0; i < 3; ++i) {
		TimedPass pass = { 0 };
		const int64_t begin = preempt_look().cpu_ns;
		int32_t status = pass_run_varied(state, step_timed, &pass);
		const int64_t cpu = preempt_look().cpu_ns - begin;
		if (cpu < least_cpu) least_cpu = cpu;
		if (status == HN_OK) status = worker_progress(state);
		if (status != HN_OK) return status;
		int64_t total = pass_ns(&pass);
		if (total < fastest) fastest = total;
		// Long enough by itself. By processor time, as by the wall clock a pass that lost the processor
		// would end it too.
		if ((double)cpu * repeats_least > 10 * least) break;
	}
	// 1.5 times as many, because later passes are often faster than the first ones.
	const double ns = fastest > 0 ? (double)fastest : 1;
	const double repeats = fmax(ceil(1.5 * least / ns), fmin(repeats_least, BLOCK_NS / ns));
	reply->cpu_ns = (double)least_cpu;
	reply->repeats = repeats < 1 ? 1 : repeats > (double)REPEATS_MAX ? REPEATS_MAX : (int32_t)repeats;
	return HN_OK;
}

// Fails if the contact buffer grew in a timed pass, because growing is timed too. The counting pass gave its
// size.
static int32_t check_capacity(const WorkerState *state, int64_t capacity) {
	if (state->contacts.capacity == capacity) return HN_OK;
	return error_set(HN_ERR_INVALID,
	                 "the contact buffer grew in a timed pass: %lld contacts in one step expected",
	                 (long long)state->most_contacts);
}

// The median of an instance's passes on a quiet core; below 0, that of all: there was none.
static double instance_median(const BlockTimes *each, int64_t first, int32_t repeats, double *scratch) {
	int32_t quiet = 0;
	for (int64_t i = first; i < first + repeats; ++i)
		if (!each->slow[i]) scratch[quiet++] = each->ns[i];
	if (quiet > 0) return stats_median(scratch, quiet, scratch + repeats);
	return -stats_median(each->ns + first, repeats, scratch);
}

// What a block took is what its instances took, each by its median; slow are those that were never asked on a
// quiet core.
static void block_sum(const double *medians, int64_t count, const TimedPass *all, Reply *reply) {
	double sum = 0, parts = 0;
	int64_t slow = 0;
	for (int64_t i = 0; i < count; ++i) sum += fabs(medians[i]), slow += medians[i] < 0;
	for (int i = 0; i < STEP_PARTS; ++i) parts += reply->ns[i];
	for (int i = 0; parts > 0 && i < STEP_PARTS; ++i) reply->ns[i] *= sum * all->repeats / parts;
	reply->slow = (double)all->repeats * (double)slow / (double)count;
}

static int32_t block_payload(const WorkerState *state, const TimedPass *all, Reply *reply, void **payload,
                             size_t *size) {
	const int64_t count = state->block_count;
	const size_t scratch_size = 2 * (size_t)all->repeats * sizeof(double);
	*size = (size_t)count * sizeof(double);
	double *out = *payload = mem_alloc(*size), *scratch = mem_alloc(scratch_size);
	const bool ready = out != NULL && scratch != NULL;
	for (int64_t i = 0; ready && i < count; ++i)
		out[i] = instance_median(&all->each, i * all->repeats, all->repeats, scratch);
	if (ready) block_sum(out, count, all, reply);
	mem_free(scratch, scratch_size);
	return ready ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t sample_passes(WorkerState *state, const Order *order, Reply *reply, TimedPass *pass) {
	TimedPass all = *pass;
	reply->contacts = order->contacts;
	int32_t status = warm_up(state);
	// as the untimed pass has it: how a pass is looked at does not depend on its own time
	const int64_t usual_ns = state->last_pass_ns;
	int64_t capacity = state->contacts.capacity;
	if (status == HN_OK) status = worker_progress(state);
	if (status == HN_OK) status = passes_take(state, order, reply, &all, usual_ns);
	state->samples += 1;
#if defined PLANTED || defined PLANTED_TIMES
	reply->preempted = planted_preempt(state->kind, state->samples, reply->preempted != 0);
#endif
	if (status == HN_OK) status = check_capacity(state, capacity);
	if (status != HN_OK) return status;
	state->last_pass_ns = pass_ns(&all) / (order->repeats > 0 ? order->repeats : 1);
#ifdef PLANTED_TIMES
	const double before = (double)pass_ns(&all);
	planted_slow_down(state->kind, all.ns);
	for (int64_t i = 0; before > 0 && i < (int64_t)state->block_count * all.repeats; ++i)
		all.each.ns[i] *= (double)pass_ns(&all) / before;
#endif
	int64_t readings = (int64_t)order->repeats * state->pass.questions;
	for (int i = 0; i < STEP_PARTS; ++i) reply->ns[i] = less_clock(state, all.ns[i], readings);
	return HN_OK;
}

int32_t sample_take(WorkerState *state, const Order *order, Reply *reply, void **payload, size_t *size) {
	TimedPass pass = { .repeats = order->repeats };
	int32_t status = take_block(state, order);
	const int64_t times = (int64_t)state->block_count * pass.repeats;
	const size_t ns_size = mem_array_size(times, sizeof *pass.each.ns),
	             slow_size = mem_array_size(times, sizeof *pass.each.slow);
	if (status != HN_OK || state->block_count == 0)
		return status == HN_OK ? sample_passes(state, order, reply, &pass) : status;
	// a worker that never counted, and warms up by some instances, does not know it by itself
	if (!hn_contact_buffer_reserve(&state->contacts, order->most_contacts + 1)) return HN_ERR_NO_MEMORY;
	pass.each = (BlockTimes){ mem_alloc_zero(ns_size), mem_alloc_zero(slow_size) };
	if (pass.each.ns == NULL || pass.each.slow == NULL) status = HN_ERR_NO_MEMORY;
	if (status == HN_OK) status = sample_passes(state, order, reply, &pass);
	if (status == HN_OK) status = block_payload(state, &pass, reply, payload, size);
	mem_free(pass.each.ns, ns_size);
	mem_free(pass.each.slow, slow_size);
	return status;
}

typedef struct SinglePass {
	double *ms; // ms[step * passes + pass]
	int64_t passes, pass;
} SinglePass;

static int32_t step_single(WorkerState *state, int32_t step, void *context) {
	const SinglePass *single = context;
	int64_t begin = clock_ns();
	int32_t status = step_untimed(state, step, NULL);
	single->ms[step * single->passes + single->pass] = less_clock(state, clock_ns() - begin, 1) * 1e-6;
	return status;
}

int32_t sample_steps(WorkerState *state, const Order *order, void **payload, size_t *size) {
	int64_t steps = state->scene->step_count, passes = order->repeats;
	size_t values_size = mem_array_size(steps * passes + 2 * passes, sizeof(double));
	*size = (size_t)steps * sizeof(StepTime);
	StepTime *times = mem_alloc_zero(*size);
	*payload = times;
	double *values = mem_alloc_zero(values_size); // values[step * passes + pass], then scratch
	int32_t status = times == NULL || values == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	if (status == HN_OK) status = warm_up(state);
	SinglePass single = { .ms = values, .passes = passes };
	for (; status == HN_OK && single.pass < passes; ++single.pass) {
		status = pass_run_varied(state, step_single, &single);
		if (status == HN_OK) status = worker_progress(state);
	}
	for (int64_t step = 0; status == HN_OK && step < steps; ++step) {
		Interval time = stats_median_interval(values + step * passes, passes, values + steps * passes);
		times[step] = (StepTime){ time.median, time.lo, time.hi };
	}
	mem_free(values, values_size);
	return status;
}
