#include "run/worker/status.h"

#include <stddef.h>

const char *row_status_name(int32_t index) {
	static const char *const s_names[] = {
		"ok", "mismatch", "crash", "timeout", "memory", "error", "skipped"
	};
	return index >= 0 && index < (int32_t)(sizeof s_names / sizeof s_names[0]) ? s_names[index] : NULL;
}
