// `harness report RUN`: tables, figures and claims again, nothing measured.
#include "host/commands.h"

#include "host/measuring.h"

int command_report(const Options *options) {
	int code = each_file(options, report_run);
	bool is_stopped = code == EXIT_SIGINT || code == EXIT_SIGTERM;
	if (options->html == NULL || is_stopped || code == EXIT_USAGE || code == EXIT_SCENARIO) return code;
	return command_worse(code, make_page(options, NULL));
}
