#include "support/json.h"

#include <stdlib.h>
#include <string.h>

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

// ---- one element at a time ----

typedef struct Reader {
	const char *next, *end; // end: the terminating 0
	const char *key;
	JsonVisit visit;
	void *context;
	cJSON *object;
	bool found; // the array of the key
	bool is_malformed;
} Reader;

static int32_t malformed(Reader *r) {
	r->is_malformed = true;
	return HN_ERR_BAD_INPUT;
}

// The next character that is no white space. cJSON takes every control character for white space.
static char peek(Reader *r) {
	while (r->next < r->end && (unsigned char)*r->next <= ' ') r->next += 1;
	return r->next < r->end ? *r->next : '\0';
}

static bool skip(Reader *r, char c) {
	if (peek(r) != c) return false;
	r->next += 1;
	return true;
}

static cJSON *read_value(Reader *r) {
	if (peek(r) == '\xEF') return NULL; // cJSON would take it for the mark at the beginning of a text
	const char *end = NULL;
	cJSON *value = cJSON_ParseWithLengthOpts(r->next, (size_t)(r->end - r->next) + 1, &end, 0);
	r->next = end; // of a malformed value: its fault
	return value;
}

static int32_t visit_elements(Reader *r) {
	int32_t status = HN_OK;
	r->next += 1; // the bracket
	if (skip(r, ']')) return HN_OK;
	for (int64_t i = 0; status == HN_OK; ++i) {
		cJSON *item = read_value(r);
		if (item == NULL) return malformed(r);
		if (r->visit != NULL) status = r->visit(r->context, item, i);
		cJSON_Delete(item);
		if (status == HN_OK && skip(r, ']')) return HN_OK;
		if (status == HN_OK && !skip(r, ',')) return malformed(r);
	}
	return status;
}

static int32_t read_member(Reader *r) {
	cJSON *name = peek(r) == '"' ? read_value(r) : NULL;
	if (name == NULL || !skip(r, ':')) {
		cJSON_Delete(name);
		return malformed(r);
	}
	int32_t status = HN_OK;
	cJSON *value;
	if (!r->found && strcmp(name->valuestring, r->key) == 0 && peek(r) == '[') {
		r->found = true;
		status = visit_elements(r);
		value = status == HN_OK ? cJSON_CreateArray() : NULL;
	} else {
		value = read_value(r);
	}
	if (status == HN_OK && (value == NULL || !cJSON_AddItemToObject(r->object, name->valuestring, value))) {
		cJSON_Delete(value);
		status = malformed(r);
	}
	cJSON_Delete(name);
	return status;
}

static int32_t read_members(Reader *r) {
	r->next += 1; // the brace
	bool ended = skip(r, '}');
	while (!ended) {
		int32_t status = read_member(r);
		if (status != HN_OK) return status;
		ended = skip(r, '}');
		if (!ended && !skip(r, ',')) return malformed(r);
	}
	(void)peek(r);
	return r->next == r->end ? HN_OK : malformed(r);
}

int32_t json_parse_each(cJSON **out, const char *text, int64_t size, const char *key, JsonVisit visit,
                        void *context, int64_t *at) {
	Reader r = { .next = text, .end = text + size, .key = key, .visit = visit, .context = context };
	*out = NULL;
	if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) r.next += 3; // a mark that cJSON skips too
	if (peek(&r) != '{') return json_parse(out, text, size, at);
	int64_t refused = json_refusals();
	r.object = cJSON_CreateObject();
	int32_t status = r.object != NULL ? read_members(&r) : HN_ERR_NO_MEMORY;
	if (status == HN_OK && json_refusals() == refused) {
		*out = r.object;
		return HN_OK;
	}
	cJSON_Delete(r.object);
	if (json_refusals() != refused) return error_set(HN_ERR_NO_MEMORY, "out of memory while reading JSON");
	if (!r.is_malformed) return status;
	if (at != NULL) *at = r.next - text;
	return error_set(HN_ERR_BAD_INPUT, "malformed JSON");
}
