// cJSON as the engine uses it. When cJSON gets no memory it returns NULL, as for malformed text, or silently
// leaves out the item to add. Refused allocations are counted here, so that the cases can be told apart.
#pragma once

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

// How often cJSON was refused memory in this process. Called before it is used: what follows is counted.
int64_t json_refusals(void);

// Of what it asks for from now on, the allocation after so many more is refused, once; negative: none. For
// tests.
void json_fail_after(int64_t allocations);

static inline const cJSON *json_get(const cJSON *object, const char *key) {
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

// The value that size bytes hold, a terminating 0 left out; nothing but space may follow it.
// HN_ERR_BAD_INPUT: malformed, at byte *at where at is not NULL; HN_ERR_NO_MEMORY.
int32_t json_parse(cJSON **out, const char *text, int64_t size, int64_t *at);
