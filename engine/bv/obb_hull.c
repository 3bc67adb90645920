// Axes by the covariance of the surface of the convex hull. Inner points and the fineness of the mesh have no
// effect.
#include "base/error.h"
#include "bv/obb_fit.h"

static bool hull_axes(HnMat3 *out, FitScratch *scratch, const void *params, double scale) {
	(void)params;
	if (!fit_scratch_distinct(scratch, &scratch->points)) return false;
	int32_t status = obb_axes_of_hull(out, &scratch->points, scale);
	return status == HN_OK || fit_scratch_fail(scratch, status);
}

extern const ObbFit obb_by_hull;
const ObbFit obb_by_hull = {
	.fit.name = "hull",
	.fit.about = "axes by the covariance of the surface of the convex hull",
	.axes = hull_axes,
};
