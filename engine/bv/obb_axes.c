// Axes of oriented boxes from positions alone.
#include "bv/corners.h"
#include "bv/obb_fit.h"
#include "mesh/hull.h"

HnMat3 obb_axes_of(const HnVec3 *points, int64_t count, double scale) {
	Moments m = { 0 };
	for (int64_t i = 0; i < count; ++i)
		moments_add(&m, 1, corner_relative(doubles_of(&points[i]), points[0], scale));
	return moments_axes(&m);
}

HnMat3 obb_axes_of_points(const PointList *list, double scale) {
	return obb_axes_of(list->data, list->count, scale);
}

int32_t obb_axes_of_hull(HnMat3 *out, const PointList *list, double scale) {
	HnHull *hull;
	Moments m = { 0 };
	const double *xyz = doubles_of(list->data);
	int32_t status = hn_hull_create(&hull, xyz, (int32_t)list->count);
	if (status != HN_OK) return status;
	for (int32_t i = 0; i < hull->triangle_count; ++i) {
		const int32_t *v = hull->triangles + 3 * (int64_t)i;
		HnVec3 corner[3];
		for (int k = 0; k < 3; ++k)
			corner[k] = corner_relative(xyz + 3 * (int64_t)v[k], list->data[0], scale);
		moments_add_triangle(&m, corner[0], corner[1], corner[2]);
	}
	*out = m.w > 0 ? moments_axes(&m) : obb_axes_of(list->data, list->count, scale);
	hn_hull_destroy(hull);
	return HN_OK;
}
