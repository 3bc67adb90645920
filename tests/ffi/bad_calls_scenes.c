// Bad calls of scene.h and motion.h.
#include "bad_calls.h"

// ---- scene.h

// A scene of the def as `spoil` leaves it, in memory, in a file and as one of objects: all three must refuse
// it.
#define BAD_DEF(what, code, says, spoil)                                                                     \
	do {                                                                                                     \
		BAD_NEW(hn_scene_create, what, code, says, given.out_scene,                                          \
		        (spoil, hn_scene_create(&given.out_scene, &given.def)));                                     \
		BAD(hn_scene_write, what, code, says, (spoil, hn_scene_write(&given.def, "new.scene", NULL)));       \
		BAD_NEW(hn_scene_create_objects, what, code, says, given.out_scene,                                  \
		        (spoil, hn_scene_create_objects(&given.out_scene, &given.def, "obb")));                      \
	} while (0)

static void deform(const int32_t *moved, const double *xyz, int32_t count, int32_t moved_count) {
	HnSceneFrames *frames = &given.bodies[1].frames;
	frames->moved = moved, frames->xyz = xyz, frames->count = count, frames->moved_count = moved_count;
}

static void try_defs(void) {
	BAD_DEF("HnSceneDef.bodies NULL", INPUT, "bodies", given.def.bodies = NULL);
	BAD_DEF("-1 bodies", INPUT, "-1", given.def.body_count = -1);
	BAD_DEF("0 bodies", INPUT, "body", given.def.body_count = 0);
	BAD_DEF("-1 steps", INPUT, "step", given.def.step_count = -1);
	BAD_DEF("most steps", INPUT, "2147483647", given.def.step_count = INT32_MAX);
	BAD_DEF("HnSceneDefBody.mesh NULL", INPUT, "body 2", given.bodies[1].mesh = NULL);
	BAD_DEF("HnSceneDefBody.poses NULL", INPUT, "body 2", given.bodies[1].poses = NULL);
	BAD_DEF("-1 poses", INPUT, "body 2", given.bodies[1].pose_count = -1);
	BAD_DEF("no poses", INPUT, "body 2", given.bodies[1].pose_count = 0);
	BAD_DEF("NaN pose", INPUT, "body 2",
	        (given.poses[0].t.x = given.not_a_number, given.bodies[0].poses = &given.pose,
	         given.bodies[0].pose_count = 1));
	BAD_DEF("HnMesh.xyz NULL", INPUT, "body 2", given.bodies[1].mesh = without_xyz());
	BAD_DEF("HnMesh.triangles NULL", INPUT, "body 2", given.bodies[1].mesh = without_triangles());
	BAD_DEF("mesh of -1 vertices", INPUT, "body 2", given.bodies[1].mesh = with_counts(-1, 1));
	BAD_DEF("mesh of -1 triangles", INPUT, "body 2", given.bodies[1].mesh = with_counts(8, -1));
	BAD_DEF("mesh with NaN", INPUT, "coordinate", given.bodies[1].mesh = with_coordinate(given.not_a_number));
	BAD_DEF("HnSceneFrames.moved NULL", INPUT, "body 2", deform(NULL, given.xyz, 1, 1));
	BAD_DEF("HnSceneFrames.xyz NULL", INPUT, "body 2", deform(given.moved, NULL, 1, 1));
	BAD_DEF("-1 frames", INPUT, "body 2", deform(given.moved, given.xyz, -1, 1));
	BAD_DEF("-1 moved vertices", INPUT, "body 2", deform(given.moved, given.xyz, 1, -1));
	BAD_DEF("most moved vertices", INPUT, "body 2", deform(given.moved, given.xyz, 1, INT32_MAX));
	BAD_DEF("moved vertex -1", INPUT, "body 2", (given.moved[0] = -1, deform(given.moved, given.xyz, 1, 1)));
	BAD_DEF("NaN in a frame", INPUT, "body 2",
	        (given.xyz[1] = given.not_a_number, deform(given.moved, given.xyz, 1, 1)));
	BAD_DEF("HnSceneDef.nodes NULL", INPUT, "node", given.def.node_count = 1);
	BAD_DEF("-1 nodes", INPUT, "node", given.def.node_count = -1);
	BAD_DEF("present 2", INPUT, "body 2",
	        (given.moved_flags[0] = 2, given.bodies[1].present = given.moved_flags));
	NEUTRAL(hn_scene_create_objects, "HnSceneDefBody.present NULL",
	        hn_scene_create_objects(&given.out_scene, &given.def, "obb") == HN_OK);
}

#define BAD_OBJECTS(what, says, spoil)                                                                       \
	BAD_NEW(hn_scene_create, what, INPUT, says, given.out_scene,                                             \
	        (spoil, hn_scene_create(&given.out_scene, &given.objects_def)))

static void try_objects(void) {
	HnSceneObjects *o = &given.objects_def.objects;
	BAD_OBJECTS("HnSceneObjects.volumes NULL", "volumes", o->volumes = NULL);
	NEUTRAL(hn_scene_create, "HnSceneObjects.present NULL",
	        hn_scene_create(&given.out_scene, &given.objects_def) == HN_OK);
	NEUTRAL(hn_scene_create, "HnSceneObjects.fixed NULL",
	        hn_scene_create(&given.out_scene, &given.objects_def) == HN_OK);
	BAD_OBJECTS("-1 objects", "-1", o->count = -1);
	BAD_OBJECTS("objects of -1 bytes", "-1", o->size = -1);
	BAD_OBJECTS("a volume without end", "volume", memset(o->volume, 'x', sizeof o->volume));
	BAD_OBJECTS("objects and bodies", "objects",
	            (given.objects_def.bodies = given.bodies, given.objects_def.body_count = 2));
	BAD(hn_scene_create_objects, "out NULL", INPUT, "NULL",
	    hn_scene_create_objects(NULL, &given.def, "aabb"));
	BAD_NEW(hn_scene_create_objects, "def NULL", INPUT, "NULL", given.out_scene,
	        hn_scene_create_objects(&given.out_scene, NULL, "aabb"));
	BAD_NEW(hn_scene_create_objects, "volume NULL", INPUT, "NULL", given.out_scene,
	        hn_scene_create_objects(&given.out_scene, &given.def, NULL));
	BAD_NEW(hn_scene_create_objects, "volume empty", HN_ERR_NOT_FOUND, "volume", given.out_scene,
	        hn_scene_create_objects(&given.out_scene, &given.def, ""));
	BAD_NEW(hn_scene_create_objects, "objects of objects", INPUT, "body", given.out_scene,
	        hn_scene_create_objects(&given.out_scene, &given.objects_def, "aabb"));
}

static void try_scenes(void) {
	static const char *const s_files[] = { "fifo.scene", "folder.scene", "zero.scene", "null.scene",
		                                   "socket.scene" };
	static const char *const s_kinds[] = { "a FIFO", "a directory", "a link to a device", "a link to another",
		                                   "a socket" };
	for (int i = 0; i < 5; ++i) {
		BAD_NEW(hn_scene_open, s_kinds[i], HN_ERR_IO, s_files[i], given.out_scene,
		        hn_scene_open(&given.out_scene, s_files[i]));
		BAD(hn_scene_write, s_kinds[i], HN_ERR_IO, s_files[i], hn_scene_write(&given.def, s_files[i], NULL));
	}
	BAD(hn_scene_create, "out NULL", INPUT, "NULL", hn_scene_create(NULL, &given.def));
	BAD_NEW(hn_scene_create, "def NULL", INPUT, "NULL", given.out_scene,
	        hn_scene_create(&given.out_scene, NULL));
	BAD(hn_scene_write, "def NULL", INPUT, "NULL", hn_scene_write(NULL, "new.scene", NULL));
	BAD(hn_scene_write, "path NULL", INPUT, "NULL", hn_scene_write(&given.def, NULL, NULL));
	BAD(hn_scene_write, "path empty", HN_ERR_IO, "scene", hn_scene_write(&given.def, "", NULL));
	BAD(hn_scene_write, "a long path", HN_ERR_IO, "xxx", hn_scene_write(&given.def, given.long_text, NULL));
	NEUTRAL(hn_scene_write, "hash NULL", hn_scene_write(&given.def, "new.scene", NULL) == HN_OK);
	BAD(hn_scene_open, "out NULL", INPUT, "NULL", hn_scene_open(NULL, "good.scene"));
	BAD_NEW(hn_scene_open, "path NULL", INPUT, "NULL", given.out_scene,
	        hn_scene_open(&given.out_scene, NULL));
	BAD_NEW(hn_scene_open, "path empty", HN_ERR_IO, "scene", given.out_scene,
	        hn_scene_open(&given.out_scene, ""));
	BAD_NEW(hn_scene_open, "a model", INPUT, "good.obj", given.out_scene,
	        hn_scene_open(&given.out_scene, "good.obj"));
	BAD_NEW(hn_scene_open, "an empty file", INPUT, "empty.scene", given.out_scene,
	        hn_scene_open(&given.out_scene, "empty.scene"));
	NEUTRAL(hn_scene_close, "scene NULL", (hn_scene_close(NULL), true));
}

// ---- motion.h

static int32_t walk(HnPose *out) { return hn_motion_random_walk(out, &given.walk); }
static int32_t touch(HnPose *out) { return hn_motion_touching(out, &given.touching); }
static int32_t path(HnPose *out) { return hn_motion_path(out, STEPS, given.keys, 2); }
static int32_t spin(HnPose *out, int32_t steps, HnVec3 axis, HnVec3 centre, double end, HnVec3 offset) {
	return hn_motion_spin(out, steps, axis, centre, 0, end, offset);
}

static bool axis_angle_is_identity(HnVec3 axis, double angle) {
	HnMat3 r = hn_motion_axis_angle(axis, angle);
	return memcmp(&r, &given.pose.r, sizeof r) == 0;
}

static void try_motions(void) {
	HnPose out[STEPS];
	HnMat3 r = given.pose.r;
	NEUTRAL(hn_motion_axis_angle, "NaN angle", axis_angle_is_identity(given.axis, given.not_a_number));
	NEUTRAL(hn_motion_axis_angle, "infinite angle", axis_angle_is_identity(given.axis, -HUGE_VAL));
	NEUTRAL(hn_motion_axis_angle, "NaN axis", axis_angle_is_identity(given.nan, 1));
	BAD(hn_motion_line, "out NULL", INPUT, "NULL", hn_motion_line(NULL, STEPS, given.zero, given.axis, &r));
	BAD(hn_motion_line, "r NULL", INPUT, "NULL", hn_motion_line(out, STEPS, given.zero, given.axis, NULL));
	BAD(hn_motion_line, "-1 steps", INPUT, "-1", hn_motion_line(out, -1, given.zero, given.axis, &r));
	BAD(hn_motion_line, "from NaN", INPUT, "finite", hn_motion_line(out, STEPS, given.nan, given.axis, &r));
	BAD(hn_motion_line, "to NaN", INPUT, "finite", hn_motion_line(out, STEPS, given.zero, given.nan, &r));
	BAD(hn_motion_line, "rotation NaN", INPUT, "finite",
	    (r.m[1][1] = given.not_a_number, hn_motion_line(out, STEPS, given.zero, given.axis, &r)));
	BAD(hn_motion_spin, "out NULL", INPUT, "NULL", spin(NULL, STEPS, given.axis, given.zero, 1, given.zero));
	BAD(hn_motion_spin, "-1 steps", INPUT, "-1", spin(out, -1, given.axis, given.zero, 1, given.zero));
	BAD(hn_motion_spin, "axis zero", INPUT, "axis", spin(out, STEPS, given.zero, given.zero, 1, given.zero));
	BAD(hn_motion_spin, "axis NaN", INPUT, "axis", spin(out, STEPS, given.nan, given.zero, 1, given.zero));
	BAD(hn_motion_spin, "centre NaN", INPUT, "finite",
	    spin(out, STEPS, given.axis, given.nan, 1, given.zero));
	BAD(hn_motion_spin, "offset NaN", INPUT, "finite",
	    spin(out, STEPS, given.axis, given.zero, 1, given.nan));
	BAD(hn_motion_spin, "end infinite", INPUT, "finite",
	    spin(out, STEPS, given.axis, given.zero, HUGE_VAL, given.zero));
	BAD(hn_motion_path, "out NULL", INPUT, "NULL", path(NULL));
	BAD(hn_motion_path, "keys NULL", INPUT, "NULL", hn_motion_path(out, STEPS, NULL, 2));
	BAD(hn_motion_path, "-1 keys", INPUT, "-1", hn_motion_path(out, STEPS, given.keys, -1));
	BAD(hn_motion_path, "-1 steps", INPUT, "-1", hn_motion_path(out, -1, given.keys, 2));
	BAD(hn_motion_path, "time NaN", INPUT, "time", (given.keys[1].at = given.not_a_number, path(out)));
	BAD(hn_motion_path, "position NaN", INPUT, "pose 2", (given.keys[1].position = given.nan, path(out)));
	BAD(hn_motion_path, "rotation NaN", INPUT, "pose 1",
	    (given.keys[0].rotation.x = given.not_a_number, path(out)));
	BAD(hn_motion_path, "rotation zero", INPUT, "pose 1", (given.keys[0].rotation.w = 0, path(out)));
}

static void try_searched_motions(void) {
	HnPose out[STEPS];
	BAD(hn_motion_random_walk, "out NULL", INPUT, "NULL", walk(NULL));
	BAD(hn_motion_random_walk, "def NULL", INPUT, "NULL", hn_motion_random_walk(out, NULL));
	BAD(hn_motion_random_walk, "-1 steps", INPUT, "-1", (given.walk.steps = -1, walk(out)));
	BAD(hn_motion_random_walk, "step NaN", INPUT, "step", (given.walk.step = given.not_a_number, walk(out)));
	BAD(hn_motion_random_walk, "turn infinite", INPUT, "angle", (given.walk.turn = HUGE_VAL, walk(out)));
	BAD(hn_motion_random_walk, "radius NaN", INPUT, "bounds",
	    (given.walk.radius = given.not_a_number, walk(out)));
	BAD(hn_motion_random_walk, "from NaN", INPUT, "bounds", (given.walk.from = given.nan, walk(out)));
	BAD(hn_motion_touching, "out NULL", INPUT, "NULL", touch(NULL));
	BAD(hn_motion_touching, "def NULL", INPUT, "NULL", hn_motion_touching(out, NULL));
	BAD(hn_motion_touching, "HnTouchingDef.still NULL", INPUT, "NULL",
	    (given.touching.still = NULL, touch(out)));
	BAD(hn_motion_touching, "HnTouchingDef.moving NULL", INPUT, "NULL",
	    (given.touching.moving = NULL, touch(out)));
	BAD(hn_motion_touching, "HnTouchingDef.query NULL", INPUT, "NULL",
	    (given.touching.query = NULL, touch(out)));
	BAD(hn_motion_touching, "HnTouchingDef.context NULL", INPUT, "NULL",
	    (given.touching.context = NULL, touch(out)));
	BAD(hn_motion_touching, "-1 poses", INPUT, "-1", (given.touching.count = -1, touch(out)));
	BAD(hn_motion_touching, "depth NaN", INPUT, "depth",
	    (given.touching.depth = given.not_a_number, touch(out)));
	BAD(hn_motion_touching, "a mesh with NaN", INPUT, "coordinate",
	    (given.touching.still = with_coordinate(given.not_a_number), touch(out)));
	BAD(hn_motion_touching, "a wrong index", INPUT, "index",
	    (given.touching.moving = with_index(-5), touch(out)));
	BAD(hn_motion_touching, "no triangles", INPUT, "triangles",
	    (given.touching.moving = with_counts(8, 0), touch(out)));
	BAD(hn_touch_query_create, "out NULL", INPUT, "NULL", hn_touch_query_create(NULL, given.box, given.box));
	BAD_NEW(hn_touch_query_create, "still NULL", INPUT, "NULL", given.out_touch,
	        hn_touch_query_create(&given.out_touch, NULL, given.box));
	BAD_NEW(hn_touch_query_create, "moving NULL", INPUT, "NULL", given.out_touch,
	        hn_touch_query_create(&given.out_touch, given.box, NULL));
	BAD_NEW(hn_touch_query_create, "a wrong index", INPUT, "index", given.out_touch,
	        hn_touch_query_create(&given.out_touch, given.box, with_index(1000)));
	BAD(hn_touch_query_hit, "touch_query NULL", INPUT, "NULL", hn_touch_query_hit(NULL, &given.pose));
	BAD(hn_touch_query_hit, "relative NULL", INPUT, "NULL", hn_touch_query_hit(given.touch, NULL));
	BAD(hn_touch_query_hit, "NaN", INPUT, "finite",
	    (given.pose.t = given.nan, hn_touch_query_hit(given.touch, &given.pose)));
	NEUTRAL(hn_touch_query_destroy, "query NULL", (hn_touch_query_destroy(NULL), true));
}

void try_scene_calls(void) {
	try_defs();
	try_objects();
	try_scenes();
	try_motions();
	try_searched_motions();
}
