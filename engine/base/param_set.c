#include "base/param_set.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { OWNER_SIZE = 4 * PARAM_NAME_SIZE, SET_DEF_MAX = 16384 };

static void *field_of(const Param *p, const void *def) { return (char *)(uintptr_t)def + p->offset; }

static const Param *find(const ParamTable *table, const char *name) {
	for (int32_t i = 0; i < table->count; ++i)
		if (strcmp(table->params[i].name, name) == 0) return &table->params[i];
	return NULL;
}

static const ParamMore *more_of(const Param *p) {
	static const ParamMore s_none;
	return p->more != NULL ? p->more : &s_none;
}

static bool is_chooser(const Param *p) { return more_of(p)->part != NULL && p->type != PARAM_PART; }

static bool kind_find(PartKind *out, const Param *chooser, const char *name) {
	for (int32_t i = 0; (*out = chooser->more->part(i)).name != NULL; ++i)
		if (strcmp(out->name, name) == 0) return true;
	return false;
}

// Composing
// ------------------------------------------------------------------------------------------------------

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

static size_t value_size(const Param *p) {
	return p->type == PARAM_REAL      ? sizeof(double)
	       : p->type == PARAM_VECTORS ? sizeof(ParamVectors)
	       : p->type == PARAM_NAMES   ? sizeof(ParamNames)
	       : p->type == PARAM_PART    ? sizeof(ParamPart)
	                                  : sizeof(int32_t);
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

// Values
// ------------------------------------------------------------------------------------------------------

static uint8_t *given_of(const ParamSet *set, const void *def) {
	return (uint8_t *)(uintptr_t)def + set->given;
}

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

// Reading
// ------------------------------------------------------------------------------------------------------

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
static bool flatten_kinds(Flat *out, const ParamSet *set, const char *chooser, const char *name) {
	PartKind kind;
	bool any = false;
	out->count = 0;
	for (int32_t i = 0; i < set->declared_count; ++i) {
		const Param *p = set->declared[i].param;
		if (strcmp(p->name, chooser) != 0 || !is_chooser(p) || !kind_find(&kind, p, name)) continue;
		flatten(out, kind.table);
		any = true;
	}
	return any;
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
	if (!flatten_kinds(&flat, r->set, p->name, name)) flat.count = 0;
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
