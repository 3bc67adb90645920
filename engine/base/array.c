#include "base/array.h"

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
