// The cost of a tree is the sum of the surfaces of its nodes, because a node is visited about as often as its
// surface is large. For each binary node and each number of places among the children of a wide node, the
// least cost of what is below is computed from the leaves up: either the node takes one place and becomes a
// wide node, or its two children share the places. This work is based on: H. Ylitie, T. Karras, S. Laine.
// Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs. 2017, section 4.1
#include "wide/collapse.h"

typedef struct Share {
	float cost;
	int left; // places of the left child
} Share;

// The cheapest way to give 2 to 4 places to the two children of a node.
static Share share_of(const WideBinaryNode *left, const WideBinaryNode *right, int places) {
	Share best = { left->cost[0] + right->cost[places - 2], 1 };
	for (int k = 2; k < places; ++k) {
		float cost = left->cost[k - 1] + right->cost[places - k - 1];
		if (cost < best.cost) best = (Share){ cost, k };
	}
	return best;
}

static void costs(WideBinary *binary) {
	for (int64_t i = binary->count - 1; i >= 0; --i) {
		WideBinaryNode *node = &binary->data[i];
		if (node->right == 0) continue; // leaves cost nothing: all trees have the same ones
		const WideBinaryNode *left = node + 1, *right = &binary->data[node->right];
		node->cost[0] = node->area + share_of(left, right, WIDE).cost;
		for (int places = 2; places <= WIDE; ++places) {
			float cost = share_of(left, right, places).cost;
			node->cost[places - 1] = cost < node->cost[0] ? cost : node->cost[0];
		}
	}
}

typedef struct Parts {
	int32_t count, node[WIDE];
} Parts;

static void parts_gather(Parts *out, const WideBinary *binary, int32_t place, int places, bool open) {
	const WideBinaryNode *node = &binary->data[place];
	Share share = { 0 };
	if (node->right != 0 && places > 1) {
		share = share_of(node + 1, &binary->data[node->right], places);
		open |= share.cost <= node->cost[0];
	}
	if (share.left == 0 || !open) {
		out->node[out->count++] = place;
		return;
	}
	parts_gather(out, binary, place + 1, share.left, false);
	parts_gather(out, binary, node->right, places - share.left, false);
}

// A binary node that becomes child `slot` of a wide node.
typedef struct Task {
	int32_t place, parent, slot; // parent -1: the root
} Task;
typedef ARRAY(Task) Tasks;

static bool leaf_add(WideTopo *topo, WideTopoNode *node, int32_t slot, const WideBinaryNode *leaf) {
	node->link[slot] = wide_link((int32_t)topo->leaves.count, WIDE_LEAF);
	return ARRAY_PUSH(&topo->leaves, ((WideTopoLeaf){ leaf->begin, leaf->end - leaf->begin }));
}

// Makes a node of the last task. Its leaves are next among the leaves. Other children become tasks; they are
// pushed in reverse, so that the first one is next and nodes are stored depth first.
static bool task_do(WideTopo *topo, Tasks *tasks, const WideBinary *binary) {
	Task task = tasks->data[--tasks->count];
	int32_t place = (int32_t)topo->nodes.count;
	WideTopoNode node = { .parent = task.parent < 0 ? 0 : task.parent,
		                  .leaf_begin = (int32_t)topo->leaves.count };
	Parts parts = { 0 };
	parts_gather(&parts, binary, task.place, WIDE, true);
	for (int32_t i = 0; i < WIDE; ++i) node.link[i] = WIDE_EMPTY;
	for (int32_t i = 0; i < parts.count; ++i) {
		const WideBinaryNode *part = &binary->data[parts.node[i]];
		if (part->right == 0 && !leaf_add(topo, &node, i, part)) return false;
	}
	for (int32_t i = parts.count - 1; i >= 0; --i)
		if (binary->data[parts.node[i]].right != 0 && !ARRAY_PUSH(tasks, ((Task){ parts.node[i], place, i })))
			return false;
	if (task.parent >= 0) topo->nodes.data[task.parent].link[task.slot] = wide_link(place, 0);
	return ARRAY_PUSH(&topo->nodes, node);
}

// Sets leaf_end of all nodes. The leaves of a node end where those of its last child end.
static void leaves_end(WideTopo *topo) {
	for (int64_t i = topo->nodes.count - 1; i >= 0; --i) {
		WideTopoNode *node = &topo->nodes.data[i];
		for (int32_t k = 0; k < WIDE; ++k) {
			if (node->link[k] == WIDE_EMPTY) continue;
			int32_t place = wide_place(node->link[k]);
			int32_t end = node->link[k] & WIDE_LEAF ? place + 1 : topo->nodes.data[place].leaf_end;
			if (end > node->leaf_end) node->leaf_end = end;
		}
	}
}

bool wide_collapse(WideTopo *topo, WideBinary *binary) {
	Tasks tasks = { 0 };
	costs(binary);
	int64_t leaves = binary->count / 2 + 1; // every second node is one
	bool ok = ARRAY_RESERVE(&topo->leaves, leaves) && ARRAY_RESERVE(&topo->nodes, leaves / 2 + 1) &&
	          ARRAY_PUSH(&tasks, ((Task){ 0, -1, 0 }));
	while (ok && tasks.count > 0) ok = task_do(topo, &tasks, binary);
	ARRAY_FREE(&tasks);
	leaves_end(topo);
	return ok;
}
