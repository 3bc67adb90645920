// The collapse of binary trees to wide ones: the sum of the surfaces of the nodes is the least of all ways,
// which are tried one by one; nodes and leaves are stored depth first, and none is lost.
#include <check.h>

#include "base/rng.h"
#include "suite.h"
#include "wide/collapse.h"

enum { TREES = 400, LEAVES_MAX = 11 };

// Appends a random tree of `leaves` leaves, each of one to four triangles from *at on.
static void tree_draw(WideBinary *out, Rng *rng, int32_t leaves, int32_t *at) {
	int64_t place = out->count;
	// Small whole numbers: sums are exact, and ties occur.
	WideBinaryNode node = { .begin = *at, .area = (float)(1 + rng_below(rng, 9)) };
	ck_assert(ARRAY_PUSH(out, node));
	if (leaves == 1) {
		*at += 1 + (int32_t)rng_below(rng, WIDE);
	} else {
		int32_t left = 1 + (int32_t)rng_below(rng, (uint64_t)leaves - 1);
		tree_draw(out, rng, left, at);
		out->data[place].right = (int32_t)out->count;
		tree_draw(out, rng, leaves - left, at);
	}
	out->data[place].end = *at;
}

// How many children a wide node has of what is below this node, if the nodes in the set are wide. Nodes that
// are not in the set are left out.
static int children_of(const WideBinary *binary, int64_t place, unsigned wide, bool top) {
	const WideBinaryNode *node = &binary->data[place];
	if (node->right == 0 || (!top && (wide >> place & 1))) return 1;
	return children_of(binary, place + 1, wide, false) + children_of(binary, node->right, wide, false);
}

// The cost if the nodes in the set are wide; below 0: some node has too many children.
static float cost_of(const WideBinary *binary, unsigned wide) {
	float sum = 0;
	for (int64_t i = 0; i < binary->count; ++i) {
		if (!(wide >> i & 1)) continue;
		if (children_of(binary, i, wide, true) > WIDE) return -1;
		sum += binary->data[i].area;
	}
	return sum;
}

static float least_cost(const WideBinary *binary) {
	unsigned inner = 0;
	float least = -1;
	for (int64_t i = 1; i < binary->count; ++i) inner |= (unsigned)(binary->data[i].right != 0) << i;
	for (unsigned set = inner;; set = (set - 1) & inner) { // all subsets
		float cost = cost_of(binary, set | 1);
		if (cost >= 0 && (least < 0 || cost < least)) least = cost;
		if (set == 0) return least;
	}
}

// The binary node over the triangles begin to end - 1.
static const WideBinaryNode *binary_of(const WideBinary *binary, int32_t begin, int32_t end) {
	for (int64_t i = 0; i < binary->count; ++i)
		if (binary->data[i].begin == begin && binary->data[i].end == end) return &binary->data[i];
	return NULL;
}

static int32_t end_of(const WideTopo *topo, uint32_t link) {
	int32_t place = wide_place(link);
	return link & WIDE_LEAF ? place + 1 : topo->nodes.data[place].leaf_end;
}

// Nodes in the order of their parents, every leaf once.
static float check_topo(const WideTopo *topo, const WideBinary *binary) {
	float sum = 0;
	int64_t links = 1;
	for (int64_t i = 0; i < topo->nodes.count; ++i) {
		const WideTopoNode *node = &topo->nodes.data[i];
		int32_t begin = INT32_MAX, end = 0;
		for (int32_t l = node->leaf_begin; l < node->leaf_end; ++l) {
			const WideTopoLeaf *leaf = &topo->leaves.data[l];
			begin = leaf->begin < begin ? leaf->begin : begin;
			end = leaf->begin + leaf->count > end ? leaf->begin + leaf->count : end;
		}
		const WideBinaryNode *of = binary_of(binary, begin, end);
		ck_assert_ptr_nonnull(of);
		sum += of->area;
		int32_t last = node->leaf_begin;
		for (int pass = 0; pass < 2; ++pass) // leaves come first
			for (int k = 0; k < WIDE; ++k) {
				uint32_t link = node->link[k];
				bool leaf = (link & WIDE_LEAF) != 0;
				if (link == WIDE_EMPTY || leaf != (pass == 0)) continue;
				links += 1;
				int32_t first = leaf ? wide_place(link) : topo->nodes.data[wide_place(link)].leaf_begin;
				ck_assert_int_eq(first, last);
				if (!leaf) ck_assert_int_eq(topo->nodes.data[wide_place(link)].parent, i);
				last = end_of(topo, link);
			}
		ck_assert_int_eq(last, node->leaf_end);
	}
	ck_assert_int_eq(links, topo->nodes.count + topo->leaves.count);
	return sum;
}

START_TEST(the_least_sum_of_surfaces) {
	Rng rng = rng_of(31, 0);
	for (int n = 0; n < TREES; ++n) {
		WideBinary binary = { 0 };
		WideTopo topo = { 0 };
		int32_t leaves = 1 + (int32_t)rng_below(&rng, LEAVES_MAX), triangles = 0;
		tree_draw(&binary, &rng, leaves, &triangles);
		float least = least_cost(&binary);
		ck_assert(wide_collapse(&topo, &binary));
		ck_assert_int_eq(topo.leaves.count, leaves);
		float cost = check_topo(&topo, &binary);
		ck_assert_msg(cost <= least && cost >= least, "%g, but %g is possible", (double)cost, (double)least);
		wide_topo_free(&topo);
		ARRAY_FREE(&binary);
	}
}

TEST_SUITE(collapse, suite, tc) { tcase_add_test(tc, the_least_sum_of_surfaces); }
