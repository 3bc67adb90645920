// Oriented boxes with every instruction set: the kernels name the axis that the test of bv/obb.h names, and
// whole traversals find the same contacts in the same order, with the same counts.
#include <check.h>
#include <math.h>
#include <string.h>

#include "bv/obb.h"
#include "bv/obb_fit.h"
#include "bv/obb_walks.h"
#include "cheap.h"
#include "detect/detect.h"
#include "scene/motion.h"
#include "soup.h"
#include "suite.h"

#ifdef SANITIZED
enum { ROUNDS = 4000 };
#else
enum { ROUNDS = 60000 };
#endif

static HnVec3 within(Rng *rng, double size) {
	return (HnVec3){ rng_range(rng, -size, size), rng_range(rng, -size, size), rng_range(rng, -size, size) };
}

// A box around four points. Slabs and rods are often parted by a cross product; some have a side that is no
// number.
static Obb random_box(Rng *rng, const BvSpace *space) {
	HnVec3 points[4];
	Obb fitted, box;
	int kind = (int)rng_below(rng, 4), by = (int)rng_below(rng, 3);
	for (int k = 0; k < 4; ++k) points[k] = within(rng, kind == 3 ? 1e-3 : 1);
	obb_fit_points(&fitted, points, 4, space);
	for (int i = 1; kind == 0 && i < 3; ++i) fitted.half[i] *= 0.05F;
	box = fitted;
	for (int i = 0; i < 3; ++i) { // the axes in any order
		memcpy(box.axes[i], fitted.axes[(i + by) % 3], sizeof box.axes[i]);
		box.half[i] = fitted.half[(i + by) % 3];
	}
	if (rng_below(rng, 100) == 0) box.half[by] = INFINITY;
	if (rng_below(rng, 100) == 0) box.center[by] = NAN;
	return box;
}

static ObbTurn random_turn(Rng *rng, const BvSpace *space) {
	ObbTurn turn;
	int kind = (int)rng_below(rng, 5);
	BvStep step = { .r = kind == 0   ? mat3_identity()
		                 : kind == 1 ? soup_axis_rotation(rng)
		                             : soup_rotation(rng),
		            .t = within(rng, 1.5),
		            .margin = { 1e-15, 1e-15, 1e-15 } };
	obb_turn(&turn, &step, space);
	return turn;
}

static int axis_of(const Obb *a, const Obb *b, const ObbTurn *turn) {
	double d[3];
	if (turn == NULL) {
		obb_between(d, a, b);
		return obb_apart(a, b, d);
	}
	obb_between_turned(d, a, b, turn);
	return obb_apart_turned(a, b, d, turn);
}

START_TEST(kernels_find_the_axis_that_single_tests_find) {
	Rng rng = rng_of(821, 0);
	BvSpace space = { .scale = 0.125 };
	int found[OBB_AXES + 1] = { 0 };
	for (int round = 0; round < ROUNDS; ++round) {
		Obb first[2] = { random_box(&rng, &space), random_box(&rng, &space) },
		    second[2] = { random_box(&rng, &space), random_box(&rng, &space) };
		const Obb *a[2] = { &first[0], &first[round % 2] }, *b[2] = { &second[0], &second[round / 2 % 2] };
		ObbTurn turned = random_turn(&rng, &space), *turn = round % 3 == 0 ? NULL : &turned;
		int right[2] = { axis_of(a[0], b[0], turn), axis_of(a[1], b[1], turn) };
		for (int32_t set = 0; set < SIMD_SETS; ++set) {
			ObbAxesOfTwo kernel = obb_axes_of_two((SimdSet)set);
			int axes[2];
			if (kernel == NULL || !simd_available((SimdSet)set)) continue;
			kernel(axes, a, b, turn);
			for (int i = 0; i < 2; ++i)
				cheap_assert_msg(axes[i] == right[i], "%s, round %d, pair %d: %d, not %d", simd_name(set),
				                 round, i, axes[i], right[i]);
		}
		found[right[0]] += 1;
	}
	for (int i = 0; i <= OBB_AXES; ++i) ck_assert_msg(found[i] > 0, "axis %d was never it", i);
}

static void turn_shift(ObbTurn *turn, double x) { turn->t.x = turn->columns[3][0] = x; }

static void check_two(const Obb *a, const Obb *b, const ObbTurn *turn) {
	const Obb *const of_a[2] = { a, a }, *const of_b[2] = { b, b };
	int right = axis_of(a, b, turn);
	for (int32_t set = 0; set < SIMD_SETS; ++set) {
		ObbAxesOfTwo kernel = obb_axes_of_two((SimdSet)set);
		int axes[2];
		if (kernel == NULL || !simd_available((SimdSet)set)) continue;
		kernel(axes, of_a, of_b, turn);
		cheap_assert_msg(axes[0] == right && axes[1] == right, "%s: %d, not %d", simd_name(set), axes[0],
		                 right);
	}
}

// Boxes are moved to where the last bit of a shift decides whether they are apart. There a kernel that rounds
// otherwise anywhere would answer otherwise.
START_TEST(kernels_round_as_single_tests_do) {
	Rng rng = rng_of(823, 0);
	BvSpace space = { .scale = 0.125 };
	int decided[OBB_AXES] = { 0 };
	for (int round = 0; round < ROUNDS / 10; ++round) {
		Obb a = random_box(&rng, &space), b = random_box(&rng, &space);
		ObbTurn turn = random_turn(&rng, &space);
		double apart = 4, near = turn.t.x;
		turn_shift(&turn, apart);
		int axis = axis_of(&a, &b, &turn);
		turn_shift(&turn, near);
		if (axis == OBB_AXES || axis_of(&a, &b, &turn) != OBB_AXES) continue;
		while (near < apart) {
			double middle = near + (apart - near) / 2;
			if (middle <= near || middle >= apart) break;
			turn_shift(&turn, middle);
			int found = axis_of(&a, &b, &turn);
			if (found != OBB_AXES) axis = found;
			*(found == OBB_AXES ? &near : &apart) = middle;
		}
		for (int k = -3; k <= 3; ++k) {
			turn_shift(&turn, near + k * (apart - near));
			check_two(&a, &b, &turn);
		}
		decided[axis] += 1;
	}
	for (int i = 0; i < OBB_AXES; ++i) ck_assert_msg(decided[i] > 0, "axis %d decided nothing", i);
}

// All steps of a scene by one instruction set.
typedef struct Walked {
	HnContactBuffer timed, counted; // of all steps, as they were found
	Counts counts;
} Walked;

static void keep(HnContactBuffer *all, const HnContactBuffer *found) {
	ck_assert(hn_contact_buffer_reserve(all, all->count + found->count));
	memcpy(all->data + all->count, found->data, (size_t)found->count * sizeof *found->data);
	all->count += found->count;
}

static Walked walk_by(SimdSet set, const HnScene *scene, HnQuery query, const char *params) {
	Walked out = { 0 };
	HnDetector d;
	HnContactBuffer found = { 0 };
	ck_assert_int_eq(hn_simd_choose(simd_name((int32_t)set)), 0);
	ck_assert_int_eq(hn_detector_create(&d, "tree", scene, query, params), 0);
	for (int32_t step = 0; step < scene->step_count; ++step) {
		ck_assert_int_eq(hn_detector_step(&d, step, &found, NULL), 0);
		keep(&out.timed, &found);
	}
	hn_detector_begin(&d);
	for (int32_t step = 0; step < scene->step_count; ++step) {
		ck_assert_int_eq(detector_step_counted(&d, step, &found, &out.counts), 0);
		keep(&out.counted, &found);
	}
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&found);
	hn_simd_choose(NULL);
	return out;
}

static void walked_free(Walked *walked) {
	hn_contact_buffer_free(&walked->timed);
	hn_contact_buffer_free(&walked->counted);
}

static bool same_contacts(const HnContactBuffer *a, const HnContactBuffer *b) {
	return a->count == b->count &&
	       (a->count == 0 || memcmp(a->data, b->data, (size_t)a->count * sizeof *a->data) == 0);
}

static const char *const s_ways[] = { "by=sat",
	                                  "by=sat leaf=3 descend=both",
	                                  "by=sat descend=alternate prejudge=true",
	                                  "by=sat storage=parent",
	                                  "by=sat prejudge=true descend=both storage=parent leaf=2",
	                                  "by=place",
	                                  "by=place descend=both prejudge=true",
	                                  "by=place update=lazy",
	                                  "by=refit update=lazy descend=both leaf=2",
	                                  "by=place update=lazy storage=parent descend=alternate",
	                                  "by=sat descend=first leaf=2",
	                                  "by=sat descend=second storage=parent",
	                                  "by=place descend=longer leaf=2",
	                                  "by=sat descend=longer storage=parent" };

START_TEST(sets_walk_alike) {
	char params[200];
	Rng rng = rng_of(822, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 300, 1, { 0, 0, 0 } }, { SOUP_SLIVERS, 250, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 5);
	snprintf(params, sizeof params, "volume=obb %s", s_ways[_i]);
	for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query) {
		Walked right = walk_by(SIMD_BASELINE, soup.scene, (HnQuery)query, params);
		ck_assert(same_contacts(&right.timed, &right.counted));
		ck_assert_int_gt(right.timed.count, 0);
		ck_assert_int_gt(right.counts.axes, right.counts.nb / 2);
		for (int32_t set = SIMD_BASELINE + 1; set < SIMD_SETS; ++set) {
			if (!simd_available((SimdSet)set)) continue;
			Walked got = walk_by((SimdSet)set, soup.scene, (HnQuery)query, params);
			ck_assert(same_contacts(&got.timed, &right.timed) && same_contacts(&got.counted, &right.timed));
			ck_assert_mem_eq(&got.counts, &right.counts, sizeof right.counts);
			walked_free(&got);
		}
		walked_free(&right);
	}
	soup_scene_free(&soup);
}

// Where there is no contact, `first` tests every pair that `all` tests, and no other.
START_TEST(without_a_contact_first_tests_all) {
	Rng rng = rng_of(824, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 4, 1, { 0, 0, 0 } }, { SOUP_SLIVERS, 4, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 40);
	int tested = 0;
	for (int32_t step = 0; step < soup.scene->step_count; ++step) {
		Counts counts[2] = { { 0 }, { 0 } };
		HnContactBuffer found = { 0 };
		for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query) {
			HnDetector d;
			ck_assert_int_eq(hn_detector_create(&d, "rapid", soup.scene, (HnQuery)query, ""), 0);
			ck_assert_int_eq(detector_step_counted(&d, step, &found, &counts[query]), 0);
			hn_detector_destroy(&d);
		}
		if (counts[0].contacts == 0) {
			ck_assert_mem_eq(&counts[0], &counts[1], sizeof counts[0]);
			tested += counts[0].np > 0;
		}
		hn_contact_buffer_free(&found);
	}
	ck_assert_int_gt(tested, 0);
	soup_scene_free(&soup);
}

TEST_SUITE(obb_walks, suite, tc) {
	tcase_add_test(tc, kernels_find_the_axis_that_single_tests_find);
	tcase_add_test(tc, kernels_round_as_single_tests_do);
	tcase_add_loop_test(tc, sets_walk_alike, 0, sizeof s_ways / sizeof s_ways[0]);
	tcase_add_test(tc, without_a_contact_first_tests_all);
}
