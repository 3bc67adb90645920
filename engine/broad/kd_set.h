// A tree without pointers. Ordered objects fill tiles of up to sixteen; the bounds of sixteen tiles fill a
// tile of the level above, and so on up to one tile. Objects can leave the set: their lanes then overlap
// nothing.
#pragma once

#include "base/array.h"
#include "broad/kd_kernel.h"
#include "broad/kd_order.h"

enum { KD_LEVELS = 10 }; // enough for 2^31 objects, with a top level of a single box

typedef struct KdLevel {
	ARRAY(Tile) tiles;
	int64_t count; // boxes in the tiles
} KdLevel;

typedef struct KdSet {
	ARRAY(int32_t) order;  // ids by slot; any id where the object has left
	ARRAY(uint16_t) valid; // for each tile, a mask of the lanes whose objects have not left
	ARRAY(Tile) before;    // bounds of the tiles in the step before; of resting sets: at first, where counted
	int64_t left;          // objects that have left
	int32_t each;          // objects in a tile, at most 16
	int32_t level_count;   // 0: not built
	KdLevel levels[KD_LEVELS];
} KdSet;

static inline int64_t set_count(const KdSet *set) { return set->order.count - set->left; }
static inline bool set_has(const KdSet *set, int64_t slot) {
	return (set->valid.data[slot / set->each] >> (slot % set->each) & 1) != 0;
}
static inline int64_t set_tiles(const KdSet *set) { return (set->order.count + set->each - 1) / set->each; }

// Reserves memory for `count` objects. False: out of memory.
bool set_reserve(KdSet *set, int64_t count);
void set_clear(KdSet *set);
void set_free(KdSet *set);
size_t set_bytes(const KdSet *set);
// Replaces the objects by `count` items in k-d order. items must have space for 2 * count items; the second
// half is scratch. set_reserve must have reserved the memory.
void set_sort(KdSet *set, KdItem *items, int64_t count);
void set_take(KdSet *set, const KdItem *items, int64_t count); // the same with items that are in this order
void set_slots(const KdSet *set, int32_t *slots); // stores the slot of each object that has not left, by id
void set_leave(KdSet *set, int32_t slot);
// Whether a changed box is still near the tile of its object, as it was when this was first asked.
bool set_stays(KdSet *set, int32_t slot, const Aabb *box);
void set_return(KdSet *set, int32_t slot, const Aabb *box); // an object that left is back
// Takes several objects out of a tile, whose bounds shrink; those above do not.
void set_leave_many(KdSet *set, int64_t tile, uint32_t lanes);

// Ids of objects that moved far from their tile's earlier bounds; at most a few from each tile.
typedef ARRAY(int32_t) KdStrays;

// Threads that build a set together, and the strays that each but the first finds.
enum { KD_HANDS = 16 };
typedef struct KdHands {
	int32_t count;
	KdStrays strays[KD_HANDS];
} KdHands;

// Builds all levels from the boxes of the objects (keys, by id), up to a single box around everything.
// strays: NULL, or a list: strays then leave the set and their ids are appended to it. hands: NULL: one
// thread; the result does not depend on it. HN_ERR_NO_MEMORY.
int32_t set_build(KdSet *set, const KdKernel *kernel, const Aabb *keys, KdStrays *strays, KdHands *hands);
// Adds levels of a single box until there are level_count. HN_ERR_NO_MEMORY.
int32_t set_extend(KdSet *set, int32_t level_count);

static inline KdSide set_side(const KdSet *set, int32_t level) {
	enum { NEAR = 1024 }; // tiles, of 384 bytes each
	return (KdSide){ set->levels[level].tiles.data, set->levels[level + 1].tiles.data,
		             level == 0 ? set->order.data : NULL, set->each, set->levels[level].tiles.count > NEAR };
}
