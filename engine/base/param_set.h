// Composed tables. An algorithm or another part takes its own parameters and those of every entry that it can
// be made of: volumes, fits, split rules. Each entry has its own table beside its class. The composed table
// is flat, and a name is one parameter in it, however many entries declare that name. Its ranges and choices
// are the unions of theirs. The stricter limits of the chosen entry are checked when its values are taken out
// (param_set_take).
//
// Values are given flat, `volume=obb fit=slabs k=8`, or inside the entry, `volume=obb(fit=slabs(k=8))`. A
// parameter that is given in both ways must have the same value in both. A parameter that no chosen entry
// declares has no effect; labels, results and keys leave it out.
#pragma once

#include <stdbool.h>

#include "base/param.h"

enum { PARAM_SET_MAX = 64, PARAM_DECLARED_MAX = 512, PARAM_PARTS_MAX = 64, PARAM_NAMES_POOL = 512 };
enum { PART_DEF_MAX = 4096 }; // bytes of an entry's Def

// One entry's declaration of a parameter.
typedef struct ParamDeclared {
	const Param *param;
	const ParamTable *table;
	const char *chooser, *entry; // "fit", "slabs"; NULL: a parameter of the composing table itself
} ParamDeclared;

// A ParamSet is large. It should be static or allocated.
typedef struct ParamSet {
	ParamTable table; // the composed table; its Def begins with the fields of `own`
	const ParamTable *own;
	Param params[PARAM_SET_MAX];
	ParamMore more[PARAM_SET_MAX];
	ParamDeclared declared[PARAM_DECLARED_MAX];
	int32_t declared_count;
	const char *names[PARAM_NAMES_POOL];
	int32_t name_count;
	char abouts[16384];
	size_t about_size;
	// offset in a Def of one byte for each parameter: whether it was given, and inside which parameter
	size_t given;
} ParamSet;

// Composes the table of `own` and all its entries. A name that is declared with two types is a mistake in an
// entry's file and ends the program with a message.
void param_set_compose(ParamSet *out, const ParamTable *own);

// Tells whether a parameter is fixed from the beginning, and writes its value to the buffer.
typedef bool (*ParamFixed)(const void *context, const char *name, char value[PARAM_TEXT_SIZE]);
// Which parameters can have an effect given the fixed ones: one bit for each, at most PARAM_SET_MAX.
uint64_t param_set_reachable(const ParamSet *set, ParamFixed fixed, const void *context);

// Call this after all values are set. Parameters that were not given get the defaults of the chosen entry.
// Then it checks that the chosen entries accept their values. HN_ERR_BAD_INPUT names the entry.
int32_t param_set_settle(const ParamSet *set, void *def);
// Which parameters have an effect with the values of `def`: one bit for each, at its index in the composed
// table (Param.more->slot).
uint64_t param_set_used(const ParamSet *set, const void *def);
// Refuses given parameters that would be ignored: a strict parameter that no chosen entry declares, or both
// of two parameters that replace each other. HN_ERR_BAD_INPUT; *wrong is the name of the parameter.
int32_t param_set_check_given(const ParamSet *set, const void *def, const char *owner, const char **wrong);
// Writes the entries that declare the parameter: "volume kdop, fit slabs".
void param_set_whose(const ParamSet *set, const char *name, char text[PARAM_ALLOWED_SIZE]);

// Fills out with the Def of a chosen entry. `shared` is set for an entry of PARAM_NAMES. With set NULL every
// value is the entry's default. HN_ERR_BAD_INPUT if the entry does not accept a value; the text begins with
// `owner`.
int32_t param_set_take(const ParamSet *set, const void *def, const ParamTable *table, bool shared,
                       const char *owner, void *out);

// For param.c: sets one value of a parameter of a composed table.
int32_t param_set_composed(const ParamTable *table, const Param *param, void *def, const char *owner,
                           const char *text);
int32_t param_set_value(const Param *param, void *def, const char *owner, const char *text);
