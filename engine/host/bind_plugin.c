// Bindings of plug-ins.
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "base/error.h"
#include "host/bindings.h"
#include "host/limits.h"
#include "host/plugin_process.h"
#include "plugin/external.h"
#include "plugin/find.h"
#include "plugin/place.h"
#include "run/plan/plugins.h"
#include "run/run.h"

// plugin_places(given): where a plug-in is looked for, an array of paths; and whether it is a name, not a
// path.
static int lua_plugin_places(lua_State *L) {
	PluginPlaces places;
	if (plugin_places(&places, luaL_checkstring(L, 1)) != HN_OK) return bind_failure(L, EXIT_SCENARIO);
	lua_createtable(L, places.count, 0);
	for (int i = 0; i < places.count; ++i) bind_append_string(L, places.paths[i]);
	lua_pushboolean(L, places.named);
	return 2;
}

// plugin_describe(file): the descriptions of a plug-in's algorithms, an array of texts in JSON.
static int lua_plugin_describe(lua_State *L) {
	Text text = { 0 };
	const char *file = luaL_checkstring(L, 1);
	int32_t status = plugin_place_check(file);
	if (status == HN_OK) status = plugin_process_describe(&text, file);
	if (status != HN_OK) {
		text_free(&text);
		return bind_failure(L, EXIT_SCENARIO);
	}
	lua_newtable(L);
	for (const char *line = text.data, *end; *line != '\0'; line = end + (*end == '\n')) {
		end = line + strcspn(line, "\n");
		lua_pushlstring(L, line, (size_t)(end - line));
		bind_append(L);
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

static const char *field(lua_State *L, const char *key) {
	lua_getfield(L, 1, key);
	return lua_tostring(L, -1); // stays on the stack, which keeps it
}

// external_describe{ name, file, semantics, library, scene, times, sha256, answers, boxes }: the description
// of another program's results, a text in JSON. answers: the index of HN_PLUGIN_EXACT and so on.
static int lua_external_describe(lua_State *L) {
	luaL_checktype(L, 1, LUA_TTABLE);
	ExternalDef def = { .name = field(L, "name"),
		                .file = field(L, "file"),
		                .semantics = field(L, "semantics"),
		                .library = field(L, "library"),
		                .scene = field(L, "scene"),
		                .times = field(L, "times"),
		                .sha256 = field(L, "sha256") };
	lua_getfield(L, 1, "answers");
	def.answers = (int32_t)lua_tointeger(L, -1);
	lua_getfield(L, 1, "boxes");
	def.boxes = lua_toboolean(L, -1);
	luaL_argcheck(L, def.name != NULL && def.file != NULL && def.semantics != NULL, 1, "incomplete");
	Text text = { 0 };
	limits_enter_engine();
	int32_t status = external_describe(&text, &def);
	limits_leave_engine();
	if (status == HN_OK) lua_pushlstring(L, text.data, (size_t)text.count);
	text_free(&text);
	return status == HN_OK ? 1 : bind_failure(L, EXIT_SCENARIO);
}

void bind_plugin(lua_State *L) {
	static const luaL_Reg functions[] = { { "plugin_places", lua_plugin_places },
		                                  { "plugin_describe", lua_plugin_describe },
		                                  { "plugin_add", lua_plugin_add },
		                                  { "external_describe", lua_external_describe },
		                                  { NULL, NULL } };
	luaL_setfuncs(L, functions, 0);
}
