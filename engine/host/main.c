// harness: a research experiment harness for collision detection.
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "host/manual.h"
#include "host/options.h"
#include "host/plugin_check.h"
#include "host/plugin_new.h"
#include "host/plugin_process.h"
#include "host/scenario.h"
#include "host/commands.h"
#include "host/vocabulary.h"
#include "machine/build_info.h"
#include "machine/cores.h"
#include "run/run.h"
#include "simd/simd.h"
#include "run/worker/worker.h"

static int print_version(void) {
	printf("harness " HARNESS_VERSION "\n%s\n%s\nflags %s (config %s)\n",
	       build_commit + strlen(BUILD_COMMIT_MARK), build_info.compiler, build_info.flags,
	       build_info.config);
	return EXIT_OK_ALL;
}

static int one_file(const Options *options, const char *file, int argc, char **argv) {
	switch (options->command) {
	case COMMAND_RUN:
		return command_run(options, file, argc, argv);
	case COMMAND_REPORT:
		return command_report(options, file);
	case COMMAND_DRAW:
	case COMMAND_EXPORT:
		return command_export(options, file);
	case COMMAND_SUBMIT:
		return command_submit(options, file);
	case COMMAND_PACK:
		return command_pack(options, file);
	case COMMAND_UNPACK:
		return command_unpack(options, file);
	case COMMAND_VERIFY:
		return command_verify(options, file, argc, argv);
	case COMMAND_RERUN:
		return command_rerun(options, file, argc, argv);
	case COMMAND_PAPER:
		return command_paper(options, file, argc, argv);
	default:
		return command_points(options, file);
	}
}

static int all_files(const Options *options, int argc, char **argv) {
	int code = EXIT_OK_ALL;
	interrupts_catch();
	if (options->command == COMMAND_COMPARE) return command_compare(options);
	if (options->command == COMMAND_MERGE) return command_merge(options, argc, argv);
	for (int32_t i = 0; i < options->file_count; ++i) {
		code = command_worse(code, one_file(options, options->files[i], argc, argv));
		if (code == EXIT_SIGINT || code == EXIT_SIGTERM) return code;
	}
	if (options->command == COMMAND_PAPER && code != EXIT_USAGE && code != EXIT_SCENARIO)
		code = command_worse(code, command_paper_index(options));
	bool reported = code != EXIT_USAGE && code != EXIT_SCENARIO;
	return options->html != NULL && reported ? command_worse(code, command_page(options)) : code;
}

// `harness list`: prints the vocabulary as text, for editors, for shell completion or as a manual page.
static int list(const Options *options) {
	const char *format = options->format;
	if (format == NULL || strcmp(format, "text") == 0) return command_vocabulary(options, "vocabulary");
	if (strcmp(format, "luacats") == 0 || strcmp(format, "columns") == 0)
		return command_vocabulary(options, format);
	if (strcmp(format, "man") == 0)
		manual_page(stdout);
	else
		manual_completion(stdout, format);
	return EXIT_OK_ALL;
}

static int run_command(const Options *options, int argc, char **argv) {
	switch (options->command) {
	case COMMAND_WORKER:
		return worker_main();
	case COMMAND_PLUGIN:
		return plugin_process_main(options->plugin);
	case COMMAND_HELP:
		manual_help(stdout);
		return EXIT_OK_ALL;
	case COMMAND_VERSION:
		return print_version();
	case COMMAND_DOCTOR:
		return command_doctor();
	case COMMAND_NEW:
		return command_new(options);
	case COMMAND_CHECK:
		return command_check(options);
	case COMMAND_SHRINK:
		return command_shrink(options);
	default:
		return options->command == COMMAND_LIST && options->file_count == 0 ? list(options)
		                                                                    : all_files(options, argc, argv);
	}
}

// Opens /dev/null for each standard stream that the caller closed. Otherwise a file of the run could get the
// number of a standard stream. A closed stdout cannot be written to: an answer that is lost is an error.
static void streams_open(void) {
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR) != fd)
			return;
}

// Whether stdout is a pipe whose reader has ended, as in `harness list | head`.
static bool stdout_is_unread(void) {
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
	return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

// Chooses processors and instruction set. Called before any process is started, because children inherit the
// processors.
static int choose_processors(const Options *options) {
	if (options->command == COMMAND_WORKER || options->command == COMMAND_PLUGIN)
		return EXIT_OK_ALL; // the supervisor decides for it
	if (cores_choose(options->cpu) == HN_OK && simd_choose(options->simd) == HN_OK) return EXIT_OK_ALL;
	fprintf(stderr, "harness: %s\n", hn_error_text());
	return EXIT_USAGE;
}

int main(int argc, char **argv) {
	Options options;
	streams_open();
	int code = options_parse(&options, argc, argv);
	if (code == 0) code = choose_processors(&options);
	if (code == 0) code = run_command(&options, argc, argv);
	options_free(&options);
	if ((fflush(stdout) == 0 && !ferror(stdout)) || stdout_is_unread()) return code;
	fprintf(stderr, "harness: cannot write to stdout\n");
	return command_worse(code, EXIT_ENVIRONMENT);
}
