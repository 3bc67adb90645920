// The Lua state of a scenario process. It runs two kinds of code: the embedded modules of lua/, which see the
// table `engine`, and scenario code, which has only what lua/vocabulary/sandbox.lua puts into its
// environment.
#pragma once

#include <lua.h>
#include <stdbool.h>

// Opens libraries and bindings in a new state. Must be called inside a protected call.
void sandbox_open(lua_State *L);
// A message handler: turns any error into a string whose first byte is the exit code and whose rest is one
// message with file and line.
int sandbox_error_handler(lua_State *L);
// Writes the same kind of string for a memory error, for which Lua calls no handler. Allocates nothing in
// Lua.
void sandbox_memory_message(char *out, size_t size);
