#include "run/result/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "plugin/counters.h"
#include "run/result/check.h"
#include "run/result/instances.h"
#include "support/json.h"
#include "scene/line.h"

const char *role_name(int32_t index) { NAME_AT(index, "point", "aa", "check"); }

const char *member_label(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm < 0 ? check_algorithm(result).kind : result->group->algorithms[algorithm].label;
}

const char *member_kind(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm < 0 ? check_algorithm(result).kind : result->group->algorithms[algorithm].kind;
}

const char *member_params(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm < 0 ? check_algorithm(result).params : result->group->algorithms[algorithm].params;
}

const HnDetectClass *member_class(const Result *result, int32_t member) {
	return hn_detect_find(member_kind(result, member));
}

int32_t member_parts(bool present[STEP_PARTS], const Result *result, int32_t member) {
	const HnDetectClass *class = member_class(result, member);
	bool lazy = false, fronted = false;
	int32_t status = detect_lazy(&lazy, class, member_params(result, member));
	if (status == HN_OK) status = detect_fronted(&fronted, class, member_params(result, member));
	for (int i = 0; i < STEP_PARTS; ++i) present[i] = false;
	for (int i = 0; i < DETECT_PHASES; ++i)
		if (detect_phase(&class->timed, i) != NULL) present[detect_phase_part[i]] = true;
	if (lazy) present[PART_UPDATE] = false;
	if (!fronted) present[PART_BROAD] = false;
	return status;
}

bool samples_preempted(const Sample *samples, int32_t count) {
	for (int32_t i = 0; i < count; ++i)
		if (samples[i].preempted) return true;
	return false;
}

const char *step_part_name(int32_t part) { NAME_AT(part, "update", "rebuild", "broad", "narrow"); }

bool member_conservative(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm >= 0 && result->group->algorithms[algorithm].conservative;
}

bool member_unsound(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm >= 0 && result->group->algorithms[algorithm].unsound;
}

bool member_judged(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm >= 0 && result->group->algorithms[algorithm].judged;
}

bool member_external(const Result *result, int32_t member) {
	int32_t algorithm = result->members[member].algorithm;
	return algorithm >= 0 && result->group->algorithms[algorithm].external;
}

bool member_foreign(const Result *result, int32_t member) {
	return member_judged(result, member) && !member_external(result, member);
}

bool member_is_timed(const Result *result, int32_t member) {
	return result->members[member].role != ROLE_CHECK && !member_external(result, member);
}

static bool is_running_point(const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	return m->role == ROLE_POINT && m->status == ROW_OK && !member_external(result, member);
}

bool member_wants_inspection(const Result *result, int32_t member) {
	return result->group->inspect != 0 && is_running_point(result, member) &&
	       !result->members[member].inspected;
}

bool member_wants_counters(const Result *result, int32_t member) {
	return result->group->counters != 0 && is_running_point(result, member) &&
	       !result->members[member].has_counters;
}

bool member_wants_afresh(const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	return member_foreign(result, member) && m->role == ROLE_POINT && m->status == ROW_OK && !m->left &&
	       !m->afresh;
}

int64_t result_sample_steps(const Result *result, int32_t member) {
	if (result->block > 0) return (int64_t)result->block * result->group->instance_steps;
	return result->members[member].questions;
}

double sample_step_ms(const Result *result, const Sample *sample, int32_t part) {
	double ns = 0;
	for (int32_t i = 0; i < STEP_PARTS; ++i)
		if (part < 0 || part == i) ns += sample->ns[i];
	const double steps = (double)sample->repeats * (double)result_sample_steps(result, sample->member);
	return ns / steps * (1 - sample->taken) * 1e-6;
}

int32_t result_create(Result **out, const PlanGroup *group, const char *key) {
	Result *result = mem_alloc_zero(sizeof *result);
	if (result == NULL) return HN_ERR_NO_MEMORY;
	result->group = group;
	snprintf(result->key, sizeof result->key, "%s", key);
	// The check always has a place, so that members keep their numbers. It is not always started.
	bool check = group->check != CHECK_NONE;
	int32_t count = group->algorithm_count + (group->ranked ? 0 : 1) + (check ? 1 : 0);
	result->members = mem_alloc_zero((size_t)count * sizeof *result->members);
	if (result->members == NULL) {
		result_destroy(result);
		return HN_ERR_NO_MEMORY;
	}
	result->member_count = count;
	for (int32_t i = 0; i < count; ++i) inspection_init(&result->members[i].inspection);
	for (int32_t i = 0; i < group->algorithm_count; ++i) result->members[i].algorithm = i;
	if (!group->ranked) result->members[group->algorithm_count].role = ROLE_AA;
	if (check) {
		result->members[count - 1].role = ROLE_CHECK;
		result->members[count - 1].algorithm = -1;
	}
	*out = result;
	return HN_OK;
}

static void free_steps(Result *result, Member *member) {
	mem_free(member->steps, (size_t)result->step_count * sizeof *member->steps);
	mem_free(member->step_contacts, (size_t)result->step_count * sizeof *member->step_contacts);
	member->steps = NULL;
	member->step_contacts = NULL;
}

void result_destroy(Result *result) {
	if (result == NULL) return;
	for (int32_t i = 0; result->members != NULL && i < result->member_count; ++i) {
		ARRAY_FREE(&result->members[i].builds);
		free_steps(result, &result->members[i]);
		inspection_free(&result->members[i].inspection);
		mem_free(result->members[i].instances, (size_t)result_instances(result) * sizeof(Instance));
	}
	mem_free(result->members, (size_t)result->member_count * sizeof *result->members);
	mem_free(result->poses, (size_t)result_instances(result) * sizeof *result->poses);
	ARRAY_FREE(&result->samples);
	ARRAY_FREE(&result->instance_times);
	mem_free(result, sizeof *result);
}

static int32_t unfit(const char *what) { return error_set(HN_ERR_BAD_INPUT, "a record without %s", what); }

static bool get_count(const cJSON *json, const char *key, int64_t *out) {
	const cJSON *item = json_get(json, key);
	char *end = NULL;
	if (!cJSON_IsString(item) || item->valuestring[0] == '\0') return false;
	*out = strtoll(item->valuestring, &end, 10);
	return *end == '\0';
}

static bool get_int(const cJSON *json, const char *key, int32_t lo, int32_t *out) {
	const cJSON *item = json_get(json, key);
	if (!cJSON_IsNumber(item) || !(item->valuedouble >= lo && item->valuedouble <= INT32_MAX)) return false;
	*out = (int32_t)item->valuedouble;
	return true;
}

// Reads a number; null means NaN.
static bool get_number(const cJSON *item, double *out) {
	if (!cJSON_IsNumber(item) && !cJSON_IsNull(item)) return false;
	*out = cJSON_IsNull(item) ? (double)NAN : item->valuedouble;
	return true;
}

// Whoever writes the record has set the steps already. A second one must have as many: arrays have their
// size.
static int32_t apply_group(Result *result, const cJSON *json) {
	int32_t steps = 0;
	const cJSON *key = json_get(json, "key");
	if (!cJSON_IsString(key) || strcmp(key->valuestring, result->key) != 0) return unfit("the group's key");
	if (cJSON_GetArraySize(json_get(json, "members")) != result->member_count)
		return unfit("the group's members");
	if (!get_int(json, "steps", 1, &steps)) return unfit("steps");
	if (result->group->block > 0 && steps % result->group->instance_steps != 0)
		return unfit("whole instances");
	if (result->step_count > 0 && steps != result->step_count) return unfit("the steps of the one before it");
	result->step_count = steps;
	if (!get_count(json, "triangles", &result->triangle_count)) return unfit("triangles");
	return get_count(json, "pairs", &result->pair_count) ? HN_OK : unfit("pairs");
}

// The counters of a plug-in's own. A class without any has no such list.
static int32_t apply_own(Member *member, const HnDetectClass *class, const cJSON *json) {
	const cJSON *own = json_get(json, "own");
	if (plugin_own_counters(class) == 0) return HN_OK;
	const HnPlugin *plugin = &class->plugin->plugin;
	for (int32_t i = 0; i < plugin->counter_count; ++i) {
		const HnPluginCounter *counter = &plugin->counters[i];
		if (plugin_counter_is_own(counter) && !get_count(own, counter->name, &member->own[i]))
			return unfit(counter->name);
	}
	return HN_OK;
}

static int32_t apply_counted(Member *member, const HnDetectClass *class, const cJSON *json) {
	const cJSON *hash = json_get(json, "hash");
	if (!cJSON_IsString(hash) || !hash_from_hex(&member->hash, hash->valuestring)) return unfit("a hash");
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		if (!get_count(json, hn_count_name(i), &((int64_t *)&member->counts)[i]))
			return unfit(hn_count_name(i));
	if (!get_count(json, "questions", &member->questions) || member->questions < 1) return unfit("questions");
	if (!get_number(json_get(json, "first_contact"), &member->first_contact)) return unfit("first_contact");
	member->counted = true;
	return apply_own(member, class, json);
}

static int32_t apply_built(const Result *result, Member *member, const cJSON *json) {
	if (!get_count(json, "tree_bytes", &member->tree_bytes)) return unfit("tree_bytes");
	if (!get_count(json, "live_bytes", &member->live_bytes)) return unfit("live_bytes");
	if (!get_count(json, "peak_bytes", &member->peak_bytes)) return unfit("peak_bytes");
	if (!get_number(json_get(json, "extent_fails"), &member->extent_fails)) return unfit("extent_fails");
	const cJSON *item = NULL;
	Build build = { .session = result->sessions, .round = result->build_rounds };
	cJSON_ArrayForEach(item, json_get(json, "builds_ms")) {
		build.round += 1;
		if (!get_number(item, &build.ms)) return unfit("builds_ms");
		if (!ARRAY_PUSH(&member->builds, build)) return HN_ERR_NO_MEMORY;
	}
	member->measured = true;
	return HN_OK;
}

static int32_t apply_failed(const Result *result, Member *member, const cJSON *json) {
	const cJSON *status = json_get(json, "status"), *detail = json_get(json, "detail");
	if (!cJSON_IsString(status) || !cJSON_IsString(detail)) return unfit("a status");
	int32_t index = name_index(row_status_name, status->valuestring);
	if (index >= 0) member->status = (RowStatus)index;
	snprintf(member->detail, sizeof member->detail, "%s", detail->valuestring);
	member->failed_in = result->sessions;
	member->censored = cJSON_IsTrue(json_get(json, "censored"));
	return member->status != ROW_OK ? HN_OK : unfit("a status of failure");
}

static int32_t apply_steps(Result *result, Member *member, const cJSON *json) {
	const cJSON *steps = json_get(json, "steps"), *item = NULL;
	if (cJSON_GetArraySize(steps) != result->step_count) return unfit("all steps");
	if (!get_int(json, "passes", 1, &member->step_passes)) return unfit("passes");
	if (!get_number(json_get(json, "clock_ns"), &member->step_clock_ns)) return unfit("clock_ns");
	free_steps(result, member);
	member->steps = mem_alloc_zero((size_t)result->step_count * sizeof *member->steps);
	member->step_contacts = mem_alloc_zero((size_t)result->step_count * sizeof *member->step_contacts);
	if (member->steps == NULL || member->step_contacts == NULL) {
		free_steps(result, member);
		return HN_ERR_NO_MEMORY;
	}
	int32_t i = 0;
	cJSON_ArrayForEach(item, steps) {
		const cJSON *median = item->child, *lo = median ? median->next : NULL, *hi = lo ? lo->next : NULL;
		const cJSON *contacts = hi != NULL ? hi->next : NULL;
		StepTime *t = &member->steps[i];
		if (!get_number(median, &t->median_ms) || !get_number(lo, &t->lo_ms) || !get_number(hi, &t->hi_ms) ||
		    !cJSON_IsString(contacts))
			return unfit("the times of a step");
		member->step_contacts[i++] = strtoll(contacts->valuestring, NULL, 10);
	}
	return HN_OK;
}

static int32_t apply_level(InspectLevel *level, const cJSON *json) {
	int32_t i = 0;
	const cJSON *item = NULL;
	if (cJSON_GetArraySize(json) != INSPECT_LEVELS) return unfit("all numbers of a level");
	cJSON_ArrayForEach(item, json) if (!get_number(item, &level->value[i++])) return unfit(
	    "the numbers of a level");
	return HN_OK;
}

static int32_t apply_inspected(Member *member, const cJSON *json) {
	Inspection *out = &member->inspection;
	inspection_free(out);
	const cJSON *levels = json_get(json, "levels"), *item = NULL;
	if (!cJSON_IsArray(levels)) return unfit("levels");
	for (int32_t i = 0; i < INSPECT_FIELDS; ++i)
		if (!get_number(json_get(json, inspect_field(i)->name), &out->value[i]))
			return unfit(inspect_field(i)->name);
	cJSON_ArrayForEach(item, levels) {
		InspectLevel level;
		int32_t status = apply_level(&level, item);
		if (status != HN_OK) return status;
		if (!ARRAY_PUSH(&out->levels, level)) return HN_ERR_NO_MEMORY;
	}
	member->inspected = true;
	return HN_OK;
}

static bool get_part_ns(const cJSON *json, int32_t part, double *out) {
	char key[40];
	snprintf(key, sizeof key, "%s_ns", step_part_name(part));
	return get_number(json_get(json, key), out);
}

static int32_t apply_sample(Result *result, const cJSON *json, int32_t round) {
	Sample s = { .session = result->sessions,
		         .round = round,
		         .preempted = cJSON_IsTrue(json_get(json, "preempted")) };
	bool ok = get_int(json, "member", 0, &s.member) && s.member < result->member_count &&
	          get_int(json, "turn", 1, &s.turn) && get_int(json, "repeats", 1, &s.repeats) &&
	          get_count(json, "contacts", &s.contacts);
	for (int32_t i = 0; i < STEP_PARTS; ++i) ok = ok && get_part_ns(json, i, &s.ns[i]);
	if (!ok) return unfit("a whole sample");
	if ((json_get(json, "slowed") != NULL && !get_number(json_get(json, "slowed"), &s.slowed)) ||
	    (json_get(json, "slow") != NULL && !get_number(json_get(json, "slow"), &s.slow)))
		return unfit("passes");
	return ARRAY_PUSH(&result->samples, s) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t apply_round(Result *result, const cJSON *json) {
	const cJSON *samples = json_get(json, "samples"), *item = NULL;
	if (!cJSON_IsArray(samples)) return unfit("samples");
	bool whole = cJSON_IsTrue(json_get(json, "whole"));
	int32_t round = whole ? result->rounds + 1 : 0;
	int64_t first = result->samples.count;
	cJSON_ArrayForEach(item, samples) {
		int32_t status = apply_sample(result, item, round);
		if (status != HN_OK) return status;
	}
	const cJSON *block = json_get(json, "block");
	if (block != NULL && result->block != cJSON_GetArraySize(block)) {
		if (result->block > 0) return unfit("a block like those before it");
		result->block = cJSON_GetArraySize(block);
	}
	if (whole && block != NULL) {
		int32_t status = instances_apply_block(result, block, samples);
		if (status != HN_OK) return status;
	}
	if (!whole) {
		result->retaken += cJSON_IsTrue(json_get(json, "again"));
		return HN_OK;
	}
	result->rounds += 1;
	const int32_t taken = (int32_t)(result->samples.count - first);
	if (result->group->preempted == PREEMPTED_RETAKE && taken > 0 &&
	    samples_preempted(result->samples.data + first, taken))
		result->disturbed = true;
	return HN_OK;
}

static int32_t apply_look(Result *result, const cJSON *json) {
	const cJSON *item = NULL;
	Look look = { 0 };
	if (!get_int(json, "rounds", 1, &look.rounds) || !get_int(json, "open", 0, &look.open) ||
	    !get_number(json_get(json, "worst"), &look.worst))
		return unfit("a whole look");
	result->look = look;
	cJSON_ArrayForEach(item, json_get(json, "left")) {
		if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < result->member_count))
			return unfit("a known member");
		result->members[(int32_t)item->valuedouble].left = true;
	}
	return HN_OK;
}

static int32_t apply_member(Result *result, const char *type, const cJSON *json) {
	int32_t index = 0;
	if (!get_int(json, "member", 0, &index) || index >= result->member_count) return unfit("a known member");
	Member *member = &result->members[index];
	if (strcmp(type, "counted") == 0) return apply_counted(member, member_class(result, index), json);
	if (strcmp(type, "built") == 0) return apply_built(result, member, json);
	if (strcmp(type, "instances") == 0) return instances_apply(result, member, json);
	if (strcmp(type, "failed") == 0) return apply_failed(result, member, json);
	if (strcmp(type, "steps") == 0) return apply_steps(result, member, json);
	if (strcmp(type, "inspected") == 0) return apply_inspected(member, json);
	if (strcmp(type, "has_counters") == 0) {
		member->has_counters = true;
		return counter_values_apply(&member->counter_values, json);
	}
	if (strcmp(type, "afresh") == 0) {
		member->afresh = get_count(json, "grown", &member->grown);
		return member->afresh ? HN_OK : unfit("grown");
	}
	if (strcmp(type, "contained") == 0) {
		member->contained = get_count(json, "extra_pairs", &member->beside.extra) &&
		                    get_count(json, "missed_pairs", &member->beside.missed) &&
		                    get_count(json, "exact_pairs", &member->beside.exact);
		return member->contained ? HN_OK : unfit("extra_pairs");
	}
	if (strcmp(type, "unchecked") != 0) return unfit("a known type");
	member->unchecked = true;
	return HN_OK;
}

// A killed session may have recorded builds of some members only. Builds of one round are paired, so the next
// session's builds get the same numbers for all members.
static int32_t apply_session(Result *result, const cJSON *json) {
	for (int32_t i = 0; i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		int32_t last = m->builds.count > 0 ? m->builds.data[m->builds.count - 1].round : 0;
		if (last > result->build_rounds) result->build_rounds = last;
	}
	result->layout_missed = result->layout_missed || cJSON_IsFalse(json_get(json, "layout_possible"));
	return get_int(json, "session", 1, &result->sessions) ? HN_OK : unfit("a session");
}

static int32_t apply_json(Result *result, const cJSON *json) {
	const cJSON *type = json_get(json, "type");
	if (!cJSON_IsString(type)) return unfit("a type");
	const char *name = type->valuestring;
	if (strcmp(name, "group") == 0) return apply_group(result, json);
	if (result->step_count == 0) return unfit("a group before it");
	if (strcmp(name, "round") == 0) return apply_round(result, json);
	if (strcmp(name, "session") == 0) return apply_session(result, json);
	if (strcmp(name, "poses") == 0) return instances_apply_poses(result, json);
	if (strcmp(name, "look") == 0) return apply_look(result, json);
	if (strcmp(name, "sat") == 0) {
		double seconds;
		if (!get_number(json_get(json, "seconds"), &seconds)) return unfit("seconds");
		result->seconds += seconds;
		return HN_OK;
	}
	return apply_member(result, name, json);
}

int32_t result_apply(Result *result, const char *record) {
	cJSON *json = NULL;
	int32_t status = json_parse(&json, record, (int64_t)strlen(record), NULL);
	if (status == HN_ERR_BAD_INPUT) error_set(status, "a record that is not JSON");
	if (status == HN_OK) status = apply_json(result, json);
	cJSON_Delete(json);
	return status;
}

int32_t result_questions_most(const Result *result) {
	return result->group->query == HN_QUERY_APPROACH ? SCENE_LINE_QUESTIONS_MAX : result->step_count;
}

RowStatus member_row_status(const Result *result, const Member *member) {
	if (member->status != ROW_OK || result->finished) return member->status;
	return member->role == ROLE_CHECK && member->counted ? ROW_OK : ROW_SKIPPED;
}

bool member_has_row(const Member *member) {
	return member->role != ROLE_CHECK || member->counted || member->status != ROW_OK;
}

void result_count_rows(const Result *result, int32_t counts[ROW_STATUSES]) {
	for (int32_t i = 0; i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (member_has_row(m)) counts[member_row_status(result, m)] += 1;
	}
}

bool result_all_ok(const Result *result) {
	int32_t counts[ROW_STATUSES] = { 0 }, rows = 0;
	result_count_rows(result, counts);
	for (int32_t i = 0; i < ROW_STATUSES; ++i) rows += counts[i];
	return counts[ROW_OK] == rows;
}

bool result_has_failed(const Result *result) {
	for (int32_t i = 0; i < result->member_count; ++i)
		if (result->members[i].status != ROW_OK) return true;
	return false;
}
