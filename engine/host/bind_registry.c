// Bindings of the registries: algorithms, shapes, generated scenes, broad phases and their parameters.
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "broad/broad.h"
#include "detect/detect.h"
#include "host/bindings.h"
#include "mesh/shape.h"
#include "run/columns.h"
#include "machine/counters.h"
#include "plugin/counters.h"
#include "run/run.h"
#include "scene/generator.h"

int bind_failure(lua_State *L, int exit_code) {
	lua_pushnil(L);
	lua_pushstring(L, hn_error_text());
	lua_pushinteger(L, exit_code);
	return 3;
}

static void set_string(lua_State *L, const char *key, const char *value) {
	lua_pushstring(L, value); // NULL gives nil
	lua_setfield(L, -2, key);
}

// Finds the algorithm parameter of this name that chooses a part, such as "volume". NULL: there is none.
static const Param *chooser_find(const char *name) {
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const ParamSet *set = hn_detect_at(i)->set;
		for (int32_t k = 0; set != NULL && k < set->own->count; ++k) {
			const Param *p = &set->own->params[k];
			if (p->type == PARAM_CHOICE && p->more != NULL && p->more->part != NULL &&
			    strcmp(p->name, name) == 0)
				return p;
		}
	}
	return NULL;
}

static void push_param(lua_State *L, const ParamTable *table, const Param *param) {
	static const char *const types[] = {
		"integer", "number", "boolean", "choice", "vectors", "names", "part"
	};
	lua_newtable(L);
	set_string(L, "name", param->name);
	set_string(L, "about", param->about);
	set_string(L, "type", types[param->type]);
	char text[PARAM_TEXT_SIZE] = "";
	void *def = mem_alloc_zero(table->def_size);
	if (def == NULL) luaL_error(L, "%s", hn_error_text());
	param_set_defaults(table, def);
	param_get(param, def, text);
	mem_free(def, table->def_size);
	set_string(L, "default", text);
	lua_pushboolean(L, param->type == PARAM_CHOICE && chooser_find(param->name) != NULL);
	lua_setfield(L, -2, "parts");
	if (param->type == PARAM_PART) {
		lua_newtable(L);
		lua_pushliteral(L, "none");
		lua_rawseti(L, -2, 1);
		for (int32_t i = 0; param->more->part(i).name != NULL; ++i) {
			lua_pushstring(L, param->more->part(i).name);
			lua_rawseti(L, -2, i + 2);
		}
		lua_setfield(L, -2, "choices");
	} else if (param->type == PARAM_CHOICE || param->type == PARAM_NAMES) {
		lua_newtable(L);
		for (int32_t i = 0; param_choice(param, i) != NULL; ++i) {
			lua_pushstring(L, param_choice(param, i));
			lua_rawseti(L, -2, i + 1);
		}
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
	set_string(L, "name", name);
	set_string(L, "about", about);
	set_string(L, "source", source);
	lua_newtable(L);
	for (int32_t k = 0; k < table->count; ++k) {
		push_param(L, table, &table->params[k]);
		lua_rawseti(L, -2, k + 1);
	}
	lua_setfield(L, -2, "params");
}

// The counters of a plug-in's own: an array of { name, unit, about }.
static void push_counters(lua_State *L, const HnDetectClass *class) {
	lua_newtable(L);
	if (class->plugin == NULL) return;
	const HnPlugin *plugin = &class->plugin->plugin;
	for (int32_t i = 0, n = 0; i < plugin->counter_count; ++i) {
		const HnPluginCounter *counter = &plugin->counters[i];
		if (!plugin_counter_is_own(counter)) continue;
		lua_newtable(L);
		set_string(L, "name", counter->name);
		set_string(L, "unit", counter->unit);
		set_string(L, "about", counter->about);
		lua_rawseti(L, -2, ++n);
	}
}

void bind_push_algorithm(lua_State *L, const HnDetectClass *class) {
	push_class(L, class->name, class->about, class->source, &class->params);
	set_string(L, "preset_of", class->preset_of);
	set_string(L, "preset", class->preset);
	push_counters(L, class);
	lua_setfield(L, -2, "counters");
	lua_pushboolean(L, plugin_external(class) != NULL);
	lua_setfield(L, -2, "external");
	lua_pushboolean(L, class->plugin != NULL);
	lua_setfield(L, -2, "plugin");
	lua_pushboolean(L, class->planted);
	lua_setfield(L, -2, "planted");
	lua_pushboolean(L, class->objects);
	lua_setfield(L, -2, "objects");
}

// algorithms(): an array of all algorithms in registry order. The field `objects` marks a broad phase.
static int lua_algorithms(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		bind_push_algorithm(L, hn_detect_at(i));
		lua_rawseti(L, -2, i + 1);
	}
	return 1;
}

// shapes(): an array of the shapes of h.shape.
static int lua_shapes(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; i < shape_count(); ++i) {
		const ShapeClass *c = shape_at(i);
		push_class(L, c->name, c->about, c->source, &c->params);
		lua_rawseti(L, -2, i + 1);
	}
	return 1;
}

// generators(): an array of the generated scenes of h.scenes.
static int lua_generators(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; i < generator_count(); ++i) {
		const GeneratorClass *c = generator_at(i);
		push_class(L, c->name, c->about, c->source, &c->params);
		lua_rawseti(L, -2, i + 1);
	}
	return 1;
}

// broads(): an array of the broad phases of h.broad.
static int lua_broads(lua_State *L) {
	lua_newtable(L);
	for (int32_t i = 0; broad_at(i) != NULL; ++i) {
		const BroadClass *c = broad_at(i);
		push_class(L, c->name, c->about, c->source, &c->params);
		lua_rawseti(L, -2, i + 1);
	}
	return 1;
}

// Parts of algorithms. A parameter chooses one of several entries; each entry has its own parameters.
// ------------------------------------------------------------------------------------------------------

// Appends { param = "fit", of = "obb", about, kinds = { ... } } to the list on top of the stack, then the
// parts of these entries recursively. of: the entry that has the parameter; NULL: an algorithm has it.
static void add_parts(lua_State *L, const Param *chooser, const char *of) {
	lua_newtable(L);
	set_string(L, "param", chooser->name);
	set_string(L, "of", of);
	set_string(L, "about", chooser->about);
	lua_newtable(L);
	for (int32_t i = 0; chooser->more->part(i).name != NULL; ++i) {
		PartKind kind = chooser->more->part(i);
		push_class(L, kind.name, kind.about, NULL, kind.table);
		lua_rawseti(L, -2, i + 1);
	}
	lua_setfield(L, -2, "kinds");
	lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
	for (int32_t i = 0; chooser->more->part(i).name != NULL; ++i) {
		PartKind kind = chooser->more->part(i);
		for (int32_t k = 0; k < kind.table->count; ++k) {
			const Param *p = &kind.table->params[k];
			if (p->type == PARAM_CHOICE && p->more != NULL && p->more->part != NULL)
				add_parts(L, p, kind.name);
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
			if (p == chooser_find(p->name)) add_parts(L, p, NULL);
		}
	}
	return 1;
}

// Appends the vector on top of the stack as "x,y,z". index is its position in the list, for errors.
static int32_t vector_text(lua_State *L, lua_Unsigned index, char **text) {
	if (lua_type(L, -1) != LUA_TTABLE || lua_rawlen(L, -1) != 3)
		return error_set(HN_ERR_BAD_INPUT, "vector %llu must be three finite numbers, { x, y, z }", index);
	for (int k = 1; k <= 3; ++k) {
		char number[NUMBER_TEXT_SIZE];
		bool is_number = lua_rawgeti(L, -1, k) == LUA_TNUMBER;
		if (!is_number || !isfinite(lua_tonumber(L, -1)))
			return error_set(HN_ERR_BAD_INPUT, "vector %llu: %c is %.40s, must be a finite number", index,
			                 "xyz"[k - 1],
			                 is_number && isnan(lua_tonumber(L, -1)) ? "nan" : luaL_tolstring(L, -1, NULL));
		number_format(lua_tonumber(L, -1), number);
		lua_pop(L, 1);
		*text += sprintf(*text, "%s%s", k > 1 ? "," : index > 1 ? ";" : "", number);
	}
	return HN_OK;
}

// Writes the list of vectors on top of the stack, { { x, y, z }, ... }, in the notation of PARAM_VECTORS.
static int32_t vectors_text(lua_State *L, char text[PARAM_TEXT_SIZE]) {
	int top = lua_gettop(L);
	lua_Unsigned count = lua_rawlen(L, -1), keys = 0;
	for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) ++keys;
	if (count == 0 || keys != count)
		return error_set(HN_ERR_BAD_INPUT,
		                 "must be a list of vectors, { { x, y, z }, ... }, without holes, not empty");
	if (count > PARAM_VECTORS_MAX)
		return error_set(HN_ERR_BAD_INPUT, "has %llu vectors, at most %d are possible: vector %d is too many",
		                 count, PARAM_VECTORS_MAX, PARAM_VECTORS_MAX + 1);
	int32_t status = HN_OK;
	for (lua_Unsigned i = 1; status == HN_OK && i <= count; ++i) {
		lua_rawgeti(L, top, (lua_Integer)i);
		status = vector_text(L, i, &text);
		lua_settop(L, top);
	}
	return status;
}

// Writes the list of names on top of the stack, { "b", "a" }, in the notation of PARAM_NAMES. An empty list
// is "none".
static int32_t names_text(lua_State *L, char text[PARAM_TEXT_SIZE]) {
	lua_Unsigned count = lua_rawlen(L, -1), keys = 0;
	size_t used = 0;
	for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) ++keys;
	strcpy(text, "none");
	if (keys != count)
		return error_set(HN_ERR_BAD_INPUT, "must be a list of names, { \"a\", \"b\" }, without holes");
	for (lua_Unsigned i = 1; i <= count; ++i) {
		bool good = lua_rawgeti(L, -1, (lua_Integer)i) == LUA_TSTRING &&
		            lua_rawlen(L, -1) < PARAM_NAME_SIZE && i <= PARAM_NAMES_MAX;
		if (good) used += (size_t)sprintf(text + used, "%s%s", i > 1 ? "+" : "", lua_tostring(L, -1));
		lua_pop(L, 1);
		if (!good)
			return error_set(HN_ERR_BAD_INPUT, "must be a list of at most %d names, { \"a\", \"b\" }",
			                 PARAM_NAMES_MAX);
	}
	return HN_OK;
}

// vectors({ { x, y, z }, ... }): the list in the notation of parameters; or nil, message, exit code.
static int lua_vectors(lua_State *L) {
	char text[PARAM_TEXT_SIZE];
	luaL_checktype(L, 1, LUA_TTABLE);
	lua_settop(L, 1);
	if (vectors_text(L, text) != HN_OK) return bind_failure(L, EXIT_SCENARIO);
	lua_pushstring(L, text);
	return 1;
}

// Sets one parameter from the Lua value on top of the stack.
static int32_t set_param(lua_State *L, const ParamTable *table, const char *owner, void *def,
                         const char *name) {
	char text[PARAM_TEXT_SIZE];
	int32_t index = param_find(table, owner, name);
	if (index < 0) return index;
	int type = lua_type(L, -1);
	const Param *param = &table->params[index];
	ParamType wanted = param->type;
	if ((wanted == PARAM_VECTORS || wanted == PARAM_NAMES) && type == LUA_TTABLE) {
		int32_t status = wanted == PARAM_NAMES ? names_text(L, text) : vectors_text(L, text);
		if (status != HN_OK) return error_prefix(status, "%s: parameter '%s'", owner, name);
		return param_set(table, def, owner, name, text);
	}
	bool numbers =
	    wanted == PARAM_CHOICE && param_choice(param, 0)[0] >= '0' && param_choice(param, 0)[0] <= '9';
	bool numeric = wanted == PARAM_INT || wanted == PARAM_REAL || (numbers && type == LUA_TNUMBER);
	if (type != (numeric ? LUA_TNUMBER : wanted == PARAM_BOOL ? LUA_TBOOLEAN : LUA_TSTRING))
		return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' must be a %s, not a %s", owner, name,
		                 numeric                   ? "number"
		                 : wanted == PARAM_BOOL    ? "boolean"
		                 : wanted == PARAM_VECTORS ? "list of vectors"
		                 : wanted == PARAM_NAMES   ? "list of names"
		                 : wanted == PARAM_PART    ? "h.broad.<name>(...) or its name"
		                                           : "string",
		                 lua_typename(L, type));
	if (type == LUA_TBOOLEAN)
		snprintf(text, sizeof text, "%s", lua_toboolean(L, -1) ? "true" : "false");
	else if (type == LUA_TSTRING)
		snprintf(text, sizeof text, "%s", lua_tostring(L, -1));
	else
		number_format(lua_tonumber(L, -1), text);
	return param_set(table, def, owner, name, text);
}

// Pushes "name=text name=text" from the table of values on top of the stack, in the order of the parameter
// table. Empty values are left out.
static void push_line(lua_State *L, const ParamTable *table) {
	int values = lua_gettop(L);
	lua_pushliteral(L, "");
	for (int32_t i = 0; i < table->count; ++i) {
		const char *name = table->params[i].name;
		lua_getfield(L, values, name);
		if (lua_rawlen(L, -1) > 0)
			lua_pushfstring(L, "%s%s%s=%s", lua_tostring(L, -2), lua_rawlen(L, -2) > 0 ? " " : "", name,
			                lua_tostring(L, -1));
		else
			lua_pushvalue(L, -2);
		lua_replace(L, values + 1);
		lua_settop(L, values + 1);
	}
}

// Pushes the results of push_params for a wrong parameter. name: the parameter; NULL: several together are
// wrong.
static int refused(lua_State *L, const char *name) {
	bind_failure(L, EXIT_SCENARIO);
	lua_pushstring(L, name);
	return 4;
}

// Sets *def from the Lua table at index `given`. False: a parameter is wrong, and the results of refused()
// are on the stack.
static bool set_params(lua_State *L, int given, const ParamTable *table, const char *owner, void *def) {
	param_set_defaults(table, def);
	for (lua_pushnil(L); lua_next(L, given) != 0; lua_pop(L, 1)) {
		if (lua_type(L, -2) != LUA_TSTRING) return luaL_error(L, "parameter without a name") == 0;
		const char *name = lua_tostring(L, -2);
		if (param_find(table, owner, name) < 0) return refused(L, name) == 0;
	}
	for (int32_t i = 0; i < table->count; ++i) { // a fixed order, so that errors are reproducible
		const char *name = table->params[i].name;
		bool fails =
		    lua_getfield(L, given, name) != LUA_TNIL && set_param(L, table, owner, def, name) != HN_OK;
		lua_pop(L, 1);
		if (fails) return refused(L, name) == 0;
	}
	return true;
}

static void push_values(lua_State *L, const ParamTable *table, const void *def) {
	lua_newtable(L);
	for (int32_t i = 0; i < table->count; ++i) {
		char text[PARAM_TEXT_SIZE];
		param_get(&table->params[i], def, text);
		lua_pushstring(L, text);
		lua_setfield(L, -2, table->params[i].name);
	}
	push_line(L, table);
}

// Reads the parameters in the Lua table at index 2; missing ones get their defaults. Pushes { name = text }
// and "name=text name=text" in the order of the parameter table; or nil, message, exit code, name of the
// wrong parameter.
static int push_params(lua_State *L, const ParamTable *table, const char *owner) {
	luaL_checktype(L, 2, LUA_TTABLE);
	void *def = lua_newuserdatauv(L, table->def_size + 1, 0);
	if (!set_params(L, 2, table, owner, def)) return 4;
	push_values(L, table, def);
	return 2;
}

// Improves the message of the four results of refused() on top of the stack. A preset does not know
// parameters that it fixes, or parameters of parts that it does not choose; the message then says so instead
// of "unknown".
static int params_refused(lua_State *L, const HnDetectClass *c) {
	char value[PARAM_TEXT_SIZE], whose[PARAM_ALLOWED_SIZE] = "";
	const char *name = lua_tostring(L, -1);
	bool fixed = detect_fixed(c, name, value);
	if (c->set != NULL && c->preset_of != NULL) param_set_whose(c->set, name, whose);
	if (fixed)
		lua_pushfstring(L, "%s: parameter '%s' is fixed at '%s'; h.%s leaves it open", c->name, name, value,
		                c->preset_of);
	else if (whose[0] != '\0' && param_find(&c->params, c->name, name) < 0)
		lua_pushfstring(L, "%s: parameter '%s' is of %s alone, which %s does not choose; h.%s may", c->name,
		                name, whose, c->name, c->preset_of);
	else
		return 4;
	lua_replace(L, -4);
	return 4;
}

// params(kind, { name = value }): the parameters of an algorithm, like push_params. A parameter that has no
// effect together with the others becomes an empty text and is left out of the line.
static int lua_params(lua_State *L) {
	const HnDetectClass *c = hn_detect_find(luaL_checkstring(L, 1));
	if (c == NULL) return luaL_error(L, "no algorithm '%s'", lua_tostring(L, 1));
	luaL_checktype(L, 2, LUA_TTABLE);
	const char *wrong;
	void *def = lua_newuserdatauv(L, c->params.def_size + 1, 0);
	if (!set_params(L, 2, &c->params, c->name, def)) return params_refused(L, c);
	if (detect_settle(c, def, &wrong) != HN_OK) return refused(L, wrong);
	push_values(L, &c->params, def);
	bool idle[DETECT_PARAMS_MAX];
	if (detect_idle(idle, c, lua_tostring(L, -1)) != HN_OK) return bind_failure(L, EXIT_SCENARIO);
	lua_pop(L, 1);
	for (int32_t i = 0; i < c->params.count; ++i)
		if (idle[i]) set_string(L, c->params.params[i].name, "");
	push_line(L, &c->params);
	return 2;
}

// shape_params(kind, { name = value }): the parameters of a shape, as push_params pushes them.
static int lua_shape_params(lua_State *L) {
	const ShapeClass *c = shape_find(luaL_checkstring(L, 1));
	if (c == NULL) return luaL_error(L, "no shape '%s'", lua_tostring(L, 1));
	return push_params(L, &c->params, c->name);
}

// generator_params(kind, { name = value }): the parameters of a generated scene, as push_params pushes them.
static int lua_generator_params(lua_State *L) {
	const GeneratorClass *c = generator_find(luaL_checkstring(L, 1));
	if (c == NULL) return luaL_error(L, "no generated scene '%s'", lua_tostring(L, 1));
	return push_params(L, &c->params, c->name);
}

// broad_params(kind, { name = value }): the parameters of a broad phase, as push_params pushes them.
static int lua_broad_params(lua_State *L) {
	const BroadClass *c = broad_find(luaL_checkstring(L, 1));
	if (c == NULL) return luaL_error(L, "no broad phase '%s'", lua_tostring(L, 1));
	return push_params(L, &c->params, c->name);
}

// Pushes the parameters that were given explicitly, "name=text,name=text".
static void push_given(lua_State *L, const ParamSet *set, const void *def) {
	const uint8_t *given = (const uint8_t *)def + set->given;
	lua_pushliteral(L, "");
	for (int32_t i = 0; i < set->table.count; ++i) {
		char text[PARAM_TEXT_SIZE];
		if (given[i] == 0) continue;
		param_get(&set->params[i], def, text);
		lua_pushfstring(L, "%s%s%s=%s", lua_tostring(L, -1), lua_rawlen(L, -1) > 0 ? "," : "",
		                set->params[i].name, text);
		lua_remove(L, -2);
	}
}

// part_params(param, kind, { name = value }): the part in the notation of the parameter that chooses it, such
// as "obb(fit=slabs,k=8)"; or nil, message, exit code, name of the wrong parameter.
static int lua_part_params(lua_State *L) {
	static ParamSet s_set;
	const Param *chooser = chooser_find(luaL_checkstring(L, 1));
	const char *kind = luaL_checkstring(L, 2), *wrong = NULL;
	luaL_checktype(L, 3, LUA_TTABLE);
	int32_t i = 0;
	while (chooser != NULL && chooser->more->part(i).name != NULL &&
	       strcmp(chooser->more->part(i).name, kind) != 0)
		++i;
	if (chooser == NULL || chooser->more->part(i).name == NULL) return luaL_error(L, "no part '%s'", kind);
	param_set_compose(&s_set, chooser->more->part(i).table);
	void *def = lua_newuserdatauv(L, s_set.table.def_size, 0);
	if (!set_params(L, 3, &s_set.table, kind, def)) return 4;
	if (param_set_check_given(&s_set, def, kind, &wrong) != HN_OK) return refused(L, wrong);
	if (param_set_settle(&s_set, def) != HN_OK) return refused(L, NULL);
	push_given(L, &s_set, def);
	bool plain = lua_rawlen(L, -1) == 0;
	lua_pushfstring(L, plain ? "%s%s" : "%s(%s)", kind, lua_tostring(L, -1));
	return 1;
}

static void set_names(lua_State *L, const char *key, const char *(*name)(int32_t)) {
	lua_newtable(L);
	for (int32_t i = 0; name(i) != NULL; ++i) {
		lua_pushstring(L, name(i));
		lua_rawseti(L, -2, i + 1);
	}
	lua_setfield(L, -2, key);
}

// inspections: { { name, about, columns = { names }, levels = { names } } }, the names that a scenario's
// `inspect` accepts.
static void set_columns(lua_State *L, const char *key, const InspectColumn *(*column)(int32_t),
                        int32_t group) {
	lua_newtable(L);
	for (int32_t i = 0, n = 0; column(i) != NULL; ++i) {
		if ((int32_t)column(i)->group != group) continue;
		lua_pushstring(L, column(i)->name);
		lua_rawseti(L, -2, ++n);
	}
	lua_setfield(L, -2, key);
}

static void set_inspections(lua_State *L) {
	lua_newtable(L);
	for (int32_t group = 0; inspect_name(group) != NULL; ++group) {
		lua_newtable(L);
		set_string(L, "name", inspect_name(group));
		set_string(L, "about", inspect_about(group));
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
	for (int32_t i = 0, n = 0; counter_name(i) != NULL;) {
		const char *name = counter_name(i);
		lua_newtable(L);
		set_string(L, "name", name);
		set_string(L, "about", counter_about(i));
		lua_newtable(L);
		for (int32_t k = 1; counter_name(i) != NULL && strcmp(counter_name(i), name) == 0; ++i, ++k) {
			lua_pushstring(L, counter_column(i));
			lua_rawseti(L, -2, k);
		}
		lua_setfield(L, -2, "columns");
		lua_rawseti(L, -2, ++n);
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
	set_string(L, "file", csv_file_name((int32_t)column->file));
	set_string(L, "name", column->name);
	set_string(L, "type", column_type_name((int32_t)column->type));
	set_string(L, "unit", column->unit);
	set_string(L, "title", column->title);
	set_string(L, "about", column->about);
	set_string(L, "scope", column_scope_name((int32_t)column->scope));
	set_string(L, "kind", column_kind_name((int32_t)column->kind));
	set_string(L, "needs", s_needs[column->need]);
	set_string(L, "group",
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
		{ "params", lua_params },
		{ "parts", lua_parts },
		{ "part_params", lua_part_params },
		{ "nearest", lua_nearest },
		{ "vectors", lua_vectors },
		{ "shapes", lua_shapes },
		{ "shape_params", lua_shape_params },
		{ "generators", lua_generators },
		{ "generator_params", lua_generator_params },
		{ "broads", lua_broads },
		{ "broad_params", lua_broad_params },
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
	set_names(L, "counts", hn_count_name);
	set_names(L, "queries", hn_query_name);
	set_names(L, "object_volumes", hn_broad_volume_name);
	set_inspections(L);
	set_counters(L);
	set_all_columns(L);
}
