// How quiet a run was: do times drift over the rounds, how much do they vary?
#pragma once

#include "base/array.h"
#include "run/result/result.h"

// One row's times.
typedef struct RowNoise {
	double trend;  // the probability of a trend as steady as theirs, or as their sessions', by chance
	double drift;  // the median of the last third of the rounds over that of the first third, less 1
	double spread; // what the middle half of them spans, over their median
} RowNoise;

typedef struct Noise {
	ARRAY(RowNoise) rows;
} Noise;

enum { NOISE_ROUNDS_MIN = 9 }; // of fewer, nothing is said; of fewer sessions, by rounds
#define NOISE_LEVEL  0.01      // of all rows' trends together
#define NOISE_DRIFT  0.02      // a drift below is none that matters
#define NOISE_SPREAD 0.2       // a spread above is high

// Adds the rows of a finished group. HN_ERR_NO_MEMORY.
int32_t noise_add(Noise *noise, const Result *result);
void noise_free(Noise *noise);
// How many rows drift, and the largest drift among them; how many vary much, and how much at most.
int32_t noise_drifting(const Noise *noise, double *worst);
int32_t noise_varying(const Noise *noise, double *worst);
