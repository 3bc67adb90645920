#include "bv/obb_slabs.h"

#include <math.h>

#include "base/error.h"
#include "base/names.h"

typedef struct Slab {
	double lo[3], hi[3];
	uint32_t taken; // sides that have their one point (TIES_ONE): bits of extreme_sides
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
	slab->taken = 0;
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

static inline int32_t slab_number(const Slabs *slabs, double x) {
	int32_t i = (int32_t)((x - slabs->lo) * slabs->factor);
	if (i > slabs->count - 1) i = slabs->count - 1;
	while (i > 0 && x < slabs->begin[i]) --i;
	while (i + 1 < slabs->count && x >= slabs->begin[i + 1]) ++i;
	return i;
}

// Finds the slab of every point, and what is extreme in each slab along axes a and b, or along all.
static inline __attribute__((always_inline)) void
slabs_fill(Slabs *slabs, const HnVec3 *points, int64_t count, int32_t *number, int a, int b, bool all) {
	for (int64_t i = 0; i < count; ++i) {
		const double *p = doubles_of(&points[i]);
		Slab *slab = &slabs->slab[number[i] = slab_number(slabs, p[slabs->axis])];
		slab->lo[a] = p[a] < slab->lo[a] ? p[a] : slab->lo[a];
		slab->hi[a] = p[a] > slab->hi[a] ? p[a] : slab->hi[a];
		slab->lo[b] = p[b] < slab->lo[b] ? p[b] : slab->lo[b];
		slab->hi[b] = p[b] > slab->hi[b] ? p[b] : slab->hi[b];
		if (all) slab_add(slab, p);
	}
}

// The sides of its slab that a point lies on, along axes a and b, or along all: bit k the least, bit 3 + k
// the largest coordinate k.
static inline uint32_t extreme_sides(const Slab *slab, const double *p, int a, int b, bool all) {
	uint32_t sides = 0;
	for (int k = 0; k < 3; ++k) {
		if (!all && k != a && k != b) continue;
		sides |= (uint32_t)(p[k] == slab->lo[k]) << k | (uint32_t)(p[k] == slab->hi[k]) << (3 + k);
	}
	return sides;
}

static inline __attribute__((always_inline)) void extremes_choose(FitScratch *scratch, Slabs *slabs, int ties,
                                                                  int a, int b, bool all) {
	const PointList *points = &scratch->points;
	for (int64_t i = 0; i < points->count; ++i) {
		Slab *slab = &slabs->slab[scratch->numbers.data[i]];
		uint32_t sides = extreme_sides(slab, doubles_of(&points->data[i]), a, b, all) & ~slab->taken;
		if (sides == 0) continue;
		scratch->chosen.data[scratch->chosen.count++] = points->data[i];
		if (ties == TIES_ONE) slab->taken |= sides;
	}
}

// The loops are compiled for each pair of axes.
#define SLABS_OVER(a, b, all)                                                                                \
	do {                                                                                                     \
		slabs_fill(slabs, scratch->points.data, scratch->points.count, scratch->numbers.data, a, b, all);    \
		extremes_choose(scratch, slabs, def->ties, a, b, all);                                               \
	} while (0)

static void extremes_find(FitScratch *scratch, Slabs *slabs, const SlabsDef *def) {
	if (def->extremes == EXTREMES_XYZ)
		SLABS_OVER(0, 1, true);
	else if (slabs->axis == 0)
		SLABS_OVER(1, 2, false);
	else if (slabs->axis == 1)
		SLABS_OVER(0, 2, false);
	else
		SLABS_OVER(0, 1, false);
}

// The extent along the axes that the choice of the slab axis needs.
static Slab points_extent(const PointList *points, const SlabsDef *def) {
	Slab box;
	slab_clear(&box);
	if (def->slab_axis == SLABS_ALONG_X) {
		for (int64_t i = 0; i < points->count; ++i) {
			double x = points->data[i].x;
			box.lo[0] = x < box.lo[0] ? x : box.lo[0];
			box.hi[0] = x > box.hi[0] ? x : box.hi[0];
		}
	} else {
		for (int64_t i = 0; i < points->count; ++i) slab_add(&box, doubles_of(&points->data[i]));
	}
	return box;
}

bool obb_slabs_choose(FitScratch *scratch, const SlabsDef *def) {
	int64_t n = scratch->points.count;
	Slabs slabs;
	scratch->chosen.count = 0;
	if (!ARRAY_RESERVE(&scratch->chosen, n) || !ARRAY_RESERVE(&scratch->numbers, n))
		return fit_scratch_fail(scratch, HN_ERR_NO_MEMORY);
	Slab box = points_extent(&scratch->points, def);
	slabs_cut(&slabs, def, &box);
	extremes_find(scratch, &slabs, def);
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
	NAME_AT(index, [SLABS_ALONG_LONGEST] = "longest", [SLABS_ALONG_X] = "x");
}

static const char *extremes_name(int32_t index) {
	NAME_AT(index, [EXTREMES_YZ] = "yz", [EXTREMES_XYZ] = "xyz");
}

static const char *ties_name(int32_t index) { NAME_AT(index, [TIES_ALL] = "all", [TIES_ONE] = "one"); }

static const char *weight_name(int32_t index) {
	NAME_AT(index, [WEIGHT_NONE] = "none", [WEIGHT_AREA] = "area");
}

static const char *extent_name(int32_t index) {
	NAME_AT(index, [EXTENT_ALL] = "all", [EXTENT_SUBSET] = "subset");
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
	  .about = "number of slabs" },
	CHOICE(slab_axis, "slabs are cut along the longest extent of the points, or along x"),
	CHOICE(extremes,
	       "points taken from each slab: those that are extreme along the two other axes (yz), or along all"),
	CHOICE(ties, "if several points are equally extreme, all are taken, or one: the first"),
	CHOICE(weight, "none: each of these points counts once; area: the surface of their convex hull counts"),
	CHOICE(extent, "all: the box holds all points; subset: only the chosen ones, so contacts may be missed"),
};

const ObbFit obb_by_slabs = {
	.fit.name = "slabs",
	.fit.about = "axes by the covariance of the points that are extreme in slabs",
	.fit.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(SlabsDef) },
	.fit.unsound = slabs_unsound,
	.axes = slabs_axes,
	.held = slabs_held,
};
