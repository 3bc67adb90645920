// manifest.json: who measured a run, where, when and with what program, and the warnings about it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/result/counters_noted.h"
#include "run/result/precision.h"
#include "stats/stats.h"
#include "support/json.h"
#include "run/result/noise.h"
#include "run/plan/plugins.h"
#include "machine/build_info.h"
#include "run/group/confine.h"
#include "machine/provenance.h"
#include "run/run_state.h"
#include "run/seal.h"
#include "run/warnings.h"

// a number with every digit: cJSON alone prints doubles only nearly exactly
static cJSON *number(double value) {
	Text text = { 0 };
	text_add_json_number(&text, value);
	cJSON *item = text.count > 0 ? cJSON_CreateRaw(text.data) : cJSON_CreateNull();
	text_free(&text);
	return item;
}

static void add_number(cJSON *object, const char *key, double value) {
	cJSON_AddItemToObject(object, key, number(value));
}

static void add_load(cJSON *object, const char *key, const double load[3]) {
	cJSON *array = cJSON_AddArrayToObject(object, key);
	for (int i = 0; i < 3; ++i) cJSON_AddItemToArray(array, number(load[i]));
}

static void add_build(cJSON *manifest, const Machine *machine) {
	char hex[HN_HASH_HEX_SIZE], xxhash[32];
	hn_hash_to_hex(&machine->engine, hex);
	snprintf(xxhash, sizeof xxhash, "%u.%u.%u", XXH_versionNumber() / 10000, XXH_versionNumber() / 100 % 100,
	         XXH_versionNumber() % 100);
	provenance_manifest(manifest);
	cJSON_AddStringToObject(manifest, "engine", hex);
	cJSON_AddStringToObject(manifest, "binary_sha256", machine->binary);
	cJSON_AddStringToObject(manifest, "compiler", build_info.compiler);
	cJSON_AddStringToObject(manifest, "flags", build_info.flags);
	cJSON_AddStringToObject(manifest, "config", build_info.config);
	cJSON *versions = cJSON_AddObjectToObject(manifest, "versions");
	cJSON_AddStringToObject(versions, "cjson", cJSON_Version());
	cJSON_AddStringToObject(versions, "xxhash", xxhash);
}

static void add_machine(cJSON *manifest, const Machine *machine) {
	cJSON_AddStringToObject(manifest, "cpu", machine->cpu);
	cJSON_AddStringToObject(manifest, "arch", machine->arch);
	cJSON_AddStringToObject(manifest, "simd", simd_name((int32_t)machine->simd));
	add_number(manifest, "cores", machine->cores);
	if (machine->core >= 0)
		add_number(manifest, "pinned_core", machine->core);
	else
		cJSON_AddNullToObject(manifest, "pinned_core");
	cJSON_AddBoolToObject(manifest, "core_shared", machine->shared);
	add_number(manifest, "memory_bytes", (double)machine->memory_bytes);
	cJSON_AddStringToObject(manifest, "kernel", machine->kernel);
	cJSON_AddStringToObject(manifest, "governor", machine->governor);
	cJSON_AddStringToObject(manifest, "huge_pages", machine->huge_pages);
	add_number(manifest, "clock_cost_ns", machine->clock.cost_ns);
	add_number(manifest, "clock_resolution_ns", (double)machine->clock.resolution_ns);
}

static void warn(cJSON *warnings, const char *code, const char *text) {
	const cJSON *item = NULL;
	cJSON_ArrayForEach(item, warnings) {
		const char *old = cJSON_GetStringValue(json_get(item, "code"));
		if (old != NULL && strcmp(old, code) == 0) return; // of an earlier session
	}
	cJSON *warning = cJSON_CreateObject();
	cJSON_AddStringToObject(warning, "code", code);
	cJSON_AddStringToObject(warning, "text", text);
	cJSON_AddItemToArray(warnings, warning);
}

typedef struct RunSums {
	int32_t finished, rows[ROW_STATUSES], unchecked, rounds;
	int32_t cut, few;              // groups that the budget ended, and before they had six sessions
	int32_t layouts[2], missed[2]; // groups of each layout; those that could not get it
	Retakes retakes;
	int32_t imprecise;       // groups that missed their precision
	double precision, worst; // of the worst such group: the precision asked for and reached
	Noise noise;
	CounterNotes counters;
} RunSums;

static int32_t count_precision(RunSums *sums, const Result *result) {
	double worst, wanted = result->group->precision;
	bool imprecise;
	if (!result->finished) return HN_OK;
	sums->cut += result_was_cut(result);
	sums->few += result_was_cut(result) && result->sessions < STATS_SESSIONS_MIN;
	sums->missed[result->group->layout] += result->layout_missed;
	int32_t status = result_imprecise(result, &imprecise, &worst);
	if (status != HN_OK || !imprecise) return status;
	if (sums->imprecise++ == 0 || worst / wanted > sums->worst / sums->precision)
		sums->worst = worst, sums->precision = wanted;
	return HN_OK;
}

// Warnings of an earlier process are kept, except those about all rows.
static void forget(cJSON *warnings) {
	for (int i = cJSON_GetArraySize(warnings) - 1; i >= 0; --i) {
		const cJSON *item = cJSON_GetArrayItem(warnings, i);
		const char *code = cJSON_GetStringValue(json_get(item, "code"));
		if (code != NULL && warning_of_run(code)) cJSON_DeleteItemFromArray(warnings, i);
	}
}

static void add_warnings(cJSON *warnings, const Run *run, const RunSums *sums) {
	Warning found[WARNINGS_MAX];
	WarningFacts facts = { .machine = &run->machine,
		                   .config = build_info.config,
		                   .load_before = run->load_before,
		                   .load_after = run->load_after,
		                   .strain_before = run->strain_before,
		                   .strain_after = run->strain_after,
		                   .imprecise = sums->imprecise,
		                   .groups = run->plan->group_count,
		                   .precision = sums->precision,
		                   .worst = sums->worst,
		                   .cut = sums->cut,
		                   .few = sums->few,
		                   .budget_s = run->plan->budget_s,
		                   .varied = sums->missed[LAYOUT_FIXED],
		                   .fixed = sums->missed[LAYOUT_SAMPLE],
		                   .retakes = &sums->retakes,
		                   .noise = &sums->noise };
	forget(warnings);
	if (run->plan->counts) return; // all warnings are about times
	int32_t count = warnings_find(found, &facts);
	for (int32_t i = 0; i < count; ++i) warn(warnings, found[i].code, found[i].text);
}

static int32_t count_result(void *context, const Result *result) {
	RunSums *sums = context;
	sums->finished += result->finished;
	sums->layouts[result->group->layout] += 1;
	sums->rounds += result->rounds;
	retakes_add(&sums->retakes, result);
	result_count_rows(result, sums->rows);
	for (int32_t i = 0; i < result->member_count; ++i)
		sums->unchecked += member_has_row(&result->members[i]) && result->members[i].unchecked;
	counters_note(&sums->counters, result);
	int32_t status = count_precision(sums, result);
	return status == HN_OK ? noise_add(&sums->noise, result) : status;
}

// The names of the values that some group has, of those that `name` lists.
static void add_names(cJSON *manifest, const char *key, const char *(*name)(int32_t index),
                      const int32_t groups[2]) {
	cJSON *names = cJSON_AddArrayToObject(manifest, key);
	for (int32_t i = 0; name(i) != NULL; ++i)
		if (groups[i] > 0) cJSON_AddItemToArray(names, cJSON_CreateString(name(i)));
}

static void add_sums(cJSON *manifest, const Run *run, const RunSums *sums) {
	cJSON *groups = cJSON_AddObjectToObject(manifest, "groups"),
	      *rows = cJSON_AddObjectToObject(manifest, "rows");
	add_number(groups, "planned", run->plan->group_count);
	add_number(groups, "finished", sums->finished);
	for (int32_t i = 0; i < ROW_STATUSES; ++i)
		if (sums->rows[i] > 0) add_number(rows, row_status_name(i), sums->rows[i]);
	add_number(manifest, "unchecked", sums->unchecked);
	add_number(manifest, "rounds", sums->rounds);
	add_number(manifest, "retaken", sums->retakes.rounds);
	add_names(manifest, "layout", layout_name, sums->layouts);
	add_names(manifest, "preempted", preempted_name, sums->retakes.policies);
}

// NULL if there is no manifest, or if it is not valid JSON.
static int32_t read_json(cJSON **out, const char *dir, const char *name) {
	char path[PATH_SIZE];
	Text text = { 0 };
	*out = NULL;
	int32_t status = path_format(path, "%s/%s", dir, name);
	if (status != HN_OK || !file_exists(path)) return status;
	status = file_read(&text, path);
	// of the plan, the groups are not needed
	if (status == HN_OK) status = json_parse_each(out, text.data, text.count, "groups", NULL, NULL, NULL);
	text_free(&text);
	return status == HN_ERR_BAD_INPUT ? HN_OK : status;
}

// The scenario process's records of models and modules are copied unchanged.
static void add_from_plan(cJSON *manifest, cJSON *plan) {
	static const char *const s_keys[] = { "models", "modules" };
	const cJSON *plugins = json_get(plan, "plugins");
	if (plugins != NULL) cJSON_AddItemToObject(manifest, "plugins", plugins_manifest(plugins));
	for (size_t i = 0; i < 2; ++i) {
		cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(plan, s_keys[i]);
		cJSON_AddItemToObject(manifest, s_keys[i], item != NULL ? item : cJSON_CreateArray());
	}
}

// How code that is not the engine's was confined, and what the kernel did not give.
static void add_confinement(cJSON *session) {
	const uint32_t taken = confine_probe();
	cJSON *used = cJSON_AddArrayToObject(session, "confined_by");
	cJSON *missing = cJSON_AddArrayToObject(session, "not_confined_by");
	for (int32_t i = 0; confine_name(i) != NULL; ++i)
		cJSON_AddItemToArray((taken >> i & 1) != 0 ? used : missing, cJSON_CreateString(confine_name(i)));
}

static void add_session(cJSON *sessions, const Run *run, bool foreign) {
	if (run->started[0] == '\0') return;
	cJSON *session = cJSON_CreateObject();
	cJSON_AddStringToObject(session, "started", run->started);
	cJSON_AddStringToObject(session, "ended", run->ended);
	add_load(session, "load_before", run->load_before);
	if (run->ended[0] != '\0') {
		add_load(session, "load_after", run->load_after);
		cJSON_AddItemToObject(session, "others",
		                      number(strain_others(&run->strain_before, &run->strain_after)));
	}
	if (foreign) add_confinement(session);
	cJSON_DeleteItemFromArray(sessions, run->session); // as it was when it began
	cJSON_AddItemToArray(sessions, session);
}

static void add_command(cJSON *manifest, const Run *run, const cJSON *old) {
	const cJSON *command = json_get(old, "command");
	cJSON *array = command != NULL ? cJSON_Duplicate(command, 1) : cJSON_CreateArray();
	for (int i = 0; command == NULL && i < run->options.argc; ++i)
		cJSON_AddItemToArray(array, cJSON_CreateString(run->options.argv[i]));
	cJSON_AddItemToObject(manifest, "command", array);
}

static cJSON *old_array(const cJSON *old, const char *key) {
	const cJSON *item = json_get(old, key);
	return cJSON_IsArray(item) ? cJSON_Duplicate(item, 1) : cJSON_CreateArray();
}

static cJSON *make_manifest(const Run *run, const RunSums *sums, cJSON *plan, const cJSON *old) {
	cJSON *manifest = cJSON_CreateObject();
	cJSON_AddStringToObject(manifest, "scenario", run->plan->scenario);
	cJSON_AddStringToObject(manifest, "file", run->plan->file);
	cJSON_AddStringToObject(manifest, "plan", run->plan_key);
	add_command(manifest, run, old);
	add_build(manifest, &run->machine);
	add_machine(manifest, &run->machine);
	cJSON_AddStringToObject(manifest, "seed", run->plan->seed);
	cJSON_AddBoolToObject(manifest, "quick", run->plan->quick);
	if (run->plan->counts) cJSON_AddTrueToObject(manifest, "counts");
	if (cJSON_IsTrue(json_get(json_get(plan, "options"), "drawn"))) cJSON_AddTrueToObject(manifest, "drawn");
	bool foreign = cJSON_GetArraySize(json_get(plan, "plugins")) > 0;
	add_from_plan(manifest, plan);
	cJSON *sessions = old_array(old, "sessions"), *warnings = old_array(old, "warnings");
	add_session(sessions, run, foreign);
	const cJSON *first = json_get(cJSON_GetArrayItem(sessions, 0), "started");
	cJSON_AddStringToObject(manifest, "started", cJSON_IsString(first) ? first->valuestring : "");
	cJSON_AddStringToObject(manifest, "ended", run->ended);
	cJSON_AddBoolToObject(manifest, "complete", sums->finished == run->plan->group_count);
	cJSON_AddItemToObject(manifest, "sessions", sessions);
	add_sums(manifest, run, sums);
	counters_manifest(manifest, &sums->counters);
	if (run->ended[0] != '\0') add_warnings(warnings, run, sums);
	cJSON_AddItemToObject(manifest, "warnings", warnings);
	return manifest;
}

// sealed: nothing is measured any more in this session.
static int32_t write_json(const cJSON *json, const char *dir, int64_t refused_before, bool sealed) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/manifest.json", dir);
	if (status != HN_OK) return status;
	char *printed = cJSON_Print(json);
	Text text = { 0 };
	if (printed == NULL || json_refusals() != refused_before) // the text would be incomplete
		status = error_set(HN_ERR_NO_MEMORY, "out of memory while writing %s", path);
	else
		text_add(&text, printed);
	cJSON_free(printed);
	if (status == HN_OK && sealed) status = seal_close(&text, dir);
	if (!sealed) seal_open(&text);
	if (status == HN_OK) status = file_write_text(path, &text);
	text_free(&text);
	return status;
}

// A finished run keeps its manifest: nothing was measured since.
static int32_t renew(const Run *run, const char *dir, const RunSums *sums, const cJSON *old) {
	if (run->started[0] == '\0' && cJSON_IsTrue(json_get(old, "complete"))) return seal_mend(dir);
	int64_t refused = json_refusals();
	cJSON *plan = NULL;
	int32_t status = read_json(&plan, dir, "plan.json");
	if (status == HN_OK) {
		cJSON *manifest = make_manifest(run, sums, plan, old);
		bool is_over = run->ended[0] != '\0' || sums->finished == run->plan->group_count;
		status = write_json(manifest, dir, refused, is_over);
		cJSON_Delete(manifest);
	}
	cJSON_Delete(plan);
	return status;
}

int32_t manifest_write(const Run *run, const char *dir) {
	RunSums sums = { 0 };
	cJSON *old = NULL;
	int32_t status = run->dir[0] != '\0' ? run_each_result(run, count_result, &sums) : HN_OK;
	if (status == HN_OK) status = read_json(&old, dir, "manifest.json");
	if (status == HN_OK) status = renew(run, dir, &sums, old);
	cJSON_Delete(old);
	noise_free(&sums.noise);
	return status;
}

int32_t manifest_begin(Run *run) {
	cJSON *old = NULL;
	int32_t status = read_json(&old, run->dir, "manifest.json");
	run->session = cJSON_GetArraySize(json_get(old, "sessions"));
	cJSON_Delete(old);
	return status == HN_OK ? manifest_write(run, run->dir) : status;
}
