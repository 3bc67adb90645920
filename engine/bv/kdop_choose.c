// Which k-DOP serves a set of directions.
#include "base/error.h"
#include "bv/kdop.h"

static const BvClass *usual(int32_t k) {
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (bv_class(i)->directions == k) return bv_class(i);
	return NULL;
}

int32_t kdop_choose(const BvClass **class, Directions *directions, const KdopDef *def) {
	*directions = (Directions){ 0 };
	if ((*class)->directions == 0) return HN_OK;
	if ((*class)->directions == BV_DIRECTIONS_GIVEN && def->directions.count > 0) {
		const ParamVectors *given = &def->directions;
		int32_t status = directions_init(directions, (const double(*)[3])given->xyz, given->count);
		if (status == HN_OK) *class = kdop_smallest(directions->count);
		return status;
	}
	if ((*class)->directions == BV_DIRECTIONS_GIVEN) {
		if (usual(def->k) == NULL)
			return error_set(HN_ERR_BAD_INPUT, "k is %d; there are sets of 6, 14, 18 and 26", (int)def->k);
		*class = usual(def->k);
	}
	directions_init_usual(directions, (*class)->directions);
	return HN_OK;
}
