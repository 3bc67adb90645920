// Every broad phase of the registry, with parameters drawn from its table, against the definition: scenes of
// families chosen to hurt, in which objects come, move, jump, go and come again, and a double loop of the
// volumes' own tests.
//     BROAD_SEED=7 BROAD_ROUNDS=5000 UNIT_CPU_SECONDS=0 unit_tests broad
// draws others, and more of them.
#include "boxes.h"
#include "broad_steps.h"
#include "chance.h"
#include "cheap.h"
#include "octree_refuses.h"
#include "registry.h"
#include "volumes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "broad/broad.h"
#include "bv/bv.h"
#include "bv/obb.h"
#include "simd/simd.h"
#include "suite.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 60 };
#else
enum { ROUNDS = 500 };
#endif
enum { IDS = 260, STEPS = 7, TEXT_SIZE = 4096, POINTS = 8 };

// as many as there are
enum {
#define BROAD(name) PHASE_##name,
#include "broad/broad.def"
#undef BROAD
	PHASES
};

// Objects
// -----------------------------------------------------------------------------------------------------

static float real(Rng *rng, double lo, double hi) { return (float)rng_range(rng, lo, hi); }

typedef union Volume {
	Aabb aabb;
	Obb obb; // the largest
} Volume;

// Boxes are taken as they are, others fitted to some of their points.
static void volume_draw(Rng *rng, Family family, const BvClass *bv, Volume *out) {
	Aabb box;
	HnVec3 points[POINTS];
	box_draw(rng, family, &box);
	if (bv->size == sizeof(Aabb)) {
		out->aabb = box;
		return;
	}
	int32_t count = family == FAMILY_POINTS ? 1 : 1 + below(rng, POINTS);
	for (int32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k) {
			double at = family == FAMILY_GRID ? below(rng, 2) : rng_double(rng);
			double x = (double)box.lo[k] + at * ((double)box.hi[k] - (double)box.lo[k]);
			*(k == 0 ? &points[i].x : k == 1 ? &points[i].y : &points[i].z) = x;
		}
	BvSpace space = { .scale = 1 };
	bv->fit(out, points, count, &space);
}

// Phases
// ------------------------------------------------------------------------------------------------------

static double number_draw(Rng *rng, const Param *param) {
	if (param->type == PARAM_REAL && param->hi <= 1 && chance(rng, 3)) return param->hi;
	double lo = param->lo > 0 ? param->lo : param->type == PARAM_INT ? 1 : 1e-3;
	if (param->lo <= 0 && chance(rng, 4)) return param->lo;
	double most = param->hi < 1e3 || chance(rng, 8) ? param->hi : 40, value = lo;
	while (value < most && !chance(rng, 6)) value *= 1.5;
	if (value > param->hi) value = param->hi;
	// a lattice whose cubes are given as small takes millions of them, and seconds, or is refused
	bool is_small = strcmp(param->name, "a") == 0 && value < 4;
	if (is_small) value = !chance(rng, 16) ? 4 : chance(rng, 2) ? 0.5 : 1e-3;
	return param->type == PARAM_INT ? floor(value) : value;
}

typedef struct Trial {
	Family family;
	const BroadVolume *kind;
	const BvClass *bv;
	Volume volumes[IDS];
	bool live[IDS];
	Broad broads[PHASES];
	char params[PHASES][TEXT_SIZE];
	bool refused[PHASES];
	HnBroadPairs expected, found, again;
	int64_t pairs; // of all steps
} Trial;

static void trial_place(Trial *trial, Rng *rng, int32_t id) {
	volume_draw(rng, trial->family, trial->bv, &trial->volumes[id]);
	trial->live[id] = true;
	for (int32_t p = 0; p < broad_count(); ++p)
		cheap_assert(broad_place(&trial->broads[p], id, 1, &trial->volumes[id]) == HN_OK);
}

static void trial_remove(Trial *trial, int32_t id) {
	int32_t wanted = trial->live[id] ? HN_OK : HN_ERR_NOT_FOUND;
	trial->live[id] = false;
	for (int32_t p = 0; p < broad_count(); ++p) cheap_assert(broad_remove(&trial->broads[p], id) == wanted);
}

// A little, along one axis: to floats nearby, or by about its own size.
static void trial_nudge(Trial *trial, Rng *rng, int32_t id) {
	if (!trial->live[id] || trial->bv->size != sizeof(Aabb)) return;
	Aabb *box = &trial->volumes[id].aabb;
	int k = below(rng, 3);
	float by = chance(rng, 3) ? box->hi[k] - box->lo[k] : real(rng, -0.05, 0.05);
	box->lo[k] += by;
	box->hi[k] += by;
	if (!(fabsf(box->hi[k]) < 0x1p100F)) return;
	for (int32_t p = 0; p < broad_count(); ++p)
		cheap_assert(broad_place(&trial->broads[p], id, 1, box) == HN_OK);
}

static void trial_step(Trial *trial, Rng *rng, int32_t ids) {
	switch (below(rng, 7)) {
	case 0: // all anew
		for (int32_t id = 0; id < ids; ++id) trial_place(trial, rng, id);
		break;
	case 1: // none left
		for (int32_t id = ids - 1; id >= 0; --id) trial_remove(trial, id);
		break;
	case 2: // nothing
		break;
	case 3: // all a little
		for (int32_t id = 0; id < ids; ++id) trial_nudge(trial, rng, id);
		break;
	case 4: // all forgotten, some anew
		memset(trial->live, 0, sizeof trial->live);
		memset(trial->refused, 0, sizeof trial->refused);
		for (int32_t p = 0; p < broad_count(); ++p) broad_forget(&trial->broads[p]);
		for (int32_t i = below(rng, ids); i > 0; --i) trial_place(trial, rng, below(rng, ids));
		break;
	default: // some of everything, ids again within one step
		for (int32_t i = 0; i < ids; ++i) {
			int32_t id = below(rng, ids), what = below(rng, 4);
			if (what < 2) trial_place(trial, rng, id);
			if (what == 2) trial_remove(trial, id);
			if (what == 3) trial_nudge(trial, rng, id);
		}
	}
}

// Of boxes, spheres and cubes the volumes' tests alone decide. Those of oriented boxes say of some that are
// apart that they meet: their keys are asked too.
static void trial_expect(Trial *trial, int32_t ids) {
	const Aabb *keys = trial->broads[0].objects.keys;
	bool asks_keys = trial->bv->size == sizeof(Obb);
	trial->expected.count = 0;
	for (int32_t a = 0; a < ids; ++a)
		for (int32_t b = a + 1; b < ids; ++b) {
			if (!trial->live[a] || !trial->live[b]) continue;
			if (!trial->bv->overlaps(&trial->volumes[a], &trial->volumes[b])) continue;
			if (asks_keys && !volume_class("aabb")->overlaps(&keys[a], &keys[b])) continue;
			cheap_assert(broad_pairs_reserve(&trial->expected, 1));
			trial->expected.data[trial->expected.count++] = (HnBroadPair){ a, b };
		}
	trial->pairs += trial->expected.count;
}

static void trial_check(Trial *trial, int32_t p, int32_t round, int32_t step) {
	Broad *broad = &trial->broads[p];
	BroadCounts counts = { 0 };
	const char *name = broad->class_->name;
	if (trial->refused[p]) return;
	int32_t status = broad_update(broad);
	if (status == HN_OK) status = broad_build(broad);
	trial->refused[p] = octree_refuses(status);
	if (trial->refused[p]) return;
	cheap_assert_msg(status == HN_OK, "%s{%s}: not built: %s", name, trial->params[p], hn_error_text());
	cheap_assert_msg(broad_query(broad, &trial->found, &counts) == HN_OK, "%s: not counted", name);
	cheap_assert_msg(broad_query(broad, &trial->again, NULL) == HN_OK, "%s: not asked", name);
	cheap_assert_msg(pairs_equal(&trial->found, &trial->again), "%s: counted it finds others", name);
	cheap_assert_msg(counts.pairs == trial->found.count, "%s: counts other pairs", name);
	cheap_assert(hn_broad_pairs_sort(&trial->found) == HN_OK);
	cheap_assert_msg(pairs_equal(&trial->found, &trial->expected),
	                 "round %d, step %d: %s{%s} of %s, family %d: %lld pairs, not %lld", round, step,
	                 broad->class_->name, trial->params[p], trial->kind->name, (int)trial->family,
	                 (long long)trial->found.count, (long long)trial->expected.count);
}

static void trial_run(Trial *trial, Rng *rng, int32_t round) {
	trial->family = (Family)below(rng, FAMILIES);
	trial->kind = broad_volume(chance(rng, 2) ? 0 : below(rng, 4));
	trial->bv = volume_class(trial->kind->name);
	memset(trial->live, 0, sizeof trial->live);
	memset(trial->refused, 0, sizeof trial->refused);
	for (int32_t p = 0; p < broad_count(); ++p) {
		params_draw_text(rng, &broad_at(p)->params, number_draw, trial->params[p], TEXT_SIZE);
		cheap_assert_msg(
		    broad_create(&trial->broads[p], hn_broad_name(p), trial->kind->name, trial->params[p]) == HN_OK,
		    "%s", hn_error_text());
	}
	int32_t ids = chance(rng, 8) ? IDS : below(rng, 40);
	for (int32_t step = 0; step < STEPS; ++step) {
		if (step == 1) // step 0 has none
			for (int32_t id = 0; id < ids; ++id) trial_place(trial, rng, id);
		if (step > 1 && ids > 0) trial_step(trial, rng, ids);
		trial_expect(trial, ids);
		for (int32_t p = 0; p < broad_count(); ++p) trial_check(trial, p, round, step);
	}
	for (int32_t p = 0; p < broad_count(); ++p) broad_destroy(&trial->broads[p]);
}

START_TEST(every_phase_finds_the_same_pairs) {
	static Trial s_trial;
	const char *seed = getenv("BROAD_SEED"), *rounds = getenv("BROAD_ROUNDS");
	size_t before = hn_mem_live_bytes();
	for (int32_t round = 0; round < (rounds ? atoi(rounds) : ROUNDS); ++round) {
		Rng rng = rng_of(seed ? (uint64_t)atoi(seed) : 51, (uint64_t)round);
		if (simd_available((SimdSet)(round % SIMD_SETS)))
			cheap_assert(hn_simd_choose(simd_name(round % SIMD_SETS)) == HN_OK);
		trial_run(&s_trial, &rng, round);
	}
	hn_broad_pairs_free(&s_trial.expected);
	hn_broad_pairs_free(&s_trial.found);
	hn_broad_pairs_free(&s_trial.again);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
	if (seed == NULL && rounds == NULL) ck_assert_int_gt(s_trial.pairs, ROUNDS);
}

// Histories
// ---------------------------------------------------------------------------------------------------------

// A structure of more bytes is large: a given side of cubes may take a gigabyte, and seconds for seven steps.
enum { LARGE = 1 << 25 };

static void history_step(Broad *broad, Rng *rng, Family family) {
	const BvClass *bv = volume_class(broad->objects.volume->name);
	for (int32_t i = 0; i < IDS / 2; ++i) {
		int32_t id = below(rng, IDS), what = below(rng, 3);
		Volume volume;
		volume_draw(rng, family, bv, &volume);
		if (what > 0)
			cheap_assert(broad_place(broad, id, 1, &volume) == HN_OK);
		else
			(void)broad_remove(broad, id);
	}
}

// Objects that come, move and go, as the seed says; what was counted in each step, and the last pairs. Ends
// after `steps` steps, or before, if the objects are refused or the structure holds more than `bytes`.
// Returns the number of steps made.
static int32_t history_run(Broad *broad, uint64_t seed, int32_t steps, size_t bytes,
                           BroadCounts counts[STEPS], HnBroadPairs *out) {
	Rng rng = rng_of(seed, 0);
	Family family = (Family)below(&rng, FAMILIES);
	memset(counts, 0, STEPS * sizeof *counts);
	for (int32_t step = 0; step < steps; ++step) {
		history_step(broad, &rng, family);
		int32_t status = step_all(broad, out, &counts[step]);
		cheap_assert(status == HN_OK || octree_refuses(status));
		if (status != HN_OK) {
			out->count = 0; // it is broken until it is forgotten
			return step + 1;
		}
		if (broad_bytes(broad) > bytes) steps = step + 1;
	}
	cheap_assert(hn_broad_pairs_sort(out) == HN_OK);
	return steps;
}

// What was forgotten leaves no trace in what is found or counted, whatever the structure was.
START_TEST(forgotten_is_as_new) {
	HnBroadPairs used_pairs = { 0 }, new_pairs = { 0 };
	int32_t whole = 0;
	for (int32_t round = 0; round < ROUNDS / 20; ++round) {
		Broad used, new;
		BroadCounts used_counts[STEPS], new_counts[STEPS];
		char params[TEXT_SIZE];
		Rng rng = rng_of(52, (uint64_t)(round * PHASES + _i));
		const char *kind = hn_broad_volume_name(below(&rng, 4));
		params_draw_text(&rng, &broad_at(_i)->params, number_draw, params, TEXT_SIZE);
		cheap_assert(broad_create(&used, hn_broad_name(_i), kind, params) == HN_OK);
		cheap_assert(broad_create(&new, hn_broad_name(_i), kind, params) == HN_OK);
		history_run(&used, rng_u64(&rng), STEPS, LARGE, used_counts, &used_pairs);
		broad_forget(&used);
		uint64_t seed = rng_u64(&rng);
		int32_t steps = history_run(&new, seed, STEPS, LARGE, new_counts, &new_pairs);
		cheap_assert(history_run(&used, seed, steps, SIZE_MAX, used_counts, &used_pairs) == steps);
		cheap_assert_msg(memcmp(used_counts, new_counts, sizeof new_counts) == 0, "round %d: %s", round,
		                 params);
		cheap_assert(pairs_equal(&used_pairs, &new_pairs));
		whole += steps == STEPS;
		broad_destroy(&used);
		broad_destroy(&new);
	}
	ck_assert_int_ge(whole, ROUNDS / 40);
	hn_broad_pairs_free(&used_pairs);
	hn_broad_pairs_free(&new_pairs);
}

// Five in a row at each place of a lattice, of three sizes.
static void few_boxes(Aabb boxes[60]) {
	for (int32_t i = 0; i < 60; ++i)
		for (int k = 0; k < 3; ++k) boxes[i].lo[k] = (float)(i % 5), boxes[i].hi[k] = (float)(i % 5 + i % 3);
}

static int32_t few_run(Broad *broad, const Aabb boxes[60], HnBroadPairs *out) {
	int32_t status = broad_place(broad, 0, 60, boxes);
	if (status == HN_OK) status = step_all(broad, out, NULL);
	if (status == HN_OK) status = broad_place(broad, 3, 2, boxes);
	if (status == HN_OK) status = broad_remove(broad, 7);
	if (status == HN_OK) status = step_all(broad, out, NULL);
	return status == HN_OK ? hn_broad_pairs_sort(out) : status;
}

// One by one every allocation fails: an error, nothing lost; and once it is forgotten all is well again.
START_TEST(memory_runs_out_anywhere) {
	Aabb boxes[60];
	HnBroadPairs expected = { 0 };
	Broad oracle;
	few_boxes(boxes);
	ck_assert_int_eq(broad_create(&oracle, "pairs", "aabb", ""), HN_OK);
	ck_assert_int_eq(few_run(&oracle, boxes, &expected), HN_OK);
	size_t before = hn_mem_live_bytes();
	int32_t status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status != HN_OK; ++fail) {
		Broad broad;
		HnBroadPairs out = { 0 };
		mem_fail_at(mem_allocation_count() + fail);
		status = broad_create(&broad, hn_broad_name(_i), "aabb", "");
		bool created = status == HN_OK;
		if (created) status = few_run(&broad, boxes, &out);
		mem_fail_at(0);
		if (status != HN_OK) ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
		if (created) {
			broad_forget(&broad);
			ck_assert_int_eq(few_run(&broad, boxes, &out), HN_OK);
			ck_assert(pairs_equal(&out, &expected));
		}
		broad_destroy(&broad);
		hn_broad_pairs_free(&out);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
		ck_assert_int_lt(fail, 2000);
	}
	broad_destroy(&oracle);
	hn_broad_pairs_free(&expected);
}

// What is refused
// ---------------------------------------------------------------------------------------------

START_TEST(bad_volumes_are_refused) {
	static const float bad[] = { (float)NAN, (float)INFINITY, 0x1p121F };
	const char *kind = hn_broad_volume_name(_i);
	const BvClass *bv = volume_class(kind);
	Broad broad;
	Volume volume;
	BvSpace space = { .scale = 1 };
	HnVec3 points[2] = { { 0, 0, 0 }, { 1, 2, 3 } };
	ck_assert_int_eq(broad_create(&broad, "pairs", kind, ""), HN_OK);
	ck_assert_uint_eq(broad.objects.volume->size, bv->size);
	for (size_t place = 0; place < bv->size / sizeof(float); ++place)
		for (int b = 0; b < 3; ++b) {
			if (bv->size == sizeof(Obb) && place == bv->size / sizeof(float) - 1) continue; // its radius
			bv->fit(&volume, points, 2, &space);
			memcpy((float *)(void *)&volume + place, &bad[b], sizeof(float));
			int32_t status = broad_place(&broad, 17, 1, &volume);
			bool axis = bv->size == sizeof(Obb) && place >= 3 && place < 12; // times a side that may be 0
			if (b < 2 || !axis) ck_assert_msg(status == HN_ERR_BAD_INPUT, "%s: float %zu", kind, place);
			if (status != HN_OK) ck_assert_ptr_nonnull(strstr(hn_error_text(), "object 17"));
		}
	ck_assert_int_eq(broad_place(&broad, -1, 1, &volume), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(broad_place(&broad, INT32_MAX, 1, &volume), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(broad_place(&broad, 5, -1, &volume), HN_ERR_BAD_INPUT);
	broad_destroy(&broad);
}

// Of a size below 0 that leaves the box of the volume as good as any.
START_TEST(slightly_negative_sizes_are_refused) {
	const char *kind = hn_broad_volume_name(_i);
	const BvClass *bv = volume_class(kind);
	if (bv->size == sizeof(Aabb)) return; // its sizes are differences
	const size_t first = bv->size == sizeof(Obb) ? 12 : 3, end = bv->size == sizeof(Obb) ? 15 : 4;
	Broad broad;
	Volume volume;
	BvSpace space = { .scale = 1 };
	HnVec3 points[2] = { { 1, 1, 1 }, { 2, 3, 4 } };
	ck_assert_int_eq(broad_create(&broad, "pairs", kind, ""), HN_OK);
	for (size_t place = first; place < end; ++place) {
		const float sizes[] = { 0, -1e-12F };
		for (int s = 0; s < 2; ++s) {
			bv->fit(&volume, points, 2, &space);
			memcpy((float *)(void *)&volume + place, &sizes[s], sizeof(float));
			ck_assert_msg((broad_place(&broad, 0, 1, &volume) == HN_OK) == (s == 0), "%s: float %zu", kind,
			              place);
		}
	}
	broad_destroy(&broad);
}

// Boxes as large as any may be, in cubes that are the largest, and points at their corners.
START_TEST(largest_boxes_have_cubes) {
	static const char *const params[] = { "", "octaves=300", "side=1e6", "octaves=7 side=1e6" };
	const float most = 0x1p120F;
	const Aabb boxes[4] = { { { -most, -most, -most }, { most, most, most } },
		                    { { most, most, most }, { most, most, most } },
		                    { { -1, -1, -1 }, { 1, 1, 1 } },
		                    { { -most, -most, 2 }, { 0, 0, most } } };
	static const HnBroadPair wanted[] = { { 0, 1 }, { 0, 2 }, { 0, 3 } };
	for (size_t p = 0; p < sizeof params / sizeof params[0]; ++p) {
		Broad broad;
		HnBroadPairs out = { 0 };
		ck_assert_int_eq(broad_create(&broad, "hash", "aabb", params[p]), HN_OK);
		ck_assert_int_eq(broad_place(&broad, 0, 4, boxes), HN_OK);
		ck_assert_int_eq(step_all(&broad, &out, NULL), HN_OK);
		ck_assert_int_eq(hn_broad_pairs_sort(&out), HN_OK);
		ck_assert_int_eq(out.count, 3);
		ck_assert_mem_eq(out.data, wanted, sizeof wanted);
		broad_destroy(&broad);
		hn_broad_pairs_free(&out);
	}
}

START_TEST(calls_out_of_order_are_refused) {
	Broad broad;
	HnBroadPairs out = { 0 };
	Aabb box = { { 1, 0, 0 }, { 0, 0, 0 } };
	ck_refused(broad_create(&broad, "sapp", "aabb", ""), HN_ERR_NOT_FOUND, "'sap'");
	ck_refused(broad_create(&broad, "sap", "sphera", ""), HN_ERR_NOT_FOUND, "'sphere'");
	ck_assert_int_eq(broad_create(&broad, "sap", "aabb", "axes=2"), HN_ERR_BAD_INPUT);
	broad_destroy(&broad);
	ck_assert_int_eq(broad_create(&broad, "sap", "aabb", ""), HN_OK);
	ck_assert_int_eq(broad_query(&broad, &out, NULL), HN_ERR_INVALID);
	ck_assert_int_eq(broad_build(&broad), HN_ERR_INVALID);
	ck_assert_int_eq(step_all(&broad, &out, NULL), HN_OK);
	ck_assert_int_eq(broad_place(&broad, 0, 1, &box), HN_ERR_BAD_INPUT); // lo over hi
	ck_assert_int_eq(broad_query(&broad, &out, NULL), HN_ERR_INVALID);
	ck_assert_int_eq(broad_remove(&broad, 0), HN_ERR_NOT_FOUND);
	ck_assert_int_eq(step_all(&broad, &out, NULL), HN_OK);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

static const char *const s_lines[] = {
#define BROAD(name) "BROAD(" #name ")",
#include "broad/broad.def"
#undef BROAD
};

START_TEST(names_can_be_told_apart) { registry_check_names(s_lines, PHASES, hn_broad_name); }

TEST_SUITE(broad, suite, tc) {
	tcase_add_test(tc, names_can_be_told_apart);
	int volumes = 0;
	while (broad_volume(volumes) != NULL) ++volumes;
	tcase_add_test(tc, every_phase_finds_the_same_pairs);
	tcase_add_loop_test(tc, bad_volumes_are_refused, 0, volumes);
	tcase_add_loop_test(tc, slightly_negative_sizes_are_refused, 0, volumes);
	tcase_add_test(tc, largest_boxes_have_cubes);
	tcase_add_test(tc, calls_out_of_order_are_refused);
	for (int32_t i = 0; i < PHASES; ++i) {
		registry_add_case(suite, hn_broad_name(i), forgotten_is_as_new, i);
		registry_add_case(suite, hn_broad_name(i), memory_runs_out_anywhere, i);
	}
}
