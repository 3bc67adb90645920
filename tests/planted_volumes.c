#ifdef PLANTED

#include "planted_volumes.h"

#include <string.h>

#include "base/error.h"
#include "bv/bv.h"

enum { CLASSES_MAX = 32, NODE_MAX = 1024 };

static VolumeFault s_fault;
static int32_t s_items;         // of the tree that is being framed; -1: its node is behind us
static char s_framed[NODE_MAX]; // a node in the midst of the last tree that was framed without being stale

typedef struct Kept { // a node as it was
	char *at;
	char bytes[NODE_MAX];
} Kept;

static BvSpace smaller(const BvSpace *space) {
	BvSpace out = *space;
	if (s_fault == VOLUME_SHRUNK) out.scale *= 1 - 1e-6;
	return out;
}

static Kept keep(const BvClass *bv, void *nodes, int32_t node) {
	Kept kept = { .at = NULL };
	CHECK(bv->size <= NODE_MAX);
	if (s_fault != VOLUME_STALE || nodes == NULL) return kept;
	kept.at = (char *)nodes + (size_t)node * bv->node_size;
	memcpy(kept.bytes, kept.at, bv->size);
	return kept;
}

static void keep_end(const BvClass *bv, const Kept *kept) {
	if (kept->at != NULL) memcpy(kept->at, kept->bytes, bv->size);
}

static void drop_child(const BvClass *bv, void *nodes) {
	TopoNode root;
	memcpy(&root, (char *)nodes + bv->link_offset, sizeof root);
	if (s_fault == VOLUME_DROPPED && root.count <= 0)
		memcpy(nodes, (char *)nodes + (size_t)root.link * bv->node_size, bv->size);
}

static void planted_fit(const BvClass *bv, void *out, const HnVec3 *points, int32_t count,
                        const BvSpace *space) {
	BvSpace other = smaller(space);
	bv->fit(out, points, s_fault == VOLUME_DROPPED ? (count + 1) / 2 : count, &other);
}

static void planted_merge(const BvClass *bv, void *out, const void *a, const void *b) {
	bv->merge(out, a, s_fault == VOLUME_DROPPED ? a : b);
}

static void planted_refit(const BvClass *bv, void *nodes, const TreeView *tree, const BvSpace *space) {
	BvSpace other = smaller(space);
	Kept kept = keep(bv, nodes, tree->node_count / 2);
	bv->refit(nodes, tree, &other);
	keep_end(bv, &kept);
	drop_child(bv, nodes);
}

static void planted_fit_nodes(const BvClass *bv, void *nodes, const TreeView *tree, HnVec3 *room,
                              const BvSpace *space) {
	BvSpace other = smaller(space);
	Kept kept = keep(bv, nodes, tree->node_count / 2);
	bv->fit_nodes(nodes, tree, room, &other);
	keep_end(bv, &kept);
	drop_child(bv, nodes);
}

static void planted_frame(const BvClass *bv, void *context, TopoFrame *out, int32_t node,
                          const int32_t *items, int32_t count) {
	BvFraming *framing = context, other = *framing;
	BvSpace space = smaller(framing->space);
	other.space = &space;
	bv->frame(&other, out, node, items, s_fault == VOLUME_DROPPED && node == 0 ? 1 : count);
	if (node == 0) s_items = count;
	if (s_items < 0 || node < s_items / 2) return;
	s_items = -1; // one node a tree
	char *at = (char *)framing->nodes + (size_t)node * bv->node_size;
	if (s_fault == VOLUME_STALE)
		memcpy(at, s_framed, bv->size);
	else
		memcpy(s_framed, at, bv->size);
}

static void planted_fit_leaves(const BvClass *bv, void *nodes, const TreeView *tree, const BvSpace *space) {
	BvSpace other = smaller(space);
	bv->fit_leaves(nodes, tree, &other);
}

static void planted_fit_node(const BvClass *bv, TreePlacement *placement, int32_t node) {
	const BvSpace *space = placement->space;
	BvSpace other = smaller(space);
	TreeRange *range = (TreeRange *)(uintptr_t)&placement->ranges[node];
	int32_t count = range->count;
	Kept kept = keep(bv, placement->nodes, node);
	placement->space = &other;
	if (s_fault == VOLUME_DROPPED) range->count = (count + 1) / 2;
	bv->fit_node(placement, node);
	placement->space = space;
	range->count = count;
	if (node == placement->view.node_count / 2) keep_end(bv, &kept);
}

static void planted_move(const BvClass *bv, TreePlacement *placement, int32_t first, int32_t end,
                         bool drift) {
	int32_t node = placement->view.node_count / 2;
	Kept kept = keep(bv, placement->nodes, node);
	bv->move(placement, first, end, drift);
	if (node >= first && node < end) keep_end(bv, &kept);
}

static void planted_turn(const BvClass *bv, void *out, const BvStep *step, const BvSpace *space) {
	if (s_fault != VOLUME_STALE) bv->turn(out, step, space);
}

// A lazy walk moves nodes itself: what it takes for fresh is stale.
static int32_t planted_pairs(const BvClass *bv, Walk walk, PairQuery *query) {
	TreePlacement *placement = query->placement;
	if (s_fault == VOLUME_STALE && placement != NULL && placement->stamps != NULL)
		placement->stamps[placement->view.node_count / 2] = placement->now;
	return bv->pairs[walk](query);
}

// Of each class a copy with functions that know whose they are.
#define WALK(name, walk)                                                                                     \
	static int32_t name##_##walk(PairQuery *query) { return planted_pairs(&name##_class, walk, query); }
#define BV_CLASS(name)                                                                                       \
	extern const BvClass name##_class;                                                                       \
	static void name##_fit(void *out, const HnVec3 *points, int32_t count, const BvSpace *space) {           \
		planted_fit(&name##_class, out, points, count, space);                                               \
	}                                                                                                        \
	static void name##_merge(void *out, const void *a, const void *b) {                                      \
		planted_merge(&name##_class, out, a, b);                                                             \
	}                                                                                                        \
	static void name##_refit(void *nodes, const TreeView *tree, const BvSpace *space) {                      \
		planted_refit(&name##_class, nodes, tree, space);                                                    \
	}                                                                                                        \
	static void name##_fit_nodes(void *nodes, const TreeView *tree, HnVec3 *room, const BvSpace *space) {    \
		planted_fit_nodes(&name##_class, nodes, tree, room, space);                                          \
	}                                                                                                        \
	static void name##_frame(void *context, TopoFrame *out, int32_t node, const int32_t *items,              \
	                         int32_t count) {                                                                \
		planted_frame(&name##_class, context, out, node, items, count);                                      \
	}                                                                                                        \
	static void name##_fit_leaves(void *nodes, const TreeView *tree, const BvSpace *space) {                 \
		planted_fit_leaves(&name##_class, nodes, tree, space);                                               \
	}                                                                                                        \
	static void name##_fit_node(TreePlacement *placement, int32_t node) {                                    \
		planted_fit_node(&name##_class, placement, node);                                                    \
	}                                                                                                        \
	static void name##_move(TreePlacement *placement, int32_t first, int32_t end, bool drift) {              \
		planted_move(&name##_class, placement, first, end, drift);                                           \
	}                                                                                                        \
	static void name##_turn(void *out, const BvStep *step, const BvSpace *space) {                           \
		planted_turn(&name##_class, out, step, space);                                                       \
	}                                                                                                        \
	WALK(name, WALK_LAZY_TIMED)                                                                              \
	WALK(name, WALK_LAZY_COUNTED)
#include "bv/bv.def"
// volume kdop takes the smallest of these that has room for its directions
BV_CLASS(kdop4)
BV_CLASS(kdop8)
BV_CLASS(kdop16)
BV_CLASS(kdop32)
#undef BV_CLASS

static const BvClass *planted_class(const BvClass *bv) {
	static BvClass s_classes[CLASSES_MAX];
	int32_t index = 0;
#define IN_PLACE(function, own)                                                                              \
	if (s_classes[index].function != NULL) s_classes[index].function = own
#define BV_CLASS(name)                                                                                       \
	CHECK(index < CLASSES_MAX);                                                                              \
	if (bv == &name##_class) {                                                                               \
		s_classes[index] = *bv;                                                                              \
		IN_PLACE(fit, name##_fit);                                                                           \
		IN_PLACE(merge, name##_merge);                                                                       \
		IN_PLACE(refit, name##_refit);                                                                       \
		IN_PLACE(fit_nodes, name##_fit_nodes);                                                               \
		IN_PLACE(frame, name##_frame);                                                                       \
		IN_PLACE(fit_leaves, name##_fit_leaves);                                                             \
		IN_PLACE(fit_node, name##_fit_node);                                                                 \
		IN_PLACE(move, name##_move);                                                                         \
		IN_PLACE(turn, name##_turn);                                                                         \
		IN_PLACE(pairs[WALK_LAZY_TIMED], name##_WALK_LAZY_TIMED);                                            \
		IN_PLACE(pairs[WALK_LAZY_COUNTED], name##_WALK_LAZY_COUNTED);                                        \
		return &s_classes[index];                                                                            \
	}                                                                                                        \
	++index;
#include "bv/bv.def"
	BV_CLASS(kdop4)
	BV_CLASS(kdop8)
	BV_CLASS(kdop16)
	BV_CLASS(kdop32)
#undef BV_CLASS
	return bv;
}

void planted_volumes_begin(void) { bv_plant(planted_class); }
void planted_volumes_set(VolumeFault fault) { s_fault = fault; }
void planted_volumes_end(void) {
	s_fault = VOLUME_SOUND;
	bv_plant(NULL);
}

#else
typedef int planted_volumes_is_empty; // a file of no declarations is not C
#endif
