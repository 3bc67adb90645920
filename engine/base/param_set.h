// Composed tables. An algorithm, or another part, takes its own parameters and those of every entry that it
// can be made of: of volumes, of fits, of split rules, each with its own table beside its class. They are one
// flat table, in which a name is one parameter, however many entries declare it: ranges and choices are
// united, and the chosen entry's own are checked when its values are taken out (param_set_take).
//
// Values are given flat, `volume=obb fit=slabs k=8`, or inside of the entry, `volume=obb(fit=slabs(k=8))`. Of
// a parameter that is given in both ways the values must be the same. What no chosen entry declares says
// nothing: labels, results and keys leave it out.
#pragma once

#include <stdbool.h>

#include "base/param.h"

enum { PARAM_SET_MAX = 64, PARAM_DECLARED_MAX = 512, PARAM_PARTS_MAX = 64, PARAM_NAMES_POOL = 512 };
enum { PART_DEF_MAX = 4096 }; // bytes of an entry's Def

// One entry's declaration of a parameter.
typedef struct ParamDeclared {
	const Param *param;
	const ParamTable *table;
	const char *chooser, *entry; // "fit", "slabs"; NULL: the whole's own
} ParamDeclared;

// Large: meant to be static, or allocated.
typedef struct ParamSet {
	ParamTable table; // of the whole; its Def begins with the own one
	const ParamTable *own;
	Param params[PARAM_SET_MAX];
	ParamMore more[PARAM_SET_MAX];
	ParamDeclared declared[PARAM_DECLARED_MAX];
	int32_t declared_count;
	const char *names[PARAM_NAMES_POOL];
	int32_t name_count;
	char abouts[16384];
	size_t about_size;
	size_t given; // where in a Def: of each parameter, whether it was given, and inside of what
} ParamSet;

// A name that is declared with two types ends the program with a message: a mistake in an entry's file.
void param_set_compose(ParamSet *out, const ParamTable *own);

// Where a parameter is fixed from the beginning, its value into the buffer.
typedef bool (*ParamFixed)(const void *context, const char *name, char value[PARAM_TEXT_SIZE]);
// Which parameters can say something beside these: a bit each, at most PARAM_SET_MAX.
uint64_t param_set_reachable(const ParamSet *set, ParamFixed fixed, const void *context);

// After all values are set: those that were not given are as by default of the entry that is chosen. Then:
// do the entries that are chosen take their values? HN_ERR_BAD_INPUT names the entry.
int32_t param_set_settle(const ParamSet *set, void *def);
// Does this parameter say something?
bool param_set_uses(const ParamSet *set, const void *def, const Param *param);
// What a person would not want to have been ignored: a strict parameter that no chosen entry has, or one of
// two that stand in place of each other. HN_ERR_BAD_INPUT; *wrong: its name.
int32_t param_set_check_given(const ParamSet *set, const void *def, const char *owner, const char **wrong);
// "volume kdop, fit slabs": whose it is.
void param_set_whose(const ParamSet *set, const char *name, char text[PARAM_ALLOWED_SIZE]);

// The Def of an entry that is chosen, or, with shared, is one of several names. set NULL: everything as by
// default. HN_ERR_BAD_INPUT: a value
// that the entry does not take; `owner` begins the text.
int32_t param_set_take(const ParamSet *set, const void *def, const ParamTable *table, bool shared,
                       const char *owner, void *out);

// For param.c: one value of a parameter of a composed table.
int32_t param_set_composed(const ParamTable *table, const Param *param, void *def, const char *owner,
                           const char *text);
int32_t param_set_value(const Param *param, void *def, const char *owner, const char *text);
