// How two members (algorithms of a group) compare over a population of instances, of which all are counted
// and few are timed.
#pragma once

#include <stdint.h>

#include "stats/costs.h"
#include "stats/decision.h"

enum { POPULATION_MEMBERS = 2 };

typedef struct Population {
	int64_t count;                     // of instances, >= 1
	int64_t whole;                     // instances that there are, of which these were drawn; 0: no end
	int32_t terms[POPULATION_MEMBERS]; // counts of an instance, at most COSTS_MAX - 1
	const double *counts[POPULATION_MEMBERS]; // of instance i: counts[m][i * terms[m]] on; finite, >= 0
	int64_t blocks;                           // each a random sample of instances, in a session of its own
	const int64_t *begin;                     // block b times begin[b] to begin[b + 1] - 1
	const int64_t *instance;                  // that is timed, in [0, count)
	const double *times[POPULATION_MEMBERS];  // positive and finite
	double error;                             // of an interval; 0: STATS_ERROR
	int32_t folds; // of blocks, one of which is predicted by the others: 2 to POPULATION_FOLDS_MAX; 0: 2
} Population;

// Intervals are NaN for fewer than STATS_SESSIONS_MIN blocks.
typedef struct PopulationEstimate {
	double value;
	Bounds all;     // for all that the instances were drawn from
	Bounds counted; // for these instances alone: more times make it narrower, more instances do not
	double drawn;   // half of an interval without any noise of times: of a ratio's logarithm, or a share
	double plain;   // what the timed instances say without the others' counts
	Bounds plain_all;
	double weight; // of the counts, in [0, 1]: 0 if they explain nothing
} PopulationEstimate;

// What each count costs both members, by the times of all blocks but those of a fold, which is every so
// many-th.
enum { POPULATION_FOLDS_MAX = 10 };
typedef struct PopulationFit {
	int32_t folds; // as many as there are blocks, at most
	Costs costs[POPULATION_FOLDS_MAX][POPULATION_MEMBERS];
} PopulationFit;
void population_fit(PopulationFit *out, const Population *from);

// scratch: 3 doubles for each time.
// All compare times of member 0 to times of member 1. fitted: to this population.
// Geometric mean of ratios; ratio of the sums; share of instances with a ratio below the bound.
PopulationEstimate population_mean_ratio(const Population *from, const PopulationFit *fitted,
                                         double *scratch);
PopulationEstimate population_sum_ratio(const Population *from, const PopulationFit *fitted, double *scratch);
PopulationEstimate population_share(const Population *from, const PopulationFit *fitted, double bound,
                                    double *scratch);

// Standard deviations of the logarithm of a ratio. instance: between instances, with the noise of timing one.
// left: what of it counts leave over. round, session: by how much all instances of a round or of a session
// are off together. NaN where nothing tells. A round times so many instances, which follow each other.
typedef struct PopulationDeviations {
	double instance, left, round, session;
} PopulationDeviations;
PopulationDeviations population_deviations(const Population *from, const PopulationFit *fitted,
                                           int64_t a_round, double *scratch);

// What each count costs a member: by the times of all blocks, with intervals by a jackknife over blocks.
typedef struct PopulationCosts {
	Costs at;
	double lo[COSTS_MAX], hi[COSTS_MAX]; // NaN for fewer than STATS_SESSIONS_MIN blocks
	double error; // of times as costs of the other folds predict them: a share, root of the mean square
} PopulationCosts;
PopulationCosts population_costs(const Population *from, int32_t m);
