#include "host/bindings.h"

#include <lauxlib.h>
#include <string.h>

#include "base/error.h"
#include "run/run.h"

int bind_hash(lua_State *L, HnHash hash) {
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&hash, hex);
	lua_pushstring(L, hex);
	return 1;
}

int bind_failure(lua_State *L, int exit_code) {
	lua_pushnil(L);
	lua_pushstring(L, hn_error_text());
	lua_pushinteger(L, exit_code);
	return 3;
}

int bind_made(lua_State *L, int32_t status) {
	if (status == HN_OK) return 1;
	return bind_failure(L,
	                    status == HN_ERR_IO || status == HN_ERR_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_SCENARIO);
}

void bind_type(lua_State *L, const char *name, lua_CFunction gc) {
	luaL_newmetatable(L, name);
	lua_pushcfunction(L, gc);
	lua_setfield(L, -2, "__gc");
	bind_set_boolean(L, "__metatable", false);
	lua_pop(L, 1);
}

void *bind_new(lua_State *L, size_t size, const char *type) {
	void *object = lua_newuserdatauv(L, size, 0);
	memset(object, 0, size);
	luaL_setmetatable(L, type);
	return object;
}

int32_t bind_int32(lua_State *L, int index) {
	lua_Integer n = luaL_checkinteger(L, index);
	luaL_argcheck(L, n >= INT32_MIN && n <= INT32_MAX, index, "out of range");
	return (int32_t)n;
}

void bind_numbers(lua_State *L, int index, double *out, int count) {
	luaL_checktype(L, index, LUA_TTABLE);
	for (int i = 0; i < count; ++i) {
		lua_rawgeti(L, index, i + 1);
		out[i] = luaL_checknumber(L, -1);
		lua_pop(L, 1);
	}
}

void bind_append(lua_State *L) { lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1); }

void bind_append_string(lua_State *L, const char *text) {
	lua_pushstring(L, text);
	bind_append(L);
}

void bind_set_string(lua_State *L, const char *key, const char *text) {
	lua_pushstring(L, text); // NULL gives nil
	lua_setfield(L, -2, key);
}

void bind_set_boolean(lua_State *L, const char *key, bool value) {
	lua_pushboolean(L, value);
	lua_setfield(L, -2, key);
}

void bind_set_integer(lua_State *L, const char *key, lua_Integer value) {
	lua_pushinteger(L, value);
	lua_setfield(L, -2, key);
}

void bind_set_names(lua_State *L, const char *key, const char *(*name)(int32_t)) {
	lua_newtable(L);
	for (int32_t i = 0; name(i) != NULL; ++i) bind_append_string(L, name(i));
	lua_setfield(L, -2, key);
}
