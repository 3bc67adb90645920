// Combinations of parameters against brute force, more of them than the unit tests have time for.
// `soak array [JOBS [POSES]]`: the rows of a covering array of every algorithm, and every preset, on all
// pairs of models. `soak all DIR [SECONDS [JOBS]]`: every combination on three small pairs, until the time is
// over or to the end; a clean build goes on with the next call. Exit 1: something was wrong.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

static int32_t jobs_of(const char *text) {
	long jobs = text != NULL ? strtol(text, NULL, 10) : 1;
	return jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : (int32_t)jobs;
}

static int32_t poses_of(const char *text) {
	long poses = text != NULL ? strtol(text, NULL, 10) : PAIR_STEPS_MAX;
	return poses < POSE_KINDS ? POSE_KINDS : poses > PAIR_STEPS_MAX ? PAIR_STEPS_MAX : (int32_t)poses;
}

int main(int argc, char **argv) {
	if (argc >= 2 && strcmp(argv[1], "array") == 0)
		return array_main(jobs_of(argc > 2 ? argv[2] : NULL), poses_of(argc > 3 ? argv[3] : NULL));
	if (argc >= 3 && strcmp(argv[1], "all") == 0)
		return all_main(argv[2], argc > 3 ? strtod(argv[3], NULL) : 0, jobs_of(argc > 4 ? argv[4] : NULL));
	fprintf(stderr, "usage: soak array [JOBS [POSES]] | soak all DIR [SECONDS [JOBS]]\n");
	return 2;
}
