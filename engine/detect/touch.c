// Do two meshes touch? Two trees of boxes, the moving one's refitted at every question.
#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "tree/tree.h"

struct TouchQuery {
	TreeDef def;
	TreeMesh still_mesh, moving_mesh; // of the moving one the placed vertices
	Tree still, moving;
	const double *rest; // vertices of the moving mesh
	double *placed;
	size_t placed_size;
	PairQuery query;
};

static TreeMesh mesh_view(const Mesh *mesh) {
	return (TreeMesh){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
}

// The power of two that brings the larger mesh's largest coordinate into [1, 2). Far poses go beyond; boxes
// stand that (bv/aabb.h).
static double scale_of(const Mesh *a, const Mesh *b) {
	double largest = 0;
	const Mesh *meshes[] = { a, b };
	for (int m = 0; m < 2; ++m) {
		double lo[3], hi[3];
		mesh_bounds(meshes[m], lo, hi);
		for (int k = 0; k < 3; ++k) largest = fmax(largest, fmax(fabs(lo[k]), fabs(hi[k])));
	}
	int exponent = 0;
	if (largest > 0) frexp(largest, &exponent); // largest = fraction in [1/2, 1) times 2^exponent
	return ldexp(1, 1 - exponent);
}

static int32_t trees_build(TouchQuery *query) {
	TopoBuilder builder;
	int32_t still = query->still_mesh.triangle_count, moving = query->moving_mesh.triangle_count;
	int32_t status = topo_builder_init(&builder, still > moving ? still : moving);
	if (status != ERR_OK) return status;
	status = tree_build(&query->still, &query->def, &builder, &query->still_mesh);
	if (status == ERR_OK) status = tree_build(&query->moving, &query->def, &builder, &query->moving_mesh);
	topo_builder_free(&builder);
	return status;
}

int32_t touch_query_create(TouchQuery **out, const Mesh *still, const Mesh *moving) {
	TouchQuery *query = mem_alloc_zero(sizeof *query);
	if (query == NULL) return ERR_NO_MEMORY;
	query->def = (TreeDef){ .bv = bv_class(0),
		                    .topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 1 },
		                    .space = { .scale = scale_of(still, moving) } };
	query->query.first = true;
	query->still_mesh = mesh_view(still);
	query->moving_mesh = mesh_view(moving);
	query->rest = moving->xyz;
	int32_t status = trees_build(query);
	query->placed_size = mem_array_size(3 * (int64_t)moving->vertex_count, sizeof(double));
	if (status == ERR_OK) {
		query->placed = mem_alloc(query->placed_size);
		status = query->placed == NULL ? ERR_NO_MEMORY : ERR_OK;
	}
	query->moving_mesh.xyz = query->placed;
	if (status == ERR_OK)
		*out = query;
	else
		touch_query_destroy(query);
	return status;
}

int32_t touch_query_hit(void *touch_query, const Pose *relative) {
	TouchQuery *query = touch_query;
	pose_place_all(relative, query->rest, query->moving_mesh.vertex_count, query->placed);
	tree_refit(&query->moving, &query->def, &query->moving_mesh);
	query->query.a = tree_view(&query->still, &query->still_mesh);
	query->query.b = tree_view(&query->moving, &query->moving_mesh);
	query->query.hits.count = 0;
	int32_t status = query->def.bv->pairs[WALK_TIMED](&query->query);
	if (status != ERR_OK) return status;
	return query->query.hits.count > 0;
}

void touch_query_destroy(TouchQuery *query) {
	if (query == NULL) return;
	tree_free(&query->still, &query->def);
	tree_free(&query->moving, &query->def);
	pair_query_free(&query->query);
	mem_free(query->placed, query->placed_size);
	mem_free(query, sizeof *query);
}
