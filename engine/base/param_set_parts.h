// For the files of composed tables (param_set.h): what each of them asks of parameters and their entries.
#pragma once

#include <string.h>

#include "base/param_set.h"

enum { OWNER_SIZE = 4 * PARAM_NAME_SIZE }; // of the text before a message: "volume obb: fit slabs"

static inline void *field_of(const Param *p, const void *def) { return (char *)(uintptr_t)def + p->offset; }

// NULL if the table has no such parameter.
static inline const Param *find(const ParamTable *table, const char *name) {
	for (int32_t i = 0; i < table->count; ++i)
		if (strcmp(table->params[i].name, name) == 0) return &table->params[i];
	return NULL;
}

static inline const ParamMore *more_of(const Param *p) {
	static const ParamMore s_none;
	return p->more != NULL ? p->more : &s_none;
}

// Whether the parameter's value is an entry, or several, with parameters of their own.
static inline bool is_chooser(const Param *p) { return more_of(p)->part != NULL && p->type != PARAM_PART; }

static inline bool kind_find(PartKind *out, const Param *chooser, const char *name) {
	for (int32_t i = 0; (*out = chooser->more->part(i)).name != NULL; ++i)
		if (strcmp(out->name, name) == 0) return true;
	return false;
}

static inline size_t value_size(const Param *p) {
	return p->type == PARAM_REAL      ? sizeof(double)
	       : p->type == PARAM_VECTORS ? sizeof(ParamVectors)
	       : p->type == PARAM_NAMES   ? sizeof(ParamNames)
	       : p->type == PARAM_PART    ? sizeof(ParamPart)
	                                  : sizeof(int32_t);
}

// One byte for each parameter of the composed table: whether it was given, and inside which parameter.
static inline uint8_t *given_of(const ParamSet *set, const void *def) {
	return (uint8_t *)(uintptr_t)def + set->given;
}
