// Identities: of a group (everything that its result depends on) and of a plan.
#pragma once

#include "base/hash.h"
#include "run/machine.h"
#include "run/plan.h"

// Titles, tables, figures and claims are not in it. ERR_NO_MEMORY.
int32_t key_group(char key[HASH_HEX_SIZE], const Plan *plan, const PlanGroup *group, const Hash *scene,
                  const Machine *machine);
// Over the scenario's name, its columns and parameters, and the keys.
int32_t key_plan(char key[HASH_HEX_SIZE], const Plan *plan, const char (*keys)[HASH_HEX_SIZE]);
