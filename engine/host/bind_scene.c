// Bindings of meshes and motions. The scenario's time limit does not count the time spent here.
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "host/bind_scene.h"
#include "host/limits.h"
#include "mesh/mesh_file.h"
#include "mesh/shape.h"
#include "mesh/teapot.h"
#include "scene/frames.h"
#include "scene/motion.h"
#include "scene/trajectories.h"

static HnMesh **new_mesh(lua_State *L) { return bind_new(L, sizeof(HnMesh *), MESH_TYPE); }

static int mesh_gc(lua_State *L) {
	HnMesh **box = luaL_checkudata(L, 1, MESH_TYPE);
	hn_mesh_destroy(*box);
	*box = NULL;
	return 0;
}

static int poses_gc(lua_State *L) {
	Poses *poses = luaL_checkudata(L, 1, POSES_TYPE);
	mem_free(poses->data, (size_t)poses->count * sizeof *poses->data);
	*poses = (Poses){ 0 };
	return 0;
}

static int frames_gc(lua_State *L) {
	frames_free(luaL_checkudata(L, 1, FRAMES_TYPE));
	return 0;
}

Poses *bind_new_poses(lua_State *L, int32_t count) {
	Poses *poses = bind_new(L, sizeof *poses, POSES_TYPE);
	poses->data = mem_alloc(mem_array_size(count, sizeof *poses->data));
	if (poses->data != NULL) {
		poses->count = count;
		return poses;
	}
	lua_pop(L, 1);
	return NULL;
}

static int lua_teapot(lua_State *L) {
	int32_t faces = bind_int32(L, 1);
	HnMesh **box = new_mesh(L);
	limits_enter_engine();
	int32_t status = hn_teapot_create(box, faces);
	limits_leave_engine();
	return bind_made(L, status);
}

// shape(name, "parameter=text parameter=text")
static int lua_shape(lua_State *L) {
	const char *name = luaL_checkstring(L, 1), *params = luaL_checkstring(L, 2);
	HnMesh **box = new_mesh(L);
	limits_enter_engine();
	int32_t status = hn_shape_create(box, name, params);
	limits_leave_engine();
	return bind_made(L, status);
}

// mesh_read(path, scale, sha256 or nil): the mesh, the sha256 of the file's bytes, and what was skipped in it
// (hn_mesh_skipped). Any fault of the file is an error of the environment (exit 7).
static int lua_mesh_read(lua_State *L) {
	const char *path = luaL_checkstring(L, 1), *sha256 = luaL_optstring(L, 3, NULL);
	double scale = luaL_checknumber(L, 2);
	HnMesh **box = new_mesh(L);
	limits_enter_engine();
	char found[SHA256_HEX_SIZE];
	int32_t status = hn_mesh_read(box, path, scale, sha256, found);
	limits_leave_engine();
	if (status != HN_OK) return bind_failure(L, EXIT_ENVIRONMENT);
	lua_pushstring(L, found);
	lua_pushstring(L, hn_mesh_skipped());
	return 3;
}

// mesh_is_known(path): does the name end in a known format?
static int lua_mesh_is_known(lua_State *L) {
	return lua_pushboolean(L, mesh_format_of(luaL_checkstring(L, 1)) != NULL), 1;
}

// mesh_info(mesh): vertices, triangles
static int lua_mesh_info(lua_State *L) {
	const HnMesh *mesh = to_mesh(L, 1);
	lua_pushinteger(L, mesh->vertex_count);
	lua_pushinteger(L, mesh->triangle_count);
	return 2;
}

static int lua_mesh_bounds(lua_State *L) {
	double lo_hi[6];
	hn_mesh_bounds(to_mesh(L, 1), lo_hi, lo_hi + 3);
	for (int i = 0; i < 6; ++i) lua_pushnumber(L, lo_hi[i]);
	return 6;
}

static int lua_mesh_diameter(lua_State *L) {
	const HnMesh *mesh = to_mesh(L, 1);
	limits_enter_engine();
	double diameter = hn_mesh_diameter(mesh);
	limits_leave_engine();
	lua_pushnumber(L, diameter);
	return 1;
}

static HnVec3 to_vec3(lua_State *L, int index) {
	double v[3];
	bind_numbers(L, index, v, 3);
	return vec3_load(v);
}

// line(steps, from, to, axis, angle)
static int lua_line(lua_State *L) {
	int32_t steps = bind_int32(L, 1);
	HnVec3 from = to_vec3(L, 2), to = to_vec3(L, 3), axis = to_vec3(L, 4);
	double length = vec3_length(axis);
	HnMat3 r = hn_motion_axis_angle(vec3_scale(axis, 1 / length), luaL_checknumber(L, 5));
	Poses *poses = bind_new_poses(L, steps);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	int32_t status = hn_motion_line(poses->data, steps, from, to, &r);
	return bind_made(L, status);
}

// spin(steps, axis, centre, begin, end, offset)
static int lua_spin(lua_State *L) {
	int32_t steps = bind_int32(L, 1);
	HnVec3 axis = to_vec3(L, 2), centre = to_vec3(L, 3), offset = to_vec3(L, 6);
	double begin = luaL_checknumber(L, 4), end = luaL_checknumber(L, 5);
	Poses *poses = bind_new_poses(L, steps);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	int32_t status = hn_motion_spin(poses->data, steps, axis, centre, begin, end, offset);
	return bind_made(L, status);
}

static double field_number(lua_State *L, int index, const char *key) {
	lua_getfield(L, index, key);
	double value = luaL_checknumber(L, -1);
	lua_pop(L, 1);
	return value;
}

static HnVec3 field_vec3(lua_State *L, int index, const char *key) {
	lua_getfield(L, index, key);
	HnVec3 value = to_vec3(L, lua_gettop(L));
	lua_pop(L, 1);
	return value;
}

// Reads { at, position, quaternion = { w, x, y, z } } or { at, position, axis, angle }. False: it is no
// rotation.
static bool to_key_pose(lua_State *L, int index, HnKeyPose *out) {
	out->at = field_number(L, index, "at");
	out->position = field_vec3(L, index, "position");
	if (lua_getfield(L, index, "quaternion") == LUA_TNIL) {
		lua_pop(L, 1);
		HnVec3 axis = field_vec3(L, index, "axis");
		if (!motion_normalize(&axis)) return false;
		out->rotation = hn_quaternion_axis_angle(axis, field_number(L, index, "angle"));
	} else {
		double q[4];
		bind_numbers(L, lua_gettop(L), q, 4);
		lua_pop(L, 1);
		out->rotation = (HnQuaternion){ q[0], q[1], q[2], q[3] };
	}
	return hn_quaternion_normalize(&out->rotation);
}

// path(steps, keys)
static int lua_path(lua_State *L) {
	int32_t steps = bind_int32(L, 1);
	luaL_checktype(L, 2, LUA_TTABLE);
	int32_t count = (int32_t)lua_rawlen(L, 2);
	HnKeyPose *keys = lua_newuserdatauv(L, (size_t)count * sizeof *keys + 1, 0);
	for (int32_t i = 0; i < count; ++i) {
		lua_rawgeti(L, 2, i + 1);
		if (!to_key_pose(L, lua_gettop(L), &keys[i])) {
			error_set(HN_ERR_BAD_INPUT, "a path: the rotation of pose %d is none", i + 1);
			return bind_failure(L, EXIT_SCENARIO);
		}
		lua_pop(L, 1);
	}
	Poses *poses = bind_new_poses(L, steps);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	limits_enter_engine();
	int32_t status = hn_motion_path(poses->data, steps, keys, count);
	limits_leave_engine();
	return bind_made(L, status);
}

// random_walk(steps, { seed, step, turn, radius, from, lo, hi })
static int lua_random_walk(lua_State *L) {
	HnRandomWalkDef def = { .steps = bind_int32(L, 1) };
	luaL_checktype(L, 2, LUA_TTABLE);
	lua_getfield(L, 2, "seed");
	def.seed = (uint64_t)luaL_checkinteger(L, -1);
	def.step = field_number(L, 2, "step"), def.turn = field_number(L, 2, "turn");
	def.radius = field_number(L, 2, "radius");
	def.from = field_vec3(L, 2, "from"), def.lo = field_vec3(L, 2, "lo"), def.hi = field_vec3(L, 2, "hi");
	Poses *poses = bind_new_poses(L, def.steps);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	limits_enter_engine();
	int32_t status = hn_motion_random_walk(poses->data, &def);
	limits_leave_engine();
	return bind_made(L, status);
}

const HnPose bind_still = { { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }, { 0, 0, 0 } };

// trajectories(poses or nil, { count, steps, seed, along, turned, step, turn, radius }): those of a
// population
static int lua_trajectories(lua_State *L) {
	const Poses *from = lua_isnil(L, 1) ? NULL : luaL_checkudata(L, 1, POSES_TYPE);
	luaL_checktype(L, 2, LUA_TTABLE);
	TrajectoriesDef def = { .from = from != NULL ? from->data : &bind_still,
		                    .from_count = from != NULL ? from->count : 1,
		                    .count = (int32_t)field_number(L, 2, "count"),
		                    .steps = (int32_t)field_number(L, 2, "steps"),
		                    .step = field_number(L, 2, "step"),
		                    .turn = field_number(L, 2, "turn"),
		                    .radius = field_number(L, 2, "radius") };
	lua_getfield(L, 2, "seed");
	def.seed = (uint64_t)luaL_checkinteger(L, -1);
	def.along = lua_getfield(L, 2, "along") != LUA_TNIL;
	def.turned = lua_getfield(L, 2, "turned") != LUA_TNIL;
	Poses *poses = bind_new_poses(L, def.count * def.steps);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	limits_enter_engine();
	int32_t status = motion_trajectories(poses->data, &def);
	limits_leave_engine();
	return bind_made(L, status);
}

// joined({ poses or false, ... }, steps): the poses of each, one after the other, where each has one for all
// of its steps, or as many; false: it is where its mesh is.
static int lua_joined(lua_State *L) {
	luaL_checktype(L, 1, LUA_TTABLE);
	const int32_t count = (int32_t)lua_rawlen(L, 1), steps = bind_int32(L, 2);
	Poses *out = bind_new_poses(L, count * steps);
	if (out == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	for (int32_t i = 0; i < count; ++i) {
		lua_rawgeti(L, 1, i + 1);
		const Poses *own = lua_toboolean(L, -1) ? luaL_checkudata(L, -1, POSES_TYPE) : NULL;
		const HnPose *from = own != NULL ? own->data : &bind_still;
		const int32_t own_steps = own != NULL ? own->count : 1;
		luaL_argcheck(L, own_steps == 1 || own_steps == steps, 1, "other steps");
		for (int32_t s = 0; s < steps; ++s) out->data[(int64_t)i * steps + s] = from[own_steps == 1 ? 0 : s];
		lua_pop(L, 1);
	}
	return bind_made(L, HN_OK);
}

// approach(still, moving, seed, number)
static int lua_approach(lua_State *L) {
	const HnMesh *still = to_mesh(L, 1), *moving = to_mesh(L, 2);
	uint64_t seed = (uint64_t)luaL_checkinteger(L, 3);
	int32_t number = bind_int32(L, 4);
	Poses *poses = bind_new_poses(L, 2);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	limits_enter_engine();
	int32_t status = motion_approach(poses->data, still, moving, seed, number);
	limits_leave_engine();
	return bind_made(L, status);
}

// deform(mesh, kind, steps, share, amplitude, length, cycles, seed)
static int lua_deform(lua_State *L) {
	const HnMesh *mesh = to_mesh(L, 1);
	// deform_init refuses an unknown kind
	DeformDef def = { .kind = (DeformKind)name_index(deform_kind_name, luaL_checkstring(L, 2)),
		              .steps = bind_int32(L, 3),
		              .share = luaL_checknumber(L, 4),
		              .amplitude = luaL_checknumber(L, 5),
		              .length = luaL_checknumber(L, 6),
		              .cycles = luaL_checknumber(L, 7),
		              .seed = (uint64_t)luaL_checkinteger(L, 8) };
	HnSceneFrames *frames = bind_new(L, sizeof *frames, FRAMES_TYPE);
	limits_enter_engine();
	int32_t status = frames_create(frames, mesh, &def);
	limits_leave_engine();
	return bind_made(L, status);
}

void bind_scene(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "teapot", lua_teapot },
		{ "shape", lua_shape },
		{ "mesh_read", lua_mesh_read },
		{ "mesh_is_known", lua_mesh_is_known },
		{ "mesh_info", lua_mesh_info },
		{ "mesh_bounds", lua_mesh_bounds },
		{ "mesh_diameter", lua_mesh_diameter },
		{ "line", lua_line },
		{ "spin", lua_spin },
		{ "approach", lua_approach },
		{ "trajectories", lua_trajectories },
		{ "joined", lua_joined },
		{ "path", lua_path },
		{ "random_walk", lua_random_walk },
		{ "deform", lua_deform },
		{ NULL, NULL },
	};
	bind_type(L, MESH_TYPE, mesh_gc);
	bind_type(L, POSES_TYPE, poses_gc);
	bind_type(L, FRAMES_TYPE, frames_gc);
	luaL_setfuncs(L, functions, 0);
	bind_set_integer(L, "teapot_min_faces", HN_TEAPOT_MIN_FACES);
	bind_set_integer(L, "teapot_max_faces", HN_TEAPOT_MAX_FACES);
	bind_set_names(L, "deform_kinds", deform_kind_name);
}
