// What each count costs: non-negative least squares of times on counts.
#pragma once

#include <stdint.h>

enum { COSTS_MAX = 32 };

typedef struct Costs {
	double each[COSTS_MAX]; // the first is that of an instance without any counts
	double least;           // no prediction is below it: half of the shortest time that was fitted
} Costs;

typedef struct CostsFit {
	double products[COSTS_MAX][COSTS_MAX]; // of counts, each divided by its time
	double sums[COSTS_MAX];
	double shortest, times; // the shortest time, the number of times
	int32_t terms;
} CostsFit;

void costs_begin(CostsFit *fit, int32_t counts); // at most COSTS_MAX - 1
void costs_add(CostsFit *fit, const double *counts, double time);
// The costs c >= 0 for which the sum of c[k] * counts[k] is nearest to the times, errors being relative.
Costs costs_solve(const CostsFit *fit);
double costs_predict(const Costs *costs, const double *counts, int32_t n); // positive
