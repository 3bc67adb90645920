// The objects of a broad phase: a bounding volume each, under numbers that the caller chooses, and the box of
// each volume, its key, which is what broad phases work on.
//
// Two objects meet where their keys meet and their volumes' own test says so; both are closed. A key holds
// its volume, so nothing that meets is lost. Of boxes, spheres and cubes the test alone implies that the keys
// meet (docs/exactness.md, section 13); that of oriented boxes, whose margins are large beside nearly
// parallel edges, does not.
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

#define BROAD_REACH 0x1p120f // no key goes beyond

// A kind of object volume: one of those of bv/, in the same coordinates.
typedef struct BroadVolume {
	const char *name;
	size_t size;
	// Keys of a row of volumes; the index of the first that is none (NaN, a negative size, beyond the reach),
	// or count.
	int64_t (*keys)(Aabb *out, const void *volumes, int64_t count);
	// Keeps the pairs whose volumes meet, in order; how many. NULL: the key is the volume.
	int64_t (*filter)(const void *volumes, HnBroadPair *pairs, int64_t count);
} BroadVolume;

const BroadVolume *broad_volume(int32_t index); // NULL past the end; the first is the box

typedef struct BroadRun {
	int32_t first, count;
} BroadRun;

enum { OBJECT_LIVE = 1, OBJECT_CHANGED = 2 };

typedef struct BroadObjects {
	const BroadVolume *volume;
	Aabb *keys;             // by id, as the next two
	unsigned char *volumes; // empty where the key is the volume
	uint8_t *states;
	int64_t capacity; // of the three
	int32_t end;      // every live id is below
	int32_t count;    // of live ones
	// Come, gone, or placed with another key since the last objects_settle, each once. What was removed may
	// be live again.
	ARRAY(int32_t) changed;
	int64_t turnover; // how many have come or gone since then
	bool mates_do;    // a phase may report pairs whose keys do not meet, too
} BroadObjects;

static inline bool object_is_live(const BroadObjects *objects, int32_t id) {
	return (objects->states[id] & OBJECT_LIVE) != 0;
}

// New ones, or new volumes of those that are there; ids first .. first + count - 1. HN_ERR_BAD_INPUT names
// the object that is refused; those before it are placed.
int32_t objects_place(BroadObjects *objects, int32_t first, int32_t count, const void *volumes);
// The same for runs of ids, which are disjoint; each volume is at its id in volumes. For steps in which many
// runs of few have changed.
int32_t objects_place_runs(BroadObjects *objects, const BroadRun *runs, int64_t count, const void *volumes);
int32_t objects_remove(BroadObjects *objects, int32_t id); // HN_ERR_NOT_FOUND
void objects_settle(BroadObjects *objects);                // nothing has changed
void objects_forget(BroadObjects *objects);                // there are none; memory is kept
void objects_free(BroadObjects *objects);
size_t objects_bytes(const BroadObjects *objects);
