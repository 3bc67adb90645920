// `harness list`: the vocabulary as text, for docs/ and editors, for shell completion or as a manual page.
#include "host/commands.h"

#include <string.h>

#include "host/command_parts.h"
#include "host/completion.h"
#include "host/manual.h"
#include "run/run.h"

int command_list(const Options *options) {
	static const struct {
		const char *format, *mode;
	} s_modes[] = { { "text", "vocabulary" }, { "columns", "columns" }, { "luacats", "luacats" } };
	const char *format = options->format;
	for (size_t i = 0; i < sizeof s_modes / sizeof *s_modes; ++i)
		if (strcmp(format, s_modes[i].format) == 0)
			return ask(&(ScenarioJob){ .mode = s_modes[i].mode, .options = options });
	if (strcmp(format, "man") == 0)
		manual_page(stdout);
	else if (strcmp(format, "options") == 0)
		manual_options(stdout);
	else
		completion_script(format);
	return EXIT_OK_ALL;
}
