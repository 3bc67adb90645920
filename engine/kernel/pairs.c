#include "kernel/pairs.h"

const char *descend_name(int32_t index) {
	static const char *const s_names[] = {
		[DESCEND_LARGER] = "larger", [DESCEND_BOTH] = "both", [DESCEND_ALTERNATE] = "alternate"
	};
	return index >= 0 && index <= DESCEND_ALTERNATE ? s_names[index] : NULL;
}

bool pair_stack_grow(PairQuery *query, int64_t wanted) { return ARRAY_RESERVE(&query->stack, wanted); }

void pair_query_free(PairQuery *query) {
	ARRAY_FREE(&query->stack);
	ARRAY_FREE(&query->hits);
}
