// The objects of a broad phase. Each object has a number, which the caller chooses, and a bounding volume.
// The box of the volume is the object's key. Broad phases work on keys.
//
// Two objects meet if their keys meet and the test of their volumes says so. Keys and volumes are closed
// sets. A key holds its volume, so no pair that meets is lost. For boxes, spheres and cubes the test alone
// implies that the keys meet (docs/explanation/exactness.md, section 13). For oriented boxes it does not,
// because its margins are large for nearly parallel edges.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "bv/aabb.h"

static inline bool broad_pairs_reserve(HnBroadPairs *pairs, int64_t more) {
	return pairs->capacity - pairs->count >= more ||
	       array_reserve((void **)&pairs->data, &pairs->capacity, pairs->count + more, sizeof *pairs->data);
}
static inline HnBroadPair broad_pair(int32_t a, int32_t b) {
	return a < b ? (HnBroadPair){ a, b } : (HnBroadPair){ b, a };
}

#define BROAD_REACH 0x1p120f // largest magnitude of a key's bounds

// A kind of object volume: one of the volumes of bv/, in the same coordinates.
typedef struct BroadVolume {
	const char *name;
	size_t size;
	// Computes the keys of the volumes with the given ids; ids NULL: of volumes 0 to count - 1. Returns the
	// index of the first invalid volume (NaN, a negative size, or beyond BROAD_REACH), or count if all are
	// valid.
	int64_t (*keys)(Aabb *out, const void *volumes, const int32_t *ids, int64_t count);
	// Keeps the pairs whose volumes meet, in order, and returns their number. NULL: the key is the volume.
	int64_t (*filter)(const void *volumes, HnBroadPair *pairs, int64_t count);
} BroadVolume;

const BroadVolume *broad_volume(int32_t index); // NULL past the end; the first is the box

typedef struct BroadRun {
	int32_t first, count;
} BroadRun;

enum { OBJECT_LIVE = 1, OBJECT_CHANGED = 2 };

typedef struct BroadObjects {
	const BroadVolume *volume;
	Aabb *keys;             // by id, like the next two
	unsigned char *volumes; // empty if the key is the volume
	uint8_t *states;
	int64_t capacity; // of the three arrays
	int32_t end;      // every live id is below this
	int32_t count;    // number of live objects
	// The ids that were added, removed or placed with a different key since the last objects_settle, each
	// once. An id that was removed may be live again.
	ARRAY(int32_t) changed;
	int64_t turnover; // number of objects added or removed since then
	bool mates_do;    // a phase may also report pairs whose keys do not overlap
} BroadObjects;

static inline bool object_is_live(const BroadObjects *objects, int32_t id) {
	return (objects->states[id] & OBJECT_LIVE) != 0;
}

// Places the objects first to first + count - 1: new objects are added, others get new volumes.
// HN_ERR_BAD_INPUT names the object that is refused; the objects before it are placed. HN_ERR_NO_MEMORY.
int32_t objects_place(BroadObjects *objects, int32_t first, int32_t count, const void *volumes);
// Places disjoint runs of ids. The volume of each object is at its id in volumes. This is faster than
// objects_place if many short runs have changed.
int32_t objects_place_runs(BroadObjects *objects, const BroadRun *runs, int64_t count, const void *volumes);
int32_t objects_remove(BroadObjects *objects, int32_t id); // HN_ERR_NOT_FOUND
void objects_settle(BroadObjects *objects);                // clears `changed` and `turnover`
void objects_forget(BroadObjects *objects);                // removes all objects; keeps the memory
void objects_free(BroadObjects *objects);
size_t objects_bytes(const BroadObjects *objects);
