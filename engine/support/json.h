// cJSON with a check for failed allocations. Without memory, cJSON returns NULL, as for malformed text, or
// silently leaves out the item to add. Failed allocations are counted here, which distinguishes the cases.
#pragma once

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

// The number of failed allocations of cJSON in this process. The count starts with the first call, so call it
// before cJSON is used.
int64_t json_refusals(void);

// For tests: after so many further allocations, the next one fails, once. Negative: none fails.
void json_fail_after(int64_t allocations);

static inline const cJSON *json_get(const cJSON *object, const char *key) {
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

// Parses one value; only white space may follow it. size does not include the terminating 0.
// HN_ERR_BAD_INPUT: malformed; *at is then the byte of the fault (at may be NULL). HN_ERR_NO_MEMORY.
int32_t json_parse(cJSON **out, const char *text, int64_t size, int64_t *at);

// Called for each element of an array, which is freed afterwards. HN_OK, or an error that ends the parsing.
typedef int32_t (*JsonVisit)(void *context, const cJSON *item, int64_t index);

// Parses one value like json_parse. If it is an object, the elements of its array `key` are parsed one at a
// time, and *out has an empty array in its place, so that a long list is never in memory as a whole. A text
// that turns out to be malformed further on may have had elements visited. visit NULL: none is looked at.
// HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY, or the error of `visit`.
int32_t json_parse_each(cJSON **out, const char *text, int64_t size, const char *key, JsonVisit visit,
                        void *context, int64_t *at);
