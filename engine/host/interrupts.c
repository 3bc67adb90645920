#include "host/interrupts.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t s_stop;

static void on_stop(int signal_number) {
	if (s_stop == 0) s_stop = signal_number;
}

void interrupts_catch(void) {
	struct sigaction action = { .sa_handler = on_stop }; // no SA_RESTART: a signal ends the wait for a record
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGXFSZ, SIG_IGN); // a file beyond `ulimit -f` is then an error with a message, not a silent end
}

int interrupt_caught(void) { return s_stop; }
