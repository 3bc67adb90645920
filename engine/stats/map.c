// A cell is timed where the counts of all cells leave open who wins. Costs of counts are fitted to cells that
// lie apart, by their counts. They predict the ratio of all others, with an interval by the error at cells
// that a part of the fits did not see. Then open cells, drawn at random, are timed until none is left or the
// map's share is timed. The last step times some of the others at random: no model is in what these say.
#include "stats/map.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/stats.h"

enum {
	FIRST = 12, // cells that costs are fitted to at first
	FOLDS = 6,  // parts of the chosen cells, each of which has a fit that does not see it
	BATCH_LEAST = 8,
	BATCHES = 128, // a batch of unsure cells has this part of the map
};

typedef struct Model {
	Costs all[MAP_MEMBERS], without[FOLDS][MAP_MEMBERS]; // a fold
	double spread;                                       // of the logarithm of a ratio
	double student;                                      // what half an interval has of standard errors
} Model;

static const double *counts_of(const Map *map, int m, int64_t cell) {
	return map->counts[m] + cell * map->terms[m];
}

static double log_ratio(const Map *map, const Costs costs[MAP_MEMBERS], int64_t cell) {
	return log(costs_predict(&costs[0], counts_of(map, 0, cell), map->terms[0])) -
	       log(costs_predict(&costs[1], counts_of(map, 1, cell), map->terms[1]));
}

static double timed_log_ratio(const MapCell *cell) { return log(cell->time[0] / cell->time[1]); }

// Puts a cell behind those that were chosen.
static void choose(Map *map, int64_t *chosen, int64_t cell, MapChosen why) {
	map->cells[cell].chosen = why;
	map->order[(*chosen)++] = cell;
}

static int64_t missing(const Map *map, int64_t chosen, int64_t *wanted) {
	int64_t n = 0;
	for (int64_t i = 0; i < chosen; ++i)
		if (!map->cells[map->order[i]].timed && !map->cells[map->order[i]].failed)
			wanted[n++] = map->order[i];
	return n;
}

// ---- the first cells ----

// Each cell's squared distance from a place, summed over counts: their logarithms, as shares of their range.
// from: a cell, or -1 for where all are least.
static void distances(const Map *map, int64_t from, double *out) {
	memset(out, 0, (size_t)map->count * sizeof *out);
	for (int m = 0; m < MAP_MEMBERS; ++m)
		for (int32_t t = 0; t < map->terms[m]; ++t) {
			double lo = (double)INFINITY, hi = 0;
			for (int64_t i = 0; i < map->count; ++i) {
				if (!map->cells[i].usable) continue;
				lo = fmin(lo, counts_of(map, m, i)[t]);
				hi = fmax(hi, counts_of(map, m, i)[t]);
			}
			if (!(hi > lo)) continue;
			const double scale = 1 / log((1 + hi) / (1 + lo)),
			             at = from < 0 ? lo : counts_of(map, m, from)[t];
			for (int64_t i = 0; i < map->count; ++i) {
				double by = map->cells[i].usable ? scale * log((1 + counts_of(map, m, i)[t]) / (1 + at)) : 0;
				out[i] += by * by;
			}
		}
}

// The cells whose counts lie farthest from those of all that were chosen before. So each count varies among
// them as far as it does in the map, and cells whose counts are like no others' are among them.
static int64_t choose_first(Map *map) {
	double *nearest = map->scratch, *to = map->scratch + map->count;
	int64_t chosen = 0;
	distances(map, -1, nearest);
	for (int32_t k = 0; k < FIRST; ++k) {
		int64_t best = -1;
		for (int64_t i = 0; i < map->count; ++i)
			if (map->cells[i].usable && map->cells[i].chosen == MAP_NOT_CHOSEN &&
			    (best < 0 || nearest[i] > nearest[best]))
				best = i;
		if (best < 0) break;
		choose(map, &chosen, best, MAP_FIT);
		distances(map, best, to);
		for (int64_t i = 0; i < map->count; ++i) nearest[i] = k == 0 ? to[i] : fmin(nearest[i], to[i]);
	}
	return chosen;
}

// ---- the prediction ----

static void fit_without(const Map *map, int64_t chosen, int64_t fold, Costs out[MAP_MEMBERS]) {
	for (int m = 0; m < MAP_MEMBERS; ++m) {
		CostsFit fit;
		costs_begin(&fit, map->terms[m]);
		for (int64_t i = 0; i < chosen; ++i)
			if (i % FOLDS != fold && map->cells[map->order[i]].timed)
				costs_add(&fit, counts_of(map, m, map->order[i]), map->cells[map->order[i]].time[m]);
		out[m] = costs_solve(&fit);
	}
}

static void fit(Model *model, const Map *map, int64_t chosen) {
	double squares = 0, timed = 0;
	fit_without(map, chosen, -1, model->all);
	for (int64_t k = 0; k < FOLDS; ++k) fit_without(map, chosen, k, model->without[k]);
	for (int64_t i = 0; i < chosen; ++i) {
		int64_t cell = map->order[i];
		if (!map->cells[cell].timed) continue;
		double miss = timed_log_ratio(&map->cells[cell]) - log_ratio(map, model->without[i % FOLDS], cell);
		squares += miss * miss;
		timed += 1;
	}
	model->student = timed > 1 ? stats_student(timed - 1, STATS_ERROR) : (double)INFINITY;
	model->spread = timed > 0 ? sqrt(squares / timed) : (double)INFINITY;
}

static MapVerdict verdict_of(double lo, double hi) { return hi < 1 ? MAP_A : lo > 1 ? MAP_B : MAP_OPEN; }

// The interval has the error at cells that were not seen, and by how much the fits differ here (a jackknife):
// a cell far from all that were timed is less sure.
static void predict(const Model *model, Map *map, int64_t i) {
	MapCell *cell = &map->cells[i];
	double of[FOLDS], mean = 0, squares = 0;
	for (int k = 0; k < FOLDS; ++k) mean += (of[k] = log_ratio(map, model->without[k], i)) / FOLDS;
	for (int k = 0; k < FOLDS; ++k) squares += (of[k] - mean) * (of[k] - mean);
	double middle = log_ratio(map, model->all, i);
	double reach = model->student * sqrt(model->spread * model->spread + squares * (FOLDS - 1) / FOLDS);
	cell->predicted = exp(middle), cell->from = exp(middle - reach), cell->to = exp(middle + reach);
	cell->guess = verdict_of(cell->from, cell->to);
}

// Draws at most `most` of the cells that are not chosen, and are open or not, behind those that were chosen.
static int64_t draw(Map *map, int64_t chosen, bool open, int64_t most) {
	int64_t n = 0, *pool = map->order + chosen;
	Rng rng = rng_of(map->seed, (uint64_t)chosen);
	for (int64_t i = 0; i < map->count; ++i) {
		const MapCell *cell = &map->cells[i];
		if (cell->usable && cell->chosen == MAP_NOT_CHOSEN && (cell->guess == MAP_OPEN) == open)
			pool[n++] = i;
	}
	int64_t take = most < n ? most : n, done = 0;
	for (; done < take; ++done) {
		int64_t other = done + (int64_t)rng_below(&rng, (uint64_t)(n - done)), cell = pool[other];
		pool[other] = pool[done];
		pool[done] = cell;
	}
	return done;
}

// Chooses open cells at random: chosen by how open they are, all would be ties, which times leave open too.
static int64_t choose_unsure(Map *map, int64_t chosen, int64_t most) {
	int64_t batch = map->count / BATCHES > BATCH_LEAST ? map->count / BATCHES : BATCH_LEAST;
	int64_t n = draw(map, chosen, true, batch < most - chosen ? batch : most - chosen);
	for (int64_t i = 0; i < n; ++i) map->cells[map->order[chosen + i]].chosen = MAP_UNSURE;
	return n;
}

// ---- the audit ----

static int64_t choose_audit(Map *map, int64_t chosen) {
	int64_t n = draw(map, chosen, false, map->audit);
	for (int64_t i = 0; i < n; ++i) map->cells[map->order[chosen + i]].chosen = MAP_AUDIT;
	return n;
}

static bool is_wrong(const MapCell *cell) {
	return (cell->guess == MAP_A && cell->ratio > 1) || (cell->guess == MAP_B && cell->ratio < 1);
}

// A cell of the audit that failed confirms nothing: were it left out, the bound would be of those that did
// not fail.
static void judge_all(Map *map) {
	for (int64_t i = 0; i < map->count; ++i) {
		MapCell *cell = &map->cells[i];
		bool chosen = cell->chosen != MAP_NOT_CHOSEN, failed = chosen && cell->failed;
		cell->verdict = !cell->usable || failed ? MAP_OPEN
		                : chosen && cell->timed ? verdict_of(cell->lo, cell->hi)
		                                        : cell->guess;
		if (cell->chosen != MAP_AUDIT || !(cell->timed || failed)) continue;
		map->audited += 1;
		map->wrong += failed || is_wrong(cell);
	}
}

// ---- the whole ----

static int64_t forget(Map *map) {
	int64_t usable = 0;
	map->audited = map->wrong = 0;
	map->error = (double)NAN;
	for (int64_t i = 0; i < map->count; ++i) {
		MapCell *cell = &map->cells[i];
		cell->chosen = MAP_NOT_CHOSEN;
		cell->predicted = cell->from = cell->to = (double)NAN;
		cell->guess = cell->verdict = MAP_OPEN;
		usable += cell->usable;
	}
	return usable;
}

int64_t map_judge(Map *map, int64_t *wanted) {
	Model model;
	int64_t usable = forget(map), chosen = choose_first(map), more = chosen,
	        most = (int64_t)(map->share * (double)usable) - map->audit, lacking = 0;
	while (more > 0 && (lacking = missing(map, chosen, wanted)) == 0) {
		fit(&model, map, chosen);
		map->error = model.spread;
		for (int64_t i = 0; i < map->count; ++i)
			if (map->cells[i].usable && map->cells[i].chosen == MAP_NOT_CHOSEN) predict(&model, map, i);
		more = choose_unsure(map, chosen, most);
		chosen += more;
	}
	if (lacking == 0) chosen += choose_audit(map, chosen);
	if (lacking == 0) lacking = missing(map, chosen, wanted);
	judge_all(map);
	return lacking;
}

// One side of an interval of 90 %.
double map_bound(int64_t k, int64_t n) { return stats_binomial((double)k, (double)n, 2 * STATS_ERROR).hi; }
