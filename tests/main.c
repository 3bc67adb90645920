// Runs every suite that tests/test_*.c define. CK_RUN_SUITE and CK_RUN_CASE select, CK_FORK=no helps a
// debugger; arguments name suites to run instead of all. A test that hangs is ended after UNIT_CPU_SECONDS
// (600; 0: never) of processor time.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

static const struct {
	const char *name;
	Suite *(*create)(void);
} s_suites[] = {
#define SUITE(name) { #name, name##_suite },
#include "suites.def"
#undef SUITE
};

static int wanted(const char *name, int argc, char **argv) {
	for (int i = 1; i < argc; ++i)
		if (strcmp(argv[i], name) == 0) return 1;
	return argc < 2;
}

// Check's own limit is wall-clock time, which a busy machine uses up for a test that does not hang. The limit
// here is processor time, and each test has its own: a forked process starts at 0. A test that is over it
// ends by SIGXCPU, which Check reports.
static void limit_processor_time(void) {
	const char *text = getenv("UNIT_CPU_SECONDS"), *fork = getenv("CK_FORK");
	rlim_t seconds = text != NULL ? (rlim_t)strtoul(text, NULL, 10) : 600;
	setenv("CK_DEFAULT_TIMEOUT", "0", 1);
	if (seconds == 0 || (fork != NULL && strcmp(fork, "no") == 0)) return;
	struct rlimit limit;
	getrlimit(RLIMIT_CPU, &limit);
	if (limit.rlim_max == RLIM_INFINITY || seconds < limit.rlim_max) limit.rlim_cur = seconds;
	setrlimit(RLIMIT_CPU, &limit);
}

int main(int argc, char **argv) {
	limit_processor_time();
	setenv("HARNESS_PLANT_SLOWED", "0", 0); // a quiet core: nothing is asked again beside busy neighbours
	SRunner *runner = srunner_create(NULL);
	int found = 0;
	for (size_t i = 0; i < sizeof s_suites / sizeof s_suites[0]; ++i)
		if (wanted(s_suites[i].name, argc, argv)) {
			srunner_add_suite(runner, s_suites[i].create());
			found += 1;
		}
	if (found < argc - 1) {
		fprintf(stderr, "unit_tests: no such suite; there are:");
		for (size_t i = 0; i < sizeof s_suites / sizeof s_suites[0]; ++i)
			fprintf(stderr, " %s", s_suites[i].name);
		fprintf(stderr, "\n");
		srunner_free(runner);
		return EXIT_FAILURE;
	}
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
	srunner_free(runner);
	return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
