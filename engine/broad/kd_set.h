// Objects in an order, sixteen a tile, boxes about every tile, sixteen of these a tile above, and so on to
// one tile: a tree without pointers. Objects can leave it; their lanes meet nothing then.
#pragma once

#include "base/array.h"
#include "broad/kd_kernel.h"
#include "broad/kd_order.h"

enum { KD_LEVELS = 10 }; // 2^31 objects, and one level of a single box

typedef struct KdLevel {
	ARRAY(Tile) tiles;
	int64_t count; // of the boxes in them
} KdLevel;

typedef struct KdSet {
	ARRAY(int32_t) order;  // ids; where lanes are empty any
	ARRAY(uint16_t) valid; // by tile: the lanes whose objects have not left
	ARRAY(Tile) before;    // bounds of the tiles in the step before
	int64_t left;          // objects that have
	int32_t each;          // objects a tile
	int32_t level_count;   // 0: it is not built
	KdLevel levels[KD_LEVELS];
} KdSet;

static inline int64_t set_count(const KdSet *set) { return set->order.count - set->left; }
static inline bool set_has(const KdSet *set, int64_t slot) {
	return (set->valid.data[slot / set->each] >> (slot % set->each) & 1) != 0;
}
static inline int64_t set_tiles(const KdSet *set) { return (set->order.count + set->each - 1) / set->each; }

// Room for so many objects. false: no memory.
bool set_reserve(KdSet *set, int64_t count);
void set_clear(KdSet *set);
void set_free(KdSet *set);
size_t set_bytes(const KdSet *set);
// Its objects are these, in k-d order; slots: by id, where each is. items: twice as many as count. There is
// room.
void set_sort(KdSet *set, KdItem *items, int64_t count, int32_t *slots);
void set_leave(KdSet *set, int32_t slot);

// Objects that are far from where their tile was: at most a few of a tile.
typedef ARRAY(int32_t) KdStrays;

// From the keys all levels, up to the single box about all. strays: NULL, or where ids are put that have left
// it for that reason.
int32_t set_build(KdSet *set, const KdKernel *kernel, const Aabb *keys, KdStrays *strays);
// As many levels as another set has; those above the last have a single box.
int32_t set_extend(KdSet *set, int32_t level_count);

static inline KdSide set_side(const KdSet *set, int32_t level) {
	return (KdSide){ set->levels[level].tiles.data, set->levels[level + 1].tiles.data,
		             level == 0 ? set->order.data : NULL, set->each };
}
