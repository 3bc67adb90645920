#include "detect/inspect.h"

#include <math.h>
#include <stddef.h>

#include "base/error.h"

static const struct {
	const char *name, *about;
} s_groups[] = {
#define INSPECT_GROUP(group, name, about) { name, about },
#define INSPECT_FIELD(group, name, unit, scope, kind, title, about)
#define INSPECT_LEVEL(group, name, unit, title, about)
#include "detect/inspect.def"
};

static bool is_group(int32_t group) { return group >= 0 && group < INSPECT_GROUPS; }
const char *inspect_name(int32_t group) { return is_group(group) ? s_groups[group].name : NULL; }
const char *inspect_about(int32_t group) { return is_group(group) ? s_groups[group].about : NULL; }

const InspectColumn *inspect_field(int32_t index) {
	static const InspectColumn s_columns[] = {
#define INSPECT_GROUP(group, name, about)
#define INSPECT_FIELD(group, name, unit, scope, kind, title, about) { INSPECT_##group, #name, about },
#define INSPECT_LEVEL(group, name, unit, title, about)
#include "detect/inspect.def"
	};
	return index >= 0 && index < INSPECT_FIELDS ? &s_columns[index] : NULL;
}

const InspectColumn *inspect_level(int32_t index) {
	static const InspectColumn s_columns[] = {
#define INSPECT_GROUP(group, name, about)
#define INSPECT_FIELD(group, name, unit, scope, kind, title, about)
#define INSPECT_LEVEL(group, name, unit, title, about) { INSPECT_##group, #name, about },
#include "detect/inspect.def"
	};
	return index >= 0 && index < INSPECT_LEVELS ? &s_columns[index] : NULL;
}

void inspection_init(Inspection *out) {
	*out = (Inspection){ 0 };
	for (int32_t i = 0; i < INSPECT_FIELDS; ++i) out->value[i] = (double)NAN;
}

void inspection_free(Inspection *inspection) { ARRAY_FREE(&inspection->levels); }

int32_t inspection_reach(Inspection *inspection, int32_t level) {
	InspectLevel unknown;
	for (int32_t i = 0; i < INSPECT_LEVELS; ++i) unknown.value[i] = (double)NAN;
	while (inspection->levels.count <= level)
		if (!ARRAY_PUSH(&inspection->levels, unknown)) return HN_ERR_NO_MEMORY;
	return HN_OK;
}

void inspect_add(double *sum, double part) { *sum = isnan(*sum) ? part : *sum + part; }
