// Bindings of recordings. As with models, a fault in the file is an error of the environment (exit 7).

#include "host/bind_scene.h"
#include "host/limits.h"

#define RECORDING_TYPE "harness.recording" // Recorded

typedef struct Recorded {
	Recording recording;
	Input input;
} Recorded;

static int recording_gc(lua_State *L) {
	Recorded *recorded = luaL_checkudata(L, 1, RECORDING_TYPE);
	ARRAY_FREE(&recorded->input);
	return 0;
}

const Recording *bind_to_recording(lua_State *L, int index) {
	const Recorded *recorded = luaL_testudata(L, index, RECORDING_TYPE);
	return recorded != NULL ? &recorded->recording : NULL;
}

// recording_read(path, sha256 or nil): the recording and the sha256 of the file's bytes.
static int lua_recording_read(lua_State *L) {
	const char *path = luaL_checkstring(L, 1), *sha256 = luaL_optstring(L, 2, NULL);
	Recorded *recorded = bind_new(L, sizeof *recorded, RECORDING_TYPE);
	limits_enter_engine();
	char found[SHA256_HEX_SIZE];
	int32_t status = recording_read(&recorded->recording, &recorded->input, path, sha256, found);
	limits_leave_engine();
	if (status != HN_OK) return bind_failure(L, EXIT_ENVIRONMENT);
	lua_pushstring(L, found);
	return 2;
}

// recording_info(recording): kind, count, frames
static int lua_recording_info(lua_State *L) {
	const Recorded *recorded = luaL_checkudata(L, 1, RECORDING_TYPE);
	const RecordingHeader *header = recorded->recording.header;
	lua_pushstring(L, header->kind);
	lua_pushinteger(L, header->count);
	lua_pushinteger(L, header->frames);
	return 3;
}

static const Recording *to_poses(lua_State *L, int32_t *body) {
	const Recording *recording = &((Recorded *)luaL_checkudata(L, 1, RECORDING_TYPE))->recording;
	*body = bind_int32(L, 2) - 1;
	luaL_argcheck(L, recording->moves != NULL && *body >= 0 && *body < recording->header->count, 2,
	              "no body");
	return recording;
}

// recording_pose_count(recording, body), from 1
static int lua_recording_pose_count(lua_State *L) {
	int32_t body;
	const Recording *recording = to_poses(L, &body);
	lua_pushinteger(L, recording_pose_count(recording, body));
	return 1;
}

// recording_poses(recording, body)
static int lua_recording_poses(lua_State *L) {
	int32_t body;
	const Recording *recording = to_poses(L, &body);
	Poses *poses = bind_new_poses(L, recording_pose_count(recording, body));
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	recording_poses(recording, body, poses->data);
	return 1;
}

void bind_recording(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "recording_read", lua_recording_read },
		{ "recording_info", lua_recording_info },
		{ "recording_pose_count", lua_recording_pose_count },
		{ "recording_poses", lua_recording_poses },
		{ NULL, NULL },
	};
	bind_type(L, RECORDING_TYPE, recording_gc);
	luaL_setfuncs(L, functions, 0);
}
