// Morton order: the objects are sorted along a curve through space by the middles of their boxes, so that
// neighbours in the order are mostly neighbours in space. Each 16 of them are a block, and a binary tree of
// boxes stands over the blocks. Everything is made anew at each step. This is based on:
// G. M. Morton. A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing. 1966
#include "base/error.h"
#include "base/sort_keys.h"
#include "broad/broad.h"
#include "broad/rows.h"

enum { BLOCK = 16, BITS_MOST = 10 }; // three coordinates of 10 bits and an id of 32 are one key of 64

typedef struct MortonDef {
	int32_t bits;
} MortonDef;

typedef struct Morton {
	const BroadObjects *objects;
	MortonDef def;
	ARRAY(uint64_t) keys; // code << 32 | id, and as much room to sort them
	BoxRows rows;         // in the order of the keys
	// Node 1 is the root, the children of node i are 2 i and 2 i + 1, and node block_count + b is about block
	// b.
	ARRAY(Aabb) nodes;
	int64_t block_count; // a power of two; blocks past the last row are empty
} Morton;

static void morton_destroy(void *self) {
	Morton *morton = self;
	if (morton == NULL) return;
	ARRAY_FREE(&morton->keys);
	ARRAY_FREE(&morton->nodes);
	rows_free(&morton->rows);
	mem_free(morton, sizeof *morton);
}

static int32_t morton_create(void **out, const BroadObjects *objects, const void *params) {
	Morton *morton = mem_alloc_zero(sizeof *morton);
	if (morton == NULL) return HN_ERR_NO_MEMORY;
	morton->objects = objects;
	morton->def = *(const MortonDef *)params;
	*out = morton;
	return HN_OK;
}

// ---- the order

static double middle(const Aabb *box, int k) { return ((double)box->lo[k] + (double)box->hi[k]) * 0.5; }

// The box of the middles of all objects.
static void middles_bounds(double lo[3], double hi[3], const BroadObjects *objects) {
	for (int k = 0; k < 3; ++k) lo[k] = (double)INFINITY, hi[k] = -(double)INFINITY;
	for (int32_t id = 0; id < objects->end; ++id) {
		if (!object_is_live(objects, id)) continue;
		for (int k = 0; k < 3; ++k) {
			double at = middle(&objects->keys[id], k);
			lo[k] = at < lo[k] ? at : lo[k];
			hi[k] = at > hi[k] ? at : hi[k];
		}
	}
}

// Bit i of the coordinate becomes bit 3 i.
static uint32_t spread(uint32_t coordinate) {
	uint32_t code = 0;
	for (int i = 0; i < BITS_MOST; ++i) code |= (coordinate >> i & 1) << 3 * i;
	return code;
}

// Which answers are found does not depend on the code, only how soon.
static uint32_t code_of(const Aabb *box, const double lo[3], const double hi[3], int32_t bits) {
	uint32_t code = 0;
	double cells = (double)(1 << bits);
	for (int k = 0; k < 3; ++k) {
		double at = hi[k] > lo[k] ? (middle(box, k) - lo[k]) / (hi[k] - lo[k]) * cells : 0;
		code |= spread((uint32_t)(at < cells ? at : cells - 1)) << k;
	}
	return code;
}

// The id makes keys differ, so their order is the same on every machine.
static int32_t order_make(Morton *morton) {
	const BroadObjects *objects = morton->objects;
	int64_t n = objects->count, at = 0;
	double lo[3], hi[3];
	if (!ARRAY_RESERVE(&morton->keys, 2 * n)) return HN_ERR_NO_MEMORY;
	middles_bounds(lo, hi, objects);
	for (int32_t id = 0; id < objects->end; ++id)
		if (object_is_live(objects, id))
			morton->keys.data[at++] =
			    (uint64_t)code_of(&objects->keys[id], lo, hi, morton->def.bits) << 32 | (uint32_t)id;
	sort_keys(morton->keys.data, n, morton->keys.data + n);
	int32_t status = rows_resize(&morton->rows, n);
	for (int64_t i = 0; i < n && status == HN_OK; ++i) {
		int32_t id = (int32_t)(uint32_t)morton->keys.data[i];
		rows_set(&morton->rows, i, &objects->keys[id], id);
	}
	return status;
}

// ---- the tree

static Aabb block_bounds(const BoxRows *rows, int64_t block) {
	Aabb bounds = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } }; // meets nothing
	for (int64_t i = block * BLOCK; i < rows->count && i < (block + 1) * BLOCK; ++i) {
		Aabb box = rows_get(rows, i);
		aabb_merge(&bounds, &bounds, &box);
	}
	return bounds;
}

static int32_t morton_build(void *self) {
	Morton *morton = self;
	int32_t status = order_make(morton);
	if (status != HN_OK) return status;
	int64_t blocks = 1;
	while (blocks * BLOCK < morton->rows.count) blocks *= 2;
	if (!ARRAY_RESERVE(&morton->nodes, 2 * blocks)) return HN_ERR_NO_MEMORY;
	Aabb *nodes = morton->nodes.data;
	morton->block_count = blocks;
	for (int64_t b = 0; b < blocks; ++b) nodes[blocks + b] = block_bounds(&morton->rows, b);
	for (int64_t i = blocks - 1; i > 0; --i) aabb_merge(&nodes[i], &nodes[2 * i], &nodes[2 * i + 1]);
	return HN_OK;
}

// The node that follows when all below this one is done; 0: none does.
static inline int64_t node_after(int64_t node) {
	while ((node & 1) != 0) node /= 2;
	return node > 0 ? node + 1 : 0;
}

// ---- the query

// Row i with the rows of a block that come after it.
static inline __attribute__((always_inline)) int32_t block_query(const Morton *morton, int64_t block,
                                                                 int64_t i, const Aabb *box,
                                                                 HnBroadPairs *out, BroadCounts *counts) {
	const BoxRows *rows = &morton->rows;
	int64_t begin = block * BLOCK > i ? block * BLOCK : i + 1;
	int64_t end = (block + 1) * BLOCK < rows->count ? (block + 1) * BLOCK : rows->count;
	if (!broad_pairs_reserve(out, BLOCK)) return HN_ERR_NO_MEMORY;
	if (counts != NULL) counts->tests += end - begin;
	out->count += rows_meet(rows, begin, end, box, rows->ids[i], out->data + out->count);
	return HN_OK;
}

// Of each pair the earlier row meets the later one: from its own block on, the walk only goes forward.
static inline __attribute__((always_inline)) int32_t morton_query(const Morton *morton, HnBroadPairs *out,
                                                                  BroadCounts *counts) {
	for (int64_t i = 0; i < morton->rows.count; ++i) {
		Aabb box = rows_get(&morton->rows, i);
		int64_t node = morton->block_count + i / BLOCK;
		int32_t status = block_query(morton, i / BLOCK, i, &box, out, counts);
		for (node = node_after(node); node > 0 && status == HN_OK;) {
			bool meets = aabb_overlaps(&morton->nodes.data[node], &box), leaf = node >= morton->block_count;
			if (counts != NULL) counts->node_tests += 1;
			if (meets && leaf) status = block_query(morton, node - morton->block_count, i, &box, out, counts);
			node = meets && !leaf ? 2 * node : node_after(node);
		}
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

// The query is stamped twice; in the timed one counts is the constant NULL, and nothing is left of them.
static int32_t morton_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	return morton_query(self, out, NULL);
}
static int32_t morton_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	return morton_query(self, out, counts);
}

static size_t morton_bytes(const void *self) {
	const Morton *morton = self;
	return rows_bytes(&morton->rows) + (size_t)morton->keys.capacity * sizeof(uint64_t) +
	       (size_t)morton->nodes.capacity * sizeof(Aabb);
}

static const Param s_params[] = {
	{ .name = "bits",
	  .type = PARAM_INT,
	  .offset = offsetof(MortonDef, bits),
	  .fallback = BITS_MOST,
	  .lo = 1,
	  .hi = BITS_MOST,
	  .about = "bits of the code along each axis" },
};

extern const BroadClass broad_morton;
const BroadClass broad_morton = {
	.name = "morton",
	.about = "objects in Morton order, and a tree of boxes over blocks of 16",
	.source = "Morton 1966",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(MortonDef) },
	.create = morton_create,
	.destroy = morton_destroy,
	.build = morton_build,
	.timed = morton_timed,
	.counted = morton_counted,
	.bytes = morton_bytes,
};
