#include "tree/separation.h"

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "bv/aabb.h"

// A descent adds one pair to the stack and takes one step down in one of the trees.
enum { PENDING_MAX = 2 * (TOPO_DEEP + 40) };

typedef struct NearPair {
	int32_t still, moving; // nodes
	double least2;         // a lower bound of the squared distance of their triangles
} NearPair;

typedef struct Search {
	const PlacedPair *pair;
	double best2, unit2; // unit2: the square of a unit of the boxes, in model units
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
	return sum * (1 - 0x1p-46) * search->unit2;
}

static double extent(const Aabb *box) {
	double most = 0;
	for (int k = 0; k < 3; ++k) most = greater(most, (double)box->hi[k] - (double)box->lo[k]);
	return most;
}

static void push(Search *search, NearPair next) {
	if (next.least2 < search->best2) search->pending[search->top++] = next;
}

// The nearer of two pairs is taken from the stack first.
static void push_both(Search *search, NearPair a, NearPair b) {
	a.least2 = boxes_distance2(search, a.still, a.moving);
	b.least2 = boxes_distance2(search, b.still, b.moving);
	bool swap = a.least2 < b.least2;
	push(search, swap ? b : a);
	push(search, swap ? a : b);
}

static Triangle triangle_of(const TreeMesh *mesh, int32_t triangle) {
	return triangle_load(mesh->xyz, mesh->triangles + 3 * (int64_t)triangle);
}

static void look_at(Search *search, int32_t still, int32_t moving) {
	Triangle a = triangle_of(&search->pair->still_mesh, still);
	Triangle b = triangle_of(&search->pair->moving_mesh, moving);
	double d2 = triangle_distance2(&a, &b);
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
	double scale = separation->pair.def.space.scale;
	placed_pair_place(&separation->pair, relative);
	search.pair = &separation->pair, search.unit2 = 1 / scale / scale, search.top = 0;
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
	*distance = sqrt(search.best2);
	return HN_OK;
}
