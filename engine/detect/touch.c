// Decides whether two meshes touch, with two trees of boxes. The moving mesh's tree is refitted for every
// query.
#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "tree/tree.h"

struct HnTouchQuery {
	TreeDef def;
	TreeMesh still_mesh, moving_mesh; // the moving mesh has the placed vertices
	Tree still, moving;
	const double *rest; // the vertices of the moving mesh at rest
	double *placed;
	size_t placed_size;
	PairQuery query;
};

static TreeMesh mesh_view(const HnMesh *mesh) {
	return (TreeMesh){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
}

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

static int32_t trees_build(HnTouchQuery *query) {
	TopoBuilder builder;
	int32_t still = query->still_mesh.triangle_count, moving = query->moving_mesh.triangle_count;
	int32_t status = topo_builder_init(&builder, still > moving ? still : moving);
	if (status != HN_OK) return status;
	status = tree_build(&query->still, &query->def, &builder, &query->still_mesh);
	if (status == HN_OK) status = tree_build(&query->moving, &query->def, &builder, &query->moving_mesh);
	topo_builder_free(&builder);
	return status;
}

int32_t hn_touch_query_create(HnTouchQuery **out, const HnMesh *still, const HnMesh *moving) {
	int32_t given = error_if_null(out, "out");
	if (given != HN_OK) return given;
	*out = NULL;
	given = mesh_check(still);
	if (given == HN_OK) given = mesh_check(moving);
	if (given != HN_OK) return given;
	HnTouchQuery *query = mem_alloc_zero(sizeof *query);
	if (query == NULL) return HN_ERR_NO_MEMORY;
	query->def = (TreeDef){ .bv = bv_class(0),
		                    .topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 1 },
		                    .space = { .scale = scale_of(still, moving) } };
	query->query.first = true;
	query->still_mesh = mesh_view(still);
	query->moving_mesh = mesh_view(moving);
	query->rest = moving->xyz;
	int32_t status = trees_build(query);
	query->placed_size = mem_array_size(3 * (int64_t)moving->vertex_count, sizeof(double));
	if (status == HN_OK) {
		query->placed = mem_alloc(query->placed_size);
		status = query->placed == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	}
	query->moving_mesh.xyz = query->placed;
	if (status == HN_OK)
		*out = query;
	else
		hn_touch_query_destroy(query);
	return status;
}

int32_t hn_touch_query_hit(void *touch_query, const HnPose *relative) {
	HnTouchQuery *query = touch_query;
	int32_t given = error_if_null(query, "a touch query");
	if (given == HN_OK) given = error_if_null(relative, "the pose of a touch query");
	if (given != HN_OK) return given;
	if (!vec3_is_finite(relative->t) || !mat3_is_finite(&relative->r))
		return error_set(HN_ERR_BAD_INPUT, "the pose of a touch query is not finite");
	// a mesh without triangles touches nothing
	if (query->still_mesh.triangle_count == 0 || query->moving_mesh.triangle_count == 0) return 0;
	hn_pose_place_all(relative, query->rest, query->moving_mesh.vertex_count, query->placed);
	tree_refit(&query->moving, &query->def, &query->moving_mesh);
	query->query.a = tree_view(&query->still, &query->still_mesh);
	query->query.b = tree_view(&query->moving, &query->moving_mesh);
	query->query.hits.count = 0;
	int32_t status = query->def.bv->pairs[WALK_TIMED](&query->query);
	if (status != HN_OK) return status;
	return query->query.hits.count > 0;
}

void hn_touch_query_destroy(HnTouchQuery *query) {
	if (query == NULL) return;
	tree_free(&query->still, &query->def);
	tree_free(&query->moving, &query->def);
	pair_query_free(&query->query);
	mem_free(query->placed, query->placed_size);
	mem_free(query, sizeof *query);
}
