#include "plugin/afresh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/mem.h"
#include "plugin/afresh_view.h"
#include "plugin/counters.h"
#include "plugin/heap.h"
#include "stats/stats.h"

enum {
	VARIANTS = 7,          // of the places; the median of as many shares is judged
	VARIANTS_LEAST = 3,    // where steps take long
	STEPS_MOST = 64,       // of a window of the motion
	PLACES_MOST = 1 << 18, // bodies or boxes times steps
	PASS_NS = 100000000,   // fewer steps are asked where they take longer
	STEP_NS = 1000000000,  // nothing is asked where a step takes longer
	LOOK_NS = 2000000000,  // after it no variant begins that need not
	JUDGED_NS = 20000,     // shorter passes are not judged by their time
	GROWN_LEAST = 16,      // bytes a step
};
// An honest algorithm is far above these: the same work, warmer caches; about the same work.
static const double s_share_least = 0.5, s_share_of_motion = 1.0 / 3;

// Of the passes over a variant: what new places took, and of that what known ones took.
typedef struct Work {
	double fresh[VARIANTS], share[VARIANTS];
} Work;

typedef struct Shares {
	Work ns, instructions;
	int32_t variants;
} Shares;

typedef struct Afresh {
	const AfreshDef *def;
	AfreshView view;
	HnDetector own;
	HnContactBuffer found;
	HnHash before[STEPS_MOST]; // its answers at variant 0
	bool exact;
	int32_t steps;        // of a pass
	int32_t same, moved;  // steps at which its own answer stayed what it was, or the right one did not
	Shares again, motion; // known are: the same places again; those of the motion
	int64_t grown[VARIANTS];
	int64_t counts[STEPS_MOST]; // of contacts, in the last pass
	bool left_out[STEPS_MOST];
} Afresh;

// The processor time of this thread: what others take is not in it.
static int64_t cpu_ns(void) {
	struct timespec t = { 0 };
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// A pass with the timed kernels, as in a run. hashes: of the answers; NULL: they are not looked at.
static int32_t pass(Afresh *a, HnDetector *detector, HnHash *hashes) {
	int32_t status = HN_OK;
	hn_detector_begin(detector);
	for (int32_t s = 0; status == HN_OK && s < a->steps; ++s) {
		if (a->left_out[s]) continue;
		status = detect_step(detector->class_, detector->self, s, &a->found, NULL);
		a->counts[s] = a->found.count;
		if (status == HN_OK && hashes != NULL)
			status = hn_contacts_hash(&hashes[s], &a->found, detector->query);
	}
	if (status == HN_OK && a->def->alive != NULL) status = a->def->alive(a->def->context);
	return status;
}

static double instructions(const Afresh *a, bool begin) {
	return a->def->instructions != NULL ? a->def->instructions(a->def->context, begin) : (double)NAN;
}

static int32_t timed_pass(Afresh *a, double *ns, double *count) {
	(void)instructions(a, true);
	int64_t begin = cpu_ns();
	int32_t status = pass(a, &a->own, NULL);
	*ns = (double)(cpu_ns() - begin);
	*count = instructions(a, false);
	return status;
}

// The right answers: by an algorithm of the engine that works in another way than most.
static int32_t right_answers(Afresh *a, HnQuery query, HnHash *hashes) {
	HnDetector right;
	const char *kind = query == HN_QUERY_BOXES ? "kdtree" : "aabb";
	int32_t status = hn_detector_create(&right, kind, &a->view.scene, query, "");
	if (status == HN_OK) status = pass(a, &right, hashes);
	hn_detector_destroy(&right);
	return status;
}

// Compares the answers at new places with the right ones, and with those at the places of the motion.
static int32_t judge(Afresh *a, const HnHash *right, const HnHash *right_before, AfreshReport *out) {
	HnHash own[STEPS_MOST];
	int32_t status = pass(a, &a->own, own);
	for (int32_t s = 0; status == HN_OK && s < a->steps; ++s) {
		bool kept = hn_hash_equal(&own[s], &a->before[s]);
		if (!hn_hash_equal(&right[s], &right_before[s])) a->moved += 1, a->same += kept;
		if (!a->exact || out->wrong || hn_hash_equal(&own[s], &right[s])) continue;
		out->wrong = true;
		snprintf(out->text, sizeof out->text, "step %d, moved a little: a wrong answer%s",
		         a->view.first + s + 1, kept ? ", which is that of the step as it was before" : "");
	}
	return status;
}

static void note_work(Work *work, int32_t v, const double taken[3]) {
	work->fresh[v] = taken[0];
	work->share[v] = (taken[1] > taken[2] ? taken[1] : taken[2]) / (taken[0] + 1);
}

static void note(Shares *shares, const double ns[3], const double count[3]) {
	note_work(&shares->ns, shares->variants, ns);
	note_work(&shares->instructions, shares->variants, count);
	shares->variants += 1;
}

// One variant: asked anew, then twice again; the slower of these counts, for one that remembers is fast in
// both. Before each of the three another algorithm answers, in caches that it then leaves alike: what is cold
// costs the first one no more than the others.
static int32_t ask_variant(Afresh *a, const HnHash *right_before, AfreshReport *out) {
	const int32_t v = a->again.variants;
	HnHash right[STEPS_MOST];
	double ns[3] = { 0 }, count[3] = { 0 };
	int32_t status = afresh_view_move(&a->view, (uint64_t)v + 1);
	for (int i = 0; status == HN_OK && i < 3; ++i) {
		status = right_answers(a, a->def->query, right);
		const int64_t heap = (int64_t)plugin_heap_bytes();
		if (status == HN_OK) status = timed_pass(a, &ns[i], &count[i]);
		if (i == 0) a->grown[v] = (int64_t)plugin_heap_bytes() - heap;
	}
	if (status == HN_OK) status = judge(a, right, right_before, out);
	note(&a->again, ns, count);
	return status;
}

// Leaves out the steps at which all the right contacts are not about as many at the nudged places, for there
// the work is another one; under `first`, where they are not the same, for it ends at any of them. Whether
// any step is left.
static int32_t choose_steps(Afresh *a, HnQuery query, bool *any) {
	HnHash before[STEPS_MOST], after[STEPS_MOST];
	int64_t counts[STEPS_MOST];
	int32_t status = right_answers(a, query, before);
	memcpy(counts, a->counts, sizeof counts);
	if (status == HN_OK) status = afresh_view_nudge(&a->view, a->motion.variants + 1);
	if (status == HN_OK) status = right_answers(a, query, after);
	*any = false;
	for (int32_t s = 0; status == HN_OK && s < a->steps; ++s) {
		const bool near = 100 * llabs(counts[s] - a->counts[s]) <= counts[s];
		a->left_out[s] = a->def->query == HN_QUERY_FIRST ? !hn_hash_equal(&before[s], &after[s]) : !near;
		*any = *any || !a->left_out[s];
	}
	return status;
}

// A memory that is full knows the places of the motion, and none of the variants. So the motion is compared
// with places next to it, where the work is the same.
static int32_t ask_motion(Afresh *a) {
	HnHash right[STEPS_MOST];
	double ns[3] = { 0 }, count[3] = { 0 };
	const HnQuery query = a->def->query == HN_QUERY_FIRST ? HN_QUERY_ALL : a->def->query;
	bool any = false;
	int32_t status = afresh_view_move(&a->view, 0);
	if (status == HN_OK) status = choose_steps(a, query, &any);
	for (int i = 0; status == HN_OK && any && i < 3; ++i) {
		if (i == 1) status = afresh_view_move(&a->view, 0);
		if (status == HN_OK && i > 0) status = right_answers(a, query, right);
		if (status == HN_OK) status = timed_pass(a, &ns[i], &count[i]);
	}
	if (any) note(&a->motion, ns, count);
	memset(a->left_out, 0, sizeof a->left_out);
	return status;
}

// By instructions where each pass has them, for these have no noise; else by time. NaN: the passes are too
// short. All count or none: of short ones that an interrupt made long, the next is always shorter.
static double median_share(const Shares *shares, bool *counted) {
	double scratch[VARIANTS];
	const int32_t variants = shares->variants;
	*counted = true;
	for (int32_t v = 0; v < variants; ++v) *counted = *counted && isfinite(shares->instructions.share[v]);
	const Work *work = *counted ? &shares->instructions : &shares->ns;
	if (variants < VARIANTS_LEAST || (!*counted && stats_median(work->fresh, variants, scratch) < JUDGED_NS))
		return (double)NAN;
	return stats_median(work->share, variants, scratch);
}

static void report_share(AfreshReport *out, double share, bool counted, const char *known) {
	if (out->text[0] != '\0') return;
	snprintf(out->text, sizeof out->text, "places %s take %.2g of the %s of new ones: it remembers answers",
	         known, share, counted ? "instructions" : "time");
}

static void report(const Afresh *a, AfreshReport *out) {
	bool counted;
	out->share = median_share(&a->again, &counted);
	out->grown = INT64_MAX;
	for (int32_t v = 0; v < a->again.variants; ++v)
		if (a->grown[v] / a->steps < out->grown) out->grown = a->grown[v] / a->steps;
	if (out->grown < GROWN_LEAST) out->grown = 0;
	if (out->wrong) return;
	if (a->moved >= VARIANTS_LEAST && a->same == a->moved) {
		out->wrong = true;
		snprintf(out->text, sizeof out->text, "its answers stay what they were when all moves a little");
		return;
	}
	if (out->share < s_share_least) report_share(out, out->share, counted, "that it was asked about before");
	const double of_motion = median_share(&a->motion, &counted);
	if (of_motion < s_share_of_motion) report_share(out, of_motion, counted, "of the motion");
}

// Finds how many steps a pass has, and warms up. false: a step takes too long.
static int32_t first_passes(Afresh *a, bool *soon) {
	double ns = 0, count;
	int32_t all = a->steps;
	a->steps = 1;
	int32_t status = timed_pass(a, &ns, &count);
	*soon = ns < STEP_NS;
	a->steps = ns < (double)PASS_NS / all ? all : ns < PASS_NS ? (int32_t)(PASS_NS / (ns + 1)) : 1;
	if (a->steps > all) a->steps = all;
	for (int i = 0; status == HN_OK && *soon && i < 2; ++i) status = pass(a, &a->own, a->before);
	return status;
}

// Counters are the same in each pass.
static int32_t compare_counters(Afresh *a, AfreshReport *out) {
	const PluginInfo *info = a->own.class_->plugin;
	int64_t sums[COUNT_FIELDS] = { 0 }, after[3][PLUGIN_COUNTERS_MAX] = { { 0 } };
	int32_t status = HN_OK;
	for (int pass = 0; status == HN_OK && pass < 3; ++pass) {
		hn_detector_begin(&a->own);
		for (int32_t s = 0; status == HN_OK && pass > 0 && s < a->steps; ++s)
			status = hn_detector_step(&a->own, s, &a->found, sums);
		plugin_counters_sums(after[pass], &a->own, sums);
		if (status == HN_OK && a->def->alive != NULL) status = a->def->alive(a->def->context);
	}
	for (int32_t i = 0; status == HN_OK && info != NULL && i < info->plugin.counter_count; ++i) {
		const int64_t first = after[1][i] - after[0][i], second = after[2][i] - after[1][i];
		if (first == second || out->text[0] != '\0') continue;
		snprintf(out->text, sizeof out->text, "the counter '%s' is %lld in a pass, and %lld in the next",
		         info->plugin.counters[i].name, (long long)first, (long long)second);
	}
	return status;
}

static int32_t look(Afresh *a, AfreshReport *out) {
	HnHash right_before[STEPS_MOST];
	bool soon = false;
	int32_t status = first_passes(a, &soon);
	if (status != HN_OK || !soon) return status;
	const int64_t begin = cpu_ns();
	status = right_answers(a, a->def->query, right_before);
	while (status == HN_OK && a->again.variants < VARIANTS &&
	       (a->again.variants < VARIANTS_LEAST || cpu_ns() - begin < LOOK_NS))
		status = ask_variant(a, right_before, out);
	for (int i = 0; status == HN_OK && i < VARIANTS_LEAST; ++i) status = ask_motion(a);
	if (status != HN_OK) return status;
	out->looked = true;
	report(a, out);
	return compare_counters(a, out);
}

static int32_t window_of(const HnScene *scene) {
	int32_t each = scene->body_count > scene->objects.count ? scene->body_count : scene->objects.count;
	int32_t most = PLACES_MOST / (each + 1) < STEPS_MOST ? PLACES_MOST / (each + 1) : STEPS_MOST;
	return most < 2 ? 2 : most;
}

int32_t afresh_look(AfreshReport *out, const AfreshDef *def) {
	Afresh *a = mem_alloc_zero(sizeof *a);
	*out = (AfreshReport){ .share = (double)NAN };
	if (a == NULL) return HN_ERR_NO_MEMORY;
	a->def = def;
	const int32_t window = window_of(def->scene);
	const uint8_t *drawn = def->scene->hash.bytes;
	const int32_t first = (drawn[0] | drawn[1] << 8) % def->scene->step_count;
	bool conservative = false, unsound = false;
	const HnDetectClass *class = hn_detect_find(def->kind);
	int32_t status = hn_detect_conservative(&conservative, class, def->params);
	if (status == HN_OK) status = hn_detect_unsound(&unsound, class, def->params);
	a->exact = !conservative && !unsound;
	if (status == HN_OK) status = afresh_view_make(&a->view, def->scene, first, window);
	a->steps = a->view.scene.step_count < window ? a->view.scene.step_count : window;
	if (status == HN_OK && afresh_view_moves(&a->view))
		status = hn_detector_create(&a->own, def->kind, &a->view.scene, def->query, def->params);
	if (status == HN_OK && a->own.self != NULL) status = look(a, out);
	hn_detector_destroy(&a->own);
	hn_contact_buffer_free(&a->found);
	afresh_view_free(&a->view);
	mem_free(a, sizeof *a);
	return status;
}
