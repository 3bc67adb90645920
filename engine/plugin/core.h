// What the adapters of plug-ins share: the scene in a plug-in's words, calls that are looked after, the
// contact buffer and the counters.
#pragma once

#include "plugin/control.h"
#include "plugin/plugin.h"
#include "scene/body_meshes.h"

typedef struct PluginContacts {
	HnPluginContacts contacts; // first: `grow` finds the rest by it
	HnContactBuffer *buffer;
} PluginContacts;

typedef struct PluginStep {
	HnPluginStep step; // first: `relative` finds the rest by it
	const HnScene *scene;
} PluginStep;

// What a plug-in is given for good, followed by its meshes, then its bodies.
typedef struct PluginGiven {
	HnPluginScene scene;
	double values[PLUGIN_PARAMS_MAX];
} PluginGiven;

typedef struct PluginCore {
	const HnPlugin *plugin;
	const HnScene *scene;
	void *self;
	HnPluginHost host;
	PluginGiven *given; // in pages of its own, which cannot be written once it is filled
	size_t given_size;
	HnPluginPose *poses; // of all bodies at the step; in pages of their own, with xyz behind them
	size_t step_size;
	bool step_protected;
	const double **xyz;
	int64_t counted[PLUGIN_COUNTERS_MAX]; // the counters at the end of the last step
	int64_t own[PLUGIN_COUNTERS_MAX];     // sums of those that are the plug-in's own, since `create`
	ControlWords control;
	PluginStep step;
	PluginContacts contacts;
} PluginCore;

// Creates the plug-in. After an error plugin_core_free is called as well.
int32_t plugin_core_init(PluginCore *core, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                         const void *params);
void plugin_core_free(PluginCore *core);
void plugin_core_begin(PluginCore *core);
// Fills in the step. meshes: the vertices of bodies; NULL for a scene of objects.
void plugin_core_step(PluginCore *core, const BodyMeshes *meshes, int32_t step, bool counted);
int32_t plugin_core_update(PluginCore *core); // for plug-ins that have `update`
// Adds what the plug-in counted since the last call: to *counts, or to the sums of its own counters.
void plugin_core_count(PluginCore *core, Counts *counts);
void plugin_core_own_counts(const PluginCore *core, int64_t *out); // as HnDetectClass.own_counts
size_t plugin_core_bytes(const PluginCore *core);
// The outcome of a call: an error of the engine for one of the plug-in, with its text. Slow; see below.
int32_t plugin_core_failed(PluginCore *core, const char *call, int32_t status);

// The outcome of a call, which is looked after: the control words must be what they were.
static inline int32_t plugin_core_after(PluginCore *core, const char *call, int32_t status) {
	ControlWords now = control_words();
	if (status == HN_PLUGIN_OK && control_words_equal(now, core->control)) return HN_OK;
	return plugin_core_failed(core, call, status);
}

// The buffer as the plug-in sees it. Its place changes seldom, its count with each call.
static inline HnPluginContacts *plugin_core_contacts(PluginCore *core, HnContactBuffer *out) {
	HnPluginContacts *contacts = &core->contacts.contacts;
	core->contacts.buffer = out;
	contacts->count = out->count;
	if ((const void *)contacts->data != out->data || contacts->capacity != out->capacity) {
		contacts->data = (HnPluginContact *)(void *)out->data;
		contacts->capacity = out->capacity;
	}
	return contacts;
}
