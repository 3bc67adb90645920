// Wide trees: nodes have four children, and a step tests sixteen pairs of boxes or triangles
// (wide/pairs.h). A tree is built once for each mesh and stays in the mesh's frame; the tests apply the
// pose. If a body deforms, its boxes are refitted in every step in which it changes. Under `first`, the query
// of a pair of bodies begins near the pair's last hit.
#include "base/error.h"
#include "base/mem.h"
#include "detect/pair_class.h"
#include "detect/wide_params.h"
#include "wide/pairs.h"

typedef struct BodyTree {
	WideTree tree;
	int64_t version; // the version of the body meshes to which the tree was last fitted
} BodyTree;

typedef struct Wide {
	PairContext *context;
	WideParams params;
	BodyTree *trees; // one for each slot of the body meshes
	WideQuery query;
} Wide;

// The state of a pair, kept under `first`.
typedef struct WideState {
	StateKey pair;
	WideHint hint;
} WideState;

enum { HINTS_MAX = 1 << 20 }; // further pairs begin at their roots

static void state_forget(void *state) { ((WideState *)state)->hint.known = false; }

static size_t trees_size(const Wide *wide) {
	return mem_array_size(wide->context->body_meshes.slot_count, sizeof(BodyTree));
}

static void wide_destroy(void *self) {
	Wide *wide = self;
	if (wide == NULL) return;
	for (int32_t i = 0; wide->trees != NULL && i < wide->context->body_meshes.slot_count; ++i)
		wide_tree_free(&wide->trees[i].tree);
	mem_free(wide->trees, trees_size(wide));
	wide_query_free(&wide->query);
	mem_free(wide, sizeof *wide);
}

static int32_t wide_create(void **out, PairContext *context, const void *params) {
	Wide *wide = *out = mem_alloc_zero(sizeof *wide);
	if (wide == NULL) return HN_ERR_NO_MEMORY;
	wide->context = context;
	wide->params = *(const WideParams *)params;
	wide->trees = mem_alloc_zero(trees_size(wide));
	return wide->trees != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static BodyTree *body_tree(const Wide *wide, int32_t body) {
	return &wide->trees[body_meshes_slot(&wide->context->body_meshes, body)];
}
static WideTree *wide_tree(const Wide *wide, int32_t body) { return &body_tree(wide, body)->tree; }

static int32_t wide_prepare(void *self, int32_t body) {
	Wide *wide = self;
	const HnScene *scene = wide->context->scene;
	WideTree *tree = wide_tree(wide, body);
	if (tree->scale > 0) return HN_OK; // another body of this slot has built it
	MeshView mesh = body_meshes_view(&wide->context->body_meshes, body);
	WideDef def = { (WideVolume)wide->params.volume,
		            ldexp(1, scene->scale_exponent),
		            wide->params.bins,
		            wide->params.turns,
		            scene_deforms(scene, body),
		            NULL };
	return wide_tree_build(tree, &def, &mesh);
}

static void refit(const Wide *wide, int32_t body) {
	MeshView mesh = body_meshes_view(&wide->context->body_meshes, body);
	wide_tree_refit(wide_tree(wide, body), &mesh);
	body_tree(wide, body)->version = wide->context->body_meshes.version;
}

static void wide_rest(void *self, int32_t body) { refit(self, body); }

// Refits the tree of a deforming body if the body has changed. The number of changed vertices is relative to
// the version before. If an earlier step failed, the tree may be older than that, and it is then refitted in
// any case.
static int32_t wide_follow(void *self, int32_t body, Counts *counts) {
	const Wide *wide = self;
	const BodyMeshes *meshes = &wide->context->body_meshes;
	BodyTree *own = body_tree(wide, body);
	bool followed = own->version == meshes->version - 1;
	own->version = meshes->version;
	if (followed && meshes->bodies[body].changed_count == 0) return HN_OK;
	refit(wide, body);
	if (counts == NULL) return HN_OK;
	counts->nu += own->tree.node_count;
	counts->vertices_projected += scene_mesh(wide->context->scene, body)->vertex_count;
	return HN_OK;
}

// Finds or makes the hint of a pair; *out is NULL if the pair has none. The first HINTS_MAX pairs of a pass
// have a hint, and these pairs are the same in every pass.
static int32_t hint_of(Wide *wide, const BodyPair *pair, WideHint **out) {
	PairStates *states = &wide->context->states;
	*out = NULL;
	if (wide->params.up == 0) return HN_OK;
	int32_t at = pair_states_find(states, pair->a, pair->b);
	if (at < 0 && states->count >= HINTS_MAX) return HN_OK;
	if (at < 0) at = pair_states_make(states, pair->a, pair->b);
	if (at < 0) return at;
	*out = &((WideState *)pair_states_at(states, at))->hint;
	return HN_OK;
}

static int32_t wide_first(Wide *wide, const BodyPair *pair, bool counted) {
	WideHint *hint;
	int32_t status = hint_of(wide, pair, &hint);
	return status == HN_OK ? wide_query_first(&wide->query, hint, wide->params.up, counted) : status;
}

static bool hits_report(const WideQuery *query, const BodyPair *pair, HnContactBuffer *out) {
	int64_t count = query->hits.count;
	const WidePair *hits = query->hits.data;
	if (count == 0) return true;
	if (out->count + count > out->capacity && !hn_contact_buffer_reserve(out, out->count + count))
		return false;
	HnContact *to = out->data + out->count;
	for (int64_t i = 0; i < count; ++i)
		to[i] = (HnContact){ pair->a, (int32_t)hits[i].a, pair->b, (int32_t)hits[i].b };
	out->count += count;
	return true;
}

static int32_t wide_decide(Wide *wide, const BodyPair *pair, HnContactBuffer *out, bool counted) {
	WideQuery *query = &wide->query;
	query->a = wide_tree(wide, pair->a), query->b = wide_tree(wide, pair->b);
	query->mesh_a = body_meshes_view(&wide->context->body_meshes, pair->a);
	query->mesh_b = body_meshes_view(&wide->context->body_meshes, pair->b);
	query->pose = scene_relative(wide->context->scene, pair->a, pair->b, pair->step);
	wide_query_place(query);
	int32_t status = wide->context->first ? wide_first(wide, pair, counted) : wide_query_all(query, counted);
	if (status == HN_OK && !hits_report(query, pair, out)) status = HN_ERR_NO_MEMORY;
	return status;
}

static int32_t wide_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	return wide_decide(self, pair, out, false);
}

static int32_t wide_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	Wide *wide = self;
	int32_t status = wide_decide(wide, pair, out, true);
	if (status == HN_OK) counts->nb += wide->query.nb, counts->np += wide->query.np;
	return status;
}

static size_t wide_bytes(const void *self) {
	const Wide *wide = self;
	size_t bytes = 0;
	for (int32_t i = 0; i < wide->context->body_meshes.slot_count; ++i)
		bytes += wide_tree_bytes(&wide->trees[i].tree);
	return bytes;
}

static const PairClass s_pairs = {
	.create = wide_create,
	.destroy = wide_destroy,
	.prepare = wide_prepare,
	.rest = wide_rest,
	.follow = wide_follow,
	.timed = wide_timed,
	.counted = wide_counted,
	.bytes = wide_bytes,
	.state = { .size = sizeof(WideState), .forget = state_forget },
};

static const Param s_params[] = {
	{ "volume", PARAM_CHOICE, offsetof(WideParams, volume), WIDE_OBB, 0, 1, wide_volume_name,
	  "boxes that are oriented, or along the axes of the mesh", NULL },
	{ "bins", PARAM_INT, offsetof(WideParams, bins), 16, 2, WIDE_BINS_MAX, NULL,
	  "bins of the surface area heuristic along each axis", NULL },
	{ "turns", PARAM_INT, offsetof(WideParams, turns), 5, 0, WIDE_TURNS_MAX, NULL,
	  "angles by which axes of oriented boxes are turned for smaller surfaces; 0: those of the covariance",
	  NULL },
	{ "up", PARAM_INT, offsetof(WideParams, up), 1, 0, 64, NULL,
	  "query first: levels above the nodes of the last hit at which a pair is looked at first; 0: none is",
	  NULL },
};

// The hint of a pair is its last hit.
static bool wide_coherent(const void *params, HnQuery query) {
	return query == HN_QUERY_FIRST && ((const WideParams *)params)->up > 0;
}

extern const HnDetectClass detect_wide;
const HnDetectClass detect_wide = {
	.name = "wide",
	.about = "trees of four children a node, 16 pairs of boxes or triangles at a time",
	.source = "this engine",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(WideParams) },
	.pairs = &s_pairs,
	.coherent = wide_coherent,
};
