#include "run/plan/externals.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"

static int32_t refuse(const char *key) {
	return error_set(HN_ERR_BAD_INPUT, "a description of another program's results: '%s' is missing or wrong",
	                 key);
}

// Copies a text. *out stays NULL if it is missing.
static int32_t read_text(char **out, const cJSON *json, const char *key) {
	const cJSON *item = json_get(json, key);
	if (!cJSON_IsString(item)) return HN_OK;
	*out = string_copy(item->valuestring);
	return *out != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t read_count(int32_t *out, const cJSON *json, const char *key, int32_t most) {
	const cJSON *item = json_get(json, key);
	if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= most)) return refuse(key);
	*out = (int32_t)item->valuedouble;
	return HN_OK;
}

static int32_t read_passes(ExternalTimes *out, const cJSON *pass, const cJSON *ms) {
	int32_t count = cJSON_GetArraySize(pass);
	if (count < 1 || cJSON_GetArraySize(ms) != count) return refuse("ms");
	out->count = count;
	out->pass = mem_alloc_zero((size_t)count * sizeof *out->pass);
	out->ms = mem_alloc_zero((size_t)count * sizeof *out->ms);
	if (out->pass == NULL || out->ms == NULL) return HN_ERR_NO_MEMORY;
	const cJSON *p = pass->child, *m = ms->child;
	for (int32_t i = 0; i < count; ++i, p = p->next, m = m->next) {
		if (!cJSON_IsNumber(p) || !cJSON_IsNumber(m)) return refuse("pass");
		out->pass[i] = (int64_t)p->valuedouble;
		out->ms[i] = m->valuedouble;
	}
	return HN_OK;
}

static int32_t read_times(ExternalTimes *out, const cJSON *json) {
	int32_t status = read_text(&out->file, json, "file");
	if (status == HN_OK) status = read_text(&out->sha256, json, "sha256");
	if (status == HN_OK) status = read_text(&out->run, json, "run");
	if (status == HN_OK) status = read_count(&out->steps, json, "steps", INT32_MAX);
	if (status == HN_OK && (out->file == NULL || out->sha256 == NULL)) return refuse("times.file");
	return status == HN_OK ? read_passes(out, json_get(json, "pass"), json_get(json, "ms")) : status;
}

int32_t externals_read(External **out, const cJSON *json) {
	External *external = *out = mem_alloc_zero(sizeof *external);
	if (external == NULL) return HN_ERR_NO_MEMORY;
	int32_t grain = 0;
	int32_t status = read_count(&grain, json, "grain", EXTERNAL_BOXES);
	external->grain = (ExternalGrain)grain;
	if (status == HN_OK) status = read_text(&external->sha256, json, "sha256");
	if (status == HN_OK) status = read_text(&external->scene, json, "scene");
	if (status == HN_OK && external->sha256 == NULL) return refuse("sha256");
	const cJSON *times = json_get(json, "times");
	return status == HN_OK && times != NULL ? read_times(&external->times, times) : status;
}

void externals_shorten(cJSON *plugin) {
	cJSON *external = cJSON_GetObjectItemCaseSensitive(plugin, "external");
	cJSON *times = external != NULL ? cJSON_GetObjectItemCaseSensitive(external, "times") : NULL;
	if (times == NULL) return;
	cJSON_DeleteItemFromObjectCaseSensitive(times, "pass");
	cJSON_DeleteItemFromObjectCaseSensitive(times, "ms");
}
