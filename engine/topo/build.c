// Building: nodes are split by the rules until they are small enough.
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "topo/orders.h"
#include "topo/topo.h"

extern const TopoPointRule topo_point_median;

int32_t topo_builder_init(TopoBuilder *builder, int32_t capacity) {
	*builder = (TopoBuilder){ .capacity = capacity };
	if (capacity > TOPO_MAX_TRIANGLES)
		return error_set(HN_ERR_BAD_INPUT, "a tree of %d triangles; %d is the most", capacity,
		                 TOPO_MAX_TRIANGLES);
	builder->order = mem_alloc(mem_array_size(capacity, sizeof(int32_t)));
	if (builder->order != NULL)
		builder->nodes = mem_alloc(mem_array_size(2 * (int64_t)capacity, sizeof(TopoNode)));
	if (builder->nodes != NULL && topo_builder_restore(builder) == HN_OK) return HN_OK;
	topo_builder_free(builder);
	return HN_ERR_NO_MEMORY;
}

int32_t topo_builder_restore(TopoBuilder *builder) {
	if (builder->items == NULL)
		builder->items = mem_alloc(mem_array_size(builder->capacity, sizeof(TopoItem)));
	if (builder->items != NULL && builder->spare == NULL)
		builder->spare = mem_alloc(mem_array_size(builder->capacity, sizeof(int32_t)));
	return builder->items != NULL && builder->spare != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

void topo_builder_thin(TopoBuilder *builder) {
	size_t capacity = (size_t)builder->capacity;
	mem_free(builder->items, capacity * sizeof(TopoItem));
	mem_free(builder->spare, capacity * sizeof(int32_t));
	mem_free(builder->scratch, builder->room_size);
	builder->items = NULL, builder->spare = NULL, builder->scratch = NULL;
	builder->room_size = 0;
	orders_free(builder);
}

void topo_builder_free(TopoBuilder *builder) {
	size_t capacity = (size_t)builder->capacity;
	topo_builder_thin(builder);
	mem_free(builder->order, capacity * sizeof(int32_t));
	mem_free(builder->nodes, 2 * capacity * sizeof(TopoNode));
	*builder = (TopoBuilder){ 0 };
}

void *topo_builder_room(TopoBuilder *builder, size_t size) {
	if (builder->scratch != NULL && size <= builder->room_size) return builder->scratch;
	mem_free(builder->scratch, builder->room_size);
	builder->scratch = mem_alloc(size);
	builder->room_size = builder->scratch != NULL ? size : 0;
	return builder->scratch;
}

void topo_items_fill(TopoItem *items, const double *xyz, const int32_t *triangles, int32_t count) {
	for (int32_t i = 0; i < count; ++i) {
		const int32_t *v = triangles + 3 * (int64_t)i;
		HnVec3 a = vec3_load(xyz + 3 * (int64_t)v[0]), b = vec3_load(xyz + 3 * (int64_t)v[1]),
		       c = vec3_load(xyz + 3 * (int64_t)v[2]);
		vec3_store(items[i].lo, vec3_min(a, vec3_min(b, c)));
		vec3_store(items[i].hi, vec3_max(a, vec3_max(b, c)));
		HnVec3 sum = vec3_add(vec3_add(a, b), c);
		items[i].centroid[0] = sum.x / 3, items[i].centroid[1] = sum.y / 3, items[i].centroid[2] = sum.z / 3;
	}
}

static inline double min(double a, double b) { return a < b ? a : b; }
static inline double max(double a, double b) { return a > b ? a : b; }

void topo_extents(double out[3], const TopoRange *range) {
	if (range->frame != NULL) {
		for (int k = 0; k < 3; ++k) out[k] = range->frame->extent[k];
		return;
	}
	for (int k = 0; k < 3; ++k) out[k] = range->hi[k] - range->lo[k];
}

// The state of the node that is being split.
typedef struct Node {
	TopoBuilder *builder;
	const TopoDef *def;
	int32_t begin;
	TopoSorted sorted; // which sorted orders are kept
	TopoRange range;
	TopoFrame frame;
} Node;

static inline bool goes_left(const TopoRange *range, int32_t item, int axis, TopoSplit split) {
	double key = topo_key(range, item, axis);
	return (key < split.value) | ((key == split.value) & (range->order[item] <= split.tie));
}

// Moves the items of the left child before those of the right one. The partition is stable, so the triangles
// of every node stay in ascending order. Both stores are always made, because a branch here would be
// mispredicted half of the time.
static inline __attribute__((always_inline)) int32_t order_partition(const Node *node, int axis,
                                                                     TopoSplit split, bool framed) {
	int32_t *order = node->builder->order + node->begin, *spare = node->builder->spare;
	const TopoItem *items = node->range.items;
	int32_t left = 0, right = 0, n = node->range.count;
	for (int32_t i = 0; i < n; ++i) {
		int32_t triangle = order[i];
		const double *c = items[triangle].centroid;
		double key = framed ? topo_along(&node->frame, axis, c) : c[axis];
		bool is_left = (key < split.value) | ((key == split.value) & (triangle <= split.tie));
		order[left] = triangle;
		spare[right] = triangle;
		left += is_left;
		right += !is_left;
	}
	memcpy(order + left, spare, (size_t)right * sizeof *order);
	return left;
}

// Divides the sorted orders by the split. With axis < 0, items 0 .. split.tie go left and the others right.
static void node_orders_divide(const Node *node, int axis, TopoSplit split) {
	if (node->sorted == TOPO_UNSORTED || node->range.frame != NULL) return;
	int32_t n = node->range.count, *moved = node->builder->scratch, left = 0, right = 0;
	for (int32_t i = 0; i < n; ++i) {
		bool is_left = axis < 0 ? i <= split.tie : goes_left(&node->range, i, axis, split);
		moved[i] = is_left ? left : ~right;
		left += is_left;
		right += !is_left;
	}
	orders_divide(node->builder, node->sorted, node->begin, n, moved, moved + n);
}

// Returns how many triangles go to the left child. Returns 0, and changes nothing, if one side would be
// empty.
static int32_t node_divide(const Node *node, int axis, TopoSplit split) {
	node_orders_divide(node, axis, split);
	int32_t left = node->range.frame == NULL ? order_partition(node, axis, split, false)
	                                         : order_partition(node, axis, split, true);
	return left < node->range.count ? left : 0;
}

// Sets split->cost to |n_l - n_r|. False: a side would be empty.
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
		const int32_t *v = frame->triangles + 3 * (int64_t)range->order[i];
		for (int axis = 0; axis < 3; ++axis) {
			double a = topo_along(frame, axis, frame->xyz + 3 * (int64_t)v[0]),
			       b = topo_along(frame, axis, frame->xyz + 3 * (int64_t)v[1]),
			       c = topo_along(frame, axis, frame->xyz + 3 * (int64_t)v[2]);
			out[i].lo[axis] = min(a, min(b, c)), out[i].hi[axis] = max(a, max(b, c));
		}
	}
}

// The scratch memory holds the boxes, then the memory for sorting, then the rules' own scratch.
static void node_open_framed(Node *node, int32_t number) {
	TopoRange *range = &node->range;
	TopoBox *boxes = node->builder->scratch;
	range->frame = NULL; // still that of the previous node
	node->frame.xyz = NULL;
	node->def->frame(node->def->frame_context, &node->frame, number, range->order, range->count);
	range->frame = &node->frame;
	if (node->sorted == TOPO_UNSORTED) return;
	frame_boxes(boxes, range);
	range->boxes = boxes;
	range->scratch = (double *)(boxes + range->count);
	orders_sort(range, node->builder, node->sorted, node->begin);
}

// Computes the box and the sum of the centroids in one pass; nearly all rules need them.
static void node_sum(TopoRange *range) {
	const TopoItem *items = range->items, *item = &items[range->order[0]];
	double lo[3], hi[3], sum[3];
	for (int k = 0; k < 3; ++k) lo[k] = item->lo[k], hi[k] = item->hi[k], sum[k] = item->centroid[k];
	for (int32_t i = 1; i < range->count; ++i) {
		item = &items[range->order[i]];
		lo[0] = min(lo[0], item->lo[0]), hi[0] = max(hi[0], item->hi[0]), sum[0] += item->centroid[0];
		lo[1] = min(lo[1], item->lo[1]), hi[1] = max(hi[1], item->hi[1]), sum[1] += item->centroid[1];
		lo[2] = min(lo[2], item->lo[2]), hi[2] = max(hi[2], item->hi[2]), sum[2] += item->centroid[2];
	}
	for (int k = 0; k < 3; ++k) range->lo[k] = lo[k], range->hi[k] = hi[k], range->sum[k] = sum[k];
}

// With a frame only the sum of the centroids is needed, because the frame has extents of its own.
static void node_sum_centroids(TopoRange *range) {
	double x = 0, y = 0, z = 0;
	for (int32_t i = 0; i < range->count; ++i) {
		const double *c = range->items[range->order[i]].centroid;
		x += c[0], y += c[1], z += c[2];
	}
	range->sum[0] = x, range->sum[1] = y, range->sum[2] = z;
}

static void node_open(Node *node, int32_t number, TopoNode triangles) {
	TopoRange *range = &node->range;
	node->begin = triangles.link;
	range->order = node->builder->order + triangles.link;
	range->count = triangles.count;
	if (node->def->frame == NULL)
		node_sum(range);
	else
		node_sum_centroids(range);
	if (node->sorted != TOPO_UNSORTED) orders_view(range, node->builder, node->sorted, node->begin);
	if (node->def->frame != NULL) node_open_framed(node, number);
}

// Returns how many of the node's triangles go to the left child: at least 1, and fewer than all.
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

// Reserves `bytes` bytes of scratch memory for each triangle; the rules' scratch lies in it.
static int32_t node_reserve(Node *node, int32_t count, size_t bytes) {
	if (bytes == 0) return HN_OK;
	node->range.scratch = topo_builder_room(node->builder, mem_array_size(count, bytes));
	return node->range.scratch != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t root_open(Node *root, TopoBuilder *builder, const TopoDef *def, int32_t count) {
	const TopoPointRule *point = def->point;
	*root = (Node){ .builder = builder, .def = def, .sorted = point->sorted };
	root->range = (TopoRange){ .items = builder->items,
		                       .order = builder->order,
		                       .count = count,
		                       .leaf = def->leaf,
		                       .axis_params = def->axis_params,
		                       .point_params = def->point_params };
	size_t bytes = point->scratch ? sizeof(double) : 0;
	if (point->sorted != TOPO_UNSORTED)
		bytes = 3 * sizeof(double) + (def->frame != NULL ? sizeof(TopoBox) : 0);
	for (int32_t i = 0; i < count; ++i) builder->order[i] = i;
	int32_t status = node_reserve(root, count, bytes);
	if (status == HN_OK) status = orders_reserve(builder, root->sorted);
	if (status == HN_OK && def->frame == NULL) orders_sort(&root->range, builder, root->sorted, 0);
	return status;
}

// Nodes at TOPO_DEEP and below are split at the median. That rule needs scratch, which the chosen rule may
// not have reserved.
static int32_t deep_reserve(Node *node, int32_t count) {
	return node->range.scratch != NULL ? HN_OK : node_reserve(node, count, sizeof(double));
}

typedef struct Pending {
	int32_t node, depth;
} Pending;

// On the deepest level both children wait, on every other level one does: never more than the depth of a tree
// + 1.
enum { PENDING_MAX = TOPO_DEEP + 40 };

static int32_t build(TopoBuilder *builder, const TopoDef *def, int32_t count) {
	CHECK(count <= builder->capacity && def->leaf >= 1 && builder->items != NULL);
	builder->node_count = builder->depth = 0;
	if (count == 0) return HN_OK;
	Node now;
	int32_t status = root_open(&now, builder, def, count);
	if (status != HN_OK) return status;
	TopoNode *nodes = builder->nodes;
	Pending pending[PENDING_MAX];
	int32_t waiting = 0;
	nodes[builder->node_count++] = (TopoNode){ .link = 0, .count = count };
	pending[waiting++] = (Pending){ 0, 0 };
	while (waiting > 0) {
		Pending next = pending[--waiting];
		TopoNode *node = &nodes[next.node];
		if (next.depth > builder->depth) builder->depth = next.depth;
		if (node->count <= def->leaf) continue;
		if (next.depth >= TOPO_DEEP && deep_reserve(&now, count) != HN_OK) return HN_ERR_NO_MEMORY;
		CHECK(waiting + 2 <= PENDING_MAX);
		node_open(&now, next.node, *node);
		int32_t left = node_split(&now, next.depth < TOPO_DEEP ? def->point : &topo_point_median);
		int32_t child = builder->node_count;
		nodes[child] = (TopoNode){ .link = node->link, .count = left };
		nodes[child + 1] = (TopoNode){ .link = node->link + left, .count = node->count - left };
		builder->node_count += 2;
		*node = (TopoNode){ .link = child, .count = 0 };
		pending[waiting++] = (Pending){ child + 1, next.depth + 1 };
		pending[waiting++] = (Pending){ child, next.depth + 1 };
	}
	return HN_OK;
}

// Room for a rule's Def if the caller gives none.
typedef struct UsualParams {
	_Alignas(max_align_t) char bytes[256];
} UsualParams;

static const void *params_or_usual(const ParamTable *table, const void *params, UsualParams *usual) {
	if (params != NULL || table->count == 0) return params;
	CHECK(table->def_size <= sizeof usual->bytes);
	param_set_defaults(table, usual->bytes);
	return usual->bytes;
}

int32_t topo_build(TopoBuilder *builder, const TopoDef *def, int32_t count) {
	UsualParams axis, point;
	TopoDef whole = *def;
	CHECK(def->point->fallback == NULL || def->point->fallback->params.count == 0);
	whole.axis_params = params_or_usual(&def->axis->params, def->axis_params, &axis);
	whole.point_params = params_or_usual(&def->point->params, def->point_params, &point);
	return build(builder, &whole, count);
}
