// Broad phases with thousands of objects: against every pair of them, against each other, and how tests and
// memory grow.
#include "broad_steps.h"
#include "chance.h"
#include "cheap.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "broad/broad.h"
#include "registry.h"
#include "suite.h"

#ifdef SANITIZED // an order slower
enum { FEW = 800, SOME = 1500, OBJECTS = 4000 };
#else
enum { FEW = 3000, SOME = 8000, OBJECTS = 12000 };
#endif
enum { FRAMES = 3 };

// as many as there are
enum {
#define BROAD(name) PHASE_##name,
#include "broad/broad.def"
#undef BROAD
	PHASES
};

// A few pairs an object, or one with all.
typedef enum Crowd {
	CROWD_UNIFORM,
	CROWD_CLUSTERED, // about 16 places, sizes over three decades
	CROWD_ONE_LARGE, // which holds all others
	CROWD_FAR,       // far from the origin, and a few a thousand times as far
	CROWD_LATTICE,   // whole numbers: points, and cubes that touch
	CROWD_FLOOR,     // most have come to lie on a plane
	CROWD_STICKS,    // long and thin, along each axis
	CROWD_PARKED,    // one in twenty is parked far off, at one of six places or in a row
	CROWDS,
} Crowd;

static void crowd_center(Rng *rng, Crowd crowd, double around, double center[3]) {
	int32_t place = below(rng, 16);
	for (int k = 0; k < 3; ++k) {
		center[k] = rng_range(rng, 0, around);
		if (crowd == CROWD_CLUSTERED)
			center[k] = 0.2 * around * (place >> k & 3) + 0.02 * (center[k] + rng_range(rng, 0, around));
		if (crowd == CROWD_LATTICE) center[k] = floor(center[k]);
		if (crowd == CROWD_FAR) center[k] += 1e5;
	}
	if (crowd == CROWD_FAR && chance(rng, 1000)) center[place % 3] *= 1000;
	if (crowd == CROWD_FLOOR && place != 0) center[2] *= 0.05;
	if (crowd == CROWD_PARKED && chance(rng, 20))
		center[place % 3] += place < 12 ? (place < 6 ? 1e5 : -1e5) : 1e3 * below(rng, 1000);
}

static void crowd_draw(Rng *rng, Crowd crowd, int32_t id, int32_t count, Aabb *out) {
	double around = cbrt((double)count), center[3], half = rng_range(rng, 0.2, 0.5);
	crowd_center(rng, crowd, around, center);
	if (crowd == CROWD_CLUSTERED) half = 0.5 * pow(10, -rng_range(rng, 0, 3));
	if (crowd == CROWD_LATTICE) half = 0.5 * below(rng, 2);
	if (crowd == CROWD_FLOOR) half *= 0.5;
	if (crowd == CROWD_STICKS) half = 0.02;
	if (crowd == CROWD_PARKED && chance(rng, 50)) half = 4;
	if (crowd == CROWD_ONE_LARGE && id == count / 2) half = 2 * around;
	int32_t along = below(rng, 3);
	for (int k = 0; k < 3; ++k) {
		double reach = crowd == CROWD_STICKS && k == along ? 0.2 * around : half;
		out->lo[k] = (float)(center[k] - reach);
		out->hi[k] = (float)(center[k] + reach);
	}
}

typedef struct Frames {
	Crowd crowd;
	int32_t count, first; // objects; the first phase that takes part
	Aabb boxes[OBJECTS];
	Broad broads[PHASES];
	HnBroadPairs expected, found;
} Frames;

// All come; then all move a little, a tenth jumps, some go; then few do so, and some come again.
static void frame_move(Frames *frames, Rng *rng, int32_t frame) {
	for (int32_t id = 0; id < frames->count; ++id) {
		if (frame == 2 && !chance(rng, 40)) continue;
		Aabb *box = &frames->boxes[id];
		bool gone = frame > 0 && (id + frame) % 20 == 0;
		float by = (float)rng_range(rng, -0.3, 0.3) * (box->hi[0] - box->lo[0]);
		if (frame == 0 || chance(rng, 10)) crowd_draw(rng, frames->crowd, id, frames->count, box);
		if (frame > 0 && frames->crowd != CROWD_LATTICE) box->lo[0] += by, box->hi[0] += by;
		for (int32_t p = frames->first; p < broad_count(); ++p)
			if (!gone)
				cheap_assert(broad_place(&frames->broads[p], id, 1, box) == HN_OK);
			else
				(void)broad_remove(&frames->broads[p], id);
	}
}

// What the first phase finds all others do.
static void frame_check(Frames *frames, int32_t frame) {
	for (int32_t p = frames->first; p < broad_count(); ++p) {
		HnBroadPairs *found = p == frames->first ? &frames->expected : &frames->found;
		cheap_assert(step_all(&frames->broads[p], found, NULL) == HN_OK);
		cheap_assert(hn_broad_pairs_sort(found) == HN_OK);
		cheap_assert_msg(
		    found->count == frames->expected.count &&
		        memcmp(found->data, frames->expected.data, (size_t)found->count * sizeof *found->data) == 0,
		    "crowd %d, frame %d: %s: %lld pairs, not %lld", (int)frames->crowd, frame, hn_broad_name(p),
		    (long long)found->count, (long long)frames->expected.count);
	}
	cheap_assert(frames->expected.count > frames->count / 10);
}

static void frames_run(Crowd crowd, int32_t count, int32_t first) {
	static Frames s_frames;
	Rng rng = rng_of(61, (uint64_t)crowd);
	s_frames.crowd = crowd, s_frames.count = count, s_frames.first = first;
	for (int32_t p = first; p < broad_count(); ++p)
		ck_assert_int_eq(broad_create(&s_frames.broads[p], hn_broad_name(p), "aabb", ""), HN_OK);
	for (int32_t frame = 0; frame < FRAMES; ++frame) {
		frame_move(&s_frames, &rng, frame);
		frame_check(&s_frames, frame);
	}
	for (int32_t p = first; p < broad_count(); ++p) broad_destroy(&s_frames.broads[p]);
	hn_broad_pairs_free(&s_frames.expected);
	hn_broad_pairs_free(&s_frames.found);
}

START_TEST(thousands_against_every_pair) {
	ck_assert_str_eq(hn_broad_name(0), "pairs");
	frames_run((Crowd)_i, _i == CROWD_UNIFORM || _i == CROWD_CLUSTERED ? SOME : FEW, 0);
}

START_TEST(more_against_each_other) { frames_run(CROWD_CLUSTERED, OBJECTS, 1); }

// Equal boxes in rows, one long one through all of them, and the sum of what the pairs are.
START_TEST(counts_repeat_and_memory_stays_linear) {
	enum { MANY = 12000, TURNS = 3 };
	static Aabb s_boxes[MANY];
	const char *name = hn_broad_name(_i);
	HnBroadPairs out = { 0 };
	BroadCounts counts[2][TURNS];
	memset(counts, 0, sizeof counts);
	for (int32_t run = 0; run < 2; ++run) {
		Broad broad;
		ck_assert_int_eq(broad_create(&broad, name, "aabb", ""), HN_OK);
		for (int32_t turn = 0; turn < TURNS; ++turn) {
			Rng rng = rng_of(3, 0);
			for (int32_t i = 0; i < MANY; ++i)
				for (int k = 0; k < 3; ++k) {
					float at = (float)rng_range(&rng, 0, 40) + 0.02F * (float)turn,
					      size = i % 100 == 0 ? 3 : 0.3F;
					s_boxes[i].lo[k] = at;
					s_boxes[i].hi[k] = at + (i % 4000 == 77 ? 60 : size);
				}
			ck_assert_int_eq(broad_place(&broad, 0, MANY, s_boxes), HN_OK);
			ck_assert_int_eq(step_all(&broad, &out, &counts[run][turn]), HN_OK);
			ck_assert_uint_lt(broad_bytes(&broad), 4000 * MANY);
		}
		broad_destroy(&broad);
	}
	ck_assert_mem_eq(&counts[0], &counts[1], sizeof counts[0]);
	if (_i > 0) ck_assert_int_lt(counts[0][1].tests + counts[0][1].node_tests, (int64_t)MANY * MANY / 4);
	hn_broad_pairs_free(&out);
}

// The tests of a query over `count` boxes, one in twenty of which is far off, for each box.
static double tests_when_parked(const char *name, const char *params, int32_t count, double far) {
	Broad broad;
	HnBroadPairs out = { 0 };
	BroadCounts counts = { 0 };
	Rng rng = rng_of(79, 0);
	ck_assert_int_eq(broad_create(&broad, name, "aabb", params), HN_OK);
	for (int32_t id = 0; id < count; ++id) {
		Aabb box;
		crowd_draw(&rng, CROWD_UNIFORM, id, count, &box);
		float by = id % 20 == 7 ? (float)(far * rng_range(&rng, 1, 2)) : 0;
		for (int k = 0; k < 3; ++k) {
			float side = box.hi[k] - box.lo[k];
			box.lo[k] += (id / 20 & 1 << k) != 0 ? by : -by;
			box.hi[k] = box.lo[k] + side;
		}
		cheap_assert(broad_place(&broad, id, 1, &box) == HN_OK);
	}
	ck_assert_int_eq(step_all(&broad, &out, &counts), HN_OK);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	return (double)(counts.tests + counts.node_tests) / count;
}

// However far some boxes are parked, and however many there are: the tests for each box stay. Sweeps along an
// axis are left out, whose tests grow without any far box. Octrees need a split for each factor of two.
START_TEST(parked_boxes_cost_little) {
	static const struct {
		const char *name, *params;
		double farthest;
	} s_phases[] = { { "grid", "", 1e30 },
		             { "hash", "", 1e30 },
		             { "kdtree", "", 1e30 },
		             { "aabbtree", "", 1e30 },
		             { "octree", "max_depth=32", 1e7 } };
	static const double s_far[] = { 1e3, 1e5, 1e7, 1e12, 1e30 };
	const char *name = s_phases[_i].name, *params = s_phases[_i].params;
	double near = tests_when_parked(name, params, 1000, 0);
	for (size_t f = 0; f < sizeof s_far / sizeof s_far[0] && s_far[f] <= s_phases[_i].farthest; ++f) {
		double tests = tests_when_parked(name, params, OBJECTS, s_far[f]);
		ck_assert_msg(tests < 4 * near, "%s, %g away: %.1f tests a box, %.1f when near", name, s_far[f],
		              tests, near);
	}
}

// Cubes have names modulo 2^21. A box that is a little longer than so many of those that are asked for meets
// all points on it, too.
START_TEST(a_box_longer_than_the_names_of_cubes) {
	enum { POINTS = 3000 };
	char params[64];
	Broad broad;
	HnBroadPairs out = { 0 };
	Aabb line = { { 0, 0, 0 }, { 1, 0, 0 } };
	snprintf(params, sizeof params, "side=%.17g", (POINTS + 1) / (0x1p21 + 10));
	ck_assert_int_eq(broad_create(&broad, "grid", "aabb", params), HN_OK);
	ck_assert_int_eq(broad_place(&broad, POINTS, 1, &line), HN_OK);
	for (int32_t id = 0; id < POINTS; ++id) {
		float x =
		    (float)id / POINTS / (8 * POINTS); // all of them in one cube of a lattice that has 8 for each
		cheap_assert(broad_place(&broad, id, 1, &(Aabb){ { x, 0, 0 }, { x, 0, 0 } }) == HN_OK);
	}
	ck_assert_int_eq(step_all(&broad, &out, NULL), HN_OK);
	ck_assert_int_eq(out.count, POINTS);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

// A crowd that moves a little, of which some leave and come again, for many steps: what a broad phase keeps
// of it from step to step does not pile up.
static size_t bytes_after(const char *name, const char *params, int32_t steps) {
	enum { CROWD = 300 };
	Broad broad;
	HnBroadPairs out = { 0 };
	Aabb boxes[CROWD];
	Rng rng = rng_of(71, 0);
	for (int32_t id = 0; id < CROWD; ++id) crowd_draw(&rng, CROWD_UNIFORM, id, CROWD, &boxes[id]);
	ck_assert_int_eq(broad_create(&broad, name, "aabb", params), HN_OK);
	for (int32_t step = 0; step < steps; ++step) {
		for (int32_t id = 0; id < CROWD; ++id) {
			float by = (float)rng_range(&rng, -0.01, 0.01);
			boxes[id].lo[step % 3] += by, boxes[id].hi[step % 3] += by;
			if (step > 0 && (id + step) % 50 == 0)
				(void)broad_remove(&broad, id);
			else
				cheap_assert(broad_place(&broad, id, 1, &boxes[id]) == HN_OK);
		}
		cheap_assert(step_all(&broad, &out, NULL) == HN_OK);
	}
	size_t bytes = broad_bytes(&broad);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	return bytes;
}

START_TEST(bytes_stay_when_objects_come_and_go) {
	bool axes = _i == broad_count(); // kept by a parameter; so many swaps that nothing is ever sorted anew
	const char *name = axes ? "sap" : hn_broad_name(_i), *params = axes ? "axes=3 swaps=1000000" : "";
	size_t early = bytes_after(name, params, 3), late = bytes_after(name, params, 400);
	ck_assert_msg(late <= 2 * early, "%s %s: %zu bytes, then %zu", name, params, early, late);
}

TEST_SUITE(broad_many, suite, tc) {
	tcase_add_loop_test(tc, thousands_against_every_pair, 0, CROWDS);
	tcase_add_test(tc, more_against_each_other);
	tcase_add_test(tc, a_box_longer_than_the_names_of_cubes);
	tcase_add_loop_test(tc, parked_boxes_cost_little, 0, 5);
	tcase_add_loop_test(tc, bytes_stay_when_objects_come_and_go, broad_count(), broad_count() + 1);
	for (int32_t i = 0; i < broad_count(); ++i) {
		registry_add_case(suite, hn_broad_name(i), counts_repeat_and_memory_stays_linear, i);
		registry_add_case(suite, hn_broad_name(i), bytes_stay_when_objects_come_and_go, i);
	}
}
