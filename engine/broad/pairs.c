// Every pair of objects, n (n - 1) / 2 tests: the oracle, and the reference for the other broad phases.
#include "base/error.h"
#include "broad/broad.h"
#include "broad/rows.h"

typedef struct AllPairs {
	const BroadObjects *objects;
	BoxRows rows;
} AllPairs;

static void pairs_destroy(void *self) {
	AllPairs *all = self;
	if (all == NULL) return;
	rows_free(&all->rows);
	mem_free(all, sizeof *all);
}

static int32_t pairs_create(void **out, const BroadObjects *objects, const void *params) {
	(void)params;
	AllPairs *all = mem_alloc_zero(sizeof *all);
	if (all == NULL) return HN_ERR_NO_MEMORY;
	all->objects = objects;
	*out = all;
	return HN_OK;
}

static int32_t pairs_build(void *self) {
	AllPairs *all = self;
	return rows_gather(&all->rows, all->objects);
}

static int32_t pairs_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	const BoxRows *rows = &((const AllPairs *)self)->rows;
	for (int64_t i = 0; i < rows->count; ++i) {
		if (!broad_pairs_reserve(out, rows->count - i)) return HN_ERR_NO_MEMORY;
		Aabb box = rows_get(rows, i);
		out->count += rows_meet(rows, i + 1, rows->count, &box, rows->ids[i], out->data + out->count);
	}
	return HN_OK;
}

// Nothing is counted inside the loops, because the number of tests is known.
static int32_t pairs_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	int64_t n = ((const AllPairs *)self)->rows.count;
	counts->tests += n * (n - 1) / 2;
	return pairs_timed(self, out, NULL);
}

static size_t pairs_bytes(const void *self) { return rows_bytes(&((const AllPairs *)self)->rows); }

extern const BroadClass broad_pairs;
const BroadClass broad_pairs = {
	.name = "pairs",
	.about = "every pair of objects",
	.source = "the definition",
	.params = { NULL, 0, 0 },
	.create = pairs_create,
	.destroy = pairs_destroy,
	.build = pairs_build,
	.timed = pairs_timed,
	.counted = pairs_counted,
	.bytes = pairs_bytes,
};
