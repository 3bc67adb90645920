// Typed members of the JSON objects of a plan. Each reads the member `key`, which must be there: HN_OK,
// HN_ERR_BAD_INPUT that names it, or HN_ERR_NO_MEMORY. where: the path of the object, such as "groups[2]";
// empty for the plan itself.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "support/json.h"

// HN_ERR_BAD_INPUT: what the member must be, or what is wrong with it.
int32_t field_refuse(const char *where, const char *key, const char *must);

int32_t field_string(char **out, const cJSON *object, const char *where, const char *key); // a copy
int32_t field_bool(bool *out, const cJSON *object, const char *where, const char *key);
int32_t field_int(int32_t *out, const cJSON *object, const char *where, const char *key, int32_t lo);
int32_t field_seconds(double *out, const cJSON *object, const char *where, const char *key);
// A name of a list as its index.
int32_t field_choice(int32_t *out, const cJSON *object, const char *where, const char *key,
                     const char *(*name)(int32_t index));
int32_t field_array(const cJSON **out, const cJSON *object, const char *where, const char *key, int32_t most);
