// Errors of the octree that tests of drawn parameters let pass.
#pragma once

#include <stdbool.h>
#include <string.h>

#include "base/error.h"

// Whether the last error says that its cubes are too many for these objects: by a side that was given, or by
// splits without a bound.
static inline bool octree_refuses(int32_t status) {
	return status == HN_ERR_BAD_INPUT && (strstr(hn_error_text(), "parameter 'a'") != NULL ||
	                                      strstr(hn_error_text(), "octree: splits list") != NULL);
}
