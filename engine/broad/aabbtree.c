// A binary tree of boxes. Objects are inserted and removed one by one. Insertion goes down by the surface
// that the object adds, and rotations improve the tree on the way up. Boxes of objects may be fat: an object
// that moves within its fat box keeps its leaf. If many objects must move in one step, the whole tree is
// built again, in k-d order. Pairs are found by traversing the tree against itself. This work is based on: J.
// Goldsmith, J. Salmon. Automatic Creation of Object Hierarchies for Ray Tracing. IEEE CG&A 7(5), 1987 A.
// Kensler. Tree Rotations for Improving Bounding Volume Hierarchies. IEEE RT 2008
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/error.h"
#include "broad/broad.h"
#include "broad/kd_order.h"
#include "math/nearest_float.h"

enum { NONE = -1 };

typedef struct TreeParams {
	double margin, rebuild;
	int32_t rotate;
} TreeParams;

typedef struct Node {
	Aabb box;         // the fat box of a leaf's object; otherwise the bounds of both children
	int32_t parent;   // NONE: the root; for a free node, the next free node
	int32_t child[2]; // for a leaf, NONE and its object
	int32_t height;   // 0 for a leaf
} Node;

static inline bool node_is_leaf(const Node *node) { return node->child[0] == NONE; }

typedef struct NodePair {
	int32_t a, b; // a == b: the pairs within a subtree
} NodePair;

typedef struct AabbTree {
	const BroadObjects *objects;
	TreeParams params;
	ARRAY(Node) nodes;
	ARRAY(int32_t) leaves; // the leaf of each object, or NONE
	ARRAY(NodePair) stack;
	ARRAY(KdItem) items; // scratch for a rebuild; the second half is scratch of kd_order
	int32_t root, free;
} AabbTree;

static void aabbtree_destroy(void *self) {
	AabbTree *tree = self;
	if (tree == NULL) return;
	ARRAY_FREE(&tree->nodes);
	ARRAY_FREE(&tree->leaves);
	ARRAY_FREE(&tree->stack);
	ARRAY_FREE(&tree->items);
	mem_free(tree, sizeof *tree);
}

static void aabbtree_forget(void *self) {
	AabbTree *tree = self;
	tree->nodes.count = tree->leaves.count = 0;
	tree->root = tree->free = NONE;
}

static int32_t aabbtree_create(void **out, const BroadObjects *objects, const void *params) {
	AabbTree *tree = mem_alloc_zero(sizeof *tree);
	if (tree == NULL) return HN_ERR_NO_MEMORY;
	tree->objects = objects;
	tree->params = *(const TreeParams *)params;
	tree->root = tree->free = NONE;
	*out = tree;
	return HN_OK;
}

// Boxes
// -----------------------------------------------------------------------------------------------------------

static inline Aabb box_union(const Aabb *a, const Aabb *b) {
	Aabb out;
	for (int k = 0; k < 3; ++k) {
		out.lo[k] = a->lo[k] < b->lo[k] ? a->lo[k] : b->lo[k];
		out.hi[k] = a->hi[k] > b->hi[k] ? a->hi[k] : b->hi[k];
	}
	return out;
}

static inline bool boxes_meet(const Aabb *a, const Aabb *b) {
	uint32_t meet = 1;
	for (int k = 0; k < 3; ++k) meet &= (uint32_t)(a->lo[k] <= b->hi[k]) & (uint32_t)(b->lo[k] <= a->hi[k]);
	return meet != 0;
}

#ifdef __SSE2__
static inline __m128 quad_at(const char *bytes) {
	return _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}
#endif

// Whether the boxes of two nodes overlap. Each load reads four values: three lower bounds and the value after
// them, or three upper bounds and the integer after them. The fourth result is ignored.
static inline bool nodes_meet(const Node *a, const Node *b) {
#ifdef __SSE2__
	_Static_assert(offsetof(Node, parent) == sizeof(Aabb), "16 bytes from hi on are in the node");
	const char *x = (const char *)a, *y = (const char *)b;
	__m128 lo = _mm_cmple_ps(quad_at(x + offsetof(Aabb, lo)), quad_at(y + offsetof(Aabb, hi)));
	__m128 hi = _mm_cmple_ps(quad_at(y + offsetof(Aabb, lo)), quad_at(x + offsetof(Aabb, hi)));
	return (_mm_movemask_ps(_mm_and_ps(lo, hi)) & 7) == 7;
#else
	return boxes_meet(&a->box, &b->box);
#endif
}

static inline bool box_holds(const Aabb *outer, const Aabb *inner) {
	bool holds = true;
	for (int k = 0; k < 3; ++k) holds &= (outer->lo[k] <= inner->lo[k]) & (inner->hi[k] <= outer->hi[k]);
	return holds;
}

// Half the surface of a box.
static inline double box_surface(const Aabb *box) {
	double x = (double)box->hi[0] - (double)box->lo[0], y = (double)box->hi[1] - (double)box->lo[1],
	       z = (double)box->hi[2] - (double)box->lo[2];
	return (x * y + y * z) + z * x;
}

static inline double union_surface(const Aabb *a, const Aabb *b) {
	Aabb both = box_union(a, b);
	return box_surface(&both);
}

// Enlarges a box by a share of its longest side. Rounding may reduce the margin to zero, but the result
// always contains the box.
static Aabb box_fat(const Aabb *box, double margin) {
	double longest = 0;
	Aabb fat;
	for (int k = 0; k < 3; ++k) {
		double side = (double)box->hi[k] - (double)box->lo[k];
		longest = side > longest ? side : longest;
	}
	for (int k = 0; k < 3; ++k) {
		fat.lo[k] = nearest_float((double)box->lo[k] - margin * longest);
		fat.hi[k] = nearest_float((double)box->hi[k] + margin * longest);
	}
	return fat;
}

// Nodes
// -----------------------------------------------------------------------------------------------------------

static int32_t leaves_reserve(AabbTree *tree) {
	const BroadObjects *objects = tree->objects;
	int64_t known = tree->leaves.count;
	if (objects->count > INT32_MAX / 2)
		return error_set(HN_ERR_NO_MEMORY, "a tree of %d objects", objects->count);
	if (!ARRAY_RESERVE(&tree->leaves, objects->end)) return HN_ERR_NO_MEMORY;
	for (; known < objects->end; ++known) tree->leaves.data[known] = NONE;
	tree->leaves.count = known;
	return HN_OK;
}

// Reserves all nodes that the changes may need, so that no insertion fails half way.
static int32_t nodes_reserve(AabbTree *tree) {
	int64_t most = tree->nodes.count + 2 * tree->objects->changed.count;
	if (most > INT32_MAX) return error_set(HN_ERR_NO_MEMORY, "a tree of %lld nodes", (long long)most);
	return ARRAY_RESERVE(&tree->nodes, most) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t node_take(AabbTree *tree) {
	int32_t node = tree->free;
	if (node == NONE) return (int32_t)tree->nodes.count++;
	tree->free = tree->nodes.data[node].parent;
	return node;
}

static void node_give(AabbTree *tree, int32_t node) {
	tree->nodes.data[node].parent = tree->free;
	tree->free = node;
}

static inline int side_of(const Node *parent, int32_t child) { return parent->child[1] == child; }

static void child_replace(AabbTree *tree, int32_t parent, int32_t old, int32_t child) {
	if (parent == NONE)
		tree->root = child;
	else
		tree->nodes.data[parent].child[side_of(&tree->nodes.data[parent], old)] = child;
	tree->nodes.data[child].parent = parent;
}

static void node_refit(AabbTree *tree, int32_t at) {
	Node *nodes = tree->nodes.data, *node = &nodes[at];
	const Node *left = &nodes[node->child[0]], *right = &nodes[node->child[1]];
	node->box = box_union(&left->box, &right->box);
	node->height = 1 + (left->height > right->height ? left->height : right->height);
}

// Exchanges a child with a child of its sibling if that reduces the sibling's surface. Of the four possible
// exchanges, the best is made; of equal ones, the first.
static void node_rotate(AabbTree *tree, int32_t at) {
	Node *nodes = tree->nodes.data;
	double best = 0;
	int best_side = NONE, best_grandchild = 0;
	for (int side = 0; side < 2; ++side) {
		const Node *child = &nodes[nodes[at].child[side]], *sibling = &nodes[nodes[at].child[1 - side]];
		if (node_is_leaf(sibling)) continue;
		for (int g = 0; g < 2; ++g) {
			double gain =
			    box_surface(&sibling->box) - union_surface(&child->box, &nodes[sibling->child[1 - g]].box);
			if (gain > best) best = gain, best_side = side, best_grandchild = g;
		}
	}
	if (best_side == NONE) return;
	int32_t child = nodes[at].child[best_side], sibling = nodes[at].child[1 - best_side];
	int32_t grandchild = nodes[sibling].child[best_grandchild];
	nodes[at].child[best_side] = grandchild, nodes[grandchild].parent = at;
	nodes[sibling].child[best_grandchild] = child, nodes[child].parent = sibling;
	node_refit(tree, sibling);
}

static void ancestors_mend(AabbTree *tree, int32_t node) {
	for (; node != NONE; node = tree->nodes.data[node].parent) {
		if (tree->params.rotate) node_rotate(tree, node);
		node_refit(tree, node);
	}
}

// Finds the sibling for a new box: goes down to the node where the surfaces of all enclosing nodes grow
// least. Of two children with equal cost, the one with less height is taken. The search stops early only for
// a strictly lower cost. So equal boxes and points do not make long branches.
static int32_t sibling_find(const AabbTree *tree, const Aabb *box) {
	const Node *nodes = tree->nodes.data;
	int32_t at = tree->root;
	while (!node_is_leaf(&nodes[at])) {
		double surface = box_surface(&nodes[at].box), grown = union_surface(&nodes[at].box, box);
		double cost[2];
		for (int side = 0; side < 2; ++side) {
			const Node *child = &nodes[nodes[at].child[side]];
			cost[side] = union_surface(&child->box, box) + (grown - surface);
			if (!node_is_leaf(child)) cost[side] -= box_surface(&child->box);
		}
		double least = cost[1] < cost[0] ? cost[1] : cost[0];
		if (grown < least) break;
		const Node *left = &nodes[nodes[at].child[0]], *right = &nodes[nodes[at].child[1]];
		bool lower = right->height < left->height;
		at = nodes[at].child[cost[0] == cost[1] ? lower : cost[1] < cost[0]];
	}
	return at;
}

static void leaf_insert(AabbTree *tree, int32_t id) {
	int32_t leaf = node_take(tree), sibling = tree->root, parent = NONE;
	Node *nodes = tree->nodes.data;
	nodes[leaf] = (Node){ box_fat(&tree->objects->keys[id], tree->params.margin), NONE, { NONE, id }, 0 };
	tree->leaves.data[id] = leaf;
	if (sibling == NONE) {
		tree->root = leaf;
		return;
	}
	sibling = sibling_find(tree, &nodes[leaf].box);
	parent = node_take(tree);
	child_replace(tree, nodes[sibling].parent, sibling, parent);
	nodes[parent].child[0] = sibling, nodes[parent].child[1] = leaf;
	nodes[sibling].parent = nodes[leaf].parent = parent;
	ancestors_mend(tree, parent);
}

static void leaf_remove(AabbTree *tree, int32_t id) {
	Node *nodes = tree->nodes.data;
	int32_t leaf = tree->leaves.data[id], parent = nodes[leaf].parent;
	tree->leaves.data[id] = NONE;
	node_give(tree, leaf);
	if (parent == NONE) {
		tree->root = NONE;
		return;
	}
	int32_t sibling = nodes[parent].child[1 - side_of(&nodes[parent], leaf)], above = nodes[parent].parent;
	child_replace(tree, above, parent, sibling);
	node_give(tree, parent);
	ancestors_mend(tree, above);
}

static inline bool is_live(const AabbTree *tree, int32_t id) {
	return id < tree->objects->end && object_is_live(tree->objects, id);
}

// Whether the object has a leaf whose fat box still holds it.
static inline bool is_in_place(const AabbTree *tree, int32_t id) {
	int32_t leaf = id < tree->leaves.count ? tree->leaves.data[id] : NONE;
	return leaf != NONE && box_holds(&tree->nodes.data[leaf].box, &tree->objects->keys[id]);
}

// Whether so many objects must move that a rebuild is cheaper. Removed objects do not count.
static bool many_move(const AabbTree *tree) {
	const BroadObjects *objects = tree->objects;
	int64_t moving = 0;
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		moving += is_live(tree, id) && !is_in_place(tree, id);
	}
	return (double)moving > tree->params.rebuild * (double)objects->count;
}

// Builds a subtree over items in k-d order, in which aligned runs of a power of two lie close together. Nodes
// are stored depth first, the order in which pairs are found.
static int32_t subtree_build(AabbTree *tree, const KdItem *items, int64_t count, int32_t parent) {
	int32_t at = (int32_t)tree->nodes.count++;
	Node *node = &tree->nodes.data[at];
	if (count == 1) {
		Aabb fat = box_fat(&tree->objects->keys[items[0].id], tree->params.margin);
		*node = (Node){ fat, parent, { NONE, items[0].id }, 0 };
		tree->leaves.data[items[0].id] = at;
		return at;
	}
	int64_t first = 1;
	while (2 * first < count) first *= 2;
	node->parent = parent;
	node->child[0] = subtree_build(tree, items, first, at);
	node->child[1] = subtree_build(tree, items + first, count - first, at);
	node_refit(tree, at);
	return at;
}

static int32_t tree_rebuild(AabbTree *tree) {
	const BroadObjects *objects = tree->objects;
	int64_t n = 0;
	if (!ARRAY_RESERVE(&tree->items, 2 * (int64_t)objects->count)) return HN_ERR_NO_MEMORY;
	if (!ARRAY_RESERVE(&tree->nodes, 2 * (int64_t)objects->count)) return HN_ERR_NO_MEMORY;
	for (int32_t id = 0; id < tree->leaves.count; ++id) {
		tree->leaves.data[id] = NONE;
		if (is_live(tree, id)) kd_item(&tree->items.data[n++], &objects->keys[id], id);
	}
	kd_order(tree->items.data, tree->items.data + n, n, 1);
	tree->nodes.count = 0;
	tree->free = NONE;
	tree->root = subtree_build(tree, tree->items.data, n, NONE);
	return HN_OK;
}

static void leaves_follow(AabbTree *tree) {
	const BroadObjects *objects = tree->objects;
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		if (id >= tree->leaves.count) continue; // came and went at once
		bool live = is_live(tree, id);
		if (live && is_in_place(tree, id)) continue;
		if (tree->leaves.data[id] != NONE) leaf_remove(tree, id);
		if (live) leaf_insert(tree, id);
	}
}

static int32_t aabbtree_update(void *self) {
	AabbTree *tree = self;
	int32_t status = leaves_reserve(tree);
	if (status != HN_OK) return status;
	if (many_move(tree)) return tree_rebuild(tree);
	status = nodes_reserve(tree);
	if (status == HN_OK) leaves_follow(tree);
	return status;
}

// Pairs
// -----------------------------------------------------------------------------------------------------------

// For two leaves whose fat boxes overlap, the keys of their objects decide.
static inline bool leaves_add(const AabbTree *tree, const Node *a, const Node *b, HnBroadPairs *out,
                              BroadCounts *counts) {
	const Aabb *keys = tree->objects->keys;
	if (!broad_pairs_reserve(out, 1)) return false;
	if (counts != NULL) counts->tests += 1;
	out->data[out->count] = broad_pair(a->child[1], b->child[1]);
	out->count += boxes_meet(&keys[a->child[1]], &keys[b->child[1]]);
	return true;
}

// Compares two nodes. Overlapping leaves are added to the pairs; other overlapping nodes are pushed on the
// stack, which must have space.
static inline bool nodes_compare(AabbTree *tree, int32_t a, int32_t b, HnBroadPairs *out,
                                 BroadCounts *counts) {
	const Node *first = &tree->nodes.data[a], *second = &tree->nodes.data[b];
	if (counts != NULL) counts->node_tests += 1;
	if (!nodes_meet(first, second)) return true;
	if (node_is_leaf(first) && node_is_leaf(second)) return leaves_add(tree, first, second, out, counts);
	tree->stack.data[tree->stack.count++] = (NodePair){ a, b };
	return true;
}

// Opens a pair of overlapping nodes that are not both leaves, or one inner node against itself.
static inline bool pair_open(AabbTree *tree, NodePair pair, HnBroadPairs *out, BroadCounts *counts) {
	const Node *nodes = tree->nodes.data, *a = &nodes[pair.a], *b = &nodes[pair.b];
	if (pair.a == pair.b) {
		for (int side = 0; side < 2; ++side)
			if (!node_is_leaf(&nodes[a->child[side]]))
				tree->stack.data[tree->stack.count++] = (NodePair){ a->child[side], a->child[side] };
		return nodes_compare(tree, a->child[0], a->child[1], out, counts);
	}
	bool open_a = node_is_leaf(b) || (!node_is_leaf(a) && box_surface(&a->box) >= box_surface(&b->box));
	const Node *opened = open_a ? a : b;
	int32_t other = open_a ? pair.b : pair.a;
	return nodes_compare(tree, opened->child[0], other, out, counts) &&
	       nodes_compare(tree, opened->child[1], other, out, counts);
}

static inline __attribute__((always_inline)) int32_t aabbtree_query(AabbTree *tree, HnBroadPairs *out,
                                                                    BroadCounts *counts) {
	tree->stack.count = 0;
	if (tree->root == NONE || node_is_leaf(&tree->nodes.data[tree->root])) return HN_OK;
	if (!ARRAY_PUSH(&tree->stack, ((NodePair){ tree->root, tree->root }))) return HN_ERR_NO_MEMORY;
	while (tree->stack.count > 0) {
		NodePair pair = tree->stack.data[--tree->stack.count];
		if (tree->stack.count + 3 > tree->stack.capacity &&
		    !ARRAY_RESERVE(&tree->stack, tree->stack.count + 3))
			return HN_ERR_NO_MEMORY;
		if (!pair_open(tree, pair, out, counts)) return HN_ERR_NO_MEMORY;
	}
	return HN_OK;
}

static int32_t aabbtree_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	return aabbtree_query(self, out, NULL);
}
static int32_t aabbtree_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	return aabbtree_query(self, out, counts);
}

static size_t aabbtree_bytes(const void *self) {
	const AabbTree *tree = self;
	return sizeof *tree + (size_t)tree->nodes.capacity * sizeof(Node) +
	       (size_t)tree->leaves.capacity * sizeof(int32_t) + (size_t)tree->stack.capacity * sizeof(NodePair) +
	       (size_t)tree->items.capacity * sizeof(KdItem);
}

static const Param s_params[] = {
	{ .name = "margin",
	  .type = PARAM_REAL,
	  .offset = offsetof(TreeParams, margin),
	  .fallback = 0,
	  .hi = 100,
	  .about = "margin on every side of an object's box, in units of its longest side; 0: none" },
	{ .name = "rebuild",
	  .type = PARAM_REAL,
	  .offset = offsetof(TreeParams, rebuild),
	  .fallback = 0.05,
	  .hi = 1,
	  .about = "share of the objects: if more come, or leave their fat boxes, in one step, the whole tree is "
	           "built again; 1: never" },
	{ .name = "rotate",
	  .type = PARAM_BOOL,
	  .offset = offsetof(TreeParams, rotate),
	  .fallback = 1,
	  .about = "nodes above a place that has changed are rotated where that makes surfaces smaller" },
};

extern const BroadClass broad_aabbtree;
const BroadClass broad_aabbtree = {
	.name = "aabbtree",
	.about = "dynamic tree of boxes: insertion by surface, rotations; fat boxes",
	.source = "Goldsmith and Salmon 1987, Kensler 2008",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(TreeParams) },
	.create = aabbtree_create,
	.destroy = aabbtree_destroy,
	.update = aabbtree_update,
	.forget = aabbtree_forget,
	.timed = aabbtree_timed,
	.counted = aabbtree_counted,
	.bytes = aabbtree_bytes,
};
