#include "kernel/placement.h"

const char *move_by_name(int32_t index) {
	static const char *const s_names[] = {
		[MOVE_REFIT] = "refit", [MOVE_REBUILD] = "rebuild",
		[MOVE_HULL] = "hull",   [MOVE_HULL_DRIFT] = "hull_drift",
		[MOVE_CONIC] = "conic", [MOVE_PLACE] = "place",
		[MOVE_SAT] = "sat",     [MOVE_RECOMPUTE] = "recompute",
	};
	return index >= 0 && index < MOVES ? s_names[index] : NULL;
}
