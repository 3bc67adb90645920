#include "tree/nearest.h"

#include <math.h>

#include "base/error.h"
#include "bv/aabb.h"

extern const BvClass aabb_class;

int32_t nearest_create(Nearest *out, const MeshView *mesh) {
	*out = (Nearest){ .mesh = *mesh };
	out->def = (TreeDef){ .bv = &aabb_class, .space = { .scale = 1 } };
	out->def.topo.axis = topo_axis_rule(0), out->def.topo.point = topo_point_rule(0), out->def.topo.leaf = 2;
	return tree_build_once(&out->boxes, &out->def, mesh);
}

void nearest_free(Nearest *nearest) {
	if (nearest->def.bv != NULL) tree_free(&nearest->boxes, &nearest->def);
	*nearest = (Nearest){ 0 };
}

Triangle nearest_triangle(const Nearest *nearest, int32_t triangle) {
	return triangle_load(nearest->mesh.xyz, nearest->mesh.triangles + 3 * (int64_t)triangle);
}

// The squared distance to a node's box. It is at most that to any triangle in the node.
static double box_distance2(const Nearest *nearest, HnVec3 p, int32_t node) {
	const Aabb *box = tree_volume(&nearest->boxes, &nearest->def, node);
	double sum = 0;
	for (int k = 0; k < 3; ++k) {
		double x = vec3_get(p, k), below = (double)box->lo[k] - x, above = x - (double)box->hi[k];
		double out = below > 0 ? below : above > 0 ? above : 0;
		sum += out * out;
	}
	return sum * (1 - 0x1p-48);
}

typedef struct Search {
	const Nearest *nearest;
	HnVec3 p;
	double best;
	int32_t triangle, top;
	int32_t nodes[2 * (TOPO_DEEP + 32)];
	double distances[2 * (TOPO_DEEP + 32)];
} Search;

static void push(Search *search, int32_t node, double distance) {
	if (distance >= search->best) return;
	search->nodes[search->top] = node;
	search->distances[search->top++] = distance;
}

static void look_at_leaf(Search *search, TopoNode node) {
	const Nearest *nearest = search->nearest;
	for (int32_t i = node.link; i < node.link + node.count; ++i) {
		Triangle triangle = nearest_triangle(nearest, nearest->boxes.order[i]);
		double d = point_triangle_distance2(search->p, &triangle);
		if (d >= search->best) continue;
		search->best = d;
		search->triangle = nearest->boxes.order[i];
	}
}

// Descends into the nearer child first.
double nearest_distance(const Nearest *nearest, HnVec3 p, int32_t *triangle) {
	Triangle guess = nearest_triangle(nearest, *triangle);
	Search search;
	search.nearest = nearest, search.p = p, search.triangle = *triangle, search.top = 0;
	search.best = point_triangle_distance2(p, &guess);
	push(&search, 0, box_distance2(nearest, p, 0));
	while (search.top > 0) {
		search.top -= 1;
		if (search.distances[search.top] >= search.best) continue;
		TopoNode node = tree_node(&nearest->boxes, &nearest->def, search.nodes[search.top]);
		if (node.count > 0) {
			look_at_leaf(&search, node);
			continue;
		}
		double left = box_distance2(nearest, p, node.link), right = box_distance2(nearest, p, node.link + 1);
		bool swap = left < right;
		push(&search, node.link + swap, swap ? right : left);
		push(&search, node.link + !swap, swap ? left : right);
	}
	*triangle = search.triangle;
	return sqrt(search.best);
}
