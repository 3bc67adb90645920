// Template: the floats of leaves, and the oriented boxes of nodes, four children at a time. Part of
// wide/build.inl.

#include <float.h>

#include "math/eigen4.h"
#include "simd/lanes_most.h"
#include "wide/fit.h"
#include "wide/obb.h"
#include "wide/turn.inl"

// Leaves
// -----------------------------------------------------------------------------------------------------

// The least of four numbers each, by row; the greatest of them.
LANES_INLINE void least_of(double out[4], const Doubles4 rows[4]) {
	Doubles4 lane[4];
	doubles4_columns(lane, rows);
	for (int i = 1; i < 4; ++i) lane[0] = doubles4_min(lane[i], lane[0]);
	doubles4_store(out, lane[0]);
}
LANES_INLINE void greatest_of(double out[4], const Doubles4 rows[4]) {
	Doubles4 lane[4];
	doubles4_columns(lane, rows);
	for (int i = 1; i < 4; ++i) lane[0] = doubles4_max(lane[i], lane[0]);
	doubles4_store(out, lane[0]);
}

// The places of a leaf's vertices relative to the tree's origin: x, y, z of each corner. Slots without a
// triangle repeat the first one.
LANES_INLINE void leaf_places(Doubles4 out[9], const WideTree *tree, const WideLeaf *leaf,
                              const MeshView *mesh) {
	const double *corner[3][WIDE];
	Doubles4 scale = doubles4_one(tree->scale);
	for (int i = 0; i < WIDE; ++i) {
		const int32_t *t = mesh->triangles + 3 * (int64_t)(leaf->id[i] < 0 ? leaf->id[0] : leaf->id[i]);
		for (int c = 0; c < 3; ++c) corner[c][i] = mesh->xyz + 3 * (int64_t)t[c];
	}
	for (int c = 0; c < 9; ++c) {
		const double *const *p = corner[c / 3];
		int k = c % 3;
		Doubles4 x = doubles4_these(p[0][k], p[1][k], p[2][k], p[3][k]);
		out[c] = doubles4_sub(doubles4_mul(x, scale), doubles4_one(tree->origin[k]));
	}
}

LANES_INLINE void leaf_fit(WideLeaf *leaf, const WideTree *tree, const MeshView *mesh) {
	Doubles4 place[9], low[4], high[4];
	double lo[4], hi[4];
	float radius[4];
	Lanes4 most = lanes4_one(0);
	leaf_places(place, tree, leaf, mesh);
	for (int k = 0; k < 3; ++k) {
		low[k] = doubles4_min(place[k + 6], doubles4_min(place[k + 3], place[k]));
		high[k] = doubles4_max(place[k + 6], doubles4_max(place[k + 3], place[k]));
	}
	low[3] = high[3] = low[2];
	least_of(lo, low), greatest_of(hi, high);
	for (int k = 0; k < 3; ++k) leaf->origin[k] = nearest_float((lo[k] + hi[k]) * 0.5);
	for (int c = 0; c < 9; ++c) {
		Lanes4 v = doubles4_rounded(doubles4_sub(place[c], doubles4_one((double)leaf->origin[c % 3])));
		lanes4_store(leaf->v[c], v);
		most = lanes4_max(lanes4_abs(v), most);
	}
	lanes4_store(radius, most);
	leaf->radius = radius[0];
	for (int i = 1; i < WIDE; ++i) leaf->radius = radius[i] > leaf->radius ? radius[i] : leaf->radius;
}

// Leaves are fitted from the last one to the first. The triangles of a leaf and their vertices lie
// anywhere in the mesh. So a leaf is fetched ahead, then its triangles, then their vertices.
enum { FETCH_VERTICES = 8, FETCH_TRIANGLES = 16, FETCH_LEAF = 32, LINE = 64 };

LANES_INLINE const WideLeaf *leaf_ahead(const WideTree *tree, int32_t leaf, int32_t by) {
	return &tree->leaves[leaf < by ? 0 : leaf - by];
}

LANES_INLINE void leaf_fetch(const WideTree *tree, const MeshView *mesh, int32_t leaf) {
	const WideLeaf *far = leaf_ahead(tree, leaf, FETCH_TRIANGLES),
	               *near = leaf_ahead(tree, leaf, FETCH_VERTICES);
	const char *first = (const char *)leaf_ahead(tree, leaf, FETCH_LEAF);
	for (size_t at = 0; at < sizeof *far; at += LINE) __builtin_prefetch(first + at, 1);
	for (int i = 0; i < WIDE; ++i) {
		int32_t id = near->id[i] < 0 ? near->id[0] : near->id[i];
		__builtin_prefetch(mesh->triangles + 3 * (int64_t)(far->id[i] < 0 ? far->id[0] : far->id[i]));
		for (int c = 0; c < 3; ++c)
			__builtin_prefetch(mesh->xyz + 3 * (int64_t)mesh->triangles[3 * (int64_t)id + c]);
	}
}

static void fit_leaves(WideTree *tree, const MeshView *mesh) {
	for (int32_t i = tree->leaf_count - 1; i >= 0; --i) {
		leaf_fetch(tree, mesh, i);
		leaf_fit(&tree->leaves[i], tree, mesh);
	}
}

// Moments
// ----------------------------------------------------------------------------------------------------

// Moments (bv/moments.h) by groups of four: w, x, y, z; xx, yy, zz, xy; and again zz, xy with xz, yz.
enum { GROUPS = 3 };
static const int s_group_at[GROUPS] = { 0, 4, 6 };

LANES_INLINE Doubles4 group_load(const Moments *m, int g) {
	return doubles4_load((const double *)(const void *)m + s_group_at[g]);
}
LANES_INLINE void groups_store(Moments *m, const Doubles4 groups[GROUPS]) {
	for (int g = 0; g < GROUPS; ++g) doubles4_store((double *)(void *)m + s_group_at[g], groups[g]);
}

// p p + q q + r r + s s, in the order of moments_add_triangle
LANES_INLINE Doubles4 squares(Doubles4 twelfth, const Doubles4 x[4], const Doubles4 y[4]) {
	Doubles4 first = doubles4_add(doubles4_mul(x[3], y[3]), doubles4_mul(x[0], y[0]));
	Doubles4 second = doubles4_add(doubles4_mul(x[1], y[1]), doubles4_mul(x[2], y[2]));
	return doubles4_mul(twelfth, doubles4_add(first, second));
}

// The sum of the moments of the triangles, one after the other.
LANES_INLINE void leaf_moments(Doubles4 out[GROUPS], const WideLeaf *leaf) {
	static const double s_there[WIDE + 1][WIDE] = {
		{ 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 1, 1, 0, 0 }, { 1, 1, 1, 0 }, { 1, 1, 1, 1 }
	};
	Doubles4 at[3][4]; // of the axes: the corners and their sum
	int count = 1 + (leaf->id[1] >= 0) + (leaf->id[2] >= 0) + (leaf->id[3] >= 0);
	for (int k = 0; k < 3; ++k) {
		Doubles4 origin = doubles4_one((double)leaf->origin[k]);
		for (int c = 0; c < 3; ++c)
			at[k][c] = doubles4_add(origin, doubles4_of(lanes4_load(leaf->v[3 * c + k])));
		at[k][3] = doubles4_add(doubles4_add(at[k][0], at[k][1]), at[k][2]);
	}
	Vec3x4 u = { doubles4_sub(at[0][1], at[0][0]), doubles4_sub(at[1][1], at[1][0]),
		         doubles4_sub(at[2][1], at[2][0]) };
	Vec3x4 v = { doubles4_sub(at[0][2], at[0][0]), doubles4_sub(at[1][2], at[1][0]),
		         doubles4_sub(at[2][2], at[2][0]) };
	Vec3x4 n = eigen4_cross(u, v);
	// A triangle that is not there has no weight, and adding a zero changes no sum that began with 0.
	Doubles4 w = doubles4_mul(doubles4_root(eigen4_dot(n, n)), doubles4_load(s_there[count]));
	Doubles4 third = doubles4_over(w, doubles4_one(3)), twelfth = doubles4_over(third, doubles4_one(4));
	Doubles4 zz = squares(twelfth, at[2], at[2]), xy = squares(twelfth, at[0], at[1]);
	const Doubles4 quantity[GROUPS][4] = {
		{ w, doubles4_mul(third, at[0][3]), doubles4_mul(third, at[1][3]), doubles4_mul(third, at[2][3]) },
		{ squares(twelfth, at[0], at[0]), squares(twelfth, at[1], at[1]), zz, xy },
		{ zz, xy, squares(twelfth, at[0], at[2]), squares(twelfth, at[1], at[2]) },
	};
	for (int g = 0; g < GROUPS; ++g) {
		Doubles4 triangle[4];
		doubles4_columns(triangle, quantity[g]);
		out[g] = doubles4_one(0);
		for (int i = 0; i < WIDE; ++i) out[g] = doubles4_add(out[g], triangle[i]);
	}
}

// What is known of a node before its boxes are placed.
typedef struct Frame {
	Mat3x4 covariance; // of the children
	Eigen4 eigen;
	double axes[6][WIDE]; // in the order of the variance along them
} Frame;

// m: for each group of moments, the quantities of the children.
LANES_INLINE Mat3x4 covariance_of(Doubles4 m[GROUPS][4]) {
	Doubles4 w = m[0][0], x = doubles4_over(m[0][1], w), y = doubles4_over(m[0][2], w),
	         z = doubles4_over(m[0][3], w);
#define ABOUT_MEAN(sum, a, b) doubles4_sub(doubles4_over(sum, w), doubles4_mul(a, b))
	return (Mat3x4){ ABOUT_MEAN(m[1][0], x, x), ABOUT_MEAN(m[1][1], y, y), ABOUT_MEAN(m[1][2], z, z),
		             ABOUT_MEAN(m[1][3], x, y), ABOUT_MEAN(m[2][2], x, z), ABOUT_MEAN(m[2][3], y, z) };
#undef ABOUT_MEAN
}

// The steps of eigen4_vectors for some nodes.
LANES_INLINE void frames_axes(Frame *frames, int32_t count) {
	for (int32_t i = 0; i < count; ++i) eigen4_begin(&frames[i].eigen, frames[i].covariance);
	for (int32_t i = 0; i < count; ++i) eigen4_direct(&frames[i].eigen);
	for (int32_t i = 0; i < count; ++i) {
		Vec3x4 v[2];
		eigen4_end(v, &frames[i].eigen);
		for (int k = 0; k < 2; ++k) {
			doubles4_store(frames[i].axes[3 * k], v[k].x);
			doubles4_store(frames[i].axes[3 * k + 1], v[k].y);
			doubles4_store(frames[i].axes[3 * k + 2], v[k].z);
		}
	}
}

LANES_INLINE void child_turn(double axes[6][WIDE], int slot, const WideTree *tree, WideSpan span,
                             int32_t turns) {
	HnVec3 row[2];
	for (int i = 0; i < 2; ++i)
		row[i] = (HnVec3){ axes[3 * i][slot], axes[3 * i + 1][slot], axes[3 * i + 2][slot] };
	HnVec3 last = vec3_cross(row[0], row[1]);
	HnMat3 m = {
		{ { row[0].x, row[0].y, row[0].z }, { row[1].x, row[1].y, row[1].z }, { last.x, last.y, last.z } }
	};
	turn_axes(&m, tree, span, turns);
	for (int i = 0; i < 6; ++i) axes[i][slot] = m.m[i / 3][i % 3];
}

// Extents
// ----------------------------------------------------------------------------------------------------

// Bounds of the triangles of each child along its three axes, relative to the anchor: in four lanes of which
// the least or the greatest counts. size bounds the magnitude of every coordinate relative to the anchor.
typedef struct Extents {
	float lo[WIDE][8], hi[WIDE][8]; // along the first axis, along the second
	float third[WIDE][8];           // lo along the third, hi along it
	float size[WIDE];
} Extents;

LANES_INLINE Lanes12 along(const Lanes12 axes[3], Lanes12 x, Lanes12 y, Lanes12 z) {
	return lanes12_add(lanes12_add(lanes12_mul(axes[0], x), lanes12_mul(axes[1], y)),
	                   lanes12_mul(axes[2], z));
}

// axes: x, y and z of the three axes.
LANES_INLINE void extents_of(Extents *out, int slot, const WideTree *tree, WideSpan span,
                             const float anchor[3], const Lanes12 axes[3]) {
	Lanes12 lo = lanes12_one(FLT_MAX), hi = lanes12_one(-FLT_MAX);
	float size = 0;
	for (int32_t l = span.leaf_begin; l < span.leaf_end; ++l) {
		const WideLeaf *leaf = &tree->leaves[l];
		float w[3], most = 0;
		for (int k = 0; k < 3; ++k) {
			w[k] = leaf->origin[k] - anchor[k];
			most = fabsf(w[k]) > most ? fabsf(w[k]) : most;
		}
		size = most + leaf->radius > size ? most + leaf->radius : size;
		Lanes12 base = along(axes, lanes12_one(w[0]), lanes12_one(w[1]), lanes12_one(w[2]));
		for (int c = 0; c < 9; c += 3) {
			Lanes12 at = along(axes, lanes12_repeated(leaf->v[c]), lanes12_repeated(leaf->v[c + 1]),
			                   lanes12_repeated(leaf->v[c + 2]));
			at = lanes12_add(at, base);
			lo = lanes12_min(lo, at), hi = lanes12_max(hi, at);
		}
	}
	lanes8_store(out->lo[slot], lanes12_first(lo)), lanes8_store(out->hi[slot], lanes12_first(hi));
	lanes4_store(out->third[slot], lanes12_last(lo)), lanes4_store(out->third[slot] + 4, lanes12_last(hi));
	out->size[slot] = size;
}

LANES_INLINE void axes_load(Lanes12 out[3], float axes[6][WIDE], float third[3][WIDE], int slot) {
	for (int k = 0; k < 3; ++k) out[k] = lanes12_kinds(axes[k][slot], axes[3 + k][slot], third[k][slot]);
}

// Boxes
// ------------------------------------------------------------------------------------------------------

typedef struct Sides {
	Doubles4 lo[3], hi[3], size;
} Sides;

LANES_INLINE Sides sides_of(const Extents *e) {
	Lanes8 lo[4], hi[4], third[4], low, high;
	Sides out;
	lanes8_columns(lo, e->lo[0]), lanes8_columns(hi, e->hi[0]), lanes8_columns(third, e->third[0]);
	low = high = third[0];
	for (int i = 1; i < 4; ++i) {
		lo[0] = lanes8_min(lo[0], lo[i]), hi[0] = lanes8_max(hi[0], hi[i]);
		low = lanes8_min(low, third[i]), high = lanes8_max(high, third[i]);
	}
	out.lo[0] = doubles4_of(lanes8_first(lo[0])), out.lo[1] = doubles4_of(lanes8_last(lo[0]));
	out.hi[0] = doubles4_of(lanes8_first(hi[0])), out.hi[1] = doubles4_of(lanes8_last(hi[0]));
	out.lo[2] = doubles4_of(lanes8_first(low)), out.hi[2] = doubles4_of(lanes8_last(high));
	out.size = doubles4_of(lanes4_load(e->size));
	return out;
}

// Rounds as outward of math/nearest_float.h.
LANES_INLINE Lanes4 outward4(Doubles4 x) {
	Doubles4 more =
	    doubles4_add(doubles4_mul(doubles4_abs(x), doubles4_one(0x1.00002p-24)), doubles4_one(0x1p-120));
	return doubles4_rounded(doubles4_add(x, more));
}

// docs/explanation/exactness.md, section 15, derives the margins.
LANES_INLINE void boxes_place(WideObbNode *node, float third[3][WIDE], const Sides *e, double far) {
	Doubles4 axes[3][3], off[3], reach[3], sum = doubles4_one(0);
	for (int i = 0; i < 9; ++i)
		axes[i / 3][i % 3] = doubles4_of(lanes4_load(i < 6 ? node->axes[i] : third[i - 6]));
	for (int k = 0; k < 3; ++k) off[k] = doubles4_one(0);
	for (int i = 0; i < 3; ++i) {
		Doubles4 middle = doubles4_mul(doubles4_add(e->lo[i], e->hi[i]), doubles4_one(0.5));
		for (int k = 0; k < 3; ++k) off[k] = doubles4_add(off[k], doubles4_mul(middle, axes[i][k]));
	}
	for (int k = 0; k < 3; ++k) {
		Lanes4 rounded = doubles4_rounded(off[k]);
		lanes4_store(node->off[k], rounded);
		off[k] = doubles4_of(rounded);
	}
	Doubles4 margin =
	    doubles4_add(doubles4_mul(doubles4_one(0x1.1p-20), e->size), doubles4_one(0x1p-49 * far));
	margin = doubles4_add(margin, doubles4_one(0x1p-140));
	for (int i = 0; i < 3; ++i) {
		Doubles4 at = doubles4_one(0);
		for (int k = 0; k < 3; ++k) at = doubles4_add(at, doubles4_mul(axes[i][k], off[k]));
		reach[i] = doubles4_max(doubles4_sub(at, e->lo[i]), doubles4_sub(e->hi[i], at));
		reach[i] = doubles4_add(reach[i], margin);
		sum = doubles4_add(sum, reach[i]);
	}
	for (int i = 0; i < 3; ++i)
		lanes4_store(node->half[i],
		             outward4(doubles4_add(reach[i], doubles4_mul(doubles4_one(0x1p-19), sum))));
}

LANES_INLINE void box_clear(WideObbNode *node, int slot) {
	for (int k = 0; k < 3; ++k) node->off[k][slot] = node->half[k][slot] = 0;
	for (int i = 0; i < 6; ++i) node->axes[i][slot] = i % 4 == 0 ? 1 : 0;
}

// The same in lanes as reach_of of wide/fit.c.
LANES_INLINE float reach_of(const WideObbNode *node) {
	double sums[4], most = 0;
	float out[4];
	Doubles4 sum = doubles4_one(0);
	for (int k = 0; k < 3; ++k) {
		Doubles4 off = doubles4_abs(doubles4_of(lanes4_load(node->off[k])));
		sum = doubles4_add(sum, doubles4_add(off, doubles4_of(lanes4_load(node->half[k]))));
	}
	doubles4_store(sums, sum);
	for (int i = 0; i < WIDE; ++i) most = greater(most, sums[i]);
	lanes4_store(out, outward4(doubles4_one(most * (1 + 0x1p-20))));
	return out[0];
}

// Nodes
// -----------------------------------------------------------------------------------------------------

LANES_INLINE WideSpan span_of(const WideFit *fit, uint32_t link) {
	int32_t place = wide_place(link);
	return link & WIDE_LEAF ? (WideSpan){ place, place + 1 } : fit->spans[place];
}

// Fits the leaves below the node and sums up the moments of each child. An empty child gets those of a point.
LANES_INLINE void children_moments(Moments of[WIDE], WideTree *tree, const WideFit *fit, const MeshView *mesh,
                                   int32_t place) {
	const WideHead *head = wide_head(tree, place);
	Moments *all = fit->sums;
	Doubles4 sum[GROUPS], own[GROUPS];
	for (int g = 0; g < GROUPS; ++g) sum[g] = doubles4_one(0);
	for (int i = 0; i < WIDE; ++i) {
		uint32_t link = head->link[i];
		of[i] = (Moments){ .w = 1 };
		if (link == WIDE_EMPTY) continue;
		if (link & WIDE_LEAF) {
			WideLeaf *leaf = &tree->leaves[wide_place(link)];
			leaf_fetch(tree, mesh, wide_place(link));
			leaf_fit(leaf, tree, mesh);
			leaf_moments(own, leaf);
		} else {
			for (int g = 0; g < GROUPS; ++g) own[g] = group_load(&all[wide_place(link)], g);
		}
		for (int g = 0; g < GROUPS; ++g) sum[g] = doubles4_add(sum[g], own[g]);
		groups_store(&of[i], own);
		if (!(of[i].w > 0)) of[i] = wide_fit_corners(tree, span_of(fit, link));
	}
	groups_store(&all[place], sum);
}

LANES_INLINE void node_moments(Frame *out, WideTree *tree, const WideFit *fit, const MeshView *mesh,
                               int32_t place) {
	WideHead *head = wide_head(tree, place);
	const Moments *sum = (const Moments *)fit->sums + place;
	Moments of[WIDE];
	Doubles4 m[GROUPS][4];
	children_moments(of, tree, fit, mesh, place);
	const WideLeaf *leaf = &tree->leaves[fit->spans[place].leaf_begin];
	for (int k = 0; k < 3; ++k)
		head->anchor[k] = sum->w > 0 ? nearest_float(sum->s[k] / sum->w) : leaf->origin[k];
	for (int g = 0; g < GROUPS; ++g) {
		Doubles4 child[4];
		for (int i = 0; i < WIDE; ++i) child[i] = group_load(&of[i], g);
		doubles4_columns(m[g], child);
	}
	out->covariance = covariance_of(m);
}

static void obb_node_place(WideTree *tree, const WideFit *fit, int32_t place, Frame *frame) {
	WideObbNode *node = (WideObbNode *)tree->nodes + place;
	Extents extents = { 0 };
	WideSpan spans[WIDE];
	float third[3][WIDE];
	for (int i = 0; i < WIDE; ++i) {
		uint32_t link = node->head.link[i];
		spans[i] = link != WIDE_EMPTY ? span_of(fit, link) : (WideSpan){ 0, 0 };
		if (fit->turns > 0 && spans[i].leaf_end - spans[i].leaf_begin >= TURN_LEAVES)
			child_turn(frame->axes, i, tree, spans[i], fit->turns);
	}
	for (int i = 0; i < 6; ++i) lanes4_store(node->axes[i], doubles4_rounded(doubles4_load(frame->axes[i])));
	wide_third4(third, node->axes);
	for (int i = 0; i < WIDE; ++i) {
		Lanes12 rounded[3];
		axes_load(rounded, node->axes, third, i);
		extents_of(&extents, i, tree, spans[i], node->head.anchor, rounded);
	}
	Sides sides = sides_of(&extents);
	boxes_place(node, third, &sides, tree->far);
	for (int i = 0; i < WIDE; ++i)
		if (node->head.link[i] == WIDE_EMPTY) box_clear(node, i);
	node->head.reach = reach_of(node);
}

// Axes are long chains of operations of which each waits for the one before. So those of several nodes are
// computed step by step, and the processor begins with the next node before it is done with one.
enum { FRAMES = 8 };

static void fit_obbs(WideTree *tree, const WideFit *fit, const MeshView *mesh) {
	Frame frames[FRAMES];
	for (int32_t end = tree->node_count; end > 0; end -= FRAMES) {
		int32_t count = end < FRAMES ? end : FRAMES;
		for (int32_t i = 0; i < count; ++i) node_moments(&frames[i], tree, fit, mesh, end - 1 - i);
		frames_axes(frames, count);
		for (int32_t i = 0; i < count; ++i) obb_node_place(tree, fit, end - 1 - i, &frames[i]);
	}
}
