// Keys. The key of a group covers everything that its result depends on.
#pragma once

#include "base/hash.h"
#include "machine/machine.h"
#include "run/plan/plan.h"

// Excludes titles, tables, figures and claims. HN_ERR_NO_MEMORY.
int32_t key_group(char key[HN_HASH_HEX_SIZE], const Plan *plan, const PlanGroup *group, const HnHash *scene,
                  const Machine *machine);
// Of a shard. It covers what the shard must hold and the program, but no machine: a shard goes on elsewhere.
int32_t key_shard(char key[HN_HASH_HEX_SIZE], const Plan *plan, const Machine *machine);
// Covers the scenario's name, its columns and parameters, and the keys of the groups.
int32_t key_plan(char key[HN_HASH_HEX_SIZE], const Plan *plan, const char (*keys)[HN_HASH_HEX_SIZE]);
