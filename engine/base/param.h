// Parameter tables. Each variant declares its parameters in a table beside it; the table is the only source
// for parsing, for errors, for `harness list`, and for what results record. Values live in a plain struct of
// the variant (its Def), at the offsets that the table names.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ParamType {
	PARAM_INT,     // int32_t in [lo, hi]
	PARAM_REAL,    // double in [lo, hi]
	PARAM_BOOL,    // int32_t 0 or 1; text "true" or "false"
	PARAM_CHOICE,  // int32_t index into the names that `choice`, or else `part`, lists
	PARAM_VECTORS, // ParamVectors; text "1,0,0;0,1,0.5", or "none", which is the default
	PARAM_NAMES, // ParamNames of those that `choice`, or else `part`, lists; text "b+a", or "none", which is
	             // the default
	PARAM_PART,  // ParamPart of those that `part` lists; text "a(name=value,...)", or "none"
} ParamType;

// A list of vectors. What it means, and so which are wrong, is for the variant to say.
enum { PARAM_VECTORS_MAX = 128 };
typedef struct ParamVectors {
	int32_t count;
	double xyz[PARAM_VECTORS_MAX][3]; // finite
} ParamVectors;

// Names in the order in which they were given, none twice.
enum { PARAM_NAMES_MAX = 8 };
typedef struct ParamNames {
	int32_t count, index[PARAM_NAMES_MAX];
} ParamNames;

// An entry of another registry, with its parameters.
typedef struct ParamPart {
	int32_t kind;     // from 1; 0: none
	char params[512]; // "name=value name=value", those that are not the entry's defaults
} ParamPart;
typedef struct ParamTable ParamTable;
typedef struct PartKind {
	const char *name; // NULL past the last
	const ParamTable *table;
	const char *about; // one line
} PartKind;

typedef struct ParamMore {
	// Entries with tables of their own. PARAM_PART keeps their values itself; those of PARAM_CHOICE and
	// PARAM_NAMES are parameters of the whole: base/param_set.h, as are the next four.
	PartKind (*part)(int32_t index);
	const char *after;   // the parameter of the whole that it follows; NULL: that which chooses its entry
	const char *instead; // the one that it stands in place of: of both only one says something
	bool strict;         // an error where it is given and no chosen entry has it
	bool shared;         // taken by entries of PARAM_NAMES too, whose other parameters are as by default
	// Of composed tables alone.
	const struct ParamSet *set;
	const char *const *names; // in place of `choice`
	int32_t slot;             // in the set
} ParamMore;

typedef struct Param {
	const char *name;
	ParamType type;
	size_t offset;
	double fallback; // the default; for a choice its index; for a part its number from 1, 0: none
	double lo, hi;
	const char *(*choice)(int32_t index); // NULL past the last name
	const char *about;                    // one line
	const struct ParamMore *more;         // what few have; NULL: nothing of it
} Param;

struct ParamTable {
	const Param *params;
	int32_t count;
	size_t def_size; // bytes of the Def struct
};

// Room for any value, its end included: 128 vectors of three numbers of at most 24 characters and a
// separator.
enum { PARAM_TEXT_SIZE = PARAM_VECTORS_MAX * 3 * 25 + 1, PARAM_NAME_SIZE = 64, PARAM_ALLOWED_SIZE = 400 };

void param_set_defaults(const ParamTable *table, void *def);
// Index of the parameter, or HN_ERR_NOT_FOUND with a text such as "aabb: unknown parameter 'leav'; did you
// mean 'leaf'?"
int32_t param_find(const ParamTable *table, const char *owner, const char *name);
// The set of a parameter of a composed table; NULL: it is of none.
static inline const struct ParamSet *param_owner(const Param *param) {
	return param->more != NULL ? param->more->set : NULL;
}
// Name `index` of those that a choice, a list of names or a part is made of; NULL past the last.
const char *param_choice(const Param *param, int32_t index);
// Reads one value from text ("4", "0.5", "true", "median"); HN_ERR_BAD_INPUT names owner, parameter, value
// and what is allowed. An integer parameter refuses fractions; NaN and infinities are refused.
int32_t param_set(const ParamTable *table, void *def, const char *owner, const char *name, const char *text);
// The value as text, which param_set reads back to the same value (reals by 17 digits at most).
void param_get(const Param *param, const void *def, char text[PARAM_TEXT_SIZE]);
// What is allowed, as errors say it: "an integer from 1 to 8", "one of 'mean', 'median'".
void param_allowed(const Param *param, char text[PARAM_ALLOWED_SIZE]);
// A whole Def from "name=value name=value ..." (defaults for the rest); what workers are given.
int32_t param_parse(const ParamTable *table, void *def, const char *owner, const char *text);

// The name nearest to `word` among those that `choice` lists, or NULL if none is near; for "did you mean".
const char *param_nearest(const char *word, const char *(*choice)(int32_t index));
