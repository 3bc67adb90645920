// The plane between centroids with the smallest sum of the volumes of both children's boxes. With axis rule
// `all` it is chosen among the 3 (n - 1) planes of the frame's three axes. The rule is ours, derived from the
// criteria of Wei et al. 2000, who do not say which rule built their trees. In a flat mesh every plane costs
// 0, so the most even halves are made.
#include "topo/sweep.h"

static inline double volume(const TopoBox *box, int32_t n, int32_t leaf) {
	(void)n, (void)leaf;
	return (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
}

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	return sweep_place(out, range, axis, volume);
}

extern const TopoPointRule topo_point_volume;
const TopoPointRule topo_point_volume = {
	.name = "volume",
	.about = "least sum of the children's volumes, over the planes between centroids",
	.place = place,
	.sorted = TOPO_BY_CENTROID,
	.has_cost = true,
};
