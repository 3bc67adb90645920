// Bindings that read parameters of algorithms, their parts, shapes, generated scenes and broad phases from
// Lua tables.
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "broad/broad.h"
#include "detect/detect.h"
#include "host/bindings.h"
#include "mesh/shape.h"
#include "run/run.h"
#include "scene/generator.h"

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
		if (idle[i]) {
			lua_pushliteral(L, "");
			lua_setfield(L, -2, c->params.params[i].name);
		}
	push_line(L, &c->params);
	return 2;
}

// shape_params(kind, { name = value }) and so on: the parameters of a shape, a generated scene or a broad
// phase, as push_params pushes them.
#define PARAMS(what, Class, called)                                                                          \
	static int lua_##what##_params(lua_State *L) {                                                           \
		const Class *c = what##_find(luaL_checkstring(L, 1));                                                \
		if (c == NULL) return luaL_error(L, "no " called " '%s'", lua_tostring(L, 1));                       \
		return push_params(L, &c->params, c->name);                                                          \
	}
PARAMS(shape, ShapeClass, "shape")
PARAMS(generator, GeneratorClass, "generated scene")
PARAMS(broad, BroadClass, "broad phase")
#undef PARAMS

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
	const Param *chooser = bind_chooser(luaL_checkstring(L, 1));
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
void bind_params(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "params", lua_params },
		{ "part_params", lua_part_params },
		{ "vectors", lua_vectors },
		{ "shape_params", lua_shape_params },
		{ "generator_params", lua_generator_params },
		{ "broad_params", lua_broad_params },
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
}
