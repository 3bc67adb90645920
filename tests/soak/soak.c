// Combinations of parameters against brute force, more of them than the unit tests have time for.
//     soak array [JOBS]         rows of a covering array of every algorithm, and every preset, on all pairs
//     of models soak all DIR [SECONDS]    every combination on three pairs, until the time is over; goes on
//     with the next call
// `all` writes a file into DIR, a line a combination, which is only ever added to. Exit 1: something was
// wrong.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../covering.h"
#include "../pairs.h"
#include "base/error.h"
#include "run/build_info.h"

enum {
	JOBS_MAX = 64,
	PAIRS_MAX = 64,
	ALL_STEPS = 36,
	PASSES = 16,
	COUNTING = -1,
	HEADER_SIZE = 1024,
	LINE_SIZE = 5120
};

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// One row on some pairs: what is found is added up.
typedef struct Tally {
	int64_t steps, contacts;
	Hash hash;
	bool good;
	char what[300];
} Tally;

static Tally row_try(const char *name, const char *params, Query query, const PairScene *pairs,
                     int32_t count) {
	Tally tally = { .good = true };
	for (int32_t i = 0; i < count && tally.good; ++i) {
		Trial trial;
		tally.good = trial_create(&trial, &pairs[i], name, params, query) && trial_run(&trial);
		Hash both[2] = { tally.hash, trial.hash };
		tally.hash = hash_bytes(both, sizeof both);
		tally.contacts += trial.contacts;
		tally.steps += pairs[i].steps;
		if (!tally.good) memcpy(tally.what, trial.what, sizeof tally.what);
		trial_free(&trial);
	}
	return tally;
}

// Covering arrays
// ------------------------------------------------------------------------------------------------------

typedef struct Share {
	const PairScene *pairs;
	int32_t job, jobs, next; // rows are dealt out in turn
	int64_t rows, wrong;
} Share;

static void share_row(Share *share, const char *name, const char *params, Query query) {
	if (share->next++ % share->jobs != share->job) return;
	Tally tally = row_try(name, params, query, share->pairs, pair_count());
	share->rows += 1;
	if (tally.good) return;
	share->wrong += 1;
	printf("WRONG: %s %s, query %s: %s\n", name, params, query_name((int32_t)query), tally.what);
	fflush(stdout);
}

static void share_class(Share *share, const DetectClass *class) {
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

static int64_t share_run(Share *share) {
	for (int32_t i = 0; i < detect_count(); ++i) {
		const DetectClass *class = detect_at(i);
		if (class->planted) continue;
		if (class->preset_of == NULL) share_class(share, class);
		for (int query = QUERY_ALL; query <= QUERY_FIRST && class->preset_of != NULL; ++query)
			share_row(share, class->name, "", (Query)query);
	}
	return share->wrong;
}

static int array_main(int32_t jobs) {
	static PairScene s_pairs[PAIRS_MAX];
	int64_t contacts = 0;
	double begin = now();
	CHECK(pair_count() <= PAIRS_MAX);
	for (int32_t i = 0; i < pair_count(); ++i) {
		pair_create(&s_pairs[i], i, PAIR_STEPS_MAX);
		contacts += s_pairs[i].contacts;
	}
	printf("%d pairs of models in %d poses each: %lld contacts\n", pair_count(), PAIR_STEPS_MAX,
	       (long long)contacts);
	fflush(stdout);
	pid_t worker[JOBS_MAX];
	for (int32_t job = 0; job < jobs; ++job) {
		worker[job] = fork();
		CHECK(worker[job] >= 0);
		if (worker[job] != 0) continue;
		Share share = { .pairs = s_pairs, .job = job, .jobs = jobs };
		int64_t wrong = share_run(&share);
		fflush(stdout);
		_exit(wrong > 0);
	}
	bool good = true;
	for (int32_t job = 0; job < jobs; ++job) {
		int status = 0;
		good &=
		    waitpid(worker[job], &status, 0) == worker[job] && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	}
	for (int32_t i = 0; i < pair_count(); ++i) pair_free(&s_pairs[i]);
	printf("%s, %.0f s\n", good ? "every row is right" : "FAILED", now() - begin);
	return good ? 0 : 1;
}

// All combinations
// ------------------------------------------------------------------------------------------------------

typedef struct Soak {
	PairScene pairs[3];
	const DetectClass *class_;
	const Factors *factors;
	int64_t index;             // of the combination, in its class
	int32_t pass;              // those whose index is this modulo PASSES
	int64_t total, done, skip; // skip: done before, by the file
	int64_t wrong;
	double begin, end, told; // end: of the time there is
	FILE *file;
} Soak;

static const char *const s_three[3] = { "bricks", "teapots", "crumpled" };

static bool count_visit(void *context, const Row *row) {
	(void)row;
	((Soak *)context)->total += 1;
	return true;
}

static void tell(Soak *soak) {
	if (now() - soak->told < 5) return;
	soak->told = now();
	fprintf(stderr, "soak: %s: %lld of %lld combinations, %lld wrong, %.0f s\n", soak->class_->name,
	        (long long)soak->done, (long long)soak->total, (long long)soak->wrong, now() - soak->begin);
}

static bool soak_visit(void *context, const Row *row) {
	Soak *soak = context;
	char text[ROW_TEXT_SIZE], hex[HASH_HEX_SIZE];
	if (soak->index++ % PASSES != soak->pass) return true;
	soak->done += 1;
	if (soak->skip > 0) {
		soak->skip -= 1;
		return true;
	}
	row_text(soak->factors, row, text);
	Query query = row_query(soak->factors, row);
	Tally tally = row_try(soak->class_->name, text, query, soak->pairs, 3);
	soak->wrong += !tally.good;
	hash_to_hex(&tally.hash, hex);
	fprintf(soak->file, "%s,%s,\"%s\",%lld,%lld,%s,%s\n", soak->class_->name, query_name((int32_t)query),
	        text, (long long)tally.steps, (long long)tally.contacts, hex, tally.good ? "ok" : "mismatch");
	if (!tally.good) fprintf(stderr, "soak: WRONG: %s %s: %s\n", soak->class_->name, text, tally.what);
	CHECK(fflush(soak->file) == 0);
	tell(soak);
	return now() < soak->end;
}

// Combinations of one algorithm; passes come in an order in which any beginning is spread over all of them.
static void soak_pass(Soak *soak, const DetectClass *class, int32_t pass) {
	Factors factors;
	factors_create(&factors, class);
	soak->class_ = class, soak->factors = &factors, soak->index = 0, soak->pass = 0;
	for (int32_t bit = 1; bit < PASSES; bit *= 2)
		if (pass != COUNTING && (pass & bit) != 0) soak->pass += PASSES / 2 / bit;
	combinations_visit(&factors, pass == COUNTING ? count_visit : soak_visit, soak);
	factors_free(&factors);
}

// A preset has no combinations that its base has not.
static bool soaked(const DetectClass *class) { return !class->planted && class->preset_of == NULL; }

static void soak_run(Soak *soak) {
	for (int32_t pass = 0; pass < PASSES; ++pass)
		for (int32_t i = 0; i < detect_count() && now() < soak->end; ++i)
			if (soaked(detect_at(i))) soak_pass(soak, detect_at(i), pass);
}

// What is in a file of ours: its whole lines, what was wrong in them. False: it is another build's, or done.
static bool file_takes(Soak *soak, FILE *file, const char *header) {
	char line[LINE_SIZE];
	long whole = 0;
	int64_t lines = 0;
	soak->skip = soak->wrong = 0;
	if (fgets(line, sizeof line, file) == NULL || strcmp(line, header) != 0) return false;
	while (fgets(line, sizeof line, file) != NULL && strchr(line, '\n') != NULL) {
		whole = ftell(file);
		soak->skip += lines++ > 0; // the first is the names of columns
		soak->wrong += strstr(line, ",mismatch\n") != NULL;
		if (line[0] == '#') return false;
	}
	return lines > 0 && ftruncate(fileno(file), whole) == 0 && fseek(file, 0, SEEK_END) == 0;
}

static void header_make(char header[HEADER_SIZE], const Soak *soak) {
	snprintf(header, HEADER_SIZE,
	         "# %s compiler=%s config=%s flags=%s pairs=%s+%s+%s steps=%d combinations=%lld\n",
	         build_commit + strlen(BUILD_COMMIT_MARK), build_info.compiler, build_info.config,
	         build_info.flags, s_three[0], s_three[1], s_three[2], ALL_STEPS, (long long)soak->total);
}

// A file of the same clean build that is not done and not another process's; else a new one.
static void file_open(Soak *soak, const char *dir) {
	char header[HEADER_SIZE], path[4096], stamp[32];
	struct dirent *entry;
	header_make(header, soak);
	DIR *folder = strstr(header, "dirty=no") != NULL ? opendir(dir) : NULL;
	while (folder != NULL && soak->file == NULL && (entry = readdir(folder)) != NULL) {
		if (strstr(entry->d_name, ".csv") == NULL) continue;
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		FILE *file = fopen(path, "r+");
		if (file == NULL) continue;
		if (flock(fileno(file), LOCK_EX | LOCK_NB) == 0 && file_takes(soak, file, header))
			soak->file = file;
		else
			fclose(file);
	}
	if (folder != NULL) closedir(folder);
	if (soak->file == NULL) {
		time_t t = time(NULL);
		soak->skip = soak->wrong = 0;
		strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", gmtime(&t));
		snprintf(path, sizeof path, "%s/%s-%d.csv", dir, stamp, (int)getpid());
		int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		soak->file = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 ? fdopen(fd, "w") : NULL;
		if (soak->file != NULL)
			fprintf(soak->file, "%salgorithm,query,parameters,steps,contacts,hash,verdict\n", header);
	}
	if (soak->file != NULL)
		fprintf(stderr, "soak: %s: %lld of %lld combinations are in it\n", path, (long long)soak->skip,
		        (long long)soak->total);
	else
		fprintf(stderr, "soak: cannot write %s: %s\n", path, strerror(errno));
}

static int all_main(const char *dir, double seconds) {
	static Soak s_soak;
	Soak *soak = &s_soak;
	soak->begin = soak->told = now();
	soak->end = seconds > 0 ? soak->begin + seconds : 1e300;
	for (int32_t i = 0; i < detect_count(); ++i)
		if (soaked(detect_at(i))) soak_pass(soak, detect_at(i), COUNTING);
	for (int32_t i = 0; i < 3; ++i) pair_create(&soak->pairs[i], pair_find(s_three[i]), ALL_STEPS);
	file_open(soak, dir);
	if (soak->file == NULL) return 2;
	soak_run(soak);
	bool whole = soak->done == soak->total;
	if (whole)
		fprintf(soak->file, "# all %lld combinations, %lld wrong\n", (long long)soak->total,
		        (long long)soak->wrong);
	CHECK(fclose(soak->file) == 0);
	for (int32_t i = 0; i < 3; ++i) pair_free(&soak->pairs[i]);
	printf("%lld of %lld combinations, %lld wrong, %.0f s%s\n", (long long)soak->done, (long long)soak->total,
	       (long long)soak->wrong, now() - soak->begin, whole ? "" : "; the same command goes on");
	return soak->wrong > 0 ? 1 : 0;
}

int main(int argc, char **argv) {
	if (argc >= 2 && strcmp(argv[1], "array") == 0) {
		long jobs = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
		return array_main(jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : (int32_t)jobs);
	}
	if (argc >= 3 && strcmp(argv[1], "all") == 0)
		return all_main(argv[2], argc > 3 ? strtod(argv[3], NULL) : 0);
	fprintf(stderr, "usage: soak array [JOBS] | soak all DIR [SECONDS]\n");
	return 2;
}
