// A k-d tree without pointers: the objects in its order, boxes about every tile of so many that follow one
// another, boxes about as many of those, and so on to one. Pairs of tiles are opened level by level, each
// pair in straight loops. The order is kept from step to step, and made anew when the tests that it costs
// since then have paid for it.
#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "broad/kd_order.h"
#include "broad/rows.h"

enum { LEVELS_MAX = 32 }; // of at least 2 a tile

typedef struct KdParams {
	int32_t tile;
	double patience;
} KdParams;

typedef struct KdTree {
	const BroadObjects *objects;
	KdParams params;
	ARRAY(KdItem) order;
	ARRAY(uint8_t) known;       // by id: it is in the order
	BoxRows levels[LEVELS_MAX]; // of the objects, in order; of tiles; of tiles of these ...
	int32_t level_count;
	BroadPairs open[2];   // pairs of tiles that meet, of one level and the next
	int64_t tests;        // of the last query
	int64_t sorted_tests; // of the first after the order was made; negative: it has not come yet
	int64_t extra;        // more tests than these, since then
	int64_t came;         // objects put at the end of the order, since then
} KdTree;

static void kdtree_destroy(void *self) {
	KdTree *tree = self;
	if (tree == NULL) return;
	ARRAY_FREE(&tree->order);
	ARRAY_FREE(&tree->known);
	for (int32_t l = 0; l < LEVELS_MAX; ++l) rows_free(&tree->levels[l]);
	for (int i = 0; i < 2; ++i)
		mem_free(tree->open[i].data, (size_t)tree->open[i].capacity * sizeof *tree->open[i].data);
	mem_free(tree, sizeof *tree);
}

static void kdtree_forget(void *self) {
	KdTree *tree = self;
	tree->order.count = tree->known.count = 0;
	tree->tests = tree->sorted_tests = tree->extra = tree->came = 0;
}

static int32_t kdtree_create(void **out, const BroadObjects *objects, const void *params) {
	KdTree *tree = mem_alloc_zero(sizeof *tree);
	if (tree == NULL) return ERR_NO_MEMORY;
	tree->objects = objects;
	tree->params = *(const KdParams *)params;
	*out = tree;
	return ERR_OK;
}

static int32_t order_reserve(KdTree *tree) {
	int64_t known = tree->known.count, end = tree->objects->end;
	if (!ARRAY_RESERVE(&tree->order, tree->order.count + tree->objects->count)) return ERR_NO_MEMORY;
	if (!ARRAY_RESERVE(&tree->known, end)) return ERR_NO_MEMORY;
	if (end > known) {
		memset(tree->known.data + known, 0, (size_t)(end - known));
		tree->known.count = end;
	}
	return ERR_OK;
}

// What has gone leaves a gap that is closed; what has come is put at the end.
static void order_follow(KdTree *tree) {
	const BroadObjects *objects = tree->objects;
	bool gone = false;
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		bool live = id < objects->end && object_is_live(objects, id);
		if (id >= tree->known.count || live == (tree->known.data[id] != 0)) continue;
		tree->known.data[id] = live;
		gone |= !live;
		if (live) tree->order.data[tree->order.count++].id = id, tree->came += 1;
	}
	if (!gone) return;
	int64_t kept = 0;
	for (int64_t i = 0; i < tree->order.count; ++i) {
		KdItem item = tree->order.data[i];
		if (tree->known.data[item.id]) tree->order.data[kept++] = item;
	}
	tree->order.count = kept;
}

static bool order_is_due(const KdTree *tree) {
	double n = (double)tree->order.count;
	return (double)tree->extra > tree->params.patience * n || 16 * tree->came > tree->order.count;
}

static void order_renew(KdTree *tree) {
	for (int64_t i = 0; i < tree->order.count; ++i) {
		int32_t id = tree->order.data[i].id;
		kd_item(&tree->order.data[i], &tree->objects->keys[id], id);
	}
	kd_order(tree->order.data, tree->order.count, tree->params.tile);
	tree->extra = tree->came = 0;
	tree->sorted_tests = -1;
}

static int32_t kdtree_update(void *self) {
	KdTree *tree = self;
	int32_t status = order_reserve(tree);
	if (status != ERR_OK) return status;
	if (tree->sorted_tests < 0)
		tree->sorted_tests = tree->tests;
	else if (tree->tests > tree->sorted_tests)
		tree->extra += tree->tests - tree->sorted_tests;
	order_follow(tree);
	if (order_is_due(tree)) order_renew(tree);
	return ERR_OK;
}

static Aabb tile_box(const BoxRows *rows, int64_t begin, int64_t end) {
	Aabb box = rows_get(rows, begin);
	for (int64_t i = begin + 1; i < end; ++i)
		for (int k = 0; k < 3; ++k) {
			box.lo[k] = rows->lo[k][i] < box.lo[k] ? rows->lo[k][i] : box.lo[k];
			box.hi[k] = rows->hi[k][i] > box.hi[k] ? rows->hi[k][i] : box.hi[k];
		}
	return box;
}

static inline int64_t tile_end(const BoxRows *rows, int64_t tile, int64_t size) {
	return (tile + 1) * size < rows->count ? (tile + 1) * size : rows->count;
}

static int32_t level_build(KdTree *tree, int32_t level) {
	const BoxRows *below = &tree->levels[level - 1];
	BoxRows *rows = &tree->levels[level];
	int64_t size = tree->params.tile;
	int32_t status = rows_resize(rows, (below->count + size - 1) / size);
	if (status != ERR_OK) return status;
	for (int64_t i = 0; i < rows->count; ++i) {
		Aabb box = tile_box(below, i * size, tile_end(below, i, size));
		rows_set(rows, i, &box, (int32_t)i);
	}
	return ERR_OK;
}

static int32_t kdtree_build(void *self) {
	KdTree *tree = self;
	int32_t status = rows_resize(&tree->levels[0], tree->order.count), level = 0;
	if (status != ERR_OK) return status;
	for (int64_t i = 0; i < tree->order.count; ++i) {
		int32_t id = tree->order.data[i].id;
		rows_set(&tree->levels[0], i, &tree->objects->keys[id], id);
	}
	do status = level_build(tree, ++level);
	while (status == ERR_OK && tree->levels[level].count > 1);
	tree->level_count = level + 1;
	return status;
}

// One box against up to 16 that follow one another: the bits of those that are asked for, then of those that
// it meets.
typedef struct Item {
	int32_t row, begin;
	uint32_t mask;
} Item;

enum { ITEMS = 1024, TILE_MOST = 128 };

// Straight loops over few items at a time: no branch in them depends on what meets.
_Static_assert(TILE_MOST *(TILE_MOST / 16) <= ITEMS, "a pair of tiles has room");
typedef struct Opening {
	const BoxRows *rows;
	BroadPairs *out;
	int64_t asked; // boxes compared
	int64_t count;
	Item items[ITEMS];
} Opening;

static inline void items_add(Opening *opening, int64_t row, int64_t begin, int64_t end) {
	opening->asked += end - begin;
	for (; begin < end; begin += 16) {
		uint32_t mask = rows_mask_below(0xffff, begin, end);
		opening->items[opening->count++] = (Item){ (int32_t)row, (int32_t)begin, mask };
	}
}

// Only those that meet something stay.
static inline int64_t items_compare(Opening *opening) {
	int64_t kept = 0;
	for (int64_t i = 0; i < opening->count; ++i) {
		Item item = opening->items[i];
		Aabb box = rows_get(opening->rows, item.row);
		RowBox wide = row_box(&box);
		item.mask &= rows_mask16(opening->rows, item.begin, &wide);
		opening->items[kept] = item;
		kept += item.mask != 0;
	}
	return kept;
}

static bool items_flush(Opening *opening) {
	const BoxRows *rows = opening->rows;
	int64_t kept = items_compare(opening);
	opening->count = 0;
	if (!broad_pairs_reserve(opening->out, 16 * kept)) return false;
	for (int64_t i = 0; i < kept; ++i) {
		Item item = opening->items[i];
		opening->out->count += rows_add(rows, item.begin, item.mask, rows->ids[item.row],
		                                opening->out->data + opening->out->count);
	}
	return true;
}

// Boxes of one tile among themselves; `self`: also each with itself, for tiles are opened with themselves.
static inline void tile_within(Opening *opening, int64_t begin, int64_t end, bool self) {
	for (int64_t i = begin; i < end; ++i) items_add(opening, i, i + !self, end);
}

// Only those of tile i that meet the box about tile j are compared with what is in that.
static inline void tiles_between(Opening *opening, const BoxRows *above, int64_t size, int32_t i, int32_t j) {
	const BoxRows *rows = opening->rows;
	Aabb box = rows_get(above, j);
	RowBox wide = row_box(&box);
	int64_t end = tile_end(rows, i, size), other = tile_end(rows, j, size);
	for (int64_t from = i * size; from < end; from += 16) {
		uint32_t mask = rows_mask_below(rows_mask16(rows, from, &wide), from, end);
		for (; mask != 0; mask &= mask - 1) items_add(opening, from + __builtin_ctz(mask), j * size, other);
	}
}

// Of the pairs of tiles of one level those of what is in them; how many tests, in *tests and *node_tests.
static int32_t level_open(const KdTree *tree, int32_t level, const BroadPairs *tiles, BroadPairs *out,
                          int64_t *tests, int64_t *node_tests) {
	const BoxRows *above = &tree->levels[level + 1];
	Opening opening; // large: its items are not cleared
	opening.rows = &tree->levels[level], opening.out = out;
	opening.asked = opening.count = 0;
	int64_t size = tree->params.tile, most = size * ((size + 15) / 16); // items of a pair
	for (int64_t p = 0; p < tiles->count; ++p) {
		int32_t i = tiles->data[p].a, j = tiles->data[p].b;
		if (opening.count + most > ITEMS && !items_flush(&opening)) return ERR_NO_MEMORY;
		if (i == j) {
			tile_within(&opening, i * size, tile_end(opening.rows, i, size), level > 0);
		} else {
			tiles_between(&opening, above, size, i, j);
			*node_tests += tile_end(opening.rows, i, size) - i * size;
		}
	}
	*tests += opening.asked;
	return items_flush(&opening) ? ERR_OK : ERR_NO_MEMORY;
}

// The tests decide when the order is made anew, so they are added up in timed kernels too: once a pair of
// tiles.
static int32_t kdtree_query(KdTree *tree, BroadPairs *out, int64_t *tests, int64_t *node_tests) {
	BroadPairs *tiles = &tree->open[0], *next = &tree->open[1];
	if (tree->order.count == 0) return ERR_OK;
	tiles->count = 0;
	if (!broad_pairs_reserve(tiles, 1)) return ERR_NO_MEMORY;
	tiles->data[tiles->count++] = (BroadPair){ 0, 0 };
	for (int32_t level = tree->level_count - 2; level > 0; --level) {
		next->count = 0;
		int32_t status = level_open(tree, level, tiles, next, node_tests, node_tests);
		if (status != ERR_OK) return status;
		BroadPairs *swap = tiles;
		tiles = next;
		next = swap;
	}
	int32_t status = level_open(tree, 0, tiles, out, tests, node_tests);
	tree->tests = *tests + *node_tests;
	return status;
}

static int32_t kdtree_timed(void *self, BroadPairs *out, BroadCounts *counts) {
	int64_t tests = 0, node_tests = 0;
	(void)counts;
	return kdtree_query(self, out, &tests, &node_tests);
}

static int32_t kdtree_counted(void *self, BroadPairs *out, BroadCounts *counts) {
	int64_t tests = 0, node_tests = 0;
	int32_t status = kdtree_query(self, out, &tests, &node_tests);
	counts->tests += tests;
	counts->node_tests += node_tests;
	return status;
}

static size_t kdtree_bytes(const void *self) {
	const KdTree *tree = self;
	size_t bytes =
	    sizeof *tree + (size_t)tree->order.capacity * sizeof(KdItem) + (size_t)tree->known.capacity;
	for (int32_t l = 0; l < LEVELS_MAX; ++l) bytes += rows_bytes(&tree->levels[l]);
	for (int i = 0; i < 2; ++i) bytes += (size_t)tree->open[i].capacity * sizeof(BroadPair);
	return bytes;
}

static const Param s_params[] = {
	{ .name = "tile",
	  .type = PARAM_INT,
	  .offset = offsetof(KdParams, tile),
	  .fallback = 16,
	  .lo = 2,
	  .hi = TILE_MOST,
	  .about = "objects of a tile, and tiles of one above" },
	{ .name = "patience",
	  .type = PARAM_REAL,
	  .offset = offsetof(KdParams, patience),
	  .fallback = 100,
	  .hi = 1e9,
	  .about = "tests an object, more than right after the order was made, for which it is made anew" },
};

extern const BroadClass broad_kdtree;
const BroadClass broad_kdtree = {
	.name = "kdtree",
	.about = "tiles of objects in the order of a k-d tree, which is kept while it is good",
	.source = "Bentley 1975",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(KdParams) },
	.create = kdtree_create,
	.destroy = kdtree_destroy,
	.update = kdtree_update,
	.forget = kdtree_forget,
	.build = kdtree_build,
	.timed = kdtree_timed,
	.counted = kdtree_counted,
	.bytes = kdtree_bytes,
};
