#include "host/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

static _Noreturn void become(const char *const *argv, int input, int output, bool quiet) {
	int nothing = open("/dev/null", O_RDWR);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	dup2(input >= 0 ? input : nothing, STDIN_FILENO);
	if (output >= 0) dup2(output, STDOUT_FILENO);
	if (quiet) dup2(nothing, STDERR_FILENO);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	_exit(TOOL_NOT_FOUND);
}

static void read_all(int fd, Text *out) {
	char chunk[4096];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return;
		text_add_bytes(out, chunk, n);
	}
}

int32_t tool_run(const char *const *argv, Text *out, bool quiet) {
	int ends[2] = { -1, -1 }, status = 0;
	if (out != NULL && pipe2(ends, O_CLOEXEC) != 0)
		return error_set(HN_ERR_IO, "%s: %s", argv[0], strerror(errno));
	pid_t pid = fork();
	if (pid == 0) become(argv, -1, ends[1], quiet);
	int error = errno;
	if (out != NULL) close(ends[1]);
	if (out != NULL && pid > 0) read_all(ends[0], out);
	if (out != NULL) close(ends[0]);
	if (pid < 0) return error_set(HN_ERR_IO, "%s: %s", argv[0], strerror(error));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
	if (out != NULL && text_check(out) != HN_OK) return HN_ERR_NO_MEMORY;
	if (!WIFEXITED(status)) return error_set(HN_ERR_IO, "%s was killed", argv[0]);
	if (WEXITSTATUS(status) == TOOL_NOT_FOUND)
		return error_set(HN_ERR_IO, "%s is not found: install it", argv[0]);
	return WEXITSTATUS(status);
}

int32_t tool_open(ToolPipe *out, const char *const *argv, int input) {
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0) return error_set(HN_ERR_IO, "%s: %s", argv[0], strerror(errno));
	out->pid = fork();
	if (out->pid == 0) become(argv, input, ends[1], true);
	int error = errno;
	close(ends[1]);
	out->output = ends[0];
	if (out->pid > 0) return HN_OK;
	close(ends[0]);
	return error_set(HN_ERR_IO, "%s: %s", argv[0], strerror(error));
}

int tool_close(ToolPipe *pipe) {
	int status = 0;
	close(pipe->output); // a program that still writes ends by SIGPIPE
	while (waitpid(pipe->pid, &status, 0) < 0 && errno == EINTR) continue;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
