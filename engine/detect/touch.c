// Decides whether two meshes touch, with two trees of boxes. The moving mesh's tree is refitted for every
// query.
#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "tree/placed_pair.h"

struct HnTouchQuery {
	PlacedPair pair;
	PairQuery query;
};

int32_t hn_touch_query_create(HnTouchQuery **out, const HnMesh *still, const HnMesh *moving) {
	int32_t status = error_if_null(out, "out");
	if (status != HN_OK) return status;
	*out = NULL;
	HnTouchQuery *query = mem_alloc_zero(sizeof *query);
	if (query == NULL) return HN_ERR_NO_MEMORY;
	query->query.first = true;
	status = placed_pair_create(&query->pair, still, moving);
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
	PlacedPair *pair = &query->pair;
	// a mesh without triangles touches nothing
	if (pair->still_mesh.triangle_count == 0 || pair->moving_mesh.triangle_count == 0) return 0;
	placed_pair_place(pair, relative);
	query->query.a = tree_view(&pair->still, &pair->still_mesh);
	query->query.b = tree_view(&pair->moving, &pair->moving_mesh);
	query->query.hits.count = 0;
	int32_t status = pair->def.bv->pairs[WALK_TIMED](&query->query);
	if (status != HN_OK) return status;
	return query->query.hits.count > 0;
}

void hn_touch_query_destroy(HnTouchQuery *query) {
	if (query == NULL) return;
	placed_pair_free(&query->pair);
	pair_query_free(&query->query);
	mem_free(query, sizeof *query);
}
