#include "host/baked.h"

#include "base/error.h"
#include "host/interrupts.h"
#include "run/run.h"

static const char *begin(void *context, const char *name, bool figures, int *exit_code) {
	Baked *baked = context;
	const Options *o = baked->options;
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	int32_t status = o->out != NULL
	                     ? path_format(baked->path, "%s", o->out)
	                     : path_format(baked->path, "%s-%lld%s", name, (long long)o->point, baked->ending);
	if (status != HN_OK || temporary_begin(&baked->folder) != HN_OK) return NULL;
	const char *folder = baked->folder.path;
	return path_format(baked->scene, "%s/export.scene", folder) == HN_OK ? folder : NULL;
}

int baked_code(int32_t status, int32_t signal_number) {
	if (signal_number != 0) return stopped(signal_number);
	if (status == HN_OK) return 0;
	return complain(status == HN_ERR_EXISTS      ? EXIT_USAGE
	                : status == HN_ERR_BAD_INPUT ? EXIT_SCENARIO
	                : status == HN_ERR_INVALID   ? EXIT_POINTS_FAILED
	                                             : EXIT_ENVIRONMENT);
}

int baked_do(Baked *baked, int (*write)(const Baked *baked)) {
	SourceText text;
	const char *file = baked->options->files.at[0];
	ScenarioJob job = { .mode = "export", .file = file, .options = baked->options };
	interrupts_catch();
	int code = job_read(&job, &text);
	if (code != 0) return code;
	code = job_do(&job, begin, baked);
	if (code == 0) code = interrupt_caught() != 0 ? stopped(interrupt_caught()) : write(baked);
	code = temporary_end(&baked->folder, code);
	source_free(&text);
	return code;
}
