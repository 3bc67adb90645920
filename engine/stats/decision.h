// When claims about a population are decided: an interval is looked at on a fixed schedule, and lies on one
// side of the claim's limit, or so near to it that no claim is left.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum Standing {
	STANDING_OPEN,
	STANDING_BELOW, // the limit
	STANDING_ABOVE,
	STANDING_NEAR, // all within the margin of the limit, or of the value
} Standing;

// What a claim compares: a ratio, or a share of instances, with a limit. Without a limit, NaN, it wants to
// know the value.
typedef struct Question {
	bool is_share;
	double limit;
	double margin; // of a ratio relative to the limit or value; of a share itself
} Question;

typedef struct Bounds {
	double lo, hi; // NaN: no interval
} Bounds;

// noise: of the ratio between equals; as verdicts do, it widens the interval of a ratio that is to be on one
// side of a limit.
Standing decision_standing(const Question *question, double value, Bounds of, Bounds noise);

// The margin within which the interval would be near.
double decision_reach(const Question *question, double value, Bounds of);

// The error that one interval may have if it is looked at on the schedule of stats_next_look, from `first`
// values to `most`, and once where a budget ends: all looks together then have STATS_ERROR (Bonferroni).
double decision_error(int64_t first, int64_t most);
