// Algorithms, which scenarios name. An algorithm is one file and one line in detect.def. It works either on
// pairs of bodies (pair_class.h) or on a whole scene. Its class holds whole phases, each instantiated twice:
// timed (counts nothing) and counted. The indirect call is outside every loop.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/param_set.h"
#include "detect/inspect.h"
#include "scene/scene.h"

// Grows the contacts of one step by half. A CHECK ensures that this never happens in timed samples: the
// counting pass tells how much to reserve.
bool contact_buffer_grow(HnContactBuffer *buffer);
// False: no memory; the phase then returns HN_ERR_NO_MEMORY.
static inline bool contact_buffer_add(HnContactBuffer *buffer, HnContact contact) {
	if (buffer->count == buffer->capacity && !contact_buffer_grow(buffer)) return false;
	buffer->data[buffer->count++] = contact;
	return true;
}

// The canonical order, in which hn_contacts_hash sorts: negative if a comes first, 0 if they are the same.
int contact_compare(const HnContact *a, const HnContact *b);

typedef struct Counts {
#define COUNT_FIELD(name, title, about) int64_t name;
#include "detect/counts.def"
#undef COUNT_FIELD
} Counts;
enum {
#define COUNT_FIELD(name, title, about) COUNT_INDEX_##name,
#include "detect/counts.def"
#undef COUNT_FIELD
	COUNT_FIELDS
};
static inline int64_t count_get(const Counts *counts, int32_t index) {
	return ((const int64_t *)counts)[index];
}

// One phase of one step. self is what `create` made. counts is NULL for timed kernels. Returns 0 or a
// negative error.
typedef int32_t (*DetectPhase)(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
// The phases in the order of a step. The broad phase comes before the update, because pairs that it does not
// report need no update. NULL: the algorithm has no such phase.
typedef struct DetectPhases {
	// only for broad phases measured alone: place takes in what changed; rebuild makes what lasts one step
	DetectPhase place, rebuild;
	DetectPhase broad, update, narrow;
} DetectPhases;
enum { DETECT_PHASES = 5 };
static inline DetectPhase detect_phase(const DetectPhases *phases, int32_t index) {
	const DetectPhase order[DETECT_PHASES] = { phases->place, phases->rebuild, phases->broad, phases->update,
		                                       phases->narrow };
	return order[index];
}

// The parts of a step that are timed separately, and the part that each phase belongs to.
typedef enum StepPart { PART_UPDATE, PART_REBUILD, PART_BROAD, PART_NARROW, STEP_PARTS } StepPart;
extern const StepPart detect_phase_part[DETECT_PHASES];

enum { DETECT_PARAMS_MAX = PARAM_SET_MAX }; // maximum number of parameters of a class

struct HnDetectClass {
	const char *name;
	const char *about;  // one line for `harness list`
	const char *source; // paper key or citation: what the class implements
	ParamTable params;
	// For an algorithm made of parts with parameters of their own: the set in which they are composed, at
	// first use. `params` is then the set's table, and all Defs below are of that table. NULL: there are no
	// such parts.
	ParamSet *set;
	// For an algorithm of pairs: the driver (pairs.h) supplies all functions below except those that ask
	// about parameters. It also sets roots_at and broad_at, the places of its own parameters. NULL: an
	// algorithm of whole scenes.
	const struct PairClass *pairs;
	size_t roots_at, broad_at;
	// Builds everything for this scene, which must outlive it. params is a Def that param_parse filled.
	int32_t (*create)(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
	                  const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Begins a pass over the motion: forgets everything from earlier steps (temporal coherence), including
	// poses, because those of moving bodies may have changed since. May be NULL.
	void (*begin)(void *self);
	// Begins a pass at this step, from which steps come in the motion's order: forwards (direction 1) or
	// backwards (-1). NULL: `begin` does, wherever the pass begins.
	void (*begin_at)(void *self, int32_t step, int32_t direction);
	DetectPhases timed, counted;
	// Copies the contacts that the phases found, for algorithms that do not put them into a phase's `out`.
	// This conversion is not timed. out: has room for all; NULL: only returns how many. A NULL function: the
	// contacts are in the phases' `out`.
	int64_t (*found)(const void *self, HnContact *out);
	// Checks what the parameter table cannot express: HN_ERR_BAD_INPUT if a value or a combination is wrong.
	// The check knows no scene. NULL: every combination is valid.
	int32_t (*check)(const void *params);
	// True if update does nothing with these params, because narrow moves what it meets. NULL: never.
	bool (*lazy)(const void *params);
	// True if a step is cheaper with what the step before left (temporal coherence), so that timed passes
	// must ask in the motion's order. A broad phase in front of an algorithm of pairs always does. NULL:
	// never.
	bool (*coherent)(const void *params, HnQuery query);
	// True if it reports a superset of the contacts with these params. NULL: never.
	bool (*conservative)(const void *params);
	// True if it may miss contacts with these params. NULL: never.
	bool (*unsound)(const void *params);
	// For an unsound algorithm: the greatest distance, in model units, by which a triangle sticks out of the
	// volume that should hold it. Error: HN_ERR_NO_MEMORY. NULL if `unsound` is NULL, or if it is not known,
	// as of plug-ins.
	int32_t (*sticks_out)(void *self, double *out);
	// True if this parameter has no effect given the others, such as k if directions are given. Results and
	// labels leave it out. NULL: never.
	bool (*idle)(const void *params, const char *name);
	size_t (*bytes)(const void *self); // the trees, grids or cells themselves, without placed vertices
	// For a plug-in: the sums of its own counters over all counted steps since `create`, at the places that
	// the counters have in its table (plugin/counters.h). NULL: there are none.
	void (*own_counts)(const void *self, int64_t *out);
	// Puts the groups that are asked for (bits 1 << InspectGroup) into *out, which is all unknown so far. It
	// may take long, and it changes the state that `begin` resets. NULL: nothing can be inspected.
	int32_t (*inspect)(void *self, uint32_t groups, Inspection *out);
	// A preset names another class and gives fixed values ("volume=aabb"). It may also give other defaults
	// for the parameters that it leaves open, if these are choices or parts without parameters
	// ("broad=octree"). Everything else except name, about and source is then NULL or empty.
	const char *preset_of;
	const char *preset, *preset_defaults;
	bool planted; // has a deliberate fault, for tests; never listed
	bool objects; // a broad phase measured alone: it knows only HN_QUERY_BOXES and scenes of objects
	const struct PluginInfo *plugin; // plugin/plugin.h; NULL: the class is part of the engine
};

// Presets are resolved: hn_detect_at returns a class with all functions, whose params are those of its base
// without the fixed ones.

// Adds a class to the registry, after all others; it must last as long as the process. A class of pairs has
// the driver's functions and parameters already (pairs.h). HN_ERR_EXISTS: the name is taken;
// HN_ERR_NO_MEMORY: there is no room.
enum { DETECT_ADDED_MAX = 256 };
int32_t detect_add(const HnDetectClass *class);

// Checks a parameter text. HN_ERR_BAD_INPUT: it does not parse, or the class refuses it.
int32_t detect_check(const HnDetectClass *class, const char *params);
// Sets *out to whether update is empty with these parameters because its work is done in narrow.
// HN_ERR_BAD_INPUT: they do not parse.
int32_t detect_lazy(bool *out, const HnDetectClass *class, const char *params);
// Sets *out to whether there is a broad phase with these parameters. The same error.
int32_t detect_fronted(bool *out, const HnDetectClass *class, const char *params);
// Sets *out to whether it uses temporal coherence with these parameters. The same error.
int32_t detect_coherent(bool *out, const HnDetectClass *class, const char *params, HnQuery query);
// Sets out[i] if parameter i has no effect given the others. HN_ERR_BAD_INPUT: the parameters do not parse.
int32_t detect_idle(bool out[DETECT_PARAMS_MAX], const HnDetectClass *class, const char *params);

// Completes the values of a Def: sets a preset's fixed values, and takes values that were not given from the
// chosen parts. HN_ERR_BAD_INPUT: a part does not accept its value, or a given parameter has no effect. In
// the latter case *wrong is that parameter, else NULL.
int32_t detect_settle(const HnDetectClass *class, void *def, const char **wrong);

// Copies the value at which a preset fixes a parameter of its base into the buffer. False: the preset does
// not fix it.
bool detect_fixed(const HnDetectClass *class, const char *param, char value[PARAM_TEXT_SIZE]);

// Runs all phases of one step. The contacts come into out, which is cleared first. counts: NULL for timed
// kernels.
int32_t detect_step(const HnDetectClass *class, void *self, int32_t step, HnContactBuffer *out,
                    Counts *counts);
// Adds the contacts that the phases kept to out.
int32_t detect_collect(const HnDetectClass *class, const void *self, HnContactBuffer *out);
// The name of the oracle of a query: brute force, or every pair of objects.
const char *detect_oracle(HnQuery query);
// True if the class is that oracle and tests all pairs. Brute force with a broad phase or roots is not an
// oracle, because these might be wrong.
bool detect_is_oracle(const HnDetectClass *class, const char *params, HnQuery query);

// Runs all phases of one step, counted. The contacts come into out, which is cleared first; the counts are
// added to *counts.
int32_t detector_step_counted(HnDetector *detector, int32_t step, HnContactBuffer *out, Counts *counts);

// The approximate bound, in bytes, on what algorithms keep of placed bodies from one phase to the next. What
// exceeds it is recomputed when it is needed, which changes no result.
size_t detect_kept_most(void);
// For tests: sets that bound for detectors made from now on; 0: the usual one.
void detect_keep_most(size_t bytes);
