// Broad phases: they find the pairs that overlap among many changing objects, each pair once. A broad phase
// is one file and one line in broad.def. Its class holds whole phases, the query instantiated twice: timed
// (counts nothing) and counted. The indirect call is outside every loop.
//
//     Broad broad;
//     broad_create(&broad, "sap", "sphere", "axis=x");
//     each step: broad_place and broad_remove; then broad_update, broad_build, broad_query, in this order.
//
// All broad phases report the same set: the pairs of broad/objects.h. Nothing has a fixed capacity. Counts
// are the same on every machine.
#pragma once

#include "base/param.h"
#include "broad/objects.h"

typedef struct BroadCounts {
#define BROAD_COUNT(name, about) int64_t name;
#include "broad/counts.def"
#undef BROAD_COUNT
} BroadCounts;

// What a phase must take: no objects at all; ids with holes, because any id below objects->end may be dead
// (object_is_live); any number of objects that come and go between two queries.
typedef struct BroadClass {
	const char *name;
	const char *about;  // one line for `harness list`
	const char *source; // paper key or citation
	ParamTable params;
	// objects: borrowed; must outlive it; empty at first. params is a Def that param_parse filled.
	int32_t (*create)(void **out, const BroadObjects *objects, const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Updates its structure from objects->changed. NULL: it keeps no structure.
	int32_t (*update)(void *self);
	// Returns to the state after `create`, but keeps its memory. The objects have been removed. NULL: it
	// keeps nothing.
	void (*forget)(void *self);
	// Rebuilds what lasts only one step. NULL: nothing.
	int32_t (*build)(void *self);
	// Adds the pairs whose keys overlap, but for those that `kept` returns, to out, in any order, each once;
	// if objects->mates_do, others are allowed among them. counts: NULL when timed. A query may be repeated
	// and then finds and counts the same. It may allocate, but only to grow: out, by broad_pairs_reserve, and
	// scratch memory, which it keeps.
	int32_t (*timed)(void *self, HnBroadPairs *out, BroadCounts *counts);
	int32_t (*counted)(void *self, HnBroadPairs *out, BroadCounts *counts);
	// The pairs that it keeps from step to step. They stay the same until the next update. NULL: it keeps
	// none.
	const HnBroadPairs *(*kept)(const void *self);
	// Lets queries use so many threads, at least one. NULL: they use one.
	int32_t (*threads)(void *self, int32_t threads);
	size_t (*bytes)(const void *self); // its own structures, without the objects
} BroadClass;

int32_t broad_count(void);
const BroadClass *broad_at(int32_t index);              // NULL past the end
const BroadClass *broad_find(const char *name);         // NULL: unknown
PartKind broad_part(int32_t index);                     // in the form of Param.part
const BroadVolume *broad_volume_find(const char *name); // NULL, with the error set: unknown

typedef enum BroadStage { BROAD_PLACING, BROAD_UPDATED, BROAD_BUILT, BROAD_BROKEN } BroadStage;

typedef struct Broad {
	const BroadClass *class_;
	BroadObjects objects;
	void *self;
	BroadStage stage;
	// A byte for each placed id, 0 or 1: two objects with 1 are no pair. Borrowed. NULL: all pairs count.
	const uint8_t *fixed;
} Broad;

// Pairs that a broad phase keeps. Borrowed.
typedef struct BroadKept {
	const HnBroadPair *data;
	int64_t count;
} BroadKept;

// Errors: HN_ERR_NOT_FOUND (phase, volume or parameter), HN_ERR_BAD_INPUT. On failure *out is all zero, which
// broad_destroy accepts. A created Broad must not be moved in memory, because it has pointers into itself.
int32_t broad_create(Broad *out, const char *name, const char *volume, const char *params);
// The same, with `params` a Def that param_parse filled.
int32_t broad_create_class(Broad *out, const BroadClass *class, const char *volume, const void *params);
void broad_destroy(Broad *broad);
// See objects_place, objects_place_runs and objects_remove. An object keeps its id. Memory grows with the
// largest id.
int32_t broad_place(Broad *broad, int32_t first, int32_t count, const void *volumes);
int32_t broad_place_runs(Broad *broad, const BroadRun *runs, int64_t count, const void *volumes);
int32_t broad_remove(Broad *broad, int32_t id);
// Lets updates, builds and queries use up to so many threads; 0: as many as the calling thread may use
// processors. A new one uses one. The pairs, their order and the counts do not depend on it.
// HN_ERR_NO_MEMORY: as before.
int32_t broad_threads(Broad *broad, int32_t threads);
// Returns to the state after broad_create: no objects, and nothing that counts depend on. Works after an
// error, too. Memory is kept.
void broad_forget(Broad *broad);
// HN_ERR_INVALID: called out of order, or after a call that had no memory.
int32_t broad_update(Broad *broad);
int32_t broad_build(Broad *broad);
// Finds the pairs. out is cleared first. counts: the work is added; NULL: the kernel that counts nothing. May
// be called any number of times.
int32_t broad_query(Broad *broad, HnBroadPairs *out, BroadCounts *counts);
// The same, but pairs that the phase keeps from step to step are not copied to out if all of them count:
// *kept then has them until the next update, else it is empty. All pairs are those of *kept, then those of
// out.
int32_t broad_query_apart(Broad *broad, BroadKept *kept, HnBroadPairs *out, BroadCounts *counts);
// Bytes of the phase's own structures, and of the objects, which are the same for all phases.
size_t broad_bytes(const Broad *broad);
size_t broad_object_bytes(const Broad *broad);
