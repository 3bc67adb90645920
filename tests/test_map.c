// Maps of who wins where: planted counts, costs and times, of which the judge sees what it asks for.
#include "cheap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "stats/map.h"
#include "suite.h"

enum { SIDE_MAX = 64, CELLS_MAX = SIDE_MAX * SIDE_MAX, TERMS = 3 };

typedef struct Planted {
	int64_t side;
	double counts[MAP_MEMBERS][CELLS_MAX * TERMS], truth[CELLS_MAX]; // of the ratio
	double scratch[2 * CELLS_MAX];
	int64_t order[CELLS_MAX], wanted[CELLS_MAX];
	MapCell cells[CELLS_MAX];
	Map map;
} Planted;

static Planted s_planted;

static double normal(Rng *rng) {
	return sqrt(-2 * log(1 - rng_double(rng))) * cos(6.283185307179586 * rng_double(rng));
}

// Where the other one wins, whether counts show it, and by how much the ratio turns there.
typedef struct Island {
	int64_t x, y, side;
	bool seen;
} Island;

static bool is_on(const Island *island, int64_t x, int64_t y) {
	return x >= island->x && x < island->x + island->side && y >= island->y && y < island->y + island->side;
}

// Along x the tests of both grow, those of b faster, and along y the updates of a. Each count varies by the
// pose too, and each time by 2 % that no count knows, and by 1 % of noise.
static void plant_cell(Planted *p, int64_t i, const Island *island, Rng *rng) {
	static const double costs[MAP_MEMBERS][TERMS] = { { 2, 9, 1 }, { 4, 6, 0 } };
	const int64_t x = i % p->side, y = i / p->side;
	const double u = (double)x / (double)p->side, v = (double)y / (double)p->side;
	const bool on = island != NULL && is_on(island, x, y);
	double times[MAP_MEMBERS];
	for (int m = 0; m < MAP_MEMBERS; ++m) {
		double of[TERMS] = { 300 * exp((m == 0 ? 1.5 : 3) * u), 100 * exp(v + 0.5 * u), 50 * exp(3 * v) };
		if (on && island->seen) of[1] *= m == (u < 0.5) ? 30 : 1;
		times[m] = 400;
		for (int t = 0; t < TERMS; ++t) {
			p->counts[m][i * TERMS + t] = floor(of[t] * exp(0.2 * normal(rng)));
			times[m] += costs[m][t] * p->counts[m][i * TERMS + t];
		}
		times[m] *= exp(0.02 * normal(rng));
	}
	p->truth[i] = times[0] / times[1];
	if (on && !island->seen) p->truth[i] = 1 / p->truth[i], times[0] = times[1] * p->truth[i];
	const double ratio = p->truth[i] * exp(0.01 * normal(rng));
	p->cells[i] = (MapCell){ .usable = true,
		                     .timed = true,
		                     .time = { times[1] * ratio, times[1] },
		                     .ratio = ratio,
		                     .lo = ratio * exp(-0.03),
		                     .hi = ratio * exp(0.03) };
}

static Map *plant(int64_t side, const Island *island, uint64_t seed) {
	Planted *p = &s_planted;
	Rng rng = rng_of(seed, 1);
	p->side = side;
	for (int64_t i = 0; i < side * side; ++i) plant_cell(p, i, island, &rng);
	p->map = (Map){ .count = side * side,
		            .cells = p->cells,
		            .terms = { TERMS, TERMS },
		            .counts = { p->counts[0], p->counts[1] },
		            .seed = seed,
		            .audit = 60,
		            .share = 0.1,
		            .order = p->order,
		            .scratch = p->scratch };
	return &p->map;
}

static int64_t chosen_in(const Map *map) {
	int64_t n = 0;
	for (int64_t i = 0; i < map->count; ++i) n += map->cells[i].chosen != MAP_NOT_CHOSEN;
	return n;
}

static bool is_wrong(const MapCell *cell, double truth) {
	return (cell->guess == MAP_A && truth > 1) || (cell->guess == MAP_B && truth < 1);
}

// Of the cells whose winner was only predicted, the share for which that was wrong.
static double wrong_share(const Planted *p) {
	int64_t n = 0, wrong = 0;
	for (int64_t i = 0; i < p->map.count; ++i) {
		const MapCell *cell = &p->cells[i];
		if (cell->guess == MAP_OPEN || cell->chosen == MAP_FIT || cell->chosen == MAP_UNSURE) continue;
		n += 1;
		wrong += is_wrong(cell, p->truth[i]);
	}
	return n > 0 ? (double)wrong / (double)n : 0;
}

START_TEST(a_map_where_counts_tell_needs_a_tenth_of_the_times) {
	Map *map = plant(64, NULL, (uint64_t)_i);
	int64_t of[3] = { 0 };
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	ck_assert_int_le(chosen_in(map), map->count / 10);
	ck_assert_int_eq(map->audited, 60);
	ck_assert_int_eq(map->wrong, 0);
	for (int64_t i = 0; i < map->count; ++i) of[map->cells[i].verdict] += 1;
	ck_assert_int_gt(of[MAP_A], map->count / 20);
	ck_assert_int_gt(of[MAP_B], map->count / 20);
	ck_assert_int_lt(of[MAP_OPEN], map->count / 20);
	ck_assert(wrong_share(&s_planted) < 0.005);
}

START_TEST(an_island_that_counts_show_is_found) {
	Rng rng = rng_of((uint64_t)_i, 2);
	// where the other one wins by far
	bool left = rng_below(&rng, 2) == 0;
	Island island = { .x = (left ? 0 : 52) + (int64_t)rng_below(&rng, 6),
		              .y = (left ? 50 : 2) + (int64_t)rng_below(&rng, 10),
		              .side = 3,
		              .seen = true };
	Map *map = plant(64, &island, (uint64_t)_i);
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	for (int64_t i = 0; i < map->count; ++i) {
		if (!is_on(&island, i % 64, i / 64)) continue;
		double truth = s_planted.truth[i];
		ck_assert_msg(left ? truth < 0.8 : truth > 1.25, "planted wrong: %g", truth);
		ck_assert_int_eq((int)map->cells[i].verdict, left ? MAP_A : MAP_B);
	}
	ck_assert_int_le(chosen_in(map), map->count / 10);
}

START_TEST(where_counts_show_nothing_the_bound_holds) {
	int held = 0, found = 0;
	for (uint64_t seed = 0; seed < 200; ++seed) {
		Rng rng = rng_of(seed, 3);
		Island island = { .x = (int64_t)rng_below(&rng, 12),
			              .y = (int64_t)rng_below(&rng, 12),
			              .side = (int64_t)rng_below(&rng, 10) };
		Map *map = plant(24, &island, seed);
		map->share = 0.25;
		ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
		held += wrong_share(&s_planted) <= map_bound(map->wrong, map->audited);
		found += map->wrong > 0;
	}
	ck_assert_msg(held >= 190, "held in %d of 200", held);
	ck_assert_int_gt(found, 50); // the planted islands are large enough to be seen by some audits
}

// An audit without a fault bounds the share at 4.87 %. Islands of less break no bound, and large ones are met
// by nearly all audits: only islands just above it, here of 5.3 to 6.8 % of the cells, try the 95 %.
START_TEST(islands_just_above_the_bound_are_seldom_missed) {
	int held = 0;
	for (uint64_t seed = 0; seed < 400; ++seed) {
		Rng rng = rng_of(seed, 4);
		Island island = { .x = (int64_t)rng_below(&rng, 17), .y = (int64_t)rng_below(&rng, 17), .side = 6 };
		Map *map = plant(23 + (int64_t)(seed % 4), &island, seed);
		map->share = 0.25;
		ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
		held += wrong_share(&s_planted) <= map_bound(map->wrong, map->audited);
	}
	ck_assert_msg(held >= 380 && held < 400, "held in %d of 400", held);
}

START_TEST(a_map_asked_step_by_step_is_the_same) {
	static MapCell at_once[CELLS_MAX];
	Map *map = plant(32, NULL, 7);
	map->share = 0.2;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	memcpy(at_once, map->cells, sizeof at_once);
	int64_t n, asked = 0, calls = 0;
	for (int64_t i = 0; i < map->count; ++i) map->cells[i].timed = false;
	for (; (n = map_judge(map, s_planted.wanted)) > 0; ++calls)
		for (int64_t k = 0; k < n; ++k, ++asked) {
			ck_assert(!map->cells[s_planted.wanted[k]].timed);
			map->cells[s_planted.wanted[k]].timed = true;
		}
	ck_assert_int_gt(calls, 3);
	ck_assert_int_eq(asked, chosen_in(map));
	for (int64_t i = 0; i < map->count; ++i) {
		ck_assert_int_eq((int)map->cells[i].chosen, (int)at_once[i].chosen);
		ck_assert_int_eq((int)map->cells[i].verdict, (int)at_once[i].verdict);
	}
}

START_TEST(cells_that_failed_are_left_out) {
	Map *map = plant(8, NULL, 3);
	map->share = 1, map->audit = 2; // so that all open cells are asked for
	for (int64_t i = 0; i < map->count; ++i) map->cells[i].usable = i % 3 == 0;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	for (int64_t i = 0; i < map->count; ++i)
		if (!map->cells[i].usable) {
			ck_assert_int_eq((int)map->cells[i].chosen, MAP_NOT_CHOSEN);
			ck_assert_int_eq((int)map->cells[i].verdict, MAP_OPEN);
		}
	for (int64_t i = 0; i < map->count; ++i) map->cells[i].usable = false;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	ck_assert_int_eq(map->audited, 0);
	map->cells[5].usable = true, map->cells[5].timed = false;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 1);
	ck_assert_int_eq(s_planted.wanted[0], 5);
}

// Cells that fail when they are timed, one of each kind: all others stay as they were, none of these is asked
// for again, and the one of the audit is wrong.
START_TEST(a_cell_that_fails_when_timed_stays_chosen) {
	static MapCell before[CELLS_MAX];
	Map *map = plant(32, NULL, 7);
	map->share = 0.2;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	memcpy(before, map->cells, sizeof before);
	const int64_t chosen = chosen_in(map), wrong = map->wrong;
	for (int64_t i = 0; i < map->count; ++i)
		if (before[i].chosen == MAP_AUDIT && i % 7 == 0)
			map->cells[i].failed = true, map->cells[i].timed = false;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	ck_assert_int_eq(chosen_in(map), chosen);
	ck_assert_int_eq(map->audited, 60);
	int64_t failed = 0;
	for (int64_t i = 0; i < map->count; ++i) {
		const MapCell *cell = &map->cells[i];
		ck_assert_int_eq((int)cell->chosen, (int)before[i].chosen);
		ck_assert_int_eq((int)cell->verdict, (int)(cell->failed ? MAP_OPEN : before[i].verdict));
		failed += cell->failed;
	}
	ck_assert_int_gt(failed, 2);
	ck_assert_int_eq(map->wrong, wrong + failed);
}

// Nothing is known of such a map, and no cell takes the place of one that was chosen.
START_TEST(a_map_whose_cells_all_fail_when_timed_is_open) {
	Map *map = plant(8, NULL, 3);
	for (int64_t i = 0; i < map->count; ++i) map->cells[i].failed = true, map->cells[i].timed = false;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	ck_assert_int_eq(chosen_in(map), 12);
	ck_assert_int_eq(map->audited, 0);
	for (int64_t i = 0; i < map->count; ++i) ck_assert_int_eq((int)map->cells[i].verdict, MAP_OPEN);
}

// Costs are fitted to the cell whose counts are like no others', and where fits differ a prediction is less
// sure.
START_TEST(odd_counts_are_looked_at) {
	Map *map = plant(24, NULL, 5);
	const int64_t odd = 300;
	double least = (double)INFINITY, most = 0;
	s_planted.counts[0][odd * TERMS + 1] *= 1000;
	map->share = 0.01;
	ck_assert_int_eq(map_judge(map, s_planted.wanted), 0);
	ck_assert_int_eq((int)map->cells[odd].chosen, MAP_FIT);
	for (int64_t i = 0; i < map->count; ++i) {
		const MapCell *cell = &map->cells[i];
		if (isnan(cell->predicted)) continue;
		least = fmin(least, cell->to / cell->from), most = fmax(most, cell->to / cell->from);
	}
	ck_assert(most > 1.02 * least);
}

// The chance of at most k of n, by logarithms.
static double at_most(int64_t k, int64_t n, double p) {
	double sum = 0;
	for (int64_t i = 0; i <= k; ++i)
		sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) +
		           (double)i * log(p) + (double)(n - i) * log1p(-p));
	return sum;
}

START_TEST(the_bound_is_exact) {
	ck_assert(fabs(map_bound(0, 60) - (1 - pow(0.05, 1.0 / 60))) < 1e-12);
	for (int64_t n = 1; n <= 60; n += 7)
		for (int64_t k = 0; k < n; k += 3) ck_assert(fabs(at_most(k, n, map_bound(k, n)) - 0.05) < 1e-9);
	ck_assert(map_bound(60, 60) == 1);
	ck_assert(map_bound(0, 0) == 1);
}

TEST_SUITE(map, suite, tc) {
	tcase_add_loop_test(tc, a_map_where_counts_tell_needs_a_tenth_of_the_times, 0, 7);
	tcase_add_loop_test(tc, an_island_that_counts_show_is_found, 0, 20);
	tcase_add_test(tc, where_counts_show_nothing_the_bound_holds);
	tcase_add_test(tc, islands_just_above_the_bound_are_seldom_missed);
	tcase_add_test(tc, a_map_asked_step_by_step_is_the_same);
	tcase_add_test(tc, cells_that_failed_are_left_out);
	tcase_add_test(tc, a_cell_that_fails_when_timed_stays_chosen);
	tcase_add_test(tc, a_map_whose_cells_all_fail_when_timed_is_open);
	tcase_add_test(tc, odd_counts_are_looked_at);
	tcase_add_test(tc, the_bound_is_exact);
}
