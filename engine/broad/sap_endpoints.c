// Sweep and prune along three axes, which are kept sorted by insertion. If too much has moved, all three are
// sorted again from scratch.
#include "base/error.h"
#include "base/sort_keys.h"
#include "broad/pair_set.h"
#include "broad/sap.h"

// One bound of one object along an axis. Endpoints are ordered by value. Of equal values, lower bounds come
// before upper ones, so that touching objects overlap; then the order is by id.
typedef uint64_t Endpoint;
#define ENDPOINT_HI ((Endpoint)1 << 31)
#define ENDPOINT_ID (ENDPOINT_HI - 1)

struct Endpoints {
	const BroadObjects *objects;
	ARRAY(Endpoint) axis[3];
	ARRAY(uint8_t) known; // by id: 1 if the object's bounds are in the axes
	PairSet pairs;
	Sweep sweep; // finds the pairs when the axes are sorted from scratch
	HnBroadPairs found;
	double swaps; // maximum number of swaps for each object before the axes are sorted from scratch
	int64_t tests;
};

int32_t endpoints_create(Endpoints **out, const BroadObjects *objects, double swaps) {
	Endpoints *points = mem_alloc_zero(sizeof *points);
	if (points == NULL) return HN_ERR_NO_MEMORY;
	points->objects = objects;
	points->swaps = swaps;
	*out = points;
	return HN_OK;
}

void endpoints_destroy(Endpoints *points) {
	if (points == NULL) return;
	for (int k = 0; k < 3; ++k) ARRAY_FREE(&points->axis[k]);
	ARRAY_FREE(&points->known);
	pair_set_free(&points->pairs);
	sweep_free(&points->sweep);
	mem_free(points->found.data, (size_t)points->found.capacity * sizeof *points->found.data);
	mem_free(points, sizeof *points);
}

void endpoints_forget(Endpoints *points) {
	for (int k = 0; k < 3; ++k) points->axis[k].count = 0;
	points->known.count = 0;
	points->tests = 0;
	pair_set_clear(&points->pairs);
}

static inline Endpoint endpoint(const Aabb *box, int k, int32_t id, Endpoint side) {
	return (Endpoint)ordered_float(side != 0 ? box->hi[k] : box->lo[k]) << 32 | side | (uint32_t)id;
}

static inline bool boxes_meet(const Aabb *a, const Aabb *b) {
	bool meet = true;
	for (int k = 0; k < 3; ++k) meet &= (a->lo[k] <= b->hi[k]) & (b->lo[k] <= a->hi[k]);
	return meet;
}

static int32_t all_sorted(Endpoints *points) {
	const BroadObjects *objects = points->objects;
	for (int k = 0; k < 3; ++k) {
		Endpoint *axis = points->axis[k].data;
		int64_t at = 0;
		for (int32_t id = 0; id < objects->end; ++id)
			if (object_is_live(objects, id)) {
				axis[at++] = endpoint(&objects->keys[id], k, id, 0);
				axis[at++] = endpoint(&objects->keys[id], k, id, ENDPOINT_HI);
			}
		points->axis[k].count = at;
		sort_keys(axis, at, axis + at);
	}
	pair_set_clear(&points->pairs);
	points->found.count = 0;
	int32_t status = sweep_build(&points->sweep, objects, SWEEP_VARIANCE);
	if (status == HN_OK) status = sweep_query_timed(&points->sweep, &points->found);
	if (status != HN_OK) return status;
	points->tests += sweep_tests(&points->sweep);
	for (int64_t i = 0; i < points->found.count; ++i)
		if (!pair_set_add(&points->pairs, points->found.data[i].a, points->found.data[i].b))
			return HN_ERR_NO_MEMORY;
	return HN_OK;
}

// Updates the bounds of an axis without sorting. Bounds of removed objects are deleted, and the others get
// their present values. Bounds of new objects are appended, as if these objects came from beyond all others.
static void axis_follow(Endpoints *points, int k) {
	const BroadObjects *objects = points->objects;
	Endpoint *axis = points->axis[k].data;
	int64_t kept = 0;
	for (int64_t i = 0; i < points->axis[k].count; ++i) {
		int32_t id = (int32_t)(axis[i] & ENDPOINT_ID);
		if (id < objects->end && object_is_live(objects, id))
			axis[kept++] = endpoint(&objects->keys[id], k, id, axis[i] & ENDPOINT_HI);
	}
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		if (id >= objects->end || !object_is_live(objects, id) || points->known.data[id]) continue;
		axis[kept++] = endpoint(&objects->keys[id], k, id, 0);
		axis[kept++] = endpoint(&objects->keys[id], k, id, ENDPOINT_HI);
	}
	points->axis[k].count = kept;
}

// Handles a swap: `moving` passes `passed` and is now before it.
static inline bool endpoints_pass(Endpoints *points, Endpoint moving, Endpoint passed) {
	int32_t a = (int32_t)(moving & ENDPOINT_ID), b = (int32_t)(passed & ENDPOINT_ID);
	if (((moving ^ passed) & ENDPOINT_HI) == 0 || a == b) return true;
	if ((moving & ENDPOINT_HI) != 0) {
		pair_set_remove(&points->pairs, a, b);
		return true;
	}
	points->tests += 1;
	if (!boxes_meet(&points->objects->keys[a], &points->objects->keys[b])) return true;
	return pair_set_add(&points->pairs, a, b);
}

// Insertion sort with a limit of swaps. Returns 1 if the axis is sorted, and 0 if the swaps are used up. The
// axes are then sorted from scratch, so the half-sorted state does no harm. HN_ERR_NO_MEMORY.
static int32_t axis_insert(Endpoints *points, int k, int64_t *swaps) {
	Endpoint *axis = points->axis[k].data;
	for (int64_t i = 1; i < points->axis[k].count; ++i) {
		Endpoint moving = axis[i];
		int64_t at = i;
		for (; at > 0 && axis[at - 1] > moving; --at) {
			if (--*swaps < 0) return 0;
			if (!endpoints_pass(points, moving, axis[at - 1])) return HN_ERR_NO_MEMORY;
			axis[at] = axis[at - 1];
		}
		axis[at] = moving;
	}
	return 1;
}

static int32_t endpoints_reserve(Endpoints *points) {
	const BroadObjects *objects = points->objects;
	for (int k = 0; k < 3; ++k) { // old and new bounds; at least all bounds and as much scratch
		int64_t most = points->axis[k].count + 2 * objects->changed.count;
		if (!ARRAY_RESERVE(&points->axis[k],
		                   most > 4 * (int64_t)objects->count ? most : 4 * (int64_t)objects->count))
			return HN_ERR_NO_MEMORY;
	}
	int64_t known = points->known.count;
	if (!ARRAY_RESERVE(&points->known, objects->end)) return HN_ERR_NO_MEMORY;
	if (objects->end > known) {
		memset(points->known.data + known, 0, (size_t)(objects->end - known));
		points->known.count = objects->end;
	}
	return HN_OK;
}

// Updates `known` after a step. An id that was removed and is live again counts as an object that has moved.
static void known_settle(Endpoints *points) {
	const BroadObjects *objects = points->objects;
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		if (id < points->known.count)
			points->known.data[id] = id < objects->end && object_is_live(objects, id);
	}
}

static bool any_removed(const BroadObjects *objects) {
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		if (id >= objects->end || !object_is_live(objects, id)) return true;
	}
	return false;
}

int32_t endpoints_update(Endpoints *points) {
	const BroadObjects *objects = points->objects;
	double most = points->swaps * (double)objects->count;
	int64_t swaps = most < 0x1p62 ? (int64_t)most : INT64_MAX;
	points->tests = 0;
	int32_t status = endpoints_reserve(points);
	if (status != HN_OK) return status;
	if (any_removed(objects)) pair_set_drop(&points->pairs, objects->states, objects->end);
	int32_t sorted = 1;
	for (int k = 0; k < 3; ++k) axis_follow(points, k);
	for (int k = 0; k < 3 && sorted == 1; ++k) sorted = axis_insert(points, k, &swaps);
	if (sorted < 0) return sorted;
	known_settle(points);
	return sorted == 1 ? HN_OK : all_sorted(points);
}

int32_t endpoints_query(const Endpoints *points, HnBroadPairs *out) {
	return pair_set_list(&points->pairs, out) ? HN_OK : HN_ERR_NO_MEMORY;
}

int64_t endpoints_tests(const Endpoints *points) { return points->tests; }

size_t endpoints_bytes(const Endpoints *points) {
	size_t bytes = sizeof *points + sweep_bytes(&points->sweep) + (size_t)points->known.capacity +
	               (size_t)points->pairs.size * sizeof(uint64_t) +
	               (size_t)points->found.capacity * sizeof(HnBroadPair);
	for (int k = 0; k < 3; ++k) bytes += (size_t)points->axis[k].capacity * sizeof(Endpoint);
	return bytes;
}
