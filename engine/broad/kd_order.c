// A block of items is cut into 2 to 16 slabs along the longest axis of its centres' bounds. A counting sort
// does this; it has so many buckets that hardly any item ends up on the wrong side of a cut. Each slab is cut
// in the same way, down to one tile.
#include "broad/kd_order.h"

#include <string.h>

#include "base/sort_keys.h"
#include "broad/wide_box.h"

enum { SLABS_MOST = 16, BUCKETS_LEAST = 32, BUCKETS_MOST = 1024, ZOOM_LEAST = 64, FEW = 32, ONCE = 4096 };

typedef struct Bounds {
	float lo[3], hi[3];
} Bounds;

#ifdef __SSE2__
// Loads the centre and the id as four floats. The id's bits may be any float, but it stays in its own lane.
// There are four minima and four maxima, so that none waits for the one before.
static Bounds bounds_of(const KdItem *items, int64_t count) {
	enum { ROWS = 4 };
	__m128 least[ROWS], most[ROWS];
	float lo[4], hi[4];
	int64_t i = 0;
	for (int r = 0; r < ROWS; ++r) least[r] = most[r] = _mm_loadu_ps(items[0].center);
	for (; i + ROWS <= count; i += ROWS)
		for (int r = 0; r < ROWS; ++r) {
			__m128 at = _mm_loadu_ps(items[i + r].center);
			least[r] = _mm_min_ps(at, least[r]);
			most[r] = _mm_max_ps(at, most[r]);
		}
	for (; i < count; ++i) {
		__m128 at = _mm_loadu_ps(items[i].center);
		least[0] = _mm_min_ps(at, least[0]);
		most[0] = _mm_max_ps(at, most[0]);
	}
	for (int r = 1; r < ROWS; ++r) {
		least[0] = _mm_min_ps(least[r], least[0]);
		most[0] = _mm_max_ps(most[r], most[0]);
	}
	_mm_storeu_ps(lo, least[0]);
	_mm_storeu_ps(hi, most[0]);
	return (Bounds){ { lo[0], lo[1], lo[2] }, { hi[0], hi[1], hi[2] } };
}
#else
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
#endif

static double extent(const Bounds *bounds, int k) { return (double)bounds->hi[k] - (double)bounds->lo[k]; }

static int longest_axis(const Bounds *bounds) {
	int longest = 0;
	for (int k = 1; k < 3; ++k)
		if (extent(bounds, k) > extent(bounds, longest)) longest = k;
	return longest;
}

// The number of slabs: the largest power of two, at most 16, for which a slab is at least as thick as the
// side of a tile. The side is that of a cube, of a square (if the block is flat) and of a segment (if the
// block is thin); a slab must be as thick as each of the three.
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
	int32_t ends[BUCKETS_MOST]; // index after the last item of each bucket, once it is filled
} Buckets;

// Lays buckets between the least and the greatest centre. The two must differ.
static void buckets_lay(Buckets *buckets, int64_t count, float lo, float hi) {
	int64_t wanted = count / 4;
	buckets->count = wanted < BUCKETS_LEAST  ? BUCKETS_LEAST
	                 : wanted > BUCKETS_MOST ? BUCKETS_MOST
	                                         : (int32_t)wanted;
	buckets->origin = (double)lo;
	buckets->scale = (double)buckets->count / ((double)hi - (double)lo);
}

// The bucket of a centre. Rounding keeps it monotone: a larger centre never has a smaller bucket.
static inline int32_t bucket_of(const Buckets *buckets, float center) {
	int32_t bucket = (int32_t)(((double)center - buckets->origin) * buckets->scale);
	return bucket < buckets->count ? bucket : buckets->count - 1;
}

// Turns the counts of the buckets into their first indices.
static void buckets_begin(Buckets *buckets) {
	int32_t sum = 0;
	for (int32_t b = 0; b < buckets->count; ++b) {
		int32_t many = buckets->ends[b];
		buckets->ends[b] = sum;
		sum += many;
	}
}

// Sorts items by bucket. Up to ONCE items, each bucket is computed once and kept on the stack; for more items
// it is computed twice.
static void buckets_sort(Buckets *buckets, KdItem *items, KdItem *scratch, int64_t count, int axis) {
	uint16_t which[ONCE];
	memset(buckets->ends, 0, (size_t)buckets->count * sizeof *buckets->ends);
	if (count <= ONCE) {
		for (int64_t i = 0; i < count; ++i) which[i] = (uint16_t)bucket_of(buckets, items[i].center[axis]);
		for (int64_t i = 0; i < count; ++i) buckets->ends[which[i]] += 1;
		buckets_begin(buckets);
		for (int64_t i = 0; i < count; ++i) scratch[buckets->ends[which[i]]++] = items[i];
	} else {
		for (int64_t i = 0; i < count; ++i) buckets->ends[bucket_of(buckets, items[i].center[axis])] += 1;
		buckets_begin(buckets);
		for (int64_t i = 0; i < count; ++i)
			scratch[buckets->ends[bucket_of(buckets, items[i].center[axis])]++] = items[i];
	}
	memcpy(items, scratch, (size_t)count * sizeof *items);
}

// Sorts by rank. An item's rank is the number of items that are smaller, or equal and before it. No branch
// depends on the values.
static void few_sort(KdItem *items, KdItem *scratch, int64_t count, int axis) {
	enum { QUAD = 4 };
	int32_t keys[FEW + QUAD];
	for (int64_t i = 0; i < count; ++i)
		keys[i] = (int32_t)(ordered_float(items[i].center[axis]) ^ UINT32_C(0x80000000));
	for (int i = 0; i < QUAD; ++i) keys[count + i] = INT32_MAX;
	for (int64_t from = 0; from < count; from += QUAD) {
		const int32_t *quad = keys + from;
		int32_t rank[QUAD] = { 0 };
		for (int64_t j = 0; j < from; ++j)
			for (int i = 0; i < QUAD; ++i) rank[i] += keys[j] <= quad[i];
		for (int j = 0; j < QUAD; ++j)
			for (int i = 0; i < QUAD; ++i) rank[i] += (quad[j] < quad[i]) | ((quad[j] == quad[i]) & (j < i));
		for (int64_t j = from + QUAD; j < count; ++j)
			for (int i = 0; i < QUAD; ++i) rank[i] += keys[j] < quad[i];
		for (int i = 0; i < QUAD && from + i < count; ++i) scratch[rank[i]] = items[from + i];
	}
	memcpy(items, scratch, (size_t)count * sizeof *items);
}

// Sorts items so that they can be cut into slabs of `slab` items. phase: the index of the first item in the
// whole block, whose cuts are at multiples of `slab`. If a cut divides a bucket that holds much of a slab,
// the bucket is sorted again with its own buckets.
static void cuts_sort(KdItem *items, KdItem *scratch, int64_t count, int axis, const Bounds *bounds,
                      int64_t slab, int64_t phase) {
	Buckets buckets;
	if (count <= FEW) {
		few_sort(items, scratch, count, axis);
		return;
	}
	int64_t begin = 0, coarse = slab / 8 > ZOOM_LEAST ? slab / 8 : ZOOM_LEAST;
	if (bounds->lo[axis] >= bounds->hi[axis]) return;
	buckets_lay(&buckets, count, bounds->lo[axis], bounds->hi[axis]);
	buckets_sort(&buckets, items, scratch, count, axis);
	for (int32_t b = 0; b < buckets.count; ++b) {
		int64_t end = buckets.ends[b];
		if (end - begin > coarse && (phase + begin) / slab != (phase + end - 1) / slab) {
			Bounds part = bounds_of(items + begin, end - begin);
			cuts_sort(items + begin, scratch, end - begin, axis, &part, slab, phase + begin);
		}
		begin = end;
	}
}

int64_t kd_order_cut(KdItem *items, KdItem *scratch, int64_t count, int32_t tile) {
	if (count <= tile) return count;
	Bounds bounds = bounds_of(items, count);
	int64_t tiles = (count + tile - 1) / tile, whole = 2;
	int axis = longest_axis(&bounds);
	if (extent(&bounds, axis) == 0) return count;
	while (whole < tiles) whole *= 2;
	int64_t slab = whole / slabs_of(&bounds, axis, tiles) * tile;
	cuts_sort(items, scratch, count, axis, &bounds, slab, 0);
	return slab;
}

void kd_order(KdItem *items, KdItem *scratch, int64_t count, int32_t tile) {
	int64_t slab = kd_order_cut(items, scratch, count, tile);
	if (slab == count) return;
	for (int64_t begin = 0; begin < count; begin += slab)
		kd_order(items + begin, scratch, count - begin < slab ? count - begin : slab, tile);
}
