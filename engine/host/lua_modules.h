// The Lua files of lua/, embedded in the binary by tools/embed_lua.sh.
#pragma once

#include <stddef.h>

typedef struct LuaModule {
	const char *name; // file name without .lua
	const char *text;
	size_t size;
} LuaModule;

extern const LuaModule lua_modules[]; // ends with a null name
