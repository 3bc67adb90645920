// BSP: a binary space partition of one body's triangles, by planes through some of them. The triangles of the
// other body are pushed down from the root, each to the sides that it may reach. They are tested at the
// leaves and against the triangles that lie in a node's plane. This is our reading of the baseline of yu2018,
// whose text does not describe it. There is no inside and outside, so meshes may be open. The tree is built
// once, at rest; for a body that deforms it is built in each step. If the tree's body is the placed one (the
// higher id of a pair), its planes are moved in each step.
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "partition/bsp_tree.h"
#include "detect/pair_class.h"
#include "exact/tri_tri.h"

// The still body of a pair is the one with a single pose, if exactly one has; otherwise it is the lower id.
typedef enum BspOwner { OWNER_STILL, OWNER_MOVING } BspOwner;

typedef struct BspDef {
	BspTreeDef tree;
	int32_t owner, clip;
} BspDef;

// A pair with body b placed in the frame of a.
typedef struct PlacedPair {
	int32_t a, b;
	bool placed_owner;   // the tree is b's
	int64_t vertices;    // where b's vertices begin in xyz
	int64_t planes;      // if the tree is b's: where its moved planes begin in planes
	double lo[3], hi[3]; // a box that contains the tree's body
} PlacedPair;

typedef struct Bsp {
	const PairContext *context;
	BspDef def;
	BspTree *trees; // one for each slot of the shapes; empty if no pair needs it
	// for each triangle of the current tree: the last pushed triangle that was tested against it
	int32_t *stamps;
	int64_t stamp_count;
	int32_t stamp; // the last stamp given out
	int32_t *stack;
	int64_t stack_count;
	// the pairs of the current step from the first on, or only the one that is being decided
	ARRAY(PlacedPair) pairs;
	ARRAY(double) xyz;
	ARRAY(BspPlane) planes;
	int64_t updated; // how many pairs of the step were placed ahead
} Bsp;

static void bsp_destroy(void *self) {
	Bsp *bsp = self;
	if (bsp == NULL) return;
	int32_t slots = bsp->context->body_meshes.slot_count;
	for (int32_t i = 0; bsp->trees != NULL && i < slots; ++i) bsp_tree_free(&bsp->trees[i]);
	mem_free(bsp->trees, mem_array_size(slots, sizeof *bsp->trees));
	mem_free(bsp->stamps, mem_array_size(bsp->stamp_count, sizeof *bsp->stamps));
	mem_free(bsp->stack, mem_array_size(bsp->stack_count, sizeof *bsp->stack));
	ARRAY_FREE(&bsp->pairs);
	ARRAY_FREE(&bsp->xyz);
	ARRAY_FREE(&bsp->planes);
	mem_free(bsp, sizeof *bsp);
}

static bool owner_is_higher(const Bsp *bsp, int32_t a, int32_t b) {
	bool moves_a = bsp->context->scene->bodies[a].pose_count > 1,
	     moves_b = bsp->context->scene->bodies[b].pose_count > 1;
	int32_t still = moves_a && !moves_b ? b : a;
	return (bsp->def.owner == OWNER_STILL) == (still == b);
}

static bool owns_tree(const Bsp *bsp, int32_t body) {
	bool owns = false;
	for (int32_t other = 0; other < bsp->context->scene->body_count && !owns; ++other)
		if (other != body)
			owns = body < other ? !owner_is_higher(bsp, body, other) : owner_is_higher(bsp, other, body);
	return owns;
}

static BspTree *tree_of(const Bsp *bsp, int32_t body) {
	return &bsp->trees[body_meshes_slot(&bsp->context->body_meshes, body)];
}

// Builds the tree over the body's current vertices. The traversal stack grows with the tree's depth.
static int32_t tree_make(Bsp *bsp, int32_t body) {
	BspTree *tree = tree_of(bsp, body);
	HnSceneMesh mesh = body_meshes_mesh(&bsp->context->body_meshes, body);
	bsp_tree_free(tree);
	tree->root = BSP_EMPTY;
	int32_t code = bsp_tree_build(tree, &mesh, &bsp->def.tree);
	if (code != HN_OK || tree->depth + 2 <= bsp->stack_count) return code;
	int32_t *stack = mem_alloc(mem_array_size(tree->depth + 2, sizeof *stack));
	if (stack == NULL) return HN_ERR_NO_MEMORY;
	mem_free(bsp->stack, mem_array_size(bsp->stack_count, sizeof *bsp->stack));
	bsp->stack = stack;
	bsp->stack_count = tree->depth + 2;
	return HN_OK;
}

static int32_t bsp_create(void **out, PairContext *context, const void *params) {
	Bsp *bsp = *out = mem_alloc_zero(sizeof *bsp);
	if (bsp == NULL) return HN_ERR_NO_MEMORY;
	bsp->context = context;
	bsp->def = *(const BspDef *)params;
	int32_t slots = context->body_meshes.slot_count;
	bsp->trees = mem_alloc_zero(mem_array_size(slots, sizeof *bsp->trees));
	for (int32_t i = 0; bsp->trees != NULL && i < slots; ++i) bsp->trees[i].root = BSP_EMPTY;
	return bsp->trees != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t bsp_prepare(void *self, int32_t body) {
	Bsp *bsp = self;
	int32_t triangles = scene_mesh(bsp->context->scene, body)->triangle_count;
	if (!owns_tree(bsp, body)) return HN_OK;
	if (triangles > bsp->stamp_count) bsp->stamp_count = triangles;
	return tree_of(bsp, body)->root == BSP_EMPTY ? tree_make(bsp, body) : HN_OK;
}

static int32_t bsp_ready(void *self) {
	Bsp *bsp = self;
	bsp->stamps = mem_alloc_zero(mem_array_size(bsp->stamp_count, sizeof *bsp->stamps));
	return bsp->stamps != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static size_t bsp_bytes(const void *self) {
	const Bsp *bsp = self;
	size_t bytes = (size_t)bsp->planes.capacity * sizeof(BspPlane) +
	               (size_t)(bsp->stamp_count + bsp->stack_count) * sizeof(int32_t);
	for (int32_t i = 0; i < bsp->context->body_meshes.slot_count; ++i)
		bytes += bsp_tree_bytes(&bsp->trees[i]);
	return bytes;
}

// The tree cannot be refitted, because triangles may change sides. So it is built anew.
static int32_t bsp_follow(void *self, int32_t body, Counts *counts) {
	Bsp *bsp = self;
	if (!owns_tree(bsp, body)) return HN_OK;
	int32_t code = tree_make(bsp, body);
	if (counts != NULL && code == HN_OK) counts->nu += tree_of(bsp, body)->planes.count;
	return code;
}

// Update: vertices of b placed, and the planes of its tree
// -----------------------------------------------------

static int32_t planes_place(Bsp *bsp, PlacedPair *placed, const HnPose *pose, Counts *counts) {
	const BspTree *tree = tree_of(bsp, placed->b);
	placed->planes = bsp->planes.count;
	if (!ARRAY_RESERVE(&bsp->planes, bsp->planes.count + tree->planes.count)) return HN_ERR_NO_MEMORY;
	bsp_tree_place(tree, pose, bsp->planes.data + bsp->planes.count);
	bsp->planes.count += tree->planes.count;
	if (counts != NULL) counts->nu += tree->planes.count;
	return HN_OK;
}

static int32_t pair_place(Bsp *bsp, const BodyPair *pair, Counts *counts) {
	HnPose pose = scene_relative(bsp->context->scene, pair->a, pair->b, pair->step);
	HnSceneMesh mesh = body_meshes_mesh(&bsp->context->body_meshes, pair->b);
	PlacedPair placed = { .a = pair->a, .b = pair->b, .vertices = bsp->xyz.count };
	placed.placed_owner = owner_is_higher(bsp, pair->a, pair->b);
	const MeshBox *box = &tree_of(bsp, placed.placed_owner ? pair->b : pair->a)->box;
	if (placed.placed_owner)
		mesh_box_placed(box, &pose, placed.lo, placed.hi);
	else
		for (int axis = 0; axis < 3; ++axis) placed.lo[axis] = box->lo[axis], placed.hi[axis] = box->hi[axis];
	int64_t wanted = bsp->xyz.count + 3 * (int64_t)mesh.vertex_count;
	if (!ARRAY_RESERVE(&bsp->xyz, wanted)) return HN_ERR_NO_MEMORY;
	hn_pose_place_all(&pose, mesh.xyz, mesh.vertex_count, bsp->xyz.data + bsp->xyz.count);
	bsp->xyz.count = wanted;
	if (counts != NULL) counts->vertices_projected += mesh.vertex_count;
	int32_t code = placed.placed_owner ? planes_place(bsp, &placed, &pose, counts) : HN_OK;
	return code == HN_OK && !ARRAY_PUSH(&bsp->pairs, placed) ? HN_ERR_NO_MEMORY : code;
}

static bool is_full(const Bsp *bsp) {
	size_t bytes = (size_t)bsp->pairs.count * sizeof(PlacedPair) + (size_t)bsp->xyz.count * sizeof(double) +
	               (size_t)bsp->planes.count * sizeof(BspPlane);
	return bytes >= bsp->context->kept_most;
}

static void bsp_forget(Bsp *bsp) { bsp->pairs.count = bsp->xyz.count = bsp->planes.count = 0; }

static int32_t bsp_step(void *self) {
	Bsp *bsp = self;
	bsp_forget(bsp);
	bsp->updated = 0;
	return HN_OK;
}

static int32_t bsp_update(void *self, const BodyPair *pair, bool *kept, Counts *counts) {
	Bsp *bsp = self;
	*kept = !is_full(bsp);
	if (!*kept) return HN_OK;
	bsp->updated = pair->index + 1;
	return pair_place(bsp, pair, counts);
}

// Narrow: triangles of the other body pushed down
// --------------------------------------------------------------

typedef struct Push {
	Bsp *bsp;
	const PlacedPair *pair;
	const BspTree *tree;
	const BspPlane *planes;
	const HnSceneMesh *owner;
	const double *owner_xyz;
	Triangle triangle; // the pushed triangle
	int32_t id;
	double reach; // the largest |x| + |y| + |z| of its corners; the factor that multiplies it rounds up
	HnContactBuffer *out;
	Counts *counts;
} Push;

// Tests the pushed triangle against a list of the tree's triangles. Returns 1 if this ends the step
// (`first`).
static inline __attribute__((always_inline)) int32_t list_test(const Push *p, int32_t begin, int32_t end,
                                                               bool counted) {
	Bsp *bsp = p->bsp;
	for (int32_t i = begin; i < end; ++i) {
		int32_t id = p->tree->refs.data[i];
		if (counted) p->counts->listed += 1;
		if (bsp->stamps[id] == bsp->stamp) continue;
		bsp->stamps[id] = bsp->stamp;
		Triangle t = triangle_load(p->owner_xyz, p->owner->triangles + 3 * (int64_t)id);
		if (counted) p->counts->np += 1;
		bool higher = p->pair->placed_owner;
		if (!(higher ? tri_tri_meet(&p->triangle, &t) : tri_tri_meet(&t, &p->triangle))) continue;
		HnContact contact = { p->pair->a, higher ? p->id : id, p->pair->b, higher ? id : p->id };
		if (!contact_buffer_add(p->out, contact)) return HN_ERR_NO_MEMORY;
		if (bsp->context->first) return 1;
	}
	return 0;
}

enum { REACHES_FRONT = 1, REACHES_BACK = 2 };

// The sides of a node on which the pushed triangle may share a point with the tree's triangles. f of a corner
// q is evaluated with an error below 4.1 u (|n||q| + |c|), and |n| <= 1.01. 2^-49 (reach + |c|) is above that
// error, because 2^-49 = 16 u.
static inline int32_t push_sides(const Push *p, const BspPlane *plane) {
	double least = HUGE_VAL, most = -HUGE_VAL;
	for (int i = 0; i < 3; ++i) {
		HnVec3 q = p->triangle.p[i];
		double f = plane->n[0] * q.x + plane->n[1] * q.y + plane->n[2] * q.z - plane->c;
		least = f < least ? f : least;
		most = f > most ? f : most;
	}
	double unsure = plane->slack + 0x1p-49 * (p->reach + fabs(plane->c));
	return (most >= -unsure ? REACHES_FRONT : 0) | (least <= unsure ? REACHES_BACK : 0);
}

static inline __attribute__((always_inline)) int32_t push_down(const Push *p, bool counted) {
	const BspTree *tree = p->tree;
	int32_t *stack = p->bsp->stack, top = 0;
	for (int32_t at = tree->root;; at = stack[--top]) {
		if (at < BSP_EMPTY) {
			const BspLeaf *leaf = &tree->leaves.data[-2 - at];
			int32_t code = list_test(p, leaf->begin, leaf->end, counted);
			if (code != 0) return code;
		} else if (at >= 0) {
			const BspNode *node = &tree->nodes.data[at];
			if (counted) p->counts->nb += 1;
			int32_t sides = push_sides(p, &p->planes[at]);
			if (sides == (REACHES_FRONT | REACHES_BACK)) {
				int32_t code = list_test(p, node->begin, node->end, counted);
				if (code != 0) return code;
			}
			if (sides & REACHES_BACK && node->back != BSP_EMPTY) stack[top++] = node->back;
			if (sides & REACHES_FRONT && node->front != BSP_EMPTY) stack[top++] = node->front;
		}
		if (top == 0) return 0;
	}
}

static bool triangle_outside(const Triangle *t, const double lo[3], const double hi[3]) {
	bool out = false;
	for (int axis = 0; axis < 3; ++axis) {
		double p = vec3_get(t->p[0], axis), q = vec3_get(t->p[1], axis), r = vec3_get(t->p[2], axis);
		out |= (p < lo[axis]) & (q < lo[axis]) & (r < lo[axis]);
		out |= (p > hi[axis]) & (q > hi[axis]) & (r > hi[axis]);
	}
	return out;
}

static void stamp_next(Bsp *bsp) {
	if (bsp->stamp == INT32_MAX) {
		for (int64_t i = 0; i < bsp->stamp_count; ++i) bsp->stamps[i] = 0;
		bsp->stamp = 0;
	}
	bsp->stamp += 1;
}

static inline __attribute__((always_inline)) int32_t
pair_narrow(Bsp *bsp, const PlacedPair *pair, HnContactBuffer *out, Counts *counts, bool counted) {
	const double *placed = bsp->xyz.data + pair->vertices;
	const HnSceneMesh mesh_a = body_meshes_mesh(&bsp->context->body_meshes, pair->a),
	                  mesh_b = body_meshes_mesh(&bsp->context->body_meshes, pair->b);
	bool higher = pair->placed_owner;
	const HnSceneMesh *other = higher ? &mesh_a : &mesh_b;
	const double *other_xyz = higher ? mesh_a.xyz : placed;
	Push p = { .bsp = bsp, .pair = pair, .out = out, .counts = counts };
	p.tree = tree_of(bsp, higher ? pair->b : pair->a);
	p.planes = higher ? bsp->planes.data + pair->planes : p.tree->planes.data;
	p.owner = higher ? &mesh_b : &mesh_a;
	p.owner_xyz = higher ? placed : mesh_a.xyz;
	if (p.tree->root == BSP_EMPTY) return 0;
	for (p.id = 0; p.id < other->triangle_count; ++p.id) {
		p.triangle = triangle_load(other_xyz, other->triangles + 3 * (int64_t)p.id);
		if (bsp->def.clip) {
			if (counted) counts->nb += 1;
			if (triangle_outside(&p.triangle, pair->lo, pair->hi)) continue;
		}
		p.reach = 0;
		for (int i = 0; i < 3; ++i) {
			HnVec3 q = p.triangle.p[i];
			double sum = fabs(q.x) + fabs(q.y) + fabs(q.z);
			p.reach = sum > p.reach ? sum : p.reach;
		}
		stamp_next(bsp);
		int32_t code = push_down(&p, counted);
		if (code != 0) return code;
	}
	return 0;
}

static inline __attribute__((always_inline)) int32_t
pair_decide(Bsp *bsp, const BodyPair *pair, HnContactBuffer *out, Counts *counts, bool counted) {
	bool late = pair->index >= bsp->updated;
	if (late) bsp_forget(bsp);
	int32_t code = late ? pair_place(bsp, pair, counted ? counts : NULL) : HN_OK;
	if (code == HN_OK)
		code = pair_narrow(bsp, &bsp->pairs.data[late ? 0 : pair->index], out, counts, counted);
	return code < 0 ? code : HN_OK;
}

static int32_t bsp_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	return pair_decide(self, pair, out, NULL, false);
}

static int32_t bsp_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	return pair_decide(self, pair, out, counts, true);
}

static const char *owner_name(int32_t index) { NAME_AT(index, "still", "moving"); }

static const char *fallback_name(int32_t index) { NAME_AT(index, "leaf", "axis"); }

static const Param s_params[] = {
	{ "owner", PARAM_CHOICE, offsetof(BspDef, owner), OWNER_STILL, 0, 1, owner_name,
	  "whose triangles the tree divides; still: the body with a single pose, else the lower id", NULL },
	{ "candidates", PARAM_INT, offsetof(BspDef, tree.candidates), 16, 1, 1000, NULL,
	  "triangles of a node whose planes are tried", NULL },
	{ "split_cost", PARAM_REAL, offsetof(BspDef, tree.split_cost), 4, 0, 1e6, NULL,
	  "cost of a triangle on both sides; the least |front - back| + split_cost * both wins", NULL },
	{ "leaf", PARAM_INT, offsetof(BspDef, tree.leaf), 8, 1, 1000000, NULL, "triangles that need no plane",
	  NULL },
	{ "depth", PARAM_INT, offsetof(BspDef, tree.depth), 500, 1, 100000, NULL, "levels of planes at most",
	  NULL },
	{ "growth", PARAM_REAL, offsetof(BspDef, tree.growth), 8, 0, 1000, NULL,
	  "repeats of triangles that reach both sides, at most, in triangles of the mesh", NULL },
	{ "fallback", PARAM_CHOICE, offsetof(BspDef, tree.fallback), FALLBACK_LEAF, 0, 1, fallback_name,
	  "where every plane leaves more than 7/8 on one side: axis, cut across the longest axis; leaf, do not",
	  NULL },
	{ "clip", PARAM_BOOL, offsetof(BspDef, clip), 0, 0, 1, NULL,
	  "leave out triangles outside the box of the tree's body", NULL },
	{ "seed", PARAM_INT, offsetof(BspDef, tree.seed), 1, 0, 2147483647, NULL, "of the candidates", NULL },
};

static const PairClass s_pairs = {
	.create = bsp_create,
	.destroy = bsp_destroy,
	.prepare = bsp_prepare,
	.ready = bsp_ready,
	.step = bsp_step,
	.follow = bsp_follow,
	.update = bsp_update,
	.timed = bsp_timed,
	.counted = bsp_counted,
	.bytes = bsp_bytes,
	.by_higher = true,
};

extern const HnDetectClass detect_bsp;
const HnDetectClass detect_bsp = {
	.name = "bsp",
	.about = "a BSP tree of one body's triangles; the other's are pushed down",
	.source = "yu2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(BspDef) },
	.pairs = &s_pairs,
};
