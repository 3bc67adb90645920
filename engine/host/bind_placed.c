// Bindings of the motions that are found by many queries of two meshes. The scenario's time limit does not
// count the time spent here; one call has a limit of its own.
#include "detect/detect.h"
#include "host/bind_scene.h"
#include "host/limits.h"
#include "host/work.h"
#include "scene/motion.h"
#include "tree/separation.h"

// touching(still, moving, count, seed, depth)
static int lua_touching(lua_State *L) {
	HnTouchQuery *query = NULL;
	HnTouchingDef def = { .still = to_mesh(L, 1),
		                  .moving = to_mesh(L, 2),
		                  .count = bind_int32(L, 3),
		                  .seed = (uint64_t)luaL_checkinteger(L, 4),
		                  .depth = luaL_checknumber(L, 5),
		                  .query = hn_touch_query_hit };
	Poses *poses = bind_new_poses(L, def.count);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	limits_enter_engine();
	Work work = work_begin("h.touching", def.count);
	int32_t status = hn_touch_query_create(&query, def.still, def.moving);
	def.context = query;
	if (status == HN_OK) status = motion_touching(poses->data, &def, (MotionReport){ work_tell, &work });
	hn_touch_query_destroy(query);
	if (status == HN_OK) work_end(&work);
	limits_leave_engine();
	return bind_made(L, status);
}

// contact(still, moving, axis, angle, direction, depth): the position x, y, z of the moving mesh, turned
// about the axis, when it comes in along the direction (motion_contact). Both are scaled to length 1.
static int lua_contact(lua_State *L) {
	HnTouchQuery *query = NULL;
	HnPose pose;
	double axis[3], direction[3];
	HnTouchingDef def = { .still = to_mesh(L, 1), .moving = to_mesh(L, 2), .query = hn_touch_query_hit };
	bind_numbers(L, 3, axis, 3);
	double angle = luaL_checknumber(L, 4), depth = luaL_checknumber(L, 6);
	bind_numbers(L, 5, direction, 3);
	HnVec3 about = vec3_load(axis), along = vec3_load(direction);
	if (!motion_normalize(&about) || !motion_normalize(&along))
		return luaL_error(L, "contact: a zero vector");
	HnMat3 r = hn_motion_axis_angle(about, angle);
	limits_enter_engine();
	int32_t status = hn_touch_query_create(&query, def.still, def.moving);
	def.context = query;
	if (status == HN_OK) status = motion_contact(&pose, &def, &r, along, depth);
	hn_touch_query_destroy(query);
	limits_leave_engine();
	if (status != HN_OK) return bind_failure(L, EXIT_SCENARIO);
	lua_pushnumber(L, pose.t.x);
	lua_pushnumber(L, pose.t.y);
	lua_pushnumber(L, pose.t.z);
	return 3;
}

static int32_t find_separation(void *separation, const HnPose *relative, double *distance) {
	return separation_find(distance, separation, relative);
}

// at_distance(still, moving, count, seed, distance, tolerance)
static int lua_at_distance(lua_State *L) {
	Separation separation;
	Work work = work_begin("h.at_distance", bind_int32(L, 3));
	AtDistanceDef def = { .still = to_mesh(L, 1),
		                  .moving = to_mesh(L, 2),
		                  .count = work.count,
		                  .seed = (uint64_t)luaL_checkinteger(L, 4),
		                  .distance = luaL_checknumber(L, 5),
		                  .tolerance = luaL_optnumber(L, 6, 0),
		                  .query = find_separation,
		                  .context = &separation,
		                  .report = { work_tell, &work } };
	Poses *poses = bind_new_poses(L, def.count);
	if (poses == NULL) return bind_failure(L, EXIT_ENVIRONMENT);
	limits_enter_engine();
	int32_t status = separation_create(&separation, def.still, def.moving);
	if (status == HN_OK) status = motion_at_distance(poses->data, &def);
	separation_free(&separation);
	if (status == HN_OK) work_end(&work);
	limits_leave_engine();
	return bind_made(L, status);
}

void bind_placed(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "touching", lua_touching },
		{ "at_distance", lua_at_distance },
		{ "contact", lua_contact },
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
}
