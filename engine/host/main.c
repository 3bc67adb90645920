// harness: a research experiment harness for collision detection.
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "host/command_parts.h"
#include "host/commands.h"
#include "host/completion.h"
#include "host/plugin_process.h"
#include "machine/cores.h"
#include "run/run.h"
#include "run/worker/worker.h"
#include "simd/simd.h"

static int run_verb(const Options *options) {
	static int (*const s_verbs[])(const Options *) = {
#define VERB(name, word, roles, operands, about) command_##name,
#include "host/commands.def"
	};
	return s_verbs[options->verb](options);
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

// Processors and instruction set are chosen before any process is started, because children inherit the
// processors.
static int act(int argc, char **argv) {
	Options options;
	int code = options_parse(&options, argc, argv);
	if (code == 0 && (cores_choose(options.cpu) != HN_OK || hn_simd_choose(options.simd) != HN_OK))
		code = complain(EXIT_USAGE);
	if (code == 0) code = run_verb(&options);
	options_free(&options);
	return code;
}

int main(int argc, char **argv) {
	bool is_worker = argc == 2 && strcmp(argv[1], "--worker") == 0;
	bool is_plugin = argc == 3 && strcmp(argv[1], "--plugin") == 0;
	streams_open();
	int code = EXIT_OK_ALL;
	if (argc > 1 && strcmp(argv[1], "--complete") == 0)
		completion_answer(argc - 2, argv + 2);
	else
		code = is_worker ? worker_main() : is_plugin ? plugin_process_main(argv[2]) : act(argc, argv);
	if ((fflush(stdout) == 0 && !ferror(stdout)) || stdout_is_unread()) return code;
	fprintf(stderr, "harness: cannot write to stdout\n");
	return command_worse(code, EXIT_ENVIRONMENT);
}
