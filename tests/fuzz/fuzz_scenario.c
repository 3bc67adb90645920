// Scenario texts up to the list of points, in a process of their own with the limits that every scenario has,
// so that endless loops and floods of memory end. The process must end by itself with an exit code of ours.
// The coverage counters, which would die with it, are handed over in shared memory: linked with
// -Wl,--wrap=_exit,--wrap=waitpid.
#include "host/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/run.h"

// Where the linker has put all counters. Without any of this file's own, because the compiler would declare
// these names for itself in every file that has some.
extern uint8_t __start___sancov_cntrs[], __stop___sancov_cntrs[];
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
const char *__asan_default_options(void);
_Noreturn void __real__exit(int code);
_Noreturn void __wrap__exit(int code);
pid_t __real_waitpid(pid_t pid, int *status, int options);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);

static uint8_t *s_shared;
static int s_status;

static size_t counter_size(void) { return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs); }

const char *__asan_default_options(void) { return "exitcode=99"; } // none of ours

_Noreturn void __wrap__exit(int code) {
	if (s_shared != NULL) memcpy(s_shared, __start___sancov_cntrs, counter_size());
	__real__exit(code);
}

pid_t __wrap_waitpid(pid_t pid, int *status, int options) {
	pid_t got = __real_waitpid(pid, status, options);
	if (got > 0) s_status = *status;
	return got;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	(void)argc;
	(void)argv;
	s_shared = mmap(NULL, counter_size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s_shared == MAP_FAILED) abort();
	return 0;
}

static void take_counters(void) {
	for (size_t i = 0; i < counter_size(); ++i)
		if (s_shared[i] > __start___sancov_cntrs[i]) __start___sancov_cntrs[i] = s_shared[i];
}

static void require_own_end(void) {
	int code = WIFEXITED(s_status) ? WEXITSTATUS(s_status) : -1;
	if (code == 0 || code == EXIT_USAGE || code == EXIT_SCENARIO || code == EXIT_ENVIRONMENT) return;
	fprintf(stderr, "the scenario's process ended with %s %d\n", code >= 0 ? "exit code" : "signal",
	        code >= 0 ? code : WTERMSIG(s_status));
	abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Options options = { .verb = VERB_points, .seed = 1, .script_limit = 1 };
	ScenarioJob job = { .mode = "points",
		                .file = "fuzzed.lua",
		                .text = (const char *)data,
		                .text_size = size,
		                .options = &options };
	ScenarioAnswer answer;
	memset(s_shared, 0, counter_size());
	scenario_process(&job, NULL, NULL, &answer);
	scenario_answer_free(&answer);
	take_counters();
	require_own_end();
	return 0;
}

#pragma clang attribute pop
