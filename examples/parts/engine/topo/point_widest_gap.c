// In the widest gap between neighbouring centroids: the tree parts what is already apart. With axis `all` it
// is the widest along any axis. Where no two centroids differ within the share it has no split, and the
// median is taken.
#include "topo/topo.h"

typedef struct GapDef {
	double gap_share;
} GapDef;

// At least one triangle is on either side, and at least this share of all.
static int32_t least_of_side(const TopoRange *range) {
	double share = ((const GapDef *)range->point_params)->gap_share;
	int32_t least = (int32_t)(share * range->count);
	return least > 1 ? least : 1;
}

// A gap between item i - 1 and item i puts i items to the left: those whose key is at most that of item i
// - 1.
static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	const int32_t *ascending = range->orders[axis];
	int32_t least = least_of_side(range);
	double widest = 0;
	for (int32_t i = least; i <= range->count - least; ++i) {
		double below = topo_key(range, ascending[i - 1], axis);
		double gap = topo_key(range, ascending[i], axis) - below;
		if (!(gap > widest)) continue;
		widest = gap;
		*out = (TopoSplit){ .value = below, .tie = INT32_MAX, .cost = -gap }; // a wider gap costs less
	}
	return widest > 0;
}

static const Param s_params[] = {
	{ .name = "gap_share",
	  .type = PARAM_REAL,
	  .offset = offsetof(GapDef, gap_share),
	  .fallback = 0.125,
	  .lo = 0,
	  .hi = 0.5,
	  .about = "least share of the triangles on either side of the gap" },
};

extern const TopoPointRule topo_point_median;
extern const TopoPointRule topo_point_widest_gap;
const TopoPointRule topo_point_widest_gap = {
	.name = "widest_gap",
	.about = "in the widest gap between centroids",
	.place = place,
	.sorted = TOPO_BY_CENTROID,
	.has_cost = true,
	.fallback = &topo_point_median,
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(GapDef) },
};
