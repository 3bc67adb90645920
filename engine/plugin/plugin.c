#include "plugin/plugin.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "detect/pairs.h"
#include "plugin/adapters.h"
#include "plugin/counters.h"
#include "plugin/external.h"

// A class made from a description, with all that it points to. It lasts as long as the process.
typedef struct PluginClass {
	HnDetectClass class_; // first: plugin_bind finds the rest by it
	PluginInfo info;
	Param own[PLUGIN_PARAMS_MAX], params[DETECT_PARAMS_MAX];
	ParamMore more[PLUGIN_PARAMS_MAX];
	HnPluginParam described[PLUGIN_PARAMS_MAX];
	HnPluginCounter counters[PLUGIN_COUNTERS_MAX];
} PluginClass;

// Checks
// ------------------------------------------------------------------------------------------------------

static bool is_name(const char *name) {
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_",
	                  all[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
	if (name == NULL || name[0] == '\0' || strchr(letters, name[0]) == NULL) return false;
	size_t length = strlen(name);
	return length <= PLUGIN_NAME_MAX && strspn(name, all) == length;
}

static bool is_line(const char *text) {
	return text != NULL && text[0] != '\0' && strlen(text) < 300 && strpbrk(text, "\r\n") == NULL;
}

static int32_t wrong(const HnPlugin *plugin, const char *what, const char *must) {
	return error_set(HN_ERR_BAD_INPUT, "plug-in %.40s: %.60s %s", is_name(plugin->name) ? plugin->name : "?",
	                 what, must);
}

static int32_t choices_check(const HnPlugin *plugin, const HnPluginParam *p) {
	int32_t count = 0;
	for (; p->choices != NULL && p->choices[count] != NULL; ++count)
		if (!is_name(p->choices[count])) return wrong(plugin, p->name, "has a choice that is no name");
	if (count == 0) return wrong(plugin, p->name, "has no choices");
	if (!(p->fallback >= 0 && p->fallback < count))
		return wrong(plugin, p->name, "has a default out of range");
	return HN_OK;
}

static int32_t param_check(const HnPlugin *plugin, int32_t index) {
	const HnPluginParam *p = &plugin->params[index];
	if (!is_name(p->name)) return wrong(plugin, "a parameter's name", "is no lower-case identifier");
	if (strcmp(p->name, "label") == 0 || strcmp(p->name, "broad") == 0 || strcmp(p->name, "roots") == 0)
		return wrong(plugin, p->name, "is a name of the engine's; call the parameter otherwise");
	for (int32_t i = 0; i < index; ++i)
		if (strcmp(plugin->params[i].name, p->name) == 0) return wrong(plugin, p->name, "is there twice");
	if (!is_line(p->about)) return wrong(plugin, p->name, "has no line that says what it is");
	if (p->type == HN_PLUGIN_CHOICE) return choices_check(plugin, p);
	if (p->type < HN_PLUGIN_INT || p->type > HN_PLUGIN_CHOICE)
		return wrong(plugin, p->name, "has an unknown type");
	double lo = p->type == HN_PLUGIN_BOOL ? 0 : p->lo, hi = p->type == HN_PLUGIN_BOOL ? 1 : p->hi;
	bool ranged = isfinite(lo) && isfinite(hi) && lo <= hi;
	if (p->type == HN_PLUGIN_INT) ranged = ranged && lo >= INT32_MIN && hi <= INT32_MAX;
	if (!ranged) return wrong(plugin, p->name, "has no range");
	bool inside = p->fallback >= lo && p->fallback <= hi;
	bool whole = p->type == HN_PLUGIN_REAL || p->fallback == floor(p->fallback);
	return inside && whole ? HN_OK : wrong(plugin, p->name, "has a default out of range");
}

static int32_t counter_check(const HnPlugin *plugin, int32_t index) {
	const HnPluginCounter *c = &plugin->counters[index];
	if (!is_name(c->name)) return wrong(plugin, "a counter's name", "is no lower-case identifier");
	for (int32_t i = 0; i < index; ++i)
		if (strcmp(plugin->counters[i].name, c->name) == 0) return wrong(plugin, c->name, "is there twice");
	for (int32_t i = 0; i < plugin->param_count; ++i)
		if (strcmp(plugin->params[i].name, c->name) == 0)
			return wrong(plugin, c->name, "is a parameter and a counter");
	if (!is_line(c->unit)) return wrong(plugin, c->name, "has no unit");
	return is_line(c->about) ? HN_OK : wrong(plugin, c->name, "has no line that says what it is");
}

static int32_t functions_check(const HnPlugin *plugin) {
	bool pairs = plugin->kind == HN_PLUGIN_PAIRS;
	if (plugin->create == NULL) return wrong(plugin, "create", "is missing");
	if (plugin->destroy == NULL) return wrong(plugin, "destroy", "is missing");
	if (pairs && plugin->pair == NULL) return wrong(plugin, "pair", "is missing");
	if (!pairs && plugin->query == NULL) return wrong(plugin, "query", "is missing");
	if (plugin->counter_count > 0 && plugin->count == NULL) return wrong(plugin, "count", "is missing");
	return HN_OK;
}

int32_t plugin_check(const HnPlugin *plugin, bool functions) {
	if (!is_name(plugin->name)) return wrong(plugin, "its name", "is no lower-case identifier");
	if (!is_line(plugin->about)) return wrong(plugin, "about", "is no line");
	if (!is_line(plugin->source)) return wrong(plugin, "source", "is no line");
	if (plugin->library != NULL && !is_line(plugin->library)) return wrong(plugin, "library", "is no line");
	if (plugin->semantics != NULL && !is_line(plugin->semantics))
		return wrong(plugin, "semantics", "is no line");
	if (plugin->kind < HN_PLUGIN_PAIRS || plugin->kind > HN_PLUGIN_BOXES)
		return wrong(plugin, "kind", "is unknown");
	if (plugin->answers < HN_PLUGIN_EXACT || plugin->answers > HN_PLUGIN_CANDIDATES)
		return wrong(plugin, "answers", "is unknown");
	if (plugin->can >= 32 || (plugin->can & (HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST)) == 0)
		return wrong(plugin, "can",
		             "holds neither HN_PLUGIN_CAN_ALL nor HN_PLUGIN_CAN_FIRST, or what is unknown");
	if (plugin->param_count < 0 || plugin->param_count > PLUGIN_PARAMS_MAX ||
	    (plugin->param_count > 0 && plugin->params == NULL))
		return wrong(plugin, "param_count", "is not from 0 to 32");
	if (plugin->counter_count < 0 || plugin->counter_count > PLUGIN_COUNTERS_MAX ||
	    (plugin->counter_count > 0 && plugin->counters == NULL))
		return wrong(plugin, "counter_count", "is not from 0 to 16");
	int32_t status = HN_OK;
	for (int32_t i = 0; status == HN_OK && i < plugin->param_count; ++i) status = param_check(plugin, i);
	for (int32_t i = 0; status == HN_OK && i < plugin->counter_count; ++i) status = counter_check(plugin, i);
	return status == HN_OK && functions ? functions_check(plugin) : status;
}

// Copies
// ------------------------------------------------------------------------------------------------------

static bool text_keep(const char **text) {
	if (*text == NULL) return true;
	*text = string_copy(*text);
	return *text != NULL;
}

static bool choices_keep(HnPluginParam *p) {
	int32_t count = 0;
	while (p->choices[count] != NULL) ++count;
	const char **names = mem_alloc_zero(mem_array_size(count + 1, sizeof *names));
	if (names == NULL) return false;
	for (int32_t i = 0; i < count; ++i) {
		names[i] = p->choices[i];
		if (!text_keep(&names[i])) return false;
	}
	p->choices = names;
	return true;
}

static bool params_keep(PluginClass *made) {
	static const ParamType s_types[] = { PARAM_INT, PARAM_REAL, PARAM_BOOL, PARAM_CHOICE };
	for (int32_t i = 0; i < made->info.plugin.param_count; ++i) {
		HnPluginParam *p = &made->described[i];
		*p = made->info.plugin.params[i];
		if (!text_keep(&p->name) || !text_keep(&p->about)) return false;
		if (p->type == HN_PLUGIN_CHOICE && !choices_keep(p)) return false;
		made->own[i] = (Param){ .name = p->name,
			                    .about = p->about,
			                    .type = s_types[p->type],
			                    .offset = (size_t)i * sizeof(double),
			                    .fallback = p->fallback,
			                    .lo = p->lo,
			                    .hi = p->hi };
		made->more[i].names = p->choices;
		if (p->type == HN_PLUGIN_CHOICE) made->own[i].more = &made->more[i];
	}
	made->info.plugin.params = made->described;
	return true;
}

static bool counters_keep(PluginClass *made) {
	for (int32_t i = 0; i < made->info.plugin.counter_count; ++i) {
		HnPluginCounter *c = &made->counters[i];
		*c = made->info.plugin.counters[i];
		if (!text_keep(&c->name) || !text_keep(&c->unit) || !text_keep(&c->about)) return false;
	}
	made->info.plugin.counters = made->counters;
	return true;
}

static bool texts_keep(HnPlugin *plugin) {
	return text_keep(&plugin->name) && text_keep(&plugin->about) && text_keep(&plugin->source) &&
	       text_keep(&plugin->library) && text_keep(&plugin->semantics);
}

// Classes
// ------------------------------------------------------------------------------------------------------

// The questions of a class know no class, so there is a function for each answer.
static bool always(const void *params) {
	(void)params;
	return true;
}

static bool always_coherent(const void *params, HnQuery query) {
	(void)params, (void)query;
	return true;
}

static void class_resolve(PluginClass *made) {
	HnDetectClass *class = &made->class_;
	const HnPlugin *plugin = &made->info.plugin;
	bool updates = plugin->update != NULL;
	size_t def_size = (size_t)(plugin->param_count + 1) * sizeof(double);
	*class = (HnDetectClass){ .name = plugin->name,
		                      .about = plugin->about,
		                      .source = plugin->source,
		                      .params = { made->own, plugin->param_count, def_size },
		                      .objects = plugin->kind == HN_PLUGIN_BOXES,
		                      .plugin = &made->info };
	if (made->info.external != NULL) {
		external_resolve(class);
	} else if (plugin->kind == HN_PLUGIN_PAIRS) {
		class->pairs = plugin_pairs(updates);
		pairs_resolve(class, made->params);
	} else {
		plugin_scenes_resolve(class, updates);
	}
	if (plugin_own_counters(class) == 0) class->own_counts = NULL;
	if ((plugin->can & HN_PLUGIN_COHERENT) != 0) class->coherent = always_coherent;
	if (plugin->answers != HN_PLUGIN_EXACT) class->conservative = always;
	if (plugin->answers == HN_PLUGIN_INEXACT) class->unsound = always;
}

static bool is_same(const PluginInfo *info, const char *file, const char *key) {
	return info != NULL && strcmp(info->file, file) == 0 && strcmp(info->key, key) == 0;
}

static int32_t refuse_name(const HnDetectClass *old, const char *file) {
	return error_set(HN_ERR_EXISTS, "%s: %s has the name '%s' already", file,
	                 old->plugin != NULL ? old->plugin->file : "an algorithm of the engine", old->name);
}

// What was made of a plug-in that is refused stays: it is little, and it happens once.
int32_t plugin_add(const HnDetectClass **out, const HnPlugin *described, const PluginSource *source) {
	const char *file = source->file, *key = source->key;
	*out = NULL;
	int32_t status = plugin_check(described, false);
	if (status != HN_OK) return error_prefix(status, "%s", file);
	const HnDetectClass *old = hn_detect_find(described->name);
	if (old != NULL && !is_same(old->plugin, file, key)) return refuse_name(old, file);
	if (old != NULL) {
		*out = old;
		return HN_OK;
	}
	PluginClass *made = mem_alloc_zero(sizeof *made);
	if (made == NULL) return HN_ERR_NO_MEMORY;
	made->info = (PluginInfo){ .plugin = *described,
		                       .file = string_copy(file),
		                       .key = string_copy(key),
		                       .text = string_copy(source->text),
		                       .external = source->external };
	bool kept = made->info.file != NULL && made->info.key != NULL && made->info.text != NULL;
	if (!kept || !texts_keep(&made->info.plugin) || !params_keep(made) || !counters_keep(made))
		return HN_ERR_NO_MEMORY;
	class_resolve(made);
	status = detect_add(&made->class_);
	if (status == HN_OK) *out = &made->class_;
	return status;
}

const External *plugin_external(const HnDetectClass *class) {
	return class->plugin != NULL ? class->plugin->external : NULL;
}

int32_t plugin_bind(const HnDetectClass *class, const HnPlugin *loaded) {
	PluginInfo *info = (PluginInfo *)class->plugin;
	HnPlugin *plugin = &info->plugin;
	if (strcmp(plugin->name, loaded->name) != 0 || plugin->param_count != loaded->param_count ||
	    (plugin->update != NULL) != (loaded->update != NULL))
		return error_set(HN_ERR_BAD_INPUT, "plug-in %s: its code is not what was described", plugin->name);
	plugin->create = loaded->create;
	plugin->destroy = loaded->destroy;
	plugin->begin = loaded->begin;
	plugin->update = loaded->update;
	plugin->pair = loaded->pair;
	plugin->query = loaded->query;
	plugin->count = loaded->count;
	plugin->bytes = loaded->bytes;
	info->bound = true;
	return HN_OK;
}
