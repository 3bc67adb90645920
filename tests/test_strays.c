// Which children a supervisor ends.
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/group/strays.h"
#include "suite.h"

// A child in a process group of its own.
static pid_t beget(void) {
	const pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;) pause();
	}
	ck_assert_int_gt(pid, 0);
	setpgid(pid, pid);
	return pid;
}

static bool lives(pid_t pid) { return waitpid(pid, NULL, WNOHANG) == 0; }

static void end(pid_t pid) {
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

// Neither workers nor what was there before them: a shell that became the program had it.
START_TEST(children_of_before_are_no_strays) {
	if (access("/proc/thread-self/children", R_OK) != 0) return; // nobody knows of any
	const pid_t before = beget();
	strays_begin();
	const pid_t worker = beget(), stray = beget();
	strays_know(worker);
	strays_end();
	ck_assert(lives(before) && lives(worker) && !lives(stray));
	strays_begin(); // once is enough
	strays_forget(worker);
	strays_end();
	ck_assert(lives(before) && !lives(worker));
	end(before);
}

TEST_SUITE(strays, suite, tc) { tcase_add_test(tc, children_of_before_are_no_strays); }
