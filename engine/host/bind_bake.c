// Bindings of generated scenes and of baking. The scenario's time limit does not count the time spent here.
#include <stdio.h>

#include "broad/bake.h"
#include "host/bind_scene.h"
#include "host/limits.h"
#include "scene/generator.h"
#include "scene/join.h"
#include "scene/line.h"

#define GENERATED_TYPE "harness.generated" // GeneratedScene

static int generated_gc(lua_State *L) {
	generated_free(luaL_checkudata(L, 1, GENERATED_TYPE));
	return 0;
}

// generated(name, "parameter=text parameter=text")
static int lua_generated(lua_State *L) {
	const char *name = luaL_checkstring(L, 1), *params = luaL_checkstring(L, 2);
	GeneratedScene *scene = bind_new(L, sizeof *scene, GENERATED_TYPE);
	limits_enter_engine();
	int32_t status = generated_create(scene, name, params);
	limits_leave_engine();
	return bind_made(L, status);
}

// generated_info(scene, body): the numbers of bodies, steps, triangles and vertices. With a body (from 1),
// triangles and vertices are those of this body.
static int lua_generated_info(lua_State *L) {
	const GeneratedScene *scene = luaL_checkudata(L, 1, GENERATED_TYPE);
	int64_t triangles = 0, vertices = 0;
	lua_Integer only = luaL_optinteger(L, 2, 0);
	luaL_argcheck(L, only >= 0 && only <= scene->body_count, 2, "no such body");
	for (int32_t b = 0; b < scene->body_count; ++b) {
		if (only != 0 && only != b + 1) continue;
		triangles += scene->bodies[b].mesh->triangle_count;
		vertices += scene->bodies[b].mesh->vertex_count;
	}
	lua_pushinteger(L, scene->body_count);
	lua_pushinteger(L, scene->step_count);
	lua_pushinteger(L, triangles);
	lua_pushinteger(L, vertices);
	return 4;
}

// generated_pieces(scene, count, steps, seed): replaces the scene by a population of pieces of it.
static int lua_generated_pieces(lua_State *L) {
	GeneratedScene *scene = luaL_checkudata(L, 1, GENERATED_TYPE);
	TrajectoriesDef def = { .count = bind_int32(L, 2),
		                    .steps = bind_int32(L, 3),
		                    .seed = (uint64_t)luaL_checkinteger(L, 4) };
	limits_enter_engine();
	int32_t status = generated_pieces(scene, def);
	limits_leave_engine();
	lua_pushboolean(L, true);
	return bind_made(L, status);
}

// generated_join(all, one, at, count): adds one as the instance `at` of `count`, from 1. all began as the
// first.
static int lua_generated_join(lua_State *L) {
	GeneratedScene *all = luaL_checkudata(L, 1, GENERATED_TYPE);
	const GeneratedScene *one = luaL_checkudata(L, 2, GENERATED_TYPE);
	int32_t at = bind_int32(L, 3), count = bind_int32(L, 4);
	luaL_argcheck(L, at > 1 && at <= count, 3, "no such instance");
	limits_enter_engine();
	int32_t status = generated_join(all, one, at - 1, count);
	limits_leave_engine();
	lua_pushboolean(L, true);
	return bind_made(L, status);
}

// Checks that a baked scene fits the query "approach": its motion must be a line.
static int32_t check_line(const char *path) {
	HnScene *scene = NULL;
	SceneLine *line = NULL;
	int32_t status = hn_scene_open(&scene, path);
	if (status == HN_OK) status = scene_line_create(&line, scene);
	scene_line_destroy(line);
	hn_scene_close(scene);
	return status;
}

// The scene of a table of bodies, { { mesh, poses or nil, frames or nil, fixed }, ... }. Its array of bodies
// is a userdata, which is left on the stack. Meshes, poses and frames belong to the table. Both must outlive
// the scene. first: the pose of the first step, from 0.
static HnSceneDef to_def(lua_State *L, int index, int32_t steps, int32_t first) {
	luaL_checktype(L, index, LUA_TTABLE);
	int32_t count = (int32_t)lua_rawlen(L, index);
	HnSceneDefBody *bodies = lua_newuserdatauv(L, (size_t)count * sizeof *bodies + 1, 0);
	for (int32_t i = 0; i < count; ++i) {
		lua_rawgeti(L, index, i + 1);
		int body = lua_gettop(L);
		lua_rawgeti(L, body, 1);
		bodies[i] = (HnSceneDefBody){ .mesh = to_mesh(L, -1), .poses = &bind_still, .pose_count = 1 };
		if (lua_rawgeti(L, body, 2) != LUA_TNIL) {
			const Poses *poses = luaL_checkudata(L, -1, POSES_TYPE);
			bool is_still = poses->count == 1;
			bodies[i].poses = poses->data + (is_still ? 0 : first);
			bodies[i].pose_count = is_still ? 1 : steps;
		}
		if (lua_rawgeti(L, body, 3) != LUA_TNIL)
			bodies[i].frames = *(const HnSceneFrames *)luaL_checkudata(L, -1, FRAMES_TYPE);
		lua_rawgeti(L, body, 4);
		bodies[i].fixed = lua_toboolean(L, -1);
		lua_settop(L, body - 1); // the table keeps meshes, poses and frames alive
	}
	return (HnSceneDef){ .bodies = bodies, .body_count = count, .step_count = steps };
}

// Adds nodes from a table { { name, parent, body }, ... } to the scene. parent and body count from 1; 0 means
// none. The array of nodes is a userdata, which is left on the stack.
static void add_nodes(lua_State *L, int index, HnSceneDef *def) {
	luaL_checktype(L, index, LUA_TTABLE);
	int32_t count = (int32_t)lua_rawlen(L, index);
	HnSceneNode *nodes = lua_newuserdatauv(L, (size_t)count * sizeof *nodes + 1, 0);
	for (int32_t i = 0; i < count; ++i) {
		lua_rawgeti(L, index, i + 1);
		int node = lua_gettop(L);
		lua_getfield(L, node, "name");
		lua_getfield(L, node, "parent");
		lua_getfield(L, node, "body");
		nodes[i] = (HnSceneNode){ .parent = (int32_t)luaL_checkinteger(L, -2) - 1,
			                      .body = (int32_t)luaL_checkinteger(L, -1) - 1 };
		snprintf(nodes[i].name, sizeof nodes[i].name, "%s", luaL_checkstring(L, -3));
		lua_settop(L, node - 1);
	}
	def->nodes = nodes;
	def->node_count = count;
}

static int32_t refuse_presence(const GeneratedScene *scene) {
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene->bodies[b].present != NULL)
			return error_set(HN_ERR_BAD_INPUT,
			                 "its objects come and go, which is for query = \"boxes\" alone");
	return HN_OK;
}

// Writes a scene. If objects names a kind of volume, the bodies are replaced by objects of this kind; these
// have no nodes.
static int32_t write_def(const HnSceneDef *def, const char *path, const char *objects) {
	if (objects == NULL || def->objects.count > 0) return scene_put(def, path);
	HnSceneObjects baked;
	int32_t status = objects_bake(&baked, def, objects);
	if (status != HN_OK) return status;
	status = scene_put(&(HnSceneDef){ .step_count = def->step_count, .objects = baked }, path);
	objects_bake_free(&baked, def->step_count);
	return status;
}

// A generated scene, or so many steps of it from `first` on, from 0. The array of the bodies of a part is a
// userdata, which is left on the stack.
static HnSceneDef to_part(lua_State *L, const GeneratedScene *scene, int32_t steps, int32_t first) {
	HnSceneDef def = generated_def(scene);
	if (steps == 0) return def;
	luaL_argcheck(L, first >= 0 && steps <= def.step_count - first, 3, "the scene has fewer steps");
	HnSceneDefBody *bodies = lua_newuserdatauv(L, (size_t)def.body_count * sizeof *bodies + 1, 0);
	for (int32_t i = 0; i < def.body_count; ++i) {
		bodies[i] = def.bodies[i];
		if (bodies[i].present != NULL) bodies[i].present += first;
		if (bodies[i].pose_count == 1) continue;
		bodies[i].poses += first;
		bodies[i].pose_count = steps;
	}
	def.bodies = bodies;
	def.step_count = steps;
	return def;
}

// The scene of lua_bake's argument 2: a generated scene, a recording or a table of bodies. Arguments 3
// (steps; 0: all of them) and 7 (the first) are not of a recording, and 5 (nodes) is of a table of bodies.
static HnSceneDef to_any_def(lua_State *L) {
	const GeneratedScene *generated = luaL_testudata(L, 2, GENERATED_TYPE);
	int32_t first = (int32_t)luaL_optinteger(L, 7, 1) - 1;
	if (generated != NULL) return to_part(L, generated, bind_int32(L, 3), first);
	const Recording *recording = bind_to_recording(L, 2);
	if (recording != NULL)
		return (HnSceneDef){ .step_count = recording->header->frames,
			                 .objects = recording_objects(recording) };
	HnSceneDef def = to_def(L, 2, bind_int32(L, 3), first);
	add_nodes(L, 5, &def);
	return def;
}

// bake(path, scene, steps, is a line, nodes, volume of objects or nil, first step or nil). scene is a table
// of bodies, a generated scene or a recording of objects.
static int lua_bake(lua_State *L) {
	const char *path = luaL_checkstring(L, 1);
	const GeneratedScene *generated = luaL_testudata(L, 2, GENERATED_TYPE);
	HnSceneDef def = to_any_def(L);
	const char *objects = luaL_optstring(L, 6, NULL);
	limits_enter_engine();
	int32_t status = generated != NULL && objects == NULL ? refuse_presence(generated) : HN_OK;
	if (status == HN_OK) status = write_def(&def, path, objects);
	if (status == HN_OK && lua_toboolean(L, 4)) status = check_line(path);
	limits_leave_engine();
	lua_pushboolean(L, true);
	return bind_made(L, status);
}

void bind_bake(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "generated", lua_generated },
		{ "generated_info", lua_generated_info },
		{ "generated_pieces", lua_generated_pieces },
		{ "generated_join", lua_generated_join },
		{ "generated_release", generated_gc }, // frees it early: Lua does not know how large it is
		{ "bake", lua_bake },
		{ NULL, NULL },
	};
	bind_type(L, GENERATED_TYPE, generated_gc);
	luaL_setfuncs(L, functions, 0);
}
