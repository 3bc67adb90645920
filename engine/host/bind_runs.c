// engine.* for earlier runs: which there are, and on which machine this program runs.
#include <lauxlib.h>

#include "base/error.h"
#include "base/file.h"
#include "host/bindings.h"
#include "machine/machine.h"
#include "simd/simd.h"

static int32_t add_name(void *context, const char *name) {
	bind_append_string(context, name);
	return HN_OK;
}

// list_folder(path): the names in a folder, sorted; an empty list if it cannot be read.
static int lua_list_folder(lua_State *L) {
	const char *path = luaL_checkstring(L, 1);
	lua_newtable(L);
	if (file_exists(path)) (void)dir_list(path, add_name, L);
	return 1;
}

// cpu(): the name of the processor as in a manifest; nil if it is not known.
static int lua_cpu(lua_State *L) {
	Machine machine;
	lua_pushstring(L, machine_look(&machine) == HN_OK ? machine.cpu : NULL);
	return 1;
}

// simd(): the name of the instruction set that the kernels use, as in a manifest.
static int lua_simd(lua_State *L) {
	lua_pushstring(L, simd_name((int32_t)simd_set()));
	return 1;
}

// program(): the hash of this program, as in a manifest; nil if it is not known.
static int lua_program(lua_State *L) {
	Machine machine;
	return machine_look(&machine) == HN_OK ? bind_hash(L, machine.engine) : 0;
}

void bind_runs(lua_State *L) {
	static const luaL_Reg functions[] = { { "program", lua_program },
		                                  { "list_folder", lua_list_folder },
		                                  { "cpu", lua_cpu },
		                                  { "simd", lua_simd },
		                                  { NULL, NULL } };
	luaL_setfuncs(L, functions, 0);
}
