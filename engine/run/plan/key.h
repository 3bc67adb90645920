// Identities: of a group (everything that its result depends on) and of a plan.
#pragma once

#include "base/hash.h"
#include "run/machine/machine.h"
#include "run/plan/plan.h"

// Titles, tables, figures and claims are not in it. HN_ERR_NO_MEMORY.
int32_t key_group(char key[HN_HASH_HEX_SIZE], const Plan *plan, const PlanGroup *group, const HnHash *scene,
                  const Machine *machine);
// Over the scenario's name, its columns and parameters, and the keys.
int32_t key_plan(char key[HN_HASH_HEX_SIZE], const Plan *plan, const char (*keys)[HN_HASH_HEX_SIZE]);
