// Algorithms: what a scenario names. An algorithm is one file and one line in detect.def. Its class holds
// whole phases, stamped twice: timed (counts nothing) and counted. The indirect call is outside every loop.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/param.h"
#include "scene/scene.h"

// One pair of triangles that meet; body_a < body_b.
typedef struct Contact {
	int32_t body_a, triangle_a, body_b, triangle_b;
} Contact;

// The contacts of one step. It grows (CHECKed never to grow in timed samples: the counting pass tells how
// much to reserve).
typedef struct ContactBuffer {
	Contact *data;
	int64_t count, capacity;
} ContactBuffer;
bool contact_buffer_reserve(ContactBuffer *buffer, int64_t capacity);
void contact_buffer_free(ContactBuffer *buffer);
bool contact_buffer_grow(ContactBuffer *buffer); // by half
// False when memory is out: the phase then returns ERR_NO_MEMORY.
static inline bool contact_buffer_add(ContactBuffer *buffer, Contact contact) {
	if (buffer->count == buffer->capacity && !contact_buffer_grow(buffer)) return false;
	buffer->data[buffer->count++] = contact;
	return true;
}

typedef enum Query {
	QUERY_ALL,   // every contact
	QUERY_FIRST, // stop at the first
} Query;
const char *query_name(int32_t index); // "all", "first", NULL past the end

typedef struct Counts {
#define COUNT_FIELD(name, about) int64_t name;
#include "detect/counts.def"
#undef COUNT_FIELD
} Counts;
enum {
#define COUNT_FIELD(name, about) COUNT_INDEX_##name,
#include "detect/counts.def"
#undef COUNT_FIELD
	COUNT_FIELDS
};
const char *count_name(int32_t index); // in the order of counts.def; NULL past the end
const char *count_about(int32_t index);
static inline int64_t count_get(const Counts *counts, int32_t index) {
	return ((const int64_t *)counts)[index];
}

// One phase of one step; self is what create made. counts is NULL for timed kernels. 0 or a negative error.
typedef int32_t (*DetectPhase)(void *self, int32_t step, ContactBuffer *out, Counts *counts);
typedef struct DetectPhases {
	DetectPhase update, broad, narrow; // NULL: the algorithm has no such phase
} DetectPhases;

typedef struct DetectClass {
	const char *name;
	const char *about;  // one line for `harness list`
	const char *source; // paper key or citation; what it is an implementation of
	ParamTable params;
	// Builds everything for this scene; the scene outlives it. params is a Def that param_parse filled.
	int32_t (*create)(void **out, const Scene *scene, Query query, const void *params);
	void (*destroy)(void *self); // NULL is allowed
	// Start of a pass over the motion: forgets what earlier steps left behind (temporal coherence). May be
	// NULL.
	void (*begin)(void *self);
	DetectPhases timed, counted;
	// With these params it reports a superset of the contacts, not the contacts. NULL: it never does.
	bool (*conservative)(const void *params);
	size_t (*bytes)(const void *self); // of the trees, grids or cells themselves, without placed vertices
	// A preset gives another class's name and fixed values ("volume=aabb"); everything else is then NULL or
	// empty but name, about and source.
	const char *preset_of;
	const char *preset;
	bool planted; // a fault for tests; never listed
} DetectClass;

int32_t detect_count(void);
const DetectClass *detect_at(int32_t index); // registry order; a preset is resolved: it has all functions and
                                             // its params are those of its base less the fixed ones
const DetectClass *detect_find(const char *name); // NULL: unknown
// Does the algorithm report a superset with these parameters? ERR_BAD_INPUT where they do not parse.
int32_t detect_conservative(bool *out, const DetectClass *class, const char *params);

// A detector made from text, "leaf=1 axis=longest": what run/ and tests use. Knows nothing of timing.
typedef struct Detector {
	const DetectClass *class_;
	const Scene *scene;
	Query query;
	void *self;
} Detector;
int32_t detector_create(Detector *out, const char *name, const Scene *scene, Query query, const char *params);
void detector_destroy(Detector *detector);
// All phases of one step, counted; contacts in out (cleared first), counts added to *counts.
int32_t detector_step_counted(Detector *detector, int32_t step, ContactBuffer *out, Counts *counts);

// Sorts the contacts canonically (sort_quads) and hashes them as little-endian int32; for QUERY_FIRST hashes
// one byte, hit or not.
int32_t contacts_hash(Hash *out, ContactBuffer *contacts, Query query);

// Do two meshes touch with the second at this pose in the frame of the first? A MotionQuery for
// motion_touching.
typedef struct TouchQuery TouchQuery;
int32_t touch_query_create(TouchQuery **out, const Mesh *still, const Mesh *moving);
int32_t touch_query_hit(void *touch_query, const Pose *relative); // 1, 0 or a negative error
void touch_query_destroy(TouchQuery *query);
