// The surface area heuristic: the plane between centroids with the least A_l b_l + A_r b_r. A is the surface
// area of a side's box. b is the number of leaves that the side's triangles fill, ceil(n / leaf). Every plane
// is evaluated at every node size; there are no bins.
// J. Goldsmith, J. Salmon. Automatic creation of object hierarchies for ray tracing. IEEE CG&A 7(5), 1987.
// J. D. MacDonald, K. S. Booth. Heuristics for ray tracing using space subdivision. Visual Computer 6, 1990.
#include "topo/sweep.h"

static inline double area_of_leaves(const TopoBox *box, int32_t n, int32_t leaf) {
	double x = box->hi[0] - box->lo[0], y = box->hi[1] - box->lo[1], z = box->hi[2] - box->lo[2];
	int32_t leaves = leaf == 1 ? n : 1 + (n - 1) / leaf;
	// half the surface area, which ranks the planes in the same order
	return (x * y + y * z + z * x) * leaves;
}

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	return sweep_place(out, range, axis, area_of_leaves);
}

extern const TopoPointRule topo_point_sah;
const TopoPointRule topo_point_sah = {
	.name = "sah",
	.about = "least sum of surface times leaves, over the planes between centroids",
	.place = place,
	.sorted = TOPO_BY_CENTROID,
	.has_cost = true,
};
