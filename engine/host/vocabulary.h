// The verbs and options of the command line as tables (commands.def, options.def). The parser, the job of the
// scenario process, help, shell completion, the manual page and docs/reference/options.md follow from them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
#define VERB(name, word, roles, operands, about) VERB_##name,
#include "host/commands.def"
	VERBS
};

enum {
#define OPTION(field, name, letter, type, c_type, value, lo, hi, fallback, verbs, about) OPTION_##field,
#include "host/options.def"
	OPTIONS
};

typedef enum OptionType {
	OPTION_FLAG,
	OPTION_WHOLE,
	OPTION_TIME,
	OPTION_BUDGET, // a time, or of the verb worst a whole number
	OPTION_SHARE,
	OPTION_PORTION,
	OPTION_TEXT,
	OPTION_CHOICE,
	OPTION_SETTING,
	OPTION_COUNTERS,
	OPTION_SHARD,
} OptionType;

typedef struct Verb {
	const char *name, *word, *operands, *about;
	uint64_t bits; // its own and those of its roles
} Verb;

typedef struct Option {
	const char *field, *name;
	char letter; // 0: none
	OptionType type;
	size_t offset;     // in Options
	const char *value; // the argument's name, or "a|b" for a choice; NULL: no argument
	int64_t lo, hi;
	const char *fallback; // NULL: none
	uint64_t verbs;       // bits of verbs and roles that take it
	const char *about;
} Option;

// With option `field`, each of `others` must be given too (NEEDS), or none of them may be (APART).
typedef struct OptionRule {
	bool apart;
	int32_t option;
	uint64_t others, verbs; // bits of options; bits of verbs and roles
	const char *why;
} OptionRule;

typedef struct ExitCode {
	const char *code, *about;
} ExitCode;

// In the order of the help. NULL past the end.
const Verb *verb_at(int32_t index);
const Option *option_at(int32_t index);
const OptionRule *option_rule_at(int32_t index);
const ExitCode *exit_code_at(int32_t index);
// The exit codes from the worst on: of several, the first of these counts. 0 past the end.
int exit_code_ranked(int32_t rank);

// Does a verb take an option? Options such as --help, which all take, are of no verb.
bool verb_takes(const Verb *verb, const Option *option);
bool option_is_of_all(const Option *option);
// Must it be given, as the verb's usage line says?
bool verb_needs(const Verb *verb, const Option *option);
// Is this the first verb of its word?
bool verb_is_first(const Verb *verb);
// The verb as messages name it, in a buffer that the next call writes again: "run", "list FILE".
const char *verb_shown(const Verb *verb);
// "run, plan, list FILE": the verbs that take an option, in such a buffer too. "": more than `most` do.
const char *option_takers(const Option *option, int32_t most);
// The verbs that a rule is about, in such a buffer too. "": all.
const char *rule_binds(const OptionRule *rule);
