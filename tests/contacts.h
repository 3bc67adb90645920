// Contacts by their definition, a loop over all pairs of triangles with exact predicates alone; what is asked
// of sets of contacts; and detectors that are made and stepped, or the test fails.
#pragma once

#include "detect/detect.h"

// Those of a step, in canonical order, and nothing else: what is in *out before goes.
void contacts_by_definition(HnContactBuffer *out, const HnScene *scene, int32_t step);
bool contacts_contain(const HnContactBuffer *set, const HnContact *contact);
HnHash contacts_hash(HnContactBuffer *contacts, HnQuery query); // brings them into canonical order
// Pairs of triangles of different bodies.
int64_t triangle_pairs(const HnScene *scene);

void detector_make(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                   const char *params);
// What the counting kernels count over all steps, under the query `all`.
Counts counts_of(const HnScene *scene, const char *name, const char *params);
// All phases of one step by the timed kernels.
void detector_step_timed(const HnDetector *detector, int32_t step, HnContactBuffer *out);
