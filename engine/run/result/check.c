#include "run/result/check.h"

#include <string.h>

// Up to here brute force is cheap enough to check every scene.
#define CHECK_PAIRS_MAX 2000000000

static bool by_brute(const Result *result) {
	return result->group->check == CHECK_EXACT || result->pair_count < CHECK_PAIRS_MAX;
}

// The only algorithm of the group whose answers must be exact, or else a plug-in; -1: there is none, or there
// are several.
static int32_t lone_algorithm(const Result *result) {
	int32_t lone = -1, judged = -1;
	for (int32_t i = 0; i < result->group->algorithm_count; ++i) {
		const PlanAlgorithm *algorithm = &result->group->algorithms[i];
		if (algorithm->judged) judged = i;
		if (algorithm->conservative || algorithm->unsound || algorithm->judged) continue;
		if (lone >= 0) return -1;
		lone = i;
	}
	return lone >= 0 ? lone : judged;
}

// Shares as little code with this algorithm as there is: wide trees are built, stored and walked by code of
// their own.
static CheckAlgorithm second_to(const char *kind, HnQuery query) {
	if (query == HN_QUERY_BOXES)
		return strcmp(kind, "kdtree") == 0 ? (CheckAlgorithm){ "aabbtree", "" }
		                                   : (CheckAlgorithm){ "kdtree", "" };
	return strcmp(kind, "wide") == 0 ? (CheckAlgorithm){ "aabb", "broad=sap" }
	                                 : (CheckAlgorithm){ "wide", "broad=sap" };
}

CheckAlgorithm check_algorithm(const Result *result) {
	int32_t lone = by_brute(result) ? -1 : lone_algorithm(result);
	if (lone < 0) return (CheckAlgorithm){ detect_oracle(result->group->query), "" };
	return second_to(result->group->algorithms[lone].kind, result->group->query);
}

bool check_wanted(const Result *result) { return by_brute(result) || lone_algorithm(result) >= 0; }
