// Parameter tables. Each variant declares its parameters in a table beside it. The table is the only source
// for parsing, for error texts, for `harness list` and for what results record. The values are in a plain
// struct of the variant (its Def), at the offsets that the table gives.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ParamType {
	PARAM_INT,     // int32_t in [lo, hi]
	PARAM_REAL,    // double in [lo, hi]
	PARAM_BOOL,    // int32_t 0 or 1; text "true" or "false"
	PARAM_CHOICE,  // int32_t index into the names that `choice` lists, or else `part`
	PARAM_VECTORS, // ParamVectors; text "1,0,0;0,1,0.5"; "none" is the default
	// ParamNames from the names that `choice` lists, or else `part`; text "b+a"; "none" is the default
	PARAM_NAMES,
	PARAM_PART, // ParamPart from the entries that `part` lists; text "a(name=value,...)" or "none"
} ParamType;

// A list of vectors. The variant decides what they mean and which are wrong.
enum { PARAM_VECTORS_MAX = 128 };
typedef struct ParamVectors {
	int32_t count;
	double xyz[PARAM_VECTORS_MAX][3]; // finite
} ParamVectors;

// Names in the order in which they were given, without repeats.
enum { PARAM_NAMES_MAX = 8 };
typedef struct ParamNames {
	int32_t count, index[PARAM_NAMES_MAX];
} ParamNames;

// An entry of another registry, with its parameters.
typedef struct ParamPart {
	int32_t kind;     // index + 1; 0: none
	char params[512]; // "name=value name=value": only the values that differ from the entry's defaults
} ParamPart;
typedef struct ParamTable ParamTable;
typedef struct PartKind {
	const char *name; // NULL past the last
	const ParamTable *table;
	const char *about; // one line
} PartKind;

// Members that few parameters need.
typedef struct ParamMore {
	// The entries to choose from, if they have parameter tables of their own. A PARAM_PART value contains the
	// entry's parameters. For PARAM_CHOICE and PARAM_NAMES they become parameters of the composed table
	// (base/param_set.h). The next four members belong to composed tables, too.
	PartKind (*part)(int32_t index);
	// the parameter that this one follows in the composed table; NULL: the one that chooses its entry
	const char *after;
	const char *instead; // the parameter that this one replaces: only one of the two is used
	bool strict;         // giving it is an error unless a chosen entry declares it
	bool shared;         // entries of PARAM_NAMES take it too; their other parameters keep their defaults
	// Set in composed tables only.
	const struct ParamSet *set;
	const char *const *names; // instead of `choice`
	int32_t slot;             // index in the set's table
} ParamMore;

// One parameter of a table: its type, its place in the Def, its default and what is allowed.
typedef struct Param {
	const char *name;
	ParamType type;
	size_t offset;
	double fallback; // the default; for a choice the index; for a part the index + 1, or 0 for none
	double lo, hi;
	const char *(*choice)(int32_t index); // NULL past the last name
	const char *about;                    // one line
	const struct ParamMore *more;         // rarely used members; NULL: none of them
} Param;

struct ParamTable {
	const Param *params;
	int32_t count;
	size_t def_size; // bytes of the Def struct
};

// PARAM_TEXT_SIZE is room for any value and its final NUL. The longest value is 128 vectors of three numbers,
// each at most 24 characters and a separator.
enum { PARAM_TEXT_SIZE = PARAM_VECTORS_MAX * 3 * 25 + 1, PARAM_NAME_SIZE = 64, PARAM_ALLOWED_SIZE = 400 };

// Sets every parameter of a Def to its default.
void param_set_defaults(const ParamTable *table, void *def);
// The index of a parameter, or HN_ERR_NOT_FOUND with a text such as "aabb: unknown parameter 'leav'; did you
// mean 'leaf'?"
int32_t param_find(const ParamTable *table, const char *owner, const char *name);
// The set of a parameter of a composed table; NULL for other parameters.
static inline const struct ParamSet *param_owner(const Param *param) {
	return param->more != NULL ? param->more->set : NULL;
}
// The index-th name that a choice, a list of names or a part can take; NULL past the last.
const char *param_choice(const Param *param, int32_t index);
// Reads one value from text ("4", "0.5", "true", "median"). HN_ERR_BAD_INPUT names the owner, the parameter,
// the value and what is allowed. An integer parameter refuses fractions. NaN and infinities are refused.
int32_t param_set(const ParamTable *table, void *def, const char *owner, const char *name, const char *text);
// Writes the value as text that param_set reads back to the same value (at most 17 digits for reals).
void param_get(const Param *param, const void *def, char text[PARAM_TEXT_SIZE]);
// The allowed values in the words of error texts: "an integer from 1 to 8", "one of 'mean', 'median'".
void param_allowed(const Param *param, char text[PARAM_ALLOWED_SIZE]);
// Fills a whole Def from "name=value name=value ...". Parameters that are not given keep their defaults.
// Workers receive parameters in this form.
int32_t param_parse(const ParamTable *table, void *def, const char *owner, const char *text);

// The name that `choice` lists nearest to `word`, or NULL if none is near. For "did you mean".
const char *param_nearest(const char *word, const char *(*choice)(int32_t index));
