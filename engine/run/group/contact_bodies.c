#include "run/group/contact_bodies.h"

#include <string.h>

#include "base/mem.h"
#include "base/sort.h"

static bool is_next(const HnContact *pairs, int64_t i) {
	return i == 0 || memcmp(&pairs[i], &pairs[i - 1], sizeof *pairs) != 0;
}

static int32_t keep_distinct(ContactList *out, const HnContact *pairs, int64_t count) {
	int64_t distinct = 0;
	for (int64_t i = 0; i < count; ++i) distinct += is_next(pairs, i);
	HnContact *data = mem_alloc((size_t)distinct * sizeof *data);
	if (data == NULL) return HN_ERR_NO_MEMORY;
	*out = (ContactList){ .data = data };
	for (int64_t i = 0; i < count; ++i)
		if (is_next(pairs, i)) data[out->count++] = pairs[i];
	return HN_OK;
}

int32_t contacts_bodies(ContactList *out, const ContactList *contacts) {
	size_t size = (size_t)contacts->count * sizeof *contacts->data;
	HnContact *pairs = mem_alloc(size), *scratch = mem_alloc(size);
	*out = (ContactList){ 0 };
	int32_t status = pairs != NULL && scratch != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	if (status == HN_OK) {
		for (int64_t i = 0; i < contacts->count; ++i)
			pairs[i] = (HnContact){ .body_a = contacts->data[i].body_a, .body_b = contacts->data[i].body_b };
		sort_quads((int32_t *)(void *)pairs, contacts->count, (int32_t *)(void *)scratch);
		status = keep_distinct(out, pairs, contacts->count);
	}
	mem_free(pairs, size);
	mem_free(scratch, size);
	return status;
}
