#include "base/child.h"

#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"

bool child_has_ended(pid_t pid) {
	siginfo_t info = { 0 };
	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

bool child_ends_within(pid_t pid, double seconds) {
	const int64_t deadline = clock_ns() + (int64_t)(seconds * 1e9);
	while (!child_has_ended(pid)) {
		if (clock_ns() >= deadline) return false;
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	}
	return true;
}
