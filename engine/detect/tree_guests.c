#include "detect/tree_guests.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/sort_keys.h"

static size_t hosts_size(const TreeGuests *g) {
	return mem_array_size(g->bodies->scene->body_count, sizeof(int32_t));
}
static size_t slots_size(const TreeGuests *g) {
	return mem_array_size(g->bodies->shapes.slot_count, sizeof(GuestSlot));
}
static size_t buckets_size(const TreeGuests *g) {
	return mem_array_size(g->bucket_count, sizeof(TreeGuest *));
}

static GuestSlot *slot_of(const TreeGuests *g, int32_t body) {
	return &g->slots[shapes_slot(&g->bodies->shapes, body)];
}

// Hosts
// ------------------------------------------------------------------------------------------------------

static bool poses_equal(const HnScene *scene, int32_t a, int32_t b) {
	return memcmp(scene->bodies[a].poses, scene->bodies[b].poses, sizeof(HnPose)) == 0;
}

// keys: half a hash of the pose above the body, ascending.
static void hosts_find(int32_t *hosts, const HnScene *scene, const uint64_t *keys, int64_t count) {
	for (int64_t i = 0, begin = 0; i < count; ++i) {
		if (keys[i] >> 32 != keys[begin] >> 32) begin = i;
		int32_t body = (int32_t)(uint32_t)keys[i];
		for (int64_t k = begin; k < i && hosts[body] == body; ++k) {
			int32_t other = (int32_t)(uint32_t)keys[k];
			if (poses_equal(scene, other, body)) hosts[body] = hosts[other];
		}
	}
}

static int32_t hosts_create(TreeGuests *g) {
	const HnScene *scene = g->bodies->scene;
	size_t size = mem_array_size(2 * (int64_t)scene->body_count, sizeof(uint64_t));
	int64_t count = 0;
	g->hosts = mem_alloc(hosts_size(g));
	uint64_t *keys = mem_alloc(size);
	if (g->hosts == NULL || keys == NULL) {
		mem_free(keys, size);
		return HN_ERR_NO_MEMORY;
	}
	for (int32_t b = 0; b < scene->body_count; ++b) {
		g->hosts[b] = b;
		if (scene->bodies[b].pose_count > 1) continue;
		HnHash hash = hn_hash_bytes(scene->bodies[b].poses, sizeof(HnPose));
		uint32_t half;
		memcpy(&half, hash.bytes, sizeof half);
		keys[count++] = (uint64_t)half << 32 | (uint32_t)b;
	}
	sort_keys(keys, count, keys + scene->body_count);
	hosts_find(g->hosts, scene, keys, count);
	mem_free(keys, size);
	return HN_OK;
}

// What is found by host and body
// ------------------------------------------------------------------------------------------------------

static TreeGuest **bucket_of(const TreeGuests *g, int32_t host, int32_t body) {
	uint64_t key = (uint64_t)host << 32 | (uint32_t)body;
	return &g->buckets[(key * 0x9e3779b97f4a7c15U >> 32) & (uint64_t)(g->bucket_count - 1)];
}

static TreeGuest *guest_find(const TreeGuests *g, int32_t host, int32_t body) {
	TreeGuest *guest = *bucket_of(g, host, body);
	while (guest != NULL && (guest->host != host || guest->body != body)) guest = guest->chain;
	return guest;
}

static void guest_enter(TreeGuests *g, TreeGuest *guest) {
	TreeGuest **bucket = bucket_of(g, guest->host, guest->body);
	guest->chain = *bucket;
	*bucket = guest;
}

static void guest_leave(TreeGuests *g, TreeGuest *guest) {
	if (guest->host < 0) return;
	TreeGuest **at = bucket_of(g, guest->host, guest->body);
	while (*at != guest) at = &(*at)->chain;
	*at = guest->chain;
	guest->host = guest->body = -1;
}

// Room for one more.
static bool buckets_grow(TreeGuests *g) {
	if (g->count < g->bucket_count) return true;
	TreeGuests old = *g;
	g->bucket_count = old.bucket_count > 0 ? 2 * old.bucket_count : GUESTS_FEW;
	g->buckets = mem_alloc_zero(buckets_size(g));
	if (g->buckets == NULL) {
		*g = old;
		return false;
	}
	for (int64_t i = 0; i < old.bucket_count; ++i)
		for (TreeGuest *guest = old.buckets[i], *next; guest != NULL; guest = next) {
			next = guest->chain;
			guest_enter(g, guest);
		}
	if (old.buckets != NULL) mem_free(old.buckets, buckets_size(&old));
	return true;
}

static void slot_append(GuestSlot *slot, TreeGuest *guest) {
	guest->older = slot->newest;
	guest->newer = NULL;
	*(slot->newest != NULL ? &slot->newest->newer : &slot->oldest) = guest;
	slot->newest = guest;
}

static void slot_use(GuestSlot *slot, TreeGuest *guest) {
	if (slot->newest == guest) return;
	*(guest->older != NULL ? &guest->older->newer : &slot->oldest) = guest->newer;
	guest->newer->older = guest->older;
	slot_append(slot, guest);
}

// Guests are made
// ------------------------------------------------------------------------------------------------------

static void guest_destroy(TreeGuests *g, TreeGuest *guest) {
	moved_free(&guest->moved);
	moved_roots_free(&guest->roots, &g->bodies->roots);
	mem_free(guest, sizeof *guest);
}

// A tree that moves is a copy of one that exists: that at rest, or (the last body alone may have one that no
// lower body has) of the first guest. What is rebuilt is nobody's to borrow from, but by those that are made
// of it in each step. What is built is that of the body at rest, whenever that is.
static int32_t guest_build(TreeGuests *g, TreeGuest *guest, int32_t body) {
	TreeBodies *bodies = g->bodies;
	const MovedDef *moved = guest->moved.def;
	const TreeDef *def = &moved->tree;
	const RestTree *rest = tree_bodies_tree(bodies, body);
	const TreeGuest *first = slot_of(g, body)->first;
	if (moved->by == MOVE_SAT) return HN_OK;
	const Tree *built = rest->tree.order == NULL && first != NULL ? &first->moved.tree : &rest->tree;
	bool rebuilt = rest->frames != NULL && def->bv->refit_marked == NULL && !moved_def_needs_rest(moved);
	if (built->order != NULL && moved->by != MOVE_REBUILD && !rebuilt)
		return tree_copy(&guest->moved.tree, def, built);
	const HnSceneMesh *mesh = scene_mesh(bodies->scene, body);
	TreeMesh rests = { mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
	return tree_build(&guest->moved.tree, def, &bodies->builder, &rests);
}

static int32_t guest_fill(TreeGuests *g, TreeGuest *guest, int32_t body) {
	TreeBodies *bodies = g->bodies;
	RestTree *rest = tree_bodies_tree(bodies, body);
	TreeMesh mesh = tree_bodies_mesh(bodies, body);
	guest->moved.def = tree_bodies_def(bodies, body);
	int32_t status = guest_build(g, guest, body);
	if (status != HN_OK) return status;
	const Tree *built = rest->tree.order != NULL ? &rest->tree : &guest->moved.tree;
	status = rest_tree_complete(rest, guest->moved.def, built, &mesh);
	if (status == HN_OK) status = moved_create(&guest->moved, guest->moved.def, rest, &mesh);
	if (status != HN_OK) return status;
	return moved_roots_create(&guest->roots, &bodies->roots, tree_bodies_roots(bodies, body));
}

// Of any body of the slot, and nobody's guest yet.
static int32_t guest_create(TreeGuests *g, int32_t body, TreeGuest **out) {
	GuestSlot *slot = slot_of(g, body);
	TreeGuest *guest = buckets_grow(g) ? mem_alloc_zero(sizeof *guest) : NULL;
	if (guest == NULL) return HN_ERR_NO_MEMORY;
	guest->host = guest->body = -1;
	guest->step = -1;
	int32_t status = guest_fill(g, guest, body);
	if (status != HN_OK) {
		guest_destroy(g, guest);
		return status;
	}
	g->count += 1;
	g->size +=
	    sizeof *guest + moved_size(&guest->moved) + root_set_bytes(&guest->roots.set, &g->bodies->roots);
	if (slot->first == NULL) slot->first = guest;
	slot_append(slot, guest);
	*out = guest;
	return HN_OK;
}

static int32_t scouts_create(TreeGuests *g) {
	for (int32_t b = 0; b < g->bodies->scene->body_count; ++b) {
		GuestScout *scout = &slot_of(g, b)->scout;
		scout->body = -1;
		if (scout->roots.set.nodes[0] != NULL) continue;
		int32_t status =
		    moved_roots_create(&scout->roots, &g->bodies->roots, tree_bodies_roots(g->bodies, b));
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

int32_t guests_init(TreeGuests *g, TreeBodies *bodies) {
	*g = (TreeGuests){ .bodies = bodies, .size_most = detect_kept_most() };
	g->slots = mem_alloc_zero(slots_size(g));
	if (g->slots == NULL || !buckets_grow(g)) return HN_ERR_NO_MEMORY;
	int32_t status = hosts_create(g);
	return status == HN_OK ? scouts_create(g) : status;
}

int32_t guests_invite_all(TreeGuests *g) {
	int32_t bodies = g->bodies->scene->body_count, status = HN_OK;
	for (int32_t b = bodies - 1; b > 0; --b)
		for (int32_t a = 0; a < b && status == HN_OK; ++a) {
			TreeGuest *guest;
			if (g->hosts[a] == a) status = guest_create(g, b, &guest);
		}
	return status;
}

// The first last: others borrow from it.
static void slot_free(TreeGuests *g, GuestSlot *slot) {
	moved_roots_free(&slot->scout.roots, &g->bodies->roots);
	for (TreeGuest *guest = slot->oldest, *next; guest != NULL; guest = next) {
		next = guest->newer;
		if (guest != slot->first) guest_destroy(g, guest);
	}
	if (slot->first != NULL) guest_destroy(g, slot->first);
}

void guests_free(TreeGuests *g) {
	if (g->bodies == NULL) return;
	for (int32_t s = 0; g->slots != NULL && s < g->bodies->shapes.slot_count; ++s) slot_free(g, &g->slots[s]);
	if (g->slots != NULL) mem_free(g->slots, slots_size(g));
	if (g->hosts != NULL) mem_free(g->hosts, hosts_size(g));
	if (g->buckets != NULL) mem_free(g->buckets, buckets_size(g));
	*g = (TreeGuests){ 0 };
}

size_t guests_bytes(const TreeGuests *g) {
	size_t bytes = 0;
	for (int32_t s = 0; s < g->bodies->shapes.slot_count; ++s)
		for (const TreeGuest *guest = g->slots[s].oldest; guest != NULL; guest = guest->newer)
			bytes += moved_bytes(&guest->moved) + root_set_bytes(&guest->roots.set, &g->bodies->roots);
	return bytes;
}

// Steps
// ------------------------------------------------------------------------------------------------------

void guests_begin(TreeGuests *g) {
	memset(g->buckets, 0, buckets_size(g));
	for (int32_t s = 0; s < g->bodies->shapes.slot_count; ++s) {
		g->slots[s].scout.body = -1;
		for (TreeGuest *guest = g->slots[s].oldest; guest != NULL; guest = guest->newer)
			guest->host = guest->body = -1, guest->step = -1;
	}
}

void guests_step(TreeGuests *g, int64_t pairs) {
	const MovedDef *def = &g->bodies->def;
	g->step += 1;
	g->nodes = g->vertices = 0;
	g->counted = false;
	g->scouts = pairs > GUESTS_FEW && root_list_turns(&g->bodies->roots) &&
	            (moved_def_is_lazy(def) || moved_def_waits(def));
}

static int64_t roots_moved(const TreeGuests *g, const MovedRoots *roots) {
	return roots->set.nodes[0] != NULL ? g->bodies->roots.count : 0;
}

static void guest_counts(const TreeGuests *g, TreeGuest *guest, int64_t *nodes, int64_t *vertices) {
	int64_t moved, placed;
	moved_counts(&guest->moved, &moved, &placed);
	moved += g->scouts ? 0 : roots_moved(g, &guest->roots);
	*nodes += moved - guest->told_nodes;
	*vertices += placed - guest->told_vertices;
	guest->told_nodes = moved;
	guest->told_vertices = placed;
}

// One that may be another's guest: made, or one that gives way.
static int32_t guest_take(TreeGuests *g, int32_t body, bool forced, TreeGuest **out) {
	TreeGuest *oldest = slot_of(g, body)->oldest;
	bool room = oldest == NULL || g->size < g->size_most;
	bool stale = oldest != NULL && oldest->step < g->step - 1;
	*out = NULL;
	if (!stale && room) return guest_create(g, body, out);
	if (!forced && oldest->step == g->step) return HN_OK;
	if (g->counted && oldest->step == g->step) guest_counts(g, oldest, &g->nodes, &g->vertices);
	guest_leave(g, oldest);
	*out = oldest;
	return HN_OK;
}

// Is it where its host sees it for the whole pass?
static bool guest_settles(const TreeGuests *g, const TreeGuest *guest) {
	const HnScene *scene = g->bodies->scene;
	return scene->bodies[guest->host].pose_count == 1 && scene->bodies[guest->body].pose_count == 1 &&
	       !scene_deforms(scene, guest->host) && !scene_deforms(scene, guest->body);
}

static int32_t guest_move(TreeGuests *g, TreeGuest *guest, int32_t step) {
	TreeBodies *bodies = g->bodies;
	if (guest->stays && guest->scouted == g->scouts) return HN_OK;
	guest->stays = false; // not before it has moved: what lacks memory is moved again
	guest->scouted = g->scouts;
	guest->told_nodes = guest->told_vertices = 0;
	HnPose pose = scene_relative(bodies->scene, guest->host, guest->body, step);
	int32_t status = moved_step(&guest->moved, &pose, &bodies->builder);
	if (status == HN_OK && !g->scouts)
		moved_roots_step(&guest->roots, &bodies->roots, tree_bodies_roots(bodies, guest->body),
		                 &guest->moved);
	if (status == HN_OK) status = bodies->room.status;
	guest->stays = status == HN_OK && guest_settles(g, guest);
	return status;
}

int32_t guests_invite(TreeGuests *g, int32_t a, int32_t b, int32_t step, bool forced, TreeGuest **out) {
	int32_t host = g->hosts[a], status = HN_OK;
	TreeGuest *guest = guest_find(g, host, b);
	if (guest == NULL) {
		status = guest_take(g, b, forced, &guest);
		*out = guest;
		if (status != HN_OK || guest == NULL) return status;
		guest->host = host, guest->body = b;
		guest->step = -1;
		guest_enter(g, guest);
	}
	*out = guest;
	slot_use(slot_of(g, b), guest);
	if (guest->step == g->step) return HN_OK;
	if (guest->step < g->step - 1) {
		guest->stays = false;
		moved_begin(&guest->moved);
	}
	guest->step = g->step;
	return guest_move(g, guest, step);
}

bool guests_scout(TreeGuests *g, int32_t a, int32_t b, int32_t step, int64_t *tests) {
	TreeBodies *bodies = g->bodies;
	GuestScout *scout = &slot_of(g, b)->scout;
	int32_t host = g->hosts[a];
	if (scout->host != host || scout->body != b || scout->step != g->step) {
		HnPose pose = scene_relative(bodies->scene, host, b, step);
		BvStep total;
		rest_tree_step(tree_bodies_tree(bodies, b), &pose, &total);
		moved_roots_turn(&scout->roots, &bodies->roots, tree_bodies_roots(bodies, b), &total);
		scout->host = host, scout->body = b, scout->step = g->step;
		g->nodes += roots_moved(g, &scout->roots);
	}
	return roots_meet(&bodies->roots, tree_bodies_roots(bodies, a), &scout->roots, tests);
}

void guests_counts(TreeGuests *g, Counts *counts) {
	int64_t nodes = g->nodes, vertices = g->vertices;
	for (int32_t s = 0; s < g->bodies->shapes.slot_count; ++s)
		for (TreeGuest *guest = g->slots[s].newest; guest != NULL && guest->step == g->step;
		     guest = guest->older)
			guest_counts(g, guest, &nodes, &vertices);
	counts->nu += nodes;
	counts->vertices_projected += vertices;
}
