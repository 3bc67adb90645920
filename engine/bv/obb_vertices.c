// Axes by the covariance of the triangles' corners; a corner counts once for every triangle that has it.
#include "bv/obb_fit.h"

extern const ObbFit obb_by_vertices;
const ObbFit obb_by_vertices = {
	.fit.name = "vertices",
	.fit.about = "axes by the covariance of the corners of triangles",
	.corners = true,
};
