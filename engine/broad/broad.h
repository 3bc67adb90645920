// Broad phases: of many objects, which change, the pairs that meet, each once. A broad phase is one file and
// one line in broad.def. Its class holds whole phases, the query stamped twice: timed (counts nothing) and
// counted. The indirect call is outside every loop.
//
//     Broad broad;
//     broad_create(&broad, "sap", "sphere", "axis=x");
//     each step: broad_place and broad_remove; then broad_update, broad_build, broad_query, in this order.
//
// All phases report the same set: the pairs of broad/objects.h. Nothing has a fixed capacity. Counts are the
// same on every machine.
#pragma once

#include "base/param.h"
#include "broad/objects.h"

typedef struct BroadCounts {
#define BROAD_COUNT(name, about) int64_t name;
#include "broad/counts.def"
#undef BROAD_COUNT
} BroadCounts;

typedef struct BroadClass {
	const char *name;
	const char *about;  // one line for `harness list`
	const char *source; // paper key or citation
	ParamTable params;
	// objects: borrowed, outlive it, at first none. params is a Def that param_parse filled.
	int32_t (*create)(void **out, const BroadObjects *objects, const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Follows objects->changed: for phases that keep a structure. NULL: it keeps none.
	int32_t (*update)(void *self);
	// As it was created, but for memory that it holds; the objects are none. NULL: it keeps nothing.
	void (*forget)(void *self);
	// Makes anew what does not outlive a step. NULL: nothing.
	int32_t (*build)(void *self);
	// Adds the pairs of keys that meet to out, in any order, each once. counts: NULL when timed.
	int32_t (*timed)(void *self, HnBroadPairs *out, BroadCounts *counts);
	int32_t (*counted)(void *self, HnBroadPairs *out, BroadCounts *counts);
	size_t (*bytes)(const void *self); // its own structures, without the objects
} BroadClass;

int32_t broad_count(void);
const BroadClass *broad_at(int32_t index);              // NULL past the end
const BroadClass *broad_find(const char *name);         // NULL: unknown
PartKind broad_part(int32_t index);                     // as Param.part wants it
const BroadVolume *broad_volume_find(const char *name); // NULL, with the error set: unknown

typedef enum BroadStage { BROAD_PLACING, BROAD_UPDATED, BROAD_BUILT, BROAD_BROKEN } BroadStage;

typedef struct Broad {
	const BroadClass *class_;
	BroadObjects objects;
	void *self;
	BroadStage stage;
	// A byte for each id that is placed, 0 or 1: no two with 1 are a pair; borrowed. NULL: all are.
	const uint8_t *fixed;
} Broad;

// HN_ERR_NOT_FOUND (phase, volume or parameter), HN_ERR_BAD_INPUT. On failure *out is all zero, which
// broad_destroy takes. What was created stays where it is: it has pointers into itself.
int32_t broad_create(Broad *out, const char *name, const char *volume, const char *params);
// The same with params a Def that param_parse filled.
int32_t broad_create_class(Broad *out, const BroadClass *class, const char *volume, const void *params);
void broad_destroy(Broad *broad);
// objects_place, objects_place_runs and objects_remove. Ids stay with their objects; memory goes with the
// largest.
int32_t broad_place(Broad *broad, int32_t first, int32_t count, const void *volumes);
int32_t broad_place_runs(Broad *broad, const BroadRun *runs, int64_t count, const void *volumes);
int32_t broad_remove(Broad *broad, int32_t id);
// As it was created: no objects, and nothing that counts depend on; also after an error. Memory is kept.
void broad_forget(Broad *broad);
// HN_ERR_INVALID: not in this order, or after one of them had no memory.
int32_t broad_update(Broad *broad);
int32_t broad_build(Broad *broad);
// out is cleared first. counts: what it did is added; NULL: the kernel that counts nothing. Any number of
// times.
int32_t broad_query(Broad *broad, HnBroadPairs *out, BroadCounts *counts);
// What the phase's own structures hold, in bytes; the objects, which all have alike, apart.
size_t broad_bytes(const Broad *broad);
size_t broad_object_bytes(const Broad *broad);
