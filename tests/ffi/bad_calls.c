// Calls that no caller should make, of every function that engine/api declares. Each runs in a process of its
// own and must come back: with a negative code and a text of its own that says what was wrong, or with the
// value that the header names. test_bad_calls.sh compares the list of cases with the headers.
//     bad_calls        runs all cases in the present directory, which holds what test_bad_calls.sh puts there
//     bad_calls list   prints "function what" of each
#include "api/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 2, HANGS_AFTER_S = 200, LONG = 100000 };

static const char s_marker[] = "unknown algorithm 'marker'";
static bool s_listing;
static int s_cases, s_failures;

// ---- a case

static void set_error_marker(void) {
	HnDetector detector;
	HnScene scene;
	memset(&scene, 0, sizeof scene);
	scene.step_count = 1;
	// of this or of an earlier error, the text is not the one that the case must leave behind
	if (hn_detector_create(&detector, "marker", &scene, HN_QUERY_ALL, "") >= 0) _exit(3);
}

static void report(const char *function, const char *what, int status) {
	s_cases += 1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
	s_failures += 1;
	if (WIFSIGNALED(status))
		printf("FAIL %s, %s: ended by signal %d\n", function, what, WTERMSIG(status));
	else
		printf("FAIL %s, %s: exit %d\n", function, what, WEXITSTATUS(status));
}

// True in the child, which ends with one of the functions below.
static bool begin(const char *function, const char *what) {
	if (s_listing) {
		printf("%s %s\n", function, what);
		return false;
	}
	fflush(stdout);
	pid_t child = fork();
	if (child < 0) exit(2);
	if (child == 0) {
		alarm(HANGS_AFTER_S);
		hn_mem_set_limit((size_t)1 << 28);
		set_error_marker();
		return true;
	}
	int status = 0;
	if (waitpid(child, &status, 0) != child) exit(2);
	report(function, what, status);
	return false;
}

static void finish(bool good, const char *why) {
	if (!good) printf("     %s; the error text: %s\n", why, hn_error_text());
	fflush(stdout);
	_exit(good ? 0 : 1);
}

static void finish_code(int32_t code, int32_t want, const char *says) {
	char why[200];
	snprintf(why, sizeof why, "returned %d, wanted %d and '%s'", (int)code, (int)want, says);
	finish(code == want && strstr(hn_error_text(), s_marker) == NULL && strstr(hn_error_text(), says) != NULL,
	       why);
}

// `call` must return this code and leave a text that has `says` in it.
#define BAD(function, what, code, says, call)                                                                \
	do {                                                                                                     \
		if (begin(#function, what)) finish_code((call), (code), (says));                                     \
	} while (0)
// The same of a function that creates *out: it must be NULL after.
#define BAD_NEW(function, what, code, says, out, call)                                                       \
	do {                                                                                                     \
		if (begin(#function, what)) {                                                                        \
			int32_t code_ = (call);                                                                          \
			if ((out) != NULL) finish(false, "*out is not NULL after an error");                             \
			finish_code(code_, (code), (says));                                                              \
		}                                                                                                    \
	} while (0)
// The condition, in which the function is called, must hold.
#define NEUTRAL(function, what, condition)                                                                   \
	do {                                                                                                     \
		if (begin(#function, what)) finish((condition), #condition);                                         \
	} while (0)
#define INPUT HN_ERR_BAD_INPUT

// ---- what the calls are made with

static HnMesh *s_box, *s_mesh, *s_out_mesh;
static HnHull *s_hull, *s_out_hull;
static HnScene *s_scene, *s_objects, *s_out_scene;
static HnDetector s_detector, s_zero_detector;
static HnBroadPhase *s_phase, *s_out_phase;
static HnTouchQuery *s_touch, *s_out_touch;
static HnPair *s_pair, *s_out_pair;
static HnPairContext *s_context, *s_out_context;
static HnContactBuffer s_contacts;
static HnBroadPairs s_pairs;
static HnPose s_pose, s_poses[STEPS];
static HnSceneDefBody s_bodies[2];
static HnSceneDef s_def, s_objects_def;
static HnTouchingDef s_touching;
static HnRandomWalkDef s_walk;
static HnKeyPose s_keys[2];
static HnVec3 s_zero, s_axis, s_nan;
static HnHash s_hash;
static uint8_t s_bytes[48], s_moved_flags[STEPS];
static int32_t s_moved[1];
static double s_xyz[3], s_not_a_number;
static char s_text[100], s_long[LONG + 1];
static bool s_yes;
static const char s_zeros[16];

static void must(int32_t status) {
	if (status >= 0) return;
	fprintf(stderr, "%s\n", hn_error_text());
	exit(2);
}

static void make_defs(void) {
	s_pose = s_poses[0] = s_poses[1] = hn_pose_identity();
	s_axis.z = 1;
	s_not_a_number = (double)NAN;
	s_nan.y = s_not_a_number;
	for (int b = 0; b < 2; ++b)
		s_bodies[b].mesh = s_box, s_bodies[b].poses = s_poses, s_bodies[b].pose_count = STEPS;
	s_def.bodies = s_bodies, s_def.body_count = 2, s_def.step_count = STEPS;
	strcpy(s_objects_def.objects.volume, "aabb");
	s_objects_def.step_count = 1;
	s_objects_def.objects.count = 2, s_objects_def.objects.size = 24, s_objects_def.objects.volumes = s_bytes;
	s_touching.still = s_touching.moving = s_box, s_touching.count = 1, s_touching.seed = 1;
	s_touching.query = hn_touch_query_hit;
	s_walk.steps = STEPS, s_walk.radius = 1, s_walk.step = 0.5;
	s_keys[0].rotation.w = s_keys[1].rotation.w = s_keys[1].at = 1;
	memset(s_long, 'x', LONG);
}

static void make_socket(const char *path) {
	struct sockaddr_un address;
	memset(&address, 0, sizeof address);
	address.sun_family = AF_UNIX;
	strcpy(address.sun_path, path);
	if (bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address) != 0) exit(2);
}

static void make_fixtures(void) {
	make_socket("socket.obj");
	make_socket("socket.scene");
	must(hn_shape_create(&s_box, "box", ""));
	must(hn_shape_create(&s_mesh, "box", ""));
	make_defs();
	must(hn_hull_create(&s_hull, s_box->xyz, s_box->vertex_count));
	must(hn_scene_create(&s_scene, &s_def));
	must(hn_scene_create_objects(&s_objects, &s_def, "aabb"));
	must(hn_detector_create(&s_detector, "aabb", s_scene, HN_QUERY_ALL, ""));
	must(hn_broad_phase_create(&s_phase, "pairs", "aabb", ""));
	must(hn_touch_query_create(&s_touch, s_box, s_box));
	s_touching.context = s_touch;
	must(hn_pair_create(&s_pair, s_box, s_box, ""));
	must(hn_pair_context_create(&s_context, s_pair));
	must(hn_mesh_write(s_box, "good.obj"));
	must(hn_scene_write(&s_def, "good.scene", NULL));
	s_out_mesh = s_box, s_out_hull = s_hull, s_out_scene = s_scene, s_out_phase = s_phase,
	s_out_touch = s_touch, s_out_pair = s_pair, s_out_context = s_context;
}

// ---- base.h and pose.h

static bool is_zero_hash(HnHash hash) { return memcmp(hash.bytes, s_zeros, sizeof hash.bytes) == 0; }

static bool is_identity(HnPose pose) { return memcmp(&pose, &s_pose, sizeof pose) == 0; }

static bool is_no_turn(HnQuaternion q) { return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0; }

static bool hex_is_empty(void) {
	s_text[0] = 'x';
	return hn_hash_to_hex(NULL, s_text), s_text[0] == '\0';
}

static bool normalizes(double w) {
	HnQuaternion q = { w, 0, 0, 0 };
	return hn_quaternion_normalize(&q);
}

// Were coordinates placed?
static bool places(const HnPose *pose, const double *xyz, int64_t n) {
	double out[3] = { 7, 7, 7 };
	hn_pose_place_all(pose, xyz, n, out);
	return out[0] != 7 || out[1] != 7 || out[2] != 7;
}

static void try_base(void) {
	NEUTRAL(hn_hash_bytes, "data NULL", is_zero_hash(hn_hash_bytes(NULL, 5)));
	NEUTRAL(hn_hash_bytes, "nothing of NULL", !is_zero_hash(hn_hash_bytes(NULL, 0)));
	NEUTRAL(hn_hash_equal, "a NULL", !hn_hash_equal(NULL, &s_hash));
	NEUTRAL(hn_hash_equal, "b NULL", !hn_hash_equal(&s_hash, NULL) && !hn_hash_equal(NULL, NULL));
	NEUTRAL(hn_hash_to_hex, "hash NULL", hex_is_empty());
	NEUTRAL(hn_hash_to_hex, "hex NULL", (hn_hash_to_hex(&s_hash, NULL), true));
	BAD(hn_mem_set_limit, "no memory", HN_ERR_NO_MEMORY, "memory",
	    (hn_mem_set_limit(0), hn_teapot_create(&s_out_mesh, 200)));
	NEUTRAL(hn_quaternion_axis_angle, "NaN angle",
	        is_no_turn(hn_quaternion_axis_angle(s_axis, s_not_a_number)));
	NEUTRAL(hn_quaternion_axis_angle, "infinite angle",
	        is_no_turn(hn_quaternion_axis_angle(s_axis, HUGE_VAL)));
	NEUTRAL(hn_quaternion_axis_angle, "NaN axis", is_no_turn(hn_quaternion_axis_angle(s_nan, 1)));
	NEUTRAL(hn_quaternion_normalize, "q NULL", !hn_quaternion_normalize(NULL));
	NEUTRAL(hn_quaternion_normalize, "zero, NaN, infinity",
	        !normalizes(0) && !normalizes(s_not_a_number) && !normalizes(HUGE_VAL));
	NEUTRAL(hn_pose_relative, "a NULL", is_identity(hn_pose_relative(NULL, &s_pose)));
	NEUTRAL(hn_pose_relative, "b NULL", is_identity(hn_pose_relative(&s_pose, NULL)));
	NEUTRAL(hn_pose_place_all, "p NULL", !places(NULL, s_xyz, 1));
	NEUTRAL(hn_pose_place_all, "xyz NULL", !places(&s_pose, NULL, 1));
	NEUTRAL(hn_pose_place_all, "out NULL", (hn_pose_place_all(&s_pose, s_xyz, 1, NULL), true));
	NEUTRAL(hn_pose_place_all, "-1 vertices",
	        !places(&s_pose, s_xyz, -1) && !places(&s_pose, s_xyz, INT64_MIN));
}

// ---- mesh.h

// Spoiled meshes: in a child, so that the next case has whole ones.
static HnMesh *with_counts(int32_t vertices, int32_t triangles) {
	s_mesh->vertex_count = vertices, s_mesh->triangle_count = triangles;
	return s_mesh;
}
static HnMesh *with_index(int32_t index) {
	s_mesh->triangles[4] = index;
	return s_mesh;
}
static HnMesh *with_coordinate(double x) {
	s_mesh->xyz[4] = x;
	return s_mesh;
}
static HnMesh *without_xyz(void) {
	s_mesh->xyz = NULL;
	return s_mesh;
}
static HnMesh *without_triangles(void) {
	s_mesh->triangles = NULL;
	return s_mesh;
}

// Every function that takes a mesh and returns a status, with every wrong mesh. `take` has `mesh` in it.
#define BAD_MESHES(function, take)                                                                           \
	do {                                                                                                     \
		const HnMesh *mesh = NULL;                                                                           \
		BAD(function, "mesh NULL", INPUT, "NULL", (take));                                                   \
		BAD(function, "HnMesh.xyz NULL", INPUT, "NULL", (mesh = without_xyz(), (take)));                     \
		BAD(function, "HnMesh.triangles NULL", INPUT, "NULL", (mesh = without_triangles(), (take)));         \
		BAD(function, "-1 vertices", INPUT, "-1", (mesh = with_counts(-1, 0), (take)));                      \
		BAD(function, "-1 triangles", INPUT, "-1", (mesh = with_counts(3, -1), (take)));                     \
		BAD(function, "index -1", INPUT, "-1", (mesh = with_index(-1), (take)));                             \
		BAD(function, "index past the end", INPUT, "2147483647", (mesh = with_index(INT32_MAX), (take)));    \
		BAD(function, "NaN", INPUT, "coordinate", (mesh = with_coordinate(s_not_a_number), (take)));         \
		BAD(function, "infinity", INPUT, "coordinate", (mesh = with_coordinate(HUGE_VAL), (take)));          \
		BAD(function, "beyond 2^200", INPUT, "coordinate", (mesh = with_coordinate(-1e100), (take)));        \
	} while (0)
// The same without a status. `neutral` is what must hold.
#define NEUTRAL_MESHES(function, neutral)                                                                    \
	do {                                                                                                     \
		const HnMesh *mesh = NULL;                                                                           \
		NEUTRAL(function, "mesh NULL", (neutral));                                                           \
		NEUTRAL(function, "HnMesh.xyz NULL", (mesh = without_xyz(), (neutral)));                             \
		NEUTRAL(function, "HnMesh.triangles NULL", (mesh = without_triangles(), (neutral)));                 \
		NEUTRAL(function, "-1 vertices", (mesh = with_counts(-1, 0), (neutral)));                            \
		NEUTRAL(function, "-1 triangles", (mesh = with_counts(3, -1), (neutral)));                           \
		NEUTRAL(function, "index -1", (mesh = with_index(-1), (neutral)));                                   \
		NEUTRAL(function, "index past the end", (mesh = with_index(INT32_MAX), (neutral)));                  \
		NEUTRAL(function, "NaN", (mesh = with_coordinate(s_not_a_number), (neutral)));                       \
		NEUTRAL(function, "infinity", (mesh = with_coordinate(HUGE_VAL), (neutral)));                        \
	} while (0)

static bool bounds_are_zero(const HnMesh *mesh) {
	double lo[3] = { 1, 2, 3 }, hi[3] = { 4, 5, 6 };
	const double zero[3] = { 0, 0, 0 };
	hn_mesh_bounds(mesh, lo, hi);
	return memcmp(lo, zero, sizeof zero) == 0 && memcmp(hi, zero, sizeof zero) == 0;
}

static void try_meshes(void) {
	double lo[3], hi[3];
	HnMeshTopology topology;
	BAD(hn_mesh_create, "out NULL", INPUT, "NULL", hn_mesh_create(NULL, 3, 1));
	BAD_NEW(hn_mesh_create, "-1 vertices", INPUT, "-1", s_out_mesh, hn_mesh_create(&s_out_mesh, -1, 1));
	BAD_NEW(hn_mesh_create, "fewest triangles", INPUT, "-2147483648", s_out_mesh,
	        hn_mesh_create(&s_out_mesh, 3, INT32_MIN));
	BAD_NEW(hn_mesh_create, "most of both", HN_ERR_NO_MEMORY, "memory", s_out_mesh,
	        hn_mesh_create(&s_out_mesh, INT32_MAX, INT32_MAX));
	NEUTRAL(hn_mesh_destroy, "mesh NULL", (hn_mesh_destroy(NULL), true));
	BAD_MESHES(hn_mesh_validate, hn_mesh_validate((HnMesh *)(uintptr_t)mesh));
	NEUTRAL(hn_mesh_hash, "mesh NULL", is_zero_hash(hn_mesh_hash(NULL)));
	NEUTRAL(hn_mesh_hash, "HnMesh.xyz NULL", is_zero_hash(hn_mesh_hash(without_xyz())));
	NEUTRAL(hn_mesh_hash, "HnMesh.triangles NULL", is_zero_hash(hn_mesh_hash(without_triangles())));
	NEUTRAL(hn_mesh_hash, "-1 vertices", is_zero_hash(hn_mesh_hash(with_counts(-1, 1))));
	BAD(hn_mesh_topology, "out NULL", INPUT, "NULL", hn_mesh_topology(NULL, s_box));
	BAD_MESHES(hn_mesh_topology, hn_mesh_topology(&topology, mesh));
	NEUTRAL_MESHES(hn_mesh_bounds, bounds_are_zero(mesh));
	NEUTRAL(hn_mesh_bounds, "lo NULL", (hn_mesh_bounds(s_box, NULL, hi), true));
	NEUTRAL(hn_mesh_bounds, "hi NULL", (hn_mesh_bounds(s_box, lo, NULL), true));
	NEUTRAL_MESHES(hn_mesh_diameter, hn_mesh_diameter(mesh) == 0);
	BAD(hn_mesh_simplify, "out NULL", INPUT, "NULL", hn_mesh_simplify(NULL, s_box, 12));
	BAD_MESHES(hn_mesh_simplify, hn_mesh_simplify(&s_out_mesh, mesh, 12));
	BAD_NEW(hn_mesh_simplify, "-1 faces", INPUT, "-1", s_out_mesh, hn_mesh_simplify(&s_out_mesh, s_box, -1));
	BAD_NEW(hn_mesh_simplify, "more faces than it has", INPUT, "2147483647", s_out_mesh,
	        hn_mesh_simplify(&s_out_mesh, s_box, INT32_MAX));
}

static void try_mesh_files(void) {
	static const char *const s_no_files[] = { "fifo.obj", "folder.obj", "zero.obj",
		                                      "null.obj", "socket.obj", "nowhere.obj" };
	static const char *const s_read[] = {
		"a FIFO", "a directory", "a link to a device", "a link to another", "a socket", "no file"
	};
	for (int i = 0; i < 6; ++i)
		BAD_NEW(hn_mesh_read, s_read[i], HN_ERR_IO, s_no_files[i], s_out_mesh,
		        hn_mesh_read(&s_out_mesh, s_no_files[i], 1, NULL, NULL));
	for (int i = 0; i < 5; ++i)
		BAD(hn_mesh_write, s_read[i], HN_ERR_IO, s_no_files[i], hn_mesh_write(s_box, s_no_files[i]));
	BAD(hn_mesh_read, "out NULL", INPUT, "NULL", hn_mesh_read(NULL, "good.obj", 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "path NULL", INPUT, "NULL", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, NULL, 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "path empty", INPUT, "format", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, "", 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "a long path", INPUT, "xxx", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, s_long, 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "sha256 empty", INPUT, "sha256", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, "good.obj", 1, "", NULL));
	NEUTRAL(hn_mesh_read, "sha256 NULL", hn_mesh_read(&s_out_mesh, "good.obj", 1, NULL, s_text) == HN_OK);
	NEUTRAL(hn_mesh_read, "found NULL", hn_mesh_read(&s_out_mesh, "good.obj", 1, NULL, NULL) == HN_OK);
	BAD_NEW(hn_mesh_read, "scale NaN", INPUT, "scale", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, "good.obj", s_not_a_number, NULL, NULL));
	BAD_NEW(hn_mesh_read, "scale 0", INPUT, "scale", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, "good.obj", 0, NULL, NULL));
	BAD_NEW(hn_mesh_read, "scale infinite", INPUT, "scale", s_out_mesh,
	        hn_mesh_read(&s_out_mesh, "good.obj", HUGE_VAL, NULL, NULL));
	BAD_MESHES(hn_mesh_write, hn_mesh_write(mesh, "new.obj"));
	BAD(hn_mesh_write, "path NULL", INPUT, "NULL", hn_mesh_write(s_box, NULL));
	BAD(hn_mesh_write, "path empty", INPUT, "format", hn_mesh_write(s_box, ""));
}

static HnHull *hull_of(int32_t dimension, int32_t vertices, int32_t triangles) {
	s_hull->dimension = dimension, s_hull->vertex_count = vertices, s_hull->triangle_count = triangles;
	return s_hull;
}

static void try_made_meshes(void) {
	BAD(hn_teapot_tessellate, "out NULL", INPUT, "NULL", hn_teapot_tessellate(NULL, 4));
	BAD_NEW(hn_teapot_tessellate, "-1 cells", INPUT, "-1", s_out_mesh, hn_teapot_tessellate(&s_out_mesh, -1));
	BAD_NEW(hn_teapot_tessellate, "most cells", INPUT, "2147483647", s_out_mesh,
	        hn_teapot_tessellate(&s_out_mesh, INT32_MAX));
	BAD(hn_teapot_create, "out NULL", INPUT, "NULL", hn_teapot_create(NULL, 200));
	BAD_NEW(hn_teapot_create, "-1 faces", INPUT, "-1", s_out_mesh, hn_teapot_create(&s_out_mesh, -1));
	BAD_NEW(hn_teapot_create, "most faces", INPUT, "2147483647", s_out_mesh,
	        hn_teapot_create(&s_out_mesh, INT32_MAX));
	BAD(hn_shape_create, "out NULL", INPUT, "NULL", hn_shape_create(NULL, "box", ""));
	BAD_NEW(hn_shape_create, "name NULL", INPUT, "NULL", s_out_mesh, hn_shape_create(&s_out_mesh, NULL, ""));
	BAD_NEW(hn_shape_create, "name empty", HN_ERR_NOT_FOUND, "shape", s_out_mesh,
	        hn_shape_create(&s_out_mesh, "", ""));
	BAD_NEW(hn_shape_create, "a long name", HN_ERR_NOT_FOUND, "shape", s_out_mesh,
	        hn_shape_create(&s_out_mesh, s_long, ""));
	BAD_NEW(hn_shape_create, "params NULL", INPUT, "NULL", s_out_mesh,
	        hn_shape_create(&s_out_mesh, "box", NULL));
	BAD_NEW(hn_shape_create, "long params", INPUT, "box", s_out_mesh,
	        hn_shape_create(&s_out_mesh, "box", s_long));
	NEUTRAL(hn_shape_name, "past the ends", hn_shape_name(-1) == NULL && hn_shape_name(INT32_MAX) == NULL);
	BAD(hn_hull_create, "out NULL", INPUT, "NULL", hn_hull_create(NULL, s_xyz, 1));
	BAD_NEW(hn_hull_create, "xyz NULL", INPUT, "NULL", s_out_hull, hn_hull_create(&s_out_hull, NULL, 1));
	BAD_NEW(hn_hull_create, "-1 points", INPUT, "point", s_out_hull, hn_hull_create(&s_out_hull, s_xyz, -1));
	BAD_NEW(hn_hull_create, "most points", INPUT, "2147483647", s_out_hull,
	        hn_hull_create(&s_out_hull, s_xyz, INT32_MAX));
	BAD_NEW(hn_hull_create, "NaN", INPUT, "coordinate", s_out_hull,
	        (s_xyz[1] = s_not_a_number, hn_hull_create(&s_out_hull, s_xyz, 1)));
	NEUTRAL(hn_hull_destroy, "hull NULL", (hn_hull_destroy(NULL), true));
	BAD(hn_hull_mesh, "out NULL", INPUT, "NULL", hn_hull_mesh(NULL, s_hull, s_box->xyz));
	BAD_NEW(hn_hull_mesh, "hull NULL", INPUT, "NULL", s_out_mesh,
	        hn_hull_mesh(&s_out_mesh, NULL, s_box->xyz));
	BAD_NEW(hn_hull_mesh, "xyz NULL", INPUT, "NULL", s_out_mesh, hn_hull_mesh(&s_out_mesh, s_hull, NULL));
	BAD_NEW(hn_hull_mesh, "HnHull.vertices NULL", INPUT, "NULL", s_out_mesh,
	        (s_hull->vertices = NULL, hn_hull_mesh(&s_out_mesh, s_hull, s_box->xyz)));
	BAD_NEW(hn_hull_mesh, "HnHull.triangles NULL", INPUT, "NULL", s_out_mesh,
	        (s_hull->triangles = NULL, hn_hull_mesh(&s_out_mesh, s_hull, s_box->xyz)));
	BAD_NEW(hn_hull_mesh, "dimension -7", INPUT, "-7", s_out_mesh,
	        hn_hull_mesh(&s_out_mesh, hull_of(-7, 8, 12), s_box->xyz));
	BAD_NEW(hn_hull_mesh, "dimension 0", INPUT, "one point", s_out_mesh,
	        hn_hull_mesh(&s_out_mesh, hull_of(0, 0, 0), s_box->xyz));
	BAD_NEW(hn_hull_mesh, "-1 vertices", INPUT, "-1", s_out_mesh,
	        hn_hull_mesh(&s_out_mesh, hull_of(3, -1, 12), s_box->xyz));
	BAD_NEW(hn_hull_mesh, "-1 triangles", INPUT, "-1", s_out_mesh,
	        hn_hull_mesh(&s_out_mesh, hull_of(3, 8, -1), s_box->xyz));
	BAD_NEW(hn_hull_mesh, "vertex -1", INPUT, "-1", s_out_mesh,
	        (s_hull->vertices[0] = -1, hn_hull_mesh(&s_out_mesh, s_hull, s_box->xyz)));
	BAD_NEW(hn_hull_mesh, "corner -1", INPUT, "-1", s_out_mesh,
	        (s_hull->triangles[0] = -1, hn_hull_mesh(&s_out_mesh, s_hull, s_box->xyz)));
}

// ---- scene.h

// A scene of the def as `spoil` leaves it, in memory, in a file and as one of objects: all three must refuse
// it.
#define BAD_DEF(what, code, says, spoil)                                                                     \
	do {                                                                                                     \
		BAD_NEW(hn_scene_create, what, code, says, s_out_scene,                                              \
		        (spoil, hn_scene_create(&s_out_scene, &s_def)));                                             \
		BAD(hn_scene_write, what, code, says, (spoil, hn_scene_write(&s_def, "new.scene", NULL)));           \
		BAD_NEW(hn_scene_create_objects, what, code, says, s_out_scene,                                      \
		        (spoil, hn_scene_create_objects(&s_out_scene, &s_def, "obb")));                              \
	} while (0)

static void deform(const int32_t *moved, const double *xyz, int32_t count, int32_t moved_count) {
	HnSceneFrames *frames = &s_bodies[1].frames;
	frames->moved = moved, frames->xyz = xyz, frames->count = count, frames->moved_count = moved_count;
}

static void try_defs(void) {
	BAD_DEF("HnSceneDef.bodies NULL", INPUT, "bodies", s_def.bodies = NULL);
	BAD_DEF("-1 bodies", INPUT, "-1", s_def.body_count = -1);
	BAD_DEF("0 bodies", INPUT, "body", s_def.body_count = 0);
	BAD_DEF("-1 steps", INPUT, "step", s_def.step_count = -1);
	BAD_DEF("most steps", INPUT, "2147483647", s_def.step_count = INT32_MAX);
	BAD_DEF("HnSceneDefBody.mesh NULL", INPUT, "body 2", s_bodies[1].mesh = NULL);
	BAD_DEF("HnSceneDefBody.poses NULL", INPUT, "body 2", s_bodies[1].poses = NULL);
	BAD_DEF("-1 poses", INPUT, "body 2", s_bodies[1].pose_count = -1);
	BAD_DEF("no poses", INPUT, "body 2", s_bodies[1].pose_count = 0);
	BAD_DEF("NaN pose", INPUT, "body 2",
	        (s_poses[0].t.x = s_not_a_number, s_bodies[0].poses = &s_pose, s_bodies[0].pose_count = 1));
	BAD_DEF("HnMesh.xyz NULL", INPUT, "body 2", s_bodies[1].mesh = without_xyz());
	BAD_DEF("HnMesh.triangles NULL", INPUT, "body 2", s_bodies[1].mesh = without_triangles());
	BAD_DEF("mesh of -1 vertices", INPUT, "body 2", s_bodies[1].mesh = with_counts(-1, 1));
	BAD_DEF("mesh of -1 triangles", INPUT, "body 2", s_bodies[1].mesh = with_counts(8, -1));
	BAD_DEF("mesh with NaN", INPUT, "coordinate", s_bodies[1].mesh = with_coordinate(s_not_a_number));
	BAD_DEF("HnSceneFrames.moved NULL", INPUT, "body 2", deform(NULL, s_xyz, 1, 1));
	BAD_DEF("HnSceneFrames.xyz NULL", INPUT, "body 2", deform(s_moved, NULL, 1, 1));
	BAD_DEF("-1 frames", INPUT, "body 2", deform(s_moved, s_xyz, -1, 1));
	BAD_DEF("-1 moved vertices", INPUT, "body 2", deform(s_moved, s_xyz, 1, -1));
	BAD_DEF("most moved vertices", INPUT, "body 2", deform(s_moved, s_xyz, 1, INT32_MAX));
	BAD_DEF("moved vertex -1", INPUT, "body 2", (s_moved[0] = -1, deform(s_moved, s_xyz, 1, 1)));
	BAD_DEF("NaN in a frame", INPUT, "body 2", (s_xyz[1] = s_not_a_number, deform(s_moved, s_xyz, 1, 1)));
	BAD_DEF("HnSceneDef.nodes NULL", INPUT, "node", s_def.node_count = 1);
	BAD_DEF("-1 nodes", INPUT, "node", s_def.node_count = -1);
	BAD_DEF("present 2", INPUT, "body 2", (s_moved_flags[0] = 2, s_bodies[1].present = s_moved_flags));
	NEUTRAL(hn_scene_create_objects, "HnSceneDefBody.present NULL",
	        hn_scene_create_objects(&s_out_scene, &s_def, "obb") == HN_OK);
}

#define BAD_OBJECTS(what, says, spoil)                                                                       \
	BAD_NEW(hn_scene_create, what, INPUT, says, s_out_scene,                                                 \
	        (spoil, hn_scene_create(&s_out_scene, &s_objects_def)))

static void try_objects(void) {
	HnSceneObjects *o = &s_objects_def.objects;
	BAD_OBJECTS("HnSceneObjects.volumes NULL", "volumes", o->volumes = NULL);
	NEUTRAL(hn_scene_create, "HnSceneObjects.present NULL",
	        hn_scene_create(&s_out_scene, &s_objects_def) == HN_OK);
	NEUTRAL(hn_scene_create, "HnSceneObjects.fixed NULL",
	        hn_scene_create(&s_out_scene, &s_objects_def) == HN_OK);
	BAD_OBJECTS("-1 objects", "-1", o->count = -1);
	BAD_OBJECTS("objects of -1 bytes", "-1", o->size = -1);
	BAD_OBJECTS("a volume without end", "volume", memset(o->volume, 'x', sizeof o->volume));
	BAD_OBJECTS("objects and bodies", "objects",
	            (s_objects_def.bodies = s_bodies, s_objects_def.body_count = 2));
	BAD(hn_scene_create_objects, "out NULL", INPUT, "NULL", hn_scene_create_objects(NULL, &s_def, "aabb"));
	BAD_NEW(hn_scene_create_objects, "def NULL", INPUT, "NULL", s_out_scene,
	        hn_scene_create_objects(&s_out_scene, NULL, "aabb"));
	BAD_NEW(hn_scene_create_objects, "volume NULL", INPUT, "NULL", s_out_scene,
	        hn_scene_create_objects(&s_out_scene, &s_def, NULL));
	BAD_NEW(hn_scene_create_objects, "volume empty", HN_ERR_NOT_FOUND, "volume", s_out_scene,
	        hn_scene_create_objects(&s_out_scene, &s_def, ""));
	BAD_NEW(hn_scene_create_objects, "objects of objects", INPUT, "body", s_out_scene,
	        hn_scene_create_objects(&s_out_scene, &s_objects_def, "aabb"));
}

static void try_scenes(void) {
	static const char *const s_files[] = { "fifo.scene", "folder.scene", "zero.scene", "null.scene",
		                                   "socket.scene" };
	static const char *const s_kinds[] = { "a FIFO", "a directory", "a link to a device", "a link to another",
		                                   "a socket" };
	for (int i = 0; i < 5; ++i) {
		BAD_NEW(hn_scene_open, s_kinds[i], HN_ERR_IO, s_files[i], s_out_scene,
		        hn_scene_open(&s_out_scene, s_files[i]));
		BAD(hn_scene_write, s_kinds[i], HN_ERR_IO, s_files[i], hn_scene_write(&s_def, s_files[i], NULL));
	}
	BAD(hn_scene_create, "out NULL", INPUT, "NULL", hn_scene_create(NULL, &s_def));
	BAD_NEW(hn_scene_create, "def NULL", INPUT, "NULL", s_out_scene, hn_scene_create(&s_out_scene, NULL));
	BAD(hn_scene_write, "def NULL", INPUT, "NULL", hn_scene_write(NULL, "new.scene", NULL));
	BAD(hn_scene_write, "path NULL", INPUT, "NULL", hn_scene_write(&s_def, NULL, NULL));
	BAD(hn_scene_write, "path empty", HN_ERR_IO, "scene", hn_scene_write(&s_def, "", NULL));
	BAD(hn_scene_write, "a long path", HN_ERR_IO, "xxx", hn_scene_write(&s_def, s_long, NULL));
	NEUTRAL(hn_scene_write, "hash NULL", hn_scene_write(&s_def, "new.scene", NULL) == HN_OK);
	BAD(hn_scene_open, "out NULL", INPUT, "NULL", hn_scene_open(NULL, "good.scene"));
	BAD_NEW(hn_scene_open, "path NULL", INPUT, "NULL", s_out_scene, hn_scene_open(&s_out_scene, NULL));
	BAD_NEW(hn_scene_open, "path empty", HN_ERR_IO, "scene", s_out_scene, hn_scene_open(&s_out_scene, ""));
	BAD_NEW(hn_scene_open, "a model", INPUT, "good.obj", s_out_scene,
	        hn_scene_open(&s_out_scene, "good.obj"));
	BAD_NEW(hn_scene_open, "an empty file", INPUT, "empty.scene", s_out_scene,
	        hn_scene_open(&s_out_scene, "empty.scene"));
	NEUTRAL(hn_scene_close, "scene NULL", (hn_scene_close(NULL), true));
}

// ---- motion.h

static int32_t walk(HnPose *out) { return hn_motion_random_walk(out, &s_walk); }
static int32_t touch(HnPose *out) { return hn_motion_touching(out, &s_touching); }
static int32_t path(HnPose *out) { return hn_motion_path(out, STEPS, s_keys, 2); }
static int32_t spin(HnPose *out, int32_t steps, HnVec3 axis, HnVec3 centre, double end, HnVec3 offset) {
	return hn_motion_spin(out, steps, axis, centre, 0, end, offset);
}

static bool axis_angle_is_identity(HnVec3 axis, double angle) {
	HnMat3 r = hn_motion_axis_angle(axis, angle);
	return memcmp(&r, &s_pose.r, sizeof r) == 0;
}

static void try_motions(void) {
	HnPose out[STEPS];
	HnMat3 r = s_pose.r;
	NEUTRAL(hn_motion_axis_angle, "NaN angle", axis_angle_is_identity(s_axis, s_not_a_number));
	NEUTRAL(hn_motion_axis_angle, "infinite angle", axis_angle_is_identity(s_axis, -HUGE_VAL));
	NEUTRAL(hn_motion_axis_angle, "NaN axis", axis_angle_is_identity(s_nan, 1));
	BAD(hn_motion_line, "out NULL", INPUT, "NULL", hn_motion_line(NULL, STEPS, s_zero, s_axis, &r));
	BAD(hn_motion_line, "r NULL", INPUT, "NULL", hn_motion_line(out, STEPS, s_zero, s_axis, NULL));
	BAD(hn_motion_line, "-1 steps", INPUT, "-1", hn_motion_line(out, -1, s_zero, s_axis, &r));
	BAD(hn_motion_line, "from NaN", INPUT, "finite", hn_motion_line(out, STEPS, s_nan, s_axis, &r));
	BAD(hn_motion_line, "to NaN", INPUT, "finite", hn_motion_line(out, STEPS, s_zero, s_nan, &r));
	BAD(hn_motion_line, "rotation NaN", INPUT, "finite",
	    (r.m[1][1] = s_not_a_number, hn_motion_line(out, STEPS, s_zero, s_axis, &r)));
	BAD(hn_motion_spin, "out NULL", INPUT, "NULL", spin(NULL, STEPS, s_axis, s_zero, 1, s_zero));
	BAD(hn_motion_spin, "-1 steps", INPUT, "-1", spin(out, -1, s_axis, s_zero, 1, s_zero));
	BAD(hn_motion_spin, "axis zero", INPUT, "axis", spin(out, STEPS, s_zero, s_zero, 1, s_zero));
	BAD(hn_motion_spin, "axis NaN", INPUT, "axis", spin(out, STEPS, s_nan, s_zero, 1, s_zero));
	BAD(hn_motion_spin, "centre NaN", INPUT, "finite", spin(out, STEPS, s_axis, s_nan, 1, s_zero));
	BAD(hn_motion_spin, "offset NaN", INPUT, "finite", spin(out, STEPS, s_axis, s_zero, 1, s_nan));
	BAD(hn_motion_spin, "end infinite", INPUT, "finite", spin(out, STEPS, s_axis, s_zero, HUGE_VAL, s_zero));
	BAD(hn_motion_path, "out NULL", INPUT, "NULL", path(NULL));
	BAD(hn_motion_path, "keys NULL", INPUT, "NULL", hn_motion_path(out, STEPS, NULL, 2));
	BAD(hn_motion_path, "-1 keys", INPUT, "-1", hn_motion_path(out, STEPS, s_keys, -1));
	BAD(hn_motion_path, "-1 steps", INPUT, "-1", hn_motion_path(out, -1, s_keys, 2));
	BAD(hn_motion_path, "time NaN", INPUT, "time", (s_keys[1].at = s_not_a_number, path(out)));
	BAD(hn_motion_path, "position NaN", INPUT, "pose 2", (s_keys[1].position = s_nan, path(out)));
	BAD(hn_motion_path, "rotation NaN", INPUT, "pose 1", (s_keys[0].rotation.x = s_not_a_number, path(out)));
	BAD(hn_motion_path, "rotation zero", INPUT, "pose 1", (s_keys[0].rotation.w = 0, path(out)));
}

static void try_searched_motions(void) {
	HnPose out[STEPS];
	BAD(hn_motion_random_walk, "out NULL", INPUT, "NULL", walk(NULL));
	BAD(hn_motion_random_walk, "def NULL", INPUT, "NULL", hn_motion_random_walk(out, NULL));
	BAD(hn_motion_random_walk, "-1 steps", INPUT, "-1", (s_walk.steps = -1, walk(out)));
	BAD(hn_motion_random_walk, "step NaN", INPUT, "step", (s_walk.step = s_not_a_number, walk(out)));
	BAD(hn_motion_random_walk, "turn infinite", INPUT, "angle", (s_walk.turn = HUGE_VAL, walk(out)));
	BAD(hn_motion_random_walk, "radius NaN", INPUT, "bounds", (s_walk.radius = s_not_a_number, walk(out)));
	BAD(hn_motion_random_walk, "from NaN", INPUT, "bounds", (s_walk.from = s_nan, walk(out)));
	BAD(hn_motion_touching, "out NULL", INPUT, "NULL", touch(NULL));
	BAD(hn_motion_touching, "def NULL", INPUT, "NULL", hn_motion_touching(out, NULL));
	BAD(hn_motion_touching, "HnTouchingDef.still NULL", INPUT, "NULL", (s_touching.still = NULL, touch(out)));
	BAD(hn_motion_touching, "HnTouchingDef.moving NULL", INPUT, "NULL",
	    (s_touching.moving = NULL, touch(out)));
	BAD(hn_motion_touching, "HnTouchingDef.query NULL", INPUT, "NULL", (s_touching.query = NULL, touch(out)));
	BAD(hn_motion_touching, "HnTouchingDef.context NULL", INPUT, "NULL",
	    (s_touching.context = NULL, touch(out)));
	BAD(hn_motion_touching, "-1 poses", INPUT, "-1", (s_touching.count = -1, touch(out)));
	BAD(hn_motion_touching, "depth NaN", INPUT, "depth", (s_touching.depth = s_not_a_number, touch(out)));
	BAD(hn_motion_touching, "a mesh with NaN", INPUT, "coordinate",
	    (s_touching.still = with_coordinate(s_not_a_number), touch(out)));
	BAD(hn_motion_touching, "a wrong index", INPUT, "index",
	    (s_touching.moving = with_index(-5), touch(out)));
	BAD(hn_motion_touching, "no triangles", INPUT, "triangles",
	    (s_touching.moving = with_counts(8, 0), touch(out)));
	BAD(hn_touch_query_create, "out NULL", INPUT, "NULL", hn_touch_query_create(NULL, s_box, s_box));
	BAD_NEW(hn_touch_query_create, "still NULL", INPUT, "NULL", s_out_touch,
	        hn_touch_query_create(&s_out_touch, NULL, s_box));
	BAD_NEW(hn_touch_query_create, "moving NULL", INPUT, "NULL", s_out_touch,
	        hn_touch_query_create(&s_out_touch, s_box, NULL));
	BAD_NEW(hn_touch_query_create, "a wrong index", INPUT, "index", s_out_touch,
	        hn_touch_query_create(&s_out_touch, s_box, with_index(1000)));
	BAD(hn_touch_query_hit, "touch_query NULL", INPUT, "NULL", hn_touch_query_hit(NULL, &s_pose));
	BAD(hn_touch_query_hit, "relative NULL", INPUT, "NULL", hn_touch_query_hit(s_touch, NULL));
	BAD(hn_touch_query_hit, "NaN", INPUT, "finite", (s_pose.t = s_nan, hn_touch_query_hit(s_touch, &s_pose)));
	NEUTRAL(hn_touch_query_destroy, "query NULL", (hn_touch_query_destroy(NULL), true));
}

// ---- broad.h

static HnBroadPairs *pairs_of(int64_t count, int64_t capacity) {
	s_pairs.data = NULL, s_pairs.count = count, s_pairs.capacity = capacity;
	return &s_pairs;
}

static int32_t place(int32_t first, int32_t count, const void *volumes) {
	return hn_broad_phase_place(s_phase, first, count, (const float *)volumes);
}

static int32_t query_pairs(HnBroadPairs *pairs, int64_t *counts) {
	must(hn_broad_phase_update(s_phase));
	must(hn_broad_phase_build(s_phase));
	return hn_broad_phase_query(s_phase, pairs, counts);
}

static int32_t query_apart(HnBroadPairs *pairs, const HnBroadPair **kept, int64_t *count) {
	must(hn_broad_phase_update(s_phase));
	must(hn_broad_phase_build(s_phase));
	return hn_broad_phase_query_apart(s_phase, kept, count, pairs, NULL);
}

static void try_broad_phases(void) {
	const HnBroadPair *kept;
	int64_t kept_count;
	const float bad[6] = { 0, 0, 0, 1, (float)NAN, 1 };
	NEUTRAL(hn_broad_name, "past the ends", hn_broad_name(-1) == NULL && hn_broad_name(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_volume_name, "past the ends",
	        hn_broad_volume_name(-1) == NULL && hn_broad_volume_name(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_count_name, "past the ends",
	        hn_broad_count_name(-1) == NULL && hn_broad_count_name(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_count_about, "past the ends",
	        hn_broad_count_about(-1) == NULL && hn_broad_count_about(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_volume_floats, "volume NULL", hn_broad_volume_floats(NULL) == 0);
	NEUTRAL(hn_broad_volume_floats, "volume unknown", hn_broad_volume_floats("") == 0);
	BAD(hn_broad_phase_create, "out NULL", INPUT, "NULL", hn_broad_phase_create(NULL, "pairs", "aabb", ""));
	BAD_NEW(hn_broad_phase_create, "name NULL", INPUT, "NULL", s_out_phase,
	        hn_broad_phase_create(&s_out_phase, NULL, "aabb", ""));
	BAD_NEW(hn_broad_phase_create, "volume NULL", INPUT, "NULL", s_out_phase,
	        hn_broad_phase_create(&s_out_phase, "pairs", NULL, ""));
	BAD_NEW(hn_broad_phase_create, "params NULL", INPUT, "NULL", s_out_phase,
	        hn_broad_phase_create(&s_out_phase, "pairs", "aabb", NULL));
	BAD_NEW(hn_broad_phase_create, "a long name", HN_ERR_NOT_FOUND, "broad phase", s_out_phase,
	        hn_broad_phase_create(&s_out_phase, s_long, "aabb", ""));
	BAD_NEW(hn_broad_phase_create, "volume empty", HN_ERR_NOT_FOUND, "volume", s_out_phase,
	        hn_broad_phase_create(&s_out_phase, "pairs", "", ""));
	NEUTRAL(hn_broad_phase_destroy, "phase NULL", (hn_broad_phase_destroy(NULL), true));
	BAD(hn_broad_phase_place, "phase NULL", INPUT, "NULL", hn_broad_phase_place(NULL, 0, 1, bad));
	BAD(hn_broad_phase_place, "volumes NULL", INPUT, "NULL", place(0, 1, NULL));
	BAD(hn_broad_phase_place, "first -1", INPUT, "-1", place(-1, 1, s_bytes));
	BAD(hn_broad_phase_place, "-1 objects", INPUT, "-1", place(0, -1, s_bytes));
	BAD(hn_broad_phase_place, "most objects", INPUT, "2147483647", place(INT32_MAX, INT32_MAX, s_bytes));
	BAD(hn_broad_phase_place, "a far number", HN_ERR_NO_MEMORY, "memory", place(INT32_MAX - 2, 1, s_bytes));
	BAD(hn_broad_phase_place, "NaN", INPUT, "object 3", place(3, 1, bad));
	BAD(hn_broad_phase_query_apart, "phase NULL", INPUT, "NULL",
	    hn_broad_phase_query_apart(NULL, &kept, &kept_count, &s_pairs, NULL));
	BAD(hn_broad_phase_query_apart, "kept NULL", INPUT, "NULL", query_apart(&s_pairs, NULL, &kept_count));
	BAD(hn_broad_phase_query_apart, "kept_count NULL", INPUT, "NULL", query_apart(&s_pairs, &kept, NULL));
	NEUTRAL(hn_broad_phase_query_apart, "counts NULL", query_apart(&s_pairs, &kept, &kept_count) == HN_OK);
	BAD(hn_broad_phase_query_apart, "out NULL", INPUT, "NULL", query_apart(NULL, &kept, &kept_count));
	BAD(hn_broad_phase_remove, "phase NULL", INPUT, "NULL", hn_broad_phase_remove(NULL, 0));
	BAD(hn_broad_phase_remove, "number -1", HN_ERR_NOT_FOUND, "-1", hn_broad_phase_remove(s_phase, -1));
	BAD(hn_broad_phase_threads, "phase NULL", INPUT, "NULL", hn_broad_phase_threads(NULL, 2));
	BAD(hn_broad_phase_threads, "-1 threads", INPUT, "negative", hn_broad_phase_threads(s_phase, -1));
	NEUTRAL(hn_broad_phase_threads, "most threads", hn_broad_phase_threads(s_phase, INT32_MAX) == HN_OK);
	NEUTRAL(hn_broad_phase_forget, "phase NULL", (hn_broad_phase_forget(NULL), true));
	BAD(hn_broad_phase_update, "phase NULL", INPUT, "NULL", hn_broad_phase_update(NULL));
	BAD(hn_broad_phase_build, "phase NULL", INPUT, "NULL", hn_broad_phase_build(NULL));
	BAD(hn_broad_phase_build, "out of order", HN_ERR_INVALID, "order", hn_broad_phase_build(s_phase));
	BAD(hn_broad_phase_query, "phase NULL", INPUT, "NULL", hn_broad_phase_query(NULL, &s_pairs, NULL));
	BAD(hn_broad_phase_query, "out of order", HN_ERR_INVALID, "order",
	    hn_broad_phase_query(s_phase, &s_pairs, NULL));
	BAD(hn_broad_phase_query, "out NULL", INPUT, "NULL", query_pairs(NULL, NULL));
	NEUTRAL(hn_broad_phase_query, "counts NULL", query_pairs(&s_pairs, NULL) == HN_OK);
	BAD(hn_broad_phase_query, "HnBroadPairs.data NULL", INPUT, "9", query_pairs(pairs_of(0, 9), NULL));
	BAD(hn_broad_phase_query, "capacity -9", INPUT, "-9", query_pairs(pairs_of(0, -9), NULL));
	NEUTRAL(hn_broad_phase_bytes, "phase NULL", hn_broad_phase_bytes(NULL) == 0);
	NEUTRAL(hn_broad_phase_object_bytes, "phase NULL", hn_broad_phase_object_bytes(NULL) == 0);
	BAD(hn_broad_pairs_sort, "pairs NULL", INPUT, "NULL", hn_broad_pairs_sort(NULL));
	BAD(hn_broad_pairs_sort, "HnBroadPairs.data NULL", INPUT, "9", hn_broad_pairs_sort(pairs_of(9, 9)));
	BAD(hn_broad_pairs_sort, "-9 pairs", INPUT, "-9", hn_broad_pairs_sort(pairs_of(-9, 0)));
	NEUTRAL(hn_broad_pairs_free, "pairs NULL", (hn_broad_pairs_free(NULL), true));
}

// ---- detect.h

static const HnDetectClass *aabb(void) { return hn_detect_find("aabb"); }
static int32_t default_of(int32_t param, size_t size) {
	return hn_detect_param_default(aabb(), param, s_text, size);
}
static int32_t allowed_of(int32_t param, size_t size) {
	return hn_detect_param_allowed(aabb(), param, s_text, size);
}

static void try_algorithms(void) {
	const HnDetectClass *brute = hn_detect_find("brute");
	NEUTRAL(hn_detect_at, "past the ends", hn_detect_at(-1) == NULL && hn_detect_at(INT32_MAX) == NULL);
	NEUTRAL(hn_detect_find, "name NULL", hn_detect_find(NULL) == NULL && hn_detect_find("") == NULL);
	NEUTRAL(hn_detect_name, "algorithm NULL", hn_detect_name(NULL) == NULL);
	NEUTRAL(hn_detect_about, "algorithm NULL", hn_detect_about(NULL) == NULL);
	NEUTRAL(hn_detect_source, "algorithm NULL", hn_detect_source(NULL) == NULL);
	NEUTRAL(hn_detect_param_name, "algorithm NULL", hn_detect_param_name(NULL, 0) == NULL);
	NEUTRAL(hn_detect_param_name, "past the ends",
	        hn_detect_param_name(aabb(), -1) == NULL && hn_detect_param_name(aabb(), INT32_MAX) == NULL);
	NEUTRAL(hn_detect_param_about, "algorithm NULL", hn_detect_param_about(NULL, 0) == NULL);
	NEUTRAL(hn_detect_param_about, "past the ends",
	        hn_detect_param_about(aabb(), -1) == NULL && hn_detect_param_about(aabb(), INT32_MAX) == NULL);
	BAD(hn_detect_param_allowed, "algorithm NULL", INPUT, "NULL",
	    hn_detect_param_allowed(NULL, 0, s_text, 9));
	BAD(hn_detect_param_allowed, "text NULL", INPUT, "NULL", hn_detect_param_allowed(aabb(), 0, NULL, 1000));
	BAD(hn_detect_param_allowed, "no room", INPUT, "room", allowed_of(0, 0));
	BAD(hn_detect_param_allowed, "parameter -1", HN_ERR_NOT_FOUND, "-1", allowed_of(-1, sizeof s_text));
	BAD(hn_detect_param_default, "algorithm NULL", INPUT, "NULL",
	    hn_detect_param_default(NULL, 0, s_text, 9));
	BAD(hn_detect_param_default, "text NULL", INPUT, "NULL", hn_detect_param_default(aabb(), 0, NULL, 1000));
	BAD(hn_detect_param_default, "no room", INPUT, "room", default_of(0, 0));
	BAD(hn_detect_param_default, "parameter 999", HN_ERR_NOT_FOUND, "999", default_of(999, sizeof s_text));
	BAD(hn_detect_conservative, "out NULL", INPUT, "NULL", hn_detect_conservative(NULL, aabb(), ""));
	BAD(hn_detect_conservative, "algorithm NULL", INPUT, "NULL", hn_detect_conservative(&s_yes, NULL, ""));
	BAD(hn_detect_conservative, "params NULL", INPUT, "NULL", hn_detect_conservative(&s_yes, aabb(), NULL));
	BAD(hn_detect_conservative, "params NULL of brute", INPUT, "NULL",
	    hn_detect_conservative(&s_yes, brute, NULL));
	BAD(hn_detect_conservative, "params of another", HN_ERR_NOT_FOUND, "brute",
	    hn_detect_conservative(&s_yes, brute, "x=1"));
	BAD(hn_detect_unsound, "out NULL", INPUT, "NULL", hn_detect_unsound(NULL, aabb(), ""));
	BAD(hn_detect_unsound, "algorithm NULL", INPUT, "NULL", hn_detect_unsound(&s_yes, NULL, ""));
	BAD(hn_detect_unsound, "params NULL", INPUT, "NULL", hn_detect_unsound(&s_yes, aabb(), NULL));
	BAD(hn_detect_unsound, "params of brute", INPUT, "brute", hn_detect_unsound(&s_yes, brute, "=4"));
	BAD(hn_detect_unsound, "long params", INPUT, "aabb", hn_detect_unsound(&s_yes, aabb(), s_long));
	NEUTRAL(hn_detect_is_broad, "algorithm NULL", !hn_detect_is_broad(NULL));
	NEUTRAL(hn_query_name, "past the ends", hn_query_name(-1) == NULL && hn_query_name(INT32_MAX) == NULL);
	NEUTRAL(hn_count_name, "past the ends", hn_count_name(-1) == NULL && hn_count_name(INT32_MAX) == NULL);
	NEUTRAL(hn_count_about, "past the ends", hn_count_about(-1) == NULL && hn_count_about(INT32_MAX) == NULL);
}

static HnContactBuffer *contacts_of(int64_t count, int64_t capacity) {
	s_contacts.data = NULL, s_contacts.count = count, s_contacts.capacity = capacity;
	return &s_contacts;
}

static bool reserve_fails(HnContactBuffer *buffer, int64_t capacity) {
	return !hn_contact_buffer_reserve(buffer, capacity) && strstr(hn_error_text(), s_marker) == NULL;
}

static void try_contacts(void) {
	NEUTRAL(hn_contact_buffer_reserve, "buffer NULL", reserve_fails(NULL, 1));
	NEUTRAL(hn_contact_buffer_reserve, "capacity -1", reserve_fails(&s_contacts, -1));
	NEUTRAL(hn_contact_buffer_reserve, "capacity 2^62", reserve_fails(&s_contacts, (int64_t)1 << 62));
	NEUTRAL(hn_contact_buffer_reserve, "HnContactBuffer.data NULL", reserve_fails(contacts_of(0, 9), 20));
	NEUTRAL(hn_contact_buffer_free, "buffer NULL", (hn_contact_buffer_free(NULL), true));
	BAD(hn_contacts_hash, "out NULL", INPUT, "NULL", hn_contacts_hash(NULL, &s_contacts, HN_QUERY_ALL));
	BAD(hn_contacts_hash, "contacts NULL", INPUT, "NULL", hn_contacts_hash(&s_hash, NULL, HN_QUERY_ALL));
	BAD(hn_contacts_hash, "no query", INPUT, "77", hn_contacts_hash(&s_hash, &s_contacts, (HnQuery)77));
	BAD(hn_contacts_hash, "HnContactBuffer.data NULL", INPUT, "9",
	    hn_contacts_hash(&s_hash, contacts_of(9, 9), HN_QUERY_ALL));
	BAD(hn_contacts_hash, "-9 contacts", INPUT, "-9",
	    hn_contacts_hash(&s_hash, contacts_of(-9, 0), HN_QUERY_ALL));
}

static int32_t create(const char *name, const HnScene *scene, HnQuery query, const char *params) {
	memset(&s_detector, 0xff, sizeof s_detector);
	int32_t status = hn_detector_create(&s_detector, name, scene, query, params);
	return memcmp(&s_detector, &s_zero_detector, sizeof s_detector) == 0 ? status : 999;
}

static const HnScene *zero_scene(void) {
	memset(s_scene, 0, sizeof *s_scene);
	return s_scene;
}

static void try_detectors(void) {
	int64_t counts[200] = { 0 };
	BAD(hn_detector_create, "out NULL", INPUT, "NULL",
	    hn_detector_create(NULL, "aabb", s_scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "name NULL", INPUT, "NULL", create(NULL, s_scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "name empty", HN_ERR_NOT_FOUND, "algorithm",
	    create("", s_scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "a long name", HN_ERR_NOT_FOUND, "algorithm",
	    create(s_long, s_scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "scene NULL", INPUT, "NULL", create("aabb", NULL, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "a scene of zeros", INPUT, "scene",
	    create("aabb", zero_scene(), HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "boxes of a scene of zeros", INPUT, "scene",
	    create("pairs", zero_scene(), HN_QUERY_BOXES, ""));
	BAD(hn_detector_create, "params NULL", INPUT, "NULL", create("aabb", s_scene, HN_QUERY_ALL, NULL));
	BAD(hn_detector_create, "query -1", INPUT, "quer", create("aabb", s_scene, (HnQuery)-1, ""));
	BAD(hn_detector_create, "query 77", INPUT, "quer", create("aabb", s_scene, (HnQuery)77, ""));
	BAD(hn_detector_create, "contacts of objects", INPUT, "objects",
	    create("aabb", s_objects, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "objects of bodies", INPUT, "bodies",
	    create("pairs", s_scene, HN_QUERY_BOXES, ""));
	BAD(hn_detector_create, "volumes of another size", INPUT, "8 bytes",
	    (s_objects->objects.size = 8, create("pairs", s_objects, HN_QUERY_BOXES, "")));
	BAD(hn_detector_create, "an unknown volume", HN_ERR_NOT_FOUND, "volume",
	    (s_objects->objects.volume[0] = 'x', create("pairs", s_objects, HN_QUERY_BOXES, "")));
	NEUTRAL(hn_detector_destroy, "detector NULL", (hn_detector_destroy(NULL), true));
	NEUTRAL(hn_detector_destroy, "all zero", (hn_detector_destroy(&s_zero_detector), true));
	NEUTRAL(hn_detector_begin, "detector NULL", (hn_detector_begin(NULL), true));
	NEUTRAL(hn_detector_begin, "all zero", (hn_detector_begin(&s_zero_detector), true));
	BAD(hn_detector_step, "detector NULL", INPUT, "NULL", hn_detector_step(NULL, 0, &s_contacts, NULL));
	BAD(hn_detector_step, "all zero", INPUT, "detector",
	    hn_detector_step(&s_zero_detector, 0, &s_contacts, NULL));
	BAD(hn_detector_step, "HnDetector.scene NULL", INPUT, "detector",
	    (s_detector.scene = NULL, hn_detector_step(&s_detector, 0, &s_contacts, NULL)));
	BAD(hn_detector_step, "HnDetector.self NULL", INPUT, "detector",
	    (s_detector.self = NULL, hn_detector_step(&s_detector, 0, &s_contacts, NULL)));
	BAD(hn_detector_step, "HnDetector.class_ NULL", INPUT, "detector",
	    (s_detector.class_ = NULL, hn_detector_step(&s_detector, 0, &s_contacts, NULL)));
	BAD(hn_detector_step, "step -1", INPUT, "-1", hn_detector_step(&s_detector, -1, &s_contacts, NULL));
	BAD(hn_detector_step, "step 2", INPUT, "2", hn_detector_step(&s_detector, STEPS, &s_contacts, counts));
	BAD(hn_detector_step, "out NULL", INPUT, "NULL", hn_detector_step(&s_detector, 0, NULL, NULL));
	NEUTRAL(hn_detector_step, "counts NULL", hn_detector_step(&s_detector, 0, &s_contacts, NULL) == HN_OK);
	BAD(hn_detector_step, "HnContactBuffer.data NULL", INPUT, "9",
	    hn_detector_step(&s_detector, 0, contacts_of(0, 9), counts));
	BAD(hn_detector_step, "capacity -9", INPUT, "-9",
	    hn_detector_step(&s_detector, 0, contacts_of(0, -9), NULL));
	NEUTRAL(hn_detector_bytes, "detector NULL", hn_detector_bytes(NULL) == 0);
	NEUTRAL(hn_detector_bytes, "all zero", hn_detector_bytes(&s_zero_detector) == 0);
}

// ---- pair.h

static void try_pairs(void) {
	static uint8_t hits[STEPS];
	static HnContact contacts[STEPS];
	BAD(hn_pair_create, "out NULL", INPUT, "NULL", hn_pair_create(NULL, s_box, s_box, ""));
	BAD_NEW(hn_pair_create, "still NULL", INPUT, "NULL", s_out_pair,
	        hn_pair_create(&s_out_pair, NULL, s_box, ""));
	BAD_NEW(hn_pair_create, "moving NULL", INPUT, "NULL", s_out_pair,
	        hn_pair_create(&s_out_pair, s_box, NULL, ""));
	BAD_NEW(hn_pair_create, "params NULL", INPUT, "NULL", s_out_pair,
	        hn_pair_create(&s_out_pair, s_box, s_box, NULL));
	BAD_NEW(hn_pair_create, "a wrong index", INPUT, "index", s_out_pair,
	        hn_pair_create(&s_out_pair, s_box, with_index(1000), ""));
	BAD_NEW(hn_pair_create, "an unknown parameter", HN_ERR_NOT_FOUND, "leaf", s_out_pair,
	        hn_pair_create(&s_out_pair, s_box, s_box, "leaf=4"));
	NEUTRAL(hn_pair_destroy, "pair NULL", (hn_pair_destroy(NULL), true));
	NEUTRAL(hn_pair_bytes, "pair NULL", hn_pair_bytes(NULL) == 0);
	BAD(hn_pair_context_create, "out NULL", INPUT, "NULL", hn_pair_context_create(NULL, s_pair));
	BAD_NEW(hn_pair_context_create, "pair NULL", INPUT, "NULL", s_out_context,
	        hn_pair_context_create(&s_out_context, NULL));
	NEUTRAL(hn_pair_context_destroy, "context NULL", (hn_pair_context_destroy(NULL), true));
	NEUTRAL(hn_pair_context_begin, "context NULL", (hn_pair_context_begin(NULL), true));
	BAD(hn_pair_first, "context NULL", INPUT, "NULL", hn_pair_first(NULL, &s_pose, contacts));
	BAD(hn_pair_first, "pose NULL", INPUT, "NULL", hn_pair_first(s_context, NULL, contacts));
	BAD(hn_pair_first, "NaN", INPUT, "finite",
	    (s_pose.t = s_nan, hn_pair_first(s_context, &s_pose, contacts)));
	NEUTRAL(hn_pair_first, "contact NULL", hn_pair_first(s_context, &s_pose, NULL) == 1);
	BAD(hn_pair_all, "context NULL", INPUT, "NULL", hn_pair_all(NULL, &s_pose, &s_contacts));
	BAD(hn_pair_all, "pose NULL", INPUT, "NULL", hn_pair_all(s_context, NULL, &s_contacts));
	BAD(hn_pair_all, "out NULL", INPUT, "NULL", hn_pair_all(s_context, &s_pose, NULL));
	BAD(hn_pair_all, "HnContactBuffer.data NULL", INPUT, "9",
	    hn_pair_all(s_context, &s_pose, contacts_of(0, 9)));
	BAD(hn_pair_first_many, "pair NULL", INPUT, "NULL",
	    hn_pair_first_many(NULL, s_poses, STEPS, 1, hits, contacts));
	BAD(hn_pair_first_many, "poses NULL", INPUT, "NULL",
	    hn_pair_first_many(s_pair, NULL, STEPS, 1, hits, contacts));
	BAD(hn_pair_first_many, "hits NULL", INPUT, "NULL",
	    hn_pair_first_many(s_pair, s_poses, STEPS, 1, NULL, contacts));
	BAD(hn_pair_first_many, "count -1", INPUT, "negative",
	    hn_pair_first_many(s_pair, s_poses, -1, 1, hits, contacts));
	BAD(hn_pair_first_many, "threads -1", INPUT, "negative",
	    hn_pair_first_many(s_pair, s_poses, STEPS, -1, hits, contacts));
	BAD(hn_pair_first_many, "NaN", INPUT, "pose 1 of 2",
	    (s_poses[1].t = s_nan, hn_pair_first_many(s_pair, s_poses, STEPS, 1, hits, contacts)));
	NEUTRAL(hn_pair_first_many, "contacts NULL",
	        hn_pair_first_many(s_pair, s_poses, STEPS, 3, hits, NULL) == HN_OK);
	BAD(hn_simd_choose, "an unknown name", INPUT, "mmx", hn_simd_choose("mmx"));
	NEUTRAL(hn_simd_choose, "name NULL", hn_simd_choose(NULL) == HN_OK);
	NEUTRAL(hn_simd_chosen, "after a bad name", hn_simd_chosen() != NULL);
}

int main(int argc, char **argv) {
	s_listing = argc == 2 && strcmp(argv[1], "list") == 0;
	if (!s_listing) make_fixtures();
	try_base();
	try_meshes();
	try_mesh_files();
	try_made_meshes();
	try_defs();
	try_objects();
	try_scenes();
	try_motions();
	try_searched_motions();
	try_broad_phases();
	try_algorithms();
	try_contacts();
	try_detectors();
	try_pairs();
	if (!s_listing) printf("%d cases, %d failed\n", s_cases, s_failures);
	return s_failures == 0 ? 0 : 1;
}
