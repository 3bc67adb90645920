#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "machine/callgrind.h"
#include "run/result/precision.h"
#include "run/result/journal.h"
#include "run/plan/key.h"
#include "machine/provenance.h"
#include "run/maps.h"
#include "run/mend.h"
#include "run/run_state.h"
#include "run/seal.h"
#include "scene/scene.h"

static bool name_is_plain(const char *name) {
	size_t length = strlen(name);
	return length > 0 && length <= 100 && name[0] != '.' && name[0] != '-' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == length;
}

enum { LOCK_TRIES = 50, LOCK_PAUSE_US = 20000 };

// The process that held the lock removes its file, so the locked file must still be the one with that name.
// Workers of a killed run may hold the lock a moment longer, until the kernel has ended them. So several
// attempts are made.
static int32_t take_lock(Run *run) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/.lock", run->base), tries = 0;
	while (status == HN_OK) {
		int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0) return error_set(HN_ERR_IO, "cannot open %s: %s", path, strerror(errno));
		if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
			int reason = errno;
			close(fd);
			if (reason == EWOULDBLOCK && ++tries < LOCK_TRIES) {
				usleep(LOCK_PAUSE_US);
				continue;
			}
			if (reason == EWOULDBLOCK)
				return error_set(HN_ERR_EXISTS, "another run of this scenario is under way (%s is locked)",
				                 path);
			return error_set(HN_ERR_IO, "cannot lock %s: %s", path, strerror(reason));
		}
		struct stat held, named;
		if (fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino) {
			run->lock = fd;
			return HN_OK;
		}
		close(fd);
	}
	return status;
}

static int32_t remove_stale(void *context, const char *name) {
	char path[PATH_SIZE];
	if (strncmp(name, ".staging-", 9) != 0 && strcmp(name, ".latest.tmp") != 0) return HN_OK;
	int32_t status = path_format(path, "%s/%s", (const char *)context, name);
	if (status != HN_OK) return status;
	return unlink(path) == 0 ? HN_OK : dir_remove(path);
}

static int32_t make_staging(Run *run) {
	// the lock is held, so every staging directory here belongs to a dead process
	int32_t status = dir_list(run->base, remove_stale, run->base);
	if (status == HN_OK) status = path_format(run->staging, "%s/.staging-XXXXXX", run->base);
	if (status != HN_OK) return status;
	if (mkdtemp(run->staging) == NULL) {
		status = error_set(HN_ERR_IO, "cannot make a directory in %s: %s", run->base, strerror(errno));
		run->staging[0] = '\0';
		return status;
	}
	mode_t mask = umask(0);
	umask(mask);
	chmod(run->staging, 0777 & ~mask); // mkdtemp makes it readable by its owner only
	return HN_OK;
}

// Copied results may have a folder in place of the link. This is an error now, not after hours of measuring.
static int32_t check_latest(const Run *run) {
	char path[PATH_SIZE];
	struct stat there;
	int32_t status = path_format(path, "%s/latest", run->base);
	if (status == HN_OK && lstat(path, &there) == 0 && S_ISDIR(there.st_mode))
		return error_set(HN_ERR_EXISTS,
		                 "%s is a folder, not a link to the newest run (a copy?): remove or rename it", path);
	return status;
}

int32_t run_begin(Run **out, const char *scenario_name, const RunOptions *options) {
	if (!name_is_plain(scenario_name))
		return error_set(HN_ERR_BAD_INPUT,
		                 "'%.60s' cannot be a scenario's name: letters, digits, _ - and . only",
		                 scenario_name);
	Run *run = mem_alloc_zero(sizeof *run);
	if (run == NULL) return HN_ERR_NO_MEMORY;
	run->lock = -1;
	run->options = *options;
	const char *results = options->results_dir != NULL ? options->results_dir : "results";
	run->scenario = string_copy(scenario_name);
	int32_t status = run->scenario == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	if (status == HN_OK && options->shards == 0)
		status = path_format(run->base, "%s/%s", results, scenario_name);
	else if (status == HN_OK)
		status = path_format(run->base, "%s/%s/shard-%d-of-%d", results, scenario_name, options->shard,
		                     options->shards);
	run->made_results = !file_exists(results);
	if (status == HN_OK) status = dir_make(run->base);
	if (status == HN_OK) status = take_lock(run);
	if (status == HN_OK) status = check_latest(run);
	if (status == HN_OK) status = make_staging(run);
	if (status != HN_OK) {
		run_close(run);
		return status;
	}
	*out = run;
	return HN_OK;
}

const char *run_staging_dir(const Run *run) { return run->staging; }
const char *run_dir(const Run *run) { return run->dir; }
bool run_was_finished(const Run *run) { return run->was_finished; }

static int32_t make_keys(Run *run) {
	size_t size = (size_t)run->plan->group_count * sizeof *run->keys;
	if (run->keys == NULL) run->keys = mem_alloc_zero(size);
	if (run->keys == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < run->plan->group_count; ++i) {
		const PlanGroup *group = &run->plan->groups[i];
		char path[PATH_SIZE];
		HnScene *scene = NULL;
		int32_t status = path_format(path, "%s/%s", run->staging, group->scene);
		if (status == HN_OK) status = hn_scene_open(&scene, path);
		if (status == HN_OK) status = key_group(run->keys[i], run->plan, group, &scene->hash, &run->machine);
		hn_scene_close(scene);
		if (status != HN_OK) return status;
	}
	if (run->plan->content != NULL) return key_shard(run->plan_key, run->plan, &run->machine);
	return key_plan(run->plan_key, run->plan, (const char(*)[HN_HASH_HEX_SIZE])run->keys);
}

typedef struct Search {
	const char *suffix; // "-" and 8 hex digits; NULL: of any plan
	const char *second; // a time as in the names; NULL: of any time
	char found[64];     // the newest of them
} Search;

// <yyyymmdd>T<hhmmss>Z-<8 hex>
static int32_t look_for_run(void *context, const char *name) {
	Search *search = context;
	static const char shape[] = "ddddddddTddddddZ";
	const char *suffix = name + sizeof shape - 1;
	if (strlen(name) != sizeof shape - 1 + 9 || suffix[0] != '-') return HN_OK;
	if (search->suffix != NULL && strcmp(suffix, search->suffix) != 0) return HN_OK;
	if (search->second != NULL && strncmp(name, search->second, strlen(search->second)) != 0) return HN_OK;
	for (size_t i = 0; i < sizeof shape - 1; ++i)
		if (shape[i] == 'd' ? name[i] < '0' || name[i] > '9' : name[i] != shape[i]) return HN_OK;
	snprintf(search->found, sizeof search->found, "%s", name);
	return HN_OK;
}

static int32_t remove_temporary(void *context, const char *name) {
	size_t length = strlen(name);
	char path[PATH_SIZE];
	if (length < 4 || strcmp(name + length - 4, ".tmp") != 0) return HN_OK;
	int32_t status = path_format(path, "%s/%s", (const char *)context, name);
	if (status == HN_OK && unlink(path) != 0) (void)dir_remove(path);
	return status;
}

int32_t run_tidy(const Run *run) {
	static const char *const s_folders[] = { ".", "groups", "tables", "figures", "pictures" };
	int32_t status = HN_OK;
	for (size_t i = 0; i < sizeof s_folders / sizeof s_folders[0] && status == HN_OK; ++i) {
		char path[PATH_SIZE];
		status = path_format(path, "%s/%s", run->dir, s_folders[i]);
		if (status == HN_OK && file_exists(path)) status = dir_list(path, remove_temporary, path);
	}
	return status;
}

// The current time. Waits for a second in which no other run began, so that names are unique and sort by age.
static int32_t fresh_second(const Run *run, char utc[UTC_SIZE]) {
	for (;;) {
		Search same = { .second = utc };
		utc_now(utc, 1);
		int32_t status = dir_list(run->base, look_for_run, &same);
		if (status != HN_OK || same.found[0] == '\0') return status;
		usleep(100000);
	}
}

static int32_t make_run(Run *run) {
	char path[PATH_SIZE], utc[UTC_SIZE];
	int32_t status = path_format(path, "%s/groups", run->staging);
	if (status == HN_OK) status = dir_make(path);
	if (status == HN_OK) status = provenance_write(run->staging);
	if (status == HN_OK) status = manifest_write(run, run->staging);
	if (status == HN_OK) status = fresh_second(run, utc);
	if (status == HN_OK) status = path_format(path, "%s/%s-%.8s", run->base, utc, run->plan_key);
	if (status != HN_OK) return status;
	status = file_settle(run->staging, path);
	if (status != HN_OK) return status;
	run->staging[0] = '\0';
	return path_format(run->dir, "%s", path);
}

// Removes what was measured of a group, so that it is measured again.
static int32_t forget_group(const Run *run, int32_t index) {
	static const char *const s_kinds[] = { "json", "part" };
	int32_t status = HN_OK;
	for (size_t i = 0; i < 2 && status == HN_OK; ++i) {
		char path[PATH_SIZE];
		status = path_format(path, "%s/groups/%04d-%s.%s", run->dir, index, run->keys[index], s_kinds[i]);
		if (status == HN_OK && unlink(path) != 0 && errno != ENOENT)
			status = error_set(HN_ERR_IO, "cannot remove %s: %s", path, strerror(errno));
	}
	return status;
}

// A process that was killed between renaming a group's file and removing its journal left the journal.
static int32_t count_finished(const Run *run, const Result *result, int32_t *finished) {
	char part[PATH_SIZE];
	if (run->options.retry_failed && result_has_failed(result))
		return forget_group(run, result->group->index);
	if (!result->finished) return HN_OK;
	*finished += 1;
	int32_t status = path_format(part, "%s/groups/%04d-%s.part", run->dir, result->group->index, result->key);
	if (status == HN_OK) unlink(part);
	return status;
}

// A group with a changed record is measured again. `merge` and `report` refuse such a run instead.
static int32_t look_at_group(const Run *run, const char *groups, int32_t index, int32_t *finished) {
	Result *result = NULL;
	int32_t status = journal_read(&result, groups, &run->plan->groups[index], run->keys[index]);
	if (status == HN_OK) status = count_finished(run, result, finished);
	result_destroy(result);
	if (status != HN_ERR_BAD_INPUT) return status;
	progress_say("harness: %s; its group is measured again", hn_error_text());
	return forget_group(run, index);
}

// A group of a shard that another machine finished is finished: its key names that machine.
static int32_t take_keys(Run *run) {
	char groups[PATH_SIZE];
	if (run->plan->content == NULL) return HN_OK;
	int32_t status = path_format(groups, "%s/groups", run->dir);
	return status == HN_OK ? journal_keys(run->keys, run->plan->group_count, groups, true) : status;
}

static int32_t count_all_finished(Run *run, int32_t *finished) {
	char groups[PATH_SIZE];
	*finished = 0;
	int32_t status = take_keys(run);
	if (status == HN_OK) status = path_format(groups, "%s/groups", run->dir);
	for (int32_t i = 0; i < run->plan->group_count && status == HN_OK; ++i)
		status = look_at_group(run, groups, i, finished);
	if (status != HN_OK || run->plan->content == NULL || !run->options.retry_failed) return status;
	status = make_keys(run); // what was forgotten is measured here
	return status == HN_OK ? take_keys(run) : status;
}

// Looks for external tools before anything is measured.
static int32_t find_tools(Run *run) {
	uint32_t counters = 0;
	for (int32_t i = 0; i < run->plan->group_count; ++i) counters |= run->plan->groups[i].counters;
	if (run->options.count_only || run->was_finished || counters_of(counters, COUNTER_CALLGRIND) == 0)
		return HN_OK;
	return callgrind_find(run->valgrind) ? HN_OK : HN_ERR_IO;
}

// Of several runs of the plan, the one that `latest` points to is the newest.
static void prefer_latest(const Run *run, Search *search) {
	char link[PATH_SIZE], name[64];
	if (path_format(link, "%s/latest", run->base) != HN_OK) return;
	ssize_t size = readlink(link, name, sizeof name - 1);
	if (size <= 0) return;
	name[size] = '\0';
	if (path_format(link, "%s/%s", run->base, name) == HN_OK && file_exists(link)) look_for_run(search, name);
}

// `latest` points to the run that was made or continued last, whatever its name: a clock may have been wrong.
static int32_t link_latest(const Run *run) {
	char temporary[PATH_SIZE], link[PATH_SIZE];
	const char *name = strrchr(run->dir, '/') + 1;
	int32_t status = path_format(temporary, "%s/.latest.tmp", run->base);
	if (status == HN_OK) status = path_format(link, "%s/latest", run->base);
	if (status != HN_OK) return status;
	unlink(temporary);
	int failed = symlink(name, temporary) != 0 ? errno : 0;
	if (failed == EPERM || failed == EOPNOTSUPP || failed == ENOSYS) { // FAT, some shares
		progress_say("harness: no link %s: this file system has no links", link);
		return HN_OK;
	}
	status = failed == 0 ? file_settle(temporary, link)
	                     : error_set(HN_ERR_IO, "cannot link %s: %s", link, strerror(failed));
	if (status != HN_OK) unlink(temporary);
	return status;
}

// Whether nothing is left to measure. Where maps choose what is timed, a group that was only counted is
// finished too.
static int32_t look_finished(Run *run) {
	int32_t finished = 0, status = count_all_finished(run, &finished);
	run->was_finished = finished == run->plan->group_count;
	if (status != HN_OK || !run->was_finished || run->plan->map_count == 0 || run->options.count_only)
		return status;
	RunMaps maps;
	status = maps_read(&maps, run);
	run->was_finished = maps.done;
	maps_free(&maps);
	return status;
}

int32_t run_adopt(Run *run) {
	char path[PATH_SIZE], suffix[10];
	int32_t status = path_format(path, "%s/plan.json", run->staging);
	if (status == HN_OK) status = plan_read(&run->plan, path);
	if (status == HN_OK && strcmp(run->plan->scenario, run->scenario) != 0)
		status = error_set(HN_ERR_BAD_INPUT, "plan.json: scenario is '%.60s', not '%s'", run->plan->scenario,
		                   run->scenario);
	if (status == HN_OK) status = machine_look(&run->machine);
	if (status == HN_OK) status = make_keys(run);
	if (status == HN_OK && run->plan->counts) {
		run->options.count_only = true;
		run->machine.core = -1; // several such runs may share the machine
	}
	if (status != HN_OK) return status;
	snprintf(suffix, sizeof suffix, "-%.8s", run->plan_key);
	Search search = { .suffix = suffix };
	if (!run->options.force) status = dir_list(run->base, look_for_run, &search);
	if (!run->options.force && status == HN_OK) prefer_latest(run, &search);
	if (status != HN_OK) return status;
	if (search.found[0] == '\0') {
		status = find_tools(run);
		if (status == HN_OK) status = make_run(run);
		return status == HN_OK ? link_latest(run) : status;
	}
	status = path_format(run->dir, "%s/%s", run->base, search.found);
	if (status == HN_OK) status = path_format(path, "%s/groups", run->dir);
	if (status == HN_OK) status = dir_make(path);
	if (status == HN_OK) status = run_tidy(run);
	if (status == HN_OK) status = run_mend(run->dir, run->staging, run->plan);
	if (status == HN_OK) status = look_finished(run);
	if (status == HN_OK) status = find_tools(run);
	return status == HN_OK ? link_latest(run) : status;
}

int32_t run_write_results(Run *run) {
	int32_t status = results_write(run);
	return status == HN_OK ? manifest_write(run, run->dir) : status;
}

// The keys of a merged run are those of the files that were merged.
static int32_t merged_keys(Run *run) {
	run->keys = mem_alloc_zero((size_t)run->plan->group_count * sizeof *run->keys);
	if (run->keys == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < run->plan->group_count; ++i) {
		const char *key = run->plan->groups[i].key;
		if (key == NULL) return error_set(HN_ERR_BAD_INPUT, "plan.json: groups[%d].key is missing", i);
		snprintf(run->keys[i], sizeof run->keys[i], "%s", key);
	}
	return HN_OK;
}

int32_t run_adopt_merged(Run *run) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/plan.json", run->staging);
	if (status == HN_OK) status = plan_read(&run->plan, path);
	if (status == HN_OK) status = merged_keys(run);
	// the CSV files come first: a merged run that exists is whole
	if (status == HN_OK) status = path_format(run->dir, "%s", run->staging);
	if (status == HN_OK) status = results_write(run);
	if (status == HN_OK) status = seal_folder(run->dir);
	run->dir[0] = '\0';
	if (status == HN_OK) status = path_format(path, "%s/merged-%.16s", run->base, run->plan->content);
	if (status != HN_OK) return status;
	if (!file_exists(path)) {
		status = file_settle(run->staging, path);
		if (status != HN_OK) return status;
		run->staging[0] = '\0';
	}
	if (status == HN_OK) status = path_format(run->dir, "%s", path);
	return status == HN_OK ? link_latest(run) : status;
}

typedef struct RowSums {
	int32_t of_status[ROW_STATUSES]; // rows that end with it
	bool incomplete;                 // a group was not measured to its end
} RowSums;

static int32_t count_rows(void *context, const Result *result) {
	RowSums *sums = context;
	sums->incomplete = sums->incomplete || !result->finished;
	for (int32_t i = 0; i < result->member_count; ++i) sums->of_status[result->members[i].status] += 1;
	return HN_OK;
}

int run_exit_code(const Run *run) {
	RowSums sums = { 0 };
	if (run_each_result(run, count_rows, &sums) != HN_OK) return EXIT_ENVIRONMENT;
	if (sums.of_status[ROW_MISMATCH] > 0) return EXIT_DISAGREE;
	for (int32_t i = ROW_OK + 1; i < ROW_STATUSES; ++i)
		if (sums.of_status[i] > 0) return EXIT_POINTS_FAILED;
	return sums.incomplete ? EXIT_INCOMPLETE : EXIT_OK_ALL;
}

static int32_t judge_precision(void *context, const Result *result) {
	bool *precise = context;
	double worst;
	bool imprecise;
	int32_t status = result_imprecise(result, &imprecise, &worst);
	*precise = *precise && !imprecise;
	return status;
}

int run_precision_code(const Run *run) {
	if (run->plan->counts) return EXIT_OK_ALL; // there are no medians
	bool precise = true;
	if (run_each_result(run, judge_precision, &precise) != HN_OK) return EXIT_ENVIRONMENT;
	return precise ? EXIT_OK_ALL : EXIT_PRECISION;
}

void run_release_plan(Run *run) {
	if (run->plan != NULL && run->keys != NULL)
		mem_free(run->keys, (size_t)run->plan->group_count * sizeof *run->keys);
	plan_destroy(run->plan);
	run->keys = NULL;
	run->plan = NULL;
}

void run_close(Run *run) {
	if (run == NULL) return;
	if (run->staging[0] != '\0') dir_remove(run->staging);
	if (run->lock >= 0) {
		char lock[PATH_SIZE];
		if (path_format(lock, "%s/.lock", run->base) == HN_OK) unlink(lock);
		close(run->lock);
	}
	// a scenario without results leaves no directory: rmdir removes empty ones only
	int32_t levels = run->dir[0] == '\0' ? 1 + (run->options.shards > 0) + run->made_results : 0;
	for (; levels > 0 && run->base[0] != '\0' && rmdir(run->base) == 0; --levels) {
		char *slash = strrchr(run->base, '/');
		if (slash == NULL) break;
		*slash = '\0';
	}
	run_release_plan(run);
	string_free(run->scenario);
	mem_free(run, sizeof *run);
}
