// harness submit: a job array of shards and the job that merges them, by Slurm's own programs. What is
// finished is read from the shards' files, so no accounting is needed.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "host/command_parts.h"
#include "host/commands.h"
#include "host/installed.h"
#include "host/interrupts.h"
#include "host/scenario.h"
#include "host/tool.h"
#include "run/run.h"
#include "support/json.h"

enum { SHARDS_MAX = 1000000, ARGS_MAX = 64 };

typedef struct Submission {
	const Options *options;
	char base[PATH_SIZE]; // <results>/<scenario>
	char dir[PATH_SIZE];  // <base>/submit-N
	int32_t shards;
	char identity[HN_HASH_HEX_SIZE]; // of the plan, from its deal file
	int32_t *dealt;                  // groups of each shard, from the same
	Text queue;                      // squeue's lines "<array>_<task> <state>"
} Submission;

typedef struct ShardState {
	int32_t planned, finished, failed; // groups, groups, points; planned 0: it has not begun
	char queued[32];                   // Slurm's state; empty: not in the queue
} ShardState;

// `name` is <scenario>/submit-N. The scenario process is not trusted with paths.
static const char *begin_submit(void *context, const char *name, bool figures, int *exit_code) {
	Submission *s = context;
	const char *mark = strstr(name, "/submit-");
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	bool good = mark != NULL && mark != name && name[0] != '.' &&
	            strcspn(name, "/") == (size_t)(mark - name) && strchr(mark + 1, '/') == NULL;
	s->shards = good ? (int32_t)strtol(mark + 8, NULL, 10) : 0;
	if (s->shards < 1 || s->shards > SHARDS_MAX) {
		error_set(HN_ERR_BAD_INPUT, "'%.60s' cannot name a folder", name);
		return NULL;
	}
	const char *out = s->options->out != NULL ? s->options->out : "results";
	int32_t status = path_format(s->base, "%s/%.*s", out, (int)(mark - name), name);
	if (status == HN_OK) status = path_format(s->dir, "%s/%s", out, name);
	if (status == HN_OK) status = dir_make(s->dir);
	return status == HN_OK ? s->dir : NULL;
}

static int32_t read_json(cJSON **out, const char *path) {
	Text text = { 0 };
	*out = NULL;
	int32_t status = file_exists(path) ? file_read(&text, path) : HN_OK;
	if (status == HN_OK && text.count > 0) status = json_parse(out, text.data, text.count, NULL);
	text_free(&text);
	return status == HN_OK ? HN_OK : error_prefix(status, "%s", path);
}

static int32_t count_group(void *context, const char *name) {
	size_t n = strlen(name);
	*(int32_t *)context += n > 5 && strcmp(name + n - 5, ".json") == 0;
	return HN_OK;
}

static int32_t look_at_files(const Submission *s, int32_t shard, ShardState *out) {
	char dir[PATH_SIZE], path[PATH_SIZE];
	cJSON *plan = NULL, *manifest = NULL;
	const cJSON *row;
	int32_t status = path_format(dir, "%s/shard-%d-of-%d/latest", s->base, shard, s->shards);
	if (status == HN_OK) status = path_format(path, "%s/plan.json", dir);
	if (status == HN_OK) status = read_json(&plan, path);
	// the newest run of the shard's folder may be of another plan
	const char *identity = cJSON_GetStringValue(json_get(plan, "identity"));
	bool ours = identity != NULL && strcmp(identity, s->identity) == 0;
	if (status != HN_OK || !ours) {
		cJSON_Delete(plan);
		return status;
	}
	out->planned = cJSON_GetArraySize(json_get(plan, "groups"));
	status = path_format(path, "%s/manifest.json", dir);
	if (status == HN_OK) status = read_json(&manifest, path);
	cJSON_ArrayForEach(row, json_get(manifest, "rows")) {
		if (strcmp(row->string, "ok") != 0) out->failed += (int32_t)row->valuedouble;
	}
	if (status == HN_OK) status = path_format(path, "%s/groups", dir);
	if (status == HN_OK && file_exists(path)) status = dir_list(path, count_group, &out->finished);
	if (out->finished < out->planned) out->failed = 0; // points that have not been measured yet
	cJSON_Delete(plan);
	cJSON_Delete(manifest);
	return status;
}

// The state of the last task of this shard that is in the queue.
static void look_at_queue(const Submission *s, int32_t shard, ShardState *out) {
	char mark[24];
	snprintf(mark, sizeof mark, "_%d ", shard);
	for (const char *line = s->queue.data; line != NULL && *line != '\0';) {
		size_t n = strcspn(line, "\n");
		const char *found = memmem(line, n, mark, strlen(mark));
		if (found != NULL) {
			size_t from = (size_t)(found - line) + strlen(mark);
			snprintf(out->queued, sizeof out->queued, "%.*s", (int)(n - from), line + from);
		}
		line += n + (line[n] == '\n');
	}
}

static int32_t look_at(const Submission *s, int32_t shard, ShardState *out) {
	*out = (ShardState){ 0 };
	look_at_queue(s, shard, out);
	return look_at_files(s, shard, out);
}

// A link to an unfinished earlier run would look like this one, so what counts is the files of groups.
static bool is_done(const ShardState *state) {
	return state->planned > 0 && state->finished >= state->planned && state->failed == 0;
}

// The jobs of this submission that Slurm still knows. Where it knows none, squeue fails: that is no error.
static int32_t read_queue(Submission *s) {
	char path[PATH_SIZE];
	Text ids = { 0 };
	int32_t status = path_format(path, "%s/jobs", s->dir);
	if (status == HN_OK && !file_exists(path)) return HN_OK;
	if (status == HN_OK) status = file_read(&ids, path);
	for (char *id = ids.data != NULL ? strtok(ids.data, " \n") : NULL; status == HN_OK && id != NULL;
	     id = strtok(NULL, " \n")) {
		const char *argv[] = { "squeue", "-h", "-r", "-j", id, "-o", "%i %T", NULL };
		int32_t code = tool_run(argv, &s->queue, true);
		if (code < 0) status = code;
	}
	text_free(&ids);
	return status;
}

static int32_t print_status(const Submission *s) {
	int32_t done = 0, status = HN_OK;
	for (int32_t i = 1; i <= s->shards && status == HN_OK; ++i) {
		ShardState state;
		status = look_at(s, i, &state);
		if (status != HN_OK) break;
		done += is_done(&state);
		const char *where = state.queued[0] != '\0' ? state.queued
		                    : is_done(&state)       ? "done"
		                    : state.planned > 0     ? "stopped"
		                                            : "missing";
		printf("shard %d/%d: %s, %d of %d groups", i, s->shards, where, state.finished,
		       state.planned > 0 ? state.planned : s->dealt[i - 1]);
		printf(state.failed > 0 ? ", %d points failed\n" : "\n", state.failed);
	}
	if (status == HN_OK) printf("%d of %d shards are done\n", done, s->shards);
	return status;
}

// "3,7": the shards that are neither done nor in the queue.
static int32_t list_missing(const Submission *s, Text *out) {
	int32_t status = HN_OK;
	for (int32_t i = 1; i <= s->shards && status == HN_OK; ++i) {
		ShardState state;
		status = look_at(s, i, &state);
		if (status == HN_OK && !is_done(&state) && state.queued[0] == '\0')
			text_addf(out, "%s%d", out->count > 0 ? "," : "", i);
	}
	return status == HN_OK ? text_check(out) : status;
}

// Runs sbatch and keeps the id that it prints.
static int32_t sbatch(const Submission *s, char id[64], const char *first, const char *script, bool whole) {
	const char *argv[ARGS_MAX] = { "sbatch", "--parsable", first };
	char output[PATH_SIZE];
	Text said = { 0 };
	int32_t n = 3, status = path_format(output, "--output=%s/slurm-%%A_%%a.out", s->dir);
	if (s->options->extra.count > ARGS_MAX - 8)
		return error_set(HN_ERR_BAD_INPUT, "more than %d options of sbatch", ARGS_MAX - 8);
	argv[n++] = output;
	for (int32_t i = 0; whole && i < s->options->extra.count; ++i) argv[n++] = s->options->extra.at[i];
	argv[n++] = script;
	if (whole && s->options->retry_failed) argv[n++] = "--retry-failed";
	if (status == HN_OK) status = tool_run(argv, &said, false);
	if (status > 0) status = error_set(HN_ERR_IO, "sbatch failed with code %d", status);
	const char *text = said.data != NULL ? said.data : "";
	if (status == HN_OK) snprintf(id, 64, "%.*s", (int)strspn(text, "0123456789"), text);
	text_free(&said);
	return status;
}

static int32_t append_jobs(const Submission *s, const char *array, const char *merge) {
	char path[PATH_SIZE];
	Text text = { 0 };
	int32_t status = path_format(path, "%s/jobs", s->dir);
	if (status == HN_OK && file_exists(path)) status = file_read(&text, path);
	text_addf(&text, "%s %s\n", array, merge);
	if (status == HN_OK) status = file_write_text(path, &text);
	text_free(&text);
	return status;
}

// A task that fails leaves a job that waits with afterok pending for ever, so the merge waits with afterany
// and takes what there is.
static int32_t submit_tasks(const Submission *s, const char *tasks) {
	char script[PATH_SIZE], merge[PATH_SIZE], array_id[64] = "", merge_id[64] = "", dependency[96];
	Text array = { 0 };
	text_addf(&array, "--array=%s", tasks);
	int32_t status = text_check(&array);
	if (status == HN_OK) status = path_format(script, "%s/array.sh", s->dir);
	if (status == HN_OK) status = path_format(merge, "%s/merge.sh", s->dir);
	if (status == HN_OK) status = sbatch(s, array_id, array.data, script, true);
	snprintf(dependency, sizeof dependency, "--dependency=afterany:%s", array_id);
	if (status == HN_OK) status = sbatch(s, merge_id, dependency, merge, false);
	if (array_id[0] != '\0') {
		int32_t kept = append_jobs(s, array_id, merge_id);
		if (status == HN_OK) status = kept;
	}
	if (status == HN_OK) printf("array %s, tasks %s; merge %s\n", array_id, tasks, merge_id);
	text_free(&array);
	return status;
}

static int32_t submit_missing(const Submission *s) {
	Text tasks = { 0 };
	int32_t status = list_missing(s, &tasks);
	if (status == HN_OK && tasks.count == 0)
		printf("nothing is missing\n");
	else if (status == HN_OK)
		status = submit_tasks(s, tasks.data);
	text_free(&tasks);
	return status;
}

// Counts the groups of each shard.
static int32_t count_dealt(Submission *s, const cJSON *shares) {
	const cJSON *share;
	s->dealt = mem_alloc_zero((size_t)s->shards * sizeof *s->dealt);
	if (s->dealt == NULL) return HN_ERR_NO_MEMORY;
	cJSON_ArrayForEach(share, shares) {
		if (share->valueint >= 1 && share->valueint <= s->shards) s->dealt[share->valueint - 1] += 1;
	}
	return HN_OK;
}

static int32_t read_deal(Submission *s) {
	char path[PATH_SIZE];
	cJSON *deal = NULL;
	int32_t status = path_format(path, "%s/deal.json", s->dir);
	if (status == HN_OK) status = read_json(&deal, path);
	const char *identity = cJSON_GetStringValue(json_get(deal, "identity"));
	bool found = identity != NULL;
	if (found) snprintf(s->identity, sizeof s->identity, "%s", identity);
	if (status == HN_OK) status = count_dealt(s, json_get(deal, "shares"));
	cJSON_Delete(deal);
	if (status != HN_OK || found) return status;
	return error_set(HN_ERR_IO, "%s: nothing was submitted in %d shards", s->dir, s->shards);
}

static int32_t act(Submission *s) {
	const Options *o = s->options;
	int32_t read = read_deal(s);
	if (read != HN_OK) return read;
	int32_t status = o->status || o->retry_failed ? read_queue(s) : HN_OK;
	if (status != HN_OK) return status;
	if (o->status) return print_status(s);
	if (o->retry_failed) return submit_missing(s);
	char tasks[32];
	snprintf(tasks, sizeof tasks, "1-%d", s->shards);
	return submit_tasks(s, tasks);
}

int command_submit(const Options *options) {
	char program[PATH_SIZE];
	Submission s = { .options = options };
	SourceText text = { 0 };
	ScenarioAnswer answer = { 0 };
	Options with = *options;
	size_t size = ((size_t)options->words.count + 1) * sizeof *with.words.at;
	interrupts_catch();
	// the command of a shard begins with this program, by the path at which nodes find it too
	if (!program_folder(program, 0) || program[0] == '\0')
		return error_set(HN_ERR_IO, "where this program lies is unknown"), complain(EXIT_ENVIRONMENT);
	with.words.at = mem_alloc(size);
	if (with.words.at == NULL) return complain(EXIT_ENVIRONMENT);
	with.words.at[0] = program;
	memcpy(with.words.at + 1, options->words.at, size - sizeof *with.words.at);
	with.words.count += 1;
	ScenarioJob job = { .mode = "submit", .file = options->files.at[0], .options = &with };
	int code = job_read(&job, &text);
	if (code == 0) code = scenario_process(&job, begin_submit, &s, &answer);
	if (code == 0 && act(&s) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	scenario_answer_free(&answer);
	text_free(&s.queue);
	mem_free(s.dealt, (size_t)s.shards * sizeof *s.dealt);
	source_free(&text);
	mem_free(with.words.at, size);
	return code;
}
