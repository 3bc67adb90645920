#include "bv/bv.h"

#define BV_CLASS(name) extern const BvClass name##_class;
#include "bv/bv.def"
#undef BV_CLASS

static const BvClass *const s_classes[] = {
#define BV_CLASS(name) &name##_class,
#include "bv/bv.def"
#undef BV_CLASS
};

enum { CLASSES = sizeof s_classes / sizeof s_classes[0] };

const BvClass *bv_class(int32_t index) { return index >= 0 && index < CLASSES ? s_classes[index] : NULL; }

bool bv_moves_by(const BvClass *bv, MoveBy by) {
	if (by == MOVE_REFIT || by == MOVE_REBUILD) return bv->refit != NULL;
	return by == MOVE_SAT ? bv->turn != NULL : bv->motion != NULL;
}

const char *bv_name(int32_t index) {
	const BvClass *class = bv_class(index);
	return class != NULL ? class->name : NULL;
}
