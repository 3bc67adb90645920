#include "bv/bv.h"

#include "base/error.h"

#define BV_CLASS(name) extern const BvClass name##_class;
#include "bv/bv.def"
#undef BV_CLASS

static const BvClass *const s_classes[] = {
#define BV_CLASS(name) &name##_class,
#include "bv/bv.def"
#undef BV_CLASS
};

enum { CLASSES = sizeof s_classes / sizeof s_classes[0] };

const BvClass *bv_class(int32_t index) {
	return index >= 0 && index < CLASSES ? bv_planted(s_classes[index]) : NULL;
}

bool bv_moves_by(const BvClass *bv, MoveBy by) {
	if (by == MOVE_REFIT || by == MOVE_REBUILD || by == MOVE_RECOMPUTE) return bv->refit != NULL;
	if (by == MOVE_SAT) return bv->turn != NULL;
	return bv->follow != NULL && bv->rigid == (by == MOVE_PLACE);
}

const char *bv_name(int32_t index) {
	const BvClass *class = bv_class(index);
	return class != NULL ? class->name : NULL;
}

PartKind bv_part(int32_t index) {
	const BvClass *class = bv_class(index);
	return class != NULL ? (PartKind){ class->name, &class->params, class->about } : (PartKind){ 0 };
}

static int32_t fit_take(BvSpace *space, BvParams *out, const BvClass *bv, const ParamSet *set,
                        const void *def, bool shared) {
	int32_t fit = ((const BvFitted *)(const void *)out->own)->fit;
	space->fit = bv->fits[fit > 0 ? fit - 1 : 0];
	space->fit_params = out->fit;
	return param_set_take(set, def, &space->fit->params, shared, space->fit->name, out->fit);
}

int32_t bv_params_take(BvSpace *space, BvParams *out, const BvClass *bv, const ParamSet *set, const void *def,
                       bool shared) {
	int32_t status = param_set_take(set, def, &bv->params, shared, bv->name, out->own);
	space->params = out->own;
	return status == HN_OK && bv->fits != NULL ? fit_take(space, out, bv, set, def, shared) : status;
}
