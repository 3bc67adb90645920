// Who wins where: a map whose cells are all counted, of which few are timed.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stats/costs.h"

enum { MAP_MEMBERS = 2 };

typedef enum MapVerdict { MAP_OPEN, MAP_A, MAP_B } MapVerdict; // who takes less time; MAP_OPEN: not known
// Why a cell is to be timed.
typedef enum MapChosen {
	MAP_NOT_CHOSEN,
	MAP_FIT,    // costs are fitted to it
	MAP_UNSURE, // its prediction left the winner open
	MAP_AUDIT,  // at random, of those whose winner was only predicted
} MapChosen;

typedef struct MapCell {
	bool usable;              // both members were counted and did not fail then
	bool failed;              // a member failed: while it was counted, or of a usable cell when it was timed
	bool timed;               // the next line is set
	double time[MAP_MEMBERS]; // positive and finite
	double ratio, lo, hi;     // of the times of a and b, with its interval; NaN bounds: there is none
	MapChosen chosen;         // from here on what map_judge finds
	double predicted, from, to; // the ratio, with the interval of such a prediction; NaN: not predicted
	MapVerdict guess, verdict;  // by the prediction; by the times, where the cell was chosen
} MapCell;

typedef struct Map {
	int64_t count;
	MapCell *cells;
	int32_t terms[MAP_MEMBERS];        // counts of a cell, at most COSTS_MAX - 1
	const double *counts[MAP_MEMBERS]; // of cell i: counts[m][i * terms[m]] on; finite, >= 0
	uint64_t seed;                     // of the audit
	int64_t audit;                     // cells that are audited, where there are so many
	double share;                      // open cells are timed until so many of the usable cells are, with the
	                                   // first ones and the audit, which are timed in any case
	int64_t *order;                    // scratch: count places
	double *scratch;                   // 2 * count places
	int64_t audited, wrong; // from here on what map_judge finds: `wrong` cells of the audit failed,
	                        // or their times say that the other one wins
	double error;           // of predicted ratios of cells that costs were not fitted to, as a share
} Map;

// Chooses cells and judges all. It depends on nothing but counts, seed and the times of the cells that it
// chose, so that it may be asked again after each of them. A cell that failed when it was timed stays chosen.
// Returns how many chosen cells have no times yet and did not fail, and writes their places to wanted: count
// places. 0: the map is done.
int64_t map_judge(Map *map, int64_t *wanted);

// The upper bound of a share, at 95 %, of which k of n were found (Clopper and Pearson 1934). 1 for n = 0.
double map_bound(int64_t k, int64_t n);
