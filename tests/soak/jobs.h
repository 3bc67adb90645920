// Work in several processes, and rows of parameters on pairs of models: what both programs have in common.
#pragma once

#include "../pairs.h"

enum { JOBS_MAX = 64 };
// work(context, job) in so many processes at once. True: all of them ended, and with true.
bool jobs_run(int32_t jobs, bool (*work)(void *context, int32_t job), void *context);

double seconds_now(void);

// One row on some pairs: what is found is added up.
typedef struct Tally {
	int64_t poses, contacts;
	HnHash hash; // of the trials' hashes
	bool good;
	char what[300];
} Tally;
Tally row_try(const char *name, const char *params, HnQuery query, const PairScene *pairs, int32_t count);

int array_main(int32_t jobs, int32_t poses);
// seconds: 0: to the end.
int all_main(const char *dir, double seconds, int32_t jobs);
