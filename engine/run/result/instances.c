#include "run/result/instances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/quaternion.h"
#include "support/json.h"

static int32_t unfit(const char *what) { return error_set(HN_ERR_BAD_INPUT, "a record without %s", what); }

// The next number of a list that is a text, or a mistake (false).
static bool next_count(const char **list, int64_t *out) {
	char *end = NULL;
	*out = strtoll(*list, &end, 10);
	bool there = end != *list && *out >= 0 && (*end == ' ' || *end == '\0');
	*list = *end == ' ' ? end + 1 : end;
	return there;
}

static bool next_hash(const char **list, HnHash *out) {
	char hex[HN_HASH_HEX_SIZE];
	size_t size = strcspn(*list, " ");
	if (size + 1 != sizeof hex) return false;
	memcpy(hex, *list, size);
	hex[size] = '\0';
	*list += size + ((*list)[size] == ' ');
	return hash_from_hex(out, hex);
}

static int32_t moving_body(const HnScene *scene) {
	int32_t found = -1;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		if (scene->bodies[b].pose_count == 1) continue;
		if (found >= 0) return -1;
		found = b;
	}
	return found;
}

int32_t instances_poses(DrawnPose **out, const Result *result, const HnScene *scene) {
	const int32_t body = moving_body(scene), count = result_instances(result);
	*out = NULL;
	if (body < 0) return HN_OK;
	*out = mem_alloc((size_t)count * sizeof **out);
	if (*out == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < count; ++i) {
		const HnPose *pose = scene_pose(scene, body, i * result->group->instance_steps);
		const HnQuaternion q = quaternion_of(&pose->r);
		(*out)[i] = (DrawnPose){ { pose->t.x, pose->t.y, pose->t.z, q.w, q.x, q.y, q.z } };
	}
	return HN_OK;
}

int32_t instances_apply_poses(Result *result, const cJSON *json) {
	const int32_t count = result_instances(result);
	const cJSON *item = json_get(json, "at");
	const char *list = cJSON_IsString(item) ? item->valuestring : "";
	if (result->poses == NULL) result->poses = mem_alloc((size_t)count * sizeof *result->poses);
	if (result->poses == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < count * DRAWN_VALUES; ++i) {
		char *end = NULL;
		result->poses[i / DRAWN_VALUES].at[i % DRAWN_VALUES] = strtod(list, &end);
		if (end == list) return unfit("the poses of all instances");
		list = end;
	}
	return HN_OK;
}

int32_t instances_apply(const Result *result, Member *member, const cJSON *json) {
	const int32_t count = result_instances(result);
	const size_t size = (size_t)count * sizeof(Instance);
	mem_free(member->instances, size);
	Instance *all = member->instances = mem_alloc_zero(size);
	if (all == NULL) return HN_ERR_NO_MEMORY;
	const cJSON *item = json_get(json, "hashes");
	const char *list = cJSON_IsString(item) ? item->valuestring : "";
	for (int32_t i = 0; i < count; ++i)
		if (!next_hash(&list, &all[i].hash)) return unfit("the hashes of all instances");
	for (int32_t k = 0; k < COUNT_FIELDS; ++k) {
		item = json_get(json, hn_count_name(k));
		if (item == NULL) continue; // all are 0
		list = cJSON_IsString(item) ? item->valuestring : "";
		for (int32_t i = 0; i < count; ++i)
			if (!next_count(&list, &((int64_t *)&all[i].counts)[k])) return unfit(hn_count_name(k));
	}
	return HN_OK;
}

// One sample's times, of the instances of the block.
static int32_t apply_times(Result *result, InstanceTime time, const cJSON *block, const cJSON *each) {
	Instance *all = result->members[time.member].instances;
	const cJSON *at = NULL;
	if (all == NULL || cJSON_GetArraySize(each) != cJSON_GetArraySize(block))
		return unfit("times of instances");
	const cJSON *ns = each->child;
	cJSON_ArrayForEach(at, block) {
		if (!cJSON_IsNumber(at) || !(at->valuedouble >= 0 && at->valuedouble < result_instances(result)) ||
		    !cJSON_IsNumber(ns) || !(fabs(ns->valuedouble) > 0))
			return unfit("the time of an instance");
		time.instance = (int32_t)at->valuedouble, time.ms = fabs(ns->valuedouble) * 1e-6;
		time.slow = ns->valuedouble < 0;
		all[time.instance].ms += time.ms, all[time.instance].timed += 1;
		if (!ARRAY_PUSH(&result->instance_times, time)) return HN_ERR_NO_MEMORY;
		ns = ns->next;
	}
	return HN_OK;
}

int32_t instances_apply_block(Result *result, const cJSON *block, const cJSON *samples) {
	const cJSON *sample = NULL;
	int32_t status = HN_OK;
	cJSON_ArrayForEach(sample, samples) {
		InstanceTime time = { .session = result->sessions,
			                  .member = (int32_t)json_get(sample, "member")->valuedouble };
		if (status == HN_OK) status = apply_times(result, time, block, json_get(sample, "each_ns"));
	}
	return status;
}
