// Algorithms: what a scenario names. An algorithm is one file and one line in detect.def. It is one of two
// kinds: of pairs of bodies (pair_class.h), or of a whole scene. Its class holds whole phases, stamped twice:
// timed (counts nothing) and counted. The indirect call is outside every loop.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/param_set.h"
#include "detect/inspect.h"
#include "scene/scene.h"

// The contacts of one step: CHECKed never to grow in timed samples, the counting pass tells how much to
// reserve.
bool contact_buffer_grow(HnContactBuffer *buffer); // by half
// False when memory is out: the phase then returns HN_ERR_NO_MEMORY.
static inline bool contact_buffer_add(HnContactBuffer *buffer, HnContact contact) {
	if (buffer->count == buffer->capacity && !contact_buffer_grow(buffer)) return false;
	buffer->data[buffer->count++] = contact;
	return true;
}

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

// One phase of one step; self is what create made. counts is NULL for timed kernels. 0 or a negative error.
typedef int32_t (*DetectPhase)(void *self, int32_t step, HnContactBuffer *out, Counts *counts);
// In the order of a step: what no broad phase reports need not be brought up to date. NULL: the algorithm has
// no such phase.
typedef struct DetectPhases {
	DetectPhase place, rebuild; // of a broad phase alone: takes in what changed; makes what lasts a step
	DetectPhase broad, update, narrow;
} DetectPhases;
enum { DETECT_PHASES = 5 };
static inline DetectPhase detect_phase(const DetectPhases *phases, int32_t index) {
	const DetectPhase order[DETECT_PHASES] = { phases->place, phases->rebuild, phases->broad, phases->update,
		                                       phases->narrow };
	return order[index];
}

// What of a step is timed apart, and which of it each phase belongs to.
typedef enum StepPart { PART_UPDATE, PART_REBUILD, PART_BROAD, PART_NARROW, STEP_PARTS } StepPart;
extern const StepPart detect_phase_part[DETECT_PHASES];

enum { DETECT_PARAMS_MAX = PARAM_SET_MAX }; // parameters of a class

struct HnDetectClass {
	const char *name;
	const char *about;  // one line for `harness list`
	const char *source; // paper key or citation; what it is an implementation of
	ParamTable params;
	// Of an algorithm that is made of parts with parameters of their own: where they are composed, at the
	// first look. `params` is then the set's table, and so are the params below. NULL: it is not.
	ParamSet *set;
	// Of an algorithm of pairs all that follows but what asks about parameters is the driver's (pairs.h); it
	// sets where in params its own parameters are. NULL: an algorithm of whole scenes.
	const struct PairClass *pairs;
	size_t roots_at, broad_at;
	// Builds everything for this scene; the scene outlives it. params is a Def that param_parse filled.
	int32_t (*create)(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
	                  const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Start of a pass over the motion: forgets what earlier steps left behind (temporal coherence), and any
	// pose: those of bodies that move may be others since. May be NULL.
	void (*begin)(void *self);
	DetectPhases timed, counted;
	// What the phases found, where they do not put it into `out`: no clock sees it made into contacts. out:
	// has room for all; NULL: only how many. NULL: it is in their `out`.
	int64_t (*found)(const void *self, HnContact *out);
	// What the parameter table cannot say: HN_ERR_BAD_INPUT where these values are wrong, alone or together.
	// It knows no scene. NULL: none are.
	int32_t (*check)(const void *params);
	// With these params update does nothing: narrow moves what it meets. NULL: it never is so.
	bool (*lazy)(const void *params);
	// With these params it reports a superset of the contacts, not the contacts. NULL: it never does.
	bool (*conservative)(const void *params);
	// With these params it may miss contacts. NULL: it never does.
	bool (*unsound)(const void *params);
	// Of one that may: the greatest distance by which a triangle sticks out of what should hold it, in model
	// units. HN_ERR_NO_MEMORY. NULL where `unsound` is.
	int32_t (*sticks_out)(void *self, double *out);
	// Does this parameter say nothing beside the others, such as k where directions are given? Results and
	// labels leave it out. NULL: none ever does.
	bool (*idle)(const void *params, const char *name);
	size_t (*bytes)(const void *self); // of the trees, grids or cells themselves, without placed vertices
	// What was asked for (bits 1 << InspectGroup) into *out, where nothing is known so far. Takes its time,
	// and changes what `begin` forgets. NULL: nothing can be known.
	int32_t (*inspect)(void *self, uint32_t groups, Inspection *out);
	// A preset gives another class's name, fixed values ("volume=aabb") and, if it has any, other defaults of
	// what it leaves open, choices and parts without parameters ("broad=octree"); everything else is then
	// NULL or empty but name, about and source.
	const char *preset_of;
	const char *preset, *preset_defaults;
	bool planted; // a fault for tests; never listed
	bool objects; // a broad phase alone: it knows HN_QUERY_BOXES only, and scenes of objects
};

// A preset is resolved: hn_detect_at gives it all functions, and its params are those of its base less the
// fixed ones.

// HN_ERR_BAD_INPUT, where parameters do not parse or the class refuses them.
int32_t detect_check(const HnDetectClass *class, const char *params);
// Is update empty with these parameters, its work done in narrow? HN_ERR_BAD_INPUT where they do not parse.
int32_t detect_lazy(bool *out, const HnDetectClass *class, const char *params);
// Is there a broad phase with these parameters? The same.
int32_t detect_fronted(bool *out, const HnDetectClass *class, const char *params);
// Which of the class's parameters say nothing beside the others. HN_ERR_BAD_INPUT where they do not parse.
int32_t detect_idle(bool out[DETECT_PARAMS_MAX], const HnDetectClass *class, const char *params);

// Values of its params as they will be used: a preset's fixed ones, and what was not given as the chosen
// parts have it. HN_ERR_BAD_INPUT: a part does not take its value, or what was given says nothing and should;
// *wrong is then that parameter, else NULL.
int32_t detect_settle(const HnDetectClass *class, void *def, const char **wrong);

// The value that a preset fixes a parameter of its base at, into the buffer; false where it does not.
bool detect_fixed(const HnDetectClass *class, const char *param, char value[PARAM_TEXT_SIZE]);

// All phases of one step; contacts in out (cleared first). counts: NULL for timed kernels.
int32_t detect_step(const HnDetectClass *class, void *self, int32_t step, HnContactBuffer *out,
                    Counts *counts);
// What the phases left behind into out.
int32_t detect_collect(const HnDetectClass *class, const void *self, HnContactBuffer *out);
// Who knows what is right under a query: brute force, or every pair of objects.
const char *detect_oracle(HnQuery query);
// Is it that, over all pairs? With a broad phase or roots, which might be wrong, brute force is not.
bool detect_is_oracle(const HnDetectClass *class, const char *params, HnQuery query);

// All phases of one step, counted; contacts in out (cleared first), counts added to *counts.
int32_t detector_step_counted(HnDetector *detector, int32_t step, HnContactBuffer *out, Counts *counts);

// Of bodies in the frames of others algorithms keep about so many bytes from one phase to the next; what is
// beyond is made again when it is needed, which changes no answer.
size_t detect_kept_most(void);
// For tests: the bound for detectors made from now on; 0: the usual one.
void detect_keep_most(size_t bytes);
