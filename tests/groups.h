// Groups of no plan: their algorithms are all of one kind. An empty result of one, and a record of its
// journal.
#pragma once

#include "run/result/journal.h"

// With so many algorithms, 4 at most; nothing is checked, and all else is 0.
PlanGroup group_of(int32_t algorithms);
Result *group_result(const PlanGroup *group);
// Adds a record to a journal, and frees its line.
void journal_note(Journal *journal, Text *line);
