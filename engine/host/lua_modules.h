// The Lua files of lua/, and the files that a new plug-in begins with, embedded in the binary by
// tools/embed_lua.sh.
#pragma once

#include <stddef.h>

typedef struct LuaModule {
	const char *name; // of a Lua file: room.file, as in `require`; of others: the file name
	const char *text;
	size_t size;
} LuaModule;

extern const LuaModule lua_modules[]; // ends with a null name
