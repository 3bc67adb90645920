// Each process counts every jobs-th group. A group has a journal of its own, so the processes share no file.
#include "run/count_parallel.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
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

enum { WAIT_US = 10000 };

static _Noreturn void count_share(Run *run, int32_t first, int32_t jobs) {
	GroupEnd end = { 0 };
	int32_t status = HN_OK;
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	cores_use_all();
	run->machine.core = -1; // workers of different processes must not share one processor
	for (int32_t i = first;
	     status == HN_OK && !end.stopped && stop_signal() == 0 && i < run->plan->group_count; i += jobs)
		status = measure_group(run, NULL, &(GroupDef){ .group = &run->plan->groups[i] }, &end);
	if (status != HN_OK) fprintf(stderr, "harness: %s\n", hn_error_text());
	_exit(status == HN_OK ? 0 : EXIT_ENVIRONMENT);
}

// Waits for all processes. A signal that asks to stop is passed on to them.
static int32_t wait_for(const pid_t *pids, int32_t count) {
	int32_t status = HN_OK, passed = 0;
	for (int32_t left = count; left > 0;) {
		int how = 0;
		pid_t ended = waitpid(-1, &how, WNOHANG);
		if (ended > 0) left -= 1;
		if (ended > 0 && (!WIFEXITED(how) || WEXITSTATUS(how) != 0))
			status = error_set(HN_ERR_IO, "a process that counts failed");
		if (ended < 0 && errno != EINTR) return error_set(HN_ERR_IO, "waitpid: %s", strerror(errno));
		for (int32_t i = 0; i < count && stop_signal() != 0 && passed == 0; ++i) kill(pids[i], stop_signal());
		passed = stop_signal();
		if (ended <= 0) usleep(WAIT_US);
	}
	return status;
}

int32_t count_in_parallel(Run *run, int32_t jobs) {
	int32_t count = 0, status = HN_OK;
	jobs = jobs < run->plan->group_count ? jobs : run->plan->group_count;
	size_t size = mem_array_size(jobs, sizeof(pid_t));
	pid_t *pids = mem_alloc_zero(size);
	if (pids == NULL) return HN_ERR_NO_MEMORY;
	fflush(NULL);
	for (int32_t i = 0; i < jobs && status == HN_OK; ++i) {
		pid_t pid = fork();
		if (pid == 0) count_share(run, i, jobs);
		if (pid > 0)
			pids[count++] = pid;
		else
			status = error_set(HN_ERR_IO, "no process to count in: %s", strerror(errno));
	}
	for (int32_t i = 0; i < count && status != HN_OK; ++i) kill(pids[i], SIGTERM);
	int32_t waited = wait_for(pids, count);
	mem_free(pids, size);
	return status != HN_OK ? status : waited;
}
