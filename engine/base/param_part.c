#include "base/param_part.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

enum { DEF_SIZE_MAX = 256 }; // bytes of the Def of an entry

void part_allowed(const Param *p, char allowed[PARAM_ALLOWED_SIZE]) {
	size_t used = (size_t)snprintf(allowed, PARAM_ALLOWED_SIZE, "'none' or, perhaps with (name=value,...), ");
	for (int32_t i = 0; p->more->part(i).name != NULL && used < PARAM_ALLOWED_SIZE; ++i)
		used += (size_t)snprintf(allowed + used, PARAM_ALLOWED_SIZE - used, "%s'%s'", i > 0 ? ", " : "",
		                         p->more->part(i).name);
}

static int32_t refuse(const Param *p, const char *owner, const char *text) {
	char allowed[PARAM_ALLOWED_SIZE];
	part_allowed(p, allowed);
	return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' is '%.60s', must be %s", owner, p->name, text,
	                 allowed);
}

// The number of the entry with this name, from 1; 0 if there is none.
static int32_t kind_find(const Param *p, const char *name, size_t size) {
	for (int32_t i = 0; p->more->part(i).name != NULL; ++i)
		if (strlen(p->more->part(i).name) == size && memcmp(p->more->part(i).name, name, size) == 0)
			return i + 1;
	return 0;
}

// Appends "name=value" to the entry's parameters; false if it does not fit.
static bool add_changed(ParamPart *out, const Param *param, const char *value) {
	size_t used = strlen(out->params), room = sizeof out->params - used;
	int size = snprintf(out->params + used, room, "%s%s=%s", used > 0 ? " " : "", param->name, value);
	return (size_t)size < room;
}

// Compares the most frequent types directly. Writing a value and its default as texts takes a thousand times
// as long.
static bool is_plainly(const Param *p, const void *def, const void *usual) {
	if (p->type >= PARAM_VECTORS) return false;
	size_t size = p->type == PARAM_REAL ? sizeof(double) : sizeof(int32_t);
	return memcmp((const char *)def + p->offset, (const char *)usual + p->offset, size) == 0;
}

// Stores the values that differ from the defaults, as text.
static bool keep_changed(ParamPart *out, const ParamTable *table, const void *def) {
	_Alignas(max_align_t) char usual[DEF_SIZE_MAX];
	param_set_defaults(table, usual);
	for (int32_t i = 0; i < table->count; ++i) {
		char value[PARAM_TEXT_SIZE], fallback[PARAM_TEXT_SIZE];
		if (is_plainly(&table->params[i], def, usual)) continue;
		param_get(&table->params[i], def, value);
		param_get(&table->params[i], usual, fallback);
		if (strcmp(value, fallback) != 0 && !add_changed(out, &table->params[i], value)) return false;
	}
	return true;
}

// `given` is "name=value,name=value" or empty.
static int32_t params_set(const Param *p, ParamPart *out, const char *owner, const char *given, size_t size) {
	_Alignas(max_align_t) char def[DEF_SIZE_MAX];
	char text[sizeof out->params], whose[3 * PARAM_NAME_SIZE];
	const ParamTable *table = p->more->part(out->kind - 1).table;
	CHECK(table->def_size <= sizeof def);
	if (size >= sizeof text) return refuse(p, owner, given);
	for (size_t i = 0; i < size; ++i) text[i] = given[i] == ',' ? ' ' : given[i];
	text[size] = '\0';
	snprintf(whose, sizeof whose, "%s: %s %s", owner, p->name, p->more->part(out->kind - 1).name);
	int32_t status = param_parse(table, def, whose, text);
	if (status != HN_OK) return status;
	return keep_changed(out, table, def) ? HN_OK : refuse(p, owner, given);
}

int32_t part_set(const Param *p, ParamPart *out, const char *owner, const char *text) {
	ParamPart part = { 0 };
	size_t name = strcspn(text, "("), length = strlen(text);
	bool called = name < length;
	if (strcmp(text, "none") != 0) {
		part.kind = kind_find(p, text, name);
		if (part.kind == 0 || (called && text[length - 1] != ')')) return refuse(p, owner, text);
		int32_t status = params_set(p, &part, owner, text + name + called, called ? length - name - 2 : 0);
		if (status != HN_OK) return status;
	}
	*out = part;
	return HN_OK;
}

void part_get(const Param *p, const ParamPart *part, char text[PARAM_TEXT_SIZE]) {
	if (part->kind == 0) {
		snprintf(text, PARAM_TEXT_SIZE, "none");
		return;
	}
	bool plain = part->params[0] == '\0';
	snprintf(text, PARAM_TEXT_SIZE, "%s%s%s%s", p->more->part(part->kind - 1).name, plain ? "" : "(",
	         part->params, plain ? "" : ")");
	for (; *text != '\0'; ++text)
		if (*text == ' ') *text = ',';
}
