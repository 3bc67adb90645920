#include "host/options.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/param.h"
#include "host/manual.h"
#include "machine/counters.h"
#include "run/run.h"

static const char *option_name(int32_t i) { return option_at(i) != NULL ? option_at(i)->name : NULL; }
static const char *verb_word(int32_t i) { return verb_at(i) != NULL ? verb_at(i)->word : NULL; }

__attribute__((format(printf, 1, 2))) static int usage(const char *format, ...) {
	va_list list;
	va_start(list, format);
	fputs("harness: ", stderr);
	vfprintf(stderr, format, list);
	fputs("\n", stderr);
	va_end(list);
	return EXIT_USAGE;
}

// A whole number in [lo, hi].
static bool read_integer(int64_t *out, const char *text, int64_t lo, int64_t hi) {
	char *end;
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' || strlen(text) > 18) return false;
	long long n = strtoll(text, &end, 10);
	*out = n;
	return n >= lo && n <= hi;
}

// Reads the number at the start of a text. Returns what follows it, or NULL.
static const char *read_number(double *out, const char *text) {
	char digits[32];
	size_t n = strspn(text, "0123456789.");
	snprintf(digits, sizeof digits, "%.*s", (int)n, text);
	return n > 0 && n < sizeof digits && number_parse(out, digits) ? text + n : NULL;
}

// Reads "60", "60s", "500ms", "2m", "2min" or "1h" as seconds.
static bool read_seconds(double *out, const char *text) {
	static const struct {
		const char *unit;
		double seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 }, { "min", 60 }, { "h", 3600 } };
	const char *unit = read_number(out, text);
	if (unit == NULL) return false;
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
		if (strcmp(unit, units[i].unit) != 0) continue;
		*out *= units[i].seconds;
		return *out > 0 && *out <= 1e6;
	}
	return false;
}

static bool read_scenes(double *out, const char *text, const Option *option) {
	int64_t count = 0;
	bool is_good = read_integer(&count, text, option->lo, option->hi);
	*out = (double)count;
	return is_good;
}

// Reads a share: "5%" or "0.05".
static bool read_share(double *out, const char *text) {
	const char *unit = read_number(out, text);
	if (unit == NULL) return false;
	if (strcmp(unit, "%") == 0) *out /= 100;
	return (*unit == '\0' || strcmp(unit, "%") == 0) && *out <= 1000;
}

static bool is_one_of(const char *text, const char *list) {
	size_t n = strlen(text);
	for (const char *p = list; p != NULL; p = strchr(p, '|') != NULL ? strchr(p, '|') + 1 : NULL)
		if (strncmp(p, text, n) == 0 && (p[n] == '|' || p[n] == '\0')) return n > 0;
	return false;
}

// Whether a text is a list of counters without duplicates, such as "cycles,rss".
static bool is_list_of_counters(const char *text) {
	uint32_t seen = 0;
	for (const char *p = text;; ++p) {
		char name[40];
		size_t n = strcspn(p, ",");
		snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), p);
		uint32_t mask = counter_mask(name);
		if (mask == 0 || (seen & mask) != 0) return false;
		seen |= mask;
		p += n;
		if (*p == '\0') return true;
	}
}

static const char *list_of_counters(void) {
	static char s_text[400];
	size_t used = (size_t)snprintf(s_text, sizeof s_text, "a list of different counters of ");
	for (int32_t i = 0; counter_name(i) != NULL && used < sizeof s_text; ++i) {
		if (i > 0 && strcmp(counter_name(i), counter_name(i - 1)) == 0) continue;
		used +=
		    (size_t)snprintf(s_text + used, sizeof s_text - used, "%s%s", i > 0 ? ", " : "", counter_name(i));
	}
	return s_text;
}

// The values that an option accepts, for its error message.
static const char *wanted(const Option *option, int32_t verb) {
	static char s_text[80];
	switch (option->type == OPTION_BUDGET ? (verb == VERB_worst ? OPTION_WHOLE : OPTION_TIME)
	                                      : option->type) {
	case OPTION_WHOLE:
		if (option->hi < INT64_MAX)
			snprintf(s_text, sizeof s_text, "a whole number from %lld to %lld", (long long)option->lo,
			         (long long)option->hi);
		else
			snprintf(s_text, sizeof s_text, "a whole number from %lld on, of at most 18 digits",
			         (long long)option->lo);
		return s_text;
	case OPTION_TIME:
		return "a time above 0, such as 60, 60s, 500ms, 2m or 1h, and at most 1000000 s";
	case OPTION_SHARE:
		return "a share such as 5% or 0.05 (a bare number is below 1: 5 times as slow is 400%)";
	case OPTION_PORTION:
		return "a share above 0 and below 1, such as 1% or 0.01";
	case OPTION_COUNTERS:
		return list_of_counters();
	default:
		return option->value;
	}
}

static void words_add(Words *words, const char *word) { words->at[words->count++] = word; }

static bool take_text(const char **out, const char *value) {
	*out = value;
	return value[0] != '\0';
}

static bool take_value(Options *out, const Option *option, const char *value) {
	void *field = (char *)out + option->offset;
	switch (option->type) {
	case OPTION_WHOLE:
		return read_integer(field, value, option->lo, option->hi);
	case OPTION_TIME:
		return read_seconds(field, value);
	case OPTION_BUDGET:
		return out->verb == VERB_worst ? read_scenes(field, value, option) : read_seconds(field, value);
	case OPTION_SHARE:
		return read_share(field, value) && (*(double *)field < 1 || strchr(value, '%') != NULL);
	case OPTION_PORTION:
		return read_share(field, value) && *(double *)field > 0 && *(double *)field < 1;
	case OPTION_CHOICE:
		return take_text(field, value) && is_one_of(value, option->value);
	case OPTION_COUNTERS:
		return take_text(field, value) && is_list_of_counters(value);
	case OPTION_SETTING:
		words_add(field, value);
		return strchr(value, '=') != NULL && value[0] != '=';
	case OPTION_SHARD:
		return shard_read(field, value) == HN_OK;
	default:
		return take_text(field, value);
	}
}

// Takes an option and its argument. joined: the argument in the same word, after "=" or behind the letter;
// else the argument is the next word.
static int take_option(Options *out, const Option *option, const char *word, const char *joined, int *at) {
	out->given |= 1ull << (option - option_at(0));
	if (option->type == OPTION_FLAG) {
		if (joined != NULL) return usage("%s takes no value", word);
		*(bool *)((char *)out + option->offset) = true;
		return 0;
	}
	const char *value = joined != NULL || *at + 1 >= out->argc ? joined : out->argv[++*at];
	if (value == NULL) return usage("%s needs a value", word);
	if (take_value(out, option, value)) return 0;
	if (option->type == OPTION_SHARD) return usage("%s", hn_error_text());
	return usage("--%s: '%s' is not %s", option->name, value, wanted(option, out->verb));
}

static int take_long(Options *out, int *at) {
	const char *word = out->argv[*at], *equals = strchr(word, '=');
	char name[64];
	size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
	snprintf(name, sizeof name, "%.*s", (int)size - 2, word + 2);
	for (int32_t i = 0; i < OPTIONS; ++i)
		if (strlen(option_at(i)->name) == size - 2 && strcmp(option_at(i)->name, name) == 0)
			return take_option(out, option_at(i), word, equals != NULL ? equals + 1 : NULL, at);
	const char *nearest = param_nearest(name, option_name);
	if (nearest != NULL) return usage("unknown option '%s'; did you mean '--%s'?", word, nearest);
	return usage("unknown option '%s'", word);
}

// Takes a word of joined letters, such as "-nqs faces=3". A letter that takes a value must be the last.
static int take_letters(Options *out, int *at) {
	for (const char *p = out->argv[*at] + 1; *p != '\0'; ++p) {
		char shown[3] = { '-', *p, '\0' };
		const Option *option = NULL;
		for (int32_t i = 0; i < OPTIONS && option == NULL; ++i)
			if (option_at(i)->letter == *p) option = option_at(i);
		if (option == NULL) return usage("unknown option '%s'", shown);
		bool rest = option->type != OPTION_FLAG && p[1] != '\0';
		int code = take_option(out, option, shown, rest ? p + 1 : NULL, at);
		if (code != 0 || rest) return code;
	}
	return 0;
}

static bool looks_like_file(const char *word) { return strpbrk(word, "/.") != NULL; }

// The first word is a verb or a file.
static int take_verb(Options *out, const char *word, bool *taken) {
	for (int32_t i = 0; i < VERBS && !*taken; ++i) {
		*taken = strcmp(word, verb_at(i)->word) == 0;
		if (*taken) out->verb = i;
	}
	const char *nearest = *taken || looks_like_file(word) ? NULL : param_nearest(word, verb_word);
	return nearest != NULL ? usage("unknown command '%s'; did you mean '%s'?", word, nearest) : 0;
}

// Do the operands fit the usage line?
static bool operands_fit(const char *operands, const Words *given) {
	int32_t at = 0;
	for (const char *p = operands; *p != '\0' && *p != '-' && strncmp(p, "[-", 2) != 0;) {
		size_t n = strcspn(p, " ");
		const char *word = at < given->count ? given->at[at] : NULL;
		if (word == NULL && *p != '[') return false;
		if (word != NULL && islower((unsigned char)*p) && (strlen(word) != n || strncmp(word, p, n) != 0))
			return false;
		at = n > 3 && strncmp(p + n - 3, "...", 3) == 0 ? given->count : at + (word != NULL);
		p += n + (p[n] == ' ');
	}
	return at == given->count;
}

// Of the verbs with this word, the one whose operands these are; without one, the first.
static bool choose_verb(Options *out) {
	const char *word = verb_at(out->verb)->word;
	for (int32_t i = out->verb; i < VERBS && strcmp(verb_at(i)->word, word) == 0; ++i)
		if (operands_fit(verb_at(i)->operands, &out->files)) return out->verb = i, true;
	return false;
}

static int check_rule(const Options *o, const OptionRule *rule, const Verb *verb) {
	const char *name = option_at(rule->option)->name;
	if (!options_has(o, rule->option) || (rule->verbs & verb->bits) == 0) return 0;
	for (int32_t i = 0; i < OPTIONS; ++i) {
		const char *other = option_at(i)->name;
		if ((rule->others >> i & 1) == 0 || options_has(o, i) != rule->apart) continue;
		if (rule->apart) return usage("not both --%s and --%s: %s", name, other, rule->why);
		return usage("--%s needs --%s: %s", name, other, rule->why);
	}
	return 0;
}

// Refuses what the verb does not take, and what it needs and has not got. fits: its operands are right.
static int check(const Options *o, bool fits) {
	const Verb *verb = verb_at(o->verb), *planned = verb;
	int code = 0;
	if (o->dry_run && o->verb == VERB_run) planned = verb_at(VERB_plan);
	for (int32_t i = 0; i < OPTIONS; ++i) {
		const Option *option = option_at(i);
		bool given = options_has(o, i);
		if (given && !verb_takes(verb, option) && !verb_takes(planned, option)) {
			const char *of = option_takers(option, VERBS);
			return usage("--%s is an option of %s, not of %s", option->name, of, verb_shown(verb));
		}
		fits = fits && (given || !verb_needs(verb, option));
	}
	if (!fits) return usage("usage: harness %s %s", verb->word, verb->operands);
	for (int32_t i = 0; option_rule_at(i) != NULL && code == 0; ++i)
		code = check_rule(o, option_rule_at(i), planned);
	return code;
}

void options_free(Options *options) {
	size_t size = (size_t)options->argc * sizeof *options->files.at;
	mem_free(options->files.at, size);
	mem_free(options->settings.at, size);
	mem_free(options->words.at, size);
	*options = (Options){ 0 };
}

// Do the options that a word gave go on to the shards of a job array? What run takes does, but for what the
// array itself goes on with.
static bool is_of_shards(uint64_t given) {
	for (int32_t i = 0; i < OPTIONS; ++i)
		if ((given >> i & 1) != 0 &&
		    (i == OPTION_retry_failed || !verb_takes(verb_at(VERB_run), option_at(i))))
			return false;
	return true;
}

static bool takes_extra(int32_t verb) {
	return verb < VERBS && strstr(verb_at(verb)->operands, "[--") != NULL;
}

static int take_words(Options *out) {
	bool only_files = false, first = true;
	for (int at = 1; at < out->argc; ++at) {
		const char *word = out->argv[at];
		uint64_t before = out->given;
		int code = 0, begin = at;
		bool is_verb = false, is_end = !only_files && strcmp(word, "--") == 0;
		out->given = 0;
		if (is_end && takes_extra(out->verb)) {
			out->extra = (Words){ (const char **)(out->argv + at + 1), out->argc - at - 1 };
			out->given = before;
			return 0;
		} else if (is_end) {
			only_files = true;
		} else if (!only_files && word[0] == '-' && word[1] != '\0') {
			code = word[1] == '-' ? take_long(out, &at) : take_letters(out, &at);
		} else {
			if (first && !only_files) code = take_verb(out, word, &is_verb);
			if (!is_verb) words_add(&out->files, word);
			first = false;
		}
		if (code != 0) return code;
		for (int i = begin; i <= at && !is_verb && is_of_shards(out->given); ++i)
			words_add(&out->words, out->argv[i]);
		out->given |= before;
	}
	return 0;
}

// The verb is what was typed, or run, or else what an option makes of it.
static int settle(Options *out) {
	bool is_typed = out->verb < VERBS;
	if (!is_typed) out->verb = VERB_run;
	if (out->version) return out->verb = VERB_version, 0;
	if (out->help) {
		out->files.count = 0;
		if (is_typed && out->verb != VERB_help) words_add(&out->files, verb_at(out->verb)->word);
		return out->verb = VERB_help, 0;
	}
	if (out->verb == VERB_run && out->files.count == 0) return manual_help(stderr), EXIT_USAGE;
	int code = check(out, choose_verb(out));
	if (out->dry_run) out->verb = VERB_plan;
	out->quiet = out->quiet || strcmp(out->progress, "none") == 0;
	return code;
}

int options_parse(Options *out, int argc, char **argv) {
	size_t size = mem_array_size(argc, sizeof *argv); // no list is longer than the command line
	*out = (Options){ .verb = VERBS, .argc = argc, .argv = argv };
	out->files.at = mem_alloc(size);
	out->settings.at = mem_alloc(size);
	out->words.at = mem_alloc(size);
	if (out->files.at == NULL || out->settings.at == NULL || out->words.at == NULL)
		return usage("%s", hn_error_text());
	for (int32_t i = 0; i < OPTIONS; ++i)
		if (option_at(i)->fallback != NULL) (void)take_value(out, option_at(i), option_at(i)->fallback);
	int code = take_words(out);
	return code != 0 ? code : settle(out);
}
