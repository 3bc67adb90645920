// Every algorithm of the registry, with parameters drawn from its table, on scenes that are chosen to hurt:
// the contacts of each step are those of their definition.
//     DIFFERENTIAL_SEED=7 DIFFERENTIAL_ROUNDS=5000 UNIT_CPU_SECONDS=0 unit_tests differential
// draws others, and more of them.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "chance.h"
#include "cheap.h"
#include "contacts.h"
#include "detect/detect.h"
#include "hard_scenes.h"
#include "octree_refuses.h"
#include "suite.h"
#include "volumes.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 40 };
#else
enum { ROUNDS = 200 }; // and others of another seed for each commit: tools/test_long.sh
#endif
enum { TEXT_SIZE = 1024 + PARAM_TEXT_SIZE, SETTINGS_EACH = 2 };

static void contacts_sort(HnContactBuffer *contacts) {
	size_t size = mem_array_size(contacts->count, sizeof(HnContact));
	int32_t *scratch = mem_alloc(size);
	sort_quads((int32_t *)(void *)contacts->data, contacts->count, scratch);
	mem_free(scratch, size);
}

// Parameters
// --------------------------------------------------------------------------------------------------

// Small, near an end of the range, or anywhere in it, by magnitude.
static double number_of(Rng *rng, const Param *p) {
	double lo = p->lo, hi = p->hi, span = hi - lo, x;
	switch (below(rng, 4)) {
	case 0:
		x = lo + (double)below(rng, 4);
		break;
	case 1:
		x = chance(rng, 2) ? lo : hi;
		break;
	default:
		x = lo + span * exp2(-40 * rng_double(rng));
		break;
	}
	if (p->type == PARAM_INT) x = floor(x);
	return x < lo ? lo : x > hi ? hi : x;
}

// Algorithms
// --------------------------------------------------------------------------------------------------

typedef struct Trial {
	const HardScene *drawn;
	const char *name, *params;
	int32_t round;
	HnQuery query;
	bool superset;                // of the contacts is what it reports
	bool unsound;                 // or of some of them
	const HnContactBuffer *right; // of each step, sorted
	HnContact first[HARD_STEPS_MAX];
	bool seen[HARD_STEPS_MAX];
} Trial;

#define TRIAL_ASSERT(t, step, what)                                                                          \
	cheap_assert_msg(                                                                                        \
	    what, "round %d, family %d, poses %d, scale %g, %d bodies: %s %s, %s, step %d: not: %s", (t)->round, \
	    (t)->drawn->family, (t)->drawn->kind, (t)->drawn->scale, (t)->drawn->bodies, (t)->name, (t)->params, \
	    hn_query_name((int32_t)(t)->query), (step), #what)

// What reports a superset: each of the right ones, and none twice.
static void trial_contains(Trial *t, int32_t step, HnContactBuffer *got) {
	const HnContactBuffer *right = &t->right[step];
	if (t->query == HN_QUERY_FIRST) {
		TRIAL_ASSERT(t, step, got->count <= 1 && got->count >= (right->count > 0));
		return;
	}
	contacts_sort(got);
	int64_t found = 0;
	for (int64_t i = 0; i < got->count; ++i) {
		if (i > 0) TRIAL_ASSERT(t, step, memcmp(&got->data[i - 1], &got->data[i], sizeof(HnContact)) != 0);
		while (found < right->count && memcmp(&right->data[found], &got->data[i], sizeof(HnContact)) == 0)
			++found;
	}
	TRIAL_ASSERT(t, step, found == right->count);
}

static void trial_check(Trial *t, int32_t step, HnContactBuffer *got) {
	const HnContactBuffer *right = &t->right[step];
	if (t->unsound) {
		for (int64_t i = 0; i < got->count && !t->superset; ++i)
			TRIAL_ASSERT(t, step, contacts_contain(right, &got->data[i]));
		return;
	}
	if (t->superset) {
		trial_contains(t, step, got);
		return;
	}
	if (t->query == HN_QUERY_ALL) {
		contacts_sort(got);
		TRIAL_ASSERT(t, step, got->count == right->count);
		if (got->count == 0) return;
		TRIAL_ASSERT(t, step, memcmp(got->data, right->data, (size_t)got->count * sizeof(HnContact)) == 0);
		return;
	}
	TRIAL_ASSERT(t, step, got->count == (right->count > 0));
	if (got->count > 0) TRIAL_ASSERT(t, step, contacts_contain(right, &got->data[0]));
}

// For `first` each pass reports the same contact.
static void trial_same(Trial *t, int32_t step, const HnContactBuffer *got) {
	if (t->query == HN_QUERY_ALL || got->count == 0) return;
	if (!t->seen[step]) t->first[step] = got->data[0];
	t->seen[step] = true;
	TRIAL_ASSERT(t, step, memcmp(&t->first[step], &got->data[0], sizeof(HnContact)) == 0);
}

// Two counted passes and a timed one, then steps in any order.
static void trial_run(Trial *t, Rng *rng) {
	const HnScene *scene = t->drawn->scene;
	HnDetector d;
	HnContactBuffer got = { 0 };
	Counts counts[2] = { 0 };
	int32_t status = hn_detector_create(&d, t->name, scene, t->query, t->params);
	cheap_assert_msg(status == HN_OK, "%s %s: %s", t->name, t->params, hn_error_text());
	for (int pass = 0; pass < 3; ++pass) {
		hn_detector_begin(&d);
		for (int32_t step = 0; step < scene->step_count; ++step) {
			if (pass < 2) {
				Counts now = { 0 };
				cheap_assert_int_eq(detector_step_counted(&d, step, &got, &now), HN_OK);
				TRIAL_ASSERT(t, step,
				             (t->superset || now.np >= now.contacts) && now.np <= triangle_pairs(scene));
				for (int32_t i = 0; i < COUNT_FIELDS; ++i) {
					TRIAL_ASSERT(t, step, count_get(&now, i) >= 0);
					((int64_t *)&counts[pass])[i] += count_get(&now, i);
				}
			} else {
				detector_step_timed(&d, step, &got);
			}
			trial_same(t, step, &got);
			trial_check(t, step, &got);
		}
	}
	TRIAL_ASSERT(t, -1, memcmp(&counts[0], &counts[1], sizeof counts[0]) == 0);
	for (int i = 0; i < 3; ++i) {
		int32_t step = below(rng, scene->step_count);
		detector_step_timed(&d, step, &got);
		trial_check(t, step, &got);
	}
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&got);
}

// An allocation fails somewhere: an error, nothing left behind; and what is asked again is right.
static void trial_fail(Trial *t, Rng *rng) {
	HnDetector d;
	HnContactBuffer got = { 0 };
	Counts counts = { 0 };
	mem_fail_at(mem_allocation_count() + 1 + below(rng, 60));
	int32_t status = hn_detector_create(&d, t->name, t->drawn->scene, t->query, t->params);
	TRIAL_ASSERT(t, -1, status == HN_OK || status == HN_ERR_NO_MEMORY);
	for (int32_t step = 0; status == HN_OK && step < t->drawn->steps; ++step) {
		int32_t code = detector_step_counted(&d, step, &got, &counts);
		TRIAL_ASSERT(t, step, code == HN_OK || code == HN_ERR_NO_MEMORY);
		if (code != HN_OK) TRIAL_ASSERT(t, step, detector_step_counted(&d, step, &got, &counts) == HN_OK);
		mem_fail_at(0);
		trial_check(t, step, &got);
		mem_fail_at(mem_allocation_count() + 1 + below(rng, 10));
	}
	mem_fail_at(0);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&got);
}

// The query of touching poses, for every pair of bodies.
static void check_touch(const HardScene *d, const HnContactBuffer *right, int32_t step) {
	for (int32_t b = 1; b < d->bodies; ++b) {
		if (d->frames[0].count + d->frames[b].count > 0) continue; // it knows meshes alone
		bool touches = false;
		for (int64_t i = 0; i < right->count; ++i)
			touches |= right->data[i].body_a == 0 && right->data[i].body_b == b;
		HnTouchQuery *query;
		ck_assert_msg(hn_touch_query_create(&query, d->meshes[0], d->meshes[b]) == HN_OK, "%s",
		              hn_error_text());
		HnPose pose = scene_relative(d->scene, 0, b, step);
		cheap_assert_int_eq(hn_touch_query_hit(query, &pose), touches);
		hn_touch_query_destroy(query);
	}
}

// Bodies that deform and are brought along by hulls are refused (test_deforming.c).
static bool follows(const HardScene *d, const char *params) {
	bool deforms = false;
	for (int32_t b = 1; b < d->bodies; ++b) deforms |= d->frames[b].count > 0;
	return !deforms || strstr(params, "by=hull") == NULL;
}

// The octree's cubes may be too many for these bodies, by a side that was given or by splits without a bound.
static bool refuses_cubes(const HardScene *d, const HnDetectClass *class, HnQuery query, const char *params) {
	HnDetector detector;
	HnContactBuffer got = { 0 };
	if (strstr(params, "octree") == NULL) return false;
	int32_t status = hn_detector_create(&detector, class->name, d->scene, query, params);
	if (status != HN_OK) return false;
	hn_detector_begin(&detector);
	for (int32_t step = 0; status == HN_OK && step < d->steps; ++step)
		status = detector_step_counted(&detector, step, &got, &(Counts){ 0 });
	bool refused = octree_refuses(status);
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&got);
	return refused;
}

static void check_round(int32_t round, uint64_t seed, int64_t *contacts) {
	HardScene drawn;
	HnContactBuffer right[HARD_STEPS_MAX] = { 0 };
	Rng rng = rng_of(seed, (uint64_t)round);
	hard_scene_create(&drawn, &rng);
	size_t live = hn_mem_live_bytes();
	for (int32_t s = 0; drawn.scene != NULL && s < drawn.steps; ++s) {
		contacts_by_definition(&right[s], drawn.scene, s);
		check_touch(&drawn, &right[s], s);
		*contacts += right[s].count;
	}
	size_t held = hn_mem_live_bytes();
	for (int32_t i = 0; drawn.scene != NULL && i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		for (int32_t j = 0; j < SETTINGS_EACH && !class->planted && !class->objects; ++j)
			for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query) {
				char params[TEXT_SIZE];
				do {
					params_draw_text(&rng, &class->params, number_of, params, TEXT_SIZE);
				} while (!follows(&drawn, params) || detect_check(class, params) != HN_OK ||
				         refuses_cubes(&drawn, class, (HnQuery)query, params)); // what does not go together
				Trial trial = { .drawn = &drawn, .name = class->name, .params = params };
				trial.round = round, trial.query = (HnQuery)query, trial.right = right;
				cheap_assert_int_eq(hn_detect_conservative(&trial.superset, class, params), HN_OK);
				cheap_assert_int_eq(hn_detect_unsound(&trial.unsound, class, params), HN_OK);
				trial_run(&trial, &rng);
				ck_assert_uint_eq(hn_mem_live_bytes(), held);
				trial_fail(&trial, &rng);
				ck_assert_uint_eq(hn_mem_live_bytes(), held);
			}
	}
	for (int32_t s = 0; s < HARD_STEPS_MAX; ++s) hn_contact_buffer_free(&right[s]);
	ck_assert_uint_eq(hn_mem_live_bytes(), live);
	hard_scene_free(&drawn);
}

static int64_t wish(const char *name, int64_t otherwise) {
	const char *text = getenv(name);
	return text != NULL ? strtoll(text, NULL, 10) : otherwise;
}

START_TEST(every_algorithm_finds_the_same) {
	int64_t contacts = 0, rounds = wish("DIFFERENTIAL_ROUNDS", ROUNDS), seed = wish("DIFFERENTIAL_SEED", 81);
	for (int64_t round = wish("DIFFERENTIAL_FROM", 0); round < rounds; ++round)
		check_round((int32_t)round, (uint64_t)seed, &contacts);
	ck_assert_int_gt(contacts, 0);
}

TEST_SUITE(differential, suite, tc) { tcase_add_test(tc, every_algorithm_finds_the_same); }
