#include "tree/separation.h"

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "bv/aabb.h"
#include "exact/point_triangle.h"

// A descent adds one pair to the stack and takes one step down in one of the trees.
enum { PENDING_MAX = 2 * (TOPO_DEEP + 40) };

typedef struct NearPair {
	int32_t still, moving; // nodes
	double least2;         // a lower bound of the squared distance of their triangles
} NearPair;

typedef struct Search {
	const PlacedPair *pair;
	double best2, unit; // unit: of the boxes, in model units
	int64_t compared;
	int32_t still_near, moving_near, top;
	NearPair pending[PENDING_MAX];
} Search;

// By how much an interval that begins at lo is beyond one that ends at hi. An infinity stands for a
// coordinate that is at least FLT_MAX.
static double gap(float lo, float hi) {
	return greater(0, lesser((double)lo, (double)FLT_MAX) - greater((double)hi, -(double)FLT_MAX));
}

static const Aabb *still_box(const Search *search, int32_t node) {
	return tree_volume(&search->pair->still, &search->pair->def, node);
}

static const Aabb *moving_box(const Search *search, int32_t node) {
	return tree_volume(&search->pair->moving, &search->pair->def, node);
}

static double boxes_distance2(const Search *search, int32_t still, int32_t moving) {
	const Aabb *a = still_box(search, still), *b = moving_box(search, moving);
	double sum = 0;
	for (int k = 0; k < 3; ++k) {
		double out = gap(a->lo[k], b->hi[k]) + gap(b->lo[k], a->hi[k]); // one of them is 0
		sum += out * out;
	}
	return sum * (1 - 0x1p-46) * search->unit * search->unit;
}

static double extent(const Aabb *box) {
	double most = 0;
	for (int k = 0; k < 3; ++k) most = greater(most, (double)box->hi[k] - (double)box->lo[k]);
	return most;
}

static Triangle triangle_of(const MeshView *mesh, int32_t triangle) {
	return triangle_load(mesh->xyz, mesh->triangles + 3 * (int64_t)triangle);
}

// A lower bound of the squared distance of a triangle to all that is in a box: that of the ball around the
// box. `side` is at least the triangle's longest side over the root of 3. A point of the triangle is too far
// by at most 2^-24 of that side (exact/point_triangle.h); the ball is as much larger. All in units of the
// boxes.
static double ball_distance2(const Search *search, const Triangle *triangle, double side, const Aabb *box) {
	double middle[3], radius2 = 0;
	for (int k = 0; k < 3; ++k) {
		double lo = (double)box->lo[k], hi = (double)box->hi[k];
		middle[k] = lo + (hi - lo) / 2;
		double half = greater(hi - middle[k], middle[k] - lo);
		radius2 += half * half;
	}
	HnVec3 at = vec3_scale(vec3_load(middle), search->unit);
	double out = sqrt(point_triangle_distance2(at, triangle)) / search->unit * (1 - 0x1p-46);
	double least = greater(0, out - sqrt(radius2) * (1 + 0x1p-46) - side * 0x1p-22) * search->unit;
	return least * least * (1 - 0x1p-46);
}

// The box of a long triangle that lies across says little of where it is. So a node of one triangle that is
// larger than the other node is taken as the triangle.
static double nodes_distance2(const Search *search, int32_t still, int32_t moving) {
	const PlacedPair *pair = search->pair;
	double least2 = boxes_distance2(search, still, moving);
	const Aabb *a = still_box(search, still), *b = moving_box(search, moving);
	double still_extent = extent(a), moving_extent = extent(b);
	bool larger = still_extent >= moving_extent;
	if (least2 >= search->best2 || !(still_extent < (double)FLT_MAX && moving_extent < (double)FLT_MAX))
		return least2;
	const MeshView *mesh = larger ? &pair->still_mesh : &pair->moving_mesh;
	const Tree *tree = larger ? &pair->still : &pair->moving;
	TopoNode node = tree_node(tree, &pair->def, larger ? still : moving);
	if (node.count != 1) return least2;
	Triangle triangle = triangle_of(mesh, tree->order[node.link]);
	double side = greater(still_extent, moving_extent);
	return greater(least2, ball_distance2(search, &triangle, side, larger ? b : a));
}

static void push(Search *search, NearPair next) {
	if (next.least2 < search->best2) search->pending[search->top++] = next;
}

// The nearer of two pairs is taken from the stack first.
static void push_both(Search *search, NearPair a, NearPair b) {
	a.least2 = nodes_distance2(search, a.still, a.moving);
	b.least2 = nodes_distance2(search, b.still, b.moving);
	bool swap = a.least2 < b.least2;
	push(search, swap ? b : a);
	push(search, swap ? a : b);
}

static void look_at(Search *search, int32_t still, int32_t moving) {
	Triangle a = triangle_of(&search->pair->still_mesh, still);
	Triangle b = triangle_of(&search->pair->moving_mesh, moving);
	double d2 = triangle_distance2(&a, &b);
	search->compared += 1;
	if (d2 >= search->best2) return;
	search->best2 = d2;
	search->still_near = still;
	search->moving_near = moving;
}

static void look_at_leaves(Search *search, TopoNode a, TopoNode b) {
	const int32_t *still = search->pair->still.order, *moving = search->pair->moving.order;
	for (int32_t i = a.link; i < a.link + a.count; ++i)
		for (int32_t j = b.link; j < b.link + b.count; ++j) look_at(search, still[i], moving[j]);
}

// Descends into the larger node.
static void open_pair(Search *search, NearPair now) {
	const PlacedPair *pair = search->pair;
	TopoNode a = tree_node(&pair->still, &pair->def, now.still);
	TopoNode b = tree_node(&pair->moving, &pair->def, now.moving);
	bool larger = extent(still_box(search, now.still)) >= extent(moving_box(search, now.moving));
	if (a.count > 0 && b.count > 0)
		look_at_leaves(search, a, b);
	else if (b.count > 0 || (a.count == 0 && larger))
		push_both(search, (NearPair){ a.link, now.moving, 0 }, (NearPair){ a.link + 1, now.moving, 0 });
	else
		push_both(search, (NearPair){ now.still, b.link, 0 }, (NearPair){ now.still, b.link + 1, 0 });
}

int32_t separation_create(Separation *out, const HnMesh *still, const HnMesh *moving) {
	*out = (Separation){ 0 };
	int32_t status = placed_pair_create(&out->pair, still, moving);
	if (status != HN_OK) return status;
	if (still->triangle_count > 0 && moving->triangle_count > 0) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "a mesh without triangles has no distance");
}

void separation_free(Separation *separation) {
	placed_pair_free(&separation->pair);
	*separation = (Separation){ 0 };
}

int32_t separation_find(double *distance, Separation *separation, const HnPose *relative) {
	if (!vec3_is_finite(relative->t) || !mat3_is_finite(&relative->r))
		return error_set(HN_ERR_BAD_INPUT, "the pose of a distance query is not finite");
	Search search;
	placed_pair_place(&separation->pair, relative);
	search.pair = &separation->pair, search.unit = 1 / separation->pair.def.space.scale;
	search.compared = 0, search.top = 0;
	search.best2 = (double)INFINITY;
	// the guess stays where no distance is below infinity
	search.still_near = separation->still_near, search.moving_near = separation->moving_near;
	look_at(&search, separation->still_near, separation->moving_near);
	push(&search, (NearPair){ 0, 0, 0 });
	while (search.top > 0) {
		NearPair now = search.pending[--search.top];
		if (now.least2 < search.best2) open_pair(&search, now);
	}
	separation->still_near = search.still_near;
	separation->moving_near = search.moving_near;
	separation->compared += search.compared;
	*distance = sqrt(search.best2);
	return HN_OK;
}
