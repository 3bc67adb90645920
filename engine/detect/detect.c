#include "detect/detect.h"

#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "detect/boxes.h"
#include "detect/pairs.h"
#include "detect/params.h"

#define DETECT(name) extern const HnDetectClass detect_##name;
#include "detect/detect.def"
#undef DETECT

static const HnDetectClass *const s_written[] = {
#define DETECT(name) &detect_##name,
#include "detect/detect.def"
#undef DETECT
};

// Both lists share one enum, so an algorithm and a broad phase of the same name do not compile.
enum {
#define DETECT(name) KIND_##name,
#define BROAD(name)  KIND_##name,
#include "detect/detect.def"
#include "broad/broad.def"
#undef DETECT
#undef BROAD
	CLASSES
};
enum { WRITTEN = sizeof s_written / sizeof s_written[0] };

static HnDetectClass
    s_classes[CLASSES]; // algorithms with resolved presets, then broad phases; filled once, at first use
static Param s_params[WRITTEN][DETECT_PARAMS_MAX];
static const HnDetectClass *s_added[DETECT_ADDED_MAX]; // plug-ins
static int32_t s_added_count;

// Parses the next "name=value" of a preset's text. Returns NULL at the end.
static const char *preset_next(const char *text, char name[PARAM_NAME_SIZE], char value[PARAM_TEXT_SIZE]) {
	text += strspn(text, " ");
	if (*text == '\0') return NULL;
	size_t name_size = strcspn(text, "=");
	CHECK(name_size < PARAM_NAME_SIZE && text[name_size] == '=');
	size_t value_size = strcspn(text + name_size + 1, " ");
	CHECK(value_size < PARAM_TEXT_SIZE);
	memcpy(name, text, name_size);
	name[name_size] = '\0';
	memcpy(value, text + name_size + 1, value_size);
	value[value_size] = '\0';
	return text + name_size + 1 + value_size;
}

bool detect_fixed(const HnDetectClass *class, const char *param, char value[PARAM_TEXT_SIZE]) {
	char name[PARAM_NAME_SIZE];
	if (class->preset_of == NULL) return false;
	for (const char *text = class->preset; (text = preset_next(text, name, value)) != NULL;)
		if (strcmp(name, param) == 0) return true;
	return false;
}

// Finds a class that is no preset, with the driver's parameters.
static const HnDetectClass *base_find(const char *name) {
	for (int32_t i = 0; i < WRITTEN; ++i)
		if (strcmp(s_written[i]->name, name) == 0) return &s_classes[i];
	return NULL;
}

// The class's table, including the parameters of its parts.
static const ParamTable *written_table(const HnDetectClass *own) {
	if (own->set == NULL) return &own->params;
	if (own->set->own == NULL) param_set_compose(own->set, &own->params);
	return &own->set->table;
}

// The number of a choice, or of a part counted from 1.
static double preset_default(const Param *param, const char *value) {
	const bool is_part = param->type == PARAM_PART;
	int32_t index = 0;
	CHECK(is_part || param->type == PARAM_CHOICE);
	while (strcmp(param_choice(param, index), value) != 0) ++index;
	return index + is_part;
}

static void preset_defaults_apply(const HnDetectClass *own, Param *params, int32_t count) {
	char name[PARAM_NAME_SIZE], value[PARAM_TEXT_SIZE];
	if (own->preset_defaults == NULL) return;
	for (const char *text = own->preset_defaults; (text = preset_next(text, name, value)) != NULL;)
		for (int32_t i = 0; i < count; ++i)
			if (strcmp(params[i].name, name) == 0) params[i].fallback = preset_default(&params[i], value);
}

static bool is_fixed(const void *class, const char *name, char value[PARAM_TEXT_SIZE]) {
	return detect_fixed(class, name, value);
}

// A preset does not leave open the parameters of parts that it cannot choose.
static bool preset_leaves_open(const HnDetectClass *own, const Param *param) {
	char value[PARAM_TEXT_SIZE];
	if (detect_fixed(own, param->name, value)) return false;
	return param_owner(param) == NULL ||
	       (param_set_reachable(param_owner(param), is_fixed, own) >> param->more->slot & 1) != 0;
}

// A preset takes everything from its base, but its table lacks the fixed parameters.
static void preset_resolve(int32_t index) {
	const HnDetectClass *own = s_written[index], *base = base_find(own->preset_of);
	CHECK(base != NULL && base->preset_of == NULL);
	const ParamTable *table = &base->params;
	CHECK(table->count <= DETECT_PARAMS_MAX);
	HnDetectClass *resolved = &s_classes[index];
	*resolved = *base;
	resolved->name = own->name, resolved->about = own->about, resolved->source = own->source;
	resolved->preset_of = own->preset_of, resolved->preset = own->preset;
	resolved->preset_defaults = own->preset_defaults;
	int32_t count = 0;
	for (int32_t i = 0; i < table->count; ++i)
		if (preset_leaves_open(own, &table->params[i])) s_params[index][count++] = table->params[i];
	preset_defaults_apply(own, s_params[index], count);
	resolved->params = (ParamTable){ s_params[index], count, table->def_size };
}

int32_t hn_detect_count(void) { return CLASSES + s_added_count; }

int32_t detect_add(const HnDetectClass *class) {
	if (hn_detect_find(class->name) != NULL)
		return error_set(HN_ERR_EXISTS, "an algorithm '%s' is there already", class->name);
	if (s_added_count == DETECT_ADDED_MAX)
		return error_set(HN_ERR_NO_MEMORY, "more than %d algorithms were added", DETECT_ADDED_MAX);
	s_added[s_added_count++] = class;
	return HN_OK;
}

static void base_resolve(int32_t index) {
	s_classes[index] = *s_written[index];
	s_classes[index].params = *written_table(s_written[index]);
	if (s_classes[index].pairs != NULL) pairs_resolve(&s_classes[index], s_params[index]);
}

static void classes_resolve(void) {
	for (int32_t i = 0; i < WRITTEN; ++i)
		if (s_written[i]->preset_of == NULL) base_resolve(i);
	for (int32_t i = 0; i < WRITTEN; ++i)
		if (s_written[i]->preset_of != NULL) preset_resolve(i);
	for (int32_t i = WRITTEN; i < CLASSES; ++i) s_classes[i] = boxes_class(i - WRITTEN);
}

const HnDetectClass *hn_detect_at(int32_t index) {
	static pthread_once_t s_once = PTHREAD_ONCE_INIT;
	pthread_once(&s_once, classes_resolve);
	if (index >= CLASSES && index - CLASSES < s_added_count) return s_added[index - CLASSES];
	return index >= 0 && index < CLASSES ? &s_classes[index] : NULL;
}

// hn_detect_find returns NULL for an unknown name, and callers of the library may pass it on.
const char *hn_detect_name(const HnDetectClass *class) { return class != NULL ? class->name : NULL; }
const char *hn_detect_about(const HnDetectClass *class) { return class != NULL ? class->about : NULL; }
const char *hn_detect_source(const HnDetectClass *class) { return class != NULL ? class->source : NULL; }
bool hn_detect_is_broad(const HnDetectClass *class) { return class != NULL && class->objects; }

static const Param *class_param(const HnDetectClass *class, int32_t index) {
	return class != NULL && index >= 0 && index < class->params.count ? &class->params.params[index] : NULL;
}

const char *hn_detect_param_name(const HnDetectClass *class, int32_t param) {
	const Param *p = class_param(class, param);
	return p == NULL ? NULL : p->name;
}

const char *hn_detect_param_about(const HnDetectClass *class, int32_t param) {
	const Param *p = class_param(class, param);
	return p == NULL ? NULL : p->about;
}

static int32_t text_copy(char *out, size_t size, const char *text) {
	if (out == NULL) return error_if_null(out, "the room for a text");
	size_t length = strlen(text);
	if (length >= size)
		return error_set(HN_ERR_BAD_INPUT, "a text of %zu bytes has no room in %zu", length + 1, size);
	memcpy(out, text, length + 1);
	return HN_OK;
}

int32_t hn_detect_param_allowed(const HnDetectClass *class, int32_t param, char *text, size_t size) {
	const Param *p = class_param(class, param);
	if (class == NULL) return error_if_null(class, "an algorithm");
	if (p == NULL) return error_set(HN_ERR_NOT_FOUND, "%s has no parameter %d", class->name, param);
	char allowed[PARAM_ALLOWED_SIZE];
	param_allowed(p, allowed);
	return text_copy(text, size, allowed);
}

int32_t hn_detect_param_default(const HnDetectClass *class, int32_t param, char *text, size_t size) {
	const Param *p = class_param(class, param);
	if (class == NULL) return error_if_null(class, "an algorithm");
	if (p == NULL) return error_set(HN_ERR_NOT_FOUND, "%s has no parameter %d", class->name, param);
	void *def = mem_alloc(class->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	char value[PARAM_TEXT_SIZE];
	param_set_defaults(&class->params, def);
	param_get(p, def, value);
	mem_free(def, class->params.def_size);
	return text_copy(text, size, value);
}

const HnDetectClass *hn_detect_find(const char *name) {
	for (int32_t i = 0; name != NULL && i < hn_detect_count(); ++i)
		if (strcmp(hn_detect_at(i)->name, name) == 0) return hn_detect_at(i);
	return NULL;
}

int32_t detect_preset_apply(const HnDetectClass *class, void *def) {
	if (class->preset_of == NULL) return HN_OK;
	const ParamTable *base = &base_find(class->preset_of)->params;
	char name[PARAM_NAME_SIZE], value[PARAM_TEXT_SIZE];
	for (const char *text = class->preset; (text = preset_next(text, name, value)) != NULL;) {
		int32_t status = param_set(base, def, class->name, name, value);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}
