#include "host/shard.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "support/json.h"

enum { SHARDS_MAX = 1000000 };

// A whole number in [lo, SHARDS_MAX] at the start of `text`. Returns what follows it, or NULL.
static const char *read_number(int32_t *out, const char *text, int32_t lo) {
	size_t digits = strspn(text, "0123456789");
	if (digits == 0 || digits > 7) return NULL;
	long n = strtol(text, NULL, 10);
	*out = (int32_t)n;
	return n >= lo && n <= SHARDS_MAX ? text + digits : NULL;
}

static int32_t read_variable(int32_t *out, const char *name, int32_t lo) {
	const char *text = getenv(name);
	const char *end = text != NULL ? read_number(out, text, lo) : NULL;
	if (end != NULL && *end == '\0') return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "--shard slurm: %s is %s: this is no task of a Slurm job array", name,
	                 text == NULL ? "not set" : "not a whole number");
}

// Slurm counts the tasks of --array=3,7 as 2, so the number of a task is its place only without gaps.
static int32_t read_slurm(Shard *out) {
	int32_t task = 0, lo = 0, hi = 0, count = 0;
	int32_t status = read_variable(&task, "SLURM_ARRAY_TASK_ID", 0);
	if (status == HN_OK) status = read_variable(&lo, "SLURM_ARRAY_TASK_MIN", 0);
	if (status == HN_OK) status = read_variable(&hi, "SLURM_ARRAY_TASK_MAX", 0);
	if (status == HN_OK) status = read_variable(&count, "SLURM_ARRAY_TASK_COUNT", 1);
	if (status != HN_OK) return status;
	if (hi - lo + 1 != count || task < lo || task > hi)
		return error_set(HN_ERR_BAD_INPUT,
		                 "--shard slurm: the job array of tasks %d to %d has %d tasks, so it has gaps; write "
		                 "--shard I/N",
		                 lo, hi, count);
	*out = (Shard){ task - lo + 1, count };
	return HN_OK;
}

int32_t shard_read(Shard *out, const char *text) {
	if (strcmp(text, "slurm") == 0) return read_slurm(out);
	const char *rest = read_number(&out->index, text, 1);
	if (rest != NULL && *rest == '/') rest = read_number(&out->count, rest + 1, 1);
	if (rest != NULL && *rest == '\0' && out->index <= out->count) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT,
	                 "--shard: '%.60s' is not I/N with I from 1 to N, such as 2/8, nor slurm", text);
}

static bool take_number(int32_t *out, const cJSON *item) {
	*out = cJSON_IsNumber(item) ? item->valueint : 0;
	return *out >= 1 && *out <= SHARDS_MAX;
}

int32_t shard_of_run(Shard *out, const char *dir) {
	char path[PATH_SIZE];
	Text text = { 0 };
	cJSON *plan = NULL;
	*out = (Shard){ 0 };
	int32_t status = path_format(path, "%s/plan.json", dir);
	if (status == HN_OK) status = file_read(&text, path);
	if (status == HN_OK) status = json_parse_each(&plan, text.data, text.count, "groups", NULL, NULL, NULL);
	const cJSON *shard = json_get(plan, "shard");
	if (shard != NULL && !(take_number(&out->index, json_get(shard, "index")) &&
	                       take_number(&out->count, json_get(shard, "count")) && out->index <= out->count))
		status = error_set(HN_ERR_BAD_INPUT, "%s: names no shard", path);
	cJSON_Delete(plan);
	text_free(&text);
	return status;
}
