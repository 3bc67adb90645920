#include "tree/moved_def.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/names.h"

const char *tree_update_name(int32_t index) {
	NAME_AT(index, [UPDATE_FULL] = "full", [UPDATE_LAYERED] = "layered", [UPDATE_LAZY] = "lazy");
}

static int32_t refuse_by(const BvClass *bv, MoveBy by) {
	char able[200] = "";
	for (int32_t i = 0; move_by_name(i) != NULL; ++i) {
		size_t length = strlen(able);
		if (bv_moves_by(bv, (MoveBy)i))
			snprintf(able + length, sizeof able - length, "%s%s", length > 0 ? ", " : "", move_by_name(i));
	}
	return error_set(HN_ERR_BAD_INPUT, "volume '%s' cannot be updated by '%s'; it can by %s", bv->name,
	                 move_by_name((int32_t)by), able);
}

int32_t moved_def_check(const MovedDef *def) {
	const BvClass *bv = def->tree.bv;
	if (!bv_moves_by(bv, def->by)) return refuse_by(bv, def->by);
	if ((def->by == MOVE_REBUILD || def->by == MOVE_RECOMPUTE) && def->update != UPDATE_FULL)
		return error_set(HN_ERR_BAD_INPUT, "update '%s' cannot be by '%s', which is of whole trees",
		                 tree_update_name((int32_t)def->update), move_by_name((int32_t)def->by));
	return HN_OK;
}

int32_t moved_def_check_deforming(const MovedDef *def) {
	if (def->by != MOVE_HULL && def->by != MOVE_HULL_DRIFT) return HN_OK;
	return error_set(
	    HN_ERR_BAD_INPUT,
	    "by '%s': it turns volumes that stay what they are in the body's frame, and those of one "
	    "that deforms do not",
	    move_by_name((int32_t)def->by));
}

MovedDef moved_def_deforming(const MovedDef *def) {
	MovedDef out = *def;
	bool whole = def->by == MOVE_REFIT && def->update == UPDATE_FULL;
	if (whole && def->tree.bv->refit_marked == NULL) out.by = MOVE_REBUILD;
	return out;
}

bool moved_def_fits(const MovedDef *def) {
	return def->by == MOVE_REFIT || def->by == MOVE_REBUILD || def->by == MOVE_RECOMPUTE;
}

bool moved_def_is_lazy(const MovedDef *def) { return def->update == UPDATE_LAZY || def->by == MOVE_SAT; }

Walk moved_def_walk(const MovedDef *def, bool counted) {
	if (def->by == MOVE_SAT) return counted ? WALK_TURNED_COUNTED : WALK_TURNED_TIMED;
	if (def->update == UPDATE_LAZY) return counted ? WALK_LAZY_COUNTED : WALK_LAZY_TIMED;
	return counted ? WALK_COUNTED : WALK_TIMED;
}

bool moved_def_needs_rest(const MovedDef *def) { return !moved_def_fits(def); }

bool moved_def_waits(const MovedDef *def) {
	return def->rooted && def->update == UPDATE_LAYERED && def->by != MOVE_SAT;
}
