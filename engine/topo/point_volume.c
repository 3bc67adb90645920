// The plane between centroids that makes the smallest sum of the volumes of both children's boxes. With axis
// `all`: over the 3 (n - 1) planes of the frame's axes. Our rule from the criteria of Wei et al. 2000, who do
// not say which rule made their trees. In flat meshes every plane costs 0, and the evenest halves are made.
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
