// Trees of one volume, binary and top-down. For every pair of bodies the higher one's tree is brought into
// the frame of the lower one each step, by a policy (tree/moved.h), and both are descended at once (narrow).
// A body's tree in its own frame is built once for each mesh; what moves is kept for each pair of bodies.
#include "base/error.h"
#include "base/mem.h"
#include "broad/bodies.h"
#include "bv/fit_room.h"
#include "detect/detect.h"
#include "detect/tree_costs.h"
#include "detect/tree_inspect.h"
#include "detect/tree_params.h"
#include "tree/moved.h"
#include "tree/roots.h"

typedef struct BodyPair {
	int32_t a, b;
	MovedTree moved; // b's, in the frame of a
	MovedRoots roots;
} BodyPair;

// A pair that has been walked or will be; it stays where it is.
typedef struct KnownPair {
	uint64_t key; // a << 32 | b
	BodyPair *pair;
} KnownPair;

static uint64_t pair_key(int32_t a, int32_t b) { return (uint64_t)a << 32 | (uint32_t)b; }

typedef struct TreeDetector {
	const Scene *scene;
	SceneShapes shapes;
	MovedDef def;       // and the directions of its space, which it owns
	MovedDef deforming; // the same for bodies that deform
	bool lazy;
	RestTree *rest; // for each slot of the shapes; its tree is empty where nothing needs it
	RootList roots;
	RootSet *rest_roots;    // the same
	ARRAY(KnownPair) known; // ascending: all there are, or those that the broad phase ever reported
	ARRAY(KnownPair) fresh; // reported for the first time in this step
	ARRAY(BodyPair *) met;  // those of this step
	bool has_front;         // a broad phase
	BodyBroad front;
	TopoBuilder builder; // kept only for rebuilding
	FitRoom room;        // of the space
	PairQuery query;
} TreeDetector;

// In the body's own frame.
static TreeMesh mesh_of(const TreeDetector *detector, int32_t body) {
	SceneMesh mesh = shapes_mesh(&detector->shapes, body);
	return (TreeMesh){ mesh.xyz, mesh.triangles, mesh.vertex_count, mesh.triangle_count };
}

static const MovedDef *def_of(const TreeDetector *detector, int32_t body) {
	return scene_deforms(detector->scene, body) ? &detector->deforming : &detector->def;
}

static RestTree *rest_of(const TreeDetector *detector, int32_t body) {
	return &detector->rest[shapes_slot(&detector->shapes, body)];
}

static RootSet *roots_of(const TreeDetector *detector, int32_t body) {
	return &detector->rest_roots[shapes_slot(&detector->shapes, body)];
}

static void pair_destroy(TreeDetector *detector, BodyPair *pair) {
	if (pair == NULL) return;
	moved_free(&pair->moved);
	moved_roots_free(&pair->roots, &detector->roots);
	mem_free(pair, sizeof *pair);
}

static void tree_destroy(void *self) {
	TreeDetector *detector = self;
	if (detector == NULL) return;
	for (int64_t i = 0; i < detector->known.count; ++i) pair_destroy(detector, detector->known.data[i].pair);
	ARRAY_FREE(&detector->known);
	ARRAY_FREE(&detector->fresh);
	ARRAY_FREE(&detector->met);
	body_broad_free(&detector->front);
	for (int32_t r = 0; detector->rest != NULL && r < detector->shapes.slot_count; ++r)
		rest_tree_free(&detector->rest[r], &detector->def);
	for (int32_t r = 0; detector->rest_roots != NULL && r < detector->shapes.slot_count; ++r)
		root_set_free(&detector->rest_roots[r], &detector->roots);
	root_list_free(&detector->roots);
	mem_free(detector->rest, mem_array_size(detector->shapes.slot_count, sizeof(RestTree)));
	mem_free(detector->rest_roots, mem_array_size(detector->shapes.slot_count, sizeof(RootSet)));
	shapes_free(&detector->shapes);
	topo_builder_free(&detector->builder);
	fit_room_free(&detector->room);
	pair_query_free(&detector->query);
	Directions *directions = (Directions *)(uintptr_t)detector->def.tree.space.directions;
	if (directions != NULL) directions_free(directions);
	mem_free(directions, sizeof *directions);
	mem_free(detector, sizeof *detector);
}

static int32_t rest_room(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	detector->rest = mem_alloc_zero(mem_array_size(detector->shapes.slot_count, sizeof(RestTree)));
	for (int32_t b = 0; detector->rest != NULL && b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		rest_of(detector, b)->frames = &scene->bodies[b].frames;
		rest_of(detector, b)->shape = &detector->shapes.bodies[b];
	}
	return detector->rest != NULL ? ERR_OK : ERR_NO_MEMORY;
}

// Trees at rest: of every body that another one is brought to, and of all where moving needs them or pairs
// are made later.
static int32_t rest_create(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	int32_t status = rest_room(detector);
	if (status != ERR_OK) return status;
	bool all = moved_def_needs_rest(&detector->def) || detector->has_front;
	int32_t bodies = scene->body_count - (all ? 0 : 1);
	for (int32_t body = 0; body < bodies; ++body) {
		RestTree *rest = rest_of(detector, body);
		if (rest->tree.order != NULL) continue;
		TreeMesh mesh = mesh_of(detector, body);
		status = tree_build(&rest->tree, &detector->def.tree, &detector->builder, &mesh);
		if (status == ERR_OK && (rest->frames != NULL || detector->has_front))
			status = rest_tree_complete(rest, def_of(detector, body), &rest->tree, &mesh);
		if (status != ERR_OK) return status;
	}
	return ERR_OK;
}

// A tree that moves is a copy of one that exists: that at rest, or (the last body alone may have one that no
// lower body has) that of the pair of body 0 and the last. What is rebuilt is nobody's to borrow from, but by
// those that are made of it in each step. What is built is that of the body at rest, whenever that is.
static int32_t moved_build(TreeDetector *detector, BodyPair *pair) {
	const MovedDef *moved = pair->moved.def;
	const TreeDef *def = &moved->tree;
	const RestTree *rest = rest_of(detector, pair->b);
	if (moved->by == MOVE_SAT) return ERR_OK;
	const Tree *built = &rest->tree;
	if (built->order == NULL && pair->a > 0)
		built = &detector->known.data[detector->scene->body_count - 2].pair->moved.tree;
	bool rebuilt = rest->frames != NULL && def->bv->refit_marked == NULL && !moved_def_needs_rest(moved);
	if (built->order != NULL && moved->by != MOVE_REBUILD && !rebuilt)
		return tree_copy(&pair->moved.tree, def, built);
	const SceneMesh *mesh = scene_mesh(detector->scene, pair->b);
	TreeMesh rests = { mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
	return tree_build(&pair->moved.tree, def, &detector->builder, &rests);
}

static int32_t pair_fill(TreeDetector *detector, BodyPair *pair) {
	RestTree *rest = rest_of(detector, pair->b);
	TreeMesh mesh = mesh_of(detector, pair->b);
	pair->moved.def = def_of(detector, pair->b);
	int32_t status = moved_build(detector, pair);
	if (status != ERR_OK) return status;
	const Tree *built = rest->tree.order != NULL ? &rest->tree : &pair->moved.tree;
	status = rest_tree_complete(rest, pair->moved.def, built, &mesh);
	if (status == ERR_OK) status = moved_create(&pair->moved, pair->moved.def, rest, &mesh);
	if (status != ERR_OK) return status;
	return moved_roots_create(&pair->roots, &detector->roots, roots_of(detector, pair->b));
}

static int32_t pair_create(BodyPair **out, TreeDetector *detector, int32_t a, int32_t b) {
	BodyPair *pair = mem_alloc_zero(sizeof *pair);
	if (pair == NULL) return ERR_NO_MEMORY;
	pair->a = a, pair->b = b;
	int32_t status = pair_fill(detector, pair);
	if (status == ERR_OK)
		*out = pair;
	else
		pair_destroy(detector, pair);
	return status;
}

// Without a broad phase: every pair, and every step has them all.
static int32_t all_pairs_create(TreeDetector *detector) {
	int64_t bodies = detector->scene->body_count, pairs = bodies * (bodies - 1) / 2;
	if (!ARRAY_RESERVE(&detector->known, pairs) || !ARRAY_RESERVE(&detector->met, pairs))
		return ERR_NO_MEMORY;
	for (int32_t a = 0; a < bodies; ++a)
		for (int32_t b = a + 1; b < bodies; ++b) {
			BodyPair *pair;
			int32_t status = pair_create(&pair, detector, a, b);
			if (status != ERR_OK) return status;
			detector->known.data[detector->known.count++] = (KnownPair){ pair_key(a, b), pair };
			detector->met.data[detector->met.count++] = pair;
		}
	return ERR_OK;
}

// The pair of this key, the known ones before it being passed over; NULL: it is not known.
static BodyPair *known_find(const TreeDetector *detector, int64_t *at, uint64_t key) {
	const KnownPair *known = detector->known.data;
	while (*at < detector->known.count && known[*at].key < key) ++*at;
	return *at < detector->known.count && known[*at].key == key ? known[*at].pair : NULL;
}

static int32_t fresh_add(TreeDetector *detector, BroadPair ids, BodyPair **pair) {
	if (!ARRAY_RESERVE(&detector->known, detector->known.count + detector->fresh.count + 1) ||
	    !ARRAY_RESERVE(&detector->fresh, detector->fresh.count + 1))
		return ERR_NO_MEMORY;
	int32_t status = pair_create(pair, detector, ids.a, ids.b);
	if (status != ERR_OK) return status;
	detector->fresh.data[detector->fresh.count++] = (KnownPair){ pair_key(ids.a, ids.b), *pair };
	return ERR_OK;
}

// From the end, so that nothing is written over.
static void fresh_merge(TreeDetector *detector) {
	KnownPair *known = detector->known.data;
	const KnownPair *fresh = detector->fresh.data;
	int64_t old = detector->known.count, added = detector->fresh.count;
	detector->known.count += added;
	while (added > 0)
		if (old > 0 && known[old - 1].key > fresh[added - 1].key)
			known[old + added - 1] = known[old - 1], --old;
		else
			known[old + added - 1] = fresh[added - 1], --added;
	detector->fresh.count = 0;
}

// What the broad phase reported becomes the pairs of this step; those that are reported for the first time
// are made.
static int32_t met_find(TreeDetector *detector) {
	const BroadPairs *pairs = &detector->front.pairs;
	int64_t at = 0;
	int32_t status = ERR_OK;
	detector->met.count = 0;
	if (!ARRAY_RESERVE(&detector->met, pairs->count)) return ERR_NO_MEMORY;
	for (int64_t i = 0; i < pairs->count && status == ERR_OK; ++i) {
		BroadPair ids = pairs->data[i];
		BodyPair *pair = known_find(detector, &at, pair_key(ids.a, ids.b));
		if (pair == NULL) status = fresh_add(detector, ids, &pair);
		if (pair != NULL) detector->met.data[detector->met.count++] = pair;
	}
	fresh_merge(detector);
	return status;
}

static int32_t roots_create(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	detector->rest_roots = mem_alloc_zero(mem_array_size(detector->shapes.slot_count, sizeof(RootSet)));
	if (detector->rest_roots == NULL) return ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		TreeMesh mesh = mesh_of(detector, b);
		if (roots_of(detector, b)->nodes[0] != NULL) continue;
		int32_t status = root_set_create(roots_of(detector, b), &detector->roots, &mesh);
		if (status != ERR_OK) return status;
	}
	return ERR_OK;
}

static int32_t trees_create(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	int32_t triangles = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m].triangle_count > triangles) triangles = scene->meshes[m].triangle_count;
	int32_t status = topo_builder_init(&detector->builder, triangles);
	if (status == ERR_OK) status = rest_create(detector);
	if (status == ERR_OK) status = roots_create(detector);
	if (status == ERR_OK && !detector->has_front) status = all_pairs_create(detector);
	bool builds = detector->def.by == MOVE_REBUILD ||
	              (detector->shapes.bodies != NULL && detector->def.tree.bv->refit_marked == NULL);
	if (!builds) topo_builder_free(&detector->builder);
	if (!builds && !moved_def_fits(&detector->def)) fit_room_free(&detector->room);
	return status == ERR_OK ? detector->room.status : status;
}

// Only bodies that are brought into another's frame follow a motion.
static int32_t deforming_check(const TreeDetector *detector) {
	int32_t status = ERR_OK;
	for (int32_t b = 1; b < detector->scene->body_count && status == ERR_OK; ++b)
		if (scene_deforms(detector->scene, b)) {
			status = moved_def_check_deforming(&detector->def);
			if (status != ERR_OK) error_prefix(status, "body %d", b + 1);
		}
	return status;
}

// Bodies that deform are as they are at rest, and so are their trees.
static void relax(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	shapes_rest(&detector->shapes);
	for (int32_t b = 0; detector->shapes.bodies != NULL && b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		TreeMesh mesh = mesh_of(detector, b);
		rest_tree_relax(rest_of(detector, b), &detector->deforming, &mesh, detector->shapes.version);
	}
}

// A step begins: bodies deform, and so do their trees and roots in their own frames.
static int32_t deform_all(TreeDetector *detector, int32_t step) {
	const Scene *scene = detector->scene;
	detector->room.status = ERR_OK; // what lacked memory in an earlier step is fitted again in this one
	if (!detector->has_front) shapes_step(&detector->shapes, step);
	for (int32_t b = 0; detector->shapes.bodies != NULL && b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		TreeMesh mesh = mesh_of(detector, b);
		int32_t status = rest_tree_follow(rest_of(detector, b), &detector->deforming, &mesh,
		                                  &detector->builder, detector->shapes.version);
		if (status == ERR_OK) status = root_set_refit(roots_of(detector, b), &detector->roots, &mesh);
		if (status != ERR_OK) return status;
	}
	return ERR_OK;
}

static void tree_begin(void *self) {
	TreeDetector *detector = self;
	relax(detector);
	if (detector->has_front) body_broad_begin(&detector->front);
	for (int64_t i = 0; i < detector->known.count; ++i) moved_begin(&detector->known.data[i].pair->moved);
}

static int32_t front_create(TreeDetector *detector, const ParamPart *broad) {
	detector->has_front = broad->kind > 0;
	if (!detector->has_front) return ERR_OK;
	return body_broad_create(&detector->front, broad_name(broad->kind - 1), broad->params, &detector->shapes);
}

static int32_t tree_create(void **out, const Scene *scene, Query query, const void *params) {
	const TreeParams *p = params;
	MovedDef def = tree_moved_def(p, ldexp(1, scene->scale_exponent));
	TreeDetector *detector = mem_alloc_zero(sizeof *detector);
	if (detector == NULL) return ERR_NO_MEMORY;
	detector->scene = scene;
	detector->def = def;
	detector->def.tree.space.room = &detector->room;
	detector->lazy = moved_def_is_lazy(&def);
	detector->query.descend = (Descend)p->descend;
	detector->query.first = query == QUERY_FIRST;
	detector->query.prejudge = p->prejudge != 0;
	detector->query.volumes_only = p->leaf_test == LEAF_VOLUME;
	detector->query.roots_known = p->roots.count > 0 && !p->root_obb;
	int32_t status = root_list_init(&detector->roots, &p->roots, def.tree.space.scale, def.tree.space.centre);
	if (status == ERR_OK && def.tree.bv->directions != 0) {
		Directions *directions = mem_alloc_zero(sizeof *directions);
		detector->def.tree.space.directions = directions;
		status = directions == NULL ? ERR_NO_MEMORY : tree_choose_volume(&detector->def, directions, p);
	}
	if (status == ERR_OK) status = deforming_check(detector);
	if (status == ERR_OK) status = shapes_init(&detector->shapes, scene);
	if (status == ERR_OK) status = front_create(detector, &p->broad);
	detector->deforming = moved_def_deforming(&detector->def);
	if (status == ERR_OK) status = trees_create(detector);
	if (status == ERR_OK) tree_begin(detector);
	if (status == ERR_OK)
		*out = detector;
	else
		tree_destroy(detector);
	return status;
}

static int32_t pair_step(TreeDetector *detector, BodyPair *pair, int32_t step) {
	Pose pose = scene_relative(detector->scene, pair->a, pair->b, step);
	int32_t status = moved_step(&pair->moved, &pose, &detector->builder);
	if (status == ERR_OK)
		moved_roots_step(&pair->roots, &detector->roots, roots_of(detector, pair->b), &pair->moved);
	return status == ERR_OK ? detector->room.status : status;
}

static int32_t tree_update(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)out, (void)counts;
	TreeDetector *detector = self;
	if (detector->lazy) return ERR_OK;
	int32_t status = deform_all(detector, step);
	for (int64_t i = 0; i < detector->met.count && status == ERR_OK; ++i)
		status = pair_step(detector, detector->met.data[i], step);
	return status;
}

// Before the update: pairs of bodies whose boxes do not meet are not even moved.
static int32_t tree_broad(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)out;
	TreeDetector *detector = self;
	BroadCounts found = { 0 };
	if (!detector->has_front) return ERR_OK;
	shapes_step(&detector->shapes, step);
	int32_t status = body_broad_step(&detector->front, step, counts != NULL ? &found : NULL);
	if (status == ERR_OK) status = met_find(detector);
	if (counts == NULL) return status;
	counts->broad_tests += found.tests + found.node_tests;
	counts->broad_pairs += found.pairs;
	counts->broad_repeats += found.repeats;
	return status;
}

// Roots first, one test each a pair of bodies: not a loop that a call would slow.
static bool pair_roots_meet(TreeDetector *detector, BodyPair *pair) {
	if (detector->roots.count == 0) return true;
	int64_t tests = 0;
	bool meet = roots_meet(&detector->roots, roots_of(detector, pair->a), &pair->roots, &tests);
	detector->query.counts.nb += tests;
	detector->query.counts.roots += tests;
	if (meet) moved_roots_met(&pair->moved);
	return meet;
}

static int32_t pair_narrow(TreeDetector *detector, BodyPair *pair, ContactBuffer *out, Walk walk) {
	PairQuery *query = &detector->query;
	if (!pair_roots_meet(detector, pair)) return ERR_OK;
	TreeMesh mesh = mesh_of(detector, pair->a);
	query->a = tree_view(&rest_of(detector, pair->a)->tree, &mesh);
	moved_query(&pair->moved, query);
	query->hits.count = 0;
	int32_t status = detector->def.tree.bv->pairs[walk](query);
	if (status == ERR_OK) status = detector->room.status; // nodes may have been fitted on the way
	if (status != ERR_OK) return status;
	for (int64_t h = 0; h < query->hits.count; ++h) {
		TrianglePair hit = query->hits.data[h];
		if (!contact_buffer_add(out, (Contact){ pair->a, hit.a, pair->b, hit.b })) return ERR_NO_MEMORY;
	}
	return ERR_OK;
}

// Nothing is counted inside the kernels: what has moved can be told afterwards.
static void pair_counts(const TreeDetector *detector, const BodyPair *pair, Counts *counts) {
	int64_t nodes, vertices;
	moved_counts(&pair->moved, &nodes, &vertices);
	counts->nu += nodes + (pair->roots.set.nodes[0] != NULL ? detector->roots.count : 0);
	counts->vertices_projected += vertices;
}

static void deforming_counts(const TreeDetector *detector, Counts *counts) {
	for (int32_t r = detector->scene->mesh_count; r < detector->shapes.slot_count; ++r) {
		counts->nu += detector->rest[r].made;
		if (detector->rest_roots[r].nodes[0] != NULL) counts->nu += detector->roots.count;
		counts->vertices_projected += detector->rest[r].changed;
	}
}

// counts: NULL when timed. Of a lazy tree that `first` did not come to, nothing moved in this step.
static int32_t tree_narrow(TreeDetector *detector, int32_t step, ContactBuffer *out, Counts *counts) {
	bool lazy = detector->lazy, done = false;
	Walk walk = moved_def_walk(&detector->def, counts != NULL);
	int32_t deformed = lazy ? deform_all(detector, step) : ERR_OK;
	if (deformed != ERR_OK) return deformed;
	if (counts != NULL) deforming_counts(detector, counts);
	for (int64_t i = 0; i < detector->met.count && !(done && (lazy || counts == NULL)); ++i) {
		BodyPair *pair = detector->met.data[i];
		int32_t status = lazy ? pair_step(detector, pair, step) : ERR_OK;
		if (status == ERR_OK && !done) status = pair_narrow(detector, pair, out, walk);
		if (status != ERR_OK) return status;
		if (counts != NULL) pair_counts(detector, pair, counts);
		done = detector->query.first && out->count > 0;
	}
	return ERR_OK;
}

static int32_t tree_narrow_timed(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)counts;
	return tree_narrow(self, step, out, NULL);
}

static int32_t tree_narrow_counted(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
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
	size_t bytes = 0;
	for (int32_t r = 0; r < detector->shapes.slot_count; ++r)
		bytes += rest_tree_bytes(&detector->rest[r], &detector->def) +
		         root_set_bytes(&detector->rest_roots[r], &detector->roots);
	for (int64_t i = 0; i < detector->known.count; ++i) {
		const BodyPair *pair = detector->known.data[i].pair;
		bytes += moved_bytes(&pair->moved) + root_set_bytes(&pair->roots.set, &detector->roots);
	}
	return bytes + body_broad_bytes(&detector->front);
}

// One pair of bodies in one step, walked and recorded.
static int32_t pair_costs(TreeDetector *detector, BodyPair *pair, int32_t step, TreeCosts *costs,
                          ContactBuffer *contacts) {
	PairQuery *query = &detector->query;
	Pose pose = scene_relative(detector->scene, pair->a, pair->b, step);
	tree_costs_walk(costs);
	contacts->count = 0;
	query->counts = (PairCounts){ 0 };
	query->trace = &costs->trace;
	int32_t status = pair_step(detector, pair, step);
	if (status == ERR_OK)
		status = pair_narrow(detector, pair, contacts, moved_def_walk(&detector->def, true));
	query->trace = NULL;
	if (status != ERR_OK) return status;
	return tree_costs_add(costs, query, &pair->moved, &pose, &detector->builder);
}

// Some steps, evenly spaced: fewer the more pairs there are.
static int32_t inspect_costs(TreeDetector *detector, Inspection *out) {
	enum { WALKS_MOST = 64 };
	int64_t steps = detector->scene->step_count, pairs = detector->known.count;
	int64_t wanted = pairs >= WALKS_MOST ? 1 : WALKS_MOST / (pairs > 0 ? pairs : 1);
	int64_t count = steps < wanted ? steps : wanted;
	ContactBuffer contacts = { 0 };
	TreeCosts costs;
	int32_t status = tree_costs_begin(&costs);
	tree_begin(detector);
	for (int64_t k = 0; k < count && status == ERR_OK; ++k) {
		int32_t step = (int32_t)(k * steps / count);
		status = tree_broad(detector, step, NULL, NULL);
		if (status == ERR_OK) status = deform_all(detector, step);
		for (int64_t i = 0; i < detector->met.count && status == ERR_OK; ++i)
			status = pair_costs(detector, detector->met.data[i], step, &costs, &contacts);
	}
	if (status == ERR_OK) tree_costs_put(&costs, out);
	tree_costs_free(&costs);
	contact_buffer_free(&contacts);
	return status;
}

static int32_t tree_sticks_out(void *self, double *out) {
	const TreeDetector *detector = self;
	return tree_inspect_extents(out, detector->scene, &detector->def.tree);
}

static int32_t tree_inspect(void *self, uint32_t groups, Inspection *out) {
	TreeDetector *detector = self;
	int32_t status = ERR_OK;
	if ((groups & 1u << INSPECT_QUALITY) != 0)
		status = tree_inspect_quality(out, detector->scene, &detector->def.tree);
	if (status == ERR_OK && (groups & 1u << INSPECT_TIGHTNESS) != 0)
		status = tree_inspect_tightness(out, detector->scene, &detector->def);
	if (status == ERR_OK && (groups & 1u << INSPECT_COSTS) != 0) status = inspect_costs(detector, out);
	return status;
}

extern const DetectClass detect_tree;
const DetectClass detect_tree = {
	.name = "tree",
	.about = "bounding volume tree; both trees descended at once",
	.source = "wei2000, yu2018",
	.params = { tree_params, TREE_PARAMS, sizeof(TreeParams) },
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
