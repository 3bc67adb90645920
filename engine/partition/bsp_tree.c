#include "partition/bsp_tree.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/rng.h"

// A node to be split. Nodes are split level by level, so that a chain of a thousand planes needs no stack.
typedef struct Item {
	int32_t parent; // -1: the root
	bool back;      // whether it is the parent's back child
	int64_t begin;
	int32_t count;
} Item;

typedef struct Level {
	ARRAY(Item) items;
	ARRAY(int32_t) refs;
} Level;

typedef struct Builder {
	BspTree *tree;
	const HnSceneMesh *mesh;
	const BspTreeDef *def;
	Rng rng;
	Level now, next;
	int64_t spare; // how many references splits may still add
} Builder;

typedef enum Side { SIDE_COPLANAR, SIDE_FRONT, SIDE_BACK, SIDE_BOTH } Side;

typedef struct Split {
	bool usable;
	BspPlane plane;
	int64_t front, back, both, coplanar;
	double cost;
} Split;

static HnVec3 corner(const HnSceneMesh *mesh, int32_t triangle, int i) {
	return vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[3 * (int64_t)triangle + i]);
}

// f is evaluated with an error below 4.1 u (|n||x| + |c|), u = 2^-53. Half the slack is 2^-50 = 8 u times the
// same magnitude for the whole mesh, which is above that error, its own rounding included. So if a corner's
// computed f is within half the slack of 0, its real f is within the slack.
static void plane_slack(BspPlane *p, const MeshBox *box) {
	double sum = fabs(p->c);
	for (int axis = 0; axis < 3; ++axis) sum += fabs(p->n[axis]) * box->reach[axis];
	p->slack = 0x1p-49 * sum + 0x1p-1000;
}

static inline double plane_value(const BspPlane *p, HnVec3 v) {
	return p->n[0] * v.x + p->n[1] * v.y + p->n[2] * v.z - p->c;
}

static inline Side plane_side(const BspPlane *p, const HnSceneMesh *mesh, int32_t triangle) {
	double unsure = 0.5 * p->slack;
	int side = SIDE_COPLANAR;
	for (int i = 0; i < 3; ++i) {
		double f = plane_value(p, corner(mesh, triangle, i));
		side |= (f > unsure ? SIDE_FRONT : 0) | (f < -unsure ? SIDE_BACK : 0);
	}
	return (Side)side;
}

// Scales v by a power of two, so that its largest component is in [1/2, 1). False: v is 0.
static bool vec3_scale_down(HnVec3 *v) {
	double most = fabs(v->x) > fabs(v->y) ? fabs(v->x) : fabs(v->y);
	most = fabs(v->z) > most ? fabs(v->z) : most;
	if (most == 0) return false;
	int exponent;
	frexp(most, &exponent);
	*v = (HnVec3){ ldexp(v->x, -exponent), ldexp(v->y, -exponent), ldexp(v->z, -exponent) };
	return true;
}

// False: there is no plane in which the triangle's own corners certainly lie.
static bool plane_of(BspPlane *out, const Builder *b, int32_t triangle) {
	HnVec3 a = corner(b->mesh, triangle, 0);
	HnVec3 e = vec3_sub(corner(b->mesh, triangle, 1), a), f = vec3_sub(corner(b->mesh, triangle, 2), a);
	if (!vec3_scale_down(&e) || !vec3_scale_down(&f)) return false;
	HnVec3 n = vec3_cross(e, f);
	double length = vec3_length(n);
	if (!(length > 0)) return false;
	*out = (BspPlane){ .n = { n.x / length, n.y / length, n.z / length } };
	out->c = out->n[0] * a.x + out->n[1] * a.y + out->n[2] * a.z;
	plane_slack(out, &b->tree->box);
	return plane_side(out, b->mesh, triangle) == SIDE_COPLANAR;
}

static Split split_measure(const Builder *b, const BspPlane *plane, const int32_t *refs, int32_t count) {
	int64_t sides[4] = { 0 };
	for (int32_t i = 0; i < count; ++i) sides[plane_side(plane, b->mesh, refs[i])] += 1;
	Split s = {
		true, *plane, sides[SIDE_FRONT], sides[SIDE_BACK], sides[SIDE_BOTH], sides[SIDE_COPLANAR], 0
	};
	s.cost = (double)llabs(s.front - s.back) + b->def->split_cost * (double)s.both;
	return s;
}

static int64_t split_larger(const Split *s) { return (s->front > s->back ? s->front : s->back) + s->both; }

// The best plane of some of the triangles. All are tried if they are no more than the candidates.
static Split split_auto(Builder *b, const int32_t *refs, int32_t count) {
	Split best = { .usable = false };
	int32_t tries = count < b->def->candidates ? count : b->def->candidates;
	for (int32_t i = 0; i < tries; ++i) {
		int32_t pick = tries == count ? i : (int32_t)rng_below(&b->rng, (uint64_t)count);
		BspPlane plane;
		if (!plane_of(&plane, b, refs[pick])) continue;
		Split s = split_measure(b, &plane, refs, count);
		if (!best.usable || s.cost < best.cost) best = s;
	}
	return best;
}

// A plane perpendicular to the axis along which the centroids extend farthest, through their mean.
static Split split_axis(const Builder *b, const int32_t *refs, int32_t count) {
	const double inf = (double)INFINITY;
	double lo[3] = { inf, inf, inf }, hi[3] = { -inf, -inf, -inf };
	double sum[3] = { 0 };
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 center = vec3_add(corner(b->mesh, refs[i], 0),
		                         vec3_add(corner(b->mesh, refs[i], 1), corner(b->mesh, refs[i], 2)));
		for (int axis = 0; axis < 3; ++axis) {
			double x = vec3_get(center, axis) / 3;
			sum[axis] += x;
			lo[axis] = x < lo[axis] ? x : lo[axis];
			hi[axis] = x > hi[axis] ? x : hi[axis];
		}
	}
	int axis = hi[1] - lo[1] > hi[0] - lo[0] ? 1 : 0;
	if (hi[2] - lo[2] > hi[axis] - lo[axis]) axis = 2;
	BspPlane plane = { .c = sum[axis] / count };
	plane.n[axis] = 1;
	plane_slack(&plane, &b->tree->box);
	return split_measure(b, &plane, refs, count);
}

// Chooses the plane that splits a node; if it is not usable, the node becomes a leaf. A plane that leaves
// more than 7/8 of the triangles on one side, as every plane of a convex part does, is taken only if nothing
// better is allowed or found.
static Split split_choose(Builder *b, const int32_t *refs, int32_t count) {
	Split s = split_auto(b, refs, count);
	if (b->def->fallback == FALLBACK_AXIS && (!s.usable || split_larger(&s) > count - count / 8)) {
		Split axis = split_axis(b, refs, count);
		if (!s.usable || split_larger(&axis) < split_larger(&s)) s = axis;
	}
	if (s.usable && (split_larger(&s) >= count || s.both > b->spare)) s.usable = false;
	return s;
}

static void child_set(BspTree *tree, const Item *item, int32_t child) {
	if (item->parent < 0)
		tree->root = child;
	else if (item->back)
		tree->nodes.data[item->parent].back = child;
	else
		tree->nodes.data[item->parent].front = child;
}

static int32_t leaf_make(BspTree *tree, const Item *item, const int32_t *refs) {
	BspLeaf leaf = { (int32_t)tree->refs.count, (int32_t)tree->refs.count + item->count };
	if (!ARRAY_RESERVE(&tree->refs, tree->refs.count + item->count) || !ARRAY_PUSH(&tree->leaves, leaf))
		return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < item->count; ++i) tree->refs.data[tree->refs.count++] = refs[i];
	child_set(tree, item, -2 - (int32_t)(tree->leaves.count - 1));
	return HN_OK;
}

// Adds the triangles of one side to the next level.
static bool side_push(Builder *b, const BspPlane *plane, const Item *item, const int32_t *refs, Side side,
                      int32_t parent) {
	Item child = { parent, side == SIDE_BACK, b->next.refs.count, 0 };
	if (!ARRAY_RESERVE(&b->next.refs, b->next.refs.count + item->count)) return false;
	for (int32_t i = 0; i < item->count; ++i)
		if (plane_side(plane, b->mesh, refs[i]) & side) b->next.refs.data[b->next.refs.count++] = refs[i];
	child.count = (int32_t)(b->next.refs.count - child.begin);
	return child.count == 0 || ARRAY_PUSH(&b->next.items, child);
}

static int32_t node_make(Builder *b, const Split *split, const Item *item, const int32_t *refs) {
	BspTree *tree = b->tree;
	int32_t index = (int32_t)tree->nodes.count;
	BspNode node = { BSP_EMPTY, BSP_EMPTY, (int32_t)tree->refs.count, 0 };
	if (!ARRAY_RESERVE(&tree->refs, tree->refs.count + split->coplanar)) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < item->count; ++i)
		if (plane_side(&split->plane, b->mesh, refs[i]) == SIDE_COPLANAR)
			tree->refs.data[tree->refs.count++] = refs[i];
	node.end = (int32_t)tree->refs.count;
	if (!ARRAY_PUSH(&tree->nodes, node) || !ARRAY_PUSH(&tree->planes, split->plane)) return HN_ERR_NO_MEMORY;
	child_set(tree, item, index);
	b->spare -= split->both;
	bool ok = side_push(b, &split->plane, item, refs, SIDE_FRONT, index) &&
	          side_push(b, &split->plane, item, refs, SIDE_BACK, index);
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t level_split(Builder *b, bool deepest) {
	for (int64_t i = 0; i < b->now.items.count; ++i) {
		const Item *item = &b->now.items.data[i];
		const int32_t *refs = b->now.refs.data + item->begin;
		Split split = { .usable = false };
		if (!deepest && item->count > b->def->leaf) split = split_choose(b, refs, item->count);
		int32_t code = split.usable ? node_make(b, &split, item, refs) : leaf_make(b->tree, item, refs);
		if (code != HN_OK) return code;
	}
	return HN_OK;
}

static int32_t levels_build(Builder *b) {
	int32_t count = b->mesh->triangle_count;
	if (!ARRAY_RESERVE(&b->now.refs, count)) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < count; ++i) b->now.refs.data[i] = i;
	if (!ARRAY_PUSH(&b->now.items, ((Item){ -1, false, 0, count }))) return HN_ERR_NO_MEMORY;
	for (; b->now.items.count > 0; b->tree->depth += 1) {
		b->next.items.count = b->next.refs.count = 0;
		int32_t code = level_split(b, b->tree->depth >= b->def->depth);
		if (code != HN_OK) return code;
		Level done = b->now;
		b->now = b->next;
		b->next = done;
	}
	return HN_OK;
}

int32_t bsp_tree_build(BspTree *out, const HnSceneMesh *mesh, const BspTreeDef *def) {
	*out = (BspTree){ .root = BSP_EMPTY, .box = mesh_box(mesh) };
	if (mesh->triangle_count == 0) return HN_OK;
	// References stay below 2^31: those of a mesh's own list and those that splits may add.
	double spare = def->growth * mesh->triangle_count, most = (double)(INT32_MAX - mesh->triangle_count);
	Builder b = { .tree = out, .mesh = mesh, .def = def, .spare = (int64_t)(spare < most ? spare : most) };
	b.rng = rng_of((uint64_t)def->seed, 0);
	int32_t code = levels_build(&b);
	ARRAY_FREE(&b.now.items);
	ARRAY_FREE(&b.now.refs);
	ARRAY_FREE(&b.next.items);
	ARRAY_FREE(&b.next.refs);
	if (code != HN_OK) bsp_tree_free(out);
	return code;
}

void bsp_tree_free(BspTree *tree) {
	ARRAY_FREE(&tree->nodes);
	ARRAY_FREE(&tree->planes);
	ARRAY_FREE(&tree->leaves);
	ARRAY_FREE(&tree->refs);
	*tree = (BspTree){ .root = BSP_EMPTY };
}

size_t bsp_tree_bytes(const BspTree *tree) {
	return (size_t)tree->nodes.capacity * sizeof(BspNode) + (size_t)tree->planes.capacity * sizeof(BspPlane) +
	       (size_t)tree->leaves.capacity * sizeof(BspLeaf) + (size_t)tree->refs.capacity * sizeof(int32_t);
}

// At rest f(x) = n x - c; placed g(y) = n' y - c' with n' = R n and c' = c + n' t, both rounded. For a vertex
// x, placed at R x + t + e with |e| <= margin:
//     g = f(x) + (R'n' - n) x + (c + n' t - c') + n' e,       R' the transpose of R,
// so the slack grows by |R'n' - n| X (computed, with 2^-48 for its own rounding: four terms of at most 1.01,
// u = 2^-53), 2^-50 (|c| + |n'||t|) for the rounding of c', and |n'| margin. R need not be orthonormal. The
// last factor covers the rounding of the sum.
void bsp_tree_place(const BspTree *tree, const HnPose *pose, BspPlane *out) {
	const double t[3] = { pose->t.x, pose->t.y, pose->t.z };
	double margin[3];
	mesh_box_margin(&tree->box, pose, margin);
	for (int64_t i = 0; i < tree->planes.count; ++i) {
		const BspPlane *p = &tree->planes.data[i];
		HnVec3 n = mat3_mul_vec(&pose->r, vec3_load(p->n)), back = mat3_tmul_vec(&pose->r, n);
		double rest[3] = { back.x - p->n[0], back.y - p->n[1], back.z - p->n[2] };
		vec3_store(out[i].n, n);
		out[i].c = p->c + (n.x * t[0] + n.y * t[1] + n.z * t[2]);
		double slack = p->slack + 0x1p-50 * fabs(p->c);
		for (int axis = 0; axis < 3; ++axis) {
			slack += (fabs(rest[axis]) + 0x1p-48) * tree->box.reach[axis];
			slack += fabs(out[i].n[axis]) * (0x1p-50 * fabs(t[axis]) + margin[axis]);
		}
		out[i].slack = slack * (1 + 0x1p-40);
	}
}
