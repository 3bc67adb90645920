#include "detect/tree_instances.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static size_t shared_size(const TreeInstances *g) { return (size_t)g->bodies->context->scene->body_count; }
static size_t slots_size(const TreeInstances *g) {
	return mem_array_size(g->bodies->context->body_meshes.slot_count, sizeof(InstanceSlot));
}
static size_t buckets_size(const TreeInstances *g) {
	return mem_array_size(g->bucket_count, sizeof(TreeInstance *));
}

// NULL: there are no roots.
static const RootList *roots_of(const TreeInstances *g) {
	const BodyRoots *roots = g->bodies->context->roots;
	return roots != NULL ? &roots->list : NULL;
}

static InstanceSlot *slot_of(const TreeInstances *g, int32_t body) {
	return &g->slots[body_meshes_slot(&g->bodies->context->body_meshes, body)];
}

// What is found by frame and body
// ------------------------------------------------------------------------------------------------------

static TreeInstance **bucket_of(const TreeInstances *g, int32_t frame, int32_t body) {
	uint64_t key = (uint64_t)frame << 32 | (uint32_t)body;
	return &g->buckets[(key * 0x9e3779b97f4a7c15U >> 32) & (uint64_t)(g->bucket_count - 1)];
}

static TreeInstance *instance_find(const TreeInstances *g, int32_t frame, int32_t body) {
	TreeInstance *instance = *bucket_of(g, frame, body);
	while (instance != NULL && (instance->frame != frame || instance->body != body))
		instance = instance->chain;
	return instance;
}

static void instance_enter(TreeInstances *g, TreeInstance *instance) {
	TreeInstance **bucket = bucket_of(g, instance->frame, instance->body);
	instance->chain = *bucket;
	*bucket = instance;
}

static void instance_leave(TreeInstances *g, TreeInstance *instance) {
	if (instance->frame < 0) return;
	TreeInstance **at = bucket_of(g, instance->frame, instance->body);
	while (*at != instance) at = &(*at)->chain;
	*at = instance->chain;
	instance->frame = instance->body = -1;
}

// Makes room for one more entry.
static bool buckets_grow(TreeInstances *g) {
	if (g->count < g->bucket_count) return true;
	TreeInstances old = *g;
	g->bucket_count = old.bucket_count > 0 ? 2 * old.bucket_count : PAIRS_FEW;
	g->buckets = mem_alloc_zero(buckets_size(g));
	if (g->buckets == NULL) {
		*g = old;
		return false;
	}
	for (int64_t i = 0; i < old.bucket_count; ++i)
		for (TreeInstance *instance = old.buckets[i], *next; instance != NULL; instance = next) {
			next = instance->chain;
			instance_enter(g, instance);
		}
	if (old.buckets != NULL) mem_free(old.buckets, buckets_size(&old));
	return true;
}

static void slot_append(InstanceSlot *slot, TreeInstance *instance) {
	instance->older = slot->newest;
	instance->newer = NULL;
	*(slot->newest != NULL ? &slot->newest->newer : &slot->oldest) = instance;
	slot->newest = instance;
}

static void slot_use(InstanceSlot *slot, TreeInstance *instance) {
	if (slot->newest == instance) return;
	*(instance->older != NULL ? &instance->older->newer : &slot->oldest) = instance->newer;
	instance->newer->older = instance->older;
	slot_append(slot, instance);
}

// Instances are made
// ------------------------------------------------------------------------------------------------------

static void instance_destroy(TreeInstances *g, TreeInstance *instance) {
	moved_free(&instance->moved);
	if (roots_of(g) != NULL) moved_roots_free(&instance->roots, roots_of(g));
	mem_free(instance, sizeof *instance);
}

// A tree that moves is a copy of an existing tree. That is the tree at rest or, if there is none, the tree of
// the first instance (this happens only for the last body). A tree that is rebuilt is not a copy, except if
// it is made in each step from a tree at rest. A tree that is built here is that of the body at rest,
// whatever the current step.
static int32_t instance_build(TreeInstances *g, TreeInstance *instance, int32_t body) {
	TreeBodies *bodies = g->bodies;
	const MovedDef *moved = instance->moved.def;
	const TreeDef *def = &moved->tree;
	const RestTree *rest = tree_bodies_tree(bodies, body);
	const TreeInstance *first = slot_of(g, body)->first;
	if (moved->by == MOVE_SAT) return HN_OK;
	const Tree *built = rest->tree.order == NULL && first != NULL ? &first->moved.tree : &rest->tree;
	bool rebuilt = rest->frames != NULL && def->bv->refit_marked == NULL && !moved_def_needs_rest(moved);
	if (built->order != NULL && moved->by != MOVE_REBUILD && !rebuilt)
		return tree_copy(&instance->moved.tree, def, built);
	MeshView rests = scene_mesh_view(scene_mesh(bodies->context->scene, body));
	return tree_build(&instance->moved.tree, def, &bodies->builder, &rests);
}

static int32_t instance_fill(TreeInstances *g, TreeInstance *instance, int32_t body) {
	TreeBodies *bodies = g->bodies;
	RestTree *rest = tree_bodies_tree(bodies, body);
	MeshView mesh = body_meshes_view(&bodies->context->body_meshes, body);
	instance->moved.def = tree_bodies_def(bodies, body);
	int32_t status = instance_build(g, instance, body);
	if (status != HN_OK) return status;
	const Tree *built = rest->tree.order != NULL ? &rest->tree : &instance->moved.tree;
	status = rest_tree_complete(rest, instance->moved.def, built, &mesh);
	if (status == HN_OK) status = moved_create(&instance->moved, instance->moved.def, rest, &mesh);
	if (status != HN_OK) return status;
	if (roots_of(g) == NULL) return HN_OK;
	return moved_roots_create(&instance->roots, roots_of(g), body_roots_rest(bodies->context->roots, body));
}

static size_t roots_bytes(const TreeInstances *g, const TreeInstance *instance) {
	return roots_of(g) != NULL ? root_set_bytes(&instance->roots.set, roots_of(g)) : 0;
}

// Makes an instance for any body of the slot; it is not placed yet.
static int32_t instance_create(TreeInstances *g, int32_t body, TreeInstance **out) {
	InstanceSlot *slot = slot_of(g, body);
	TreeInstance *instance = buckets_grow(g) ? mem_alloc_zero(sizeof *instance) : NULL;
	if (instance == NULL) return HN_ERR_NO_MEMORY;
	instance->frame = instance->body = -1;
	instance->step = -1;
	int32_t status = instance_fill(g, instance, body);
	if (status != HN_OK) {
		instance_destroy(g, instance);
		return status;
	}
	g->count += 1;
	g->size += sizeof *instance + moved_size(&instance->moved) + roots_bytes(g, instance);
	if (slot->first == NULL) slot->first = instance;
	*out = instance;
	return HN_OK;
}

static int32_t kept_create(TreeInstances *g, int32_t body, TreeInstance **out) {
	int32_t status = instance_create(g, body, out);
	if (status == HN_OK) slot_append(slot_of(g, body), *out);
	return status;
}

int32_t instances_init(TreeInstances *g, TreeBodies *bodies) {
	const MovedDef *def = &bodies->def;
	const int32_t *frames = bodies->context->frames;
	*g = (TreeInstances){ .bodies = bodies, .reuses = moved_def_is_lazy(def) && def->by != MOVE_HULL_DRIFT };
	g->slots = mem_alloc_zero(slots_size(g));
	g->shared = mem_alloc_zero(shared_size(g));
	if (g->slots == NULL || g->shared == NULL || !buckets_grow(g)) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < bodies->context->scene->body_count; ++b)
		if (frames[b] != b) g->shared[frames[b]] = 1;
	return HN_OK;
}

// True if the body keeps its place relative to the frame for the whole pass.
static bool pair_settles(const TreeInstances *g, int32_t frame, int32_t body) {
	const HnScene *scene = g->bodies->context->scene;
	return scene->bodies[frame].pose_count == 1 && scene->bodies[body].pose_count == 1 &&
	       !scene_deforms(scene, frame) && !scene_deforms(scene, body);
}

static bool pair_is_brief(const TreeInstances *g, int32_t frame, int32_t body) {
	return g->reuses && !g->shared[frame] && !pair_settles(g, frame, body);
}

int32_t instances_make_all(TreeInstances *g) {
	const PairContext *context = g->bodies->context;
	int32_t status = HN_OK;
	for (int32_t b = context->scene->body_count - 1; b > 0; --b)
		for (int32_t a = 0; a < b && status == HN_OK; ++a) {
			TreeInstance *instance, **brief = &slot_of(g, b)->brief;
			if (context->frames[a] != a || scene_both_fixed(context->scene, a, b)) continue;
			if (!pair_is_brief(g, a, b))
				status = kept_create(g, b, &instance);
			else if (*brief == NULL)
				status = instance_create(g, b, brief);
		}
	return status;
}

// The first instance is freed last, because others borrow from it.
static void slot_free(TreeInstances *g, InstanceSlot *slot) {
	for (TreeInstance *instance = slot->oldest, *next; instance != NULL; instance = next) {
		next = instance->newer;
		if (instance != slot->first) instance_destroy(g, instance);
	}
	if (slot->brief != NULL && slot->brief != slot->first) instance_destroy(g, slot->brief);
	if (slot->first != NULL) instance_destroy(g, slot->first);
}

void instances_free(TreeInstances *g) {
	if (g->bodies == NULL) return;
	for (int32_t s = 0; g->slots != NULL && s < g->bodies->context->body_meshes.slot_count; ++s)
		slot_free(g, &g->slots[s]);
	if (g->slots != NULL) mem_free(g->slots, slots_size(g));
	if (g->shared != NULL) mem_free(g->shared, shared_size(g));
	if (g->buckets != NULL) mem_free(g->buckets, buckets_size(g));
	*g = (TreeInstances){ 0 };
}

static size_t instance_bytes(const TreeInstances *g, const TreeInstance *instance) {
	if (instance == NULL) return 0;
	return moved_bytes(&instance->moved) + roots_bytes(g, instance);
}

size_t instances_bytes(const TreeInstances *g) {
	size_t bytes = 0;
	for (int32_t s = 0; s < g->bodies->context->body_meshes.slot_count; ++s) {
		bytes += instance_bytes(g, g->slots[s].brief);
		for (const TreeInstance *instance = g->slots[s].oldest; instance != NULL; instance = instance->newer)
			bytes += instance_bytes(g, instance);
	}
	return bytes;
}

// Steps
// ------------------------------------------------------------------------------------------------------

static void instance_forget(TreeInstance *instance) {
	instance->frame = instance->body = -1;
	instance->step = -1;
}

void instances_begin(TreeInstances *g) {
	memset(g->buckets, 0, buckets_size(g));
	for (int32_t s = 0; s < g->bodies->context->body_meshes.slot_count; ++s) {
		if (g->slots[s].brief != NULL) instance_forget(g->slots[s].brief);
		for (TreeInstance *instance = g->slots[s].oldest; instance != NULL; instance = instance->newer)
			instance_forget(instance);
	}
}

void instances_step(TreeInstances *g) {
	g->step += 1;
	g->nodes = g->vertices = 0;
}

static int64_t roots_moved(const TreeInstances *g, const MovedRoots *roots) {
	return roots->set.nodes[0] != NULL ? roots_of(g)->count : 0;
}

static void instance_counts(const TreeInstances *g, TreeInstance *instance, int64_t *nodes,
                            int64_t *vertices) {
	int64_t moved, placed;
	moved_counts(&instance->moved, &moved, &placed);
	moved += g->bodies->context->roots_apart ? 0 : roots_moved(g, &instance->roots);
	*nodes += moved - instance->told_nodes;
	*vertices += placed - instance->told_vertices;
	instance->told_nodes = moved;
	instance->told_vertices = placed;
}

// Counts what moved of an instance that is about to move elsewhere.
static void instance_tell(TreeInstances *g, TreeInstance *instance) {
	if (g->bodies->context->counted && instance->step == g->step)
		instance_counts(g, instance, &g->nodes, &g->vertices);
}

// Returns an instance for another pair: a new one, or one that is taken over. An instance of the step before
// may be needed where it is.
static int32_t instance_take(TreeInstances *g, int32_t body, bool forced, TreeInstance **out) {
	TreeInstance *oldest = slot_of(g, body)->oldest;
	bool scratch = oldest == NULL || g->size < g->bodies->context->kept_most;
	bool stale = oldest != NULL && oldest->step < g->step - !(g->reuses && !oldest->stays);
	*out = NULL;
	if (!stale && scratch) return kept_create(g, body, out);
	if (!forced && oldest->step == g->step) return HN_OK;
	instance_tell(g, oldest);
	instance_leave(g, oldest);
	*out = oldest;
	return HN_OK;
}

static int32_t instance_move(TreeInstances *g, TreeInstance *instance, int32_t step) {
	TreeBodies *bodies = g->bodies;
	const PairContext *context = bodies->context;
	if (instance->stays && instance->roots_apart == context->roots_apart) return HN_OK;
	// set again after the move, so that an instance whose move fails for lack of memory is moved again
	instance->stays = false;
	instance->roots_apart = context->roots_apart;
	instance->told_nodes = instance->told_vertices = 0;
	HnPose pose = scene_relative(context->scene, instance->frame, instance->body, step);
	int32_t status = moved_step(&instance->moved, &pose, &bodies->builder);
	if (status == HN_OK && roots_of(g) != NULL && !context->roots_apart)
		moved_roots_step(&instance->roots, roots_of(g), body_roots_rest(context->roots, instance->body),
		                 &instance->moved);
	if (status == HN_OK) status = bodies->scratch.status;
	instance->stays = status == HN_OK && pair_settles(g, instance->frame, instance->body);
	return status;
}

static int32_t brief_get(TreeInstances *g, int32_t frame, const BodyPair *pair, TreeInstance **out) {
	InstanceSlot *slot = slot_of(g, pair->b);
	int32_t status = slot->brief == NULL ? instance_create(g, pair->b, &slot->brief) : HN_OK;
	TreeInstance *brief = *out = slot->brief;
	if (status != HN_OK) return status;
	instance_tell(g, brief);
	brief->frame = frame, brief->body = pair->b, brief->step = g->step;
	return instance_move(g, brief, pair->step);
}

int32_t instances_get(TreeInstances *g, const BodyPair *pair, bool forced, TreeInstance **out) {
	int32_t frame = g->bodies->context->frames[pair->a], b = pair->b, status = HN_OK;
	if (pair_is_brief(g, frame, b)) return brief_get(g, frame, pair, out);
	TreeInstance *instance = instance_find(g, frame, b);
	if (instance == NULL) {
		status = instance_take(g, b, forced, &instance);
		*out = instance;
		if (status != HN_OK || instance == NULL) return status;
		instance->frame = frame, instance->body = b;
		instance->step = -1;
		instance_enter(g, instance);
	}
	*out = instance;
	slot_use(slot_of(g, b), instance);
	if (instance->step == g->step) return HN_OK;
	if (instance->step < g->step - 1) {
		instance->stays = false;
		moved_begin(&instance->moved);
	}
	instance->step = g->step;
	return instance_move(g, instance, pair->step);
}

void instances_counts(TreeInstances *g, Counts *counts) {
	int64_t nodes = g->nodes, vertices = g->vertices;
	for (int32_t s = 0; s < g->bodies->context->body_meshes.slot_count; ++s) {
		TreeInstance *brief = g->slots[s].brief;
		if (brief != NULL && brief->step == g->step) instance_counts(g, brief, &nodes, &vertices);
		for (TreeInstance *instance = g->slots[s].newest; instance != NULL && instance->step == g->step;
		     instance = instance->older)
			instance_counts(g, instance, &nodes, &vertices);
	}
	counts->nu += nodes;
	counts->vertices_projected += vertices;
}
