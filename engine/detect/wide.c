// Wide trees: four children a node, sixteen pairs of boxes or triangles a step (tree/wide_pairs.h). A tree is
// built once for each mesh, and stands still: the pose is in the tests. Of a body that deforms the boxes are
// fitted anew in each step in which it changed. Under `first` a pair of bodies is looked at near its last hit
// before anything else.
#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "scene/shapes.h"
#include "tree/wide_pairs.h"

typedef struct WideParams {
	int32_t volume, bins, up;
} WideParams;

typedef struct Wide {
	const HnScene *scene;
	SceneShapes shapes;
	WideParams params;
	bool first;
	WideTree *trees; // of each slot of the shapes
	WideHint *hints; // of each pair of bodies, by the higher id; NULL: there are too many
	int64_t hint_count;
	bool stale; // bodies that deform are at rest, and their trees may not be
	WideQuery query;
} Wide;

enum { HINTS_MAX = 1 << 20 };

static void wide_destroy(void *self) {
	Wide *wide = self;
	if (wide == NULL) return;
	for (int32_t i = 0; wide->trees != NULL && i < wide->shapes.slot_count; ++i)
		wide_tree_free(&wide->trees[i]);
	mem_free(wide->trees, mem_array_size(wide->shapes.slot_count, sizeof(WideTree)));
	mem_free(wide->hints, mem_array_size(wide->hint_count, sizeof(WideHint)));
	wide_query_free(&wide->query);
	shapes_free(&wide->shapes);
	mem_free(wide, sizeof *wide);
}

static WideTree *wide_tree(const Wide *wide, int32_t body) {
	return &wide->trees[shapes_slot(&wide->shapes, body)];
}

static WideMesh wide_mesh(const Wide *wide, int32_t body) {
	HnSceneMesh mesh = shapes_mesh(&wide->shapes, body);
	return (WideMesh){ mesh.xyz, mesh.triangles, mesh.vertex_count, mesh.triangle_count };
}

static int32_t wide_prepare(Wide *wide, int32_t body) {
	WideTree *tree = wide_tree(wide, body);
	if (tree->scale > 0) return HN_OK;
	WideMesh mesh = wide_mesh(wide, body);
	WideDef def = { (WideVolume)wide->params.volume, ldexp(1, wide->scene->scale_exponent), wide->params.bins,
		            scene_deforms(wide->scene, body) };
	return wide_tree_build(tree, &def, &mesh);
}

static void wide_begin(void *self) {
	Wide *wide = self;
	shapes_rest(&wide->shapes);
	wide->stale = true;
	for (int64_t i = 0; i < wide->hint_count; ++i) wide->hints[i].known = false;
}

static int32_t wide_room(Wide *wide) {
	int64_t bodies = wide->scene->body_count, pairs = bodies * (bodies - 1) / 2;
	wide->trees = mem_alloc_zero(mem_array_size(wide->shapes.slot_count, sizeof(WideTree)));
	if (wide->trees == NULL) return HN_ERR_NO_MEMORY;
	if (!wide->first || wide->params.up == 0 || pairs > HINTS_MAX) return HN_OK;
	wide->hint_count = pairs;
	wide->hints = mem_alloc_zero(mem_array_size(pairs, sizeof(WideHint)));
	return wide->hints == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static int32_t wide_create(void **out, const HnScene *scene, HnQuery query, const void *params) {
	Wide *wide = mem_alloc_zero(sizeof *wide);
	if (wide == NULL) return HN_ERR_NO_MEMORY;
	wide->scene = scene;
	wide->first = query == HN_QUERY_FIRST;
	wide->params = *(const WideParams *)params;
	int32_t status = shapes_init(&wide->shapes, scene);
	if (status == HN_OK) status = wide_room(wide);
	for (int32_t b = 0; b < scene->body_count && status == HN_OK; ++b) status = wide_prepare(wide, b);
	if (status == HN_OK) {
		wide_begin(wide);
		*out = wide;
	} else {
		wide_destroy(wide);
	}
	return status;
}

static void wide_follow(Wide *wide, int32_t body, Counts *counts) {
	WideTree *tree = wide_tree(wide, body);
	WideMesh mesh = wide_mesh(wide, body);
	if (!wide->stale && wide->shapes.bodies[body].changed_count == 0) return;
	wide_tree_refit(tree, &mesh);
	if (counts == NULL) return;
	counts->nu += tree->node_count;
	counts->vertices_projected += mesh.vertex_count;
}

static int32_t wide_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	Wide *wide = self;
	shapes_step(&wide->shapes, step);
	for (int32_t b = 0; b < wide->scene->body_count; ++b)
		if (scene_deforms(wide->scene, b)) wide_follow(wide, b, counts);
	wide->stale = false;
	return HN_OK;
}

static int32_t wide_decide(Wide *wide, int32_t a, int32_t b, int32_t step, HnContactBuffer *out,
                           Counts *counts) {
	WideQuery *query = &wide->query;
	query->a = wide_tree(wide, a), query->b = wide_tree(wide, b);
	query->mesh_a = wide_mesh(wide, a), query->mesh_b = wide_mesh(wide, b);
	query->pose = scene_relative(wide->scene, a, b, step);
	wide_query_place(query);
	WideHint *hint = wide->hint_count > 0 ? &wide->hints[(int64_t)b * (b - 1) / 2 + a] : NULL;
	int32_t status = wide->first ? wide_query_first(query, hint, wide->params.up, counts != NULL)
	                             : wide_query_all(query, counts != NULL);
	if (status != HN_OK) return status;
	for (int64_t i = 0; i < query->hits.count; ++i)
		if (!contact_buffer_add(out, (HnContact){ a, query->hits.data[i].a, b, query->hits.data[i].b }))
			return HN_ERR_NO_MEMORY;
	if (counts != NULL) counts->nb += query->nb, counts->np += query->np;
	return HN_OK;
}

static int32_t wide_narrow(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	Wide *wide = self;
	for (int32_t a = 0; a < wide->scene->body_count; ++a)
		for (int32_t b = a + 1; b < wide->scene->body_count; ++b) {
			int32_t status = wide_decide(wide, a, b, step, out, counts);
			if (status != HN_OK || (wide->first && out->count > 0)) return status;
		}
	return HN_OK;
}

static size_t wide_bytes(const void *self) {
	const Wide *wide = self;
	size_t bytes = (size_t)wide->hint_count * sizeof(WideHint);
	for (int32_t i = 0; i < wide->shapes.slot_count; ++i) bytes += wide_tree_bytes(&wide->trees[i]);
	return bytes;
}

static const Param s_params[] = {
	{ "volume", PARAM_CHOICE, offsetof(WideParams, volume), WIDE_OBB, 0, 1, wide_volume_name,
	  "boxes that are oriented, or along the axes of the mesh", NULL },
	{ "bins", PARAM_INT, offsetof(WideParams, bins), 16, 2, WIDE_BINS_MAX, NULL,
	  "bins of the surface area heuristic along each axis", NULL },
	{ "up", PARAM_INT, offsetof(WideParams, up), 1, 0, 64, NULL,
	  "query first: levels above the nodes of the last hit at which a pair is looked at first; 0: none is",
	  NULL },
};

extern const HnDetectClass detect_wide;
const HnDetectClass detect_wide = {
	.name = "wide",
	.about = "trees of four children a node, 16 pairs of boxes or triangles at a time",
	.source = "this engine",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(WideParams) },
	.create = wide_create,
	.destroy = wide_destroy,
	.begin = wide_begin,
	.timed = { .update = wide_update, .narrow = wide_narrow },
	.counted = { .update = wide_update, .narrow = wide_narrow },
	.bytes = wide_bytes,
};
