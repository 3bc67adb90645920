// Trees of one volume, binary and top-down. For every pair of bodies the higher one's tree is brought into
// the frame of the lower one each step, by a policy (tree/moved.h), and both are descended at once (narrow).
// A body's tree in its own frame is built once for each mesh (tree_bodies.h); what moves is kept for as long
// as it is needed and memory lasts (tree_guests.h).
#include "base/error.h"
#include "base/mem.h"
#include "broad/bodies.h"
#include "detect/tree_costs.h"
#include "detect/tree_guests.h"
#include "detect/tree_inspect.h"
#include "detect/tree_params.h"

typedef struct TreeDetector {
	const HnScene *scene;
	TreeParts parts;
	TreeBodies bodies;
	TreeGuests guests;
	bool lazy;
	bool has_front; // a broad phase
	BodyBroad front;
	PairQuery query;
} TreeDetector;

// Pairs of bodies
// ------------------------------------------------------------------------------------------------------

// One of a step: those that the broad phase reported, or all that there are.
typedef struct BodyPair {
	int32_t a, b;
	int64_t next;
} BodyPair;

static bool pair_next(const TreeDetector *detector, BodyPair *pair) {
	const HnBroadPairs *met = &detector->front.pairs;
	int32_t bodies = detector->scene->body_count;
	if (detector->has_front) {
		if (pair->next >= met->count) return false;
		pair->a = met->data[pair->next].a, pair->b = met->data[pair->next].b;
		pair->next += 1;
		return true;
	}
	if (++pair->b >= bodies) pair->b = ++pair->a + 1;
	return pair->b < bodies;
}

static int64_t pairs_of_all(const TreeDetector *detector) {
	int64_t bodies = detector->scene->body_count;
	return bodies * (bodies - 1) / 2;
}

static int64_t pair_count(const TreeDetector *detector) {
	return detector->has_front ? detector->front.pairs.count : pairs_of_all(detector);
}

// Creation
// ------------------------------------------------------------------------------------------------------

static void tree_destroy(void *self) {
	TreeDetector *detector = self;
	if (detector == NULL) return;
	guests_free(&detector->guests);
	body_broad_free(&detector->front);
	tree_bodies_free(&detector->bodies);
	pair_query_free(&detector->query);
	mem_free(detector, sizeof *detector);
}

static void tree_begin(void *self) {
	TreeDetector *detector = self;
	tree_bodies_rest(&detector->bodies);
	if (detector->has_front) body_broad_begin(&detector->front);
	guests_begin(&detector->guests);
}

// Between two bodies there is one pair and nothing to choose.
static int32_t front_create(TreeDetector *detector, const ParamPart *broad) {
	detector->has_front = broad->kind > 0 && detector->scene->body_count > 2;
	if (!detector->has_front) return HN_OK;
	return body_broad_create(&detector->front, hn_broad_name(broad->kind - 1), broad->params,
	                         &detector->bodies.shapes);
}

static void query_init(PairQuery *out, HnQuery query, const TreeParams *p) {
	out->descend = (Descend)p->descend;
	out->first = query == HN_QUERY_FIRST;
	out->volumes_only = p->leaf_test == LEAF_VOLUME;
	out->roots_known = p->roots.count > 0 && !p->root_obb;
}

static int32_t def_init(TreeDetector *detector, const TreeParams *p) {
	TreeBodies *bodies = &detector->bodies;
	TreeDef *def = &bodies->def.tree;
	double scale = ldexp(1, bodies->scene->scale_exponent);
	int32_t status = tree_moved_def(&bodies->def, &detector->parts, p, scale);
	def->space.room = &bodies->room;
	if (status == HN_OK && def->bv->begin_query != NULL)
		def->bv->begin_query(&detector->query, def->space.params);
	if (status == HN_OK) status = root_list_init(&bodies->roots, &p->roots, scale, &tree_param_set, p);
	if (status != HN_OK || def->bv->directions == 0) return status;
	Directions *directions = mem_alloc_zero(sizeof *directions);
	def->space.directions = directions;
	return directions == NULL ? HN_ERR_NO_MEMORY : tree_choose_volume(&bodies->def, directions);
}

static int32_t trees_create(TreeDetector *detector) {
	bool many = detector->has_front || pairs_of_all(detector) > GUESTS_FEW;
	int32_t status = tree_bodies_build(&detector->bodies, many);
	if (status == HN_OK) status = guests_init(&detector->guests, &detector->bodies);
	if (status == HN_OK && !many) status = guests_invite_all(&detector->guests);
	tree_bodies_thin(&detector->bodies);
	return status == HN_OK ? detector->bodies.room.status : status;
}

static int32_t tree_create(void **out, const HnScene *scene, HnQuery query, const void *params) {
	const TreeParams *p = params;
	TreeDetector *detector = mem_alloc_zero(sizeof *detector);
	if (detector == NULL) return HN_ERR_NO_MEMORY;
	detector->scene = detector->bodies.scene = scene;
	query_init(&detector->query, query, p);
	int32_t status = def_init(detector, p);
	detector->lazy = moved_def_is_lazy(&detector->bodies.def);
	if (status == HN_OK) status = shapes_init(&detector->bodies.shapes, scene);
	if (status == HN_OK) status = front_create(detector, &p->broad);
	if (status == HN_OK) status = trees_create(detector);
	if (status == HN_OK) tree_begin(detector);
	if (status == HN_OK)
		*out = detector;
	else
		tree_destroy(detector);
	return status;
}

// Steps
// ------------------------------------------------------------------------------------------------------

// Before the update: pairs of bodies whose boxes do not meet are not even moved.
static int32_t tree_broad(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	TreeDetector *detector = self;
	BroadCounts found = { 0 };
	if (!detector->has_front) return HN_OK;
	shapes_step(&detector->bodies.shapes, step);
	int32_t status = body_broad_step(&detector->front, step, counts != NULL ? &found : NULL);
	if (counts == NULL) return status;
	counts->broad_tests += found.tests + found.node_tests;
	counts->broad_pairs += found.pairs;
	counts->broad_repeats += found.repeats;
	return status;
}

// A step begins: bodies deform, and so do their trees and roots in their own frames.
static int32_t step_begin(TreeDetector *detector, int32_t step) {
	if (!detector->has_front) shapes_step(&detector->bodies.shapes, step);
	guests_step(&detector->guests, pair_count(detector));
	return tree_bodies_follow(&detector->bodies);
}

// As many guests as have room; those of other pairs move when they are tested, as all lazy ones do.
static int32_t tree_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out, (void)counts;
	TreeDetector *detector = self;
	BodyPair pair = { 0 };
	TreeGuest *guest = NULL;
	if (detector->lazy) return HN_OK;
	int32_t status = step_begin(detector, step);
	if (detector->guests.scouts) return status;
	while (status == HN_OK && pair_next(detector, &pair)) {
		status = guests_invite(&detector->guests, pair.a, pair.b, step, false, &guest);
		if (guest == NULL) break;
	}
	return status;
}

// Do the roots meet? One test each a pair of bodies: not a loop that a call would slow. guest: the pair's;
// NULL where roots alone were moved and do not meet.
static int32_t pair_roots(TreeDetector *detector, const BodyPair *pair, int32_t step, TreeGuest **guest,
                          bool *meet) {
	TreeGuests *guests = &detector->guests;
	PairCounts *counts = &detector->query.counts;
	const RootList *roots = &detector->bodies.roots;
	int64_t tests = 0;
	*guest = NULL;
	*meet = !guests->scouts || guests_scout(guests, pair->a, pair->b, step, &tests);
	int32_t status = *meet ? guests_invite(guests, pair->a, pair->b, step, true, guest) : HN_OK;
	if (status == HN_OK && roots->count > 0 && !guests->scouts)
		*meet = roots_meet(roots, tree_bodies_roots(&detector->bodies, pair->a), &(*guest)->roots, &tests);
	counts->nb += tests;
	counts->roots += tests;
	return status;
}

static int32_t pair_narrow(TreeDetector *detector, const BodyPair *pair, int32_t step, HnContactBuffer *out,
                           Walk walk, TreeGuest **guest) {
	PairQuery *query = &detector->query;
	TreeBodies *bodies = &detector->bodies;
	bool meet;
	int32_t status = pair_roots(detector, pair, step, guest, &meet);
	if (status != HN_OK || !meet) return status;
	MovedTree *moved = &(*guest)->moved;
	if (bodies->roots.count > 0) moved_roots_met(moved);
	TreeMesh mesh = tree_bodies_mesh(bodies, pair->a);
	query->a = tree_view(&tree_bodies_tree(bodies, pair->a)->tree, &mesh);
	moved_query(moved, query);
	query->hits.count = 0;
	status = bodies->def.tree.bv->pairs[walk](query);
	if (status == HN_OK) status = bodies->room.status; // nodes may have been fitted on the way
	if (status != HN_OK) return status;
	for (int64_t h = 0; h < query->hits.count; ++h) {
		TrianglePair hit = query->hits.data[h];
		if (!contact_buffer_add(out, (HnContact){ pair->a, hit.a, pair->b, hit.b })) return HN_ERR_NO_MEMORY;
	}
	return HN_OK;
}

// counts: NULL when timed. Of a lazy tree that `first` did not come to, nothing moved in this step.
static int32_t tree_narrow(TreeDetector *detector, int32_t step, HnContactBuffer *out, Counts *counts) {
	Walk walk = moved_def_walk(&detector->bodies.def, counts != NULL);
	BodyPair pair = { 0 };
	TreeGuest *guest;
	int32_t status = detector->lazy ? step_begin(detector, step) : HN_OK;
	detector->guests.counted = counts != NULL;
	while (status == HN_OK && pair_next(detector, &pair)) {
		status = pair_narrow(detector, &pair, step, out, walk, &guest);
		if (detector->query.first && out->count > 0) break;
	}
	if (status != HN_OK || counts == NULL) return status;
	tree_bodies_counts(&detector->bodies, counts);
	guests_counts(&detector->guests, counts);
	return HN_OK;
}

static int32_t tree_narrow_timed(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)counts;
	return tree_narrow(self, step, out, NULL);
}

static int32_t tree_narrow_counted(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	TreeDetector *detector = self;
	detector->query.counts = (PairCounts){ 0 };
	int32_t status = tree_narrow(detector, step, out, counts);
	const PairCounts *found = &detector->query.counts;
	counts->nb += found->nb;
	counts->root_tests += found->roots;
	counts->np += found->np;
	counts->axes += found->axes;
	counts->prejudged_y += found->judged_y;
	counts->prejudged_n += found->judged_n;
	counts->prejudged_u += found->judged_u;
	return status;
}

static size_t tree_detector_bytes(const void *self) {
	const TreeDetector *detector = self;
	return tree_bodies_bytes(&detector->bodies) + guests_bytes(&detector->guests) +
	       body_broad_bytes(&detector->front);
}

// Costs
// ------------------------------------------------------------------------------------------------------

// One pair of bodies in one step, walked and recorded.
static int32_t pair_costs(TreeDetector *detector, const BodyPair *pair, int32_t step, TreeCosts *costs,
                          HnContactBuffer *contacts) {
	PairQuery *query = &detector->query;
	TreeGuest *guest;
	HnPose pose = scene_relative(detector->scene, pair->a, pair->b, step);
	tree_costs_walk(costs);
	contacts->count = 0;
	query->counts = (PairCounts){ 0 };
	query->trace = &costs->trace;
	int32_t status =
	    pair_narrow(detector, pair, step, contacts, moved_def_walk(&detector->bodies.def, true), &guest);
	query->trace = NULL;
	if (status != HN_OK || guest == NULL) return status;
	return tree_costs_add(costs, query, &guest->moved, &pose, &detector->bodies.builder);
}

// Some steps, evenly spaced: fewer the more pairs there are.
static int32_t inspect_costs(TreeDetector *detector, Inspection *out) {
	enum { WALKS_MOST = 64 };
	int64_t steps = detector->scene->step_count;
	int64_t pairs = detector->has_front ? detector->guests.count : pairs_of_all(detector);
	int64_t wanted = pairs >= WALKS_MOST ? 1 : WALKS_MOST / (pairs > 0 ? pairs : 1);
	int64_t count = steps < wanted ? steps : wanted;
	HnContactBuffer contacts = { 0 };
	TreeCosts costs;
	int32_t status = tree_costs_begin(&costs);
	tree_begin(detector);
	for (int64_t k = 0; k < count && status == HN_OK; ++k) {
		int32_t step = (int32_t)(k * steps / count);
		BodyPair pair = { 0 };
		status = tree_broad(detector, step, NULL, NULL);
		if (status == HN_OK) status = step_begin(detector, step);
		while (status == HN_OK && pair_next(detector, &pair))
			status = pair_costs(detector, &pair, step, &costs, &contacts);
	}
	if (status == HN_OK) tree_costs_put(&costs, out);
	tree_costs_free(&costs);
	hn_contact_buffer_free(&contacts);
	return status;
}

static int32_t tree_sticks_out(void *self, double *out) {
	const TreeDetector *detector = self;
	return tree_inspect_extents(out, detector->scene, &detector->bodies.def.tree);
}

static int32_t tree_inspect(void *self, uint32_t groups, Inspection *out) {
	TreeDetector *detector = self;
	int32_t status = HN_OK;
	if ((groups & 1u << INSPECT_QUALITY) != 0)
		status = tree_inspect_quality(out, detector->scene, &detector->bodies.def.tree);
	if (status == HN_OK && (groups & 1u << INSPECT_TIGHTNESS) != 0)
		status = tree_inspect_tightness(out, detector->scene, &detector->bodies.def);
	if (status == HN_OK && (groups & 1u << INSPECT_COSTS) != 0) status = inspect_costs(detector, out);
	return status;
}

extern const HnDetectClass detect_tree;
const HnDetectClass detect_tree = {
	.name = "tree",
	.about = "bounding volume tree; both trees descended at once",
	.source = "wei2000, yu2018",
	.params = { tree_own_params, TREE_PARAMS, sizeof(TreeParams) },
	.set = &tree_param_set,
	.create = tree_create,
	.destroy = tree_destroy,
	.begin = tree_begin,
	.timed = { .broad = tree_broad, .update = tree_update, .narrow = tree_narrow_timed },
	.counted = { .broad = tree_broad, .update = tree_update, .narrow = tree_narrow_counted },
	.check = tree_check,
	.lazy = tree_lazy,
	.fronted = tree_fronted,
	.conservative = tree_conservative,
	.unsound = tree_unsound,
	.sticks_out = tree_sticks_out,
	.idle = tree_idle,
	.bytes = tree_detector_bytes,
	.inspect = tree_inspect,
};
