// Reads the values of a composed table: flat, or inside an entry, "obb(fit=slabs(k=8))".
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/param_set.h"
#include "base/param_set_parts.h"

typedef struct Reading {
	const ParamTable *table; // the parameters that can be given; a preset's table lacks some of the set's
	const ParamSet *set;
	void *def;
	const Param *chooser; // the parameter whose value contains this text; NULL: flat
} Reading;

enum { GIVEN_FLAT = 1, GIVEN_INSIDE = 2 }; // followed by the slot of the parameter whose value contains it

static int32_t refuse_two(const Reading *r, const Param *p, const char *owner, int32_t before,
                          const char *old, const char *now) {
	bool flat = r->chooser == NULL;
	const char *inside = flat ? r->set->params[before - GIVEN_INSIDE].name : r->chooser->name;
	return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' is '%.80s' and, inside of parameter '%s', '%.80s'",
	                 owner, p->name, flat ? now : old, inside, flat ? old : now);
}

static int32_t value_give(const Reading *r, const Param *p, const char *owner, const char *text) {
	uint8_t *given = given_of(r->set, r->def) + p->more->slot, before = *given;
	uint8_t how = (uint8_t)(r->chooser == NULL ? GIVEN_FLAT : GIVEN_INSIDE + r->chooser->more->slot);
	char old[PARAM_TEXT_SIZE], now[PARAM_TEXT_SIZE];
	if (before > how || (before != 0 && how != GIVEN_FLAT))
		param_get(p, r->def, old);
	else
		before = 0;
	int32_t status = param_set_value(p, r->def, owner, text);
	if (status != HN_OK) return status;
	*given = *given > how ? *given : how;
	if (before == 0) return HN_OK;
	param_get(p, r->def, now);
	return strcmp(old, now) == 0 ? HN_OK : refuse_two(r, p, owner, before, old, now);
}

// The parameters of an entry and of all entries that it can be made of, each name once.
typedef struct Flat {
	Param params[PARAM_SET_MAX];
	int32_t count;
} Flat;

static void flatten(Flat *out, const ParamTable *table) {
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		ParamTable so_far = { out->params, out->count, 0 };
		if (find(&so_far, p->name) == NULL && out->count < PARAM_SET_MAX) out->params[out->count++] = *p;
		for (int32_t k = 0; is_chooser(p) && p->more->part(k).name != NULL; ++k)
			flatten(out, p->more->part(k).table);
	}
}

// Adds the entries called `name` of every declaration of the parameter `chooser`.
static void flatten_kinds(Flat *out, const ParamSet *set, const char *chooser, const char *name) {
	PartKind kind;
	out->count = 0;
	for (int32_t i = 0; i < set->declared_count; ++i) {
		const Param *p = set->declared[i].param;
		if (strcmp(p->name, chooser) == 0 && is_chooser(p) && kind_find(&kind, p, name))
			flatten(out, kind.table);
	}
}

// The length of a value. It ends at a comma outside all brackets that is followed by another name, or at the
// end of the text.
static size_t value_length(const char *text) {
	int32_t depth = 0;
	for (size_t i = 0; text[i] != '\0'; ++i) {
		depth += (text[i] == '(') - (text[i] == ')');
		if (text[i] != ',' || depth != 0) continue;
		size_t next = i + 1;
		while (islower((unsigned char)text[next]) || isdigit((unsigned char)text[next]) || text[next] == '_')
			++next;
		if (next > i + 1 && text[next] == '=') return i;
	}
	return strlen(text);
}

static int32_t param_give(const Reading *r, const Param *p, const char *owner, const char *text);

// Reads "name=value,name=value", the inside of an entry's brackets.
static int32_t read_inside(const Reading *r, const Flat *flat, const char *owner, const char *text) {
	ParamTable entry = { flat->params, flat->count, 0 };
	while (*text != '\0') {
		char name[PARAM_NAME_SIZE], value[PARAM_TEXT_SIZE];
		size_t size = strcspn(text, "="), length = text[size] == '=' ? value_length(text + size + 1) : 0;
		if (length == 0 || size >= sizeof name || length >= sizeof value)
			return error_set(HN_ERR_BAD_INPUT, "%s: '%.60s' is not name=value", owner, text);
		memcpy(name, text, size), name[size] = '\0';
		memcpy(value, text + size + 1, length), value[length] = '\0';
		int32_t status = param_find(&entry, owner, name);
		if (status < 0) return status;
		const Param *p = find(r->table, name);
		if (p == NULL) return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' is fixed", owner, name);
		status = param_give(r, p, owner, value);
		if (status != HN_OK) return status;
		text += size + 1 + length;
		if (*text == ',') ++text;
	}
	return HN_OK;
}

// Reads "entry(name=value,...)".
static int32_t read_entry(const Reading *r, const Param *p, const char *owner, const char *text) {
	char name[PARAM_NAME_SIZE], body[PARAM_TEXT_SIZE], whose[OWNER_SIZE];
	size_t size = strcspn(text, "("), length = strlen(text);
	Flat flat;
	if (size >= sizeof name || length - size >= sizeof body || text[length - 1] != ')')
		return param_set_value(p, r->def, owner, text); // this call refuses it
	memcpy(name, text, size), name[size] = '\0';
	memcpy(body, text + size + 1, length - size - 2), body[length - size - 2] = '\0';
	int32_t status = value_give(r, p, owner, name);
	if (status != HN_OK) return status;
	flatten_kinds(&flat, r->set, p->name, name);
	snprintf(whose, sizeof whose, "%.120s: %s %s", owner, p->name, name);
	Reading inside = *r;
	if (inside.chooser == NULL) inside.chooser = p;
	return read_inside(&inside, &flat, whose, body);
}

static int32_t param_give(const Reading *r, const Param *p, const char *owner, const char *text) {
	bool entry = p->type == PARAM_CHOICE && strchr(text, '(') != NULL;
	return entry ? read_entry(r, p, owner, text) : value_give(r, p, owner, text);
}

int32_t param_set_composed(const ParamTable *table, const Param *param, void *def, const char *owner,
                           const char *text) {
	Reading reading = { table, param->more->set, def, NULL };
	return param_give(&reading, param, owner, text);
}
