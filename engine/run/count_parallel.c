// Each process takes the next group that no other has taken. A group has a journal of its own, so the
// processes share no file. They tell the supervisor through a pipe which groups have ended.
#include "run/count_parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/error.h"
#include "base/mem.h"
#include "machine/cores.h"
#include "run/measure_group.h"
#include "support/stop.h"

enum { WAIT_MS = 10 };

// Memory that all processes share.
typedef struct Shared {
	_Atomic int32_t next; // the first group that nobody has taken
	_Atomic bool over;    // a point failed, under --fail-fast
} Shared;

// What a process writes to the pipe when a group ends. It is smaller than PIPE_BUF, so it arrives whole.
typedef struct Counted {
	double seconds;
	int32_t group, stopped;
} Counted;

typedef struct Counting {
	Run *run;
	Progress *progress;
	Shared *shared;
	int pipe[2];
	pid_t supervisor, *pids; // 0: one that has ended
	int32_t count;           // of processes
} Counting;

static int32_t count_next(const Counting *c, int32_t index, GroupEnd *end) {
	int32_t status = measure_group(c->run, NULL, &(GroupDef){ .group = &c->run->plan->groups[index] }, end);
	if (status != HN_OK || !end->measured) return status;
	if (measure_is_over(c->run, end)) atomic_store(&c->shared->over, true);
	Counted counted = { .seconds = end->seconds, .group = index, .stopped = end->stopped };
	return fd_write_all(c->pipe[1], &counted, sizeof counted);
}

static _Noreturn void count_share(const Counting *c) {
	GroupEnd end = { 0 };
	int32_t status = HN_OK, index = 0;
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	if (getppid() != c->supervisor) _exit(0); // it was killed before the line above
	close(c->pipe[0]);
	cores_use_all();
	c->run->machine.core = -1; // workers of different processes must not share one processor
	while (status == HN_OK && !end.stopped && stop_signal() == 0 && !atomic_load(&c->shared->over) &&
	       (index = atomic_fetch_add(&c->shared->next, 1)) < c->run->plan->group_count)
		status = count_next(c, index, &end);
	if (status != HN_OK) fprintf(stderr, "harness: %s\n", hn_error_text());
	_exit(status == HN_OK ? 0 : EXIT_ENVIRONMENT);
}

// Reports the groups that have ended. Waits for a moment if there are none.
static int32_t tell_counted(const Counting *c) {
	struct pollfd waiting = { .fd = c->pipe[0], .events = POLLIN };
	Counted counted;
	int32_t status = HN_OK;
	for (int wait_ms = WAIT_MS; status == HN_OK && poll(&waiting, 1, wait_ms) > 0; wait_ms = 0) {
		if (read(c->pipe[0], &counted, sizeof counted) != (ssize_t)sizeof counted) break;
		GroupDef def = { .group = &c->run->plan->groups[counted.group] };
		status = measure_tell(c->run, c->progress, &def, counted.stopped != 0, counted.seconds);
	}
	return status;
}

// A terminal sends a signal to all processes, and wait_for passes it on. The second one ends a process, whose
// journal stays readable.
static bool has_failed(int how) {
	if (WIFSIGNALED(how)) return stop_signal() == 0;
	return WEXITSTATUS(how) != 0;
}

static void pass_on(const Counting *c, int number) {
	for (int32_t i = 0; i < c->count; ++i)
		if (c->pids[i] != 0) kill(c->pids[i], number);
}

// Takes note of those that have ended. There may be other children, of the program that this process was.
static int32_t look_at_all(const Counting *c, int32_t *left) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < c->count; ++i) {
		int how = 0;
		const pid_t ended = c->pids[i] != 0 ? waitpid(c->pids[i], &how, WNOHANG) : 0;
		if (ended == 0 || (ended < 0 && errno == EINTR)) continue;
		if (ended < 0)
			status = error_set(HN_ERR_IO, "waitpid: %s", strerror(errno));
		else if (has_failed(how))
			status = error_set(HN_ERR_IO, "a process that counts failed");
		c->pids[i] = 0;
		*left -= 1;
	}
	return status;
}

// Waits for all processes. A signal that asks to stop is passed on to them.
static int32_t wait_for(const Counting *c) {
	int32_t status = HN_OK, passed = 0;
	for (int32_t left = c->count; left > 0;) {
		const int32_t told = tell_counted(c), ended = look_at_all(c, &left);
		if (told != HN_OK) status = told;
		if (ended != HN_OK) status = ended;
		if (stop_signal() != 0 && passed == 0) pass_on(c, stop_signal());
		passed = stop_signal();
	}
	int32_t told = tell_counted(c);
	return status != HN_OK ? status : told;
}

static int32_t start_and_wait(Counting *c, int32_t jobs) {
	int32_t status = HN_OK;
	fflush(NULL);
	for (int32_t i = 0; i < jobs && status == HN_OK; ++i) {
		pid_t pid = fork();
		if (pid == 0) count_share(c);
		if (pid > 0)
			c->pids[c->count++] = pid;
		else
			status = error_set(HN_ERR_IO, "no process to count in: %s", strerror(errno));
	}
	if (status != HN_OK) pass_on(c, SIGTERM);
	int32_t waited = wait_for(c);
	return status != HN_OK ? status : waited;
}

int32_t count_in_parallel(Run *run, Progress *progress, int32_t jobs) {
	Counting c = { .run = run, .progress = progress, .supervisor = getpid() };
	jobs = jobs < run->plan->group_count ? jobs : run->plan->group_count;
	size_t size = mem_array_size(jobs, sizeof(pid_t));
	void *memory = mmap(NULL, sizeof *c.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) return error_set(HN_ERR_NO_MEMORY, "no memory to share: %s", strerror(errno));
	c.shared = memory; // zeros: no group is taken
	c.pids = mem_alloc_zero(size);
	int32_t status = c.pids == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	if (status == HN_OK && pipe2(c.pipe, O_CLOEXEC) != 0) {
		status = error_set(HN_ERR_IO, "no pipe: %s", strerror(errno));
	} else if (status == HN_OK) {
		status = start_and_wait(&c, jobs);
		close(c.pipe[0]);
		close(c.pipe[1]);
	}
	mem_free(c.pids, size);
	munmap(memory, sizeof *c.shared);
	return status;
}
