#include "support/stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t s_signal;
static struct sigaction s_before[3];
static const int s_signals[2] = { SIGINT, SIGTERM };
static int s_depth; // of listeners; only the outermost one changes anything

static void note(int number) { s_signal = number; }

void stop_listen(void) {
	if (s_depth++ > 0) return;
	s_signal = 0;
	for (int i = 0; i < 2; ++i) {
		// No SA_RESTART, so that the signal ends a wait for a worker. SA_RESETHAND, so that a second signal
		// kills the process.
		struct sigaction action = { .sa_handler = note, .sa_flags = (int)SA_RESETHAND };
		sigaction(s_signals[i], &action, &s_before[i]);
		// A signal that was ignored from the start (nohup, a background job) stays ignored.
		if (s_before[i].sa_handler == SIG_IGN) sigaction(s_signals[i], &s_before[i], NULL);
	}
	// Writing an order to a dead worker must fail with an error instead of ending the supervisor.
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigaction(SIGPIPE, &ignore, &s_before[2]);
}

void stop_restore(void) {
	if (--s_depth > 0) return;
	for (int i = 0; i < 2; ++i) sigaction(s_signals[i], &s_before[i], NULL);
	sigaction(SIGPIPE, &s_before[2], NULL);
}

int32_t stop_signal(void) { return (int32_t)s_signal; }
