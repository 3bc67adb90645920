#include "tree/placed_pair.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/pose.h"
#include "mesh/mesh.h"

extern const BvClass aabb_class;

// The power of two that brings the larger mesh's largest coordinate into [1, 2). Poses far away exceed this
// range, which boxes allow (bv/aabb.h).
static double scale_of(const HnMesh *a, const HnMesh *b) {
	double largest = 0;
	const HnMesh *meshes[] = { a, b };
	for (int m = 0; m < 2; ++m) {
		double lo[3], hi[3];
		hn_mesh_bounds(meshes[m], lo, hi);
		for (int k = 0; k < 3; ++k) largest = fmax(largest, fmax(fabs(lo[k]), fabs(hi[k])));
	}
	int exponent = 0;
	if (largest > 0) frexp(largest, &exponent); // largest = fraction * 2^exponent, fraction in [1/2, 1)
	return ldexp(1, 1 - exponent);
}

int32_t placed_pair_create(PlacedPair *out, const HnMesh *still, const HnMesh *moving) {
	*out = (PlacedPair){ 0 };
	int32_t status = mesh_check_two(still, moving);
	if (status != HN_OK) return status;
	out->def = (TreeDef){ .bv = &aabb_class,
		                  .topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 1 },
		                  .space = { .scale = scale_of(still, moving) } };
	out->still_mesh = mesh_view(still);
	out->moving_mesh = mesh_view(moving);
	out->rest = moving->xyz;
	status = tree_build_once(&out->still, &out->def, &out->still_mesh);
	if (status == HN_OK) status = tree_build_once(&out->moving, &out->def, &out->moving_mesh);
	if (status != HN_OK) return status;
	out->placed_size = mem_array_size(3 * (int64_t)moving->vertex_count, sizeof(double));
	out->placed = mem_alloc(out->placed_size);
	out->moving_mesh.xyz = out->placed;
	return out->placed != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

void placed_pair_free(PlacedPair *pair) {
	if (pair->def.bv != NULL) {
		tree_free(&pair->still, &pair->def);
		tree_free(&pair->moving, &pair->def);
	}
	mem_free(pair->placed, pair->placed_size);
	*pair = (PlacedPair){ 0 };
}

void placed_pair_place(PlacedPair *pair, const HnPose *relative) {
	hn_pose_place_all(relative, pair->rest, pair->moving_mesh.vertex_count, pair->placed);
	tree_refit(&pair->moving, &pair->def, &pair->moving_mesh);
}
