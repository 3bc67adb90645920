#include "run/group/strays.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"

// One that begets faster than it is ended keeps what is left of it.
enum { TURNS_MOST = 1000 };

static struct {
	pid_t process;      // whose list it is: a fork has none of these children
	ARRAY(pid_t) known; // workers, and children that the process had before them
} s;

static FILE *children_open(void) {
	char path[60];
	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	return fopen(path, "re");
}

// A process that is not listed for lack of memory is one too few to be looked at: nothing is ended then.
void strays_know(pid_t process) {
	if (!ARRAY_PUSH(&s.known, process)) s.process = 0;
}

void strays_begin(void) {
	int found;
	if (s.process == getpid()) return;
	s.process = getpid();
	s.known.count = 0;
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // where this fails, process groups alone are ended
	FILE *file = children_open();
	if (file == NULL) return;
	while (fscanf(file, "%d", &found) == 1) strays_know(found);
	fclose(file);
}

void strays_forget(pid_t worker) {
	for (int64_t i = 0; i < s.known.count; ++i)
		if (s.known.data[i] == worker) s.known.data[i--] = s.known.data[--s.known.count];
	if (s.known.count == 0) ARRAY_FREE(&s.known);
}

static bool is_known(pid_t process) {
	for (int64_t i = 0; i < s.known.count; ++i)
		if (s.known.data[i] == process) return true;
	return getpgid(process) == getpgrp();
}

// The first child that is not known, or 0.
static pid_t find_stray(void) {
	int found = 0;
	FILE *file = children_open();
	if (file == NULL) return 0;
	while (fscanf(file, "%d", &found) == 1 && is_known(found)) found = 0;
	fclose(file);
	return found;
}

void strays_end(void) {
	if (s.process != getpid()) return;
	pid_t stray;
	for (int turn = 0; turn < TURNS_MOST && (stray = find_stray()) > 0; ++turn) {
		kill(stray, SIGKILL);
		while (waitpid(stray, NULL, 0) < 0 && errno == EINTR) {
		}
	}
}
