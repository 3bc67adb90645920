// The Lua files of lua/, and the files that a new plug-in begins with, embedded in the binary by
// tools/embed_lua.sh.
#pragma once

#include <stddef.h>
#include <string.h>

typedef struct LuaModule {
	const char *name; // of a Lua file: room.file, as in `require`; of others: the file name
	const char *text;
	size_t size;
} LuaModule;

extern const LuaModule lua_modules[]; // ends with a null name

// NULL: there is none of this name.
static inline const LuaModule *lua_module(const char *name) {
	for (const LuaModule *m = lua_modules; m->name != NULL; ++m)
		if (strcmp(m->name, name) == 0) return m;
	return NULL;
}
