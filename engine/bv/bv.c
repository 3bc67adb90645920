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

#ifdef PLANTED
static BvPlant s_plant;
void bv_plant(BvPlant plant) { s_plant = plant; }
const BvClass *bv_planted(const BvClass *bv) { return s_plant != NULL ? s_plant(bv) : bv; }
#endif

const BvClass *bv_class(int32_t index) {
	return index >= 0 && index < CLASSES ? bv_planted(s_classes[index]) : NULL;
}

bool bv_moves_by(const BvClass *bv, MoveBy by) {
	if (by == MOVE_REFIT || by == MOVE_REBUILD) return bv->refit != NULL;
	if (by == MOVE_SAT) return bv->turn != NULL;
	return bv->motion != NULL && bv->rigid == (by == MOVE_PLACE);
}

const char *bv_name(int32_t index) {
	const BvClass *class = bv_class(index);
	return class != NULL ? class->name : NULL;
}

const char *bv_fit_name(int32_t index) {
	static const char *const s_names[] = {
		[FIT_USUAL] = "usual", [FIT_CENTROID] = "centroid", [FIT_RITTER] = "ritter",
		[FIT_WELZL] = "welzl", [FIT_VERTICES] = "vertices", [FIT_TRIANGLES] = "triangles",
		[FIT_HULL] = "hull",   [FIT_SLABS] = "slabs",       [FIT_MINIMUM] = "minimum",
	};
	return index >= 0 && index < FITS ? s_names[index] : NULL;
}

const char *bv_centre_name(int32_t index) {
	static const char *const s_names[] = { [CENTRE_CORNERS] = "corners", [CENTRE_VERTICES] = "vertices" };
	return index >= 0 && index < CENTRES ? s_names[index] : NULL;
}

const char *bv_slab_axis_name(int32_t index) {
	static const char *const s_names[] = { [SLABS_ALONG_LONGEST] = "longest", [SLABS_ALONG_X] = "x" };
	return index >= 0 && index < SLAB_AXES ? s_names[index] : NULL;
}

const char *bv_extremes_name(int32_t index) {
	static const char *const s_names[] = { [EXTREMES_YZ] = "yz", [EXTREMES_XYZ] = "xyz" };
	return index >= 0 && index < EXTREMES ? s_names[index] : NULL;
}

const char *bv_weight_name(int32_t index) {
	static const char *const s_names[] = { [WEIGHT_NONE] = "none", [WEIGHT_AREA] = "area" };
	return index >= 0 && index < WEIGHTS ? s_names[index] : NULL;
}

const char *bv_extent_name(int32_t index) {
	static const char *const s_names[] = { [EXTENT_ALL] = "all", [EXTENT_SUBSET] = "subset" };
	return index >= 0 && index < EXTENTS ? s_names[index] : NULL;
}

bool bv_has_fit(const BvClass *bv, BvFit fit) {
	for (const BvFit *own = bv->fits; own != NULL && *own != FIT_USUAL; ++own)
		if (*own == fit) return true;
	return false;
}

int32_t bv_check_fit(const BvClass *bv, BvFit fit) {
	if (bv->fits == NULL || fit == FIT_USUAL || bv_has_fit(bv, fit)) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "volume '%s' has no fit '%s'", bv->name, bv_fit_name((int32_t)fit));
}
