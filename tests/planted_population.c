// Planted populations. An instance takes counts times known costs, times an effect of its own with heavy
// tails; sessions and rounds differ, and some passes are outliers.
#include "planted_population.h"

#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "stats/stats.h"

double planted_scratch[3 * TIMED_MAX];

double planted_normal(Rng *rng) {
	return sqrt(-2 * log(1 - rng_double(rng))) * cos(6.283185307179586 * rng_double(rng));
}

// Student's t of 4 degrees of freedom, of standard deviation 1.
static double heavy(Rng *rng) {
	double squares = 0;
	for (int i = 0; i < 4; ++i) {
		double z = planted_normal(rng);
		squares += z * z;
	}
	return planted_normal(rng) / sqrt(squares / 4) / sqrt(2);
}

static void plant_instance(Planted *p, int64_t i, const bool blind[POPULATION_MEMBERS], Rng *rng) {
	static const double costs[POPULATION_MEMBERS][TERMS] = { { 3, 1, 0, 8 }, { 2, 4, 1, 0 } };
	double size = exp(0.5 * planted_normal(rng));
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		double time = 200;
		for (int k = 0; k < TERMS; ++k) {
			double count = floor(100 * size * exp(0.4 * planted_normal(rng)));
			p->counts[m][i * TERMS + k] = count;
			time += costs[m][k] * count;
		}
		if (blind[m]) time = 1000 * exp(0.3 * planted_normal(rng));
		p->truth[m][i] = time * exp(0.09 * heavy(rng));
	}
}

static int64_t planted_count(const Planted *p) { return p->few > 0 ? p->few : INSTANCES; }

void plant(Planted *p, bool blind_a, bool blind_b, Rng *rng) {
	static double ratios[INSTANCES];
	double logs = 0, sums[POPULATION_MEMBERS] = { 0 };
	const int64_t count = planted_count(p);
	for (int64_t i = 0; i < count; ++i) {
		plant_instance(p, i, (bool[]){ blind_a, blind_b }, rng);
		for (int m = 0; m < POPULATION_MEMBERS; ++m) sums[m] += p->truth[m][i];
		ratios[i] = p->truth[0][i] / p->truth[1][i];
		logs += log(ratios[i]);
		p->order[i] = i;
	}
	sort_doubles(ratios, count);
	p->bound = (ratios[count * 7 / 10 - 1] + ratios[count * 7 / 10]) / 2;
	p->mean = exp(logs / (double)count), p->sum = sums[0] / sums[1];
}

// The median of some rounds, of which 3 % are outliers of e.
static double timed_once(double truth, Rng *rng) {
	double rounds[ROUNDS], scratch[ROUNDS];
	for (int r = 0; r < ROUNDS; ++r)
		rounds[r] = truth * exp(0.027 * planted_normal(rng) + (rng_double(rng) < 0.03 ? 1 : 0));
	return stats_median(rounds, ROUNDS, scratch);
}

static int64_t draw_one(Planted *p, int64_t at, Rng *rng) {
	int64_t i = at % planted_count(p), j = i + (int64_t)rng_below(rng, (uint64_t)(planted_count(p) - i)),
	        chosen = p->order[j];
	p->order[j] = p->order[i];
	return p->order[i] = chosen;
}

// Each block is in a session that makes each member slower or faster by 1.5 %.
void planted_take(Planted *p, int64_t blocks, int64_t size, Rng *rng) {
	for (int64_t i = 0; i < blocks * size; ++i) p->instance[i] = draw_one(p, i, rng);
	for (int64_t b = 0; b < blocks; ++b)
		for (int m = 0; m < PLANTED_MEMBERS; ++m) {
			double session = exp(0.015 * planted_normal(rng));
			for (int64_t i = b * size; i < (b + 1) * size; ++i)
				p->times[m][i] = timed_once(session * p->truth[m % TWIN][p->instance[i]], rng);
		}
	for (int64_t b = 0; b <= blocks; ++b) p->begin[b] = b * size;
	p->from = (Population){ .blocks = blocks, .begin = p->begin, .instance = p->instance, .folds = p->folds };
	p->from.count = planted_count(p);
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		p->from.terms[m] = TERMS;
		p->from.counts[m] = p->counts[m];
		p->from.times[m] = p->times[m];
	}
}

PopulationEstimate planted_mean(const Population *from) {
	PopulationFit fitted;
	population_fit(&fitted, from);
	return population_mean_ratio(from, &fitted, planted_scratch);
}

PopulationEstimate planted_twin(const Planted *p) {
	Population twin = p->from;
	twin.counts[1] = p->counts[0];
	twin.times[0] = p->times[TWIN], twin.times[1] = p->times[0];
	return planted_mean(&twin);
}

int planted_runs_or(int usual) {
	const char *text = getenv("POPULATION_RUNS");
	return text != NULL && atoi(text) > 0 ? atoi(text) : usual;
}
