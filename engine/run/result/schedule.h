// When a group is first looked at, whether it has been measured enough, and what error its intervals may
// spend.
#pragma once

#include "run/plan/plan.h"

enum { PRECISION_ROUNDS_MIN = 11, PRECISION_ROUNDS_MAX = 1000 };
// Rounds before the precision is looked at for the first time; without a precision, all rounds.
int32_t schedule_first_look(const PlanGroup *group);
// The error of each interval over a population: less where the group is looked at until claims are decided.
double schedule_error(const PlanGroup *group);
