// Figures about an algorithm's structures, computed if a scenario asks for them: numbers in groups, for the
// whole and for every level of its trees.
#pragma once

#include <stdint.h>

#include "base/array.h"

typedef enum InspectGroup {
#define INSPECT_GROUP(group, name, about) INSPECT_##group,
#define INSPECT_FIELD(group, name, unit, scope, kind, title, about)
#define INSPECT_LEVEL(group, name, unit, title, about)
#include "detect/inspect.def"
	INSPECT_GROUPS
} InspectGroup;

enum {
#define INSPECT_GROUP(group, name, about)
#define INSPECT_FIELD(group, name, unit, scope, kind, title, about) INSPECT_INDEX_##name,
#define INSPECT_LEVEL(group, name, unit, title, about)
#include "detect/inspect.def"
	INSPECT_FIELDS
};
enum {
#define INSPECT_GROUP(group, name, about)
#define INSPECT_FIELD(group, name, unit, scope, kind, title, about)
#define INSPECT_LEVEL(group, name, unit, title, about) LEVEL_INDEX_##name,
#include "detect/inspect.def"
	INSPECT_LEVELS
};

typedef struct InspectLevel {
	double value[INSPECT_LEVELS];
} InspectLevel;

typedef struct Inspection {
	double value[INSPECT_FIELDS]; // NaN: not known
	ARRAY(InspectLevel) levels;   // the levels from the root down
} Inspection;

const char *inspect_name(int32_t group); // the group's name, such as "quality"; NULL past the end
const char *inspect_about(int32_t group);
// The columns for the whole and for levels, in their order; NULL past the end.
typedef struct InspectColumn {
	InspectGroup group;
	const char *name, *about;
} InspectColumn;
const InspectColumn *inspect_field(int32_t index);
const InspectColumn *inspect_level(int32_t index);

void inspection_init(Inspection *out); // everything is unknown
void inspection_free(Inspection *inspection);
// Extends the levels to 0 .. level; new ones are unknown. Error: HN_ERR_NO_MEMORY.
int32_t inspection_reach(Inspection *inspection, int32_t level);
// Adds a part to a sum; an unknown sum (NaN) counts as 0.
void inspect_add(double *sum, double part);
