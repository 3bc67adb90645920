// The engine functions that embedded Lua modules may call: the global table `engine`, which scenario code
// never sees. A binding that can fail because of user input returns nil, a message and an exit code.
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

void bind_math(lua_State *L);     // replaces math.sin and similar functions, and math.random
void bind_registry(lua_State *L); // algorithms and their parameter tables
void bind_params(lua_State *L);   // values of parameters
void bind_plugin(lua_State *L);   // plug-ins
void bind_scene(lua_State *L);    // meshes, motions
void bind_placed(lua_State *L);   // motions that are found by queries of two meshes
void bind_bake(lua_State *L);     // generated scenes, baking
void bind_recording(lua_State *L);
void bind_files(lua_State *L); // JSON, files, hashes
void bind_runs(lua_State *L);  // folders of earlier runs, this machine
void bind_stats(lua_State *L); // intervals and ratios
void bind_trial(lua_State *L); // a few steps of an algorithm, in a process of their own

// ---- what they share ----

// Pushes a hash as hexadecimal digits. Returns 1, the number of values.
int bind_hash(lua_State *L, HnHash hash);
// Pushes nil, hn_error_text() and the exit code. Returns 3, the number of values.
int bind_failure(lua_State *L, int exit_code);
// The results of a function whose result is on top of the stack, unless `status` is an error.
int bind_made(lua_State *L, int32_t status);
// Registers a userdata type whose contents Lua code cannot access.
void bind_type(lua_State *L, const char *name, lua_CFunction gc);
// Pushes a new userdata of such a type, whose bytes are 0.
void *bind_new(lua_State *L, size_t size, const char *type);
int32_t bind_int32(lua_State *L, int index);
// Reads the numbers of the list at an index.
void bind_numbers(lua_State *L, int index, double *out, int count);
// Appends the value on top of the stack to the list below it.
void bind_append(lua_State *L);
void bind_append_string(lua_State *L, const char *text);
// Set a field of the table on top of the stack; text NULL: it is nil.
void bind_set_string(lua_State *L, const char *key, const char *text);
void bind_set_boolean(lua_State *L, const char *key, bool value);
void bind_set_integer(lua_State *L, const char *key, lua_Integer value);
// Sets the list of the names up to NULL.
void bind_set_names(lua_State *L, const char *key, const char *(*name)(int32_t));

struct HnDetectClass;
struct Param;
// Finds the algorithm parameter of this name that chooses a part, such as "volume". NULL: there is none.
const struct Param *bind_chooser(const char *name);
// Pushes what algorithms() has of an algorithm.
void bind_push_algorithm(lua_State *L, const struct HnDetectClass *class_);
