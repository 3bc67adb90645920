// The exact diameter of a mesh by branch and bound on pairs of boxes. A median-split tree contains the
// points. A pair of its nodes is visited only if the farthest corners of their boxes could beat the best
// distance so far, and two points in their cones of directions from the middle of the mesh could. Rounding is
// monotone, so the bound of two boxes is never below the computed distance of two points in them; that of two
// cones has a margin for rounding. So no pair is pruned wrongly. The time is about n log n. Without cones it
// is n^1.5 for spheres, where every point has an almost farthest partner.
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "math/vec3.h"

enum { LEAF = 8 };

static const double MARGIN = 1e-12; // for rounding in bounds of cones, as a share of (p + q)^2
static const double SAFE = 0x1p-900;

typedef struct Box {
	HnVec3 lo, hi;
} Box;

// Points seen from the middle of the mesh: none is farther than `reach`, and their directions, unit vectors,
// differ by at most `spread` from `axis`.
typedef struct Cone {
	HnVec3 axis;
	double reach, spread;
} Cone;

// Node i has the children 2 i + 1 and 2 i + 2. The first half of its points goes to the left child.
typedef struct PointTree {
	HnVec3 *points;
	HnVec3 middle;
	Box *boxes;
	Cone *cones;
	int64_t count, box_count;
	double best2; // the square of the largest distance so far
} PointTree;

typedef struct Node {
	int64_t box, first, count;
} Node;

static Node node_child(const Node *n, int side) {
	int64_t left = n->count / 2;
	return side == 0 ? (Node){ 2 * n->box + 1, n->first, left }
	                 : (Node){ 2 * n->box + 2, n->first + left, n->count - left };
}

// Moves the k least points along an axis to the front.
static void select_least(HnVec3 *p, int64_t n, int64_t k, int axis) {
	int64_t lo = 0, hi = n - 1;
	while (lo < hi) {
		double pivot = vec3_get(p[lo + (hi - lo) / 2], axis);
		int64_t i = lo, j = hi;
		while (i <= j) {
			while (vec3_get(p[i], axis) < pivot) ++i;
			while (vec3_get(p[j], axis) > pivot) --j;
			if (i > j) break;
			HnVec3 swap = p[i];
			p[i++] = p[j];
			p[j--] = swap;
		}
		if (k <= j)
			hi = j;
		else if (k >= i)
			lo = i;
		else
			return;
	}
}

static HnVec3 box_middle(const Box *a) { return vec3_scale(vec3_add(a->lo, a->hi), 0.5); }

// A cone of all directions where one point has none.
static Cone cone_of(const PointTree *tree, const Node *node, HnVec3 towards) {
	const HnVec3 axis = vec3_sub(towards, tree->middle);
	Cone out = { .axis = vec3_scale(axis, 1 / vec3_length(axis)) };
	for (int64_t i = node->first; i < node->first + node->count; ++i) {
		const HnVec3 d = vec3_sub(tree->points[i], tree->middle);
		const double r = vec3_length(d), off = vec3_length(vec3_sub(vec3_scale(d, 1 / r), out.axis));
		out.reach = fmax(out.reach, r);
		out.spread = off <= 2 && out.spread < 2 ? fmax(out.spread, off) : 2;
	}
	return out;
}

static void build(PointTree *tree, const Node *node) {
	HnVec3 *p = tree->points + node->first;
	Box box = { p[0], p[0] };
	for (int64_t i = 1; i < node->count; ++i) {
		box.lo = vec3_min(box.lo, p[i]);
		box.hi = vec3_max(box.hi, p[i]);
	}
	if (node->box == 0) tree->middle = box_middle(&box);
	tree->boxes[node->box] = box;
	tree->cones[node->box] = cone_of(tree, node, box_middle(&box));
	if (node->count <= LEAF) return;
	HnVec3 size = vec3_sub(box.hi, box.lo);
	int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
	select_least(p, node->count, node->count / 2, axis);
	for (int side = 0; side < 2; ++side) {
		Node child = node_child(node, side);
		build(tree, &child);
	}
}

static double box_size2(const Box *a) {
	HnVec3 d = vec3_sub(a->hi, a->lo);
	return vec3_dot(d, d);
}

static double farthest2_boxes(const Box *a, const Box *b) {
	HnVec3 d = { fmax(a->hi.x - b->lo.x, b->hi.x - a->lo.x), fmax(a->hi.y - b->lo.y, b->hi.y - a->lo.y),
		         fmax(a->hi.z - b->lo.z, b->hi.z - a->lo.z) };
	return vec3_dot(d, d);
}

// Points at p u and q v from the middle, u and v unit vectors, have the squared distance
// (p + q)^2 - p q |u + v|^2, which grows with p and q where |u + v|^2 <= 2.
static double farthest2_cones(const Cone *a, const Cone *b) {
	const double m = fmax(vec3_length(vec3_add(a->axis, b->axis)) - a->spread - b->spread, 0);
	const double sum = a->reach + b->reach, sum2 = sum * sum;
	if (!(sum2 > SAFE)) return (double)INFINITY; // squares lose digits
	return sum2 * (1 + MARGIN) - a->reach * b->reach * fmin(m * m, 2);
}

// An upper bound on the square of the computed distance between a point of a and a point of b.
static double farthest2(const PointTree *tree, const Node *a, const Node *b) {
	return fmin(farthest2_boxes(&tree->boxes[a->box], &tree->boxes[b->box]),
	            farthest2_cones(&tree->cones[a->box], &tree->cones[b->box]));
}

static void compare_points(PointTree *tree, const Node *a, const Node *b) {
	for (int64_t i = a->first; i < a->first + a->count; ++i)
		for (int64_t j = b->first; j < b->first + b->count; ++j) {
			HnVec3 d = vec3_sub(tree->points[i], tree->points[j]);
			tree->best2 = fmax(tree->best2, vec3_dot(d, d));
		}
}

static void search(PointTree *tree, const Node *a, const Node *b) {
	if (farthest2(tree, a, b) <= tree->best2) return;
	bool leaf_a = a->count <= LEAF, leaf_b = b->count <= LEAF;
	if (leaf_a && leaf_b) {
		compare_points(tree, a, b);
		return;
	}
	Node first[3], second[3];
	double bound[3];
	int pairs = 0;
	if (a->box == b->box) { // each half with itself, and one against the other
		for (int k = 0; k < 3; ++k, ++pairs)
			first[k] = node_child(a, k == 1 ? 1 : 0), second[k] = node_child(a, k == 0 ? 0 : 1);
	} else if (leaf_b || (!leaf_a && box_size2(&tree->boxes[a->box]) >= box_size2(&tree->boxes[b->box]))) {
		for (; pairs < 2; ++pairs) first[pairs] = node_child(a, pairs), second[pairs] = *b;
	} else {
		for (; pairs < 2; ++pairs) first[pairs] = *a, second[pairs] = node_child(b, pairs);
	}
	for (int k = 0; k < pairs; ++k) bound[k] = farthest2(tree, &first[k], &second[k]);
	for (int round = 0; round < pairs; ++round) { // begin with the most promising pair
		int most = 0;
		for (int k = 1; k < pairs; ++k)
			if (bound[k] > bound[most]) most = k;
		search(tree, &first[most], &second[most]);
		bound[most] = -1;
	}
}

// Walks to the farthest point a few times. This gives a good lower bound, which saves most of the search.
static void guess(PointTree *tree) {
	HnVec3 from = tree->points[0];
	for (int round = 0; round < 4; ++round) {
		HnVec3 far = from;
		double far2 = 0;
		for (int64_t i = 0; i < tree->count; ++i) {
			HnVec3 d = vec3_sub(tree->points[i], from);
			if (vec3_dot(d, d) <= far2) continue;
			far2 = vec3_dot(d, d);
			far = tree->points[i];
		}
		tree->best2 = fmax(tree->best2, far2);
		from = far;
	}
}

// Tests every pair of corners; used if there is no memory for the tree.
static double diameter_slow(const HnMesh *mesh) {
	double best2 = 0;
	int64_t corners = 3 * (int64_t)mesh->triangle_count;
	for (int64_t i = 0; i < corners; ++i)
		for (int64_t j = i + 1; j < corners; ++j) {
			HnVec3 d = vec3_sub(vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]),
			                    vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[j]));
			best2 = fmax(best2, vec3_dot(d, d));
		}
	return sqrt(best2);
}

static void gather_points(PointTree *tree, const HnMesh *mesh, uint8_t *used) {
	memset(used, 0, (size_t)mesh->vertex_count);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		int32_t v = mesh->triangles[i];
		if (used[v] == 0) tree->points[tree->count++] = vec3_load(mesh->xyz + 3 * (int64_t)v);
		used[v] = 1;
	}
}

double hn_mesh_diameter(const HnMesh *mesh) {
	if (mesh_check(mesh) != HN_OK || mesh->triangle_count == 0) return 0;
	PointTree tree = { .box_count = 1 };
	for (int64_t n = mesh->vertex_count; n > LEAF; n -= n / 2) tree.box_count = 2 * tree.box_count + 1;
	size_t points_size = mem_array_size(mesh->vertex_count, sizeof *tree.points);
	size_t boxes_size = mem_array_size(tree.box_count, sizeof *tree.boxes),
	       cones_size = mem_array_size(tree.box_count, sizeof *tree.cones),
	       used_size = (size_t)mesh->vertex_count;
	tree.points = mem_alloc(points_size);
	tree.boxes = tree.points == NULL ? NULL : mem_alloc(boxes_size);
	tree.cones = tree.boxes == NULL ? NULL : mem_alloc(cones_size);
	uint8_t *used = tree.cones == NULL ? NULL : mem_alloc(used_size);
	double diameter = 0;
	if (used != NULL) {
		gather_points(&tree, mesh, used);
		Node root = { 0, 0, tree.count };
		guess(&tree);
		build(&tree, &root);
		search(&tree, &root, &root);
		diameter = sqrt(tree.best2);
	} else {
		diameter = diameter_slow(mesh);
	}
	mem_free(used, used_size);
	mem_free(tree.cones, cones_size);
	mem_free(tree.boxes, boxes_size);
	mem_free(tree.points, points_size);
	return diameter;
}
