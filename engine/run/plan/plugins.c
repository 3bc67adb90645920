#include "run/plan/plugins.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/plan/externals.h"

static int32_t refuse(const char *key) {
	return error_set(HN_ERR_BAD_INPUT, "a plug-in's description: '%s' is missing or wrong", key);
}

static const char *text_of(const cJSON *object, const char *key) {
	const cJSON *item = json_get(object, key);
	return cJSON_IsString(item) ? item->valuestring : NULL;
}

static bool get_int(int32_t *out, const cJSON *object, const char *key) {
	const cJSON *item = json_get(object, key);
	if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < 1000)) return false;
	*out = (int32_t)item->valuedouble;
	return true;
}

static double number_of(const cJSON *object, const char *key) {
	const cJSON *item = json_get(object, key);
	return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

enum { CHOICES_MAX = 64 };
typedef struct Described {
	HnPlugin plugin;
	HnPluginParam params[PLUGIN_PARAMS_MAX];
	const char *choices[PLUGIN_PARAMS_MAX][CHOICES_MAX + 1];
	HnPluginCounter counters[PLUGIN_COUNTERS_MAX];
} Described;

static int32_t read_param(HnPluginParam *out, const char **choices, const cJSON *json) {
	int32_t count = 0;
	*out = (HnPluginParam){ .name = text_of(json, "name"),
		                    .about = text_of(json, "about"),
		                    .fallback = number_of(json, "fallback"),
		                    .lo = number_of(json, "lo"),
		                    .hi = number_of(json, "hi"),
		                    .choices = choices };
	if (!get_int(&out->type, json, "type")) return refuse("type");
	const cJSON *list = json_get(json, "choices");
	for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
		if (!cJSON_IsString(item) || count == CHOICES_MAX) return refuse("choices");
		choices[count++] = item->valuestring;
	}
	return HN_OK;
}

static int32_t read_params(Described *d, const cJSON *json) {
	const cJSON *list = json_get(json, "params");
	if (!cJSON_IsArray(list)) return refuse("params");
	int32_t status = HN_OK, count = 0;
	for (const cJSON *item = list->child; status == HN_OK && item != NULL; item = item->next, ++count) {
		if (count == PLUGIN_PARAMS_MAX) return refuse("params");
		status = read_param(&d->params[count], d->choices[count], item);
	}
	d->plugin.params = d->params;
	d->plugin.param_count = count;
	return status;
}

static int32_t read_counters(Described *d, const cJSON *json) {
	const cJSON *list = json_get(json, "counters");
	if (!cJSON_IsArray(list)) return refuse("counters");
	int32_t count = 0;
	for (const cJSON *item = list->child; item != NULL; item = item->next, ++count) {
		if (count == PLUGIN_COUNTERS_MAX) return refuse("counters");
		d->counters[count] =
		    (HnPluginCounter){ text_of(item, "name"), text_of(item, "unit"), text_of(item, "about") };
	}
	d->plugin.counters = d->counters;
	d->plugin.counter_count = count;
	return HN_OK;
}

// Stands for the function of the plug-in, which is not loaded here.
static int32_t update_elsewhere(void *self, const HnPluginStep *step) {
	(void)self, (void)step;
	return HN_PLUGIN_ERR_FAILED;
}

static int32_t read_described(Described *d, const cJSON *json) {
	int32_t can = 0;
	HnPlugin *p = &d->plugin;
	*p = (HnPlugin){ .size = sizeof *p,
		             .name = text_of(json, "name"),
		             .about = text_of(json, "about"),
		             .source = text_of(json, "source"),
		             .library = text_of(json, "library"),
		             .semantics = text_of(json, "semantics") };
	if (!get_int(&p->version, json, "version")) return refuse("version");
	if (!get_int(&p->kind, json, "kind")) return refuse("kind");
	if (!get_int(&can, json, "can")) return refuse("can");
	if (!get_int(&p->answers, json, "answers")) return refuse("answers");
	p->can = (uint32_t)can;
	if (cJSON_IsTrue(json_get(json, "updates"))) p->update = update_elsewhere;
	int32_t status = read_params(d, json);
	return status == HN_OK ? read_counters(d, json) : status;
}

// Adds the class of a description. What was read of another program's results is freed unless a class owns
// it.
static int32_t add_described(const HnDetectClass **out, const Described *d, const cJSON *json,
                             const char *text) {
	const char *file = text_of(json, "file"), *key = text_of(json, "key");
	External *external = NULL;
	if (file == NULL) return refuse("file");
	if (key == NULL) return refuse("key");
	const cJSON *of = json_get(json, "external");
	int32_t status = of != NULL ? externals_read(&external, of) : HN_OK;
	if (status == HN_OK) status = plugin_add(out, &d->plugin, &(PluginSource){ file, key, text, external });
	if (*out == NULL || (*out)->plugin->external != external) external_free(external);
	return status;
}

int32_t plugins_add(const HnDetectClass **out, const char *text) {
	Described *d = mem_alloc_zero(sizeof *d);
	cJSON *json = NULL;
	*out = NULL;
	int32_t status = d == NULL ? HN_ERR_NO_MEMORY : json_parse(&json, text, (int64_t)strlen(text), NULL);
	if (status == HN_ERR_BAD_INPUT) error_set(status, "a plug-in's description is no JSON");
	if (status == HN_OK) status = read_described(d, json);
	if (status == HN_OK) status = add_described(out, d, json, text);
	cJSON_Delete(json);
	if (d != NULL) mem_free(d, sizeof *d);
	return status;
}

int32_t plugins_read(const cJSON *list) {
	const HnDetectClass *class;
	int32_t status = HN_OK;
	for (const cJSON *item = list != NULL ? list->child : NULL; status == HN_OK && item != NULL;
	     item = item->next)
		status = cJSON_IsString(item) ? plugins_add(&class, item->valuestring) : refuse("plugins");
	return status == HN_OK || status == HN_ERR_NO_MEMORY ? status
	                                                     : error_prefix(HN_ERR_BAD_INPUT, "plan.json");
}

cJSON *plugins_manifest(const cJSON *list) {
	static const char *const s_keys[] = {
		"name", "file", "key", "library", "semantics", "objects", "external"
	};
	cJSON *out = cJSON_CreateArray();
	for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
		cJSON *json = cJSON_IsString(item) ? cJSON_Parse(item->valuestring) : NULL;
		if (json == NULL) continue;
		cJSON *kept = cJSON_CreateObject();
		for (size_t i = 0; i < sizeof s_keys / sizeof s_keys[0]; ++i) {
			cJSON *value = cJSON_DetachItemFromObjectCaseSensitive(json, s_keys[i]);
			if (value != NULL) cJSON_AddItemToObject(kept, s_keys[i], value);
		}
		externals_shorten(kept);
		cJSON_AddItemToArray(out, kept);
		cJSON_Delete(json);
	}
	return out;
}
