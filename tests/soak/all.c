// Every combination of parameters of every algorithm on three small pairs. Combinations are numbered, and
// done in blocks: what a block found is a line of the result file, written at once, so that a run that was
// ended, however that was, goes on where it was, with any number of jobs. The file begins with what was
// built, the values of each parameter and the pairs.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "../covering.h"
#include "base/error.h"
#include "jobs.h"
#include "machine/build_info.h"

// A pose of each kind: the two kernels take turns, beginning with another one on each pair.
enum { THREE = 3, POSES = POSE_KINDS, BLOCK = 4096, SPACES_MAX = 32, LINE_SIZE = ROW_TEXT_SIZE + 1000 };
enum { PARAMS_MANY = 12 }; // of an algorithm with more, two values of each number will do

static const char *const s_three[THREE] = { "crates", "gems", "scraps" };
static const char s_columns[] = "algorithm,block,combinations,poses,contacts,wrong,hash,seconds\n";

typedef struct Sums {
	int64_t combinations, poses, contacts, wrong, blocks;
	double seconds;
} Sums;

// All combinations of one algorithm.
typedef struct Space {
	const HnDetectClass *class_;
	Factors factors;
	Combinations all;
	int64_t step;   // from one to the next
	int32_t blocks; // the first: number of it among all
	int32_t first;
	Sums sums;
} Space;

typedef struct Soak {
	PairScene pairs[THREE];
	Space spaces[SPACES_MAX];
	int32_t count, blocks, jobs;
	bool *done; // of each block
	double begin, end;
	int file;
} Soak;

// Spaces
// ------------------------------------------------------------------------------------------------------

static int64_t common_divisor(int64_t a, int64_t b) { return b == 0 ? a : common_divisor(b, a % b); }

// From end to end in long steps that meet each once: any beginning is spread over all of them.
static void space_create(Space *space, const HnDetectClass *class, int32_t first) {
	*space = (Space){ .class_ = class, .first = first };
	factors_create(&space->factors, class);
	factors_thin(&space->factors, class->params.count > PARAMS_MANY ? 2 : 3);
	combinations_create(&space->all, &space->factors);
	int64_t total = space->all.total;
	space->step = (int64_t)(0.618 * (double)total) + 1;
	while (common_divisor(total, space->step) != 1) ++space->step;
	space->blocks = (int32_t)((total + BLOCK - 1) / BLOCK);
}

// A preset has no combinations that its base has not.
static bool soaked(const HnDetectClass *class) {
	return !class->planted && !class->objects && class->preset_of == NULL;
}

// From the end of the registry: trees, which have most, come late.
static void soak_create(Soak *soak) {
	for (int32_t i = 0; i < THREE; ++i) pair_create(&soak->pairs[i], pair_find(s_three[i]), POSES);
	for (int32_t i = hn_detect_count() - 1; i >= 0; --i) {
		if (!soaked(hn_detect_at(i))) continue;
		CHECK(soak->count < SPACES_MAX);
		Space *space = &soak->spaces[soak->count++];
		space_create(space, hn_detect_at(i), soak->blocks);
		soak->blocks += space->blocks;
	}
	soak->done = calloc((size_t)soak->blocks, sizeof *soak->done);
	CHECK(soak->done != NULL);
}

static void soak_free(Soak *soak) {
	for (int32_t i = 0; i < soak->count; ++i) {
		combinations_free(&soak->spaces[i].all);
		factors_free(&soak->spaces[i].factors);
	}
	for (int32_t i = 0; i < THREE; ++i) pair_free(&soak->pairs[i]);
	free(soak->done);
}

// The file
// ------------------------------------------------------------------------------------------------------

static char *header_of(const Soak *soak) {
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	CHECK(out != NULL);
	fprintf(out, "# %s compiler=%s config=%s flags=%s\n", build_commit + strlen(BUILD_COMMIT_MARK),
	        build_info.compiler, build_info.config, build_info.flags);
	for (int32_t i = 0; i < THREE; ++i)
		fprintf(out, "# pair %s: %d poses, %lld contacts\n", soak->pairs[i].name, POSES,
		        (long long)soak->pairs[i].contacts);
	for (int32_t s = 0; s < soak->count; ++s) {
		const Factors *factors = &soak->spaces[s].factors;
		for (int32_t f = 0; f < factors->count; ++f) {
			const Factor *factor = &factors->factor[f];
			fprintf(out, "# %s %s:", factors->class_->name, factor->name != NULL ? factor->name : "query");
			for (int32_t v = 0; v < factor->count; ++v) fprintf(out, " %s", factor->values[v]);
			fputc('\n', out);
		}
	}
	fputs(s_columns, out);
	CHECK(fclose(out) == 0);
	return text;
}

static void line_write(const Soak *soak, const char *line) {
	size_t size = strlen(line);
	CHECK(write(soak->file, line, size) == (ssize_t)size);
}

static Space *space_find(Soak *soak, const char *name) {
	for (int32_t i = 0; i < soak->count; ++i)
		if (strcmp(soak->spaces[i].class_->name, name) == 0) return &soak->spaces[i];
	return NULL;
}

static void line_read(Soak *soak, const char *line) {
	char name[64];
	long long block, combinations, poses, contacts, wrong;
	double seconds;
	if (sscanf(line, "%63[^,],%lld,%lld,%lld,%lld,%lld,%*[^,],%lf", name, &block, &combinations, &poses,
	           &contacts, &wrong, &seconds) != 7)
		return;
	Space *space = space_find(soak, name);
	if (space == NULL || block < 0 || block >= space->blocks || soak->done[space->first + block]) return;
	soak->done[space->first + block] = true;
	space->sums.blocks += 1;
	space->sums.combinations += combinations, space->sums.poses += poses, space->sums.contacts += contacts;
	space->sums.wrong += wrong, space->sums.seconds += seconds;
}

// What is in a file of this header; a line that was cut short is cut off. False: it is another's.
static bool file_read(Soak *soak, const char *header) {
	char line[LINE_SIZE];
	size_t size = strlen(header);
	char *head = malloc(size);
	FILE *in = fdopen(dup(soak->file), "r");
	CHECK(head != NULL && in != NULL);
	rewind(in);
	bool same = fread(head, 1, size, in) == size && memcmp(head, header, size) == 0;
	long whole = (long)size;
	memset(soak->done, 0, (size_t)soak->blocks * sizeof *soak->done);
	for (int32_t i = 0; i < soak->count; ++i) soak->spaces[i].sums = (Sums){ 0 };
	while (same && fgets(line, sizeof line, in) != NULL && strchr(line, '\n') != NULL) {
		if (line[0] != '#') line_read(soak, line);
		whole = ftell(in);
	}
	fclose(in);
	free(head);
	return same && ftruncate(soak->file, whole) == 0;
}

// A file of the same clean build that is not another process's; what was changed since a commit has none.
static bool file_find(Soak *soak, const char *dir, const char *header) {
	bool found = false;
	struct dirent *entry;
	DIR *folder = strstr(header, "dirty=no") != NULL ? opendir(dir) : NULL;
	while (folder != NULL && !found && (entry = readdir(folder)) != NULL) {
		char path[4096];
		if (strstr(entry->d_name, ".csv") == NULL) continue;
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		soak->file = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
		if (soak->file < 0) continue;
		found = flock(soak->file, LOCK_EX | LOCK_NB) == 0 && file_read(soak, header);
		if (!found) close(soak->file);
	}
	if (folder != NULL) closedir(folder);
	return found;
}

static bool file_create(Soak *soak, const char *dir, const char *header) {
	char path[4096], stamp[32];
	time_t t = time(NULL);
	strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", gmtime(&t));
	snprintf(path, sizeof path, "%s/%s-%d.csv", dir, stamp, (int)getpid());
	soak->file = open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (soak->file < 0 || flock(soak->file, LOCK_EX | LOCK_NB) != 0) {
		fprintf(stderr, "soak: cannot write %s: %s\n", path, strerror(errno));
		return false;
	}
	line_write(soak, header);
	return file_read(soak, header);
}

// Blocks
// ------------------------------------------------------------------------------------------------------

static void wrong_tell(const Soak *soak, const Space *space, const char *text, HnQuery query,
                       const char *what) {
	char line[LINE_SIZE];
	snprintf(line, sizeof line, "# WRONG: %s %s, query %s: %s\n", space->class_->name, text,
	         hn_query_name((int32_t)query), what);
	line_write(soak, line);
	fprintf(stderr, "soak: %s", line + 2);
}

static void block_run(const Soak *soak, const Space *space, int32_t block) {
	char line[LINE_SIZE], text[ROW_TEXT_SIZE], hex[HN_HASH_HEX_SIZE];
	int64_t total = space->all.total, end = BLOCK * ((int64_t)block + 1);
	Sums sums = { 0 };
	HnHash hash = { 0 };
	clock_t begin = clock();
	for (int64_t i = BLOCK * (int64_t)block; i < end && i < total; ++i) {
		Row row;
		int64_t at = (int64_t)((unsigned __int128)i * (uint64_t)space->step % (uint64_t)total);
		if (!combinations_at(&space->all, at, &row)) continue;
		HnQuery query = row_query(&space->factors, &row);
		row_text(&space->factors, &row, text);
		Tally counter_values = row_try(space->class_->name, text, query, soak->pairs, THREE);
		HnHash both[2] = { hash, counter_values.hash };
		hash = hn_hash_bytes(both, sizeof both);
		sums.combinations += 1, sums.poses += counter_values.poses, sums.contacts += counter_values.contacts;
		sums.wrong += !counter_values.good;
		if (!counter_values.good) wrong_tell(soak, space, text, query, counter_values.what);
	}
	hn_hash_to_hex(&hash, hex);
	snprintf(line, sizeof line, "%s,%d,%lld,%lld,%lld,%lld,%s,%.3f\n", space->class_->name, block,
	         (long long)sums.combinations, (long long)sums.poses, (long long)sums.contacts,
	         (long long)sums.wrong, hex, (double)(clock() - begin) / CLOCKS_PER_SEC);
	line_write(soak, line);
}

static bool blocks_run(void *context, int32_t job) {
	const Soak *soak = context;
	double told = soak->begin;
	for (int32_t s = 0; s < soak->count; ++s)
		for (int32_t b = 0; b < soak->spaces[s].blocks; ++b) {
			const Space *space = &soak->spaces[s];
			int32_t number = space->first + b;
			if (number % soak->jobs != job || soak->done[number]) continue;
			if (seconds_now() >= soak->end) return true;
			block_run(soak, space, b);
			if (job > 0 || seconds_now() < told + 5) continue;
			told = seconds_now();
			fprintf(stderr, "soak: %s: block %d of %d, %.0f s\n", space->class_->name, b + 1, space->blocks,
			        told - soak->begin);
		}
	return true;
}

// The whole
// ------------------------------------------------------------------------------------------------------

static bool soak_report(const Soak *soak, bool goes_on) {
	Sums all = { 0 };
	for (int32_t i = 0; i < soak->count; ++i) {
		const Space *space = &soak->spaces[i];
		const Sums *sums = &space->sums;
		printf("%s: %lld combinations, %lld wrong, %.0f s; %lld of %d blocks\n", space->class_->name,
		       (long long)sums->combinations, (long long)sums->wrong, sums->seconds, (long long)sums->blocks,
		       space->blocks);
		all.combinations += sums->combinations, all.wrong += sums->wrong;
		all.blocks += sums->blocks, all.seconds += sums->seconds;
	}
	printf("%s: %lld combinations, %lld wrong, %.0f s of processor time%s\n",
	       all.blocks == soak->blocks ? "every combination" : "not all", (long long)all.combinations,
	       (long long)all.wrong, all.seconds,
	       all.blocks == soak->blocks ? ""
	       : goes_on                  ? "; the same command goes on"
	                                  : "; not a clean build, so each call begins anew");
	return all.wrong == 0;
}

int all_main(const char *dir, double seconds, int32_t jobs) {
	static Soak s_soak;
	Soak *soak = &s_soak;
	soak->jobs = jobs;
	soak->begin = seconds_now();
	soak->end = seconds > 0 ? soak->begin + seconds : 1e300;
	soak_create(soak);
	char *header = header_of(soak);
	bool good = file_find(soak, dir, header) || file_create(soak, dir, header);
	if (good) {
		good = jobs_run(jobs, blocks_run, soak);
		good &= file_read(soak, header);
		good &= soak_report(soak, strstr(header, "dirty=no") != NULL);
		close(soak->file);
	}
	free(header);
	soak_free(soak);
	return good ? 0 : 1;
}
