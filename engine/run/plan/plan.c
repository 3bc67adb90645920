#include "run/plan/plan.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "machine/counters.h"
#include "run/plan/fields.h"
#include "run/plan/plugins.h"
#include "base/file.h"
#include "stats/population.h"
#include "support/json.h"
#include "base/text.h"

enum {
	WHERE_SIZE = 96,
	GROUPS_MAX = 1000000,
	ALGORITHMS_MAX = 1000,
	COLUMNS_MAX = 1000,
	QUESTIONS_MAX = 100000,
	BOUNDS_MAX = 100,
};

const char *check_name(int32_t index) { NAME_AT(index, "agree", "exact", "none"); }
const char *preempted_name(int32_t index) { NAME_AT(index, "retake", "keep"); }

static int32_t read_param(PlanParam *out, const cJSON *params, const char *where, const char *column) {
	const cJSON *item = json_get(params, column);
	if (item == NULL) return field_refuse(where, column, "is missing");
	out->name = string_copy(column);
	Text text = { 0 };
	if (cJSON_IsString(item)) {
		text_add(&text, item->valuestring);
	} else if (cJSON_IsNumber(item) && isfinite(item->valuedouble)) {
		text_add_number(&text, item->valuedouble);
		out->is_number = true;
	} else if (cJSON_IsBool(item)) {
		text_add(&text, cJSON_IsTrue(item) ? "true" : "false");
		out->is_bool = true;
	} else {
		text_free(&text);
		return field_refuse(where, column, "must be a string, a finite number, true or false");
	}
	out->text = text.failed ? NULL : string_copy(text.data);
	text_free(&text);
	return out->name == NULL || out->text == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static int32_t read_reading(PlanAlgorithm *out, const cJSON *json, const char *where) {
	int32_t status = field_string(&out->reading, json, where, "reading");
	if (status == HN_OK && out->reading[0] == '\0') return field_refuse(where, "reading", "is empty");
	return status;
}

// Two readings of one algorithm share its label.
static bool is_same_row(const PlanAlgorithm *a, const PlanAlgorithm *b) {
	if (strcmp(a->label, b->label) != 0) return false;
	if (a->reading == NULL || b->reading == NULL) return a->reading == b->reading;
	return strcmp(a->reading, b->reading) == 0;
}

static int32_t read_algorithm(PlanAlgorithm *out, const cJSON *json, const char *where) {
	if (!cJSON_IsObject(json)) return field_refuse(where, "", "must be an object");
	int32_t status = field_int(&out->point, json, where, "point", 1);
	if (status == HN_OK) status = field_string(&out->label, json, where, "label");
	if (status == HN_OK) status = field_string(&out->kind, json, where, "kind");
	if (status == HN_OK) status = field_string(&out->params, json, where, "params");
	if (status == HN_OK && json_get(json, "reading") != NULL) status = read_reading(out, json, where);
	if (status != HN_OK) return status;
	out->class_ = hn_detect_find(out->kind);
	if (out->class_ == NULL) return field_refuse(where, "kind", "is no known algorithm");
	status = detect_check(out->class_, out->params);
	if (status == HN_OK) status = hn_detect_conservative(&out->conservative, out->class_, out->params);
	if (status == HN_OK) status = hn_detect_unsound(&out->unsound, out->class_, out->params);
	out->judged = out->class_->plugin != NULL;
	out->external = plugin_external(out->class_) != NULL;
	if (status == HN_OK || status == HN_ERR_NO_MEMORY) return status;
	return error_prefix(HN_ERR_BAD_INPUT, "plan.json: %s.params", where);
}

static int32_t read_algorithms(PlanGroup *group, const cJSON *json, const char *where) {
	const cJSON *array = NULL;
	int32_t status = field_array(&array, json, where, "algorithms", ALGORITHMS_MAX);
	if (status != HN_OK || array == NULL) return status;
	int32_t count = cJSON_GetArraySize(array);
	if (count == 0) return field_refuse(where, "algorithms", "is empty");
	group->algorithms = mem_alloc_zero((size_t)count * sizeof *group->algorithms);
	if (group->algorithms == NULL) return HN_ERR_NO_MEMORY;
	group->algorithm_count = count;
	int32_t i = 0;
	for (const cJSON *item = array->child; status == HN_OK && item != NULL; item = item->next, ++i) {
		char inner[WHERE_SIZE];
		snprintf(inner, sizeof inner, "%.60s.algorithms[%d]", where, i);
		status = read_algorithm(&group->algorithms[i], item, inner);
		if (status == HN_OK && i == 0 && group->algorithms[0].external)
			status = field_refuse(inner, "kind", "must be run, as the first of its group");
		for (int32_t k = 0; status == HN_OK && k < i; ++k)
			if (is_same_row(&group->algorithms[k], &group->algorithms[i]))
				status = field_refuse(inner, "label", "stands twice in the group");
	}
	return status;
}

static int32_t read_bounds(PlanGroup *group, const cJSON *json, const char *where) {
	const cJSON *array = NULL;
	if (json_get(json, "bounds") == NULL) return HN_OK;
	int32_t status = field_array(&array, json, where, "bounds", BOUNDS_MAX);
	if (status != HN_OK || cJSON_GetArraySize(array) == 0) return status;
	group->bound_count = cJSON_GetArraySize(array);
	group->bounds = mem_alloc_zero((size_t)group->bound_count * sizeof *group->bounds);
	if (group->bounds == NULL) return HN_ERR_NO_MEMORY;
	double *out = group->bounds;
	for (const cJSON *item = array->child; item != NULL; item = item->next, ++out) {
		*out = cJSON_IsNumber(item) ? item->valuedouble : 0;
		if (!(*out > 0)) return field_refuse(where, "bounds", "must be positive numbers");
	}
	return HN_OK;
}

// The place of the point that a question names; -1: it is none of the group's.
static int32_t asked_place(const PlanGroup *group, const cJSON *item) {
	for (int32_t i = 0; cJSON_IsNumber(item) && i < group->algorithm_count; ++i)
		if (group->algorithms[i].point == item->valuedouble) return i;
	return -1;
}

static int32_t read_questions(PlanGroup *group, const cJSON *json, const char *where) {
	const cJSON *array = NULL;
	if (json_get(json, "questions") == NULL) return HN_OK;
	int32_t status = field_array(&array, json, where, "questions", QUESTIONS_MAX);
	if (status != HN_OK || cJSON_GetArraySize(array) == 0) return status;
	if (group->block == 0 || group->precision == 0)
		return field_refuse(where, "questions", "are about a population, to a precision");
	group->question_count = cJSON_GetArraySize(array);
	group->questions = mem_alloc_zero((size_t)group->question_count * sizeof *group->questions);
	if (group->questions == NULL) return HN_ERR_NO_MEMORY;
	PlanQuestion *out = group->questions;
	for (const cJSON *item = array->child; item != NULL; item = item->next, ++out) {
		const cJSON *limit = json_get(item, "limit"), *below = json_get(item, "below");
		out->a = asked_place(group, json_get(item, "a")), out->b = asked_place(group, json_get(item, "b"));
		out->below = cJSON_IsNumber(below) ? below->valuedouble : 0;
		out->limit = cJSON_IsNumber(limit) ? limit->valuedouble : (double)NAN;
		if (out->a < 0 || out->b < 0 || out->a == out->b)
			return field_refuse(where, "questions", "must be of two points of the group");
	}
	return HN_OK;
}

// Is the file below the plan's directory? A malformed plan must not name a file outside of it.
static bool path_is_inside(const char *path) {
	if (path[0] == '/' || path[0] == '\0') return false;
	for (const char *p = path; p != NULL; p = strchr(p, '/')) {
		if (*p == '/') ++p;
		if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0')) return false;
	}
	return true;
}

// Reads a list of names as bits. The key may be missing. `mask` gives the bits of a name, 0 for an unknown
// one.
static int32_t read_bits(uint32_t *out, const cJSON *object, const char *where, const char *key, int32_t most,
                         uint32_t (*mask)(const char *name)) {
	const cJSON *array = NULL;
	if (json_get(object, key) == NULL) return HN_OK;
	int32_t status = field_array(&array, object, where, key, most);
	if (status != HN_OK) return status;
	for (const cJSON *item = array->child; item != NULL; item = item->next) {
		uint32_t bits = cJSON_IsString(item) ? mask(item->valuestring) : 0;
		if (bits == 0) return field_refuse(where, key, "holds what is none of the known names");
		*out |= bits;
	}
	return HN_OK;
}

static uint32_t inspect_mask(const char *name) {
	int32_t group = name_index(inspect_name, name);
	return group >= 0 ? 1u << group : 0;
}

static int32_t read_population(PlanGroup *group, const cJSON *json, const char *where) {
	const bool steps = json_get(json, "instance_steps") != NULL;
	if (json_get(json, "block") == NULL)
		return steps ? field_refuse(where, "instance_steps", "is given without block") : HN_OK;
	if (group->per_step || group->query == HN_QUERY_APPROACH)
		return field_refuse(where, "block", "is of instances, each of which is asked apart");
	group->instance_steps = 1;
	int32_t status = field_int(&group->block, json, where, "block", 1);
	if (status == HN_OK && steps)
		status = field_int(&group->instance_steps, json, where, "instance_steps", 1);
	if (status == HN_OK && json_get(json, "pieces") != NULL)
		status = field_int(&group->pieces, json, where, "pieces", 1);
	group->folds = 2;
	if (status == HN_OK && json_get(json, "folds") != NULL)
		status = field_int(&group->folds, json, where, "folds", 2);
	if (status == HN_OK && group->folds > POPULATION_FOLDS_MAX)
		return field_refuse(where, "folds", "has more than the most");
	return status == HN_OK ? read_bounds(group, json, where) : status;
}

static int32_t read_policy(PlanGroup *group, const cJSON *json, const char *where) {
	int32_t query = 0, status = field_choice(&query, json, where, "query", hn_query_name);
	group->query = (HnQuery)query;
	if (status == HN_OK) status = field_bool(&group->per_step, json, where, "per_step");
	if (status == HN_OK && json_get(json, "unbuilt") != NULL)
		status = field_bool(&group->unbuilt, json, where, "unbuilt");
	if (status == HN_OK && json_get(json, "ranked") != NULL)
		status = field_bool(&group->ranked, json, where, "ranked");
	if (status == HN_OK) status = field_choice(&group->check, json, where, "check", check_name);
	if (status == HN_OK) status = field_int(&group->runs, json, where, "runs", 1);
	int32_t layout = LAYOUT_SAMPLE, preempted = PREEMPTED_RETAKE;
	if (status == HN_OK && json_get(json, "layout") != NULL)
		status = field_choice(&layout, json, where, "layout", layout_name);
	if (status == HN_OK && json_get(json, "preempted") != NULL)
		status = field_choice(&preempted, json, where, "preempted", preempted_name);
	group->layout = (Layout)layout, group->preempted = (Preempted)preempted;
	if (status == HN_OK)
		status = read_bits(&group->inspect, json, where, "inspect", INSPECT_GROUPS, inspect_mask);
	if (status == HN_OK)
		status = read_bits(&group->counters, json, where, "counters", COUNTERS, counter_mask);
	if (status != HN_OK) return status;
	if (group->per_step && group->query == HN_QUERY_APPROACH)
		return field_refuse(where, "per_step", "has no steps to tell of under the query approach");
	status = read_population(group, json, where);
	group->block_grows = cJSON_IsTrue(json_get(json, "block_grows"));
	if (status != HN_OK) return status;
	status = field_seconds(&group->timeout_s, json, where, "timeout_s");
	const cJSON *precision = json_get(json, "precision");
	if (status != HN_OK || precision == NULL) return status;
	if (!cJSON_IsNumber(precision) || !(precision->valuedouble > 0 && precision->valuedouble < 1))
		return field_refuse(where, "precision", "must be a share between 0 and 1");
	group->precision = precision->valuedouble;
	return HN_OK;
}

static int32_t read_group(Plan *plan, PlanGroup *group, const cJSON *json, const char *where) {
	if (!cJSON_IsObject(json)) return field_refuse(where, "", "must be an object");
	const cJSON *params = json_get(json, "params");
	// Lua may have written an empty table as an empty array.
	bool empty = plan->column_count == 0 && cJSON_IsArray(params) && cJSON_GetArraySize(params) == 0;
	if (!cJSON_IsObject(params) && !empty)
		return field_refuse(where, "params", params == NULL ? "is missing" : "must be an object");
	if (cJSON_GetArraySize(params) != plan->column_count)
		return field_refuse(where, "params", "must have one value for each of the plan's columns");
	group->params = mem_alloc_zero(mem_array_size(plan->column_count, sizeof *group->params));
	if (group->params == NULL) return HN_ERR_NO_MEMORY;
	char inner[WHERE_SIZE];
	snprintf(inner, sizeof inner, "%.60s.params", where);
	int32_t status = HN_OK;
	for (int32_t i = 0; status == HN_OK && i < plan->column_count; ++i)
		status = read_param(&group->params[i], params, inner, plan->columns[i]);
	if (status == HN_OK) status = field_string(&group->scene, json, where, "scene");
	if (status == HN_OK && !path_is_inside(group->scene))
		status = field_refuse(where, "scene", "must be a path below the plan's directory");
	if (status == HN_OK) status = field_string(&group->seed, json, where, "seed");
	if (status == HN_OK && json_get(json, "key") != NULL)
		status = field_string(&group->key, json, where, "key");
	if (status == HN_OK) status = read_policy(group, json, where);
	if (status == HN_OK) status = read_algorithms(group, json, where);
	return status == HN_OK ? read_questions(group, json, where) : status;
}

static int32_t read_columns(Plan *plan, const cJSON *json) {
	const cJSON *array = NULL;
	int32_t status = field_array(&array, json, "", "columns", COLUMNS_MAX);
	if (status != HN_OK) return status;
	int32_t count = cJSON_GetArraySize(array);
	plan->columns = mem_alloc_zero((size_t)count * sizeof *plan->columns);
	if (plan->columns == NULL) return HN_ERR_NO_MEMORY;
	plan->column_count = count;
	int32_t i = 0;
	for (const cJSON *item = array->child; item != NULL; item = item->next, ++i) {
		char where[WHERE_SIZE];
		snprintf(where, sizeof where, "columns[%d]", i);
		if (!cJSON_IsString(item)) return field_refuse("", where, "must be a string");
		for (int32_t k = 0; k < i; ++k)
			if (strcmp(plan->columns[k], item->valuestring) == 0)
				return field_refuse("", where, "stands twice");
		plan->columns[i] = string_copy(item->valuestring);
		if (plan->columns[i] == NULL) return HN_ERR_NO_MEMORY;
	}
	return HN_OK;
}

// Checks that points are numbered from 1, each once; without gaps, unless the plan is a part of another.
static int32_t check_points(Plan *plan) {
	int64_t total = 0;
	for (int32_t g = 0; g < plan->group_count; ++g) total += plan->groups[g].algorithm_count;
	int64_t most = plan->points > 0 ? plan->points : total;
	char *seen = mem_alloc_zero((size_t)most);
	if (seen == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = HN_OK;
	for (int32_t g = 0; g < plan->group_count; ++g)
		for (int32_t a = 0; status == HN_OK && a < plan->groups[g].algorithm_count; ++a) {
			int32_t point = plan->groups[g].algorithms[a].point;
			if (point <= most && !seen[point - 1])
				seen[point - 1] = 1;
			else
				status =
				    error_set(HN_ERR_BAD_INPUT,
				              "plan.json: groups[%d].algorithms[%d].point is %d: points must be numbered "
				              "from 1, each once",
				              g, a, point);
		}
	mem_free(seen, (size_t)most);
	plan->point_count = (int32_t)total;
	return status;
}

static int32_t read_part(Plan *plan, const cJSON *json) {
	const cJSON *shard = json_get(json, "shard"), *merged = json_get(json, "merged");
	if (shard == NULL && merged == NULL) {
		// of a run that is verified, what needs a missing file is left out
		bool whole = json_get(json, "points") == NULL;
		return whole ? HN_OK : field_int(&plan->points, json, "", "points", 1);
	}
	int32_t status = shard != NULL ? field_string(&plan->content, shard, "shard", "content") : HN_OK;
	if (status == HN_OK && shard != NULL) return field_int(&plan->points, shard, "shard", "points", 1);
	if (status == HN_OK) status = field_string(&plan->content, merged, "merged", "content");
	return status == HN_OK ? field_int(&plan->points, merged, "merged", "points", 1) : status;
}

static int32_t read_map(PlanMap *out, const cJSON *json, const char *where) {
	int32_t status = field_string(&out->name, json, where, "name");
	if (status == HN_OK) status = field_string(&out->a, json, where, "a");
	if (status == HN_OK) status = field_string(&out->b, json, where, "b");
	if (status == HN_OK) status = field_int(&out->audit, json, where, "audit", 1);
	const cJSON *share = json_get(json, "share");
	if (status != HN_OK) return status;
	if (!cJSON_IsNumber(share) || !(share->valuedouble > 0 && share->valuedouble <= 1))
		return field_refuse(where, "share", "must be a share above 0");
	out->share = share->valuedouble;
	return HN_OK;
}

static int32_t read_maps(Plan *plan, const cJSON *json) {
	const cJSON *array = NULL;
	if (json_get(json, "maps") == NULL) return HN_OK;
	int32_t status = field_array(&array, json, "", "maps", COLUMNS_MAX);
	if (status != HN_OK || cJSON_GetArraySize(array) == 0) return status;
	plan->maps = mem_alloc_zero((size_t)cJSON_GetArraySize(array) * sizeof *plan->maps);
	if (plan->maps == NULL) return HN_ERR_NO_MEMORY;
	plan->map_count = cJSON_GetArraySize(array);
	int32_t i = 0;
	for (const cJSON *item = array->child; status == HN_OK && item != NULL; item = item->next, ++i) {
		char where[WHERE_SIZE];
		snprintf(where, sizeof where, "maps[%d]", i);
		status = read_map(&plan->maps[i], item, where);
	}
	return status;
}

static int32_t read_plan(Plan *plan, const cJSON *json) {
	if (!cJSON_IsObject(json)) return error_set(HN_ERR_BAD_INPUT, "plan.json: must hold one object");
	int32_t status = field_string(&plan->scenario, json, "", "scenario");
	if (status == HN_OK) status = field_string(&plan->file, json, "", "file");
	if (status == HN_OK) status = field_string(&plan->seed, json, "", "seed");
	if (status == HN_OK) status = field_bool(&plan->quick, json, "", "quick");
	if (status == HN_OK && json_get(json, "counts") != NULL)
		status = field_bool(&plan->counts, json, "", "counts");
	if (status == HN_OK && json_get(json, "budget_s") != NULL)
		status = field_seconds(&plan->budget_s, json, "", "budget_s");
	if (status == HN_OK) status = read_part(plan, json);
	if (status == HN_OK) status = plugins_read(json_get(json, "plugins"));
	if (status == HN_OK) status = read_columns(plan, json);
	if (status == HN_OK) status = read_maps(plan, json);
	const cJSON *groups = NULL;
	return status == HN_OK ? field_array(&groups, json, "", "groups", 0) : status;
}

static int32_t count_group(void *context, const cJSON *item, int64_t index) {
	(void)item;
	*(int64_t *)context = index + 1;
	return HN_OK;
}

static int32_t add_group(void *context, const cJSON *item, int64_t index) {
	Plan *plan = context;
	char where[WHERE_SIZE];
	snprintf(where, sizeof where, "groups[%lld]", (long long)index);
	plan->groups[index].index = (int32_t)index;
	return read_group(plan, &plan->groups[index], item, where);
}

// A long list of groups as JSON takes many times the memory of the groups themselves. So they are read one at
// a time, after everything else of the plan.
static int32_t read_groups(Plan *plan, const Text *text, int64_t count) {
	if (count == 0) return field_refuse("", "groups", "is empty");
	if (count > GROUPS_MAX) return field_refuse("", "groups", "has too many items");
	plan->groups = mem_alloc_zero((size_t)count * sizeof *plan->groups);
	if (plan->groups == NULL) return HN_ERR_NO_MEMORY;
	plan->group_count = (int32_t)count;
	cJSON *rest = NULL;
	int32_t status = json_parse_each(&rest, text->data, text->count, "groups", add_group, plan, NULL);
	cJSON_Delete(rest);
	return status == HN_OK ? check_points(plan) : status;
}

int32_t plan_read(Plan **out, const char *path) {
	Text text = { 0 };
	cJSON *json = NULL;
	Plan *plan = NULL;
	int32_t status = file_read(&text, path);
	if (status != HN_OK) goto done;
	int64_t at = 0, groups = 0;
	status = json_parse_each(&json, text.data, text.count, "groups", count_group, &groups, &at);
	if (status == HN_ERR_BAD_INPUT)
		error_set(status, "plan.json: malformed JSON at byte %lld", (long long)at);
	if (status != HN_OK) goto done;
	plan = mem_alloc_zero(sizeof *plan);
	status = plan == NULL ? HN_ERR_NO_MEMORY : read_plan(plan, json);
	if (status == HN_OK) status = read_groups(plan, &text, groups);
done:
	cJSON_Delete(json);
	text_free(&text);
	if (status != HN_OK) {
		plan_destroy(plan);
		return status;
	}
	*out = plan;
	return HN_OK;
}

static void free_group(Plan *plan, PlanGroup *group) {
	for (int32_t i = 0; group->params != NULL && i < plan->column_count; ++i) {
		string_free(group->params[i].name);
		string_free(group->params[i].text);
	}
	mem_free(group->params, (size_t)plan->column_count * sizeof *group->params);
	for (int32_t i = 0; i < group->algorithm_count; ++i) {
		string_free(group->algorithms[i].label);
		string_free(group->algorithms[i].kind);
		string_free(group->algorithms[i].params);
		string_free(group->algorithms[i].reading);
	}
	mem_free(group->bounds, (size_t)group->bound_count * sizeof *group->bounds);
	mem_free(group->questions, (size_t)group->question_count * sizeof *group->questions);
	mem_free(group->algorithms, (size_t)group->algorithm_count * sizeof *group->algorithms);
	string_free(group->scene);
	string_free(group->seed);
	string_free(group->key);
}

void plan_destroy(Plan *plan) {
	if (plan == NULL) return;
	for (int32_t i = 0; i < plan->group_count; ++i) free_group(plan, &plan->groups[i]);
	mem_free(plan->groups, (size_t)plan->group_count * sizeof *plan->groups);
	for (int32_t i = 0; i < plan->map_count; ++i) {
		string_free(plan->maps[i].name);
		string_free(plan->maps[i].a);
		string_free(plan->maps[i].b);
	}
	mem_free(plan->maps, (size_t)plan->map_count * sizeof *plan->maps);
	for (int32_t i = 0; i < plan->column_count; ++i) string_free(plan->columns[i]);
	mem_free(plan->columns, (size_t)plan->column_count * sizeof *plan->columns);
	string_free(plan->scenario);
	string_free(plan->file);
	string_free(plan->seed);
	string_free(plan->content);
	mem_free(plan, sizeof *plan);
}
