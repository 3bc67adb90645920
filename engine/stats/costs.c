// Non-negative least squares, one cost after the other. This work is based on:
// V. Franc, V. Hlavac, M. Navara. Sequential coordinate-wise algorithm for the non-negative least squares
// problem. CAIP 2005. It needs no rank: of counts that always go together any mixture may get the cost.
#include "stats/costs.h"

#include <math.h>
#include <string.h>

void costs_begin(CostsFit *fit, int32_t counts) {
	memset(fit, 0, sizeof *fit);
	fit->terms = counts + 1;
	fit->shortest = (double)INFINITY;
}

// Errors count relative to the time, as noise is a share of it.
void costs_add(CostsFit *fit, const double *counts, double time) {
	double row[COSTS_MAX] = { 1 / time };
	for (int32_t k = 1; k < fit->terms; ++k) row[k] = counts[k - 1] / time;
	for (int32_t k = 0; k < fit->terms; ++k) {
		fit->sums[k] += row[k];
		for (int32_t j = 0; j < fit->terms; ++j) fit->products[k][j] += row[k] * row[j];
	}
	fit->shortest = fmin(fit->shortest, time);
	fit->times += 1;
}

Costs costs_solve(const CostsFit *fit) {
	enum { SWEEPS_MAX = 300 };
	const double enough = 1e-6; // of a prediction: far below any noise
	double slope[COSTS_MAX];
	memcpy(slope, fit->sums, sizeof slope);
	Costs out = { .least = isfinite(fit->shortest) ? fit->shortest / 2 : 1 };
	double changed = 1;
	for (int32_t sweep = 0; sweep < SWEEPS_MAX && changed > enough; ++sweep) {
		changed = 0;
		for (int32_t k = 0; k < fit->terms; ++k) {
			if (!(fit->products[k][k] > 0)) continue;
			double to = fmax(out.each[k] + slope[k] / fit->products[k][k], 0), by = to - out.each[k];
			if (by == 0) continue;
			out.each[k] = to;
			for (int32_t j = 0; j < fit->terms; ++j) slope[j] -= by * fit->products[k][j];
			changed = fmax(changed, fabs(by) * sqrt(fit->products[k][k] / fit->times));
		}
	}
	return out;
}

double costs_predict(const Costs *costs, const double *counts, int32_t n) {
	double sum = costs->each[0];
	for (int32_t k = 0; k < n; ++k) sum += costs->each[k + 1] * counts[k];
	return fmax(sum, costs->least);
}
