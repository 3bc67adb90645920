#include "jobs.h"

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

bool jobs_run(int32_t jobs, bool (*work)(void *context, int32_t job), void *context) {
	pid_t worker[JOBS_MAX];
	bool good = true;
	CHECK(jobs > 0 && jobs <= JOBS_MAX);
	fflush(NULL);
	for (int32_t job = 0; job < jobs; ++job) {
		worker[job] = fork();
		CHECK(worker[job] >= 0);
		if (worker[job] != 0) continue;
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

Tally row_try(const char *name, const char *params, Query query, const PairScene *pairs, int32_t count) {
	Tally tally = { .good = true };
	Trial trial, first;
	for (int32_t i = 0; i < count && tally.good; ++i) {
		tally.good = i == 0 ? trial_create(&trial, &pairs[i], name, params, query)
		                    : trial_create_again(&trial, &pairs[i], &first, params);
		if (i == 0) first = trial;
		trial.turn = i;
		tally.good = tally.good && trial_run(&trial);
		Hash both[2] = { tally.hash, trial.hash };
		tally.hash = hash_bytes(both, sizeof both);
		tally.contacts += trial.contacts;
		tally.poses += pairs[i].steps;
		if (!tally.good) memcpy(tally.what, trial.what, sizeof tally.what);
		trial_free(&trial);
	}
	return tally;
}
