#include "topo/topo.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

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

static void axes_sort(int axes[3], const double measure[3]) {
	axes[0] = 0, axes[1] = 1, axes[2] = 2;
	for (int pass = 0; pass < 2; ++pass)
		for (int i = 0; i < 2 - pass; ++i)
			if (measure[axes[i + 1]] > measure[axes[i]]) {
				int swap = axes[i];
				axes[i] = axes[i + 1], axes[i + 1] = swap;
			}
}

// Stable, so that items of every node stay in the order of their triangles. Both stores are made always: a
// branch here would be mispredicted every other time.
static int32_t items_partition(TopoItem *items, TopoItem *spare, const TopoRange *range, int axis,
                               TopoSplit split) {
	int32_t left = 0, right = 0;
	for (int32_t i = 0; i < range->count; ++i) {
		double key = topo_key(range, i, axis);
		bool goes_left = (key < split.value) | ((key == split.value) & (items[i].triangle <= split.tie));
		TopoItem item = items[i];
		items[left] = item;
		spare[right] = item;
		left += goes_left;
		right += !goes_left;
	}
	memcpy(items + left, spare, (size_t)right * sizeof *items);
	return left;
}

// How many of the node's items go to the left child: at least 1, and fewer than all.
static int32_t items_split(TopoBuilder *builder, const TopoDef *def, int32_t begin, int32_t count) {
	TopoItem *items = builder->items + begin;
	TopoFrame frame;
	TopoRange range = { .items = items, .count = count };
	if (def->frame != NULL) {
		def->frame(def->frame_context, &frame, items, count);
		range.frame = &frame;
	}
	double measure[3];
	int axes[3];
	def->axis->measure(measure, &range);
	axes_sort(axes, measure);
	for (int i = 0; i < 3; ++i) {
		TopoSplit split;
		if (!def->point->place(&split, &range, axes[i], (double *)builder->spare)) continue;
		int32_t left = items_partition(items, builder->spare, &range, axes[i], split);
		if (left > 0 && left < count) return left;
	}
	return count / 2;
}

void topo_build(TopoBuilder *builder, const TopoDef *def, int32_t count) {
	CHECK(count <= builder->capacity && def->leaf >= 1);
	builder->node_count = builder->depth = 0;
	if (count == 0) return;
	TopoNode *nodes = builder->nodes;
	TopoPending *pending = builder->pending;
	int64_t waiting = 0; // their ranges are disjoint and not empty, so never more than `count`
	nodes[builder->node_count++] = (TopoNode){ .link = 0, .count = count };
	pending[waiting++] = (TopoPending){ 0, 0 };
	while (waiting > 0) {
		TopoPending now = pending[--waiting];
		TopoNode *node = &nodes[now.node];
		if (now.depth > builder->depth) builder->depth = now.depth;
		if (node->count <= def->leaf) continue;
		int32_t left = items_split(builder, def, node->link, node->count), child = builder->node_count;
		nodes[child] = (TopoNode){ .link = node->link, .count = left };
		nodes[child + 1] = (TopoNode){ .link = node->link + left, .count = node->count - left };
		builder->node_count += 2;
		*node = (TopoNode){ .link = child, .count = 0 };
		pending[waiting++] = (TopoPending){ child + 1, now.depth + 1 };
		pending[waiting++] = (TopoPending){ child, now.depth + 1 };
	}
}
