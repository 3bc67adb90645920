// A block of items is cut in slabs along the axis in which its centres' bounds are longest, two to sixteen at
// once by a counting sort on so many buckets that hardly any item is on the wrong side of a cut; then each
// slab likewise, down to one tile.
#include "broad/kd_order.h"

#include <string.h>

enum { SLABS_MOST = 16, BUCKETS_LEAST = 32, BUCKETS_MOST = 1024, ZOOM_LEAST = 64, FEW = 32 };

void kd_item(KdItem *out, const Aabb *box, int32_t id) {
	for (int k = 0; k < 3; ++k) out->center[k] = box->lo[k] * 0.5F + box->hi[k] * 0.5F;
	out->id = id;
}

typedef struct Bounds {
	float lo[3], hi[3];
} Bounds;

static Bounds bounds_of(const KdItem *items, int64_t count) {
	Bounds bounds;
	memcpy(bounds.lo, items[0].center, sizeof bounds.lo);
	memcpy(bounds.hi, items[0].center, sizeof bounds.hi);
	for (int64_t i = 1; i < count; ++i)
		for (int k = 0; k < 3; ++k) {
			float at = items[i].center[k];
			bounds.lo[k] = at < bounds.lo[k] ? at : bounds.lo[k];
			bounds.hi[k] = at > bounds.hi[k] ? at : bounds.hi[k];
		}
	return bounds;
}

static double extent(const Bounds *bounds, int k) { return (double)bounds->hi[k] - (double)bounds->lo[k]; }

static int longest_axis(const Bounds *bounds) {
	int longest = 0;
	for (int k = 1; k < 3; ++k)
		if (extent(bounds, k) > extent(bounds, longest)) longest = k;
	return longest;
}

// A power of two: the most for which a slab is no thinner than the side of a tile, be these cubes, squares of
// what is flat or pieces of what is thin.
static int64_t slabs_of(const Bounds *bounds, int axis, int64_t tiles) {
	double long_ = extent(bounds, axis), count = (double)tiles;
	double other = extent(bounds, (axis + 1) % 3), third = extent(bounds, (axis + 2) % 3);
	double wider = other > third ? other / long_ : third / long_, area = (other / long_) * (third / long_);
	int64_t slabs = 2;
	while (slabs < SLABS_MOST) {
		double next = (double)(2 * slabs);
		if (count < next || count < next * next * wider || count < next * next * next * area) break;
		slabs *= 2;
	}
	return slabs;
}

typedef struct Buckets {
	double origin, scale;
	int32_t count;
	int32_t ends[BUCKETS_MOST]; // of what is in each, once it is filled
} Buckets;

// false: all centres are the same.
static bool buckets_lay(Buckets *buckets, const KdItem *items, int64_t count, int axis) {
	float lo = items[0].center[axis], hi = lo;
	for (int64_t i = 1; i < count; ++i) {
		float at = items[i].center[axis];
		lo = at < lo ? at : lo;
		hi = at > hi ? at : hi;
	}
	int64_t wanted = count / 4;
	buckets->count = wanted < BUCKETS_LEAST  ? BUCKETS_LEAST
	                 : wanted > BUCKETS_MOST ? BUCKETS_MOST
	                                         : (int32_t)wanted;
	buckets->origin = (double)lo;
	buckets->scale = lo < hi ? (double)buckets->count / ((double)hi - (double)lo) : 0;
	return lo < hi;
}

// Monotone in the centre, rounded or not.
static inline int32_t bucket_of(const Buckets *buckets, float center) {
	int32_t bucket = (int32_t)(((double)center - buckets->origin) * buckets->scale);
	return bucket < buckets->count ? bucket : buckets->count - 1;
}

static void buckets_sort(Buckets *buckets, KdItem *items, KdItem *scratch, int64_t count, int axis) {
	int32_t sum = 0;
	memset(buckets->ends, 0, (size_t)buckets->count * sizeof *buckets->ends);
	for (int64_t i = 0; i < count; ++i) buckets->ends[bucket_of(buckets, items[i].center[axis])] += 1;
	for (int32_t b = 0; b < buckets->count; ++b) {
		int32_t many = buckets->ends[b];
		buckets->ends[b] = sum;
		sum += many;
	}
	for (int64_t i = 0; i < count; ++i)
		scratch[buckets->ends[bucket_of(buckets, items[i].center[axis])]++] = items[i];
	memcpy(items, scratch, (size_t)count * sizeof *items);
}

static void few_sort(KdItem *items, int64_t count, int axis) {
	for (int64_t i = 1; i < count; ++i) {
		KdItem item = items[i];
		int64_t at = i;
		for (; at > 0 && items[at - 1].center[axis] > item.center[axis]; --at) items[at] = items[at - 1];
		items[at] = item;
	}
}

// So that cuts can be made before every `slab` objects, the first of the items being the one that `phase`
// says. A bucket that holds much of a slab on both sides of a cut is sorted by buckets of its own.
static void cuts_sort(KdItem *items, KdItem *scratch, int64_t count, int axis, int64_t slab, int64_t phase) {
	Buckets buckets;
	if (count <= FEW) {
		few_sort(items, count, axis);
		return;
	}
	int64_t begin = 0, coarse = slab / 8 > ZOOM_LEAST ? slab / 8 : ZOOM_LEAST;
	if (!buckets_lay(&buckets, items, count, axis)) return;
	buckets_sort(&buckets, items, scratch, count, axis);
	for (int32_t b = 0; b < buckets.count; ++b) {
		int64_t end = buckets.ends[b];
		if (end - begin > coarse && (phase + begin) / slab != (phase + end - 1) / slab)
			cuts_sort(items + begin, scratch, end - begin, axis, slab, phase + begin);
		begin = end;
	}
}

void kd_order(KdItem *items, KdItem *scratch, int64_t count, int32_t tile) {
	if (count <= tile) return;
	Bounds bounds = bounds_of(items, count);
	int64_t tiles = (count + tile - 1) / tile, whole = 2;
	int axis = longest_axis(&bounds);
	if (extent(&bounds, axis) == 0) return;
	while (whole < tiles) whole *= 2;
	int64_t slab = whole / slabs_of(&bounds, axis, tiles) * tile;
	cuts_sort(items, scratch, count, axis, slab, 0);
	for (int64_t begin = 0; begin < count; begin += slab)
		kd_order(items + begin, scratch, count - begin < slab ? count - begin : slab, tile);
}
