// The parts of a query (kd_query.h), shared by several threads. The pairs, their order and the number of
// tests are those of one thread.
#pragma once

#include "broad/kd_query.h"

typedef struct KdCrew KdCrew;

KdCrew *crew_create(int32_t threads); // NULL: out of memory
void crew_destroy(KdCrew *crew);      // NULL is allowed, as below
size_t crew_bytes(const KdCrew *crew);
KdHands *crew_hands(KdCrew *crew); // the same threads, to build sets
// Begins a query of so many objects. The plan that its parts go into; NULL: threads would not pay.
KdPlan *crew_begin(KdCrew *crew, int64_t objects);
// Searches all parts of the plan. HN_ERR_NO_MEMORY.
int32_t crew_search(KdCrew *crew, const KdKernel *kernel, HnBroadPairs *out, KdTests *tests);
