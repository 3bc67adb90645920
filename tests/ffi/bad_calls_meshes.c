// Bad calls of base.h, pose.h and mesh.h.
#include "bad_calls.h"

// ---- base.h and pose.h

static const char s_zeros[16];

static bool is_zero_hash(HnHash hash) { return memcmp(hash.bytes, s_zeros, sizeof hash.bytes) == 0; }

static bool is_identity(HnPose pose) { return memcmp(&pose, &given.pose, sizeof pose) == 0; }

static bool is_no_turn(HnQuaternion q) { return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0; }

static bool hex_is_empty(void) {
	given.text[0] = 'x';
	return hn_hash_to_hex(NULL, given.text), given.text[0] == '\0';
}

static bool normalizes(double w) {
	HnQuaternion q = { w, 0, 0, 0 };
	return hn_quaternion_normalize(&q);
}

static bool turns_nothing(double w) {
	HnPose pose = { hn_quaternion_matrix((HnQuaternion){ w, 0, 0, 0 }), { 0, 0, 0 } };
	return is_identity(pose);
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
	NEUTRAL(hn_hash_equal, "a NULL", !hn_hash_equal(NULL, &given.hash));
	NEUTRAL(hn_hash_equal, "b NULL", !hn_hash_equal(&given.hash, NULL) && !hn_hash_equal(NULL, NULL));
	NEUTRAL(hn_hash_to_hex, "hash NULL", hex_is_empty());
	NEUTRAL(hn_hash_to_hex, "hex NULL", (hn_hash_to_hex(&given.hash, NULL), true));
	BAD(hn_mem_set_limit, "no memory", HN_ERR_NO_MEMORY, "memory",
	    (hn_mem_set_limit(0), hn_teapot_create(&given.out_mesh, 200)));
	NEUTRAL(hn_quaternion_axis_angle, "NaN angle",
	        is_no_turn(hn_quaternion_axis_angle(given.axis, given.not_a_number)));
	NEUTRAL(hn_quaternion_axis_angle, "infinite angle",
	        is_no_turn(hn_quaternion_axis_angle(given.axis, HUGE_VAL)));
	NEUTRAL(hn_quaternion_axis_angle, "NaN axis", is_no_turn(hn_quaternion_axis_angle(given.nan, 1)));
	NEUTRAL(hn_quaternion_normalize, "q NULL", !hn_quaternion_normalize(NULL));
	NEUTRAL(hn_quaternion_normalize, "zero, NaN, infinity",
	        !normalizes(0) && !normalizes(given.not_a_number) && !normalizes(HUGE_VAL));
	NEUTRAL(hn_quaternion_matrix, "zero, NaN", turns_nothing(0) && turns_nothing(given.not_a_number));
	NEUTRAL(hn_pose_relative, "a NULL", is_identity(hn_pose_relative(NULL, &given.pose)));
	NEUTRAL(hn_pose_relative, "b NULL", is_identity(hn_pose_relative(&given.pose, NULL)));
	NEUTRAL(hn_pose_place_all, "p NULL", !places(NULL, given.xyz, 1));
	NEUTRAL(hn_pose_place_all, "xyz NULL", !places(&given.pose, NULL, 1));
	NEUTRAL(hn_pose_place_all, "out NULL", (hn_pose_place_all(&given.pose, given.xyz, 1, NULL), true));
	NEUTRAL(hn_pose_place_all, "-1 vertices",
	        !places(&given.pose, given.xyz, -1) && !places(&given.pose, given.xyz, INT64_MIN));
}

// ---- mesh.h

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
		BAD(function, "NaN", INPUT, "coordinate", (mesh = with_coordinate(given.not_a_number), (take)));     \
		BAD(function, "infinity", INPUT, "coordinate", (mesh = with_coordinate(HUGE_VAL), (take)));          \
		BAD(function, "beyond 2^200", INPUT, "coordinate", (mesh = with_coordinate(-1e100), (take)));        \
	} while (0)
// Every function that takes a mesh and returns no status, with every wrong mesh. `neutral` is what must hold.
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
		NEUTRAL(function, "NaN", (mesh = with_coordinate(given.not_a_number), (neutral)));                   \
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
	BAD_NEW(hn_mesh_create, "-1 vertices", INPUT, "-1", given.out_mesh,
	        hn_mesh_create(&given.out_mesh, -1, 1));
	BAD_NEW(hn_mesh_create, "fewest triangles", INPUT, "-2147483648", given.out_mesh,
	        hn_mesh_create(&given.out_mesh, 3, INT32_MIN));
	BAD_NEW(hn_mesh_create, "most of both", HN_ERR_NO_MEMORY, "memory", given.out_mesh,
	        hn_mesh_create(&given.out_mesh, INT32_MAX, INT32_MAX));
	NEUTRAL(hn_mesh_destroy, "mesh NULL", (hn_mesh_destroy(NULL), true));
	BAD_MESHES(hn_mesh_validate, hn_mesh_validate((HnMesh *)(uintptr_t)mesh));
	NEUTRAL(hn_mesh_hash, "mesh NULL", is_zero_hash(hn_mesh_hash(NULL)));
	NEUTRAL(hn_mesh_hash, "HnMesh.xyz NULL", is_zero_hash(hn_mesh_hash(without_xyz())));
	NEUTRAL(hn_mesh_hash, "HnMesh.triangles NULL", is_zero_hash(hn_mesh_hash(without_triangles())));
	NEUTRAL(hn_mesh_hash, "-1 vertices", is_zero_hash(hn_mesh_hash(with_counts(-1, 1))));
	BAD(hn_mesh_topology, "out NULL", INPUT, "NULL", hn_mesh_topology(NULL, given.box));
	BAD_MESHES(hn_mesh_topology, hn_mesh_topology(&topology, mesh));
	NEUTRAL_MESHES(hn_mesh_bounds, bounds_are_zero(mesh));
	NEUTRAL(hn_mesh_bounds, "lo NULL", (hn_mesh_bounds(given.box, NULL, hi), true));
	NEUTRAL(hn_mesh_bounds, "hi NULL", (hn_mesh_bounds(given.box, lo, NULL), true));
	NEUTRAL_MESHES(hn_mesh_diameter, hn_mesh_diameter(mesh) == 0);
	BAD(hn_mesh_simplify, "out NULL", INPUT, "NULL", hn_mesh_simplify(NULL, given.box, 12));
	BAD_MESHES(hn_mesh_simplify, hn_mesh_simplify(&given.out_mesh, mesh, 12));
	BAD_NEW(hn_mesh_simplify, "-1 faces", INPUT, "-1", given.out_mesh,
	        hn_mesh_simplify(&given.out_mesh, given.box, -1));
	BAD_NEW(hn_mesh_simplify, "more faces than it has", INPUT, "2147483647", given.out_mesh,
	        hn_mesh_simplify(&given.out_mesh, given.box, INT32_MAX));
}

static void try_mesh_files(void) {
	static const char *const s_no_files[] = { "fifo.obj", "folder.obj", "zero.obj",
		                                      "null.obj", "socket.obj", "nowhere.obj" };
	static const char *const s_read[] = {
		"a FIFO", "a directory", "a link to a device", "a link to another", "a socket", "no file"
	};
	for (int i = 0; i < 6; ++i)
		BAD_NEW(hn_mesh_read, s_read[i], HN_ERR_IO, s_no_files[i], given.out_mesh,
		        hn_mesh_read(&given.out_mesh, s_no_files[i], 1, NULL, NULL));
	for (int i = 0; i < 5; ++i)
		BAD(hn_mesh_write, s_read[i], HN_ERR_IO, s_no_files[i], hn_mesh_write(given.box, s_no_files[i]));
	BAD(hn_mesh_read, "out NULL", INPUT, "NULL", hn_mesh_read(NULL, "good.obj", 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "path NULL", INPUT, "NULL", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, NULL, 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "path empty", INPUT, "format", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, "", 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "a long path", INPUT, "xxx", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, given.long_text, 1, NULL, NULL));
	BAD_NEW(hn_mesh_read, "sha256 empty", INPUT, "sha256", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, "good.obj", 1, "", NULL));
	NEUTRAL(hn_mesh_read, "sha256 NULL",
	        hn_mesh_read(&given.out_mesh, "good.obj", 1, NULL, given.text) == HN_OK);
	NEUTRAL(hn_mesh_read, "found NULL", hn_mesh_read(&given.out_mesh, "good.obj", 1, NULL, NULL) == HN_OK);
	BAD_NEW(hn_mesh_read, "scale NaN", INPUT, "scale", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, "good.obj", given.not_a_number, NULL, NULL));
	BAD_NEW(hn_mesh_read, "scale 0", INPUT, "scale", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, "good.obj", 0, NULL, NULL));
	BAD_NEW(hn_mesh_read, "scale infinite", INPUT, "scale", given.out_mesh,
	        hn_mesh_read(&given.out_mesh, "good.obj", HUGE_VAL, NULL, NULL));
	BAD_MESHES(hn_mesh_write, hn_mesh_write(mesh, "new.obj"));
	BAD(hn_mesh_write, "path NULL", INPUT, "NULL", hn_mesh_write(given.box, NULL));
	BAD(hn_mesh_write, "path empty", INPUT, "format", hn_mesh_write(given.box, ""));
}

static HnHull *hull_of(int32_t dimension, int32_t vertices, int32_t triangles) {
	given.hull->dimension = dimension, given.hull->vertex_count = vertices,
	given.hull->triangle_count = triangles;
	return given.hull;
}

static void try_made_meshes(void) {
	BAD(hn_teapot_tessellate, "out NULL", INPUT, "NULL", hn_teapot_tessellate(NULL, 4));
	BAD_NEW(hn_teapot_tessellate, "-1 cells", INPUT, "-1", given.out_mesh,
	        hn_teapot_tessellate(&given.out_mesh, -1));
	BAD_NEW(hn_teapot_tessellate, "most cells", INPUT, "2147483647", given.out_mesh,
	        hn_teapot_tessellate(&given.out_mesh, INT32_MAX));
	BAD(hn_teapot_create, "out NULL", INPUT, "NULL", hn_teapot_create(NULL, 200));
	BAD_NEW(hn_teapot_create, "-1 faces", INPUT, "-1", given.out_mesh, hn_teapot_create(&given.out_mesh, -1));
	BAD_NEW(hn_teapot_create, "most faces", INPUT, "2147483647", given.out_mesh,
	        hn_teapot_create(&given.out_mesh, INT32_MAX));
	BAD(hn_shape_create, "out NULL", INPUT, "NULL", hn_shape_create(NULL, "box", ""));
	BAD_NEW(hn_shape_create, "name NULL", INPUT, "NULL", given.out_mesh,
	        hn_shape_create(&given.out_mesh, NULL, ""));
	BAD_NEW(hn_shape_create, "name empty", HN_ERR_NOT_FOUND, "shape", given.out_mesh,
	        hn_shape_create(&given.out_mesh, "", ""));
	BAD_NEW(hn_shape_create, "a long name", HN_ERR_NOT_FOUND, "shape", given.out_mesh,
	        hn_shape_create(&given.out_mesh, given.long_text, ""));
	BAD_NEW(hn_shape_create, "params NULL", INPUT, "NULL", given.out_mesh,
	        hn_shape_create(&given.out_mesh, "box", NULL));
	BAD_NEW(hn_shape_create, "long params", INPUT, "box", given.out_mesh,
	        hn_shape_create(&given.out_mesh, "box", given.long_text));
	NEUTRAL(hn_shape_name, "past the ends", hn_shape_name(-1) == NULL && hn_shape_name(INT32_MAX) == NULL);
	BAD(hn_hull_create, "out NULL", INPUT, "NULL", hn_hull_create(NULL, given.xyz, 1));
	BAD_NEW(hn_hull_create, "xyz NULL", INPUT, "NULL", given.out_hull,
	        hn_hull_create(&given.out_hull, NULL, 1));
	BAD_NEW(hn_hull_create, "-1 points", INPUT, "point", given.out_hull,
	        hn_hull_create(&given.out_hull, given.xyz, -1));
	BAD_NEW(hn_hull_create, "most points", INPUT, "2147483647", given.out_hull,
	        hn_hull_create(&given.out_hull, given.xyz, INT32_MAX));
	BAD_NEW(hn_hull_create, "NaN", INPUT, "coordinate", given.out_hull,
	        (given.xyz[1] = given.not_a_number, hn_hull_create(&given.out_hull, given.xyz, 1)));
	NEUTRAL(hn_hull_destroy, "hull NULL", (hn_hull_destroy(NULL), true));
	BAD(hn_hull_mesh, "out NULL", INPUT, "NULL", hn_hull_mesh(NULL, given.hull, given.box->xyz));
	BAD_NEW(hn_hull_mesh, "hull NULL", INPUT, "NULL", given.out_mesh,
	        hn_hull_mesh(&given.out_mesh, NULL, given.box->xyz));
	BAD_NEW(hn_hull_mesh, "xyz NULL", INPUT, "NULL", given.out_mesh,
	        hn_hull_mesh(&given.out_mesh, given.hull, NULL));
	BAD_NEW(hn_hull_mesh, "HnHull.vertices NULL", INPUT, "NULL", given.out_mesh,
	        (given.hull->vertices = NULL, hn_hull_mesh(&given.out_mesh, given.hull, given.box->xyz)));
	BAD_NEW(hn_hull_mesh, "HnHull.triangles NULL", INPUT, "NULL", given.out_mesh,
	        (given.hull->triangles = NULL, hn_hull_mesh(&given.out_mesh, given.hull, given.box->xyz)));
	BAD_NEW(hn_hull_mesh, "dimension -7", INPUT, "-7", given.out_mesh,
	        hn_hull_mesh(&given.out_mesh, hull_of(-7, 8, 12), given.box->xyz));
	BAD_NEW(hn_hull_mesh, "dimension 0", INPUT, "one point", given.out_mesh,
	        hn_hull_mesh(&given.out_mesh, hull_of(0, 0, 0), given.box->xyz));
	BAD_NEW(hn_hull_mesh, "-1 vertices", INPUT, "-1", given.out_mesh,
	        hn_hull_mesh(&given.out_mesh, hull_of(3, -1, 12), given.box->xyz));
	BAD_NEW(hn_hull_mesh, "-1 triangles", INPUT, "-1", given.out_mesh,
	        hn_hull_mesh(&given.out_mesh, hull_of(3, 8, -1), given.box->xyz));
	BAD_NEW(hn_hull_mesh, "vertex -1", INPUT, "-1", given.out_mesh,
	        (given.hull->vertices[0] = -1, hn_hull_mesh(&given.out_mesh, given.hull, given.box->xyz)));
	BAD_NEW(hn_hull_mesh, "corner -1", INPUT, "-1", given.out_mesh,
	        (given.hull->triangles[0] = -1, hn_hull_mesh(&given.out_mesh, given.hull, given.box->xyz)));
}

void try_mesh_calls(void) {
	try_base();
	try_meshes();
	try_mesh_files();
	try_made_meshes();
}
