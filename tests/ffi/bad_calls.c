// Calls that no caller should make, of every function that engine/api declares. Each runs in a process of its
// own and must come back: with a negative code and a text of its own that says what was wrong, or with the
// value that the header names. test_bad_calls.sh compares the list of cases with the headers.
//     bad_calls        runs all cases in the present directory, which holds what test_bad_calls.sh puts there
//     bad_calls list   prints "function what" of each
#include "bad_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HANGS_AFTER_S = 200 };

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

bool begin(const char *function, const char *what) {
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

void finish(bool good, const char *why) {
	if (!good) printf("     %s; the error text: %s\n", why, hn_error_text());
	fflush(stdout);
	_exit(good ? 0 : 1);
}

bool error_is_own(void) { return strstr(hn_error_text(), s_marker) == NULL; }

void finish_code(int32_t code, int32_t want, const char *says) {
	char why[200];
	snprintf(why, sizeof why, "returned %d, wanted %d and '%s'", (int)code, (int)want, says);
	finish(code == want && error_is_own() && strstr(hn_error_text(), says) != NULL, why);
}

// ---- what the calls are made with

Given given;

void must(int32_t status) {
	if (status >= 0) return;
	fprintf(stderr, "%s\n", hn_error_text());
	exit(2);
}

static void make_defs(void) {
	given.pose = given.poses[0] = given.poses[1] = hn_pose_identity();
	given.axis.z = 1;
	given.not_a_number = (double)NAN;
	given.nan.y = given.not_a_number;
	for (int b = 0; b < 2; ++b)
		given.bodies[b].mesh = given.box, given.bodies[b].poses = given.poses,
		given.bodies[b].pose_count = STEPS;
	given.def.bodies = given.bodies, given.def.body_count = 2, given.def.step_count = STEPS;
	strcpy(given.objects_def.objects.volume, "aabb");
	given.objects_def.step_count = 1;
	given.objects_def.objects.count = 2, given.objects_def.objects.size = 24,
	given.objects_def.objects.volumes = given.bytes;
	given.touching.still = given.touching.moving = given.box, given.touching.count = 1,
	given.touching.seed = 1;
	given.touching.query = hn_touch_query_hit;
	given.walk.steps = STEPS, given.walk.radius = 1, given.walk.step = 0.5;
	given.keys[0].rotation.w = given.keys[1].rotation.w = given.keys[1].at = 1;
	memset(given.long_text, 'x', LONG);
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
	must(hn_shape_create(&given.box, "box", ""));
	must(hn_shape_create(&given.mesh, "box", ""));
	make_defs();
	must(hn_hull_create(&given.hull, given.box->xyz, given.box->vertex_count));
	must(hn_scene_create(&given.scene, &given.def));
	must(hn_scene_create_objects(&given.objects, &given.def, "aabb"));
	must(hn_detector_create(&given.detector, "aabb", given.scene, HN_QUERY_ALL, ""));
	must(hn_broad_phase_create(&given.phase, "pairs", "aabb", ""));
	must(hn_touch_query_create(&given.touch, given.box, given.box));
	given.touching.context = given.touch;
	must(hn_pair_create(&given.pair, given.box, given.box, ""));
	must(hn_pair_context_create(&given.context, given.pair));
	must(hn_mesh_write(given.box, "good.obj"));
	must(hn_scene_write(&given.def, "good.scene", NULL));
	given.out_mesh = given.box, given.out_hull = given.hull, given.out_scene = given.scene,
	given.out_phase = given.phase, given.out_touch = given.touch, given.out_pair = given.pair,
	given.out_context = given.context;
}

HnMesh *with_counts(int32_t vertices, int32_t triangles) {
	given.mesh->vertex_count = vertices, given.mesh->triangle_count = triangles;
	return given.mesh;
}

HnMesh *with_index(int32_t index) {
	given.mesh->triangles[4] = index;
	return given.mesh;
}

HnMesh *with_coordinate(double x) {
	given.mesh->xyz[4] = x;
	return given.mesh;
}

HnMesh *without_xyz(void) {
	given.mesh->xyz = NULL;
	return given.mesh;
}

HnMesh *without_triangles(void) {
	given.mesh->triangles = NULL;
	return given.mesh;
}

int main(int argc, char **argv) {
	s_listing = argc == 2 && strcmp(argv[1], "list") == 0;
	if (!s_listing) make_fixtures();
	try_mesh_calls();
	try_scene_calls();
	try_detect_calls();
	if (!s_listing) printf("%d cases, %d failed\n", s_cases, s_failures);
	return s_failures == 0 ? 0 : 1;
}
