// How two members of a group compare over a population: all instances were counted and some were timed.
#pragma once

#include "run/result/result.h"
#include "stats/population.h"

typedef struct Drawn {
	int64_t times, sessions; // times of instances, by which the estimates are made; 0: there are none
	int64_t timed;           // instances that have some
	double error;            // of each interval: STATS_ERROR, or what one of several looks may spend
	double bound;            // of the share
	// mean ratio; ratio of the sums; share of instances with a ratio below the bound
	PopulationEstimate ratio, total, faster;
	PopulationDeviations deviations; // of the logarithm of the ratio
	double low, middle, high;        // 5th, 50th and 95th percentile of the ratios of the timed instances
	double most;                     // the largest of them
	int64_t most_at;                 // its instance
} Drawn;

// Compares the times of member a to those of member b. Sessions are the blocks of the estimate: what differs
// between processes is in its interval. A disturbed member has no intervals. HN_ERR_NO_MEMORY.
int32_t result_drawn(Drawn *out, const Result *result, int32_t a, int32_t b, double bound);

// The share of instances with a ratio below a bound alone; bound 0: the mean ratio. NaN where there is
// none.
int32_t result_compared(PopulationEstimate *out, const Result *result, int32_t a, int32_t b, double bound);

// What each count costs a member, and so what each of its instances should take.
typedef struct MemberCosts {
	int64_t times;                       // by which they were found; 0: there are none
	int32_t terms, fields[COUNT_FIELDS]; // the counts that have a cost, as they differ between instances
	PopulationCosts of;                  // in ms: of an instance without any counts, then of each of these
	double mean[COUNT_FIELDS];           // of each of these counts, over all instances
} MemberCosts;
int32_t result_costs(MemberCosts *out, const Result *result, int32_t member); // HN_ERR_NO_MEMORY
double costs_of_instance(const MemberCosts *costs, const Instance *instance); // in ms; NaN: not known
