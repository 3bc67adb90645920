// Planted populations: what is true of them is known, and so is how their times vary.
#pragma once

#include <stdbool.h>

#include "base/rng.h"
#include "stats/population.h"

enum {
	INSTANCES = 500,
	TERMS = 4,
	TIMED_MAX = 200 * 24,
	BLOCKS_MAX = 200,
	ROUNDS = 3,                // passes of a sample
	TWIN = POPULATION_MEMBERS, // of member 0: the same instances at times of its own
	PLANTED_MEMBERS
};

typedef struct Planted {
	double counts[POPULATION_MEMBERS][INSTANCES * TERMS], truth[POPULATION_MEMBERS][INSTANCES];
	double times[PLANTED_MEMBERS][TIMED_MAX];
	double mean, sum, bound; // geometric mean of ratios; ratio of the sums; below it are 70 % of the ratios
	int64_t few;             // instances; 0: INSTANCES
	int32_t folds;           // of blocks; 0: 2
	int64_t begin[BLOCKS_MAX + 1], instance[TIMED_MAX], order[INSTANCES];
	Population from;
} Planted;

extern double planted_scratch[3 * TIMED_MAX];

// blind: times of this member have nothing to do with its counts.
void plant(Planted *p, bool blind_a, bool blind_b, Rng *rng);
// Times of blocks of `size` fresh instances, as long as there are some; then they are shuffled anew.
void planted_take(Planted *p, int64_t blocks, int64_t size, Rng *rng);
PopulationEstimate planted_mean(const Population *from);
PopulationEstimate planted_twin(const Planted *p); // of the twin to member 0
double planted_normal(Rng *rng);                   // of mean 0 and standard deviation 1
int planted_runs_or(int usual);                    // POPULATION_RUNS of the environment, or as many
