#include "bv/obb_slabs.h"

#include <math.h>

#include "base/error.h"

typedef struct Slab {
	double lo[3], hi[3];
} Slab;

typedef struct Slabs {
	int axis;
	int32_t count;
	double lo, factor;           // (x - lo) * factor is the approximate slab number
	double begin[SLABS_MAX + 1]; // where each slab begins; the last entry belongs to no slab
	Slab slab[SLABS_MAX];
} Slabs;

static void slab_clear(Slab *slab) {
	for (int k = 0; k < 3; ++k) slab->lo[k] = (double)INFINITY, slab->hi[k] = -(double)INFINITY;
}

static inline void slab_add(Slab *slab, const double *p) {
	for (int k = 0; k < 3; ++k) {
		slab->lo[k] = p[k] < slab->lo[k] ? p[k] : slab->lo[k];
		slab->hi[k] = p[k] > slab->hi[k] ? p[k] : slab->hi[k];
	}
}

static int longest_axis(const Slab *box) {
	int axis = 0;
	for (int k = 1; k < 3; ++k)
		if (box->hi[k] - box->lo[k] > box->hi[axis] - box->lo[axis]) axis = k;
	return axis;
}

static void slabs_cut(Slabs *out, const SlabsDef *def, const Slab *box) {
	out->axis = def->slab_axis == SLABS_ALONG_X ? 0 : longest_axis(box);
	out->count = def->k > 0 ? def->k : 1;
	out->lo = box->lo[out->axis];
	double extent = box->hi[out->axis] - out->lo;
	out->factor = extent > 0 ? out->count / extent : 0;
	for (int32_t i = 0; i <= out->count; ++i) out->begin[i] = out->lo + extent * i / out->count;
	for (int32_t i = 0; i < out->count; ++i) slab_clear(&out->slab[i]);
}

static inline Slab *slab_of(Slabs *slabs, double x) {
	int32_t i = (int32_t)((x - slabs->lo) * slabs->factor);
	if (i > slabs->count - 1) i = slabs->count - 1;
	while (i > 0 && x < slabs->begin[i]) --i;
	while (i + 1 < slabs->count && x >= slabs->begin[i + 1]) ++i;
	return &slabs->slab[i];
}

// skip: an axis that is ignored; 3: none.
static inline bool is_extreme(const Slab *slab, const double *p, int skip) {
	bool extreme = false;
	for (int k = 0; k < 3; ++k) extreme |= (k != skip) & ((p[k] == slab->lo[k]) | (p[k] == slab->hi[k]));
	return extreme;
}

bool obb_slabs_choose(FitScratch *scratch, const SlabsDef *def) {
	const double *xyz = doubles_of(scratch->points.data);
	int64_t n = scratch->points.count;
	Slabs slabs;
	Slab box;
	scratch->chosen.count = 0;
	if (!ARRAY_RESERVE(&scratch->chosen, n)) return fit_scratch_fail(scratch, HN_ERR_NO_MEMORY);
	slab_clear(&box);
	for (int64_t i = 0; i < n; ++i) slab_add(&box, xyz + 3 * i);
	slabs_cut(&slabs, def, &box);
	int skip = def->extremes == EXTREMES_XYZ ? 3 : slabs.axis;
	for (int64_t i = 0; i < n; ++i) slab_add(slab_of(&slabs, xyz[3 * i + slabs.axis]), xyz + 3 * i);
	for (int64_t i = 0; i < n; ++i)
		if (is_extreme(slab_of(&slabs, xyz[3 * i + slabs.axis]), xyz + 3 * i, skip))
			scratch->chosen.data[scratch->chosen.count++] = scratch->points.data[i];
	return fit_scratch_distinct(scratch, &scratch->chosen);
}

// The fit
// -------------------------------------------------------------------------------------------------------

static const SlabsDef *def_of(const void *params) {
	static const SlabsDef s_usual = { .k = 14 };
	return params != NULL ? params : &s_usual;
}

static bool slabs_axes(HnMat3 *out, FitScratch *scratch, const void *params, double scale) {
	const SlabsDef *def = def_of(params);
	if (!obb_slabs_choose(scratch, def)) return false;
	if (def->weight == WEIGHT_NONE) {
		*out = obb_axes_of_points(&scratch->chosen, scale);
		return true;
	}
	int32_t status = obb_axes_of_hull(out, &scratch->chosen, scale);
	return status == HN_OK || fit_scratch_fail(scratch, status);
}

static bool slabs_unsound(const void *params) { return def_of(params)->extent == EXTENT_SUBSET; }

static const PointList *slabs_held(const FitScratch *scratch, const void *params) {
	return slabs_unsound(params) ? &scratch->chosen : &scratch->points;
}

static const char *slab_axis_name(int32_t index) {
	static const char *const s_names[] = { [SLABS_ALONG_LONGEST] = "longest", [SLABS_ALONG_X] = "x" };
	return index >= 0 && index < SLAB_AXES ? s_names[index] : NULL;
}

static const char *extremes_name(int32_t index) {
	static const char *const s_names[] = { [EXTREMES_YZ] = "yz", [EXTREMES_XYZ] = "xyz" };
	return index >= 0 && index < EXTREMES ? s_names[index] : NULL;
}

static const char *weight_name(int32_t index) {
	static const char *const s_names[] = { [WEIGHT_NONE] = "none", [WEIGHT_AREA] = "area" };
	return index >= 0 && index < WEIGHTS ? s_names[index] : NULL;
}

static const char *extent_name(int32_t index) {
	static const char *const s_names[] = { [EXTENT_ALL] = "all", [EXTENT_SUBSET] = "subset" };
	return index >= 0 && index < EXTENTS ? s_names[index] : NULL;
}

#define CHOICE(field, text)                                                                                  \
	{                                                                                                        \
		.name = #field, .type = PARAM_CHOICE, .offset = offsetof(SlabsDef, field), .choice = field##_name,   \
		.about = text                                                                                        \
	}

static const Param s_params[] = {
	{ .name = "k",
	  .type = PARAM_INT,
	  .offset = offsetof(SlabsDef, k),
	  .fallback = 14,
	  .lo = 1,
	  .hi = SLABS_MAX,
	  .more = &(const ParamMore){ .strict = true },
	  .about = "how many" },
	CHOICE(slab_axis, "they are cut along the longest extent, or along x"),
	CHOICE(extremes, "of each, the points that are extreme along the two other axes (yz), or along all"),
	CHOICE(weight, "each of these points counts once, or area, that of their convex hull"),
	CHOICE(extent, "the box holds all points, or subset, only these: contacts may be missed"),
};

const ObbFit obb_by_slabs = {
	.fit.name = "slabs",
	.fit.about = "axes by the covariance of the points that are extreme in slabs",
	.fit.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(SlabsDef) },
	.fit.unsound = slabs_unsound,
	.axes = slabs_axes,
	.held = slabs_held,
};
