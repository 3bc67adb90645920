#include "base/array.h"

#include "base/error.h"

int32_t array_check(const void *data, int64_t count, int64_t capacity, const char *what) {
	if (count >= 0 && count <= capacity && (data != NULL || capacity == 0)) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "%s: %lld items in room for %lld%s", what, (long long)count,
	                 (long long)capacity, data == NULL ? ", and the data are NULL" : "");
}

bool array_reserve(void **data, int64_t *capacity, int64_t wanted, size_t item_size) {
	if (wanted <= *capacity) return true;
	int64_t grown = *capacity + *capacity / 2;
	if (grown < 16) grown = 16;
	if (grown < wanted) grown = wanted;
	void *p = mem_resize(*data, (size_t)*capacity * item_size, mem_array_size(grown, item_size));
	if (p == NULL) return false;
	*data = p;
	*capacity = grown;
	return true;
}
