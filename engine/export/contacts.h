// The contacts of single steps of a baked scene, found by an exact algorithm in a worker: all pairs of
// triangles that meet, or in a scene of objects all pairs of objects.
#pragma once

#include "run/group/supervise.h"
#include "scene/scene.h"

typedef struct ContactsDef {
	const char *scene_path;
	const HnScene *scene; // opened from that path
	double timeout_s;     // for the build, and again for each step
	bool verbose;
} ContactsDef;

typedef struct ContactFinder {
	Worker worker;
	double timeout_s;
} ContactFinder;

typedef struct FoundContacts {
	HnContact *data;
	int64_t count;
} FoundContacts;

// Starts the worker. *stopped: the signal that interrupted the worker's order, or 0. HN_ERR_INVALID: the
// worker crashed or reached its time limit (text set). contacts_close must be called in any case.
int32_t contacts_open(ContactFinder *out, const ContactsDef *def, int32_t *stopped);
// Finds the contacts of a step, from 0. They are sorted; found_free frees them. Errors as above, after which
// there is no worker any more.
int32_t contacts_find(ContactFinder *finder, int32_t step, FoundContacts *out, int32_t *stopped);
void contacts_close(ContactFinder *finder);
void found_free(FoundContacts *found); // one that is all zero is allowed
