#include "host/manual.h"

#include <string.h>

#include "broad/broad.h"
#include "detect/detect.h"
#include "host/vocabulary.h"
#include "machine/build_info.h"

// "[run] FILE...": what is typed after the program's name.
static const char *usage_of(const Verb *verb) {
	static char s_text[128];
	snprintf(s_text, sizeof s_text, verb == verb_at(0) ? "[%s]%s%s" : "%s%s%s", verb->word,
	         verb->operands[0] != '\0' ? " " : "", verb->operands);
	return s_text;
}

static void put_default(FILE *file, const Option *o, const char *end) {
	if (o->fallback != NULL) fprintf(file, " (default %s)", o->fallback);
	fputs(end, file);
}

// of: the verbs that take it, where they are few.
static void help_option(FILE *file, const Option *o, const char *of) {
	char text[80], letter[8] = "    ";
	if (o->letter != 0) snprintf(letter, sizeof letter, "-%c, ", o->letter);
	snprintf(text, sizeof text, "--%s%s%s", o->name, o->value != NULL ? " " : "",
	         o->value != NULL ? o->value : "");
	fprintf(file, "  %s%-34s %s%s%s%s", letter, text, of[0] != '\0' ? "of " : "", of,
	        of[0] != '\0' ? ": " : "", o->about);
	put_default(file, o, "\n");
}

void manual_help(FILE *file) {
	fputs("harness measures collision detection.\n\n", file);
	for (int32_t i = 0; i < VERBS; ++i)
		fprintf(file, "  harness %-22s %s\n", usage_of(verb_at(i)), verb_at(i)->about);
	fputs("\n`harness VERB -h` shows the options that a verb takes, of these:\n\n", file);
	for (int32_t i = 0; i < OPTIONS; ++i) help_option(file, option_at(i), option_takers(option_at(i), 3));
	fputs("\nResults go to results/<scenario>/<run>/; a run that was stopped goes on with the same command.\n"
	      "Exit codes:\n",
	      file);
	for (int32_t i = 0; exit_code_at(i) != NULL; ++i)
		fprintf(file, "  %3s  %s\n", exit_code_at(i)->code, exit_code_at(i)->about);
}

bool manual_verb(FILE *file, const char *word) {
	bool found = false;
	for (int32_t i = 0; i < VERBS; ++i) {
		const Verb *verb = verb_at(i);
		if (strcmp(verb->word, word) != 0) continue;
		fprintf(file, "%sharness %s: %s\n\n", found ? "\n" : "", usage_of(verb), verb->about);
		for (int32_t k = 0; k < OPTIONS; ++k)
			if (verb_takes(verb, option_at(k))) help_option(file, option_at(k), "");
		found = true;
	}
	return found;
}

// ---- docs/reference/options.md ----

// A bar would end a cell of the table.
static void put_cell(FILE *file, const char *text) {
	for (const char *p = text; *p != '\0'; ++p) fprintf(file, *p == '|' ? "\\|" : "%c", *p);
}

static void option_row(FILE *file, const Option *o) {
	const char *comma = option_is_of_all(o) ? "all" : "";
	fputs("| `", file);
	if (o->letter != 0) fprintf(file, "-%c`, `", o->letter);
	fprintf(file, "--%s` | ", o->name);
	put_cell(file, o->value != NULL ? o->value : "");
	fprintf(file, " | %s | %s", o->fallback != NULL ? o->fallback : "", comma);
	for (int32_t i = 0; i < VERBS && !option_is_of_all(o); ++i) {
		if (!verb_takes(verb_at(i), o)) continue;
		fprintf(file, "%s%s%s", comma, verb_shown(verb_at(i)), verb_needs(verb_at(i), o) ? " (needed)" : "");
		comma = ", ";
	}
	fputs(" | ", file);
	put_cell(file, o->about);
	fputs(" |\n", file);
}

static void rule_row(FILE *file, const OptionRule *rule) {
	const char *verbs = rule_binds(rule), *comma = rule->apart ? " not with" : " only with";
	fprintf(file, "| `--%s`%s%s", option_at(rule->option)->name, verbs[0] != '\0' ? " of " : "", verbs);
	for (int32_t i = 0; i < OPTIONS; ++i) {
		if ((rule->others >> i & 1) == 0) continue;
		fprintf(file, "%s `--%s`", comma, option_at(i)->name);
		comma = ",";
	}
	fprintf(file, " | %s |\n", rule->why);
}

static void put_exit_codes(FILE *file) {
	fputs("\n## Exit codes\n\n| code | meaning |\n|---|---|\n", file);
	for (int32_t i = 0; exit_code_at(i) != NULL; ++i)
		fprintf(file, "| %s | %s |\n", exit_code_at(i)->code, exit_code_at(i)->about);
	fputs("\nWhere several apply, as of several files, the worst counts. From the worst on: ", file);
	for (int32_t i = 0; exit_code_ranked(i) != 0; ++i)
		fprintf(file, "%s%d", i > 0 ? ", " : "", exit_code_ranked(i));
	fputs(".\n`doctor` ends with 0, whether the machine is fit or not.\n", file);
}

void manual_options(FILE *file) {
	fputs("# Verbs and options\n\n"
	      "Made by `harness list --format options` from `engine/host/commands.def` and "
	      "`engine/host/options.def`;\n"
	      "`make docs` writes this file anew. A verb refuses an option that it does not take.\n\n"
	      "| verb | what it does |\n|---|---|\n",
	      file);
	for (int32_t i = 0; i < VERBS; ++i) {
		fprintf(file, "| `harness %s` | ", usage_of(verb_at(i)));
		put_cell(file, verb_at(i)->about);
		fputs(" |\n", file);
	}
	fputs("\n| option | value | default | verbs | meaning |\n|---|---|---|---|---|\n", file);
	for (int32_t i = 0; i < OPTIONS; ++i) option_row(file, option_at(i));
	fputs("\n| together | |\n|---|---|\n", file);
	for (int32_t i = 0; option_rule_at(i) != NULL; ++i) rule_row(file, option_rule_at(i));
	put_exit_codes(file);
}

// ---- the manual page ----

// Writes plain text in troff. Hyphens stay hyphens, and a backslash or a leading dot starts no request.
static void troff(FILE *file, const char *text) {
	for (const char *p = text; *p != '\0'; ++p) {
		if (*p == '-')
			fputs("\\-", file);
		else if (*p == '\\')
			fputs("\\e", file);
		else if (*p == '`')
			fputs("\\(ga", file);
		else if (*p == '\'')
			fputs("\\(aq", file);
		else if (*p == '.' && p == text)
			fputs("\\&.", file);
		else
			fputc(*p, file);
	}
}

static void troff_tag(FILE *file, const char *tag, const char *about) {
	fputs(".TP\n.B ", file);
	troff(file, tag);
	fputs("\n", file);
	troff(file, about);
	fputs("\n", file);
}

static void troff_option(FILE *file, const Option *o) {
	fputs(".TP\n", file);
	if (o->letter != 0) fprintf(file, "\\fB\\-%c\\fR, ", o->letter);
	fputs("\\fB\\-\\-", file);
	troff(file, o->name);
	fputs("\\fR", file);
	if (o->value != NULL) {
		fputs(" \\fI", file);
		troff(file, o->value);
		fputs("\\fR", file);
	}
	fputs("\n", file);
	troff(file, o->about);
	put_default(file, o, "\n");
}

void manual_page(FILE *file) {
	fprintf(file,
	        ".TH HARNESS 1 \"\" \"harness %s\" \"User commands\"\n"
	        ".SH NAME\nharness \\- experiments that measure collision detection\n.SH SYNOPSIS\n",
	        build_info.version);
	for (int32_t i = 0; i < VERBS; ++i) {
		fputs(i > 0 ? ".br\n.B harness\n" : ".B harness\n", file);
		troff(file, usage_of(verb_at(i)));
		fputs(" [options]\n", file);
	}
	fputs(
	    ".SH DESCRIPTION\nA scenario is a Lua file that defines models, motions and sweeps. A run of it "
	    "measures "
	    "every\nalgorithm on every point of the sweep, proves that all found the same contacts, and writes\n"
	    "CSV, tables and charts to results/<scenario>/<run>/. A run that was stopped goes on with the\nsame "
	    "command. Progress goes to stderr, tables and verdicts to stdout.\n.SH COMMANDS\n",
	    file);
	for (int32_t i = 0; i < VERBS; ++i) troff_tag(file, usage_of(verb_at(i)), verb_at(i)->about);
	fputs(".SH OPTIONS\n", file);
	for (int32_t i = 0; i < OPTIONS; ++i) troff_option(file, option_at(i));
	fputs(".SH ALGORITHMS\n", file);
	for (int32_t i = 0; i < hn_detect_count(); ++i)
		if (!hn_detect_at(i)->planted && !hn_detect_at(i)->objects)
			troff_tag(file, hn_detect_at(i)->name, hn_detect_at(i)->about);
	fputs(".SH \"BROAD PHASES\"\n", file);
	for (int32_t i = 0; broad_at(i) != NULL; ++i) troff_tag(file, broad_at(i)->name, broad_at(i)->about);
	fputs(".PP\nTheir parameters, and the whole vocabulary of scenarios:\n.B harness list\n.SH \"EXIT "
	      "STATUS\"\n",
	      file);
	for (int32_t i = 0; exit_code_at(i) != NULL; ++i)
		troff_tag(file, exit_code_at(i)->code, exit_code_at(i)->about);
}
