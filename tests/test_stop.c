// Who listens to signals that ask to stop.
#include <signal.h>

#include "suite.h"
#include "support/stop.h"

static bool is_default(int number) {
	struct sigaction now;
	ck_assert_int_eq(sigaction(number, NULL, &now), 0);
	return now.sa_handler == SIG_DFL;
}

// As the pictures of a page that is made while a run is measured.
START_TEST(an_inner_listener_changes_nothing) {
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	stop_listen();
	raise(SIGTERM);
	stop_listen();
	ck_assert_int_eq(stop_signal(), SIGTERM);
	stop_restore();
	ck_assert_int_eq(stop_signal(), SIGTERM);
	ck_assert(!is_default(SIGINT) && is_default(SIGTERM)); // a second one ends the process
	stop_restore();
	ck_assert(is_default(SIGINT) && is_default(SIGTERM));
	stop_listen();
	ck_assert_int_eq(stop_signal(), 0);
	ck_assert(!is_default(SIGTERM));
	stop_restore();
}

TEST_SUITE(stop, suite, tc) { tcase_add_test(tc, an_inner_listener_changes_nothing); }
