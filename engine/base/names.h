// Lists of names that belong to an enumeration.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The body of a function that gives the name of an index. It returns NULL outside of the list.
//     const char *side_name(int32_t index) { NAME_AT(index, "left", "right"); }
#define NAME_AT(index, ...)                                                                                  \
	static const char *const s_names[] = { __VA_ARGS__ };                                                    \
	return (index) >= 0 && (index) < (int32_t)(sizeof s_names / sizeof s_names[0]) ? s_names[index] : NULL

// The index of a name in such a list; -1: it is not there.
static inline int32_t name_index(const char *(*name_at)(int32_t index), const char *name) {
	for (int32_t i = 0; name_at(i) != NULL; ++i)
		if (strcmp(name_at(i), name) == 0) return i;
	return -1;
}
