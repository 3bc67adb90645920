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

static int32_t find_separation(void *separation, const HnPose *relative, double *distance) {
	return separation_find(distance, separation, relative);
}

// at_distance(still, moving, count, seed, distance)
static int lua_at_distance(lua_State *L) {
	Separation separation;
	Work work = work_begin("h.at_distance", bind_int32(L, 3));
	AtDistanceDef def = { .still = to_mesh(L, 1),
		                  .moving = to_mesh(L, 2),
		                  .count = work.count,
		                  .seed = (uint64_t)luaL_checkinteger(L, 4),
		                  .distance = luaL_checknumber(L, 5),
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
		{ NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
}
