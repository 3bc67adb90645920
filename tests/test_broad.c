// Every broad phase of the registry, with parameters drawn from its table, against the definition: scenes of
// families chosen to hurt, in which objects come, move, jump, go and come again, and a double loop of the
// volumes' own tests.
//     BROAD_SEED=7 BROAD_ROUNDS=5000 CK_TIMEOUT_MULTIPLIER=9 unit_tests broad
// draws others, and more of them.
#include "cheap.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/sort_keys.h"
#include "broad/broad.h"
#include "broad/kd_order.h"
#include "broad/pair_set.h"
#include "broad/rows.h"
#include "broad/tile.h"
#include "bv/bv.h"
#include "bv/obb.h"

Suite *broad_suite(void);

#ifdef SANITIZED // an order slower
enum { ROUNDS = 60 };
#else
enum { ROUNDS = 500 };
#endif
enum { IDS = 260, STEPS = 7, PHASES_MAX = 16, TEXT_SIZE = 4096, POINTS = 8 };

static int32_t below(Rng *rng, int32_t n) { return (int32_t)rng_below(rng, (uint64_t)n); }
static bool chance(Rng *rng, int32_t of) { return below(rng, of) == 0; }

// Objects
// -----------------------------------------------------------------------------------------------------

typedef enum Family {
	FAMILY_UNIFORM,
	FAMILY_GRID,      // whole numbers: touching, equal and flat boxes
	FAMILY_CLUSTERED, // around few places, sizes over three decades
	FAMILY_ONE_PLACE, // all meet
	FAMILY_NESTED,    // about one centre
	FAMILY_HUGE,      // one holds all
	FAMILY_FAR,       // far from the origin, and one object farther still
	FAMILY_LINE,      // along one axis
	FAMILY_POINTS,    // no size; few places
	FAMILY_SPREAD,    // sizes and places over all magnitudes
	FAMILY_PLATES,    // long and flat
	FAMILIES,
} Family;

static float real(Rng *rng, double lo, double hi) { return (float)rng_range(rng, lo, hi); }

static void box_draw(Rng *rng, Family family, Aabb *out) {
	double center[3], half[3], decade = ldexp(1, -below(rng, 10));
	int32_t place = below(rng, 3), thin = below(rng, 3);
	for (int k = 0; k < 3; ++k) {
		center[k] = rng_range(rng, -1, 1);
		half[k] = rng_range(rng, 0, 0.2);
		if (family == FAMILY_GRID) center[k] = below(rng, 7), half[k] = 0.5 * below(rng, 3);
		if (family == FAMILY_CLUSTERED) center[k] = place + 0.05 * center[k], half[k] *= decade;
		if (family == FAMILY_ONE_PLACE) center[k] = 0.1 * center[k], half[k] += 0.1;
		if (family == FAMILY_NESTED) center[k] = 0.25, half[k] = decade;
		if (family == FAMILY_HUGE) half[k] *= 0.3;
		if (family == FAMILY_FAR) center[k] += 1e6, half[k] = 0.06 * below(rng, 4);
		if (family == FAMILY_LINE) center[k] *= k == place ? 50 : 0.01;
		if (family == FAMILY_POINTS) center[k] = below(rng, 4), half[k] = 0;
		if (family == FAMILY_SPREAD)
			center[k] *= ldexp(1, -below(rng, 60)), half[k] *= ldexp(1, -below(rng, 130));
		if (family == FAMILY_PLATES) half[k] = k == thin ? 0 : 1;
	}
	double far = family == FAMILY_HUGE ? 3 : family == FAMILY_FAR ? 0x1p80 : 0;
	for (int k = 0; k < 3; ++k) {
		if (far > 0 && place == 0 && thin == 0 && decade > 0.4) half[k] = far;
		out->lo[k] = (float)(center[k] - half[k]);
		out->hi[k] = (float)(center[k] + half[k]);
	}
}

typedef union Volume {
	Aabb aabb;
	Obb obb; // the largest
} Volume;

static const BvClass *volume_class(const char *name) {
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (strcmp(bv_name(i), name) == 0) return bv_class(i);
	return NULL;
}

// Boxes are taken as they are, others fitted to some of their points.
static void volume_draw(Rng *rng, Family family, const BvClass *bv, Volume *out) {
	Aabb box;
	Vec3 points[POINTS];
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
	double lo = param->lo > 0 ? param->lo : param->type == PARAM_INT ? 1 : 1e-3;
	if (param->lo <= 0 && chance(rng, 4)) return param->lo;
	double most = param->hi < 1e3 || chance(rng, 8) ? param->hi : 40, value = lo;
	while (value < most && !chance(rng, 6)) value *= 1.5;
	if (value > param->hi) value = param->hi;
	return param->type == PARAM_INT ? floor(value) : value;
}

static void params_draw(Rng *rng, const ParamTable *table, char text[TEXT_SIZE]) {
	size_t used = 0;
	text[0] = '\0';
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		char value[NUMBER_TEXT_SIZE];
		int32_t choices = 0;
		if (chance(rng, 2)) continue;
		while (p->type == PARAM_CHOICE && p->choice(choices) != NULL) ++choices;
		if (p->type == PARAM_CHOICE)
			snprintf(value, sizeof value, "%s", p->choice(below(rng, choices)));
		else if (p->type == PARAM_BOOL)
			snprintf(value, sizeof value, "%s", chance(rng, 2) ? "true" : "false");
		else
			number_format(number_draw(rng, p), value);
		used +=
		    (size_t)snprintf(text + used, TEXT_SIZE - used, "%s%s=%s", used > 0 ? " " : "", p->name, value);
	}
}

typedef struct Trial {
	Family family;
	const BroadVolume *kind;
	const BvClass *bv;
	Volume volumes[IDS];
	bool live[IDS];
	Broad broads[PHASES_MAX];
	char params[PHASES_MAX][TEXT_SIZE];
	BroadPairs expected, found, again;
} Trial;

static void trial_place(Trial *trial, Rng *rng, int32_t id) {
	volume_draw(rng, trial->family, trial->bv, &trial->volumes[id]);
	trial->live[id] = true;
	for (int32_t p = 0; p < broad_count(); ++p)
		cheap_assert(broad_place(&trial->broads[p], id, 1, &trial->volumes[id]) == ERR_OK);
}

static void trial_remove(Trial *trial, int32_t id) {
	int32_t wanted = trial->live[id] ? ERR_OK : ERR_NOT_FOUND;
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
		cheap_assert(broad_place(&trial->broads[p], id, 1, box) == ERR_OK);
}

static void trial_step(Trial *trial, Rng *rng, int32_t ids) {
	switch (below(rng, 6)) {
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
			trial->expected.data[trial->expected.count++] = (BroadPair){ a, b };
		}
}

static bool pairs_equal(const BroadPairs *a, const BroadPairs *b) {
	return a->count == b->count &&
	       (a->count == 0 || memcmp(a->data, b->data, (size_t)a->count * sizeof *a->data) == 0);
}

static void trial_check(Trial *trial, int32_t p, int32_t round, int32_t step) {
	Broad *broad = &trial->broads[p];
	BroadCounts counts = { 0 };
	cheap_assert(broad_update(broad) == ERR_OK && broad_build(broad) == ERR_OK);
	cheap_assert(broad_query(broad, &trial->found, &counts) == ERR_OK);
	cheap_assert(broad_query(broad, &trial->again, NULL) == ERR_OK);
	cheap_assert(pairs_equal(&trial->found, &trial->again));
	cheap_assert(counts.pairs == trial->found.count);
	cheap_assert(broad_pairs_sort(&trial->found) == ERR_OK);
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
	for (int32_t p = 0; p < broad_count(); ++p) {
		params_draw(rng, &broad_at(p)->params, trial->params[p]);
		cheap_assert_msg(
		    broad_create(&trial->broads[p], broad_name(p), trial->kind->name, trial->params[p]) == ERR_OK,
		    "%s", error_text());
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
	size_t before = mem_live_bytes();
	ck_assert_int_le(broad_count(), PHASES_MAX);
	for (int32_t round = 0; round < (rounds ? atoi(rounds) : ROUNDS); ++round) {
		Rng rng;
		rng_seed(&rng, seed ? (uint64_t)atoi(seed) : 51, (uint64_t)round);
		trial_run(&s_trial, &rng, round);
	}
	broad_pairs_free(&s_trial.expected);
	broad_pairs_free(&s_trial.found);
	broad_pairs_free(&s_trial.again);
	ck_assert_uint_eq(mem_live_bytes(), before);
}
END_TEST

// Many
// --------------------------------------------------------------------------------------------------------

static int32_t step_all(Broad *broad, BroadPairs *out, BroadCounts *counts) {
	int32_t status = broad_update(broad);
	if (status == ERR_OK) status = broad_build(broad);
	return status != ERR_OK ? status : broad_query(broad, out, counts);
}

// Equal boxes in rows, one long one through all of them, and the sum of what the pairs are.
START_TEST(counts_repeat_and_memory_stays_linear) {
	enum { MANY = 12000, TURNS = 3 };
	static Aabb s_boxes[MANY];
	const char *name = broad_name(_i);
	BroadPairs out = { 0 };
	BroadCounts counts[2][TURNS];
	memset(counts, 0, sizeof counts);
	for (int32_t run = 0; run < 2; ++run) {
		Broad broad;
		ck_assert_int_eq(broad_create(&broad, name, "aabb", ""), ERR_OK);
		for (int32_t turn = 0; turn < TURNS; ++turn) {
			Rng rng;
			rng_seed(&rng, 3, 0);
			for (int32_t i = 0; i < MANY; ++i)
				for (int k = 0; k < 3; ++k) {
					float at = real(&rng, 0, 40) + 0.02F * (float)turn, size = i % 100 == 0 ? 3 : 0.3F;
					s_boxes[i].lo[k] = at;
					s_boxes[i].hi[k] = at + (i % 4000 == 77 ? 60 : size);
				}
			ck_assert_int_eq(broad_place(&broad, 0, MANY, s_boxes), ERR_OK);
			ck_assert_int_eq(step_all(&broad, &out, &counts[run][turn]), ERR_OK);
			ck_assert_uint_lt(broad_bytes(&broad), 4000 * MANY);
		}
		broad_destroy(&broad);
	}
	ck_assert_mem_eq(&counts[0], &counts[1], sizeof counts[0]);
	if (_i > 0) ck_assert_int_lt(counts[0][1].tests + counts[0][1].node_tests, (int64_t)MANY * MANY / 4);
	broad_pairs_free(&out);
}
END_TEST

// One by one every allocation fails: an error, nothing lost, and no crash when it is asked again.
START_TEST(memory_runs_out_anywhere) {
	Aabb boxes[60];
	for (int32_t i = 0; i < 60; ++i)
		for (int k = 0; k < 3; ++k) boxes[i].lo[k] = (float)(i % 5), boxes[i].hi[k] = (float)(i % 5 + i % 3);
	size_t before = mem_live_bytes();
	int32_t status = ERR_NO_MEMORY;
	for (int64_t fail = 1; status != ERR_OK; ++fail) {
		Broad broad;
		BroadPairs out = { 0 };
		mem_fail_at(mem_allocation_count() + fail);
		status = broad_create(&broad, broad_name(_i), "aabb", "");
		if (status == ERR_OK) status = broad_place(&broad, 0, 60, boxes);
		if (status == ERR_OK) status = step_all(&broad, &out, NULL);
		if (status == ERR_OK) status = broad_remove(&broad, 7);
		if (status == ERR_OK) status = step_all(&broad, &out, NULL);
		if (status == ERR_OK) status = broad_pairs_sort(&out);
		mem_fail_at(0);
		if (status != ERR_OK) ck_assert_int_eq(status, ERR_NO_MEMORY);
		broad_destroy(&broad);
		broad_pairs_free(&out);
		ck_assert_uint_eq(mem_live_bytes(), before);
		ck_assert_int_lt(fail, 2000);
	}
}
END_TEST

// What is refused
// ---------------------------------------------------------------------------------------------

START_TEST(bad_volumes_are_refused) {
	static const float bad[] = { (float)NAN, (float)INFINITY, 0x1p121F };
	const char *kind = broad_volume_name(_i);
	const BvClass *bv = volume_class(kind);
	Broad broad;
	Volume volume;
	BvSpace space = { .scale = 1 };
	Vec3 points[2] = { { 0, 0, 0 }, { 1, 2, 3 } };
	ck_assert_int_eq(broad_create(&broad, "pairs", kind, ""), ERR_OK);
	ck_assert_uint_eq(broad.objects.volume->size, bv->size);
	for (size_t place = 0; place < bv->size / sizeof(float); ++place)
		for (int b = 0; b < 3; ++b) {
			if (bv->size == sizeof(Obb) && place == bv->size / sizeof(float) - 1) continue; // its radius
			bv->fit(&volume, points, 2, &space);
			memcpy((float *)(void *)&volume + place, &bad[b], sizeof(float));
			int32_t status = broad_place(&broad, 17, 1, &volume);
			bool axis = bv->size == sizeof(Obb) && place >= 3 && place < 12; // times a side that may be 0
			if (b < 2 || !axis) ck_assert_msg(status == ERR_BAD_INPUT, "%s: float %zu", kind, place);
			if (status != ERR_OK) ck_assert_ptr_nonnull(strstr(error_text(), "object 17"));
		}
	ck_assert_int_eq(broad_place(&broad, -1, 1, &volume), ERR_BAD_INPUT);
	ck_assert_int_eq(broad_place(&broad, INT32_MAX, 1, &volume), ERR_BAD_INPUT);
	ck_assert_int_eq(broad_place(&broad, 5, -1, &volume), ERR_BAD_INPUT);
	broad_destroy(&broad);
}
END_TEST

START_TEST(calls_out_of_order_are_refused) {
	Broad broad;
	BroadPairs out = { 0 };
	Aabb box = { { 1, 0, 0 }, { 0, 0, 0 } };
	ck_assert_int_eq(broad_create(&broad, "sapp", "aabb", ""), ERR_NOT_FOUND);
	ck_assert_ptr_nonnull(strstr(error_text(), "'sap'"));
	ck_assert_int_eq(broad_create(&broad, "sap", "sphera", ""), ERR_NOT_FOUND);
	ck_assert_ptr_nonnull(strstr(error_text(), "'sphere'"));
	ck_assert_int_eq(broad_create(&broad, "sap", "aabb", "axes=2"), ERR_BAD_INPUT);
	broad_destroy(&broad);
	ck_assert_int_eq(broad_create(&broad, "sap", "aabb", ""), ERR_OK);
	ck_assert_int_eq(broad_query(&broad, &out, NULL), ERR_INVALID);
	ck_assert_int_eq(broad_build(&broad), ERR_INVALID);
	ck_assert_int_eq(step_all(&broad, &out, NULL), ERR_OK);
	ck_assert_int_eq(broad_place(&broad, 0, 1, &box), ERR_BAD_INPUT); // lo over hi
	ck_assert_int_eq(broad_query(&broad, &out, NULL), ERR_INVALID);
	ck_assert_int_eq(broad_remove(&broad, 0), ERR_NOT_FOUND);
	ck_assert_int_eq(step_all(&broad, &out, NULL), ERR_OK);
	broad_destroy(&broad);
	broad_pairs_free(&out);
}
END_TEST

// Parts
// -------------------------------------------------------------------------------------------------------

static int compare_keys(const void *a, const void *b) {
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

START_TEST(keys_are_sorted) {
	enum { MOST = 3000 };
	static uint64_t s_keys[MOST], s_scratch[MOST], s_expected[MOST];
	Rng rng;
	rng_seed(&rng, 4, 0);
	for (int32_t turn = 0; turn < 200; ++turn) {
		int64_t n = below(&rng, turn < 100 ? 100 : MOST);
		int32_t down = below(&rng, 64), up = below(&rng, 64);
		for (int64_t i = 0; i < n; ++i) s_expected[i] = s_keys[i] = rng_u64(&rng) >> down << up;
		sort_keys(s_keys, n, s_scratch);
		qsort(s_expected, (size_t)n, sizeof *s_expected, compare_keys);
		cheap_assert(n == 0 || memcmp(s_keys, s_expected, (size_t)n * sizeof *s_keys) == 0);
	}
	static const float floats[] = { -(float)INFINITY, -0x1p100F, -1, -0x1p-149F, 0,
		                            0x1p-149F,        0x1p-126F, 1,  3e38F,      (float)INFINITY };
	for (size_t i = 1; i < sizeof floats / sizeof floats[0]; ++i)
		ck_assert_uint_lt(ordered_float(floats[i - 1]), ordered_float(floats[i]));
}
END_TEST

// Few ids, so that pairs come and go at the same slots; against a table of bits.
START_TEST(pair_set_against_a_table) {
	enum { FEW = 24 };
	static bool s_has[FEW][FEW];
	uint8_t states[FEW];
	PairSet set = { 0 };
	BroadPairs listed = { 0 };
	Rng rng;
	rng_seed(&rng, 5, 0);
	for (int32_t turn = 0; turn < 20000; ++turn) {
		int32_t a = below(&rng, FEW), b = below(&rng, FEW), what = below(&rng, 40);
		if (a == b) continue;
		if (what == 0) {
			int32_t end = FEW - below(&rng, 3);
			for (int32_t i = 0; i < FEW; ++i) states[i] = chance(&rng, 10) ? OBJECT_CHANGED : OBJECT_LIVE;
			pair_set_drop(&set, states, end);
			for (int32_t i = 0; i < FEW; ++i)
				for (int32_t j = i + 1; j < FEW; ++j)
					s_has[i][j] &= states[i] == OBJECT_LIVE && states[j] == OBJECT_LIVE && j < end;
		} else if (what < 24) {
			cheap_assert(pair_set_add(&set, a, b));
			s_has[a < b ? a : b][a < b ? b : a] = true;
		} else {
			pair_set_remove(&set, a, b);
			s_has[a < b ? a : b][a < b ? b : a] = false;
		}
		if (turn % 16 != 0) continue;
		listed.count = 0;
		cheap_assert(pair_set_list(&set, &listed) && broad_pairs_sort(&listed) == ERR_OK);
		int64_t at = 0;
		for (int32_t i = 0; i < FEW; ++i)
			for (int32_t j = i + 1; j < FEW; ++j) {
				if (!s_has[i][j]) continue;
				cheap_assert(at < listed.count && listed.data[at].a == i && listed.data[at].b == j);
				at += 1;
			}
		cheap_assert(at == listed.count);
	}
	pair_set_free(&set);
	broad_pairs_free(&listed);
}
END_TEST

static int64_t octree_tests(const char *params, const Aabb *boxes, int32_t count, int64_t *repeats) {
	Broad broad;
	BroadPairs out = { 0 };
	BroadCounts counts = { 0 };
	ck_assert_int_eq(broad_create(&broad, "octree", "aabb", params), ERR_OK);
	ck_assert_int_eq(broad_place(&broad, 0, count, boxes), ERR_OK);
	ck_assert_int_eq(step_all(&broad, &out, &counts), ERR_OK);
	broad_destroy(&broad);
	broad_pairs_free(&out);
	*repeats = counts.repeats;
	return counts.tests;
}

// Boxes in a row, apart, in the corner of a cube a thousand times as large: the first splits part nothing.
START_TEST(octree_stops_as_each_reading_says) {
	enum { ROW = 20 };
	Aabb boxes[ROW];
	int64_t repeats;
	for (int32_t i = 0; i < ROW; ++i)
		for (int k = 0; k < 3; ++k) boxes[i].lo[k] = (float)(3 * i), boxes[i].hi[k] = (float)(3 * i + 1);
	int64_t all = ROW * (ROW - 1) / 2;
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=20 delta=pairs", boxes, ROW, &repeats), all);
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=0", boxes, ROW, &repeats), all);
	ck_assert_int_eq(octree_tests("a=1000 fmax=20 max_depth=20", boxes, ROW, &repeats), all);
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=20", boxes, ROW, &repeats), 0);
	// equal ones: no split parts any, so none is made and no pair is listed twice
	for (int32_t i = 1; i < ROW; ++i) boxes[i] = boxes[0];
	ck_assert_int_eq(octree_tests("a=2 fmax=1 max_depth=20", boxes, ROW, &repeats), all);
	ck_assert_int_eq(repeats, 0);
}
END_TEST

// With SSE and without: the same bits.
START_TEST(row_masks_agree) {
	BoxRows rows = { 0 };
	Rng rng;
	rng_seed(&rng, 6, 0);
	ck_assert_int_eq(rows_resize(&rows, 64), ERR_OK);
	for (int32_t turn = 0; turn < 300; ++turn) {
		Aabb box;
		for (int64_t i = 0; i < 64; ++i) {
			box_draw(&rng, (Family)below(&rng, FAMILIES), &box);
			rows_set(&rows, i, &box, (int32_t)i);
		}
		for (int64_t j = 0; j < 64; ++j) {
			RowBox wide = row_box(&box);
			cheap_assert(rows_mask(&rows, j, &wide) == rows_mask_plain(&rows, j, &box));
			box = rows_get(&rows, j);
		}
	}
	rows_free(&rows);
}
END_TEST

START_TEST(tile_masks_agree) {
	Rng rng;
	rng_seed(&rng, 7, 0);
	for (int32_t turn = 0; turn < 1000; ++turn) {
		Tile tile;
		Aabb box, about;
		for (int lane = 0; lane < TILE; ++lane) {
			box_draw(&rng, (Family)below(&rng, FAMILIES), &box);
			if (lane > 0 && chance(&rng, 20)) // a lane without one
				for (int k = 0; k < 3; ++k) box.lo[k] = (float)INFINITY, box.hi[k] = -(float)INFINITY;
			tile_set(&tile, lane, &box);
			for (int k = 0; k < 3; ++k) {
				about.lo[k] = lane == 0 || box.lo[k] < about.lo[k] ? box.lo[k] : about.lo[k];
				about.hi[k] = lane == 0 || box.hi[k] > about.hi[k] ? box.hi[k] : about.hi[k];
			}
		}
		Aabb bounds = tile_bounds(&tile);
		cheap_assert(memcmp(&bounds, &about, sizeof bounds) == 0);
		for (int lane = 0; lane < TILE; ++lane) {
			box = tile_get(&tile, lane);
			WideBox wide = wide_box(&box);
			cheap_assert(tile_mask(&tile, &wide) == tile_mask_plain(&tile, 0, &box));
			for (int quad = 0; quad <= 4; ++quad)
				cheap_assert(tile_mask_from(&tile, quad, &wide) == tile_mask_plain(&tile, quad, &box));
		}
	}
}
END_TEST

// Every id once; and on a lattice of as many centres as the cuts can part to the last tile, each tile a cube
// of them.
START_TEST(kd_order_is_near_together) {
	enum { SIDE = 16, MANY = SIDE * SIDE * SIDE, TILE_OF = 8 };
	static KdItem s_items[MANY], s_scratch[MANY];
	static bool s_seen[MANY];
	Rng rng;
	rng_seed(&rng, 8, 0);
	for (int32_t turn = 0; turn < 4; ++turn) {
		for (int32_t i = 0; i < MANY; ++i) {
			int32_t cell = (int32_t)((int64_t)i * 2731 % MANY); // all, in another order
			const int32_t at[3] = { cell % SIDE, cell / SIDE % SIDE, cell / SIDE / SIDE };
			Aabb box;
			for (int k = 0; k < 3; ++k) box.lo[k] = box.hi[k] = ldexpf((float)at[k], 40 * turn - 80);
			kd_item(&s_items[i], &box, i);
		}
		kd_order(s_items, s_scratch, MANY, TILE_OF);
		memset(s_seen, 0, sizeof s_seen);
		for (int32_t i = 0; i < MANY; ++i) {
			cheap_assert(!s_seen[s_items[i].id]);
			s_seen[s_items[i].id] = true;
			for (int k = 0; k < 3; ++k) {
				float first = s_items[i / TILE_OF * TILE_OF].center[k], at = s_items[i].center[k];
				cheap_assert(fabsf(at - first) <= ldexpf(1, 40 * turn - 80));
			}
		}
	}
}
END_TEST

Suite *broad_suite(void) {
	Suite *suite = suite_create("broad");
	TCase *tc = tcase_create("broad");
	int volumes = 0;
	while (broad_volume(volumes) != NULL) ++volumes;
	tcase_add_test(tc, every_phase_finds_the_same_pairs);
	tcase_add_loop_test(tc, counts_repeat_and_memory_stays_linear, 0, broad_count());
	tcase_add_loop_test(tc, memory_runs_out_anywhere, 0, broad_count());
	tcase_add_loop_test(tc, bad_volumes_are_refused, 0, volumes);
	tcase_add_test(tc, calls_out_of_order_are_refused);
	tcase_add_test(tc, keys_are_sorted);
	tcase_add_test(tc, pair_set_against_a_table);
	tcase_add_test(tc, octree_stops_as_each_reading_says);
	tcase_add_test(tc, row_masks_agree);
	tcase_add_test(tc, tile_masks_agree);
	tcase_add_test(tc, kd_order_is_near_together);
	suite_add_tcase(suite, tc);
	return suite;
}
