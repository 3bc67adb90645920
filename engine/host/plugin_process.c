#include "host/plugin_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "host/interrupts.h"
#include "machine/machine.h"
#include "plugin/load.h"
#include "plugin/system.h"
#include "run/run.h"

enum { LIMIT_S = 10, SAID_SIZE = 600, TEXT_MOST = 1 << 22 };

int plugin_process_main(const char *file) {
	Text text = { 0 };
	int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	int32_t status = out < 0 ? error_set(HN_ERR_IO, "no standard output") : plugin_describe(&text, file);
	if (status == HN_OK) status = fd_write_all(out, text.data, (size_t)text.count);
	if (status != HN_OK) fprintf(stderr, "%s\n", hn_error_text());
	text_free(&text);
	// Destructors of the plug-in do not run: nothing that it does now may change the outcome.
	fflush(stderr);
	_exit(status == HN_OK ? EXIT_OK_ALL : EXIT_SCENARIO);
}

typedef struct Process {
	pid_t pid;
	int out, said_fd;
	Text *text;
	char said[SAID_SIZE];
	size_t said_size;
} Process;

uint64_t plugin_process_memory(void) { return machine_memory() / 2; }

static _Noreturn void become_reader(const char *file, int out, int said) {
	char name[] = "harness", option[] = "--plugin";
	char path[PATH_SIZE];
	snprintf(path, sizeof path, "%s", file);
	char *const argv[] = { name, option, path, NULL };
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	const struct rlimit none = { 0, 0 }, cpu = { LIMIT_S, LIMIT_S };
	setrlimit(RLIMIT_CORE, &none);
	setrlimit(RLIMIT_CPU, &cpu);
	plugin_system_limit(plugin_process_memory(), true);
	int nothing = open("/dev/null", O_RDONLY);
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(said, STDERR_FILENO) < 0)
		_exit(127);
	execv("/proc/self/exe", argv);
	_exit(127);
}

static int32_t process_start(Process *p, const char *file) {
	int out[2], said[2];
	if (pipe2(out, O_CLOEXEC) != 0) return error_set(HN_ERR_IO, "cannot make a pipe: %s", strerror(errno));
	if (pipe2(said, O_CLOEXEC) != 0) {
		close(out[0]), close(out[1]);
		return error_set(HN_ERR_IO, "cannot make a pipe: %s", strerror(errno));
	}
	p->pid = fork();
	if (p->pid == 0) become_reader(file, out[1], said[1]);
	close(out[1]), close(said[1]);
	p->out = out[0], p->said_fd = said[0];
	if (p->pid > 0) return HN_OK;
	close(p->out), close(p->said_fd);
	return error_set(HN_ERR_IO, "cannot start a process: %s", strerror(errno));
}

// False: the end of the stream.
static bool read_some(Process *p, bool is_text) {
	char chunk[4096];
	ssize_t n = read(is_text ? p->out : p->said_fd, chunk, sizeof chunk);
	if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
	if (n <= 0) return false;
	if (is_text) {
		if (p->text->count < TEXT_MOST) text_add_bytes(p->text, chunk, n);
		return true;
	}
	size_t room = SAID_SIZE - 1 - p->said_size, kept = (size_t)n < room ? (size_t)n : room;
	memcpy(p->said + p->said_size, chunk, kept);
	p->said_size += kept;
	return true;
}

// Reads both streams to their ends. False: the time is over.
static bool process_follow(Process *p, int64_t deadline) {
	bool open_streams[2] = { true, true };
	while (open_streams[0] || open_streams[1]) {
		struct pollfd fds[2] = { { .fd = open_streams[0] ? p->out : -1, .events = POLLIN },
			                     { .fd = open_streams[1] ? p->said_fd : -1, .events = POLLIN } };
		int64_t left = (deadline - clock_ns()) / 1000000;
		if (left <= 0 || interrupt_caught() != 0) return false;
		if (poll(fds, 2, (int)(left < 200 ? left : 200)) <= 0) continue;
		for (int i = 0; i < 2; ++i)
			if (fds[i].revents != 0) open_streams[i] = read_some(p, i == 0);
	}
	return true;
}

// Waits until the process has ended, which it need not have done when both streams have. False: the time is
// over.
static bool process_wait(const Process *p, int64_t deadline) {
	while (clock_ns() < deadline && interrupt_caught() == 0) {
		if (child_has_ended(p->pid)) return true;
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	}
	return false;
}

static int process_end(Process *p, bool in_time) {
	int ended = 0;
	if (!in_time) kill(p->pid, SIGKILL);
	while (waitpid(p->pid, &ended, 0) < 0 && errno == EINTR) {
	}
	close(p->out), close(p->said_fd);
	p->said[strcspn(p->said, "\n")] = '\0';
	return ended;
}

int32_t plugin_process_describe(Text *out, const char *file) {
	Process p = { .text = out };
	int32_t status = process_start(&p, file);
	if (status != HN_OK) return status;
	int64_t deadline = clock_ns() + (int64_t)LIMIT_S * 1000000000;
	bool in_time = process_follow(&p, deadline) && process_wait(&p, deadline);
	int ended = process_end(&p, in_time);
	if (!in_time)
		return error_set(HN_ERR_BAD_INPUT, "%s: did not describe itself within %d s", file, (int)LIMIT_S);
	if (WIFSIGNALED(ended))
		return error_set(HN_ERR_BAD_INPUT, "%s: crashed when it was loaded: %s%s%s", file,
		                 strsignal(WTERMSIG(ended)), p.said[0] != '\0' ? ": " : "", p.said);
	if (WEXITSTATUS(ended) == EXIT_OK_ALL && out->count > 0) return text_check(out);
	if (p.said[0] != '\0') return error_set(HN_ERR_BAD_INPUT, "%s", p.said);
	return error_set(HN_ERR_BAD_INPUT, "%s: ended the process when it was loaded, with exit code %d", file,
	                 WEXITSTATUS(ended));
}
