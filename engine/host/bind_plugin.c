// Bindings of plug-ins.
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "base/error.h"
#include "host/bindings.h"
#include "host/plugin_process.h"
#include "run/plan/plugins.h"
#include "run/run.h"

// plugin_describe(file): the descriptions of a plug-in's algorithms, an array of texts in JSON.
static int lua_plugin_describe(lua_State *L) {
	Text text = { 0 };
	int32_t status = plugin_process_describe(&text, luaL_checkstring(L, 1)), count = 0;
	if (status != HN_OK) {
		text_free(&text);
		return bind_failure(L, EXIT_SCENARIO);
	}
	lua_newtable(L);
	for (const char *line = text.data, *end; *line != '\0'; line = end + (*end == '\n')) {
		end = line + strcspn(line, "\n");
		lua_pushlstring(L, line, (size_t)(end - line));
		lua_rawseti(L, -2, ++count);
	}
	text_free(&text);
	return 1;
}

// plugin_add(text): adds the algorithm of a description, and returns what algorithms() has of it.
static int lua_plugin_add(lua_State *L) {
	const HnDetectClass *class = NULL;
	if (plugins_add(&class, luaL_checkstring(L, 1)) != HN_OK) return bind_failure(L, EXIT_SCENARIO);
	bind_push_algorithm(L, class);
	return 1;
}

void bind_plugin(lua_State *L) {
	static const luaL_Reg functions[] = { { "plugin_describe", lua_plugin_describe },
		                                  { "plugin_add", lua_plugin_add },
		                                  { NULL, NULL } };
	luaL_setfuncs(L, functions, 0);
}
