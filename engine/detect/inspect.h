// What can be found out about an algorithm's structures when a scenario asks for it: numbers by group, of the
// whole and of every level of its trees.
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
	ARRAY(InspectLevel) levels;   // from the root down
} Inspection;

const char *inspect_name(int32_t group); // of a group: "quality"; NULL past the end
const char *inspect_about(int32_t group);
// Columns of the whole and of levels, in their order; NULL past the end.
typedef struct InspectColumn {
	InspectGroup group;
	const char *name, *about;
} InspectColumn;
const InspectColumn *inspect_field(int32_t index);
const InspectColumn *inspect_level(int32_t index);

void inspection_init(Inspection *out); // nothing is known
void inspection_free(Inspection *inspection);
// So that there are levels 0 .. level; what is new is not known. HN_ERR_NO_MEMORY.
int32_t inspection_reach(Inspection *inspection, int32_t level);
// A sum to which one more part is added: not known (NaN) counts as 0 until then.
void inspect_add(double *sum, double part);
