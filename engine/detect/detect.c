#include "detect/detect.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/names.h"
#include "broad/broad.h"
#include "detect/boxes.h"
#include "detect/pairs.h"
#include "exact/orient.h"

_Static_assert(sizeof(HnContact) == 4 * sizeof(int32_t), "contacts are sorted as quadruples of int32");
_Static_assert(sizeof(Counts) == COUNT_FIELDS * sizeof(int64_t), "counts are read by index");

#define DETECT(name) extern const HnDetectClass detect_##name;
#include "detect/detect.def"
#undef DETECT

static const HnDetectClass *const s_written[] = {
#define DETECT(name) &detect_##name,
#include "detect/detect.def"
#undef DETECT
};

static size_t s_kept_most;

size_t detect_kept_most(void) { return s_kept_most > 0 ? s_kept_most : (size_t)512 << 20; }
void detect_keep_most(size_t bytes) { s_kept_most = bytes; }

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

const StepPart detect_phase_part[DETECT_PHASES] = { PART_UPDATE, PART_REBUILD, PART_BROAD, PART_UPDATE,
	                                                PART_NARROW };

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
	int32_t index = 0;
	if (param->type == PARAM_PART) {
		while (strcmp(param->more->part(index).name, value) != 0) ++index;
		return index + 1;
	}
	CHECK(param->type == PARAM_CHOICE);
	while (strcmp(param_choice(param, index), value) != 0) ++index;
	return index;
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

const HnDetectClass *hn_detect_at(int32_t index) {
	static bool s_resolved;
	if (!s_resolved) {
		for (int32_t i = 0; i < WRITTEN; ++i)
			if (s_written[i]->preset_of == NULL) base_resolve(i);
		for (int32_t i = 0; i < WRITTEN; ++i)
			if (s_written[i]->preset_of != NULL) preset_resolve(i);
		for (int32_t i = WRITTEN; i < CLASSES; ++i) s_classes[i] = boxes_class(i - WRITTEN);
		s_resolved = true;
	}
	if (index >= CLASSES && index - CLASSES < s_added_count) return s_added[index - CLASSES];
	return index >= 0 && index < CLASSES ? &s_classes[index] : NULL;
}

// hn_detect_find returns NULL for an unknown name, and callers of the library may pass it on.
const char *hn_detect_name(const HnDetectClass *class) { return class != NULL ? class->name : NULL; }
const char *hn_detect_about(const HnDetectClass *class) { return class != NULL ? class->about : NULL; }
const char *hn_detect_source(const HnDetectClass *class) { return class != NULL ? class->source : NULL; }
bool hn_detect_is_broad(const HnDetectClass *class) { return class != NULL && class->objects; }
const char *detect_oracle(HnQuery query) { return query == HN_QUERY_BOXES ? hn_broad_name(0) : "brute"; }

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

static const char *class_name(int32_t index) {
	return index < hn_detect_count() ? hn_detect_at(index)->name : NULL;
}

static int32_t preset_apply(const HnDetectClass *class, void *def) {
	if (class->preset_of == NULL) return HN_OK;
	const ParamTable *base = &base_find(class->preset_of)->params;
	char name[PARAM_NAME_SIZE], value[PARAM_TEXT_SIZE];
	for (const char *text = class->preset; (text = preset_next(text, name, value)) != NULL;) {
		int32_t status = param_set(base, def, class->name, name, value);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

// Makes the parameters in the form that the class's functions take, with a preset's fixed ones; def_size
// bytes, to be freed.
static int32_t params_make(void **out, const HnDetectClass *class, const char *params) {
	void *def = mem_alloc(class->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = param_parse(&class->params, def, class->name, params);
	if (status == HN_OK) status = preset_apply(class, def);
	if (status == HN_OK) {
		if (class->set != NULL) status = param_set_settle(class->set, def);
		if (status == HN_OK && class->check != NULL) status = class->check(def);
		if (status == HN_OK && class->pairs != NULL) status = pairs_check(class, def);
		if (status != HN_OK) status = error_prefix(status, "%s", class->name);
	}
	if (status != HN_OK) {
		mem_free(def, class->params.def_size);
		return status;
	}
	*out = def;
	return HN_OK;
}

int32_t detect_settle(const HnDetectClass *class, void *def, const char **wrong) {
	int32_t status = preset_apply(class, def);
	*wrong = NULL;
	if (status != HN_OK || class->set == NULL) return status;
	status = param_set_check_given(class->set, def, class->name, wrong);
	if (status != HN_OK) return status;
	*wrong = NULL;
	status = param_set_settle(class->set, def);
	return status == HN_OK ? status : error_prefix(status, "%s", class->name);
}

int32_t detect_check(const HnDetectClass *class, const char *params) {
	void *def = NULL;
	int32_t status = params_make(&def, class, params);
	if (status == HN_OK) mem_free(def, class->params.def_size);
	return status;
}

static int32_t params_ask(bool *out, bool (*question)(const void *params), const HnDetectClass *class,
                          const char *params) {
	void *def = NULL;
	*out = false;
	if (question == NULL) return HN_OK;
	int32_t status = params_make(&def, class, params);
	if (status != HN_OK) return status;
	*out = question(def);
	mem_free(def, class->params.def_size);
	return HN_OK;
}

// Checks the parameters even if the class needs none of them for its answer.
static int32_t question_check(const bool *out, const HnDetectClass *class, const char *params) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(class, "an algorithm");
	return status == HN_OK ? detect_check(class, params) : status;
}

int32_t hn_detect_conservative(bool *out, const HnDetectClass *class, const char *params) {
	int32_t status = question_check(out, class, params);
	return status != HN_OK ? status : params_ask(out, class->conservative, class, params);
}

int32_t hn_detect_unsound(bool *out, const HnDetectClass *class, const char *params) {
	int32_t status = question_check(out, class, params);
	return status != HN_OK ? status : params_ask(out, class->unsound, class, params);
}

int32_t detect_lazy(bool *out, const HnDetectClass *class, const char *params) {
	return params_ask(out, class->lazy, class, params);
}

int32_t detect_fronted(bool *out, const HnDetectClass *class, const char *params) {
	*out = class->timed.broad != NULL;
	if (class->pairs == NULL) return HN_OK;
	void *def = NULL;
	int32_t status = params_make(&def, class, params);
	if (status != HN_OK) return status;
	*out = pairs_fronted(class, def);
	mem_free(def, class->params.def_size);
	return HN_OK;
}

int32_t detect_coherent(bool *out, const HnDetectClass *class, const char *params, HnQuery query) {
	void *def = NULL;
	int32_t status = params_make(&def, class, params);
	if (status != HN_OK) return status;
	*out = (class->coherent != NULL && class->coherent(def, query)) ||
	       (class->pairs != NULL && pairs_fronted(class, def));
	mem_free(def, class->params.def_size);
	return HN_OK;
}

int32_t detect_idle(bool out[DETECT_PARAMS_MAX], const HnDetectClass *class, const char *params) {
	void *def = NULL;
	int32_t status = params_make(&def, class, params);
	if (status != HN_OK) return status;
	CHECK(class->params.count <= DETECT_PARAMS_MAX);
	uint64_t used = class->set != NULL ? param_set_used(class->set, def) : 0;
	for (int32_t i = 0; i < class->params.count; ++i) {
		const Param *p = &class->params.params[i];
		out[i] = (class->idle != NULL && class->idle(def, p->name)) ||
		         (param_owner(p) != NULL && (used >> p->more->slot & 1) == 0);
	}
	mem_free(def, class->params.def_size);
	return HN_OK;
}

bool detect_is_oracle(const HnDetectClass *class, const char *params, HnQuery query) {
	void *def = NULL;
	if (strcmp(class->name, detect_oracle(query)) != 0) return false;
	if (class->pairs == NULL) return true;
	if (params_make(&def, class, params) != HN_OK) return false;
	bool all = pairs_all(class, def);
	mem_free(def, class->params.def_size);
	return all;
}

static int32_t suits(const HnDetectClass *class, const HnScene *scene, HnQuery query) {
	if (query != HN_QUERY_ALL && query != HN_QUERY_FIRST && query != HN_QUERY_BOXES)
		return error_set(HN_ERR_BAD_INPUT, "a detector answers the queries all, first and boxes");
	if (class->objects != (query == HN_QUERY_BOXES))
		return error_set(HN_ERR_BAD_INPUT,
		                 class->objects ? "%s is a broad phase: it answers the query boxes alone"
		                                : "the query boxes is for broad phases; %s is none",
		                 class->name);
	if (!class->objects && scene->objects.count > 0)
		return error_set(HN_ERR_BAD_INPUT, "%s looks for contacts of bodies; the scene has only objects",
		                 class->name);
	if (class->objects && scene->objects.count == 0)
		return error_set(HN_ERR_BAD_INPUT, "%s looks for pairs of objects; the scene has only bodies",
		                 class->name);
	return HN_OK;
}

static int32_t scene_made(const HnScene *scene) {
	bool bodies = scene->body_count > 0 && scene->meshes != NULL && scene->bodies != NULL;
	bool objects = scene->objects.count > 0 && scene->objects.volumes != NULL;
	if (scene->step_count > 0 && (bodies || objects)) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "a scene that was not created");
}

int32_t hn_detector_create(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                           const char *params) {
	if (out == NULL) return error_if_null(out, "out");
	*out = (HnDetector){ 0 };
	int32_t status = error_if_null(name, "the name of an algorithm");
	if (status == HN_OK) status = error_if_null(scene, "the scene of a detector");
	if (status != HN_OK) return status;
	const HnDetectClass *class = hn_detect_find(name);
	if (class == NULL) {
		const char *near = param_nearest(name, class_name);
		return error_set(HN_ERR_NOT_FOUND, "unknown algorithm '%s'%s%s%s", name,
		                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	status = scene_made(scene);
	if (status == HN_OK) status = suits(class, scene, query);
	if (status != HN_OK) return status;
	void *def = NULL, *self = NULL;
	status = params_make(&def, class, params);
	if (status != HN_OK) return status;
	status = class->create(&self, class, scene, query, def);
	mem_free(def, class->params.def_size);
	if (status != HN_OK) return status;
	*out = (HnDetector){ .class_ = class, .scene = scene, .query = query, .self = self };
	return HN_OK;
}

void hn_detector_destroy(HnDetector *detector) {
	if (detector == NULL) return;
	if (detector->class_ != NULL) detector->class_->destroy(detector->self);
	*detector = (HnDetector){ 0 };
}

int32_t detect_collect(const HnDetectClass *class, const void *self, HnContactBuffer *out) {
	if (class->found == NULL) return HN_OK;
	int64_t count = class->found(self, NULL);
	if (!hn_contact_buffer_reserve(out, count)) return HN_ERR_NO_MEMORY;
	out->count = class->found(self, out->data);
	return HN_OK;
}

int32_t detect_step(const HnDetectClass *class, void *self, int32_t step, HnContactBuffer *out,
                    Counts *counts) {
	const DetectPhases *phases = counts != NULL ? &class->counted : &class->timed;
	out->count = 0;
	for (int32_t i = 0; i < DETECT_PHASES; ++i) {
		DetectPhase phase = detect_phase(phases, i);
		int32_t status = phase == NULL ? HN_OK : phase(self, step, out, counts);
		if (status != HN_OK) return status;
	}
	return detect_collect(class, self, out);
}

int32_t detector_step_counted(HnDetector *detector, int32_t step, HnContactBuffer *out, Counts *counts) {
	int64_t exact_before = exact_stats.tri_tri_exact;
	int32_t status = detect_step(detector->class_, detector->self, step, out, counts);
	if (status != HN_OK) return status;
	counts->contacts += out->count;
	counts->np_exact += exact_stats.tri_tri_exact - exact_before;
	return HN_OK;
}

void hn_detector_begin(HnDetector *detector) {
	if (detector != NULL && detector->class_ != NULL && detector->class_->begin != NULL)
		detector->class_->begin(detector->self);
}

int32_t hn_detector_step(HnDetector *detector, int32_t step, HnContactBuffer *out, int64_t *sums) {
	int32_t status = error_if_null(detector, "a detector");
	if (status == HN_OK) status = error_if_null(out, "a buffer of contacts");
	if (status == HN_OK) status = array_check(out->data, out->count, out->capacity, "a buffer of contacts");
	if (status != HN_OK) return status;
	if (detector->class_ == NULL || detector->scene == NULL || detector->self == NULL)
		return error_set(HN_ERR_BAD_INPUT, "a detector that was not created");
	if (step < 0 || step >= detector->scene->step_count)
		return error_set(HN_ERR_BAD_INPUT, "step %d; the scene has the steps 0 .. %d", step,
		                 detector->scene->step_count - 1);
	if (sums == NULL) return detect_step(detector->class_, detector->self, step, out, NULL);
	Counts counts = { 0 };
	status = detector_step_counted(detector, step, out, &counts);
	for (int32_t i = 0; i < COUNT_FIELDS; ++i) sums[i] += count_get(&counts, i);
	return status;
}

size_t hn_detector_bytes(const HnDetector *detector) {
	return detector == NULL || detector->class_ == NULL ? 0 : detector->class_->bytes(detector->self);
}

bool hn_contact_buffer_reserve(HnContactBuffer *buffer, int64_t capacity) {
	if (error_if_null(buffer, "a buffer of contacts") != HN_OK ||
	    array_check(buffer->data, buffer->count, buffer->capacity, "a buffer of contacts") != HN_OK)
		return false;
	if (capacity < 0)
		return error_set(HN_ERR_BAD_INPUT, "room for %lld contacts", (long long)capacity) == HN_OK;
	return array_reserve((void **)&buffer->data, &buffer->capacity, capacity, sizeof(HnContact));
}

bool contact_buffer_grow(HnContactBuffer *buffer) {
	return hn_contact_buffer_reserve(buffer, buffer->count + 1);
}

void hn_contact_buffer_free(HnContactBuffer *buffer) {
	if (buffer == NULL) return;
	mem_free(buffer->data, (size_t)buffer->capacity * sizeof(HnContact));
	*buffer = (HnContactBuffer){ 0 };
}

int32_t hn_contacts_hash(HnHash *out, HnContactBuffer *contacts, HnQuery query) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(contacts, "a buffer of contacts");
	if (status == HN_OK)
		status = array_check(contacts->data, contacts->count, contacts->count, "a buffer of contacts");
	if (status == HN_OK && hn_query_name((int32_t)query) == NULL)
		status = error_set(HN_ERR_BAD_INPUT, "there is no query %d", (int)query);
	if (status != HN_OK) return status;
	if (query == HN_QUERY_FIRST) {
		uint8_t hit = contacts->count > 0;
		*out = hn_hash_bytes(&hit, 1);
		return HN_OK;
	}
	bool objects = query == HN_QUERY_BOXES;
	size_t size = (size_t)contacts->count * sizeof(HnContact);
	uint8_t *scratch = mem_alloc(size);
	if (scratch == NULL) return HN_ERR_NO_MEMORY;
	sort_quads((int32_t *)(void *)contacts->data, contacts->count, (int32_t *)(void *)scratch);
	const int32_t *word = (const int32_t *)(const void *)contacts->data;
	int64_t used = 0;
	for (int64_t i = 0; i < 4 * contacts->count; i += objects ? 2 : 1)
		for (int shift = 0; shift < 4; ++shift) // the same bytes on a big-endian machine
			scratch[used++] = (uint8_t)((uint32_t)word[i] >> (8 * shift));
	*out = hn_hash_bytes(scratch, (size_t)used);
	mem_free(scratch, size);
	return HN_OK;
}

const char *hn_query_name(int32_t index) {
	NAME_AT(index, [HN_QUERY_ALL] = "all", [HN_QUERY_FIRST] = "first", [HN_QUERY_APPROACH] = "approach",
	        [HN_QUERY_BOXES] = "boxes");
}

static const struct {
	const char *name, *about;
} s_counts[] = {
#define COUNT_FIELD(name, title, about) { #name, about },
#include "detect/counts.def"
#undef COUNT_FIELD
};

int32_t hn_count_count(void) { return COUNT_FIELDS; }

const char *hn_count_name(int32_t index) {
	return index >= 0 && index < COUNT_FIELDS ? s_counts[index].name : NULL;
}

const char *hn_count_about(int32_t index) {
	return index >= 0 && index < COUNT_FIELDS ? s_counts[index].about : NULL;
}
