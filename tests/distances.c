#include "distances.h"

#include <math.h>

#include "base/mem.h"
#include "exact/triangle_distance.h"
#include "math/pose.h"

double distance_of_all(const HnMesh *still, const HnMesh *moving, const HnPose *pose) {
	size_t size = mem_array_size(3 * (int64_t)moving->vertex_count, sizeof(double));
	double *placed = mem_alloc(size), best = (double)INFINITY;
	hn_pose_place_all(pose, moving->xyz, moving->vertex_count, placed);
	for (int32_t i = 0; i < still->triangle_count; ++i) {
		Triangle a = triangle_load(still->xyz, still->triangles + 3 * (int64_t)i);
		for (int32_t j = 0; j < moving->triangle_count; ++j) {
			Triangle b = triangle_load(placed, moving->triangles + 3 * (int64_t)j);
			best = fmin(best, triangle_distance2(&a, &b));
		}
	}
	mem_free(placed, size);
	return sqrt(best);
}
