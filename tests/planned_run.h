// Runs of plans written by hand, through the public interface, with their results in the test's folder:
// workers are this test program executed anew (tests/liar.h has those that lie).
#pragma once

#include <check.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "folder.h"
#include "run/run.h"

enum { PLANNED_ALGORITHMS = 4 };

// Groups of a soup of triangles whose copy moves through it in three steps; under query `approach` on a line
// that begins apart from it.
typedef struct PlanDef {
	const char *algorithms[PLANNED_ALGORITHMS]; // "kind params"
	const char *policy;                         // POLICY, or other keys of a group
	int32_t groups;
	bool force;
	bool parts; // the last step has no contact
} PlanDef;
// Rounds count whether the machine is busy or not: no test depends on it.
#define POLICY_LIMIT(query, check, runs, limit)                                                              \
	"\"query\":\"" query "\",\"per_step\":false,\"check\":\"" check "\",\"runs\":" runs                      \
	",\"preempted\":\"keep\",\"timeout_s\":" limit
// A limit that no algorithm comes near, on the busiest machine.
#define POLICY(query, check, runs) POLICY_LIMIT(query, check, runs, "600")

void planned_bake(const char *path, int32_t triangles, const PlanDef *def); // its scene
void planned_write(const char *staging, const PlanDef *def);
Run *planned_adopt(const PlanDef *def);
int planned_measure(const PlanDef *def);        // measures, writes, closes; the exit code
void planned_read(Text *out, const char *name); // a file of the last run

enum { PLANNED_FIELD_SIZE = 600 };
// That column of the first row of summary.csv with this role and algorithm; "" where there is none.
void planned_field(char out[PLANNED_FIELD_SIZE], const char *role, const char *label, const char *column);

#define ck_assert_field(role, label, column, want)                                                           \
	do {                                                                                                     \
		char got[PLANNED_FIELD_SIZE];                                                                        \
		planned_field(got, role, label, column);                                                             \
		ck_assert_str_eq(got, want);                                                                         \
	} while (0)
