// Shell completion. The scripts ask the program, `harness --complete WORD...`, what the last of these words
// may become: a line each, with what it means behind a tab; or :scenarios, :folders, :files for what a shell
// finds itself.
#include "host/completion.h"

#include <stdio.h>
#include <string.h>

#include "detect/detect.h"
#include "host/vocabulary.h"

typedef struct Wish {
	const char *word; // to be completed
	size_t kept;      // bytes of it that stay before every answer: "--check=", "aabb,"
} Wish;

static void offer(const Wish *wish, const char *text, size_t size, const char *about) {
	const char *begun = wish->word + wish->kept;
	if (strlen(begun) > size || strncmp(begun, text, strlen(begun)) != 0) return;
	printf("%.*s%.*s\t%s\n", (int)wish->kept, wish->word, (int)size, text, about);
}

static void offer_algorithms(Wish wish) {
	const char *comma = strrchr(wish.word + wish.kept, ',');
	if (comma != NULL) wish.kept = (size_t)(comma + 1 - wish.word);
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		if (!class->planted) offer(&wish, class->name, strlen(class->name), class->about);
	}
}

static void offer_values(Wish wish, const Option *option) {
	static const char setting[] = "algorithm=";
	if (option->type == OPTION_CHOICE) {
		for (const char *p = option->value; *p != '\0'; p += strspn(p, "|")) {
			offer(&wish, p, strcspn(p, "|"), option->about);
			p += strcspn(p, "|");
		}
	} else if (option->type == OPTION_SETTING) {
		if (strncmp(wish.word + wish.kept, setting, strlen(setting)) != 0)
			return offer(&wish, setting, strlen(setting), "which algorithms");
		wish.kept += strlen(setting);
		offer_algorithms(wish);
	} else if (option->type == OPTION_TEXT && strstr("PATH FILE DIR", option->value) != NULL) {
		puts(":files");
	}
}

static void offer_options(const Wish *wish, const char *word) {
	for (int32_t i = 0; i < OPTIONS; ++i) {
		char text[64];
		bool taken = false;
		for (int32_t k = 0; k < VERBS; ++k)
			taken = taken || (strcmp(verb_at(k)->word, word) == 0 && verb_takes(verb_at(k), option_at(i)));
		snprintf(text, sizeof text, "--%s", option_at(i)->name);
		if (taken) offer(wish, text, strlen(text), option_at(i)->about);
	}
}

// verb NULL: none was given, so that it may be the name of one.
static void offer_operands(const Wish *wish, const Verb *verb) {
	for (int32_t i = 0; i < VERBS && verb == NULL; ++i)
		if (verb_is_first(verb_at(i)))
			offer(wish, verb_at(i)->word, strlen(verb_at(i)->word), verb_at(i)->about);
	const char *operands = verb != NULL ? verb->operands : verb_at(VERB_run)->operands;
	if (strncmp(operands, "plugin", 6) == 0) offer(wish, "plugin", 6, "");
	puts(strstr(operands, "RUN") != NULL ? ":folders" : ":scenarios");
}

static const Option *option_of(const char *word, size_t size) {
	for (int32_t i = 0; i < OPTIONS; ++i) {
		const Option *o = option_at(i);
		bool is_long = size > 2 && strlen(o->name) == size - 2 && strncmp(word + 2, o->name, size - 2) == 0;
		if (word[0] == '-' &&
		    ((word[1] == '-' && is_long) || (size == 2 && o->letter == word[1] && word[1] != '-')))
			return o;
	}
	return NULL;
}

// The last option of these words whose value the next word is; *verb: the verb among them, and whether an
// operand is.
static const Option *read_words(const Verb **verb, bool *begun, int count, char **words) {
	const Option *open = NULL;
	for (int i = 0; i < count; ++i) {
		const Option *option = open == NULL ? option_of(words[i], strlen(words[i])) : NULL;
		bool is_value = open != NULL;
		open = option != NULL && option->value != NULL ? option : NULL;
		if (is_value || words[i][0] == '-' || *begun) continue;
		*begun = true;
		for (int32_t k = VERBS - 1; k >= 0; --k)
			if (strcmp(verb_at(k)->word, words[i]) == 0) *verb = verb_at(k);
	}
	return open;
}

void completion_answer(int count, char **words) {
	const Verb *verb = NULL;
	bool begun = false;
	if (count < 1) return;
	Wish wish = { words[count - 1], 0 };
	const Option *open = read_words(&verb, &begun, count - 1, words);
	size_t size = strcspn(wish.word, "=");
	const Option *joined = wish.word[size] == '=' ? option_of(wish.word, size) : NULL;
	if (open == NULL && joined != NULL) open = joined, wish.kept = size + 1;
	if (open != NULL)
		offer_values(wish, open);
	else if (wish.word[0] == '-')
		offer_options(&wish, verb != NULL ? verb->word : "run");
	else
		offer_operands(&wish, verb != NULL ? verb : begun ? verb_at(VERB_run) : NULL);
}

void completion_script(const char *shell) {
	static const char bash[] =
	    "# bash completion of harness, made by: harness list --format bash\n"
	    "_harness_files() {\n"
	    "\tlocal found\n"
	    "\tmapfile -t found < <(compgen \"$@\" -- \"$cur\")\n"
	    "\tCOMPREPLY+=(\"${found[@]}\")\n"
	    "\tcompopt -o filenames 2>/dev/null\n"
	    "}\n"
	    "_harness() {\n"
	    "\tlocal cur= line word last words=()\n"
	    "\t# bash takes --check=agree and algorithm=aabb for three words\n"
	    "\tfor word in \"${COMP_WORDS[@]:1:COMP_CWORD}\"; do\n"
	    "\t\tlast=$((${#words[@]} - 1))\n"
	    "\t\tif [[ $last -ge 0 && ($word == = || ${words[last]} == *=) ]]; then words[last]+=$word; else "
	    "words+=(\"$word\"); fi\n"
	    "\tdone\n"
	    "\tlast=${words[-1]} cur=${COMP_WORDS[COMP_CWORD]#=} COMPREPLY=()\n"
	    "\twhile IFS= read -r line; do\n"
	    "\t\tword=${line%%$'\\t'*}\n"
	    "\t\t[[ $last != *=* ]] || word=${word#\"${last%%=*}=\"}\n"
	    "\t\tcase $line in\n"
	    "\t\t:scenarios) _harness_files -f -X '!*.lua'; _harness_files -d ;;\n"
	    "\t\t:folders) _harness_files -d ;;\n"
	    "\t\t:files) _harness_files -f ;;\n"
	    "\t\t*) COMPREPLY+=(\"$word\"); [[ $word != *= ]] || compopt -o nospace 2>/dev/null ;;\n"
	    "\t\tesac\n"
	    "\tdone < <(\"${COMP_WORDS[0]}\" --complete \"${words[@]}\" 2>/dev/null)\n"
	    "}\n"
	    "complete -F _harness harness ./harness\n";
	static const char zsh[] =
	    "#compdef harness\n# zsh completion of harness, made by: harness list --format zsh\n"
	    "local line word\nlocal -a offered\n"
	    "for line in \"${(@f)$(\"$words[1]\" --complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
	    "\tword=${line%%$'\\t'*}\n"
	    "\tcase $line in\n"
	    "\t:scenarios) _files -g '*.lua' ;;\n"
	    "\t:folders) _files -/ ;;\n"
	    "\t:files) _files ;;\n"
	    "\t*=$'\\t'*) compadd -S '' -- \"$word\" ;;\n"
	    "\t?*) offered+=(\"${word//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
	    "\tesac\n"
	    "done\n"
	    "(( ! $#offered )) || _describe harness offered\n";
	static const char fish[] = "# fish completion of harness, made by: harness list --format fish\n"
	                           "function __harness_complete\n"
	                           "\tset -l words (commandline -opc)\n"
	                           "\tset -l program $words[1]\n"
	                           "\tset -e words[1]\n"
	                           "\tfor line in ($program --complete $words (commandline -ct) 2>/dev/null)\n"
	                           "\t\tswitch $line\n"
	                           "\t\t\tcase :scenarios\n\t\t\t\t__fish_complete_suffix .lua\n"
	                           "\t\t\tcase :folders\n\t\t\t\t__fish_complete_directories (commandline -ct)\n"
	                           "\t\t\tcase :files\n\t\t\t\t__fish_complete_path (commandline -ct)\n"
	                           "\t\t\tcase '*'\n\t\t\t\techo $line\n"
	                           "\t\tend\n"
	                           "\tend\n"
	                           "end\n"
	                           "complete -c harness -f -a '(__harness_complete)'\n";
	fputs(strcmp(shell, "bash") == 0 ? bash : strcmp(shell, "zsh") == 0 ? zsh : fish, stdout);
}
