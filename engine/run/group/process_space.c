#include "run/group/process_space.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

static bool close_from(unsigned first) {
#ifdef SYS_close_range
	return syscall(SYS_close_range, first, ~0u, 0) == 0;
#else
	(void)first;
	return false;
#endif
}

bool process_space_take_on(void) { return close_from(~0u) && unshare(CLONE_NEWPID) == 0; }

// As fork, but makes a child of this process's parent. What the C library knows of the process is wrong in
// it.
static pid_t fork_sibling(void) { return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0); }

// It execs nothing, so it must close the pipes of other workers, which would not see the supervisor's end.
static _Noreturn void be_first(int lasts) {
	struct pollfd end = { .fd = STDIN_FILENO };
	signal(SIGCHLD, SIG_IGN); // it becomes the parent of orphans, for which nobody waits
	if (dup2(lasts, STDIN_FILENO) == 0 && close_from(1))
		while (poll(&end, 1, -1) < 0 && errno == EINTR) {
		}
	_exit(0);
}

void process_space_enter(bool taken, int told, int lasts) {
	ProcessSpace space = { .worker = getpid() };
	if (taken) {
		space.first = fork_sibling();
		if (space.first == 0) be_first(lasts);
		space.worker = space.first > 0 ? fork_sibling() : -1;
		if (space.worker == 0) return;
	}
	if (write(told, &space, sizeof space) != sizeof space || taken) _exit(0);
}

static void wait_for(pid_t pid) {
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
	}
}

int32_t process_space_read(ProcessSpace *out, pid_t pid, int told) {
	ProcessSpace space = { 0 };
	ssize_t got;
	while ((got = read(told, &space, sizeof space)) < 0 && errno == EINTR) {
	}
	if (space.worker != pid) wait_for(pid);
	*out = space;
	if (got == (ssize_t)sizeof space && space.worker > 0) return HN_OK;
	process_space_end(out);
	return error_set(HN_ERR_IO, "cannot start a worker in namespaces of its own");
}

void process_space_end(ProcessSpace *space) {
	if (space->first <= 0) return;
	kill(space->first, SIGKILL);
	wait_for(space->first);
	space->first = 0;
}
