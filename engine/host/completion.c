// Shell completion. A value with choices ("a|b") completes to these, PATH to files, other values to nothing.
// Words complete to scenarios (*.lua), and to folders after report.
#include <stdbool.h>
#include <string.h>

#include "detect/detect.h"
#include "host/manual.h"
#include "host/vocabulary.h"

static bool is_choice(const Option *o) { return o->value != NULL && strchr(o->value, '|') != NULL; }
static bool is_path(const Option *o) { return o->value != NULL && strcmp(o->value, "PATH") == 0; }
static bool is_setting(const Option *o) { return strcmp(o->name, "set") == 0; }

static void put_choices(FILE *file, const Option *o) {
	for (const char *p = o->value; *p != '\0'; ++p) fputc(*p == '|' ? ' ' : *p, file);
}

static void put_algorithms(FILE *file) {
	const char *blank = "";
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		if (hn_detect_at(i)->planted) continue;
		fprintf(file, "%s%s", blank, hn_detect_at(i)->name);
		blank = " ";
	}
}

static void put_commands(FILE *file, const char *between) {
	for (int32_t i = 0; i < VERBS; ++i)
		if (verb_is_first(verb_at(i))) fprintf(file, "%s%s", i > 0 ? between : "", verb_at(i)->word);
}

// Writes a text for use inside single quotes of the shell. Characters in `special` get a backslash: zsh gives
// them a meaning in its specifications.
static void put_about(FILE *file, const char *about, const char *special) {
	for (const char *p = about; *p != '\0'; ++p) {
		if (*p == '\'')
			fputs("'\\''", file);
		else if (strchr(special, *p) != NULL)
			fprintf(file, "\\%c", *p);
		else
			fputc(*p, file);
	}
}

// ---- bash ----

// "-o|--out" as a pattern, "-o --out" as words
static void put_names(FILE *file, const Option *o, const char *between) {
	if (o->letter != 0) fprintf(file, "-%c%s", o->letter, between);
	fprintf(file, "--%s", o->name);
}

static void bash_values(FILE *file) {
	for (int32_t i = 0; option_at(i) != NULL; ++i) {
		const Option *o = option_at(i);
		if (o->value == NULL) continue;
		fputs("\t", file);
		put_names(file, o, "|");
		fputs(") ", file);
		if (is_choice(o)) {
			fputs("_harness_words '", file);
			put_choices(file, o);
			fputs("'; ", file);
		} else if (is_path(o)) {
			fputs("_harness_files -f; ", file);
		} else if (is_setting(o)) {
			fputs("_harness_words 'algorithm='; compopt -o nospace 2>/dev/null; ", file);
		}
		fputs("return ;;\n", file);
	}
}

static void bash(FILE *file) {
	fputs("# bash completion of harness, made by: harness list --format bash\n"
	      "_harness_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
	      "_harness_files() {\n"
	      "\tlocal found\n"
	      "\tmapfile -t found < <(compgen \"$@\" -- \"$cur\")\n"
	      "\tCOMPREPLY+=(\"${found[@]}\")\n"
	      "\tcompopt -o filenames 2>/dev/null\n"
	      "}\n"
	      "# aabb,bs: the last of a list\n"
	      "_harness_list() {\n"
	      "\tlocal before=\n"
	      "\tif [[ $cur == *,* ]]; then before=${cur%,*}, cur=${cur##*,}; fi\n"
	      "\tmapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- \"$cur\")\n"
	      "}\n"
	      "_harness() {\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command=run first=yes "
	      "word\n"
	      "\tCOMPREPLY=()\n"
	      "\tfor word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
	      "\t\tcase $word in\n"
	      "\t\t",
	      file);
	put_commands(file, "|");
	fputs(") command=$word first=; break ;;\n"
	      "\t\t-*) ;;\n"
	      "\t\t*) first=; break ;;\n"
	      "\t\tesac\n"
	      "\tdone\n"
	      "\t# bash takes --check=agree and algorithm=aabb for three words\n"
	      "\tif [[ $cur == = ]]; then cur=; elif [[ $option == = ]]; then "
	      "option=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
	      "\tcase $option in\n",
	      file);
	bash_values(file);
	fputs("\talgorithm) _harness_list '", file);
	put_algorithms(file);
	fputs("'; return ;;\n\tesac\n\tif [[ $cur == -* ]]; then\n\t\t_harness_words '", file);
	for (int32_t i = 0; option_at(i) != NULL; ++i) {
		put_names(file, option_at(i), " ");
		fputs(" ", file);
	}
	fputs("'\n\t\treturn\n\tfi\n\tif [[ $first ]]; then _harness_words '", file);
	put_commands(file, " ");
	fputs("'; fi\n"
	      "\tif [[ $command != report ]]; then _harness_files -f -X '!*.lua'; fi\n"
	      "\t_harness_files -d\n"
	      "}\n"
	      "complete -F _harness harness ./harness\n",
	      file);
}

// ---- zsh ----

static void zsh_option(FILE *file, const Option *o) {
	fputs("\t", file);
	if (is_setting(o)) fputs("'*'", file);
	if (o->letter != 0 && !is_setting(o)) fprintf(file, "'(-%c --%s)'", o->letter, o->name);
	if (o->letter != 0)
		fprintf(file, "{-%c,--%s}'[", o->letter, o->name);
	else
		fprintf(file, "'--%s[", o->name);
	put_about(file, o->about, "[]:\\");
	fputs("]", file);
	if (is_choice(o)) {
		fputs(":value:(", file);
		put_choices(file, o);
		fputs(")", file);
	} else if (is_path(o)) {
		fputs(":path:_files", file);
	} else if (is_setting(o)) {
		fputs(":key=value:->setting", file);
	} else if (o->value != NULL) {
		fputs(":", file);
		put_about(file, o->value, "[]:\\");
		fputs(": ", file);
	}
	fputs("' \\\n", file);
}

static void zsh(FILE *file) {
	fputs("#compdef harness\n# zsh completion of harness, made by: harness list --format zsh\n"
	      "local state line\nlocal -a commands\ncommands=(\n",
	      file);
	for (int32_t i = 0; i < VERBS; ++i) {
		if (!verb_is_first(verb_at(i))) continue;
		fprintf(file, "\t'%s:", verb_at(i)->word);
		put_about(file, verb_at(i)->about, ":\\");
		fputs("'\n", file);
	}
	fputs(")\n_arguments -s -S \\\n", file);
	for (int32_t i = 0; i < OPTIONS; ++i) zsh_option(file, option_at(i));
	fputs("\t'1:command or scenario:->first' \\\n\t'*:file:->file'\n"
	      "case $state in\n"
	      "first) _describe command commands; _files -g '*.lua' ;;\n"
	      "file) if [[ ${line[1]} == report ]]; then _files -/; else _files -g '*.lua'; fi ;;\n"
	      "setting) if compset -P 'algorithm='; then _values -s , algorithm ",
	      file);
	put_algorithms(file);
	fputs("; else compadd -S '' algorithm=; fi ;;\nesac\n", file);
}

// ---- fish ----

static void fish(FILE *file) {
	fputs("# fish completion of harness, made by: harness list --format fish\n", file);
	for (int32_t i = 0; i < VERBS; ++i) {
		if (!verb_is_first(verb_at(i))) continue;
		fprintf(file, "complete -c harness -n __fish_use_subcommand -a %s -d '", verb_at(i)->word);
		put_about(file, verb_at(i)->about, "");
		fputs("'\n", file);
	}
	fputs(
	    "complete -c harness -n '__fish_seen_subcommand_from report' -x -a '(__fish_complete_directories)'\n",
	    file);
	for (int32_t i = 0; option_at(i) != NULL; ++i) {
		const Option *o = option_at(i);
		fputs("complete -c harness ", file);
		if (o->letter != 0) fprintf(file, "-s %c ", o->letter);
		fprintf(file, "-l %s ", o->name);
		if (is_choice(o)) {
			fputs("-x -a '", file);
			put_choices(file, o);
			fputs("' ", file);
		} else if (is_setting(o)) {
			fputs("-x -a 'algorithm=(string split \" \" \"", file);
			put_algorithms(file);
			fputs("\")' ", file);
		} else if (o->value != NULL) {
			fputs(is_path(o) ? "-r -F " : "-x ", file);
		}
		fputs("-d '", file);
		put_about(file, o->about, "");
		fputs("'\n", file);
	}
}

void manual_completion(FILE *file, const char *shell) {
	if (strcmp(shell, "bash") == 0)
		bash(file);
	else if (strcmp(shell, "zsh") == 0)
		zsh(file);
	else
		fish(file);
}
