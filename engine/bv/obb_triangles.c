// Axes by the covariance of the triangles' surface, weighted by area.
#include "bv/obb_fit.h"

extern const ObbFit obb_by_triangles;
const ObbFit obb_by_triangles = {
	.fit.name = "triangles",
	.fit.about = "axes by the covariance of the surface",
};
