// Noise of a run: whether times drift over the rounds, and how much they vary.
#pragma once

#include "base/array.h"
#include "run/result/result.h"

// One row's times.
typedef struct RowNoise {
	double trend;  // the probability that a trend of rounds, or sessions, as steady as this arises by chance
	double drift;  // the median of the last third of the rounds over that of the first third, less 1
	double spread; // the range of the middle half of the times, over their median
} RowNoise;

typedef struct Noise {
	ARRAY(RowNoise) rows;
} Noise;

enum { NOISE_ROUNDS_MIN = 9 }; // with fewer rounds nothing is reported; with fewer sessions rounds are tested
#define NOISE_LEVEL  0.01      // of all rows' trends together
#define NOISE_DRIFT  0.02      // a smaller drift does not matter
#define NOISE_SPREAD 0.2       // a larger spread is high

// Adds the rows of a finished group. HN_ERR_NO_MEMORY.
int32_t noise_add(Noise *noise, const Result *result);
void noise_free(Noise *noise);
// The number of rows that drift, and their largest drift; the number of rows that vary much, and the largest
// spread.
int32_t noise_drifting(const Noise *noise, double *worst);
int32_t noise_varying(const Noise *noise, double *worst);
