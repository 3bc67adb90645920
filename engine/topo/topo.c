#include "topo/topo.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "topo/orders.h"

#define TOPO_AXIS(name) extern const TopoAxisRule topo_axis_##name;
#include "topo/axis.def"
#undef TOPO_AXIS
#define TOPO_POINT(name) extern const TopoPointRule topo_point_##name;
#include "topo/point.def"
#undef TOPO_POINT

static const TopoAxisRule *const s_axis_rules[] = {
#define TOPO_AXIS(name) &topo_axis_##name,
#include "topo/axis.def"
#undef TOPO_AXIS
	NULL,
};

static const TopoPointRule *const s_point_rules[] = {
#define TOPO_POINT(name) &topo_point_##name,
#include "topo/point.def"
#undef TOPO_POINT
	NULL,
};

enum {
	AXIS_RULES = sizeof s_axis_rules / sizeof s_axis_rules[0],
	POINT_RULES = sizeof s_point_rules / sizeof s_point_rules[0],
};

const TopoAxisRule *topo_axis_rule(int32_t index) {
	return index >= 0 && index < AXIS_RULES ? s_axis_rules[index] : NULL;
}

const TopoPointRule *topo_point_rule(int32_t index) {
	return index >= 0 && index < POINT_RULES ? s_point_rules[index] : NULL;
}

const char *topo_axis_name(int32_t index) {
	const TopoAxisRule *rule = topo_axis_rule(index);
	return rule != NULL ? rule->name : NULL;
}

const char *topo_point_name(int32_t index) {
	const TopoPointRule *rule = topo_point_rule(index);
	return rule != NULL ? rule->name : NULL;
}

int32_t topo_builder_init(TopoBuilder *builder, int32_t capacity) {
	*builder = (TopoBuilder){ .capacity = capacity };
	if (capacity > TOPO_MAX_TRIANGLES)
		return error_set(ERR_BAD_INPUT, "a tree of %d triangles; %d is the most", capacity,
		                 TOPO_MAX_TRIANGLES);
	builder->items = mem_alloc(mem_array_size(capacity, sizeof(TopoItem)));
	if (builder->items != NULL) builder->spare = mem_alloc(mem_array_size(capacity, sizeof(TopoItem)));
	if (builder->spare != NULL)
		builder->nodes = mem_alloc(mem_array_size(2 * (int64_t)capacity, sizeof(TopoNode)));
	if (builder->nodes != NULL) builder->pending = mem_alloc(mem_array_size(capacity, sizeof(TopoPending)));
	if (builder->pending != NULL) return ERR_OK;
	topo_builder_free(builder);
	return ERR_NO_MEMORY;
}

void topo_builder_free(TopoBuilder *builder) {
	size_t capacity = (size_t)builder->capacity;
	mem_free(builder->items, capacity * sizeof(TopoItem));
	mem_free(builder->spare, capacity * sizeof(TopoItem));
	mem_free(builder->nodes, 2 * capacity * sizeof(TopoNode));
	mem_free(builder->pending, capacity * sizeof(TopoPending));
	orders_free(builder);
	*builder = (TopoBuilder){ 0 };
}

void topo_items_fill(TopoItem *items, const double *xyz, const int32_t *triangles, int32_t count) {
	for (int32_t i = 0; i < count; ++i) {
		const int32_t *v = triangles + 3 * (int64_t)i;
		Vec3 a = vec3_load(xyz + 3 * (int64_t)v[0]), b = vec3_load(xyz + 3 * (int64_t)v[1]),
		     c = vec3_load(xyz + 3 * (int64_t)v[2]);
		vec3_store(items[i].lo, vec3_min(a, vec3_min(b, c)));
		vec3_store(items[i].hi, vec3_max(a, vec3_max(b, c)));
		Vec3 sum = vec3_add(vec3_add(a, b), c);
		items[i].centroid[0] = sum.x / 3, items[i].centroid[1] = sum.y / 3, items[i].centroid[2] = sum.z / 3;
		items[i].triangle = i;
	}
}

static inline double min(double a, double b) { return a < b ? a : b; }
static inline double max(double a, double b) { return a > b ? a : b; }

void topo_extents(double out[3], const TopoRange *range) {
	if (range->frame != NULL) {
		for (int k = 0; k < 3; ++k) out[k] = range->frame->extent[k];
		return;
	}
	const TopoItem *item = range->items;
	double lo[3] = { item->lo[0], item->lo[1], item->lo[2] };
	double hi[3] = { item->hi[0], item->hi[1], item->hi[2] };
	for (int32_t i = 1; i < range->count; ++i) {
		item = &range->items[i];
		lo[0] = min(lo[0], item->lo[0]), hi[0] = max(hi[0], item->hi[0]);
		lo[1] = min(lo[1], item->lo[1]), hi[1] = max(hi[1], item->hi[1]);
		lo[2] = min(lo[2], item->lo[2]), hi[2] = max(hi[2], item->hi[2]);
	}
	for (int k = 0; k < 3; ++k) out[k] = hi[k] - lo[k];
}

// One node while it is split.
typedef struct Node {
	TopoBuilder *builder;
	const TopoDef *def;
	int32_t begin;
	TopoSorted sorted; // which orders are kept
	TopoRange range;
	TopoFrame frame;
} Node;

static inline bool goes_left(const TopoRange *range, int32_t item, int axis, TopoSplit split) {
	double key = topo_key(range, item, axis);
	return (key < split.value) | ((key == split.value) & (range->items[item].triangle <= split.tie));
}

// Stable, so that items of every node stay in the order of their triangles. Both stores are made always: a
// branch here would be mispredicted every other time.
static int32_t items_partition(const Node *node, int axis, TopoSplit split) {
	TopoItem *items = node->builder->items + node->begin, *spare = node->builder->spare;
	int32_t left = 0, right = 0;
	for (int32_t i = 0; i < node->range.count; ++i) {
		bool is_left = goes_left(&node->range, i, axis, split);
		TopoItem item = items[i];
		items[left] = item;
		spare[right] = item;
		left += is_left;
		right += !is_left;
	}
	memcpy(items + left, spare, (size_t)right * sizeof *items);
	return left;
}

// The orders divided by the split, or, with axis < 0, after the item split.tie.
static void node_orders_divide(const Node *node, int axis, TopoSplit split) {
	if (node->sorted == TOPO_UNSORTED || node->range.frame != NULL) return;
	int32_t n = node->range.count, *moved = (int32_t *)node->builder->spare, left = 0, right = 0;
	for (int32_t i = 0; i < n; ++i) {
		bool is_left = axis < 0 ? i <= split.tie : goes_left(&node->range, i, axis, split);
		moved[i] = is_left ? left : ~right;
		left += is_left;
		right += !is_left;
	}
	orders_divide(node->builder, node->sorted, node->begin, n, moved, moved + n);
}

// How many go to the left child; 0 where that would be all or none, and nothing has changed.
static int32_t node_divide(const Node *node, int axis, TopoSplit split) {
	node_orders_divide(node, axis, split);
	int32_t left = items_partition(node, axis, split);
	return left < node->range.count ? left : 0;
}

// |n_l - n_r|; false where a side would be empty.
static bool split_balance(TopoSplit *split, const TopoRange *range, int axis) {
	int32_t left = 0;
	for (int32_t i = 0; i < range->count; ++i) left += goes_left(range, i, axis, *split);
	int32_t right = range->count - left;
	split->cost = left > right ? left - right : right - left;
	return left > 0 && right > 0;
}

static int32_t divide_at_best(const Node *node, const TopoPointRule *point) {
	const TopoRange *range = &node->range;
	TopoSplit best = { 0 };
	int best_axis = -1;
	double extent[3] = { 0, 0, 0 };
	if (!point->axis_order) topo_extents(extent, range);
	for (int axis = 0; axis < 3; ++axis) {
		TopoSplit split;
		if (!point->place(&split, range, axis)) continue;
		if (!point->has_cost && !split_balance(&split, range, axis)) continue;
		if (best_axis >= 0 &&
		    (split.cost > best.cost || (split.cost == best.cost && !(extent[axis] > extent[best_axis]))))
			continue;
		best = split;
		best_axis = axis;
	}
	return best_axis < 0 ? 0 : node_divide(node, best_axis, best);
}

static void axes_sort(int axes[3], const double measure[3]) {
	axes[0] = 0, axes[1] = 1, axes[2] = 2;
	for (int pass = 0; pass < 2; ++pass)
		for (int i = 0; i < 2 - pass; ++i)
			if (measure[axes[i + 1]] > measure[axes[i]]) {
				int swap = axes[i];
				axes[i] = axes[i + 1], axes[i + 1] = swap;
			}
}

static int32_t divide_at_first(const Node *node, const TopoPointRule *point) {
	double measure[3];
	int axes[3];
	node->def->axis->measure(measure, &node->range);
	axes_sort(axes, measure);
	for (int i = 0; i < 3; ++i) {
		TopoSplit split;
		if (!point->place(&split, &node->range, axes[i])) continue;
		int32_t left = node_divide(node, axes[i], split);
		if (left > 0) return left;
	}
	return 0;
}

static void frame_boxes(TopoBox *out, const TopoRange *range) {
	const TopoFrame *frame = range->frame;
	CHECK(frame->xyz != NULL);
	for (int32_t i = 0; i < range->count; ++i) {
		const int32_t *v = frame->triangles + 3 * (int64_t)range->items[i].triangle;
		for (int axis = 0; axis < 3; ++axis) {
			double a = topo_along(frame, axis, frame->xyz + 3 * (int64_t)v[0]),
			       b = topo_along(frame, axis, frame->xyz + 3 * (int64_t)v[1]),
			       c = topo_along(frame, axis, frame->xyz + 3 * (int64_t)v[2]);
			out[i].lo[axis] = min(a, min(b, c)), out[i].hi[axis] = max(a, max(b, c));
		}
	}
}

// The spare items hold the boxes, then what sorting needs, then the rules' scratch.
static void node_open_framed(Node *node, int32_t number) {
	TopoRange *range = &node->range;
	TopoBox *boxes = (TopoBox *)node->builder->spare;
	range->frame = NULL; // the last node's
	node->frame.xyz = NULL;
	node->def->frame(node->def->frame_context, &node->frame, number, range->items, range->count);
	range->frame = &node->frame;
	if (node->sorted == TOPO_UNSORTED) return;
	frame_boxes(boxes, range);
	range->boxes = boxes;
	range->scratch = (double *)(boxes + range->count);
	orders_sort(range, node->builder, node->sorted, node->begin);
}

static void node_open(Node *node, int32_t number, TopoNode items) {
	TopoRange *range = &node->range;
	node->begin = items.link;
	range->items = node->builder->items + items.link;
	range->count = items.count;
	if (node->sorted != TOPO_UNSORTED) orders_view(range, node->builder, node->sorted, node->begin);
	if (node->def->frame != NULL) node_open_framed(node, number);
}

// How many of the node's items go to the left child: at least 1, and fewer than all.
static int32_t node_split(const Node *node, const TopoPointRule *point) {
	bool best = node->def->axis->measure == NULL;
	for (; point != NULL; point = point->fallback) {
		int32_t left = best ? divide_at_best(node, point) : divide_at_first(node, point);
		if (left > 0) return left;
	}
	int32_t left = node->range.count / 2;
	node_orders_divide(node, -1, (TopoSplit){ .tie = left - 1 });
	return left;
}

static int32_t root_open(Node *root, TopoBuilder *builder, const TopoDef *def, int32_t count) {
	*root = (Node){ .builder = builder, .def = def, .sorted = def->point->sorted };
	root->range = (TopoRange){ .items = builder->items,
		                       .count = count,
		                       .leaf = def->leaf,
		                       .lambda = def->lambda,
		                       .scratch = (double *)builder->spare };
	int32_t status = orders_reserve(builder, root->sorted);
	if (status == ERR_OK && def->frame == NULL) orders_sort(&root->range, builder, root->sorted, 0);
	return status;
}

int32_t topo_build(TopoBuilder *builder, const TopoDef *def, int32_t count) {
	CHECK(count <= builder->capacity && def->leaf >= 1);
	builder->node_count = builder->depth = 0;
	if (count == 0) return ERR_OK;
	Node now;
	int32_t status = root_open(&now, builder, def, count);
	if (status != ERR_OK) return status;
	TopoNode *nodes = builder->nodes;
	TopoPending *pending = builder->pending;
	int64_t waiting = 0; // their ranges are disjoint and not empty, so never more than `count`
	nodes[builder->node_count++] = (TopoNode){ .link = 0, .count = count };
	pending[waiting++] = (TopoPending){ 0, 0 };
	while (waiting > 0) {
		TopoPending next = pending[--waiting];
		TopoNode *node = &nodes[next.node];
		if (next.depth > builder->depth) builder->depth = next.depth;
		if (node->count <= def->leaf) continue;
		node_open(&now, next.node, *node);
		int32_t left = node_split(&now, next.depth < TOPO_DEEP ? def->point : &topo_point_median);
		int32_t child = builder->node_count;
		nodes[child] = (TopoNode){ .link = node->link, .count = left };
		nodes[child + 1] = (TopoNode){ .link = node->link + left, .count = node->count - left };
		builder->node_count += 2;
		*node = (TopoNode){ .link = child, .count = 0 };
		pending[waiting++] = (TopoPending){ child + 1, next.depth + 1 };
		pending[waiting++] = (TopoPending){ child, next.depth + 1 };
	}
	return ERR_OK;
}
