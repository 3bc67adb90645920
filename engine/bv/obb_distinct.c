// Axes by the covariance of the vertices; a vertex counts once, however many triangles have it.
#include "bv/obb_fit.h"

static bool distinct_axes(HnMat3 *out, FitScratch *scratch, const void *params, double scale) {
	(void)params;
	*out = obb_axes_of_points(&scratch->points, scale);
	return true;
}

extern const ObbFit obb_by_distinct;
const ObbFit obb_by_distinct = {
	.fit.name = "distinct",
	.fit.about = "axes by the covariance of the vertices, each of which counts once",
	.axes = distinct_axes,
};
