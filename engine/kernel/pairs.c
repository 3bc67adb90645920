#include "kernel/pairs.h"

const char *descend_name(int32_t index) {
	static const char *const s_names[] = {
		[DESCEND_LARGER] = "larger", [DESCEND_BOTH] = "both", [DESCEND_ALTERNATE] = "alternate"
	};
	return index >= 0 && index <= DESCEND_ALTERNATE ? s_names[index] : NULL;
}

bool pair_query_reserve(PairQuery *query, int32_t depth_a, int32_t depth_b) {
	return ARRAY_RESERVE(&query->stack, 3 * ((int64_t)depth_a + depth_b) + 8);
}

void pair_query_free(PairQuery *query) {
	ARRAY_FREE(&query->stack);
	ARRAY_FREE(&query->hits);
}
