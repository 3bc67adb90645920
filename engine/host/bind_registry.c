// Bindings of the registries: algorithms, shapes, generated scenes and broad phases, and what there is of
// counters, columns and names. Their parameters are read in bind_params.c.
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "broad/broad.h"
#include "detect/detect.h"
#include "host/bindings.h"
#include "mesh/shape.h"
#include "run/columns.h"
#include "machine/counters.h"
#include "plugin/counters.h"
#include "run/run.h"
#include "scene/generator.h"

static bool is_chooser(const Param *p) {
	return p->type == PARAM_CHOICE && p->more != NULL && p->more->part != NULL;
}

const Param *bind_chooser(const char *name) {
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const ParamSet *set = hn_detect_at(i)->set;
		for (int32_t k = 0; set != NULL && k < set->own->count; ++k) {
			const Param *p = &set->own->params[k];
			if (is_chooser(p) && strcmp(p->name, name) == 0) return p;
		}
	}
	return NULL;
}

static void push_param(lua_State *L, const ParamTable *table, const Param *param) {
	static const char *const types[] = {
		"integer", "number", "boolean", "choice", "vectors", "names", "part"
	};
	lua_newtable(L);
	bind_set_string(L, "name", param->name);
	bind_set_string(L, "about", param->about);
	bind_set_string(L, "type", types[param->type]);
	char text[PARAM_TEXT_SIZE] = "";
	void *def = mem_alloc_zero(table->def_size);
	if (def == NULL) luaL_error(L, "%s", hn_error_text());
	param_set_defaults(table, def);
	param_get(param, def, text);
	mem_free(def, table->def_size);
	bind_set_string(L, "default", text);
	bind_set_boolean(L, "parts", param->type == PARAM_CHOICE && bind_chooser(param->name) != NULL);
	if (param->type == PARAM_PART || param->type == PARAM_CHOICE || param->type == PARAM_NAMES) {
		lua_newtable(L);
		if (param->type == PARAM_PART) bind_append_string(L, "none");
		for (int32_t i = 0; param_choice(param, i) != NULL; ++i)
			bind_append_string(L, param_choice(param, i));
		lua_setfield(L, -2, "choices");
	} else if (param->type == PARAM_INT || param->type == PARAM_REAL) {
		lua_pushnumber(L, param->lo);
		lua_setfield(L, -2, "lo");
		lua_pushnumber(L, param->hi);
		lua_setfield(L, -2, "hi");
	}
}

// Pushes a new table with the fields that all registry entries share.
static void push_class(lua_State *L, const char *name, const char *about, const char *source,
                       const ParamTable *table) {
	lua_newtable(L);
	bind_set_string(L, "name", name);
	bind_set_string(L, "about", about);
	bind_set_string(L, "source", source);
	lua_newtable(L);
	for (int32_t k = 0; k < table->count; ++k) {
		push_param(L, table, &table->params[k]);
		bind_append(L);
	}
	lua_setfield(L, -2, "params");
}

// The counters of a plug-in's own: an array of { name, unit, about }.
static void push_counters(lua_State *L, const HnDetectClass *class) {
	lua_newtable(L);
	if (class->plugin == NULL) return;
	const HnPlugin *plugin = &class->plugin->plugin;
	for (int32_t i = 0; i < plugin->counter_count; ++i) {
		const HnPluginCounter *counter = &plugin->counters[i];
		if (!plugin_counter_is_own(counter)) continue;
		lua_newtable(L);
		bind_set_string(L, "name", counter->name);
		bind_set_string(L, "unit", counter->unit);
		bind_set_string(L, "about", counter->about);
		bind_append(L);
	}
}

void bind_push_algorithm(lua_State *L, const HnDetectClass *class) {
	push_class(L, class->name, class->about, class->source, &class->params);
	bind_set_string(L, "preset_of", class->preset_of);
	bind_set_string(L, "preset", class->preset);
	bind_set_string(L, "preset_defaults", class->preset_defaults);
	push_counters(L, class);
	lua_setfield(L, -2, "counters");
	bind_set_boolean(L, "external", plugin_external(class) != NULL);
	bind_set_boolean(L, "plugin", class->plugin != NULL);
	bind_set_boolean(L, "planted", class->planted);
	bind_set_boolean(L, "objects", class->objects);
}

// algorithms(): an array of all algorithms in registry order. The field `objects` marks a broad phase.
static int lua_algorithms(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		bind_push_algorithm(L, hn_detect_at(i));
		bind_append(L);
	}
	return 1;
}

// shapes(), generators(), broads(): arrays of the shapes of h.shape, the generated scenes of h.scenes, and
// the broad phases of h.broad.
#define CLASSES(what, Class)                                                                                 \
	static int lua_##what##s(lua_State *L) {                                                                 \
		lua_newtable(L);                                                                                     \
		for (int32_t i = 0; what##_at(i) != NULL; ++i) {                                                     \
			const Class *c = what##_at(i);                                                                   \
			push_class(L, c->name, c->about, c->source, &c->params);                                         \
			lua_rawseti(L, -2, i + 1);                                                                       \
		}                                                                                                    \
		return 1;                                                                                            \
	}
CLASSES(shape, ShapeClass)
CLASSES(generator, GeneratorClass)
CLASSES(broad, BroadClass)
#undef CLASSES

// Parts of algorithms. A parameter chooses one of several entries; each entry has its own parameters.
// ------------------------------------------------------------------------------------------------------

// Appends { param = "fit", of = "obb", about, kinds = { ... } } to the list on top of the stack, then the
// parts of these entries recursively. of: the entry that has the parameter; NULL: an algorithm has it.
static void add_parts(lua_State *L, const Param *chooser, const char *of) {
	lua_newtable(L);
	bind_set_string(L, "param", chooser->name);
	bind_set_string(L, "of", of);
	bind_set_string(L, "about", chooser->about);
	lua_newtable(L);
	for (int32_t i = 0; chooser->more->part(i).name != NULL; ++i) {
		PartKind kind = chooser->more->part(i);
		push_class(L, kind.name, kind.about, NULL, kind.table);
		lua_rawseti(L, -2, i + 1);
	}
	lua_setfield(L, -2, "kinds");
	bind_append(L);
	for (int32_t i = 0; chooser->more->part(i).name != NULL; ++i) {
		PartKind kind = chooser->more->part(i);
		for (int32_t k = 0; k < kind.table->count; ++k) {
			const Param *p = &kind.table->params[k];
			if (is_chooser(p)) add_parts(L, p, kind.name);
		}
	}
}

// parts(): all groups of parts, in the order of the parameters.
static int lua_parts(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *c = hn_detect_at(i);
		for (int32_t k = 0; c->set != NULL && c->preset_of == NULL && k < c->set->own->count; ++k) {
			const Param *p = &c->set->own->params[k];
			if (p == bind_chooser(p->name)) add_parts(L, p, NULL);
		}
	}
	return 1;
}

// inspections: { { name, about, columns = { names }, levels = { names } } }, the names that a scenario's
// `inspect` accepts.
static void set_columns(lua_State *L, const char *key, const InspectColumn *(*column)(int32_t),
                        int32_t group) {
	lua_newtable(L);
	for (int32_t i = 0; column(i) != NULL; ++i)
		if ((int32_t)column(i)->group == group) bind_append_string(L, column(i)->name);
	lua_setfield(L, -2, key);
}

static void set_inspections(lua_State *L) {
	lua_newtable(L);
	for (int32_t group = 0; inspect_name(group) != NULL; ++group) {
		lua_newtable(L);
		bind_set_string(L, "name", inspect_name(group));
		bind_set_string(L, "about", inspect_about(group));
		set_columns(L, "columns", inspect_field, group);
		set_columns(L, "levels", inspect_level, group);
		lua_rawseti(L, -2, group + 1);
	}
	lua_setfield(L, -2, "inspections");
}

// The Lua state with the words of nearest(). It is file-wide because param_nearest calls a function without a
// context argument.
static lua_State *s_words_state;
static const char *word_at(int32_t index) {
	lua_State *L = s_words_state;
	lua_rawgeti(L, 2, index + 1);
	const char *word = lua_tostring(L, -1); // stays alive: the table holds it
	lua_pop(L, 1);
	return word;
}

// counters: { { name, about, columns = { names } } }, the names that a scenario's `counters` accepts.
static void set_counters(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; counter_name(i) != NULL;) {
		const char *name = counter_name(i);
		lua_newtable(L);
		bind_set_string(L, "name", name);
		bind_set_string(L, "about", counter_about(i));
		lua_newtable(L);
		for (; counter_name(i) != NULL && strcmp(counter_name(i), name) == 0; ++i)
			bind_append_string(L, counter_column(i));
		lua_setfield(L, -2, "columns");
		bind_append(L);
	}
	lua_setfield(L, -2, "counters");
}

// columns: { { file, name, type, unit, title, about, scope, kind, needs, group } }, every column of the
// result files. needs is nil for a column that is always there. "unsound": the run must have an algorithm
// that may miss contacts. "readings": the scenario must have readings. "inspect", "counters": the scenario
// must name `group` there. "swept", "params", "own": the entry stands for several columns. "outside",
// "external": the run must have an algorithm that is not the engine's, or another program's results.
static void push_column(lua_State *L, const Column *column) {
	static const char *const s_needs[] = { NULL,    "unsound", "readings", "inspect", "counters",
		                                   "swept", "params",  "own",      "outside", "external" };
	lua_newtable(L);
	bind_set_string(L, "file", csv_file_name((int32_t)column->file));
	bind_set_string(L, "name", column->name);
	bind_set_string(L, "type", column_type_name((int32_t)column->type));
	bind_set_string(L, "unit", column->unit);
	bind_set_string(L, "title", column->title);
	bind_set_string(L, "about", column->about);
	bind_set_string(L, "scope", column_scope_name((int32_t)column->scope));
	bind_set_string(L, "kind", column_kind_name((int32_t)column->kind));
	bind_set_string(L, "needs", s_needs[column->need]);
	bind_set_string(L, "group",
	                column->need == NEEDS_INSPECT   ? inspect_name(column->bit)
	                : column->need == NEEDS_COUNTER ? counter_name(column->bit)
	                                                : NULL);
}

static void set_all_columns(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; column_at(i) != NULL; ++i) {
		push_column(L, column_at(i));
		lua_rawseti(L, -2, i + 1);
	}
	lua_setfield(L, -2, "columns");
}

// nearest(word, { names }): the name that is most similar to the word, or nil.
static int lua_nearest(lua_State *L) {
	const char *word = luaL_checkstring(L, 1);
	luaL_checktype(L, 2, LUA_TTABLE);
	lua_settop(L, 2);
	luaL_checkstack(L, 4, NULL);
	s_words_state = L;
	lua_pushstring(L, param_nearest(word, word_at));
	return 1;
}

void bind_registry(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "algorithms", lua_algorithms },
		{ "parts", lua_parts },
		{ "nearest", lua_nearest },
		{ "shapes", lua_shapes },
		{ "generators", lua_generators },
		{ "broads", lua_broads },
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
	bind_set_names(L, "queries", hn_query_name);
	bind_set_names(L, "object_volumes", hn_broad_volume_name);
	set_inspections(L);
	set_counters(L);
	set_all_columns(L);
}
