#include "run/worker/timed_passes.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "machine/slowed.h"
#include "run/worker/pass.h"
#include "run/worker/planted_preempt.h"
#include "run/worker/preempt.h"

enum { STACK_LINE = 64, STACK_PLACES = 256, STACK_STRIDE = 97 };

double less_clock(const WorkerState *state, int64_t ns, int64_t readings) {
	double left = (double)ns - state->clock.cost_ns * (double)readings;
	return left > 0 ? left : 0;
}

// The core as it was at a moment between two steps.
typedef struct CoreLook {
	int64_t loop_ns;
	PreemptLook preempt;
} CoreLook;

// What a question of a pass took: a step of the motion, or of an instance.
typedef struct AskedStep {
	int64_t ns[STEP_PARTS], all_ns, found;
	int64_t told; // of its contacts, in those of the pass; -1: not asked in it
	bool quiet;   // the core was
} AskedStep;

// Looks at the core during a sample.
typedef struct CoreWatch {
	const Order *order;
	Reply *reply;
	CoreLook before;
	int64_t cold_ns;   // for so long, what is asked still fills caches that others have emptied
	PreemptLook spent; // by what counts
} CoreWatch;

// Of a long pass: which of its steps were asked on a quiet core.
typedef struct StepWatch {
	CoreWatch *core;
	AskedStep *steps;
	int32_t *since, since_count; // the steps since the last look
	int64_t since_ns, step_ns;   // step_ns: what one takes as a rule
	int32_t count, left;         // those without a quiet time
	bool needed;                 // each is to have one; else the repeat is taken as it comes
	bool again;                  // it is not the repeat's first pass
	bool goes_back;              // not the whole pass is made again
} StepWatch;

static CoreLook core_look(const Order *order, Reply *reply) {
	const int64_t ns = slowed_loop_ns();
	if (order->quiet_ns > 0 && (reply->quiet_ns == 0 || ns < reply->quiet_ns)) reply->quiet_ns = ns;
	return (CoreLook){ ns, preempt_look() };
}

static bool was_preempted(const PreemptLook *begin, const PreemptLook *end) {
#if defined PLANTED || defined PLANTED_TIMES
	if (planted_preempt_is_set()) return false;
#endif
	return preempt_between(begin, end);
}

// Was the core slow, or taken away, since the last look?
static bool was_slow(const CoreWatch *core, const CoreLook *after) {
	const int64_t limit_ns = core->order->quiet_ns;
	if (limit_ns == 0) return false;
	return core->before.loop_ns > limit_ns || after->loop_ns > limit_ns ||
	       was_preempted(&core->before.preempt, &after->preempt);
}

static int64_t wall_between(const CoreLook *before, const CoreLook *after) {
	return after->preempt.wall_ns - before->preempt.wall_ns;
}

// Was more than a tenth of what was asked since the last look asked with caches that others have emptied?
static bool was_cold(const CoreWatch *core, const CoreLook *after) {
	return 10 * core->cold_ns > wall_between(&core->before, after);
}

// Adds what passes that count took.
static void add_spent(PreemptLook *spent, const CoreLook *before, const CoreLook *after) {
	spent->switches += after->preempt.switches - before->preempt.switches;
	spent->cpu_ns += after->preempt.cpu_ns - before->preempt.cpu_ns;
	spent->wall_ns += wall_between(before, after);
}

static bool may_lose(const CoreWatch *core) { return core->reply->lost_ns < core->order->lost_ns; }

// Waits for the core to be quiet, as long as the sample may. Tells the supervisor, whose time limit is of the
// passes.
static int32_t wait_quiet(WorkerState *state, CoreWatch *core, CoreLook *at) {
	const int64_t begin = at->preempt.wall_ns, most_ns = core->order->lost_ns - core->reply->lost_ns;
	const int32_t status = worker_progress(state);
	do *at = core_look(core->order, core->reply);
	while (at->loop_ns > core->order->quiet_ns && at->preempt.wall_ns - begin < most_ns);
	core->reply->lost_ns += at->preempt.wall_ns - begin;
	return status;
}

// What becomes of what was asked since the last look.
typedef struct CoreLooked {
	bool slow; // the core was
	bool lost; // it is asked again
	bool used; // else: some time may come of it
} CoreLooked;

// Ends what was asked since the last look. A slow core is waited for where that is asked again. What comes
// next is asked at another place of the stack: at some places relative to its structures an algorithm takes
// up to 1.5 times as long, and they would stay with a process, as the system chooses both at its start.
static int32_t look_end(WorkerState *state, CoreWatch *core, CoreLook *after, CoreLooked was) {
	const int64_t ns = wall_between(&core->before, after);
	int32_t status = HN_OK;
	if (was.lost)
		core->reply->lost_ns += ns;
	else if (was.used)
		add_spent(&core->spent, &core->before, after);
	core->cold_ns = was.slow ? SLOWED_WARM_NS : core->cold_ns - ns;
	if (was.slow && was.lost) status = wait_quiet(state, core, after);
	core->before = *after;
	state->stack_place = (state->stack_place + STACK_STRIDE) % STACK_PLACES;
	return status;
}

// How many of the last steps are asked again: those since the last look and, after a slow one, before them
// some that fill the caches; of instances, to the beginning of one.
static int32_t steps_back(const WorkerState *state, const StepWatch *watch, bool slow) {
	const int64_t asked = state->pass.questions + 1, each = state->instance_steps;
	int64_t back = watch->since_count + (slow ? SLOWED_WARM_NS / watch->step_ns : 0);
	if (each > 0) back += (asked - back % each + each) % each;
	return (int32_t)(back < asked ? back : asked);
}

// Looks at the core after some steps of a long pass. If it was slow, the steps have no quiet time yet.
static int32_t steps_look(WorkerState *state, StepWatch *watch) {
	CoreWatch *core = watch->core;
	CoreLook after = core_look(core->order, core->reply);
	const bool slow = was_slow(core, &after);
	const bool counts = !slow && !(may_lose(core) && was_cold(core, &after)),
	           lost = !counts && watch->needed && may_lose(core);
	bool lacking = false;
	for (int32_t i = 0; i < watch->since_count; ++i) {
		AskedStep *step = &watch->steps[watch->since[i]];
		lacking = lacking || !step->quiet;
		watch->left -= counts && !step->quiet;
		step->quiet = step->quiet || counts;
	}
	if (lost && lacking && watch->goes_back) {
		state->pass.back = steps_back(state, watch, slow);
		core->reply->slowed += (double)state->pass.back / watch->count;
	}
	watch->since_count = 0, watch->since_ns = 0;
	if ((watch->again || !lacking) && !lost) core->reply->lost_ns += wall_between(&core->before, &after);
	return look_end(state, core, &after, (CoreLooked){ slow, lost, counts || watch->needed });
}

// Of a step of an instance. Never 0: there are to be ratios.
static double instance_ns(const WorkerState *state, int64_t ns, int64_t found) {
	double out = fmax(less_clock(state, ns, 1), 1);
#ifdef PLANTED
	out = planted_instance_ns(state->kind, found, out);
#endif
	(void)found;
	return out;
}

static void add_step(const WorkerState *state, TimedPass *pass, const AskedStep *step, int32_t place) {
	for (int i = 0; i < STEP_PARTS; ++i) pass->ns[i] += step->ns[i];
	if (pass->each.ns == NULL) return;
	const int64_t at = (int64_t)place * pass->repeats + pass->repeat;
	pass->each.ns[at] += instance_ns(state, step->all_ns, step->found);
	pass->each.slow[at] = pass->each.slow[at] || !step->quiet;
}

static int32_t watch_step(WorkerState *state, TimedPass *pass, int32_t step, const AskedStep *asked) {
	StepWatch *watch = pass->watch;
	const int32_t each = state->instance_steps, at = each > 0 ? state->at * each + step % each : step;
	AskedStep *kept = &watch->steps[at];
	// a step that is asked again has to find as many
	const bool first = kept->told < 0;
	const int64_t told = first ? asked->found : kept->told;
	pass->contacts += first ? told : asked->found - told;
	if (!kept->quiet) *kept = *asked;
	kept->told = told;
	watch->since[watch->since_count++] = at;
	watch->since_ns += asked->all_ns;
	const bool is_last = state->pass.questions + 1 == watch->count;
	return watch->since_ns < SLOWED_CHUNK_NS && !is_last ? HN_OK : steps_look(state, watch);
}

// One reading between two phases is the end of one and the beginning of the next.
int32_t step_timed(WorkerState *state, int32_t step, void *context) {
	TimedPass *pass = context;
	const HnDetectClass *class = state->detector.class_;
	AskedStep asked = { .quiet = pass->watch == NULL };
	*(volatile char *)__builtin_alloca((size_t)state->stack_place * STACK_LINE + 1) = 0;
	state->contacts.count = 0;
	const int64_t begin = clock_ns();
	int64_t last = begin;
	for (int i = 0; i < DETECT_PHASES; ++i) {
		DetectPhase phase = detect_phase(&class->timed, i);
		if (phase == NULL) continue;
		int32_t status = phase(state->detector.self, step, &state->contacts, NULL);
		if (status != HN_OK) return status;
		int64_t now = clock_ns();
		asked.ns[detect_phase_part[i]] += now - last;
		last = now;
	}
	asked.all_ns = last - begin;
	asked.found = class->found != NULL ? class->found(state->detector.self, NULL) : state->contacts.count;
	if (pass->watch != NULL) return watch_step(state, pass, step, &asked);
	pass->contacts += asked.found;
	add_step(state, pass, &asked, state->at);
	return HN_OK;
}

int64_t pass_ns(const TimedPass *pass) {
	int64_t sum = 0;
	for (int i = 0; i < STEP_PARTS; ++i) sum += pass->ns[i];
	return sum;
}

static int32_t pass_take(WorkerState *state, const CoreWatch *core, TimedPass *all) {
	all->contacts = 0;
	const int32_t status = pass_run_varied(state, step_timed, all);
	if (all->contacts != core->order->contacts && core->reply->contacts == core->order->contacts)
		core->reply->contacts = all->contacts;
	return status;
}

// Takes back what passes since `kept` have added.
static void forget(const WorkerState *state, TimedPass *all, const TimedPass *kept) {
	for (int64_t i = 0; all->each.ns != NULL && i < state->block_count; ++i)
		memset(all->each.ns + i * all->repeats + kept->repeat, 0,
		       (size_t)(all->repeat - kept->repeat) * sizeof *all->each.ns);
	*all = *kept;
}

// Of the passes since a repeat, all that was asked was asked on a slow core.
static void all_slow(const WorkerState *state, const TimedPass *all, int32_t since) {
	for (int64_t i = 0; all->each.ns != NULL && i < state->block_count; ++i)
		memset(all->each.slow + i * all->repeats + since, true, (size_t)(all->repeat - since));
}

// Short passes: all between two looks are taken again if the core was slow.
static int32_t short_passes(WorkerState *state, CoreWatch *core, TimedPass *all) {
	const TimedPass last = *all;
	int32_t status = HN_OK;
	while (status == HN_OK && all->repeat < all->repeats && pass_ns(all) - pass_ns(&last) < SLOWED_CHUNK_NS) {
		status = pass_take(state, core, all);
		all->repeat += 1;
	}
	CoreLook after = core_look(core->order, core->reply);
	const int32_t passes = all->repeat - last.repeat;
	const bool slow = was_slow(core, &after), lost = (slow || was_cold(core, &after)) && may_lose(core);
	if (status != HN_OK) return status;
	if (lost) forget(state, all, &last);
	core->reply->slowed += lost ? passes : 0;
	if (slow && !lost) {
		all_slow(state, all, last.repeat);
		core->reply->slow += passes;
	}
	return look_end(state, core, &after, (CoreLooked){ slow, lost, true });
}

// Where a pass cannot go back it is made again whole, if the sample may lose so much.
static bool may_repeat(const CoreWatch *core, const StepWatch *watch) {
	int64_t ns = 0;
	if (!watch->needed || watch->left == 0 || core->order->quiet_ns == 0 || !may_lose(core)) return false;
	for (int32_t i = 0; i < watch->count; ++i) ns += watch->steps[i].all_ns;
	return core->order->lost_ns - core->reply->lost_ns >= ns;
}

// A long pass: again, until each of its steps was asked on a quiet core, where that is needed. The
// supervisor's time limit is of each.
static int32_t long_pass(WorkerState *state, CoreWatch *core, TimedPass *all) {
	StepWatch *watch = all->watch;
	int32_t status = HN_OK;
	for (int32_t i = 0; i < watch->count; ++i) watch->steps[i].quiet = false;
	watch->left = watch->count;
	watch->needed = all->each.ns == NULL || all->repeat <= all->repeats / 2;
	watch->again = false;
	do {
		core->reply->slowed += watch->again;
		for (int32_t i = 0; i < watch->count; ++i) watch->steps[i].told = -1;
		if (watch->again) status = worker_progress(state);
		if (status == HN_OK) status = pass_take(state, core, all);
		watch->again = true;
	} while (status == HN_OK && may_repeat(core, watch));
	if (core->order->quiet_ns > 0) core->reply->slow += (double)watch->left / watch->count;
	const int32_t each = state->instance_steps > 0 ? state->instance_steps : watch->count;
	for (int32_t i = 0; status == HN_OK && i < watch->count; ++i)
		add_step(state, all, &watch->steps[i], i / each);
	all->repeat += 1;
	return status;
}

int32_t passes_take(WorkerState *state, const Order *order, Reply *reply, TimedPass *all, int64_t usual_ns) {
	CoreWatch core = { .order = order, .reply = reply, .before = core_look(order, reply) };
	const int32_t steps =
	    state->block_count > 0 ? state->block_count * state->instance_steps : state->scene->step_count;
	StepWatch watch = { .core = &core,
		                .step_ns = steps < usual_ns ? usual_ns / steps : 1,
		                .count = steps,
		                .goes_back = pass_goes_back(state) };
	const bool is_long = usual_ns > SLOWED_PASS_NS && state->line == NULL && steps > 0;
	const size_t steps_size = mem_array_size(steps, sizeof *watch.steps),
	             since_size = mem_array_size(steps, sizeof *watch.since);
	int32_t status = HN_OK;
	if (is_long) {
		watch.steps = mem_alloc_zero(steps_size);
		watch.since = mem_alloc(since_size);
		all->watch = &watch;
		if (watch.steps == NULL || watch.since == NULL) status = HN_ERR_NO_MEMORY;
	}
	while (status == HN_OK && all->repeat < all->repeats)
		status = is_long ? long_pass(state, &core, all) : short_passes(state, &core, all);
	all->watch = NULL;
	mem_free(watch.steps, steps_size);
	mem_free(watch.since, since_size);
	reply->preempted = was_preempted(&(PreemptLook){ 0 }, &core.spent);
	return status;
}
