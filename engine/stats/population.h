// How two members (algorithms of a group) compare over a population of instances, of which all are counted
// and few are timed.
#pragma once

#include <stdint.h>

#include "stats/costs.h"

enum { POPULATION_MEMBERS = 2 };

typedef struct Population {
	int64_t count;                            // of instances, >= 1
	int32_t terms[POPULATION_MEMBERS];        // counts of an instance, at most COSTS_MAX - 1
	const double *counts[POPULATION_MEMBERS]; // of instance i: counts[m][i * terms[m]] on; finite, >= 0
	int64_t blocks;                           // each a random sample of instances, in a session of its own
	const int64_t *begin;                     // block b times begin[b] to begin[b + 1] - 1
	const int64_t *instance;                  // that is timed, in [0, count)
	const double *times[POPULATION_MEMBERS];  // positive and finite
} Population;

// lo and hi are a 95 % interval. They are NaN for fewer than STATS_SESSIONS_MIN blocks.
typedef struct PopulationEstimate {
	double value, lo, hi;
	double plain, plain_lo, plain_hi; // what the timed instances say without the others' counts
	double weight;                    // of the counts, in [0, 1]: 0 if they explain nothing
} PopulationEstimate;

// The number of doubles that the functions below need as scratch.
int64_t population_scratch(const Population *from);
// All compare times of member 0 to times of member 1.
PopulationEstimate population_mean_ratio(const Population *from, double *scratch); // geometric mean of ratios
PopulationEstimate population_sum_ratio(const Population *from, double *scratch);  // ratio of the sums
PopulationEstimate population_share(const Population *from, double bound, double *scratch); // ratio below it

// What each count costs a member: by the times of all blocks, with 95 % intervals by a jackknife over blocks.
typedef struct PopulationCosts {
	Costs at;
	double lo[COSTS_MAX], hi[COSTS_MAX]; // NaN for fewer than STATS_SESSIONS_MIN blocks
	double error; // of times as costs of the other half of the blocks predict them: a share, root of the mean
	              // square
} PopulationCosts;
PopulationCosts population_costs(const Population *from, int32_t m);
