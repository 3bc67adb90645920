// Which algorithm checks a group. Brute force, as long as it takes part of a minute. Beyond that the
// algorithms of a group check each other; if there is only one, a second of other code checks it.
#pragma once

#include "run/result/result.h"

typedef struct CheckAlgorithm {
	const char *kind, *params;
} CheckAlgorithm;

// The checking member's algorithm. It is known once the scene is, because it depends on the number of pairs.
CheckAlgorithm check_algorithm(const Result *result);
// Whether the checking member, if the group has one, is to run at all.
bool check_wanted(const Result *result);
