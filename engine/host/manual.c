#include "host/manual.h"

#include "broad/broad.h"
#include "detect/detect.h"
#include "host/vocabulary.h"
#include "machine/build_info.h"

void manual_help(FILE *file) {
	fputs("harness measures collision detection.\n\n", file);
	for (int32_t i = 0; command_at(i) != NULL; ++i)
		if (command_at(i)->usage != NULL)
			fprintf(file, "  harness %-22s %s\n", command_at(i)->usage, command_at(i)->about);
	fputs("\n", file);
	for (int32_t i = 0; option_at(i) != NULL; ++i) {
		const Option *o = option_at(i);
		char text[80];
		if (o->kind == OPTION_UNBUILT) continue;
		snprintf(text, sizeof text, "--%s%s%s", o->name, o->value != NULL ? " " : "",
		         o->value != NULL ? o->value : "");
		if (o->letter != 0)
			fprintf(file, "  -%c, %-34s %s\n", o->letter, text, o->about);
		else
			fprintf(file, "      %-34s %s\n", text, o->about);
	}
	fputs("\nResults go to results/<scenario>/<run>/; a run that was stopped goes on with the same command.\n"
	      "Exit codes:\n",
	      file);
	for (int32_t i = 0; exit_code_at(i) != NULL; ++i)
		fprintf(file, "  %3s  %s\n", exit_code_at(i)->code, exit_code_at(i)->about);
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
	fputs("\n", file);
}

void manual_page(FILE *file) {
	fputs(".TH HARNESS 1 \"\" \"harness " HARNESS_VERSION "\" \"User commands\"\n"
	      ".SH NAME\nharness \\- experiments that measure collision detection\n.SH SYNOPSIS\n",
	      file);
	for (int32_t i = 0; command_at(i) != NULL; ++i) {
		if (command_at(i)->usage == NULL) continue;
		fputs(i > 0 ? ".br\n.B harness\n" : ".B harness\n", file);
		troff(file, command_at(i)->usage);
		fputs(" [options]\n", file);
	}
	fputs(
	    ".SH DESCRIPTION\nA scenario is a Lua file that defines models, motions and sweeps. A run of it "
	    "measures "
	    "every\nalgorithm on every point of the sweep, proves that all found the same contacts, and writes\n"
	    "CSV, tables and charts to results/<scenario>/<run>/. A run that was stopped goes on with the\nsame "
	    "command. Progress goes to stderr, tables and verdicts to stdout.\n.SH COMMANDS\n",
	    file);
	for (int32_t i = 0; command_at(i) != NULL; ++i)
		if (command_at(i)->usage != NULL) troff_tag(file, command_at(i)->usage, command_at(i)->about);
	fputs(".SH OPTIONS\n", file);
	for (int32_t i = 0; option_at(i) != NULL; ++i)
		if (option_at(i)->kind != OPTION_UNBUILT) troff_option(file, option_at(i));
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
