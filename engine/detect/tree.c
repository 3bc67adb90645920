// Binary trees of one kind of volume, built top-down. For every pair of bodies, in each step, the higher
// body's tree is placed in the frame of the lower one by a policy (tree/moved.h), and both trees are
// traversed together (narrow). A body's tree in its own frame is built once for each mesh (tree_bodies.h).
// What moves is kept as long as it is needed and memory lasts (tree_instances.h).
#include "base/error.h"
#include "base/mem.h"
#include "detect/tree_box.h"
#include "detect/tree_costs.h"
#include "detect/tree_inspect.h"
#include "detect/tree_instances.h"
#include "detect/tree_params.h"
#include "detect/tree_passes.h"

typedef struct TreeDetector {
	const PairContext *context;
	TreeParts parts;
	TreeBodies bodies;
	TreeInstances instances;
	TreeInstance *instance; // the instance of the pair whose roots were asked for, or that was decided last
	Walk walks[2];          // timed, counted
	PairQuery query;
} TreeDetector;

// Creation
// ------------------------------------------------------------------------------------------------------

static void tree_destroy(void *self) {
	TreeDetector *d = self;
	if (d == NULL) return;
	instances_free(&d->instances);
	tree_bodies_free(&d->bodies);
	pair_query_free(&d->query);
	mem_free(d, sizeof *d);
}

static void query_init(PairQuery *out, bool first, const TreeParams *p) {
	out->descend = (Descend)p->descend;
	out->first = first;
	out->volumes_only = p->leaf_test == LEAF_VOLUME;
	out->roots_known = p->roots.count > 0 && !p->root_obb;
}

static int32_t def_init(TreeDetector *d, const TreeParams *p) {
	TreeBodies *bodies = &d->bodies;
	TreeDef *def = &bodies->def.tree;
	double scale = ldexp(1, bodies->context->scene->scale_exponent);
	int32_t status = tree_moved_def(&bodies->def, &d->parts, p, scale);
	def->space.scratch = &bodies->scratch;
	if (status == HN_OK && def->bv->begin_query != NULL) def->bv->begin_query(&d->query, def->space.params);
	if (status != HN_OK || def->bv->directions == 0) return status;
	Directions *directions = mem_alloc_zero(sizeof *directions);
	def->space.directions = directions;
	return directions == NULL ? HN_ERR_NO_MEMORY : tree_choose_volume(&bodies->def, directions);
}

static int32_t tree_create(void **out, PairContext *context, const void *params) {
	const TreeParams *p = params;
	TreeDetector *d = *out = mem_alloc_zero(sizeof *d);
	if (d == NULL) return HN_ERR_NO_MEMORY;
	d->context = d->bodies.context = context;
	query_init(&d->query, context->first, p);
	int32_t status = def_init(d, p);
	for (int32_t counted = 0; counted < 2; ++counted)
		d->walks[counted] = moved_def_walk(&d->bodies.def, counted);
	return status == HN_OK ? tree_bodies_init(&d->bodies) : status;
}

static int32_t tree_prepare(void *self, int32_t body) {
	TreeDetector *d = self;
	return tree_bodies_prepare(&d->bodies, body);
}

static int32_t tree_ready(void *self) {
	TreeDetector *d = self;
	int32_t status = instances_init(&d->instances, &d->bodies);
	if (status == HN_OK && !d->context->many) status = instances_make_all(&d->instances);
	tree_bodies_thin(&d->bodies);
	return status == HN_OK ? d->bodies.scratch.status : status;
}

// Steps
// ------------------------------------------------------------------------------------------------------

static void tree_begin(void *self) { instances_begin(&((TreeDetector *)self)->instances); }

static void tree_rest(void *self, int32_t body) { tree_bodies_rest(&((TreeDetector *)self)->bodies, body); }

static int32_t tree_step(void *self) {
	TreeDetector *d = self;
	d->bodies.scratch.status = HN_OK; // fits that lacked memory in an earlier step are repeated in this one
	d->query.counts = (PairCounts){ 0 };
	instances_step(&d->instances);
	return HN_OK;
}

static int32_t tree_follow(void *self, int32_t body, Counts *counts) {
	return tree_bodies_follow(&((TreeDetector *)self)->bodies, body, counts);
}

static int32_t tree_update(void *self, const BodyPair *pair, bool *kept, Counts *counts) {
	(void)counts;
	TreeDetector *d = self;
	int32_t status = instances_get(&d->instances, pair, false, &d->instance);
	*kept = d->instance != NULL;
	return status;
}

static int32_t tree_roots(void *self, const BodyPair *pair, const MovedRoots **out) {
	TreeDetector *d = self;
	int32_t status = instances_get(&d->instances, pair, true, &d->instance);
	if (status == HN_OK) *out = &d->instance->roots;
	return status;
}

static bool tree_waits_for_roots(const void *self) {
	const MovedDef *def = &((const TreeDetector *)self)->bodies.def;
	return moved_def_is_lazy(def) || moved_def_waits(def);
}

static int32_t pair_walk(TreeDetector *d, const BodyPair *pair, HnContactBuffer *out, Walk walk) {
	PairQuery *query = &d->query;
	TreeBodies *bodies = &d->bodies;
	bool has_roots = d->context->roots != NULL;
	int32_t status = has_roots && !d->context->roots_apart
	                     ? HN_OK
	                     : instances_get(&d->instances, pair, true, &d->instance);
	if (status != HN_OK) return status;
	MovedTree *moved = &d->instance->moved;
	if (has_roots) moved_roots_met(moved);
	MeshView mesh = body_meshes_view(&bodies->context->body_meshes, pair->a);
	query->a = tree_view(&tree_bodies_tree(bodies, pair->a)->tree, &mesh);
	moved_query(moved, query);
	query->hits.count = 0;
	status = bodies->def.tree.bv->pairs[walk](query);
	if (status == HN_OK) status = bodies->scratch.status; // nodes may have been fitted during the traversal
	if (status != HN_OK) return status;
	for (int64_t h = 0; h < query->hits.count; ++h) {
		TrianglePair hit = query->hits.data[h];
		if (!contact_buffer_add(out, (HnContact){ pair->a, hit.a, pair->b, hit.b })) return HN_ERR_NO_MEMORY;
	}
	return HN_OK;
}

static int32_t tree_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	TreeDetector *d = self;
	return pair_walk(d, pair, out, d->walks[0]);
}

static int32_t tree_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	(void)counts;
	TreeDetector *d = self;
	return pair_walk(d, pair, out, d->walks[1]);
}

static void tree_counts(void *self, Counts *counts) {
	TreeDetector *d = self;
	const PairCounts *found = &d->query.counts;
	instances_counts(&d->instances, counts);
	counts->nb += found->nb;
	counts->np += found->np;
	counts->axes += found->axes;
	counts->prejudged_y += found->judged_y;
	counts->prejudged_n += found->judged_n;
	counts->prejudged_u += found->judged_u;
}

static size_t tree_detector_bytes(const void *self) {
	const TreeDetector *d = self;
	return tree_bodies_bytes(&d->bodies) + instances_bytes(&d->instances);
}

// Costs
// ------------------------------------------------------------------------------------------------------

// What one group of figures does with a traversal that recorded its pairs.
typedef struct Recorder {
	TreeCosts *costs; // one of the two
	TreePasses *passes;
	HnContactBuffer contacts;
} Recorder;

static PairTrace *recorder_walk(Recorder *r) {
	PairTrace *trace = r->costs != NULL ? &r->costs->trace : &r->passes->trace;
	pair_trace_begin(trace);
	return trace;
}

// One pair of bodies in one step, traversed and recorded.
static int32_t pair_record(TreeDetector *d, PairDriver *driver, const BodyPair *pair, Recorder *r) {
	PairQuery *query = &d->query;
	Counts counts = { 0 };
	HnPose pose = scene_relative(d->context->scene, pair->a, pair->b, pair->step);
	r->contacts.count = 0;
	d->instance = NULL;
	query->counts = (PairCounts){ 0 };
	query->trace = recorder_walk(r);
	int32_t status = pair_driver_decide(driver, pair, &r->contacts, &counts);
	query->trace = NULL;
	if (status != HN_OK || d->instance == NULL) return status;
	if (r->costs != NULL)
		return tree_costs_add(r->costs, query, &d->instance->moved, &pose, &d->bodies.builder);
	tree_passes_add(r->passes, &d->bodies.def.tree, query);
	return HN_OK;
}

// Records some steps, evenly spaced: the more pairs, the fewer steps.
static int32_t steps_record(TreeDetector *d, PairDriver *driver, Recorder *r) {
	enum { WALKS_MOST = 64 };
	int64_t steps = d->context->scene->step_count, pairs = pair_driver_count(driver);
	int64_t wanted = pairs >= WALKS_MOST ? 1 : WALKS_MOST / (pairs > 0 ? pairs : 1);
	int64_t count = steps < wanted ? steps : wanted;
	int32_t status = HN_OK;
	pair_driver_begin(driver);
	for (int64_t k = 0; k < count && status == HN_OK; ++k) {
		BodyPair pair = pair_driver_first(driver, (int32_t)(k * steps / count));
		status = pair_driver_step(driver, pair.step);
		while (status == HN_OK && pair_driver_next(driver, &pair)) status = pair_record(d, driver, &pair, r);
	}
	hn_contact_buffer_free(&r->contacts);
	return status;
}

static int32_t inspect_costs(TreeDetector *d, PairDriver *driver, Inspection *out) {
	TreeCosts costs;
	int32_t status = tree_costs_begin(&costs);
	if (status == HN_OK) status = steps_record(d, driver, &(Recorder){ .costs = &costs });
	if (status == HN_OK) tree_costs_put(&costs, out);
	tree_costs_free(&costs);
	return status;
}

static int32_t inspect_passes(TreeDetector *d, PairDriver *driver, Inspection *out) {
	const TreeDef *def = &d->bodies.def.tree;
	if (!tree_passes_known(def)) return HN_OK;
	TreePasses passes;
	int32_t status = tree_passes_begin(&passes, def);
	if (status == HN_OK) status = steps_record(d, driver, &(Recorder){ .passes = &passes });
	if (status == HN_OK) tree_passes_put(&passes, out);
	tree_passes_free(&passes);
	return status;
}

static int32_t tree_sticks_out(void *self, double *out) {
	const TreeDetector *detector = self;
	return tree_inspect_extents(out, detector->context->scene, &detector->bodies.def.tree);
}

static int32_t tree_inspect(void *self, PairDriver *driver, uint32_t groups, Inspection *out) {
	TreeDetector *detector = self;
	int32_t status = HN_OK;
	if ((groups & 1u << INSPECT_QUALITY) != 0)
		status = tree_inspect_quality(out, detector->context->scene, &detector->bodies.def.tree);
	if (status == HN_OK && (groups & 1u << INSPECT_TIGHTNESS) != 0)
		status = tree_inspect_tightness(out, detector->context->scene, &detector->bodies.def);
	if (status == HN_OK && (groups & 1u << INSPECT_BOX) != 0)
		status = tree_inspect_box(out, detector->context->scene, &detector->bodies.def.tree);
	if (status == HN_OK && (groups & 1u << INSPECT_COSTS) != 0) status = inspect_costs(detector, driver, out);
	if (status == HN_OK && (groups & 1u << INSPECT_PASSES) != 0)
		status = inspect_passes(detector, driver, out);
	return status;
}

static const PairClass s_pairs = {
	.create = tree_create,
	.destroy = tree_destroy,
	.prepare = tree_prepare,
	.ready = tree_ready,
	.begin = tree_begin,
	.rest = tree_rest,
	.step = tree_step,
	.follow = tree_follow,
	.update = tree_update,
	.roots = tree_roots,
	.waits_for_roots = tree_waits_for_roots,
	.timed = tree_timed,
	.counted = tree_counted,
	.counts = tree_counts,
	.bytes = tree_detector_bytes,
	.sticks_out = tree_sticks_out,
	.inspect = tree_inspect,
};

extern const HnDetectClass detect_tree;
const HnDetectClass detect_tree = {
	.name = "tree",
	.about = "bounding volume tree; both trees descended at once",
	.source = "wei2000, yu2018",
	.params = { tree_own_params, TREE_PARAMS, sizeof(TreeParams) },
	.set = &tree_param_set,
	.pairs = &s_pairs,
	.check = tree_check,
	.lazy = tree_lazy,
	.coherent = tree_coherent,
	.conservative = tree_conservative,
	.unsound = tree_unsound,
	.idle = tree_idle,
};
