// BSP: a binary space partition of one body's triangles, by planes through some of them; the triangles of the
// other body are pushed down from the root, each to the sides that it may reach, and tested at the leaves and
// against the triangles that lie in a node's plane. Our reading of the baseline of yu2018, whose text says
// nothing of it. No inside and outside: meshes may be open.
// The tree is made once, at rest; of a body that deforms, in each step. Where its body is the placed one (the
// higher id of a pair), its planes are moved each step.
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/bsp_tree.h"
#include "detect/detect.h"
#include "exact/tri_tri.h"
#include "scene/shapes.h"

// Of a body pair the still body is the one with a single pose, if just one has; else the lower id.
typedef enum BspOwner { OWNER_STILL, OWNER_MOVING } BspOwner;

typedef struct BspDef {
	BspTreeDef tree;
	int32_t owner, clip;
} BspDef;

// A body pair of the present step: body b in the frame of a.
typedef struct BspPair {
	int32_t a, b;
	bool placed_owner;   // the tree is b's
	int64_t vertices;    // of b, in xyz
	int64_t planes;      // where the tree is b's: its moved planes, in planes
	double lo[3], hi[3]; // a box that contains the tree's body
} BspPair;

typedef struct Bsp {
	const HnScene *scene;
	SceneShapes shapes;
	HnQuery query;
	BspDef def;
	BspTree *trees;  // of each slot of the shapes; empty where no body pair needs it
	int32_t *stamps; // of the triangles of the tree in use: the last triangle that was tested against each
	int64_t stamp_count;
	int32_t stamp; // the last one given out
	int32_t *stack;
	int64_t stack_count;
	ARRAY(BspPair) pairs;
	ARRAY(double) xyz;
	ARRAY(BspPlane) planes;
	size_t kept_most;       // bytes of these three; further pairs are placed one by one, when they are tested
	int32_t late_a, late_b; // the first of them; late_b is the number of bodies where there is none
} Bsp;

static void bsp_destroy(void *self) {
	Bsp *bsp = self;
	if (bsp == NULL) return;
	for (int32_t i = 0; bsp->trees != NULL && i < bsp->shapes.slot_count; ++i) bsp_tree_free(&bsp->trees[i]);
	mem_free(bsp->trees, mem_array_size(bsp->shapes.slot_count, sizeof *bsp->trees));
	mem_free(bsp->stamps, mem_array_size(bsp->stamp_count, sizeof *bsp->stamps));
	mem_free(bsp->stack, mem_array_size(bsp->stack_count, sizeof *bsp->stack));
	ARRAY_FREE(&bsp->pairs);
	ARRAY_FREE(&bsp->xyz);
	ARRAY_FREE(&bsp->planes);
	shapes_free(&bsp->shapes);
	mem_free(bsp, sizeof *bsp);
}

static bool owner_is_higher(const Bsp *bsp, int32_t a, int32_t b) {
	bool moves_a = bsp->scene->bodies[a].pose_count > 1, moves_b = bsp->scene->bodies[b].pose_count > 1;
	int32_t still = moves_a && !moves_b ? b : a;
	return (bsp->def.owner == OWNER_STILL) == (still == b);
}

static bool owns_tree(const Bsp *bsp, int32_t body) {
	bool owns = false;
	for (int32_t other = 0; other < bsp->scene->body_count && !owns; ++other)
		if (other != body)
			owns = body < other ? !owner_is_higher(bsp, body, other) : owner_is_higher(bsp, other, body);
	return owns;
}

static BspTree *tree_of(const Bsp *bsp, int32_t body) { return &bsp->trees[shapes_slot(&bsp->shapes, body)]; }

// Where the body's vertices now are; the stack grows with the depth.
static int32_t tree_make(Bsp *bsp, int32_t body) {
	BspTree *tree = tree_of(bsp, body);
	HnSceneMesh mesh = shapes_mesh(&bsp->shapes, body);
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

static int32_t trees_build(Bsp *bsp) {
	int32_t code = HN_OK;
	for (int32_t i = 0; i < bsp->shapes.slot_count; ++i) bsp->trees[i].root = BSP_EMPTY;
	for (int32_t b = 0; b < bsp->scene->body_count && code == HN_OK; ++b) {
		int32_t triangles = scene_mesh(bsp->scene, b)->triangle_count;
		if (!owns_tree(bsp, b)) continue;
		if (triangles > bsp->stamp_count) bsp->stamp_count = triangles;
		if (tree_of(bsp, b)->root == BSP_EMPTY) code = tree_make(bsp, b);
	}
	return code;
}

static int32_t bsp_build(Bsp *bsp) {
	int32_t code = shapes_init(&bsp->shapes, bsp->scene);
	if (code != HN_OK) return code;
	bsp->trees = mem_alloc_zero(mem_array_size(bsp->shapes.slot_count, sizeof *bsp->trees));
	if (bsp->trees == NULL) return HN_ERR_NO_MEMORY;
	code = trees_build(bsp);
	if (code != HN_OK) return code;
	bsp->stamps = mem_alloc_zero(mem_array_size(bsp->stamp_count, sizeof *bsp->stamps));
	return bsp->stamps != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t bsp_create(void **out, const HnScene *scene, HnQuery query, const void *params) {
	Bsp *bsp = mem_alloc_zero(sizeof *bsp);
	if (bsp == NULL) return HN_ERR_NO_MEMORY;
	bsp->scene = scene;
	bsp->query = query;
	bsp->kept_most = detect_kept_most();
	bsp->def = *(const BspDef *)params;
	int32_t code = bsp_build(bsp);
	if (code != HN_OK) {
		bsp_destroy(bsp);
		return code;
	}
	*out = bsp;
	return HN_OK;
}

static size_t bsp_bytes(const void *self) {
	const Bsp *bsp = self;
	size_t bytes = (size_t)bsp->planes.capacity * sizeof(BspPlane) +
	               (size_t)(bsp->stamp_count + bsp->stack_count) * sizeof(int32_t);
	for (int32_t i = 0; i < bsp->shapes.slot_count; ++i) bytes += bsp_tree_bytes(&bsp->trees[i]);
	return bytes;
}

// Triangles that change sides have no tree that could be refitted: it is made anew.
static int32_t bsp_deform(Bsp *bsp, int32_t step, Counts *counts) {
	shapes_step(&bsp->shapes, step);
	for (int32_t b = 0; bsp->shapes.bodies != NULL && b < bsp->scene->body_count; ++b) {
		if (!scene_deforms(bsp->scene, b) || !owns_tree(bsp, b)) continue;
		int32_t code = tree_make(bsp, b);
		if (code != HN_OK) return code;
		if (counts != NULL) counts->nu += tree_of(bsp, b)->planes.count;
	}
	return HN_OK;
}

// Update: vertices of b placed, and the planes of its tree
// -----------------------------------------------------

static int32_t pair_update(Bsp *bsp, BspPair *pair, const HnPose *pose, Counts *counts) {
	HnSceneMesh mesh = shapes_mesh(&bsp->shapes, pair->b);
	pair->vertices = bsp->xyz.count;
	pair->planes = bsp->planes.count;
	int64_t wanted = bsp->xyz.count + 3 * (int64_t)mesh.vertex_count;
	if (!ARRAY_RESERVE(&bsp->xyz, wanted)) return HN_ERR_NO_MEMORY;
	hn_pose_place_all(pose, mesh.xyz, mesh.vertex_count, bsp->xyz.data + bsp->xyz.count);
	bsp->xyz.count = wanted;
	if (counts != NULL) counts->vertices_projected += mesh.vertex_count;
	if (pair->placed_owner) {
		const BspTree *tree = tree_of(bsp, pair->b);
		if (!ARRAY_RESERVE(&bsp->planes, bsp->planes.count + tree->planes.count)) return HN_ERR_NO_MEMORY;
		bsp_tree_place(tree, pose, bsp->planes.data + bsp->planes.count);
		bsp->planes.count += tree->planes.count;
		if (counts != NULL) counts->nu += tree->planes.count;
	}
	return ARRAY_PUSH(&bsp->pairs, *pair) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t pair_prepare(Bsp *bsp, int32_t a, int32_t b, int32_t step, Counts *counts) {
	HnPose pose = scene_relative(bsp->scene, a, b, step);
	BspPair pair = { .a = a, .b = b, .placed_owner = owner_is_higher(bsp, a, b) };
	const BspTree *tree = tree_of(bsp, pair.placed_owner ? b : a);
	if (pair.placed_owner)
		mesh_box_placed(&tree->box, &pose, pair.lo, pair.hi);
	else
		for (int axis = 0; axis < 3; ++axis) {
			pair.lo[axis] = tree->box.lo[axis];
			pair.hi[axis] = tree->box.hi[axis];
		}
	return pair_update(bsp, &pair, &pose, counts);
}

static bool is_full(const Bsp *bsp) {
	size_t bytes = (size_t)bsp->pairs.count * sizeof(BspPair) + (size_t)bsp->xyz.count * sizeof(double) +
	               (size_t)bsp->planes.count * sizeof(BspPlane);
	return bytes >= bsp->kept_most;
}

static void pairs_forget(Bsp *bsp) { bsp->pairs.count = bsp->xyz.count = bsp->planes.count = 0; }

static int32_t bsp_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	Bsp *bsp = self;
	pairs_forget(bsp);
	int32_t code = bsp_deform(bsp, step, counts), a = 0, b = 1;
	while (code == HN_OK && b < bsp->scene->body_count && !is_full(bsp)) {
		code = pair_prepare(bsp, a, b, step, counts);
		if (++a == b) a = 0, ++b;
	}
	bsp->late_a = a, bsp->late_b = b;
	return code;
}

// Narrow: triangles of the other body pushed down
// --------------------------------------------------------------

typedef struct Push {
	Bsp *bsp;
	const BspPair *pair;
	const BspTree *tree;
	const BspPlane *planes;
	const HnSceneMesh *owner;
	const double *owner_xyz;
	Triangle triangle; // what is pushed
	int32_t id;
	double reach; // largest |x| + |y| + |z| of its corners, rounded up by the factor that uses it
	HnContactBuffer *out;
	Counts *counts;
} Push;

static inline Triangle triangle_load(const double *xyz, const int32_t *vertices) {
	return (Triangle){ { vec3_load(xyz + 3 * (int64_t)vertices[0]), vec3_load(xyz + 3 * (int64_t)vertices[1]),
		                 vec3_load(xyz + 3 * (int64_t)vertices[2]) } };
}

// The pushed triangle against a list of the tree's: 1 stops the step.
static inline __attribute__((always_inline)) int32_t list_test(const Push *p, int32_t begin, int32_t end,
                                                               bool counted) {
	Bsp *bsp = p->bsp;
	for (int32_t i = begin; i < end; ++i) {
		int32_t id = p->tree->refs.data[i];
		if (bsp->stamps[id] == bsp->stamp) continue;
		bsp->stamps[id] = bsp->stamp;
		Triangle t = triangle_load(p->owner_xyz, p->owner->triangles + 3 * (int64_t)id);
		if (counted) p->counts->np += 1;
		bool higher = p->pair->placed_owner;
		if (!(higher ? tri_tri_meet(&p->triangle, &t) : tri_tri_meet(&t, &p->triangle))) continue;
		HnContact contact = { p->pair->a, higher ? p->id : id, p->pair->b, higher ? id : p->id };
		if (!contact_buffer_add(p->out, contact)) return HN_ERR_NO_MEMORY;
		if (bsp->query == HN_QUERY_FIRST) return 1;
	}
	return 0;
}

enum { REACHES_FRONT = 1, REACHES_BACK = 2 };

// The sides of a node that the pushed triangle may share a point with. f of a corner q is evaluated with an
// error below 4.1 u (|n||q| + |c|) and |n| <= 1.01: 2^-49 = 16 u times (reach + |c|) is above it.
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
pair_narrow(Bsp *bsp, const BspPair *pair, HnContactBuffer *out, Counts *counts, bool counted) {
	const double *placed = bsp->xyz.data + pair->vertices;
	const HnSceneMesh mesh_a = shapes_mesh(&bsp->shapes, pair->a),
	                  mesh_b = shapes_mesh(&bsp->shapes, pair->b);
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

static inline __attribute__((always_inline)) int32_t bsp_narrow(Bsp *bsp, int32_t step, HnContactBuffer *out,
                                                                Counts *counts, bool counted) {
	for (int64_t i = 0; i < bsp->pairs.count; ++i) {
		int32_t code = pair_narrow(bsp, &bsp->pairs.data[i], out, counts, counted);
		if (code != 0) return code < 0 ? code : HN_OK;
	}
	for (int32_t a = bsp->late_a, b = bsp->late_b; b < bsp->scene->body_count;) {
		pairs_forget(bsp);
		int32_t code = pair_prepare(bsp, a, b, step, counted ? counts : NULL);
		if (code == HN_OK) code = pair_narrow(bsp, &bsp->pairs.data[0], out, counts, counted);
		if (code != 0) return code < 0 ? code : HN_OK;
		if (++a == b) a = 0, ++b;
	}
	return HN_OK;
}

static int32_t bsp_narrow_timed(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	return bsp_narrow(self, step, out, counts, false);
}

static int32_t bsp_narrow_counted(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	return counts == NULL ? HN_ERR_INVALID : bsp_narrow(self, step, out, counts, true);
}

static const char *owner_name(int32_t index) {
	static const char *const s_names[] = { "still", "moving" };
	return index >= 0 && index < 2 ? s_names[index] : NULL;
}

static const char *fallback_name(int32_t index) {
	static const char *const s_names[] = { "leaf", "axis" };
	return index >= 0 && index < 2 ? s_names[index] : NULL;
}

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

extern const HnDetectClass detect_bsp;
const HnDetectClass detect_bsp = {
	.name = "bsp",
	.about = "a BSP tree of one body's triangles; the other's are pushed down",
	.source = "yu2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(BspDef) },
	.create = bsp_create,
	.destroy = bsp_destroy,
	.timed = { .update = bsp_update, .narrow = bsp_narrow_timed },
	.counted = { .update = bsp_update, .narrow = bsp_narrow_counted },
	.bytes = bsp_bytes,
};
