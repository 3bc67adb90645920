#include "bv/fit_scratch.h"

#include <string.h>

void fit_scratch_free(FitScratch *scratch) {
	if (scratch == NULL) return;
	ARRAY_FREE(&scratch->points);
	ARRAY_FREE(&scratch->chosen);
	ARRAY_FREE(&scratch->flat);
	ARRAY_FREE(&scratch->table);
	ARRAY_FREE(&scratch->numbers);
	ARRAY_FREE(&scratch->seen);
}

// So few points are compared directly, without a table.
enum { FEW = 12 };

static uint64_t bits(double x) {
	uint64_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}

static uint64_t place_hash(HnVec3 p) {
	uint64_t h = bits(p.x) * 0x9E3779B97F4A7C15u;
	h = ((h ^ (h >> 32)) + bits(p.y)) * 0xBF58476D1CE4E5B9u;
	h = ((h ^ (h >> 29)) + bits(p.z)) * 0x94D049BB133111EBu;
	return h ^ (h >> 32);
}

static bool is_same(HnVec3 a, HnVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static void distinct_of_few(PointList *list) {
	int64_t kept = 0;
	for (int64_t i = 0; i < list->count; ++i) {
		int64_t k = 0;
		while (k < kept && !is_same(list->data[k], list->data[i])) ++k;
		if (k == kept) list->data[kept++] = list->data[i];
	}
	list->count = kept;
}

static void distinct_by_table(PointList *list, int32_t *table, uint64_t mask) {
	int64_t kept = 0;
	for (int64_t i = 0; i < list->count; ++i) {
		HnVec3 p = list->data[i];
		uint64_t slot = place_hash(p) & mask;
		while (table[slot] != 0 && !is_same(list->data[table[slot] - 1], p)) slot = (slot + 1) & mask;
		if (table[slot] != 0) continue;
		list->data[kept++] = p;
		table[slot] = (int32_t)kept;
	}
	list->count = kept;
}

// Uses a hash table that is at most half full.
bool fit_scratch_distinct(FitScratch *scratch, PointList *list) {
	if (list->count <= FEW) {
		distinct_of_few(list);
		return true;
	}
	int64_t slots = 32;
	while (slots < 2 * list->count) slots *= 2;
	if (!ARRAY_RESERVE(&scratch->table, slots)) return fit_scratch_fail(scratch, HN_ERR_NO_MEMORY);
	memset(scratch->table.data, 0, (size_t)slots * sizeof *scratch->table.data);
	distinct_by_table(list, scratch->table.data, (uint64_t)slots - 1);
	return true;
}

// Replaces -0 by 0, so that equal positions have equal bits.
static inline HnVec3 positive_zeros(HnVec3 p) { return (HnVec3){ p.x + 0.0, p.y + 0.0, p.z + 0.0 }; }

// Makes room for the marks of vertices up to this one. False: no memory.
static bool marks_reach(SlotList *seen, int32_t vertex) {
	int64_t count = (int64_t)vertex + 1;
	if (count <= seen->count) return true;
	if (!ARRAY_RESERVE(seen, count)) return false;
	memset(seen->data + seen->count, 0, (size_t)(seen->capacity - seen->count) * sizeof *seen->data);
	seen->count = seen->capacity;
	return true;
}

// A mark that no vertex has.
static int32_t mark_next(FitScratch *scratch) {
	SlotList *seen = &scratch->seen;
	if (scratch->mark == INT32_MAX) {
		memset(seen->data, 0, (size_t)seen->count * sizeof *seen->data);
		scratch->mark = 0;
	}
	return ++scratch->mark;
}

// Finds the vertices of the triangles in the order in which they come first; scratch->numbers receives them.
// Whether a vertex is new is as good as random, so it decides where the next one is put, and no branch.
static bool vertices_find(FitScratch *scratch, const ObbTriangles *t) {
	if (!ARRAY_RESERVE(&scratch->numbers, 3 * (int64_t)t->count + 1)) return false;
	int32_t *out = scratch->numbers.data, mark = mark_next(scratch);
	int64_t count = 0;
	for (int32_t i = 0; i < t->count; ++i) {
		const int32_t *v = t->triangles + 3 * (int64_t)t->order[i];
		int32_t last = v[0] > v[1] ? v[0] : v[1];
		if (!marks_reach(&scratch->seen, last > v[2] ? last : v[2])) return false;
		int32_t *seen = scratch->seen.data;
		for (int k = 0; k < 3; ++k) {
			out[count] = v[k];
			count += seen[v[k]] != mark;
			seen[v[k]] = mark;
		}
	}
	scratch->numbers.count = count;
	return true;
}

bool fit_scratch_corners(FitScratch *scratch, const ObbTriangles *t) {
	if (!vertices_find(scratch, t) || !ARRAY_RESERVE(&scratch->points, scratch->numbers.count))
		return fit_scratch_fail(scratch, HN_ERR_NO_MEMORY);
	scratch->points.count = scratch->numbers.count;
	for (int64_t i = 0; i < scratch->points.count; ++i)
		scratch->points.data[i] = positive_zeros(vec3_load(t->xyz + 3 * (int64_t)scratch->numbers.data[i]));
	return true;
}

bool fit_scratch_points(FitScratch *scratch, const HnVec3 *points, int32_t count) {
	if (!ARRAY_RESERVE(&scratch->points, count)) return fit_scratch_fail(scratch, HN_ERR_NO_MEMORY);
	for (int32_t i = 0; i < count; ++i) scratch->points.data[i] = positive_zeros(points[i]);
	scratch->points.count = count;
	return true;
}
