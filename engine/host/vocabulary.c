#include "host/vocabulary.h"

#include <stdio.h>
#include <string.h>

#include "host/options.h"

// Verbs and roles as bits: what the lines of both lists join by |.
enum {
#define VERB(name, word, roles, operands, about) name = 1ull << VERB_##name,
#include "host/commands.def"
	POINTS = 1ull << 58,
	TIMES = 1ull << 59,
	SCRIPT = 1ull << 60,
	WORKERS = 1ull << 61,
	RUNS = 1ull << 62,
	ANY = ~0ull,
};
_Static_assert(VERBS <= 58 && OPTIONS <= 64, "verbs, roles and options are bits of 64");

static const Verb s_verbs[] = {
#define VERB(name, word, roles, operands, about) { #name, word, operands, about, name | (roles) },
#include "host/commands.def"
};

static const Option s_options[] = {
#define OPTION(field, name, letter, type, c_type, value, lo, hi, fallback, verbs, about)                     \
	{ #field, name, letter, type, offsetof(Options, field), value, lo, hi, fallback, verbs, about },
#include "host/options.def"
};

#define NEEDS       false
#define APART       true
#define BIT(option) (1ull << OPTION_##option)
static const OptionRule s_rules[] = {
#define RULE(kind, field, others, verbs, why) { kind, OPTION_##field, others, verbs, why },
#include "host/options.def"
};

static const ExitCode s_exit_codes[] = {
	{ "0", "all points ok" },
	{ "1", "some points failed, or nothing could be compared" },
	{ "2", "usage" },
	{ "3", "scenario error" },
	{ "4", "algorithms disagree, or counts differ from those of a run" },
	{ "5", "slower than another run; under --strict a claim is refuted" },
	{ "6", "under --strict: the precision is not reached" },
	{ "7", "surroundings (a model or tool is missing)" },
	{ "8", "of verify: all that was counted is the same, but for some points a file is missing" },
	{ "9", "groups of the plan are missing, as of a lost shard: claims that need them are undecided" },
	{ "130", "a clean stop by SIGINT" },
	{ "143", "a clean stop by SIGTERM" },
};

static const int s_worst_first[] = { 143, 130, 7, 3, 2, 4, 1, 9, 5, 6, 8 };

#define AT(table, index) (index < (int32_t)(sizeof table / sizeof *table) ? &table[index] : NULL)

const Verb *verb_at(int32_t index) { return AT(s_verbs, index); }
const Option *option_at(int32_t index) { return AT(s_options, index); }
const OptionRule *option_rule_at(int32_t index) { return AT(s_rules, index); }
const ExitCode *exit_code_at(int32_t index) { return AT(s_exit_codes, index); }
int exit_code_ranked(int32_t rank) {
	const int *code = AT(s_worst_first, rank);
	return code != NULL ? *code : 0;
}

bool verb_takes(const Verb *verb, const Option *option) { return (verb->bits & option->verbs) != 0; }
bool option_is_of_all(const Option *option) { return option->verbs == ANY; }

bool verb_needs(const Verb *verb, const Option *option) {
	char mark[64];
	snprintf(mark, sizeof mark, "--%s", option->name);
	const char *found = strstr(verb->operands, mark);
	return found != NULL && (found[strlen(mark)] == ' ' || found[strlen(mark)] == '\0');
}

bool verb_is_first(const Verb *verb) { return verb == s_verbs || strcmp(verb[-1].word, verb->word) != 0; }

const char *verb_shown(const Verb *verb) {
	static char s_text[64];
	int operand = verb_is_first(verb) ? 0 : (int)strcspn(verb->operands, ". ");
	snprintf(s_text, sizeof s_text, "%s%s%.*s", verb->word, operand > 0 ? " " : "", operand, verb->operands);
	return s_text;
}

// The verbs that have one of these bits. "": more than `most` do.
static const char *verbs_of(uint64_t bits, int32_t most) {
	static char s_text[400];
	size_t used = 0;
	int32_t count = 0;
	for (int32_t i = 0; i < VERBS && used < sizeof s_text; ++i)
		if ((s_verbs[i].bits & bits) != 0 && ++count <= most)
			used += (size_t)snprintf(s_text + used, sizeof s_text - used, "%s%s", used > 0 ? ", " : "",
			                         verb_shown(&s_verbs[i]));
	return count <= most ? s_text : "";
}

const char *option_takers(const Option *option, int32_t most) { return verbs_of(option->verbs, most); }
const char *rule_binds(const OptionRule *rule) {
	return rule->verbs == ANY ? "" : verbs_of(rule->verbs, VERBS);
}
