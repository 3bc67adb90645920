#include "jobs.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"

double seconds_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// What is tried now, for when it is the end.
static const char *s_name, *s_params;

static void say_where(int number) {
	const char *const parts[4] = { "in ", s_name, " ", s_params };
	for (int i = 0; s_name != NULL && i < 4; ++i)
		if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0) break;
	if (write(STDERR_FILENO, "\n", 1) == 1) raise(number); // as it was without this
}

static void say_where_it_ends(void) {
	static const int s_signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	struct sigaction action = { .sa_handler = say_where, .sa_flags = (int)SA_RESETHAND };
	for (size_t i = 0; i < sizeof s_signals / sizeof s_signals[0]; ++i)
		sigaction(s_signals[i], &action, NULL);
}

bool jobs_run(int32_t jobs, bool (*work)(void *context, int32_t job), void *context) {
	pid_t worker[JOBS_MAX];
	bool good = true;
	CHECK(jobs > 0 && jobs <= JOBS_MAX);
	fflush(NULL);
	for (int32_t job = 0; job < jobs; ++job) {
		worker[job] = fork();
		CHECK(worker[job] >= 0);
		if (worker[job] != 0) continue;
		say_where_it_ends();
		bool right = work(context, job);
		fflush(NULL);
		_exit(!right);
	}
	for (int32_t job = 0; job < jobs; ++job) {
		int status = 0;
		good &= waitpid(worker[job], &status, 0) == worker[job] && status == 0;
		if (WIFSIGNALED(status)) fprintf(stderr, "job %d: %s\n", job, strsignal(WTERMSIG(status)));
	}
	return good;
}

Tally row_try(const char *name, const char *params, HnQuery query, const PairScene *pairs, int32_t count) {
	Tally counter_values = { .good = true };
	s_name = name, s_params = params;
	Trial trial, first;
	for (int32_t i = 0; i < count && counter_values.good; ++i) {
		counter_values.good = i == 0 ? trial_create(&trial, &pairs[i], name, params, query)
		                             : trial_create_again(&trial, &pairs[i], &first, params);
		if (i == 0) first = trial;
		trial.turn = i;
		counter_values.good = counter_values.good && trial_run(&trial);
		HnHash both[2] = { counter_values.hash, trial.hash };
		counter_values.hash = hn_hash_bytes(both, sizeof both);
		counter_values.contacts += trial.contacts;
		counter_values.poses += pairs[i].steps;
		if (!counter_values.good) memcpy(counter_values.what, trial.what, sizeof counter_values.what);
		trial_free(&trial);
	}
	return counter_values;
}
