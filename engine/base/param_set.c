// Composes the tables of parts into one.
#include "base/param_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/param_set_parts.h"

_Noreturn static void mistake(const char *what, const char *name) {
	fprintf(stderr, "parameter '%s': %s\n", name, what);
	abort();
}

static bool is_declared(const ParamSet *set, const ParamTable *table, const char *entry) {
	for (int32_t i = 0; i < set->declared_count; ++i) {
		const ParamDeclared *d = &set->declared[i];
		if (d->table == table && d->entry != NULL && strcmp(d->entry, entry) == 0) return true;
	}
	return false;
}

static Param *slot_find(ParamSet *set, const char *name) {
	return (Param *)(uintptr_t)find(&set->table, name);
}

static void append(ParamSet *set, const Param *p) {
	if (set->table.count == PARAM_SET_MAX) mistake("one too many in a composed table", p->name);
	set->params[set->table.count] = *p;
	set->more[set->table.count] = *more_of(p);
	set->table.count += 1;
}

static void merge(Param *into, ParamMore *more, const Param *p) {
	if (into->type != p->type) mistake("declared with two types", p->name);
	into->lo = p->lo < into->lo ? p->lo : into->lo;
	into->hi = p->hi > into->hi ? p->hi : into->hi;
	more->strict |= more_of(p)->strict;
	more->shared |= more_of(p)->shared;
	if (more->after == NULL) more->after = more_of(p)->after;
}

static void declare(ParamSet *set, const Param *p, ParamDeclared as) {
	as.param = p;
	if (set->declared_count == PARAM_DECLARED_MAX) mistake("one too many declarations", p->name);
	set->declared[set->declared_count++] = as;
	Param *slot = slot_find(set, p->name);
	const Param *own = find(set->own, p->name);
	if (own != NULL && own != p && own->type != p->type) mistake("declared with two types", p->name);
	if (slot != NULL && own == NULL)
		merge(slot, &set->more[slot - set->params], p);
	else if (own == NULL || own == p)
		append(set, p);
}

static void declare_table(ParamSet *set, const ParamTable *table, const char *chooser, const char *entry) {
	if (entry != NULL && is_declared(set, table, entry)) return;
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		declare(set, p, (ParamDeclared){ NULL, table, chooser, entry });
		for (int32_t k = 0; is_chooser(p) && p->more->part(k).name != NULL; ++k) {
			PartKind kind = p->more->part(k);
			if (kind.table->def_size > PART_DEF_MAX) mistake("an entry's Def is too large", p->name);
			declare_table(set, kind.table, p->name, kind.name);
		}
	}
}

static void move(ParamSet *set, int32_t from, int32_t to) {
	Param param = set->params[from];
	ParamMore more = set->more[from];
	int32_t way = to > from ? 1 : -1;
	for (; from != to; from += way)
		set->params[from] = set->params[from + way], set->more[from] = set->more[from + way];
	set->params[to] = param, set->more[to] = more;
}

// Moves each parameter that names an `after` parameter directly behind that one.
static void reorder(ParamSet *set) {
	for (int32_t i = 0; i < set->table.count; ++i) {
		const Param *before = set->more[i].after != NULL ? slot_find(set, set->more[i].after) : NULL;
		set->more[i].after = NULL;
		if (before == NULL) continue;
		int32_t at = (int32_t)(before - set->params);
		move(set, i, at < i ? at + 1 : at);
		if (at > i) i -= 1; // index i now holds a different parameter
	}
}

static void name_add(ParamSet *set, const char *const *names, const char *name) {
	for (const char *const *at = names; at < set->names + set->name_count; ++at)
		if (name != NULL && strcmp(*at, name) == 0) return;
	if (set->name_count == PARAM_NAMES_POOL) mistake("too many names", name != NULL ? name : "");
	set->names[set->name_count++] = name;
}

// Collects the names of all entries that declare the parameter, in the order of the entries. The default is
// that of the first entry.
static void unite_names(ParamSet *set, Param *slot) {
	const char *const *names = set->names + set->name_count;
	for (int32_t i = 0; i < set->declared_count; ++i) {
		const Param *p = set->declared[i].param;
		for (int32_t k = 0; strcmp(p->name, slot->name) == 0 && param_choice(p, k) != NULL; ++k)
			name_add(set, names, param_choice(p, k));
	}
	name_add(set, names, NULL);
	set->more[slot - set->params].names = names;
}

static void say(ParamSet *set, const char *text) {
	size_t room = sizeof set->abouts - set->about_size;
	int size = snprintf(set->abouts + set->about_size, room, "%s", text);
	if ((size_t)size >= room) mistake("descriptions are too long", text);
	set->about_size += (size_t)size;
}

static bool is_of(const ParamDeclared *d, const char *name, const char *about) {
	return strcmp(d->param->name, name) == 0 && (about == NULL || strcmp(d->param->about, about) == 0);
}

// Writes which entries declare the parameter with the same description as declaration `first`: "of volume
// kdop, fit slabs: how many". Does nothing if an earlier declaration has that description.
static void say_owners(ParamSet *set, int32_t first) {
	const char *name = set->declared[first].param->name, *about = set->declared[first].param->about;
	bool any = false;
	for (int32_t i = 0; i < first; ++i)
		if (is_of(&set->declared[i], name, about)) return; // already written
	for (int32_t i = first; i < set->declared_count; ++i) {
		const ParamDeclared *d = &set->declared[i];
		if (!is_of(d, name, about)) continue;
		say(set, any ? ", " : set->abouts[set->about_size - 1] == '\0' ? "of " : "; of ");
		say(set, d->chooser), say(set, " "), say(set, d->entry);
		any = true;
	}
	say(set, ": "), say(set, about);
}

static void unite_abouts(ParamSet *set, Param *slot) {
	set->abouts[set->about_size++] = '\0'; // the final NUL of the description before
	slot->about = set->abouts + set->about_size;
	for (int32_t i = 0; i < set->declared_count; ++i)
		if (is_of(&set->declared[i], slot->name, NULL)) say_owners(set, i);
}

static size_t aligned(size_t size) { return (size + 15) & ~(size_t)15; }

void param_set_compose(ParamSet *set, const ParamTable *own) {
	memset(set, 0, sizeof *set);
	set->own = own;
	set->table = (ParamTable){ .params = set->params, .def_size = aligned(own->def_size) };
	declare_table(set, own, NULL, NULL);
	reorder(set);
	for (int32_t i = 0; i < set->table.count; ++i) {
		Param *slot = &set->params[i];
		slot->more = &set->more[i];
		set->more[i].set = set, set->more[i].slot = i;
		if (find(own, slot->name) != NULL) continue;
		slot->offset = set->table.def_size;
		set->table.def_size += aligned(value_size(slot));
		if (slot->type == PARAM_CHOICE || slot->type == PARAM_NAMES) unite_names(set, slot);
		unite_abouts(set, slot);
	}
	set->given = set->table.def_size;
	set->table.def_size += PARAM_SET_MAX;
}

void param_set_whose(const ParamSet *set, const char *name, char text[PARAM_ALLOWED_SIZE]) {
	size_t used = 0;
	text[0] = '\0';
	for (int32_t i = 0; i < set->declared_count && used < PARAM_ALLOWED_SIZE; ++i) {
		const ParamDeclared *d = &set->declared[i];
		if (d->entry == NULL || strcmp(d->param->name, name) != 0) continue;
		used += (size_t)snprintf(text + used, PARAM_ALLOWED_SIZE - used, "%s%s %s", used > 0 ? ", " : "",
		                         d->chooser, d->entry);
	}
}
