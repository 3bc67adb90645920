#include "run/worker/status.h"

#include "base/names.h"

const char *row_status_name(int32_t index) {
	NAME_AT(index, "ok", "mismatch", "crash", "timeout", "memory", "error", "skipped");
}
