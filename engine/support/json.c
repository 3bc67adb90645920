#include "support/json.h"

#include <stdlib.h>

#include "base/error.h"

static int64_t s_refusals, s_fail_after = -1;

static void *allocate(size_t size) {
	void *p = s_fail_after == 0 ? NULL : malloc(size);
	if (s_fail_after >= 0) s_fail_after -= 1;
	if (p == NULL) s_refusals += 1;
	return p;
}

int64_t json_refusals(void) {
	cJSON_InitHooks(&(cJSON_Hooks){ .malloc_fn = allocate, .free_fn = free });
	return s_refusals;
}

void json_fail_after(int64_t allocations) { s_fail_after = allocations; }

int32_t json_parse(cJSON **out, const char *text, int64_t size, int64_t *at) {
	const char *end = NULL;
	int64_t refused = json_refusals();
	*out = size > 0 ? cJSON_ParseWithLengthOpts(text, (size_t)size + 1, &end, 1) : NULL;
	if (*out != NULL) return HN_OK;
	if (json_refusals() != refused) return error_set(HN_ERR_NO_MEMORY, "out of memory while reading JSON");
	if (at != NULL) *at = end == NULL ? 0 : end - text;
	return error_set(HN_ERR_BAD_INPUT, "malformed JSON");
}
