// The rows of a covering array of every algorithm, and every preset, on all pairs of models in all poses.
#include <stdio.h>
#include <time.h>

#include "../covering.h"
#include "base/error.h"
#include "jobs.h"

enum { PAIRS_MAX = 64 };

typedef struct Share {
	const PairScene *pairs;
	int32_t job, jobs, next; // rows are dealt out in turn
	int64_t rows, wrong;
} Share;

static void share_row(Share *share, const char *name, const char *params, HnQuery query) {
	if (share->next++ % share->jobs != share->job) return;
	Tally counter_values = row_try(name, params, query, share->pairs, pair_count());
	share->rows += 1;
	if (counter_values.good) return;
	share->wrong += 1;
	printf("WRONG: %s %s, query %s: %s\n", name, params, hn_query_name((int32_t)query), counter_values.what);
	fflush(stdout);
}

static void share_class(Share *share, const HnDetectClass *class) {
	Factors factors;
	Covering covering;
	char text[ROW_TEXT_SIZE];
	factors_create(&factors, class);
	covering_create(&covering, &factors);
	for (int32_t i = 0; i < covering.count; ++i) {
		row_text(&factors, &covering.rows[i], text);
		share_row(share, class->name, text, row_query(&factors, &covering.rows[i]));
	}
	if (share->job == 0) printf("%s: %d rows, %d values\n", class->name, covering.count, factors.sum);
	covering_free(&covering);
	factors_free(&factors);
}

static bool share_run(void *context, int32_t job) {
	Share share = *(const Share *)context;
	share.job = job;
	clock_t begin = clock();
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		if (class->planted || class->objects) continue;
		if (class->preset_of == NULL) share_class(&share, class);
		for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST && class->preset_of != NULL; ++query)
			share_row(&share, class->name, "", (HnQuery)query);
	}
	printf("%lld rows, %.0f s of processor time\n", (long long)share.rows,
	       (double)(clock() - begin) / CLOCKS_PER_SEC);
	return share.wrong == 0;
}

int array_main(int32_t jobs, int32_t poses) {
	static PairScene s_pairs[PAIRS_MAX];
	int64_t contacts = 0;
	double begin = seconds_now();
	CHECK(pair_count() <= PAIRS_MAX);
	for (int32_t i = 0; i < pair_count(); ++i) {
		pair_create(&s_pairs[i], i, poses);
		contacts += s_pairs[i].contacts;
	}
	printf("%d pairs of models in %d poses each: %lld contacts\n", pair_count(), poses, (long long)contacts);
	Share share = { .pairs = s_pairs, .jobs = jobs };
	bool good = jobs_run(jobs, share_run, &share);
	for (int32_t i = 0; i < pair_count(); ++i) pair_free(&s_pairs[i]);
	printf("%s, %.0f s\n", good ? "every row is right, on all pairs in all poses" : "FAILED",
	       seconds_now() - begin);
	return good ? 0 : 1;
}
