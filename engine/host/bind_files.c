// Files, JSON and hashes for the modules that write plans and reports.
#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/input.h"
#include "base/number.h"
#include "host/bindings.h"
#include "support/json.h"
#include "run/run.h"

static int io_failure(lua_State *L, const char *path) {
	error_set(HN_ERR_IO, "%s: %s", path, strerror(errno));
	return bind_failure(L, EXIT_ENVIRONMENT);
}

// read_file(path, [limit, [offset]]): the file's bytes from the offset (0) on, or about the first `limit` of
// them. Only regular files are read, because a pipe or device could block.
static int lua_read_file(lua_State *L) {
	const char *path = luaL_checkstring(L, 1);
	lua_Integer left = luaL_optinteger(L, 2, LUA_MAXINTEGER), offset = luaL_optinteger(L, 3, 0);
	int fd = input_open(path);
	if (fd < 0) return bind_failure(L, EXIT_ENVIRONMENT);
	if (offset > 0 && lseek(fd, (off_t)offset, SEEK_SET) < 0) {
		close(fd);
		return io_failure(L, path);
	}
	luaL_Buffer text;
	luaL_buffinit(L, &text);
	ssize_t n;
	do {
		char chunk[4096];
		n = read(fd, chunk, sizeof chunk);
		if (n > 0) luaL_addlstring(&text, chunk, (size_t)n);
		if (n > 0) left -= n;
	} while ((n > 0 && left > 0) || (n < 0 && errno == EINTR));
	int error = errno;
	close(fd);
	errno = error;
	if (n < 0) return io_failure(L, path);
	luaL_pushresult(&text);
	return 1;
}

static int written(lua_State *L, int32_t status) {
	if (status != HN_OK) return bind_failure(L, EXIT_ENVIRONMENT);
	lua_pushboolean(L, true);
	return 1;
}

// write_file(path, text, [staged]): writes the whole file or nothing. Makes missing directories. Only one
// process writes to a run at a time. If it is killed, the next run removes its temporary file. staged: the
// file is in a folder that has yet to get its name, and is synced then.
static int lua_write_file(lua_State *L) {
	const char *path = luaL_checkstring(L, 1);
	size_t size;
	const char *text = luaL_checklstring(L, 2, &size);
	int32_t status = dir_make_parents(path);
	if (status == HN_OK) status = (lua_toboolean(L, 3) ? file_put : file_write)(path, text, (int64_t)size);
	return written(L, status);
}

// make_folder(path): makes a directory and its parents. An existing directory is no error.
static int lua_make_folder(lua_State *L) { return written(L, dir_make(luaL_checkstring(L, 1))); }

// remove_file(path). One that is not there is no error.
static int lua_remove_file(lua_State *L) {
	(void)unlink(luaL_checkstring(L, 1));
	return 0;
}

static int lua_is_file(lua_State *L) {
	struct stat about;
	lua_pushboolean(L, stat(luaL_checkstring(L, 1), &about) == 0 && S_ISREG(about.st_mode));
	return 1;
}

// real_path(path): the absolute path without links; or nil, message, exit code.
static int lua_real_path(lua_State *L) {
	const char *path = luaL_checkstring(L, 1);
	char *real = realpath(path, NULL);
	if (real == NULL) return io_failure(L, path);
	lua_pushstring(L, real);
	free(real);
	return 1;
}

// working_folder(): the folder where the program was started; nil if it has been removed.
static int lua_working_folder(lua_State *L) {
	char path[4096];
	lua_pushstring(L, getcwd(path, sizeof path));
	return 1;
}

// Pushes a JSON value. Integers stay integers. A null becomes nil, or false in an array, so that the indices
// of the other elements stay.
static void push_json(lua_State *L, const cJSON *item, bool in_array) {
	luaL_checkstack(L, 6, "JSON is nested too deep");
	if (cJSON_IsString(item)) {
		lua_pushstring(L, item->valuestring);
	} else if (cJSON_IsNumber(item)) {
		double x = item->valuedouble;
		if (x == floor(x) && fabs(x) < 0x1p53)
			lua_pushinteger(L, (lua_Integer)x);
		else
			lua_pushnumber(L, x);
	} else if (cJSON_IsBool(item)) {
		lua_pushboolean(L, cJSON_IsTrue(item));
	} else if (cJSON_IsNull(item)) {
		if (in_array)
			lua_pushboolean(L, false);
		else
			lua_pushnil(L);
	} else {
		bool array = cJSON_IsArray(item);
		lua_Integer i = 0;
		lua_newtable(L);
		for (const cJSON *child = item->child; child != NULL; child = child->next) {
			push_json(L, child, array);
			if (array)
				lua_rawseti(L, -2, ++i);
			else
				lua_setfield(L, -2, child->string);
		}
	}
}

static int push_json_protected(lua_State *L) {
	push_json(L, lua_touserdata(L, 1), false);
	return 1;
}

// The arguments of a call of json_decode that gives elements to a function.
enum { DECODE_TEXT = 1, DECODE_KEY, DECODE_FUNCTION, DECODE_LIST };

// list[index] = f(item)
static int push_element_protected(lua_State *L) {
	push_json(L, lua_touserdata(L, 1), true);
	if (!lua_isnil(L, 2)) {
		lua_pushvalue(L, 2);
		lua_insert(L, -2);
		lua_call(L, 1, 1);
	}
	lua_rawseti(L, 3, lua_tointeger(L, 4));
	return 0;
}

static int32_t add_element(void *context, const cJSON *item, int64_t index) {
	lua_State *L = context;
	lua_pushcfunction(L, push_element_protected);
	lua_pushlightuserdata(L, (void *)(uintptr_t)item);
	lua_pushvalue(L, DECODE_FUNCTION);
	lua_pushvalue(L, DECODE_LIST);
	lua_pushinteger(L, index + 1);
	return lua_pcall(L, 4, 0, 0) == LUA_OK ? HN_OK : HN_ERR_INVALID;
}

// json_decode(text, [key, [f]]): the value; or nil, message, exit code. With a key, the elements of the array
// that the text's object has there are made one at a time, and f(element) takes the place of each.
static int lua_json_decode(lua_State *L) {
	size_t size;
	const char *text = luaL_checklstring(L, DECODE_TEXT, &size), *key = luaL_optstring(L, DECODE_KEY, NULL);
	lua_settop(L, DECODE_FUNCTION);
	lua_newtable(L);
	cJSON *json = NULL;
	int32_t status = key == NULL ? json_parse(&json, text, (int64_t)size, NULL)
	                             : json_parse_each(&json, text, (int64_t)size, key, add_element, L, NULL);
	if (status == HN_ERR_INVALID) return lua_error(L); // of add_element
	if (status != HN_OK) return bind_failure(L, EXIT_ENVIRONMENT);
	bool listed = key != NULL && lua_rawlen(L, DECODE_LIST) > 0;
	lua_pushcfunction(L, push_json_protected);
	lua_pushlightuserdata(L, json);
	bool pushed = lua_pcall(L, 1, 1, 0) == LUA_OK;
	cJSON_Delete(json);
	if (!pushed) return lua_error(L);
	if (listed) {
		lua_pushvalue(L, DECODE_LIST);
		lua_setfield(L, -2, key);
	}
	return 1;
}

// number_text(x): the fewest digits that read back to the same value.
static int lua_number_text(lua_State *L) {
	char text[NUMBER_TEXT_SIZE];
	double x = luaL_checknumber(L, 1);
	if (lua_isinteger(L, 1))
		snprintf(text, sizeof text, LUA_INTEGER_FMT, lua_tointeger(L, 1));
	else if (x == floor(x) && fabs(x) < 1e15) // 60, not 6e+01
		snprintf(text, sizeof text, "%.0f", x);
	else
		number_format(x, text);
	lua_pushstring(L, text);
	return 1;
}

static int lua_number_parse(lua_State *L) {
	double x;
	if (!number_parse(&x, luaL_checkstring(L, 1))) return 0;
	if (x == floor(x) && fabs(x) < 0x1p53 && strpbrk(lua_tostring(L, 1), ".eE") == NULL)
		lua_pushinteger(L, (lua_Integer)x);
	else
		lua_pushnumber(L, x);
	return 1;
}

// A scene file ends in the hash of its other bytes. If that hash is wrong, the result is the hash of the
// whole file, so a damaged file never has the hash of a good one.
static HnHash hash_of_scene(const char *bytes, size_t size) {
	HnHash said, found;
	if (size < sizeof said) return hn_hash_bytes(bytes, size);
	memcpy(&said, bytes + size - sizeof said, sizeof said);
	found = hn_hash_bytes(bytes, size - sizeof said);
	return hn_hash_equal(&said, &found) ? found : hn_hash_bytes(bytes, size);
}

// scene_hash(path): the hash of a baked scene of any version; or nil, message, exit code.
static int lua_scene_hash(lua_State *L) {
	const char *path = luaL_checkstring(L, 1);
	struct stat info;
	int file = input_open(path);
	if (file < 0) return bind_failure(L, EXIT_ENVIRONMENT);
	bool opened = fstat(file, &info) == 0;
	size_t size = opened ? (size_t)info.st_size : 0;
	void *map = size > 0 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
	int error = errno;
	close(file);
	errno = error;
	if (!opened || (size > 0 && map == MAP_FAILED)) return io_failure(L, path);
	HnHash hash = hash_of_scene(size > 0 ? map : "", size);
	if (size > 0) munmap(map, size);
	return bind_hash(L, hash);
}

// text_hash(text): the hash of a text as hexadecimal digits.
static int lua_text_hash(lua_State *L) {
	size_t size;
	const char *text = luaL_checklstring(L, 1, &size);
	return bind_hash(L, hn_hash_bytes(text, size));
}

// copy_file(from, to): a copy, which is synced when the folder with it gets its name. Makes missing
// directories. An existing `to` is an error.
static int lua_copy_file(lua_State *L) {
	const char *from = luaL_checkstring(L, 1), *to = luaL_checkstring(L, 2);
	int32_t status = dir_make_parents(to);
	return written(L, status == HN_OK ? file_copy(from, to) : status);
}

void bind_files(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "read_file", lua_read_file },     { "write_file", lua_write_file },
		{ "json_decode", lua_json_decode }, { "make_folder", lua_make_folder },
		{ "remove_file", lua_remove_file }, { "scene_hash", lua_scene_hash },
		{ "number_text", lua_number_text }, { "number_parse", lua_number_parse },
		{ "is_file", lua_is_file },         { "text_hash", lua_text_hash },
		{ "copy_file", lua_copy_file },     { "working_folder", lua_working_folder },
		{ "real_path", lua_real_path },     { NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
}
