// Names of queries and of counts.
#include "base/names.h"

#include "detect/detect.h"

_Static_assert(sizeof(Counts) == COUNT_FIELDS * sizeof(int64_t), "counts are read by index");

const char *hn_query_name(int32_t index) {
	NAME_AT(index, [HN_QUERY_ALL] = "all", [HN_QUERY_FIRST] = "first", [HN_QUERY_APPROACH] = "approach",
	        [HN_QUERY_BOXES] = "boxes");
}

static const struct {
	const char *name, *about;
} s_counts[] = {
#define COUNT_FIELD(name, title, about) { #name, about },
#include "detect/counts.def"
#undef COUNT_FIELD
};

int32_t hn_count_count(void) { return COUNT_FIELDS; }

const char *hn_count_name(int32_t index) {
	return index >= 0 && index < COUNT_FIELDS ? s_counts[index].name : NULL;
}

const char *hn_count_about(int32_t index) {
	return index >= 0 && index < COUNT_FIELDS ? s_counts[index].about : NULL;
}
