#include "host/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "host/scenario.h"

bool gnuplot_found(void) {
	const char *path = getenv("PATH");
	if (path == NULL || path[0] == '\0') path = "/usr/local/bin:/usr/bin:/bin";
	while (path != NULL) {
		char file[4096];
		size_t n = strcspn(path, ":");
		snprintf(file, sizeof file, "%.*s/gnuplot", (int)n, path);
		if (n > 0 && access(file, X_OK) == 0) return true;
		path = path[n] == ':' ? path + n + 1 : NULL;
	}
	return false;
}

static _Noreturn void become_gnuplot(const char *dir, const char *name, int output) {
	int nothing = open("/dev/null", O_RDONLY);
	signal(SIGPIPE, SIG_DFL);
	dup2(nothing, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	setenv("LC_ALL", "C", 1);
	if (chdir(dir) == 0) execlp("gnuplot", "gnuplot", name, (char *)NULL);
	fprintf(stderr, "%s", strerror(errno));
	_exit(127);
}

// The first line that gnuplot says is kept; the rest is read so that it never waits for us.
static size_t keep_first_words(int fd, char *text, size_t size) {
	size_t used = 0;
	char chunk[512];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR && interrupt_caught() == 0) continue;
		if (n <= 0) break;
		size_t kept = (size_t)n < size - 1 - used ? (size_t)n : size - 1 - used;
		memcpy(text + used, chunk, kept);
		used += kept;
	}
	text[used] = '\0';
	for (char *p = text; *p != '\0'; ++p)
		if (*p == '\n') *p = ' ';
	return used;
}

int32_t gnuplot_run(const char *run_dir, const char *file) {
	char dir[4096], said[400] = "";
	const char *slash = strrchr(file, '/');
	snprintf(dir, sizeof dir, "%s/%.*s", run_dir, slash != NULL ? (int)(slash - file) : 1,
	         slash != NULL ? file : ".");
	int ends[2], status = 0;
	if (pipe2(ends, O_CLOEXEC) != 0) return error_set(ERR_IO, "gnuplot: %s", strerror(errno));
	pid_t pid = fork();
	if (pid == 0) become_gnuplot(dir, slash != NULL ? slash + 1 : file, ends[1]);
	close(ends[1]);
	if (pid > 0) keep_first_words(ends[0], said, sizeof said);
	close(ends[0]);
	if (pid < 0) return error_set(ERR_IO, "gnuplot: %s", strerror(errno));
	if (interrupt_caught() != 0) kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return ERR_OK;
	return error_set(ERR_IO, "gnuplot failed on %s/%s: %s", run_dir, file, said);
}
