// Decides whether two meshes touch: a pair and its context (mesh_pair.c) behind the interface of a motion.
#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"

struct HnTouchQuery {
	HnPair *pair;
	HnPairContext *context;
};

int32_t hn_touch_query_create(HnTouchQuery **out, const HnMesh *still, const HnMesh *moving) {
	int32_t status = error_if_null(out, "out");
	if (status != HN_OK) return status;
	*out = NULL;
	HnTouchQuery *query = mem_alloc_zero(sizeof *query);
	if (query == NULL) return HN_ERR_NO_MEMORY;
	status = hn_pair_create(&query->pair, still, moving, "");
	if (status == HN_OK) status = hn_pair_context_create(&query->context, query->pair);
	if (status == HN_OK)
		*out = query;
	else
		hn_touch_query_destroy(query);
	return status;
}

int32_t hn_touch_query_hit(void *touch_query, const HnPose *relative) {
	const HnTouchQuery *query = touch_query;
	int32_t given = error_if_null(query, "a touch query");
	return given == HN_OK ? hn_pair_first(query->context, relative, NULL) : given;
}

void hn_touch_query_destroy(HnTouchQuery *query) {
	if (query == NULL) return;
	hn_pair_context_destroy(query->context);
	hn_pair_destroy(query->pair);
	mem_free(query, sizeof *query);
}
