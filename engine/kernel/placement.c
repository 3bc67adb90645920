#include "kernel/placement.h"

#include "base/names.h"

const char *move_by_name(int32_t index) {
	NAME_AT(index, [MOVE_REFIT] = "refit", [MOVE_REBUILD] = "rebuild", [MOVE_HULL] = "hull",
	        [MOVE_HULL_DRIFT] = "hull_drift", [MOVE_CONIC] = "conic", [MOVE_PLACE] = "place",
	        [MOVE_SAT] = "sat", [MOVE_RECOMPUTE] = "recompute");
}
