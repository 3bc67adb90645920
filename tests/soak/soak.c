// Combinations of parameters against brute force, more of them than the unit tests have time for.
// `soak array [JOBS]`: the rows of a covering array of every algorithm, and every preset, on all pairs of
// models. `soak all DIR [SECONDS]`: every combination on three pairs, until the time is over; a clean build
// goes on with the next call.
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
	BRIEF_STEPS = 12,
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
	bool good, brief;
	char what[300];
} Tally;

// brief: the same pairs in fewer poses, for those that remain once a row has had its time: some ways to fit a
// volume take thousands of times that of others. NULL: none.
static Tally row_try(const char *name, const char *params, Query query, const PairScene *pairs,
                     const PairScene *brief, int32_t count) {
	Tally tally = { .good = true };
	clock_t begin = clock();
	for (int32_t i = 0; i < count && tally.good; ++i) {
		Trial trial;
		tally.brief |= brief != NULL && clock() - begin > CLOCKS_PER_SEC / 2;
		const PairScene *pair = tally.brief ? &brief[i] : &pairs[i];
		tally.good = trial_create(&trial, pair, name, params, query) && trial_run(&trial);
		Hash both[2] = { tally.hash, trial.hash };
		tally.hash = hash_bytes(both, sizeof both);
		tally.contacts += trial.contacts;
		tally.steps += pair->steps;
		if (!tally.good) memcpy(tally.what, trial.what, sizeof tally.what);
		trial_free(&trial);
	}
	return tally;
}

// Covering arrays
// ------------------------------------------------------------------------------------------------------

typedef struct Share {
	const PairScene *pairs, *brief;
	int32_t job, jobs, next; // rows are dealt out in turn
	int64_t rows, brief_rows, wrong;
} Share;

static void share_row(Share *share, const char *name, const char *params, Query query) {
	if (share->next++ % share->jobs != share->job) return;
	Tally tally = row_try(name, params, query, share->pairs, share->brief, pair_count());
	share->rows += 1, share->brief_rows += tally.brief;
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
		if (class->planted || class->objects) continue;
		if (class->preset_of == NULL) share_class(share, class);
		for (int query = QUERY_ALL; query <= QUERY_FIRST && class->preset_of != NULL; ++query)
			share_row(share, class->name, "", (Query)query);
	}
	return share->wrong;
}

static int array_main(int32_t jobs) {
	static PairScene s_pairs[PAIRS_MAX], s_brief[PAIRS_MAX];
	int64_t contacts = 0;
	double begin = now();
	CHECK(pair_count() <= PAIRS_MAX);
	for (int32_t i = 0; i < pair_count(); ++i) {
		pair_create(&s_pairs[i], i, PAIR_STEPS_MAX);
		pair_create(&s_brief[i], i, BRIEF_STEPS);
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
		Share share = { .pairs = s_pairs, .brief = s_brief, .job = job, .jobs = jobs };
		int64_t wrong = share_run(&share);
		printf("%lld rows, %lld of them slow: on some pairs in %d poses\n", (long long)share.rows,
		       (long long)share.brief_rows, BRIEF_STEPS);
		fflush(stdout);
		_exit(wrong > 0);
	}
	bool good = true;
	for (int32_t job = 0; job < jobs; ++job) {
		int status = 0;
		good &=
		    waitpid(worker[job], &status, 0) == worker[job] && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	}
	for (int32_t i = 0; i < pair_count(); ++i) pair_free(&s_pairs[i]), pair_free(&s_brief[i]);
	printf("%s, %.0f s\n", good ? "every row is right" : "FAILED", now() - begin);
	return good ? 0 : 1;
}

// All combinations
// ------------------------------------------------------------------------------------------------------

typedef struct Soak {
	PairScene pairs[3];
	const DetectClass *class_;
	Factors factors;
	Combinations all;
	int64_t next, wrong;     // next: how many have been looked at
	double begin, end, told; // end: of the time there is
	FILE *file;
} Soak;

static const char *const s_three[3] = { "bricks", "teapots", "crumpled" };

static void tell(Soak *soak) {
	if (now() - soak->told < 5) return;
	soak->told = now();
	fprintf(stderr, "soak: %s: %lld of %lld combinations, %lld wrong, %.0f s\n", soak->class_->name,
	        (long long)soak->next, (long long)soak->all.total, (long long)soak->wrong, now() - soak->begin);
}

static void soak_row(Soak *soak, const Row *row) {
	char text[ROW_TEXT_SIZE], hex[HASH_HEX_SIZE];
	row_text(&soak->factors, row, text);
	Query query = row_query(&soak->factors, row);
	Tally tally = row_try(soak->class_->name, text, query, soak->pairs, NULL, 3);
	soak->wrong += !tally.good;
	hash_to_hex(&tally.hash, hex);
	fprintf(soak->file, "%lld,%s,%s,\"%s\",%lld,%lld,%s,%s\n", (long long)soak->next, soak->class_->name,
	        query_name((int32_t)query), text, (long long)tally.steps, (long long)tally.contacts, hex,
	        tally.good ? "ok" : "mismatch");
	if (!tally.good) fprintf(stderr, "soak: WRONG: %s %s: %s\n", soak->class_->name, text, tally.what);
	CHECK(fflush(soak->file) == 0);
}

static int64_t common_divisor(int64_t a, int64_t b) { return b == 0 ? a : common_divisor(b, a % b); }

// From end to end in long steps that meet each once: any beginning is spread over all of them.
static void soak_run(Soak *soak) {
	int64_t total = soak->all.total, step = (int64_t)(0.618 * (double)total) + 1;
	while (common_divisor(total, step) != 1) ++step;
	for (; soak->next < total && now() < soak->end; ++soak->next) {
		Row row;
		int64_t at = (int64_t)((unsigned __int128)soak->next * (uint64_t)step % (uint64_t)total);
		if (combinations_at(&soak->all, at, &row)) soak_row(soak, &row);
		tell(soak);
	}
}

typedef enum Taken { FILE_OTHER, FILE_TAKEN, FILE_DONE } Taken;

// What is in a file of this header: where it ends, what was wrong in it.
static Taken file_look(Soak *soak, FILE *file, const char *header) {
	char line[LINE_SIZE];
	long whole = 0;
	soak->next = soak->wrong = 0;
	if (fgets(line, sizeof line, file) == NULL || strcmp(line, header) != 0) return FILE_OTHER;
	while (fgets(line, sizeof line, file) != NULL && strchr(line, '\n') != NULL) {
		if (line[0] == '#') return FILE_DONE;
		if (whole > 0) soak->next = strtoll(line, NULL, 10) + 1; // the first line has the names of columns
		soak->wrong += strstr(line, ",mismatch\n") != NULL;
		whole = ftell(file);
	}
	bool good = whole > 0 && ftruncate(fileno(file), whole) == 0 && fseek(file, 0, SEEK_END) == 0;
	return good ? FILE_TAKEN : FILE_OTHER;
}

static void header_make(char header[HEADER_SIZE], const Soak *soak) {
	snprintf(header, HEADER_SIZE,
	         "# algorithm=%s %s compiler=%s config=%s flags=%s pairs=%s+%s+%s steps=%d combinations=%lld\n",
	         soak->class_->name, build_commit + strlen(BUILD_COMMIT_MARK), build_info.compiler,
	         build_info.config, build_info.flags, s_three[0], s_three[1], s_three[2], ALL_STEPS,
	         (long long)soak->all.total);
}

// A file of the same clean build that is not another process's; what was changed since a commit has none.
static Taken file_find(Soak *soak, const char *dir, const char *header) {
	Taken taken = FILE_OTHER;
	struct dirent *entry;
	DIR *folder = strstr(header, "dirty=no") != NULL ? opendir(dir) : NULL;
	while (folder != NULL && taken == FILE_OTHER && (entry = readdir(folder)) != NULL) {
		char path[4096];
		if (strstr(entry->d_name, ".csv") == NULL) continue;
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		soak->file = fopen(path, "r+");
		if (soak->file == NULL) continue;
		if (flock(fileno(soak->file), LOCK_EX | LOCK_NB) == 0) taken = file_look(soak, soak->file, header);
		if (taken != FILE_TAKEN) fclose(soak->file), soak->file = NULL;
	}
	if (folder != NULL) closedir(folder);
	return taken;
}

static bool file_create(Soak *soak, const char *dir, const char *header) {
	char path[4096], stamp[32];
	time_t t = time(NULL);
	soak->next = soak->wrong = 0;
	strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", gmtime(&t));
	snprintf(path, sizeof path, "%s/%s-%s-%d.csv", dir, soak->class_->name, stamp, (int)getpid());
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	soak->file = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 ? fdopen(fd, "w") : NULL;
	if (soak->file == NULL) {
		fprintf(stderr, "soak: cannot write %s: %s\n", path, strerror(errno));
		return false;
	}
	fprintf(soak->file, "%snumber,algorithm,query,parameters,steps,contacts,hash,verdict\n", header);
	return true;
}

static bool soak_class(Soak *soak, const char *dir) {
	char header[HEADER_SIZE];
	header_make(header, soak);
	Taken taken = file_find(soak, dir, header);
	if (taken == FILE_OTHER && !file_create(soak, dir, header)) return false;
	if (taken == FILE_DONE) soak->next = soak->all.total;
	if (taken != FILE_DONE) {
		soak_run(soak);
		if (soak->next == soak->all.total)
			fprintf(soak->file, "# done, %lld wrong\n", (long long)soak->wrong);
		CHECK(fclose(soak->file) == 0);
	}
	printf("%s: %lld of %lld combinations, %lld wrong%s\n", soak->class_->name, (long long)soak->next,
	       (long long)soak->all.total, (long long)soak->wrong,
	       soak->next == soak->all.total        ? ""
	       : strstr(header, "dirty=no") != NULL ? "; the same command goes on"
	                                            : "; not a clean build, so each call begins anew");
	return true;
}

// A preset has no combinations that its base has not.
static bool soaked(const DetectClass *class) {
	return !class->planted && !class->objects && class->preset_of == NULL;
}

static int all_main(const char *dir, double seconds) {
	static Soak s_soak;
	Soak *soak = &s_soak;
	bool good = true;
	int32_t classes = 0;
	for (int32_t i = 0; i < detect_count(); ++i) classes += soaked(detect_at(i));
	soak->begin = soak->told = now();
	double end = seconds > 0 ? soak->begin + seconds : 1e300;
	for (int32_t i = 0; i < 3; ++i) pair_create(&soak->pairs[i], pair_find(s_three[i]), ALL_STEPS);
	for (int32_t i = detect_count() - 1; i >= 0; --i) {
		soak->class_ = detect_at(i);
		if (!soaked(soak->class_)) continue;
		factors_create(&soak->factors, soak->class_);
		factors_thin(&soak->factors);
		combinations_create(&soak->all, &soak->factors);
		soak->end = now() + (end - now()) / classes--; // what one leaves over the next ones have
		good &= soak_class(soak, dir) && soak->wrong == 0;
		combinations_free(&soak->all);
		factors_free(&soak->factors);
	}
	for (int32_t i = 0; i < 3; ++i) pair_free(&soak->pairs[i]);
	return good ? 0 : 1;
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
