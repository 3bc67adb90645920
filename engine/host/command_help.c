// `harness help`, -h: all that there is; `harness VERB -h`: one verb and what it takes.
#include "host/commands.h"

#include "base/param.h"
#include "host/manual.h"
#include "run/run.h"

static const char *verb_word(int32_t i) { return verb_at(i) != NULL ? verb_at(i)->word : NULL; }

int command_help(const Options *options) {
	const char *word = options->files.count > 0 ? options->files.at[0] : NULL;
	if (word == NULL) return manual_help(stdout), EXIT_OK_ALL;
	if (manual_verb(stdout, word)) return EXIT_OK_ALL;
	const char *nearest = param_nearest(word, verb_word);
	fprintf(stderr, "harness: unknown command '%s'%s%s%s\n", word, nearest != NULL ? "; did you mean '" : "",
	        nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
	return EXIT_USAGE;
}
