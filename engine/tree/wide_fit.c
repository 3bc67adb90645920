#include "tree/wide_fit.h"

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "bv/moments.h"
#include "math/nearest_float.h"
#include "simd/lanes.h"
#include "tree/wide_obb.h"

typedef struct Bounds {
	double lo[3], hi[3]; // relative to the tree's origin
} Bounds;

static size_t sum_size(WideVolume volume) { return volume == WIDE_OBB ? sizeof(Moments) : sizeof(Bounds); }

int32_t wide_fit_create(WideFit **out, const WideTopo *topo, WideVolume volume) {
	int64_t count = topo->nodes.count;
	*out = mem_alloc_zero(sizeof **out);
	if (*out == NULL) return HN_ERR_NO_MEMORY;
	(*out)->spans = mem_alloc(mem_array_size(count, sizeof(WideSpan)));
	(*out)->sums = mem_alloc(mem_array_size(count, sum_size(volume)));
	if ((*out)->spans == NULL || (*out)->sums == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < count; ++i)
		(*out)->spans[i] = (WideSpan){ topo->nodes.data[i].leaf_begin, topo->nodes.data[i].leaf_end };
	return HN_OK;
}

void wide_fit_free(WideFit *fit, const WideTree *tree) {
	if (fit == NULL) return;
	mem_free(fit->spans, mem_array_size(tree->node_count, sizeof(WideSpan)));
	mem_free(fit->sums, mem_array_size(tree->node_count, sum_size(tree->volume)));
	mem_free(fit, sizeof *fit);
}

size_t wide_fit_bytes(const WideTree *tree) {
	return sizeof(WideFit) + (size_t)tree->node_count * (sizeof(WideSpan) + sum_size(tree->volume));
}

// Rounds outward, like round_up of bv/aabb.h (docs/exactness.md, section 7).
static float outward(double x) { return nearest_float(x + (fabs(x) * 0x1.00002p-24 + 0x1p-120)); }

// Leaves
// -----------------------------------------------------------------------------------------------------

// The places of a leaf's vertices relative to the tree's origin. Slots without a triangle repeat the first
// one.
static void leaf_places(double out[9][WIDE], const WideTree *tree, const WideLeaf *leaf,
                        const WideMesh *mesh) {
	for (int i = 0; i < WIDE; ++i) {
		const int32_t *t = mesh->triangles + 3 * (int64_t)(leaf->id[i] < 0 ? leaf->id[0] : leaf->id[i]);
		for (int c = 0; c < 9; ++c)
			out[c][i] = mesh->xyz[3 * (int64_t)t[c / 3] + c % 3] * tree->scale - tree->origin[c % 3];
	}
}

static void leaf_fill(WideLeaf *leaf, double places[9][WIDE]) {
	float radius = 0;
	for (int k = 0; k < 3; ++k) {
		double lo = places[k][0], hi = lo;
		for (int c = k; c < 9; c += 3)
			for (int i = 0; i < WIDE; ++i) lo = lesser(lo, places[c][i]), hi = greater(hi, places[c][i]);
		leaf->origin[k] = nearest_float((lo + hi) * 0.5);
		for (int c = k; c < 9; c += 3)
			for (int i = 0; i < WIDE; ++i) {
				float v = nearest_float(places[c][i] - (double)leaf->origin[k]);
				leaf->v[c][i] = v;
				radius = fabsf(v) > radius ? fabsf(v) : radius;
			}
	}
	leaf->radius = radius;
}

void wide_fit_leaves(WideTree *tree, const WideMesh *mesh) {
	double places[9][WIDE];
	for (int32_t i = 0; i < tree->leaf_count; ++i) {
		leaf_places(places, tree, &tree->leaves[i], mesh);
		leaf_fill(&tree->leaves[i], places);
	}
}

// Boxes along the axes
// ---------------------------------------------------------------------------------------

// Bounds of a leaf's triangles. A float of a leaf differs from the exact coordinate by at most 2^-24 of its
// magnitude plus 2^-51 tree->far.
static Bounds leaf_bounds(const WideTree *tree, const WideLeaf *leaf) {
	Bounds out;
	double slack = (double)leaf->radius * 0x1.01p-24 + tree->far * 0x1p-50 + 0x1p-140;
	for (int k = 0; k < 3; ++k) {
		float lo = leaf->v[k][0], hi = lo;
		for (int c = k; c < 9; c += 3)
			for (int i = 0; i < WIDE; ++i) {
				lo = leaf->v[c][i] < lo ? leaf->v[c][i] : lo;
				hi = leaf->v[c][i] > hi ? leaf->v[c][i] : hi;
			}
		out.lo[k] = (double)leaf->origin[k] + (double)lo - slack;
		out.hi[k] = (double)leaf->origin[k] + (double)hi + slack;
	}
	return out;
}

static void box_place(WideBoxNode *node, int slot, const Bounds *b, double slack) {
	for (int k = 0; k < 3; ++k) {
		double at = (double)node->head.anchor[k];
		float off = nearest_float((b->lo[k] + b->hi[k]) * 0.5 - at);
		at += (double)off;
		node->off[k][slot] = off;
		node->half[k][slot] = outward(greater(b->hi[k] - at, at - b->lo[k]) + slack);
	}
}

static void box_clear(WideBoxNode *node, int slot) {
	for (int k = 0; k < 3; ++k) node->off[k][slot] = node->half[k][slot] = 0;
}

static float reach_of(const float off[3][WIDE], const float half[3][WIDE]) {
	double most = 0;
	for (int i = 0; i < WIDE; ++i) {
		double sum = 0;
		for (int k = 0; k < 3; ++k) sum += fabs((double)off[k][i]) + (double)half[k][i];
		most = greater(most, sum);
	}
	return outward(most * (1 + 0x1p-20));
}

static Bounds bounds_join(const Bounds *a, const Bounds *b) {
	Bounds out;
	for (int k = 0; k < 3; ++k)
		out.lo[k] = lesser(a->lo[k], b->lo[k]), out.hi[k] = greater(a->hi[k], b->hi[k]);
	return out;
}

static void box_node_fit(WideTree *tree, Bounds *all, int32_t place) {
	WideBoxNode *node = (WideBoxNode *)tree->nodes + place;
	Bounds of[WIDE];
	for (int i = 0; i < WIDE; ++i) {
		uint32_t link = node->head.link[i];
		if (link == WIDE_EMPTY) continue;
		of[i] = link & WIDE_LEAF ? leaf_bounds(tree, &tree->leaves[wide_place(link)]) : all[wide_place(link)];
		all[place] = i == 0 ? of[0] : bounds_join(&all[place], &of[i]);
	}
	for (int k = 0; k < 3; ++k)
		node->head.anchor[k] = nearest_float((all[place].lo[k] + all[place].hi[k]) * 0.5);
	for (int i = 0; i < WIDE; ++i)
		if (node->head.link[i] == WIDE_EMPTY)
			box_clear(node, i);
		else
			box_place(node, i, &of[i], tree->far * 0x1p-50);
	node->head.reach = reach_of(node->off, node->half);
}

void wide_fit_aabbs(WideTree *tree, const WideFit *fit) {
	for (int32_t i = tree->node_count - 1; i >= 0; --i) box_node_fit(tree, fit->sums, i);
}

// Oriented boxes
// ---------------------------------------------------------------------------------------------

static HnVec3 leaf_corner(const WideLeaf *leaf, int triangle, int corner) {
	return (HnVec3){ (double)leaf->origin[0] + (double)leaf->v[3 * corner][triangle],
		             (double)leaf->origin[1] + (double)leaf->v[3 * corner + 1][triangle],
		             (double)leaf->origin[2] + (double)leaf->v[3 * corner + 2][triangle] };
}

static Moments leaf_moments(const WideLeaf *leaf) {
	Moments m = { 0 };
	for (int i = 0; i < WIDE && leaf->id[i] >= 0; ++i)
		moments_add_triangle(&m, leaf_corner(leaf, i, 0), leaf_corner(leaf, i, 1), leaf_corner(leaf, i, 2));
	return m;
}

static void moments_join(Moments *m, const Moments *other) {
	m->w += other->w;
	for (int k = 0; k < 3; ++k) m->s[k] += other->s[k];
	m->xx += other->xx, m->yy += other->yy, m->zz += other->zz;
	m->xy += other->xy, m->xz += other->xz, m->yz += other->yz;
}

// Moments of the corners, for leaves whose triangles have no area.
static Moments moments_of_corners_of(const WideTree *tree, WideSpan span) {
	Moments m = { 0 };
	for (int32_t l = span.leaf_begin; l < span.leaf_end; ++l)
		for (int i = 0; i < WIDE; ++i)
			for (int c = 0; c < 3; ++c) moments_add(&m, 1, leaf_corner(&tree->leaves[l], i, c));
	return m;
}

// Bounds of the triangles of some leaves along three axes, relative to the anchor. size bounds the magnitude
// of every coordinate relative to the anchor.
typedef struct Extents {
	double lo[3], hi[3], size;
} Extents;

static Extents extents_of(const WideTree *tree, WideSpan span, const float anchor[3], float axes[3][3]) {
	Lanes4 lo[3], hi[3], row[3][3];
	float size = 0;
	Extents out;
	for (int i = 0; i < 3; ++i) {
		lo[i] = lanes4_one(FLT_MAX), hi[i] = lanes4_one(-FLT_MAX);
		for (int k = 0; k < 3; ++k) row[i][k] = lanes4_one(axes[i][k]);
	}
	for (int32_t l = span.leaf_begin; l < span.leaf_end; ++l) {
		const WideLeaf *leaf = &tree->leaves[l];
		float w[3], most = 0;
		for (int k = 0; k < 3; ++k) {
			w[k] = leaf->origin[k] - anchor[k];
			most = fabsf(w[k]) > most ? fabsf(w[k]) : most;
		}
		size = most + leaf->radius > size ? most + leaf->radius : size;
		for (int i = 0; i < 3; ++i) {
			Lanes4 base = lanes4_one(axes[i][0] * w[0] + axes[i][1] * w[1] + axes[i][2] * w[2]);
			for (int c = 0; c < 9; c += 3) {
				Lanes4 at = lanes4_add(lanes4_mul(row[i][0], lanes4_load(leaf->v[c])),
				                       lanes4_mul(row[i][1], lanes4_load(leaf->v[c + 1])));
				at = lanes4_add(lanes4_add(at, lanes4_mul(row[i][2], lanes4_load(leaf->v[c + 2]))), base);
				lo[i] = lanes4_min(lo[i], at), hi[i] = lanes4_max(hi[i], at);
			}
		}
	}
	for (int i = 0; i < 3; ++i) {
		float low[4], high[4];
		lanes4_store(low, lo[i]), lanes4_store(high, hi[i]);
		out.lo[i] = (double)low[0], out.hi[i] = (double)high[0];
		for (int k = 1; k < 4; ++k) {
			out.lo[i] = lesser(out.lo[i], (double)low[k]);
			out.hi[i] = greater(out.hi[i], (double)high[k]);
		}
	}
	out.size = (double)size;
	return out;
}

static void axes_of(float axes[3][3], const Moments *moments) {
	HnMat3 m = moments_axes(moments);
	for (int i = 0; i < 6; ++i) axes[i / 3][i % 3] = (float)m.m[i / 3][i % 3];
	wide_third(axes[2], axes[0], axes[1]);
}

// docs/exactness.md, section 15, derives the margins.
static void obb_place(WideObbNode *node, int slot, float axes[3][3], const Extents *e, double far) {
	double off[3] = { 0 }, reach[3], sum = 0;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k) off[k] += (e->lo[i] + e->hi[i]) * 0.5 * (double)axes[i][k];
	for (int k = 0; k < 3; ++k) node->off[k][slot] = nearest_float(off[k]);
	for (int i = 0; i < 3; ++i) {
		double at = 0;
		for (int k = 0; k < 3; ++k) at += (double)axes[i][k] * (double)node->off[k][slot];
		reach[i] = greater(e->hi[i] - at, at - e->lo[i]) + (0x1.1p-20 * e->size + 0x1p-49 * far + 0x1p-140);
		sum += reach[i];
	}
	for (int i = 0; i < 3; ++i) node->half[i][slot] = outward(reach[i] + 0x1p-19 * sum);
	for (int i = 0; i < 6; ++i) node->axes[i][slot] = axes[i / 3][i % 3];
}

static void obb_clear(WideObbNode *node, int slot) {
	for (int k = 0; k < 3; ++k) node->off[k][slot] = node->half[k][slot] = 0;
	for (int i = 0; i < 6; ++i) node->axes[i][slot] = i % 4 == 0 ? 1 : 0;
}

static WideSpan span_of(const WideFit *fit, uint32_t link) {
	int32_t place = wide_place(link);
	return link & WIDE_LEAF ? (WideSpan){ place, place + 1 } : fit->spans[place];
}

static void obb_slot_fit(WideTree *tree, const WideFit *fit, WideObbNode *node, int slot, Moments m) {
	float axes[3][3];
	WideSpan span = span_of(fit, node->head.link[slot]);
	if (!(m.w > 0)) m = moments_of_corners_of(tree, span);
	axes_of(axes, &m);
	Extents e = extents_of(tree, span, node->head.anchor, axes);
	obb_place(node, slot, axes, &e, tree->far);
}

static void obb_node_fit(WideTree *tree, const WideFit *fit, int32_t place) {
	WideObbNode *node = (WideObbNode *)tree->nodes + place;
	Moments of[WIDE], *all = fit->sums, sum = { 0 };
	for (int i = 0; i < WIDE; ++i) {
		uint32_t link = node->head.link[i];
		if (link == WIDE_EMPTY) continue;
		of[i] = link & WIDE_LEAF ? leaf_moments(&tree->leaves[wide_place(link)]) : all[wide_place(link)];
		moments_join(&sum, &of[i]);
	}
	all[place] = sum;
	const WideLeaf *leaf = &tree->leaves[fit->spans[place].leaf_begin];
	for (int k = 0; k < 3; ++k)
		node->head.anchor[k] = sum.w > 0 ? nearest_float(sum.s[k] / sum.w) : leaf->origin[k];
	for (int i = 0; i < WIDE; ++i)
		if (node->head.link[i] == WIDE_EMPTY)
			obb_clear(node, i);
		else
			obb_slot_fit(tree, fit, node, i, of[i]);
	node->head.reach = reach_of(node->off, node->half);
}

void wide_fit_obbs(WideTree *tree, const WideFit *fit) {
	for (int32_t i = tree->node_count - 1; i >= 0; --i) obb_node_fit(tree, fit, i);
}
