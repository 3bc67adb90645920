// Buffers of contacts, and the hash of what one holds.
#include "base/array.h"
#include "base/error.h"
#include "base/sort.h"
#include "detect/detect.h"

_Static_assert(sizeof(HnContact) == 4 * sizeof(int32_t), "contacts are sorted as quadruples of int32");

bool hn_contact_buffer_reserve(HnContactBuffer *buffer, int64_t capacity) {
	if (error_if_null(buffer, "a buffer of contacts") != HN_OK ||
	    array_check(buffer->data, buffer->count, buffer->capacity, "a buffer of contacts") != HN_OK)
		return false;
	if (capacity < 0)
		return error_set(HN_ERR_BAD_INPUT, "room for %lld contacts", (long long)capacity) == HN_OK;
	return array_reserve((void **)&buffer->data, &buffer->capacity, capacity, sizeof(HnContact));
}

bool contact_buffer_grow(HnContactBuffer *buffer) {
	return hn_contact_buffer_reserve(buffer, buffer->count + 1);
}

void hn_contact_buffer_free(HnContactBuffer *buffer) {
	if (buffer == NULL) return;
	mem_free(buffer->data, (size_t)buffer->capacity * sizeof(HnContact));
	*buffer = (HnContactBuffer){ 0 };
}

int contact_compare(const HnContact *a, const HnContact *b) {
	const int32_t x[4] = { a->body_a, a->triangle_a, a->body_b, a->triangle_b };
	const int32_t y[4] = { b->body_a, b->triangle_a, b->body_b, b->triangle_b };
	for (int i = 0; i < 4; ++i)
		if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
	return 0;
}

int32_t hn_contacts_hash(HnHash *out, HnContactBuffer *contacts, HnQuery query) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(contacts, "a buffer of contacts");
	if (status == HN_OK)
		status = array_check(contacts->data, contacts->count, contacts->count, "a buffer of contacts");
	if (status == HN_OK && hn_query_name((int32_t)query) == NULL)
		status = error_set(HN_ERR_BAD_INPUT, "there is no query %d", (int)query);
	if (status != HN_OK) return status;
	if (query == HN_QUERY_FIRST) {
		uint8_t hit = contacts->count > 0;
		*out = hn_hash_bytes(&hit, 1);
		return HN_OK;
	}
	bool objects = query == HN_QUERY_BOXES;
	size_t size = (size_t)contacts->count * sizeof(HnContact);
	uint8_t *scratch = mem_alloc(size);
	if (scratch == NULL) return HN_ERR_NO_MEMORY;
	sort_quads((int32_t *)(void *)contacts->data, contacts->count, (int32_t *)(void *)scratch);
	const int32_t *word = (const int32_t *)(const void *)contacts->data;
	int64_t used = 0;
	for (int64_t i = 0; i < 4 * contacts->count; i += objects ? 2 : 1)
		for (int shift = 0; shift < 4; ++shift) // the same bytes on a big-endian machine
			scratch[used++] = (uint8_t)((uint32_t)word[i] >> (8 * shift));
	*out = hn_hash_bytes(scratch, (size_t)used);
	mem_free(scratch, size);
	return HN_OK;
}
