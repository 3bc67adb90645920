// Which entries the values of a composed table choose, and what follows: their defaults and limits, and which
// parameters have an effect.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/param_set.h"
#include "base/param_set_parts.h"

enum { SET_DEF_MAX = 16384 };

// Values
// ------------------------------------------------------------------------------------------------------

// Copies a value from one Def to another. The two parameters have the same name and type.
static int32_t value_copy(const Param *to, void *to_def, const Param *from, const void *from_def,
                          const char *owner) {
	char text[PARAM_TEXT_SIZE];
	if (to->type == PARAM_VECTORS || to->type == PARAM_PART) {
		memcpy(field_of(to, to_def), field_of(from, from_def), value_size(to));
		return HN_OK;
	}
	param_get(from, from_def, text);
	return param_set_value(to, to_def, owner, text);
}

static bool values_equal(const Param *a, const void *a_def, const Param *b, const void *b_def) {
	char text_a[PARAM_TEXT_SIZE], text_b[PARAM_TEXT_SIZE];
	param_get(a, a_def, text_a);
	param_get(b, b_def, text_b);
	return strcmp(text_a, text_b) == 0;
}

// Whether the value in `def` (a Def of the composed table) is the default of `p`, a parameter of an entry.
static bool is_usual(const ParamSet *set, const void *def, const Param *p, const ParamTable *table) {
	_Alignas(max_align_t) char usual[PART_DEF_MAX];
	param_set_defaults(table, usual);
	return values_equal(find(&set->table, p->name), def, p, usual);
}

// Whether p is the unused one of two parameters that replace each other. If neither is given, the replacement
// (the one with `instead`) is unused.
static bool stands_back(const ParamSet *set, const void *def, const Param *p, const ParamTable *table) {
	if (more_of(p)->instead != NULL) return is_usual(set, def, p, table);
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *other = &table->params[i];
		if (more_of(other)->instead != NULL && strcmp(more_of(other)->instead, p->name) == 0)
			return !is_usual(set, def, other, table);
	}
	return false;
}

// Chosen entries
// ------------------------------------------------------------------------------------------------------

// An entry that the values choose. If `shared` is set, only the entry's shared parameters are parameters of
// the composed table.
typedef struct Chosen {
	const ParamTable *table;
	const char *chooser, *entry;
	bool shared;
} Chosen;

typedef int32_t (*ChosenLook)(void *context, const Chosen *chosen);

typedef struct Choosing {
	const ParamSet *set;
	void *def;
	ChosenLook look;
	void *context;
} Choosing;

static int32_t choose_kind(const Choosing *c, const Param *chooser, const char *name, bool shared);

// Visits the entries that this entry's own parameters choose. The entry itself was visited before, so its
// choices are settled.
static int32_t choose_inner(const Choosing *c, const ParamTable *table, bool shared) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < table->count && status == HN_OK; ++i) {
		const Param *p = &table->params[i], *slot = find(&c->set->table, p->name);
		if (!is_chooser(p) || p->type != PARAM_CHOICE) continue;
		bool usual = shared && !more_of(p)->shared;
		int32_t at = usual ? (int32_t)p->fallback : *(const int32_t *)field_of(slot, c->def);
		status = choose_kind(c, p, param_choice(usual ? p : slot, at), shared);
	}
	return status;
}

static int32_t choose_kind(const Choosing *c, const Param *chooser, const char *name, bool shared) {
	PartKind kind;
	if (!kind_find(&kind, chooser, name)) return HN_OK; // param_set_take reports this
	Chosen chosen = { kind.table, chooser->name, kind.name, shared };
	int32_t status = c->look(c->context, &chosen);
	return status == HN_OK ? choose_inner(c, kind.table, shared) : status;
}

static int32_t choose_all(const Choosing *c) {
	int32_t status = choose_inner(c, c->set->own, false);
	for (int32_t i = 0; i < c->set->own->count && status == HN_OK; ++i) {
		const Param *p = &c->set->own->params[i];
		if (!is_chooser(p) || p->type != PARAM_NAMES) continue;
		const ParamNames *names = field_of(p, c->def);
		for (int32_t k = 0; k < names->count && status == HN_OK; ++k)
			status = choose_kind(c, p, param_choice(p, names->index[k]), true);
	}
	return status;
}

typedef struct Settling {
	const ParamSet *set;
	void *def, *usual;
	bool settled[PARAM_SET_MAX];
} Settling;

// Gives parameters that were not given the default of the first chosen entry that declares them. A default of
// a preset takes precedence.
static int32_t settle_entry(void *context, const Chosen *chosen) {
	Settling *s = context;
	_Alignas(max_align_t) char usual[PART_DEF_MAX];
	param_set_defaults(chosen->table, usual);
	for (int32_t i = 0; i < chosen->table->count; ++i) {
		const Param *p = &chosen->table->params[i], *slot = find(&s->set->table, p->name);
		bool own = find(s->set->own, p->name) != NULL;
		if (own || s->settled[slot->more->slot] || (chosen->shared && !more_of(p)->shared)) continue;
		s->settled[slot->more->slot] = true;
		if (given_of(s->set, s->def)[slot->more->slot] != 0 || !values_equal(slot, s->def, slot, s->usual))
			continue;
		int32_t status = value_copy(slot, s->def, p, usual, chosen->entry);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

static int32_t check_entry(void *context, const Chosen *chosen) {
	const Settling *s = context;
	_Alignas(max_align_t) char taken[PART_DEF_MAX];
	char owner[OWNER_SIZE];
	snprintf(owner, sizeof owner, "%s %s", chosen->chooser, chosen->entry);
	return param_set_take(s->set, s->def, chosen->table, chosen->shared, owner, taken);
}

int32_t param_set_settle(const ParamSet *set, void *def) {
	_Alignas(max_align_t) char usual[SET_DEF_MAX];
	CHECK(set->table.def_size <= sizeof usual);
	Settling settling = { .set = set, .def = def, .usual = usual };
	param_set_defaults(&set->table, usual);
	int32_t status = choose_all(&(Choosing){ set, def, settle_entry, &settling });
	return status == HN_OK ? choose_all(&(Choosing){ set, def, check_entry, &settling }) : status;
}

int32_t param_set_take(const ParamSet *set, const void *def, const ParamTable *table, bool shared,
                       const char *owner, void *out) {
	int32_t status = HN_OK;
	CHECK(table->def_size <= PART_DEF_MAX);
	param_set_defaults(table, out);
	for (int32_t i = 0; set != NULL && i < table->count && status == HN_OK; ++i) {
		const Param *p = &table->params[i];
		if ((shared && !more_of(p)->shared) || stands_back(set, def, p, table)) continue;
		status = value_copy(p, out, find(&set->table, p->name), def, owner);
	}
	return status;
}

// A search for one parameter among the chosen entries.
typedef struct Looking {
	const char *name;
	bool taken;
} Looking;

static int32_t look_for(void *context, const Chosen *chosen) {
	Looking *l = context;
	const Param *p = find(chosen->table, l->name);
	l->taken |= p != NULL && (!chosen->shared || more_of(p)->shared);
	return HN_OK;
}

// Whether a chosen entry declares the parameter.
static bool is_taken(const ParamSet *set, const void *def, const char *name) {
	Looking looking = { .name = name };
	choose_all(&(Choosing){ set, (void *)(uintptr_t)def, look_for, &looking });
	return looking.taken;
}

typedef struct Using {
	const ParamSet *set;
	const void *def;
	uint64_t used; // one bit for each slot
} Using;

static int32_t use_entry(void *context, const Chosen *chosen) {
	Using *u = context;
	for (int32_t i = 0; i < chosen->table->count; ++i) {
		const Param *p = &chosen->table->params[i];
		if ((chosen->shared && !more_of(p)->shared) || stands_back(u->set, u->def, p, chosen->table))
			continue;
		u->used |= (uint64_t)1 << find(&u->set->table, p->name)->more->slot;
	}
	return HN_OK;
}

uint64_t param_set_used(const ParamSet *set, const void *def) {
	Using using = { .set = set, .def = def };
	for (int32_t i = 0; i < set->own->count; ++i)
		using.used |= (uint64_t)1 << find(&set->table, set->own->params[i].name)->more->slot;
	choose_all(&(Choosing){ set, (void *)(uintptr_t)def, use_entry, &using });
	return using.used;
}

static int32_t refuse_ignored(const ParamSet *set, const Param *p, const char *owner) {
	char whose[PARAM_ALLOWED_SIZE];
	param_set_whose(set, p->name, whose);
	return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' is of %s alone, which is not chosen", owner,
	                 p->name, whose);
}

int32_t param_set_check_given(const ParamSet *set, const void *def, const char *owner, const char **wrong) {
	const uint8_t *given = given_of(set, def);
	for (int32_t i = 0; i < set->table.count; ++i) {
		const Param *p = &set->params[i], *other = NULL;
		if (given[i] == 0 || find(set->own, p->name) != NULL) continue;
		*wrong = p->name;
		if (p->more->strict && !is_taken(set, def, p->name)) return refuse_ignored(set, p, owner);
		if (p->more->instead != NULL) other = find(&set->table, p->more->instead);
		if (other != NULL && given[other->more->slot] != 0) {
			*wrong = other->name;
			return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' stands in place of '%s': give one of both",
			                 owner, p->name, other->name);
		}
	}
	return HN_OK;
}

// Reachable parameters
// ------------------------------------------------------------------------------------------------------

typedef struct Reaching {
	const ParamSet *set;
	ParamFixed fixed;
	const void *context;
	uint64_t reached;
} Reaching;

static void reach_table(Reaching *r, const ParamTable *table, bool shared);

static bool is_among(const char *word, const char *list) {
	size_t size = strlen(word);
	for (;; list += 1) {
		if (strncmp(list, word, size) == 0 && (list[size] == '+' || list[size] == '\0')) return true;
		list = strchr(list, '+');
		if (list == NULL) return false;
	}
}

static void reach_kinds(Reaching *r, const Param *p, bool shared) {
	char value[PARAM_TEXT_SIZE];
	bool fixed = r->fixed(r->context, p->name, value),
	     usual = shared && p->type == PARAM_CHOICE && !more_of(p)->shared;
	if (usual) snprintf(value, sizeof value, "%s", param_choice(p, (int32_t)p->fallback));
	for (int32_t k = 0; p->more->part(k).name != NULL; ++k)
		if (!(fixed || usual) || is_among(p->more->part(k).name, value))
			reach_table(r, p->more->part(k).table, shared || p->type == PARAM_NAMES);
}

static void reach_table(Reaching *r, const ParamTable *table, bool shared) {
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		if (!shared || more_of(p)->shared)
			r->reached |= (uint64_t)1 << find(&r->set->table, p->name)->more->slot;
		if (is_chooser(p)) reach_kinds(r, p, shared);
	}
}

uint64_t param_set_reachable(const ParamSet *set, ParamFixed fixed, const void *context) {
	Reaching reaching = { set, fixed, context, 0 };
	reach_table(&reaching, set->own, false);
	return reaching.reached;
}
