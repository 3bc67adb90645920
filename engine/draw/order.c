// Painter's order of a panel's visible faces. A face that covers a sample without owning it must be painted
// before the sample's owner. Depth-first search over these pairs gives an order that keeps all of them, where
// there is one.
#include <stdlib.h>

#include "draw/panel.h"

// A face and how near its middle lies to the viewer.
typedef struct Far {
	double depth;
	int32_t face;
} Far;

typedef struct Before {
	Far covered; // is painted before `owner`
	int32_t owner;
} Before;

typedef struct Order {
	const Panel *panel;
	ARRAY(Before) pairs;
	Far *visible;        // the visible faces, the farthest first
	int32_t *noted;      // for each face: the last face that was noted to come before it, from 1; 0: none
	int32_t *first;      // for each face: its first pair, after sorting by owner
	int32_t *next;       // for each face under way: the next pair to follow
	int32_t *stack;      // faces under way
	uint8_t *state;      // for each face: NEW, UNDER_WAY or DONE
	int32_t face, count; // the face that is scanned; how many are visible
	bool failed;
} Order;

enum { NEW, UNDER_WAY, DONE };
enum { INT_ARRAYS = 4 };

static size_t ints_size(const Order *order) {
	return mem_array_size(order->panel->faces.count + 1, sizeof(int32_t));
}
static size_t visible_size(const Order *order) {
	return mem_array_size(order->panel->faces.count, sizeof *order->visible);
}

static bool order_init(Order *out, const Panel *panel) {
	*out = (Order){ .panel = panel };
	int32_t **const arrays[INT_ARRAYS] = { &out->noted, &out->first, &out->next, &out->stack };
	bool good = true;
	for (int i = 0; i < INT_ARRAYS; ++i) good = (*arrays[i] = mem_alloc_zero(ints_size(out))) != NULL && good;
	out->state = mem_alloc_zero((size_t)panel->faces.count);
	out->visible = mem_alloc(visible_size(out));
	return good && out->state != NULL && out->visible != NULL;
}

static void order_free(Order *order) {
	int32_t *const arrays[INT_ARRAYS] = { order->noted, order->first, order->next, order->stack };
	for (int i = 0; i < INT_ARRAYS; ++i) mem_free(arrays[i], ints_size(order));
	mem_free(order->state, (size_t)order->panel->faces.count);
	mem_free(order->visible, visible_size(order));
	ARRAY_FREE(&order->pairs);
}

static Far far_of(const Panel *panel, int32_t face) {
	const HnVec3 *corner = panel->faces.data[face].corner;
	return (Far){ corner[0].z + corner[1].z + corner[2].z, face };
}

static void note_span(void *context, int32_t y, int32_t begin, int32_t end) {
	Order *order = context;
	const int32_t *row = order->panel->raster.owner + (int64_t)y * order->panel->raster.width;
	for (int32_t x = begin; x < end; ++x) {
		int32_t owner = row[x];
		if (owner < 0 || owner == order->face || order->noted[owner] == order->face + 1) continue;
		order->noted[owner] = order->face + 1;
		Before pair = { far_of(order->panel, order->face), owner };
		if (!ARRAY_PUSH(&order->pairs, pair)) order->failed = true;
	}
}

static int compare_far(const void *a, const void *b) {
	const Far *p = a, *q = b;
	if (p->depth != q->depth) return p->depth < q->depth ? -1 : 1;
	return p->face < q->face ? -1 : p->face > q->face;
}

static int compare_before(const void *a, const void *b) {
	const Before *p = a, *q = b;
	if (p->owner != q->owner) return p->owner < q->owner ? -1 : 1;
	return compare_far(&p->covered, &q->covered);
}

static void find_pairs(Order *order) {
	const Panel *panel = order->panel;
	for (int32_t i = 0; i < panel->faces.count; ++i) {
		if (!panel->faces.data[i].visible) continue;
		order->visible[order->count++] = far_of(panel, i);
		order->face = i;
		raster_scan(&panel->raster, panel->faces.data[i].corner, note_span, order);
	}
	if (order->count > 0) qsort(order->visible, (size_t)order->count, sizeof *order->visible, compare_far);
	if (order->pairs.count > 0)
		qsort(order->pairs.data, (size_t)order->pairs.count, sizeof *order->pairs.data, compare_before);
	for (int64_t i = 0; i < order->pairs.count; ++i) order->first[order->pairs.data[i].owner + 1] += 1;
	for (int32_t i = 0; i < panel->faces.count; ++i) order->first[i + 1] += order->first[i];
}

// The next face that must be painted before this one and is not under way; -1: none.
static int32_t next_before(Order *order, int32_t face) {
	while (order->next[face] < order->first[face + 1] - order->first[face]) {
		int32_t other = order->pairs.data[order->first[face] + order->next[face]++].covered.face;
		if (order->state[other] == NEW) return other;
	}
	return -1;
}

static int32_t search(Order *order, int32_t *out) {
	int32_t done = 0;
	for (int32_t i = 0; i < order->count; ++i) {
		int32_t depth = 0;
		if (order->state[order->visible[i].face] != NEW) continue;
		order->stack[depth++] = order->visible[i].face;
		while (depth > 0) {
			int32_t face = order->stack[depth - 1], other = next_before(order, face);
			order->state[face] = UNDER_WAY;
			if (other >= 0) {
				order->state[other] = UNDER_WAY;
				order->stack[depth++] = other;
			} else {
				order->state[face] = DONE;
				out[done++] = face;
				depth -= 1;
			}
		}
	}
	return done;
}

int32_t panel_order(const Panel *panel, int32_t *out) {
	Order order;
	int32_t count = HN_ERR_NO_MEMORY;
	if (order_init(&order, panel)) {
		find_pairs(&order);
		if (!order.failed && order.pairs.count <= INT32_MAX) count = search(&order, out);
	}
	order_free(&order);
	return count;
}
