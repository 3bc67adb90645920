// Mathematics for scenario code. Results have the same bits on every machine, so these functions replace
// those of libm and Lua's random numbers.
#include <lauxlib.h>
#include <lua.h>

#include "base/hash.h"
#include "base/rng.h"
#include "host/bindings.h"
#include "math/elementary.h"

enum { RANDOM_STREAM = 0x6c7561 }; // not a stream that motions use with the same seed

#define UNARY(name)                                                                                          \
	static int lua_math_##name(lua_State *L) {                                                               \
		lua_pushnumber(L, math_##name(luaL_checknumber(L, 1)));                                              \
		return 1;                                                                                            \
	}
UNARY(sin)
UNARY(cos)
UNARY(tan)
UNARY(asin)
UNARY(acos)
UNARY(exp)
#undef UNARY

static int lua_math_atan(lua_State *L) {
	lua_pushnumber(L, math_atan2(luaL_checknumber(L, 1), luaL_optnumber(L, 2, 1)));
	return 1;
}

static int lua_math_log(lua_State *L) {
	double x = math_log(luaL_checknumber(L, 1));
	if (!lua_isnoneornil(L, 2)) x /= math_log(luaL_checknumber(L, 2));
	lua_pushnumber(L, x);
	return 1;
}

static Rng s_rng; // file-wide: a process has one Lua state

static int lua_math_random(lua_State *L) {
	lua_Integer lo = 1, hi = 0;
	switch (lua_gettop(L)) {
	case 0:
		lua_pushnumber(L, rng_double(&s_rng));
		return 1;
	case 1:
		hi = luaL_checkinteger(L, 1);
		break;
	default:
		lo = luaL_checkinteger(L, 1);
		hi = luaL_checkinteger(L, 2);
	}
	luaL_argcheck(L, lo <= hi, lua_gettop(L) == 1 ? 1 : 2, "interval is empty");
	uint64_t span = (uint64_t)hi - (uint64_t)lo;
	uint64_t drawn = span == UINT64_MAX ? rng_u64(&s_rng) : rng_below(&s_rng, span + 1);
	lua_pushinteger(L, (lua_Integer)((uint64_t)lo + drawn));
	return 1;
}

static int lua_math_randomseed(lua_State *L) {
	s_rng = rng_of((uint64_t)luaL_checkinteger(L, 1), RANDOM_STREAM);
	return 0;
}

// seed_of(text): 64 bits of the text's hash. Two results: a Lua integer, and the unsigned value in decimal.
static int lua_seed_of(lua_State *L) {
	size_t size;
	const char *text = luaL_checklstring(L, 1, &size);
	HnHash hash = hn_hash_bytes(text, size);
	uint64_t seed = 0;
	for (int i = 0; i < 8; ++i) seed = seed << 8 | hash.bytes[i];
	lua_pushinteger(L, (lua_Integer)seed);
	char decimal[24], *p = decimal + sizeof decimal - 1;
	*p = '\0';
	do *--p = (char)('0' + seed % 10);
	while ((seed /= 10) != 0);
	lua_pushstring(L, p);
	return 2;
}

void bind_math(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "sin", lua_math_sin },
		{ "cos", lua_math_cos },
		{ "tan", lua_math_tan },
		{ "asin", lua_math_asin },
		{ "acos", lua_math_acos },
		{ "atan", lua_math_atan },
		{ "exp", lua_math_exp },
		{ "log", lua_math_log },
		{ "random", lua_math_random },
		{ "randomseed", lua_math_randomseed },
		{ NULL, NULL },
	};
	lua_getglobal(L, "math");
	luaL_setfuncs(L, functions, 0);
	lua_pop(L, 1);
	lua_pushcfunction(L, lua_seed_of);
	lua_setfield(L, -2, "seed_of");
	s_rng = rng_of(1, RANDOM_STREAM);
}
