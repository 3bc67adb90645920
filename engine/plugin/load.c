#include "plugin/load.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "plugin/control.h"
#include "plugin/external.h"
#include "plugin/place.h"
#include "plugin/surroundings.h"
#include "plugin/system.h"

enum { OBJECTS_MAX = 512, ALGORITHMS_MAX = 256, PLUGIN_EXIT = 70 };

typedef const HnPlugin *(*PluginEntry)(int32_t version, int32_t index);

// A shared object that a plug-in pulled in, itself included.
typedef struct Object {
	char file[PATH_SIZE]; // links resolved, so its name has the version
	char hash[HN_HASH_HEX_SIZE];
} Object;

typedef struct Loaded {
	const char *file;
	void *handle;
	PluginEntry entry;
	Object *objects;
	int32_t object_count;
	char key[HN_HASH_HEX_SIZE];
} Loaded;

// Shared objects
// ------------------------------------------------------------------------------------------------------

static uintptr_t s_before[OBJECTS_MAX]; // load addresses of the objects that were there before
static int32_t s_before_count;

static int note_before(struct dl_phdr_info *info, size_t size, void *context) {
	(void)size, (void)context;
	if (s_before_count < OBJECTS_MAX) s_before[s_before_count++] = (uintptr_t)info->dlpi_phdr;
	return 0;
}

static bool was_before(const struct dl_phdr_info *info) {
	for (int32_t i = 0; i < s_before_count; ++i)
		if (s_before[i] == (uintptr_t)info->dlpi_phdr) return true;
	return false;
}

static int32_t file_hash(char hex[HN_HASH_HEX_SIZE], const char *file) {
	Text text = { 0 };
	int32_t status = file_read(&text, file);
	if (status == HN_OK) return text_hash(hex, &text);
	text_free(&text);
	return status;
}

static int note_object(struct dl_phdr_info *info, size_t size, void *context) {
	Loaded *loaded = context;
	(void)size;
	if (was_before(info) || info->dlpi_name == NULL || info->dlpi_name[0] == '\0') return 0;
	if (loaded->object_count == OBJECTS_MAX) return 1;
	Object *object = &loaded->objects[loaded->object_count];
	if (realpath(info->dlpi_name, object->file) == NULL) return 0; // the kernel's own has no file
	loaded->object_count += 1;
	return file_hash(object->hash, object->file) == HN_OK ? 0 : 1;
}

static int object_order(const void *a, const void *b) {
	return strcmp(((const Object *)a)->file, ((const Object *)b)->file);
}

static const char *base_name(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

// The key knows names and contents, but not folders, which do not change what is measured.
static int32_t objects_find(Loaded *loaded) {
	Text text = { 0 };
	if (dl_iterate_phdr(note_object, loaded) != 0)
		return error_prefix(HN_ERR_INVALID, "%s: its shared objects cannot be read", loaded->file);
	qsort(loaded->objects, (size_t)loaded->object_count, sizeof *loaded->objects, object_order);
	for (int32_t i = 0; i < loaded->object_count; ++i)
		text_addf(&text, "%s %s\n", base_name(loaded->objects[i].file), loaded->objects[i].hash);
	return text_hash(loaded->key, &text);
}

// Loading
// ------------------------------------------------------------------------------------------------------

static int32_t control_check(const char *file, ControlWords before, const char *what) {
	char text[CONTROL_TEXT_SIZE];
	if (!control_words_restore(text, before)) return HN_OK;
	return error_set(HN_ERR_INVALID, "%s: %s changed %s", file, what, text);
}

// Told when a plug-in calls exit(); the engine's own processes end by _exit or a signal while one is loaded.
static void tell_exit(void) {
	static const char text[] = "the plug-in called exit()\n";
	(void)!write(STDERR_FILENO, text, sizeof text - 1);
	_exit(PLUGIN_EXIT);
}

// The code stays loaded until the process ends.
static int32_t file_open(Loaded *loaded) {
	ControlWords before = control_words();
	int32_t status = plugin_place_check(loaded->file);
	if (status == HN_OK) status = plugin_system_begin();
	if (status != HN_OK) return status;
	if (atexit(tell_exit) != 0) return error_set(HN_ERR_NO_MEMORY, "no room for a function at exit");
	s_before_count = 0;
	dl_iterate_phdr(note_before, NULL);
	loaded->handle = dlopen(loaded->file, RTLD_NOW | RTLD_LOCAL);
	surroundings_loaded();
	status = control_check(loaded->file, before, "loading it");
	if (loaded->handle == NULL) return error_set(HN_ERR_BAD_INPUT, "cannot load a plug-in: %s", dlerror());
	void *entry = dlsym(loaded->handle, "harness_plugin");
	if (entry == NULL)
		return error_set(HN_ERR_BAD_INPUT, "%s: is no plug-in: it exports no harness_plugin", loaded->file);
	memcpy(&loaded->entry, &entry, sizeof entry);
	return status;
}

// Size and version come before anything else is read.
static int32_t algorithm_at(const Loaded *loaded, int32_t index, const HnPlugin **out) {
	ControlWords before = control_words();
	const HnPlugin *plugin = *out = loaded->entry(HN_PLUGIN_VERSION, index);
	int32_t status = control_check(loaded->file, before, "'harness_plugin'");
	if (status != HN_OK || plugin == NULL) return status;
	if (plugin->version != HN_PLUGIN_VERSION)
		return error_set(HN_ERR_BAD_INPUT, "%s: is a plug-in of version %d; this harness takes version %d",
		                 loaded->file, plugin->version, HN_PLUGIN_VERSION);
	if (plugin->size < sizeof *plugin)
		return error_set(HN_ERR_BAD_INPUT,
		                 "%s: its HnPlugin has %zu bytes, this harness's has %zu: build it with this "
		                 "harness's plugin.h",
		                 loaded->file, plugin->size, sizeof *plugin);
	status = plugin_check(plugin, true);
	return status == HN_OK ? status : error_prefix(status, "%s", loaded->file);
}

static int32_t load(Loaded *loaded, const char *file) {
	*loaded = (Loaded){ .file = file, .objects = mem_alloc(OBJECTS_MAX * sizeof *loaded->objects) };
	if (loaded->objects == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = file_open(loaded);
	return status == HN_OK ? objects_find(loaded) : status;
}

static void loaded_free(Loaded *loaded) { mem_free(loaded->objects, OBJECTS_MAX * sizeof *loaded->objects); }

// Descriptions
// ------------------------------------------------------------------------------------------------------

static void add_param(Text *out, const HnPluginParam *p) {
	text_addf(out, "{\"type\":%d", p->type);
	text_add_json_text(out, "name", p->name);
	text_add_json_text(out, "about", p->about);
	text_add_json_member(out, "fallback", p->fallback);
	text_add_json_member(out, "lo", p->lo);
	text_add_json_member(out, "hi", p->hi);
	text_add(out, ",\"choices\":[");
	for (int32_t i = 0; p->type == HN_PLUGIN_CHOICE && p->choices[i] != NULL; ++i) {
		text_add(out, i > 0 ? "," : "");
		text_add_json(out, p->choices[i]);
	}
	text_add(out, "]}");
}

static void add_counter(Text *out, const HnPluginCounter *c) {
	text_add(out, "{\"of\":0");
	text_add_json_text(out, "name", c->name);
	text_add_json_text(out, "unit", c->unit);
	text_add_json_text(out, "about", c->about);
	text_add(out, "}");
}

static void add_objects(Text *out, const Loaded *loaded) {
	text_add(out, ",\"objects\":[");
	for (int32_t i = 0; i < loaded->object_count; ++i) {
		text_add(out, i > 0 ? ",{\"file\":" : "{\"file\":");
		text_add_json(out, loaded->objects[i].file);
		text_add_json_text(out, "hash", loaded->objects[i].hash);
		text_add(out, "}");
	}
	text_add(out, "]");
}

static void add_algorithm(Text *out, const Loaded *loaded, const HnPlugin *plugin) {
	text_addf(out, "{\"version\":%d,\"kind\":%d,\"can\":%u,\"answers\":%d,\"updates\":%s", plugin->version,
	          plugin->kind, plugin->can, plugin->answers, plugin->update != NULL ? "true" : "false");
	text_add_json_text(out, "name", plugin->name);
	text_add_json_text(out, "about", plugin->about);
	text_add_json_text(out, "source", plugin->source);
	text_add_json_text(out, "library", plugin->library);
	text_add_json_text(out, "semantics", plugin->semantics);
	text_add_json_text(out, "file", loaded->file);
	text_add_json_text(out, "key", loaded->key);
	text_add(out, ",\"params\":[");
	for (int32_t i = 0; i < plugin->param_count; ++i) {
		text_add(out, i > 0 ? "," : "");
		add_param(out, &plugin->params[i]);
	}
	text_add(out, "],\"counters\":[");
	for (int32_t i = 0; i < plugin->counter_count; ++i) {
		text_add(out, i > 0 ? "," : "");
		add_counter(out, &plugin->counters[i]);
	}
	text_add(out, "]");
	add_objects(out, loaded);
	text_add(out, "}\n");
}

int32_t plugin_describe(Text *out, const char *file) {
	Loaded loaded;
	int32_t status = load(&loaded, file), count = 0;
	const HnPlugin *plugin = NULL;
	for (; status == HN_OK && count < ALGORITHMS_MAX; ++count) {
		status = algorithm_at(&loaded, count, &plugin);
		if (status != HN_OK || plugin == NULL) break;
		add_algorithm(out, &loaded, plugin);
	}
	if (status == HN_OK && count == 0)
		status = error_set(HN_ERR_BAD_INPUT, "%s: is a plug-in without algorithms", file);
	if (status == HN_OK) status = plugin_system_look(base_name(file));
	loaded_free(&loaded);
	return status == HN_OK ? text_check(out) : status;
}

// For workers
// ------------------------------------------------------------------------------------------------------

int32_t plugin_order_name(Text *out, const HnDetectClass *class) {
	if (class->plugin == NULL)
		text_add(out, class->name);
	else if (class->plugin->external != NULL)
		external_order_name(out, class);
	else
		text_addf(out, "%s\n%s\n%s", class->plugin->file, class->name, class->plugin->key);
	return text_check(out);
}

static int32_t find_algorithm(const Loaded *loaded, const char *name, const HnPlugin **out) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < ALGORITHMS_MAX; ++i) {
		status = algorithm_at(loaded, i, out);
		if (status != HN_OK || *out == NULL) break;
		if (strcmp((*out)->name, name) == 0) return HN_OK;
	}
	return status != HN_OK
	           ? status
	           : error_set(HN_ERR_INVALID, "%s: has no algorithm '%s' any more", loaded->file, name);
}

static int32_t load_algorithm(const HnDetectClass **out, const char *file, const char *name,
                              const char *key) {
	Loaded loaded;
	const HnPlugin *plugin = NULL;
	int32_t status = load(&loaded, file);
	if (status == HN_OK && strcmp(loaded.key, key) != 0)
		status = error_set(HN_ERR_INVALID,
		                   "%s: this plug-in, or a shared object of it, changed since the run began", file);
	if (status == HN_OK) status = find_algorithm(&loaded, name, &plugin);
	if (status == HN_OK && plugin != NULL)
		status = plugin_add(out, plugin, &(PluginSource){ file, key, "", NULL });
	if (status == HN_OK && plugin != NULL) status = plugin_bind(*out, plugin);
	loaded_free(&loaded);
	return status;
}

int32_t plugin_load(const HnDetectClass **out, const char *order) {
	if (external_is_order(order)) return external_load(out, order);
	char *copy = string_copy(order);
	if (copy == NULL) return HN_ERR_NO_MEMORY;
	char *rest = copy, *parts[3] = { NULL };
	for (int i = 0; i < 3; ++i) parts[i] = strsep(&rest, "\n");
	int32_t status = parts[2] != NULL
	                     ? load_algorithm(out, parts[0], parts[1], parts[2])
	                     : error_set(HN_ERR_BAD_INPUT, "an order for a plug-in without its name and key");
	string_free(copy);
	return status;
}
