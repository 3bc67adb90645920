#include "host/sandbox.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "host/bindings.h"
#include "host/limits.h"
#include "host/lua_modules.h"
#include "run/run.h"

#define LOADED "harness.loaded" // registry key of a table: name -> value of an embedded module that has run
#define RAISED                                                                                               \
	"harness.raised" // registry key of a weak table: error table of the engine -> message with code
#define HANDLED    "harness.handled" // registry key of the last message that sandbox_error_handler made
#define OWN_MEMORY ((size_t)1 << 30)

// The `require` of embedded modules. It finds only embedded modules.
static int require_embedded(lua_State *L) {
	const char *name = luaL_checkstring(L, 1);
	luaL_getsubtable(L, LUA_REGISTRYINDEX, LOADED);
	if (lua_getfield(L, -1, name) != LUA_TNIL) return 1;
	lua_pop(L, 1);
	const LuaModule *module = lua_module(name);
	if (module == NULL) return luaL_error(L, "no embedded module '%s'", name);
	const char *chunk = lua_pushfstring(L, "=lua/%s.lua", luaL_gsub(L, name, ".", "/"));
	if (luaL_loadbufferx(L, module->text, module->size, chunk, "t") != LUA_OK) return lua_error(L);
	lua_pushvalue(L, 1);
	lua_call(L, 1, 1);
	if (lua_isnil(L, -1)) {
		lua_pop(L, 1);
		lua_pushboolean(L, true);
	}
	lua_pushvalue(L, -1);
	lua_setfield(L, 2, name);
	return 1;
}

// load_chunk(text, name, environment): a function, or nil and a message. It loads only text, because crafted
// bytecode can crash the Lua machine.
static int load_chunk(lua_State *L) {
	size_t size;
	const char *text = luaL_checklstring(L, 1, &size), *name = luaL_checkstring(L, 2);
	luaL_checktype(L, 3, LUA_TTABLE);
	if (size > 0 && text[0] == LUA_SIGNATURE[0]) {
		lua_pushnil(L);
		lua_pushfstring(L, "%s: is bytecode, not text", name + 1);
		return 2;
	}
	if (luaL_loadbufferx(L, text, size, name, "t") != LUA_OK) {
		lua_pushnil(L);
		lua_insert(L, -2);
		return 2;
	}
	lua_pushvalue(L, 3);
	if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
	return 1;
}

// A function of the vocabulary, called from scenario code. Its implementation (upvalue 1) gets the file and
// line of the call before the arguments. It is a C function because only a C function still sees its caller
// after a tail call such as `return h.scenario { ... }`.
static int located_call(lua_State *L) {
	int count = lua_gettop(L);
	Place place = place_of(L, 1);
	luaL_checkstack(L, count + 4, NULL);
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_pushstring(L, place.file);
	lua_pushinteger(L, place.line);
	for (int i = 1; i <= count; ++i) lua_pushvalue(L, i);
	lua_call(L, count + 2, LUA_MULTRET);
	return lua_gettop(L) - count;
}

static int located(lua_State *L) {
	luaL_checktype(L, 1, LUA_TFUNCTION);
	lua_settop(L, 1);
	lua_pushcclosure(L, located_call, 1);
	return 1;
}

// function_place(f): the file, the first and the last line of a function's definition.
static int function_place(lua_State *L) {
	lua_Debug about;
	luaL_checktype(L, 1, LUA_TFUNCTION);
	lua_settop(L, 1);
	lua_getinfo(L, ">S", &about);
	lua_pushstring(L, about.source[0] == '@' ? about.source + 1 : about.source);
	lua_pushinteger(L, about.linedefined);
	lua_pushinteger(L, about.lastlinedefined);
	return 3;
}

// here(): the file and line of the scenario code that is running.
static int here(lua_State *L) {
	Place place = place_of(L, 1);
	lua_pushstring(L, place.file);
	lua_pushinteger(L, place.line);
	return 2;
}

// work_at(file, line): the description that the engine is about to make. Without arguments: none.
static int work_at(lua_State *L) {
	limits_work_at(luaL_optstring(L, 1, ""), (int)luaL_optinteger(L, 2, 0));
	return 0;
}

// own_memory(own): how much memory the engine's objects may use: OWN_MEMORY while they are made for a call in
// the scenario's own code, else what the process may use.
static int own_memory(lua_State *L) {
	size_t most = limits_engine_memory();
	hn_mem_set_limit(lua_toboolean(L, 1) && OWN_MEMORY < most ? OWN_MEMORY : most);
	return 0;
}

// trusted(f, ...) calls f; its time counts as the engine's. untrusted(f, ...) calls f; its time counts as the
// scenario's, even inside trusted().
static int call_at_depth(lua_State *L, int depth) {
	luaL_checktype(L, 1, LUA_TFUNCTION);
	lua_pushcfunction(L, sandbox_error_handler);
	lua_insert(L, 1);
	int before = limits_set_engine_depth(depth);
	int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
	limits_set_engine_depth(before);
	return status == LUA_OK ? lua_gettop(L) - 1 : lua_error(L);
}

static int call_trusted(lua_State *L) { return call_at_depth(L, 1); }
static int call_untrusted(lua_State *L) { return call_at_depth(L, 0); }

// untrusted_part(f, ...): the same as untrusted(f, ...), with limits of its own (limits_part_begin).
static int call_untrusted_part(lua_State *L) {
	LimitsUsed before = limits_part_begin();
	lua_pushcfunction(L, call_untrusted);
	lua_insert(L, 1);
	int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
	limits_part_end(L, before);
	return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

// Lua shortens long file names in its messages ("...y/long.lua:3: what"). Pushes the message with the whole
// name.
static void push_with_whole_name(lua_State *L, const char *message, const Place *place) {
	char chunk[sizeof place->file + 1], name[LUA_IDSIZE];
	lua_Debug about;
	snprintf(chunk, sizeof chunk, "@%s", place->file);
	name[0] = '\0';
	if (luaL_loadbufferx(L, "", 0, chunk, "t") == LUA_OK && lua_getinfo(L, ">S", &about) != 0)
		memcpy(name, about.short_src, sizeof name);
	size_t n = strlen(name);
	if (n > 0 && strncmp(message, name, n) == 0 && message[n] == ':')
		lua_pushfstring(L, "%s%s", place->file, message + n);
	else if (strncmp(message, place->file, strlen(place->file)) == 0)
		lua_pushstring(L, message);
	else
		lua_pushfstring(L, "%s:%d: %s", place->file, place->line, message);
}

// What to say besides, where the message is that a library of Lua is nil: "(global 'os')".
static const char *absent_library(const char *message) {
	static const char *const s_names[] = { "os",       "io",     "load",  "loadstring",
		                                   "loadfile", "dofile", "debug", "package" };
	const char *name = strstr(message, "(global '");
	for (size_t i = 0; name != NULL && i < sizeof s_names / sizeof *s_names; ++i) {
		size_t n = strlen(s_names[i]);
		if (strncmp(name + 9, s_names[i], n) == 0 && name[9 + n] == '\'')
			return "; scenarios are sandboxed: io, os, load, debug and package are left out";
	}
	return "";
}

// Those with which a module may end. No message begins with one of them.
static bool is_exit_code(lua_Integer code) {
	return code == EXIT_POINTS_FAILED || code == EXIT_USAGE || code == EXIT_SCENARIO ||
	       code == EXIT_DISAGREE || code == EXIT_ENVIRONMENT;
}

// The `error` of embedded modules. A table { text, exit } chooses the exit code, and so does a message of
// sandbox_error_handler that was extended. Both are noted here: scenario code has Lua's `error`, which
// chooses none, and it may catch such a table and change it.
static int error_of_engine(lua_State *L) {
	lua_settop(L, 2);
	if (lua_type(L, 1) == LUA_TSTRING && is_exit_code(lua_tostring(L, 1)[0])) {
		lua_pushvalue(L, 1);
		lua_setfield(L, LUA_REGISTRYINDEX, HANDLED);
	}
	if (lua_istable(L, 1) && lua_getfield(L, 1, "text") == LUA_TSTRING) {
		lua_getfield(L, 1, "exit");
		lua_Integer exit_code = lua_tointeger(L, -1);
		char code = EXIT_SCENARIO;
		if (is_exit_code(exit_code)) code = (char)exit_code;
		lua_getfield(L, LUA_REGISTRYINDEX, RAISED);
		lua_pushvalue(L, 1);
		lua_pushlstring(L, &code, 1);
		lua_pushvalue(L, 3);
		lua_concat(L, 2);
		lua_rawset(L, -3);
	}
	lua_settop(L, 2);
	lua_Integer level = luaL_optinteger(L, 2, 1);
	lua_settop(L, 1);
	if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
		luaL_where(L, (int)level);
		lua_insert(L, 1);
		lua_concat(L, 2);
	}
	return lua_error(L);
}

// Replaces the global `error`; Lua's own becomes engine.error.
static void errors_open(lua_State *L) {
	lua_getglobal(L, "engine");
	lua_getglobal(L, "error");
	lua_setfield(L, -2, "error");
	lua_pop(L, 1);
	lua_newtable(L);
	lua_createtable(L, 0, 1);
	lua_pushliteral(L, "k");
	lua_setfield(L, -2, "__mode");
	lua_setmetatable(L, -2);
	lua_setfield(L, LUA_REGISTRYINDEX, RAISED);
	lua_pushcfunction(L, error_of_engine);
	lua_setglobal(L, "error");
}

// Whether the error is a message that this handler made: it was raised again.
static bool is_handled(lua_State *L) {
	bool equal = lua_getfield(L, LUA_REGISTRYINDEX, HANDLED) == LUA_TSTRING && lua_rawequal(L, -1, 1);
	lua_pop(L, 1);
	return equal;
}

static int handled(lua_State *L) {
	lua_pushvalue(L, -1);
	lua_setfield(L, LUA_REGISTRYINDEX, HANDLED);
	return 1;
}

int sandbox_error_handler(lua_State *L) {
	char code = EXIT_SCENARIO;
	if (is_handled(L)) return 1;
	Place place = place_of(L, 1);
	lua_settop(L, 1);
	if (lua_istable(L, 1)) {
		lua_getfield(L, LUA_REGISTRYINDEX, RAISED);
		lua_pushvalue(L, 1);
		if (lua_rawget(L, -2) == LUA_TSTRING) return handled(L);
	}
	lua_settop(L, 1);
	if (!lua_isstring(L, 1)) {
		const char *type = luaL_typename(L, 1);
		lua_pushfstring(L, "the error is not a text but a %s value", type);
	}
	const char *message = lua_tostring(L, -1);
	if (message[strspn(message, " \t\r\n")] == '\0') message = "an error without a text";
	lua_pushlstring(L, &code, 1);
	if (place.line > 0)
		push_with_whole_name(L, message, &place);
	else
		lua_pushstring(L, message);
	lua_pushstring(L, absent_library(message));
	lua_concat(L, 3);
	return handled(L);
}

void sandbox_memory_message(char *out, size_t size) {
	Place place = limits_refused_at();
	out[0] = EXIT_SCENARIO;
	if (place.line > 0)
		snprintf(out + 1, size - 1, "%s:%d: not enough memory for the scenario's own data", place.file,
		         place.line);
	else
		snprintf(out + 1, size - 1, "not enough memory for the scenario's own data");
}

void sandbox_open(lua_State *L) {
	static const luaL_Reg libraries[] = {
		{ LUA_GNAME, luaopen_base },        { LUA_TABLIBNAME, luaopen_table },
		{ LUA_STRLIBNAME, luaopen_string }, { LUA_MATHLIBNAME, luaopen_math },
		{ LUA_UTF8LIBNAME, luaopen_utf8 },  { LUA_COLIBNAME, luaopen_coroutine },
	};
	static const luaL_Reg functions[] = {
		{ "load_chunk", load_chunk },
		{ "located", located },
		{ "function_place", function_place },
		{ "here", here },
		{ "work_at", work_at },
		{ "own_memory", own_memory },
		{ "trusted", call_trusted },
		{ "untrusted", call_untrusted },
		{ "untrusted_part", call_untrusted_part },
		{ NULL, NULL },
	};
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i) {
		luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
		lua_pop(L, 1);
	}
	lua_pushcfunction(L, require_embedded);
	lua_setglobal(L, "require");
	lua_newtable(L);
	luaL_setfuncs(L, functions, 0);
	bind_math(L);
	bind_registry(L);
	bind_params(L);
	bind_plugin(L);
	bind_scene(L);
	bind_placed(L);
	bind_bake(L);
	bind_recording(L);
	bind_files(L);
	bind_runs(L);
	bind_stats(L);
	bind_trial(L);
	lua_setglobal(L, "engine");
	errors_open(L);
}
