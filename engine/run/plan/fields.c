#include "run/plan/fields.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/names.h"
#include "base/text.h"

int32_t field_refuse(const char *where, const char *key, const char *must) {
	error_set(HN_ERR_BAD_INPUT, "plan.json: %s%s%s %s", where, where[0] != '\0' ? "." : "", key, must);
	return HN_ERR_BAD_INPUT;
}

int32_t field_string(char **out, const cJSON *object, const char *where, const char *key) {
	const cJSON *item = json_get(object, key);
	if (!cJSON_IsString(item))
		return field_refuse(where, key, item == NULL ? "is missing" : "must be a string");
	*out = string_copy(item->valuestring);
	return *out == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

int32_t field_bool(bool *out, const cJSON *object, const char *where, const char *key) {
	const cJSON *item = json_get(object, key);
	if (!cJSON_IsBool(item))
		return field_refuse(where, key, item == NULL ? "is missing" : "must be true or false");
	*out = cJSON_IsTrue(item);
	return HN_OK;
}

int32_t field_int(int32_t *out, const cJSON *object, const char *where, const char *key, int32_t lo) {
	const cJSON *item = json_get(object, key);
	if (!cJSON_IsNumber(item))
		return field_refuse(where, key, item == NULL ? "is missing" : "must be a number");
	double value = item->valuedouble;
	if (!(value >= lo && value <= INT32_MAX) || value != floor(value)) {
		char must[64];
		snprintf(must, sizeof must, "must be a whole number from %d", lo);
		return field_refuse(where, key, must);
	}
	*out = (int32_t)value;
	return HN_OK;
}

int32_t field_seconds(double *out, const cJSON *object, const char *where, const char *key) {
	const cJSON *item = json_get(object, key);
	if (!cJSON_IsNumber(item) || !(item->valuedouble > 0 && item->valuedouble <= 1e8))
		return field_refuse(where, key, item == NULL ? "is missing" : "must be seconds above 0");
	*out = item->valuedouble;
	return HN_OK;
}

int32_t field_choice(int32_t *out, const cJSON *object, const char *where, const char *key,
                     const char *(*name)(int32_t index)) {
	const cJSON *item = json_get(object, key);
	if (!cJSON_IsString(item))
		return field_refuse(where, key, item == NULL ? "is missing" : "must be a string");
	*out = name_index(name, item->valuestring);
	return *out >= 0 ? HN_OK : field_refuse(where, key, "is none of the known names");
}

int32_t field_array(const cJSON **out, const cJSON *object, const char *where, const char *key,
                    int32_t most) {
	const cJSON *item = json_get(object, key);
	if (item == NULL || !cJSON_IsArray(item))
		return field_refuse(where, key, item == NULL ? "is missing" : "must be an array");
	if (cJSON_GetArraySize(item) > most) return field_refuse(where, key, "has too many items");
	*out = item;
	return HN_OK;
}
