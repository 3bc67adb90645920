#include "run/mend.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "run/progress/progress.h"
#include "scene/scene.h"
#include "support/json.h"

typedef bool (*Check)(const char *path);

static bool is_json(const char *path) {
	Text text = { 0 };
	cJSON *json = NULL;
	int32_t status = file_read(&text, path);
	if (status == HN_OK) status = json_parse_each(&json, text.data, text.count, "groups", NULL, NULL, NULL);
	cJSON_Delete(json);
	text_free(&text);
	return status == HN_OK || status == HN_ERR_NO_MEMORY; // no memory says nothing about the file
}

static bool has_content(const char *path) {
	struct stat info;
	return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 && access(path, R_OK) == 0;
}

static bool is_scene(const char *path) {
	HnScene *scene = NULL;
	int32_t status = has_content(path) ? hn_scene_open(&scene, path) : HN_ERR_IO; // looks at its hash
	hn_scene_close(scene);
	return status == HN_OK || status == HN_ERR_NO_MEMORY;
}

static int32_t replace(const char *from, const char *path) {
	char copy[PATH_SIZE];
	int32_t status = path_format(copy, "%s.tmp", path);
	if (status == HN_OK) status = dir_make_parents(path);
	if (status != HN_OK) return status;
	unlink(copy);
	status = file_copy(from, copy);
	return status == HN_OK ? file_settle(copy, path) : status;
}

typedef struct Mending {
	const char *run_dir, *staging;
} Mending;

static int32_t mend_file(const Mending *m, const char *name, Check is_good) {
	char path[PATH_SIZE], from[PATH_SIZE];
	int32_t status = path_format(path, "%s/%s", m->run_dir, name);
	if (status == HN_OK) status = path_format(from, "%s/%s", m->staging, name);
	if (status != HN_OK || !file_exists(from) || is_good(path)) return status;
	progress_say("harness: %s was %s: it is made again", path, file_exists(path) ? "damaged" : "missing");
	return replace(from, path);
}

// Modules of the run's own plan. The scenario may require others by now, which are none of the run's.
static int32_t mend_modules(const Mending *m) {
	char path[PATH_SIZE];
	Text text = { 0 };
	cJSON *plan = NULL;
	const cJSON *module;
	int32_t status = path_format(path, "%s/plan.json", m->run_dir);
	if (status == HN_OK) status = file_read(&text, path);
	if (status == HN_OK) status = json_parse_each(&plan, text.data, text.count, "groups", NULL, NULL, NULL);
	cJSON_ArrayForEach(module, json_get(plan, "modules")) {
		const char *name = cJSON_IsString(module) ? module->valuestring : "..";
		if (status == HN_OK && strstr(name, "..") == NULL) status = path_format(path, "modules/%s", name);
		if (status == HN_OK && strstr(name, "..") == NULL) status = mend_file(m, path, has_content);
	}
	cJSON_Delete(plan);
	text_free(&text);
	return status;
}

static int32_t mend_scene(const Mending *m, const char *scene) {
	char names[PATH_SIZE];
	const char *dot = strrchr(scene, '.');
	int32_t status = mend_file(m, scene, is_scene);
	if (status == HN_OK && dot != NULL) status = path_format(names, "%.*s.names", (int)(dot - scene), scene);
	return status == HN_OK && dot != NULL ? mend_file(m, names, has_content) : status;
}

int32_t run_mend(const char *run_dir, const char *staging, const Plan *plan) {
	Mending m = { run_dir, staging };
	int32_t status = mend_file(&m, "plan.json", is_json);
	if (status == HN_OK) status = mend_file(&m, "scenario.lua", has_content);
	if (status == HN_OK) status = mend_modules(&m);
	for (int32_t i = 0; status == HN_OK && i < plan->group_count; ++i)
		status = mend_scene(&m, plan->groups[i].scene);
	return status;
}
