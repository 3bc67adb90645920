// The engine without its host, for machines that it is only compiled for (tools/golden_arm64.sh):
//   golden_driver bake     hashes of elementary functions, of what operations on lanes give, of meshes, poses
//   and
//                          scenes, made here, and of the answers and counts of kernels that have several
//                          instruction sets
//   golden_driver count    for each line "point <tab> role <tab> scene <tab> algorithm <tab> query <tab>
//   parameters"
//                          of stdin a line of CSV with the counts and the hash that the scene's file gives
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "../lanes.h"
#include "math/elementary.h"
#include "math/eigen.h"
#include "mesh/teapot.h"
#include "run/worker/pass.h"
#include "scene/motion.h"

static void must(int32_t status, const char *what) {
	if (status >= 0) return;
	fprintf(stderr, "golden_driver: %s: %s\n", what, hn_error_text());
	exit(1);
}

static void print_hash(const char *what, const void *data, size_t size) {
	HnHash hash = hn_hash_bytes(data, size);
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&hash, hex);
	printf("%s %s\n", what, hex);
}

// ---- bake ----

enum { SAMPLES = 4000, POSES = 6 };

static double s_values[SAMPLES];

static void bake_functions(void) {
	static const struct {
		const char *name;
		double (*f)(double);
		double lo, hi;
	} s_functions[] = { { "sin", math_sin, -1e6, 1e6 }, { "cos", math_cos, -1e6, 1e6 },
		                { "tan", math_tan, -9, 9 },     { "asin", math_asin, -1, 1 },
		                { "acos", math_acos, -1, 1 },   { "exp", math_exp, -700, 700 },
		                { "log", math_log, 0, 1e9 } };
	for (size_t k = 0; k < sizeof s_functions / sizeof *s_functions; ++k) {
		Rng rng = rng_of(k, 0);
		for (int i = 0; i < SAMPLES; ++i)
			s_values[i] = s_functions[k].f(rng_range(&rng, s_functions[k].lo, s_functions[k].hi));
		print_hash(s_functions[k].name, s_values, sizeof s_values);
	}
}

static void bake_eigen(void) {
	Rng rng = rng_of(77, 0);
	for (int i = 0; i + 12 <= SAMPLES; i += 12) {
		HnMat3 m, vectors;
		for (int r = 0; r < 3; ++r)
			for (int c = 0; c <= r; ++c) m.m[r][c] = m.m[c][r] = rng_range(&rng, -1, 1);
		mat3_eigen_symmetric(&m, s_values + i, &vectors);
		memcpy(s_values + i + 3, &vectors, 9 * sizeof(double));
	}
	print_hash("eigenvectors", s_values, sizeof s_values);
}

static void bake_lanes(void) {
	static LanesAnswers answers;
	lanes_answers_baseline(&answers);
	for (int i = 0; i < answers.count; ++i)
		print_hash(answers.names[i], &answers.hashes[i], sizeof answers.hashes[i]);
}

static void bake_answers(const HnScene *scene, const char *algorithm, const char *params, HnQuery query) {
	HnDetector detector;
	HnContactBuffer contacts = { 0 };
	int64_t counts[COUNT_FIELDS] = { 0 };
	HnHash hash;
	must(hn_detector_create(&detector, algorithm, scene, query, params), algorithm);
	for (int32_t step = 0; step < POSES; ++step) {
		must(hn_detector_step(&detector, step, &contacts, counts), algorithm);
		must(hn_contacts_hash(&hash, &contacts, HN_QUERY_ALL), algorithm); // of `first` too: which contact
		print_hash(algorithm, &hash, sizeof hash);
	}
	print_hash("counts", counts, sizeof counts);
	hn_contact_buffer_free(&contacts);
	hn_detector_destroy(&detector);
}

static void bake_scene(int32_t faces, uint64_t seed) {
	HnMesh *still, *moving;
	HnTouchQuery *query;
	HnScene *scene;
	HnPose poses[POSES], stays = { .r = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };
	char hex[HN_HASH_HEX_SIZE];
	must(hn_teapot_create(&still, faces), "teapot");
	must(hn_teapot_create(&moving, 530), "teapot");
	must(hn_touch_query_create(&query, still, moving), "query");
	HnTouchingDef touching = { still, moving, POSES, seed, 0.02, hn_touch_query_hit, query };
	must(hn_motion_touching(poses, &touching), "touching");
	HnSceneDefBody bodies[] = { { .mesh = still, .poses = &stays, .pose_count = 1 },
		                        { .mesh = moving, .poses = poses, .pose_count = POSES } };
	HnSceneDef def = { .bodies = bodies, .body_count = 2, .step_count = POSES };
	must(hn_scene_create(&scene, &def), "scene");
	double diameter = hn_mesh_diameter(still);
	print_hash("diameter", &diameter, sizeof diameter);
	hn_hash_to_hex(&scene->hash, hex);
	printf("scene of teapots %d %s\n", (int)faces, hex);
	for (int32_t asked = HN_QUERY_ALL; asked <= HN_QUERY_FIRST; ++asked) {
		bake_answers(scene, "wide", "", (HnQuery)asked);
		bake_answers(scene, "wide", "volume=aabb", (HnQuery)asked);
		bake_answers(scene, "rapid", "", (HnQuery)asked);
	}
	hn_scene_close(scene);
	hn_touch_query_destroy(query);
	hn_mesh_destroy(still);
	hn_mesh_destroy(moving);
}

static void bake_motions(void) {
	static HnPose poses[1000];
	HnRandomWalkDef walk = { .steps = 1000, .seed = 5, .step = 0.3, .turn = 0.1, .radius = 2 };
	must(hn_motion_random_walk(poses, &walk), "random walk");
	print_hash("random walk", poses, sizeof poses);
	HnVec3 axis = { 0.6, 0, 0.8 }, zero = { 0, 0, 0 }, offset = { 1, 2, 3 };
	must(hn_motion_spin(poses, 1000, axis, offset, 0, 20, zero), "spin");
	print_hash("spin", poses, sizeof poses);
}

static int bake(void) {
	bake_functions();
	bake_eigen();
	bake_lanes();
	bake_motions();
	for (int32_t i = 0; i < 3; ++i) bake_scene(500 + 700 * i, (uint64_t)i);
	return 0;
}

// ---- count ----

typedef struct Answers {
	Counts counts;
	HnHash *hashes; // of each step
} Answers;

static HnQuery query_find(const char *name) {
	for (int32_t i = 0; hn_query_name(i) != NULL; ++i)
		if (strcmp(hn_query_name(i), name) == 0) return (HnQuery)i;
	fprintf(stderr, "golden_driver: no query '%s'\n", name);
	exit(1);
}

static int32_t count_step(WorkerState *state, int32_t step, void *context) {
	Answers *answers = context;
	int32_t status = detector_step_counted(&state->detector, step, &state->contacts, &answers->counts);
	if (status != HN_OK || state->line != NULL) return status;
	return hn_contacts_hash(&answers->hashes[step], &state->contacts, state->query);
}

static void open_state(WorkerState *state, char *fields[7]) {
	*state = (WorkerState){ .query = query_find(fields[4]), .kind = fields[3], .params = fields[5] };
	state->instance_steps = (int32_t)strtol(fields[6], NULL, 10);
	must(hn_scene_open(&state->scene, fields[2]), fields[2]);
	bool line = state->query == HN_QUERY_APPROACH;
	if (line) must(scene_line_create(&state->line, state->scene), fields[2]);
	must(hn_detector_create(&state->detector, state->kind, worker_scene(state),
	                        line ? HN_QUERY_FIRST : state->query, state->params),
	     fields[3]);
}

static void print_answers(const WorkerState *state, const Answers *answers) {
	char hex[HN_HASH_HEX_SIZE] = "";
	int64_t triangles = 0;
	for (int32_t b = 0; b < state->scene->body_count; ++b)
		triangles += scene_mesh(state->scene, b)->triangle_count;
	if (state->line == NULL) {
		HnHash whole = hn_hash_bytes(answers->hashes, (size_t)state->scene->step_count * sizeof(HnHash));
		hn_hash_to_hex(&whole, hex);
	}
	printf("%lld,%lld,%zu,%s,", (long long)state->pass.questions, (long long)triangles,
	       hn_detector_bytes(&state->detector), hex);
	if (isfinite(pass_first_contact(state))) printf("%.17g", pass_first_contact(state));
	for (int32_t i = 0; i < COUNT_FIELDS; ++i) printf(",%lld", (long long)count_get(&answers->counts, i));
	printf("\n");
}

static void count_line(char *fields[7]) {
	WorkerState state;
	Answers answers = { 0 };
	open_state(&state, fields);
	answers.hashes = calloc((size_t)state.scene->step_count, sizeof *answers.hashes);
	must(answers.hashes != NULL ? HN_OK : HN_ERR_NO_MEMORY, "hashes");
	must(pass_run(&state, count_step, &answers), fields[3]);
	printf("%s,%s,", fields[0], fields[1]);
	print_answers(&state, &answers);
	free(answers.hashes);
	hn_contact_buffer_free(&state.contacts);
	hn_detector_destroy(&state.detector);
	scene_line_destroy(state.line);
	hn_scene_close(state.scene);
}

static int count(void) {
	static char line[1 << 16];
	printf("point,role,steps,triangles,tree_bytes,hash,first_contact");
	for (int32_t i = 0; i < COUNT_FIELDS; ++i) printf(",%s", hn_count_name(i));
	printf("\n");
	while (fgets(line, sizeof line, stdin) != NULL) {
		char *fields[7] = { line };
		int n = 1;
		line[strcspn(line, "\n")] = '\0';
		for (char *p = line; *p != '\0' && n < 7; ++p)
			if (*p == '\t') *p = '\0', fields[n++] = p + 1;
		if (n == 7) count_line(fields);
	}
	return ferror(stdin) != 0;
}

int main(int argc, char **argv) {
	if (argc == 2 && strcmp(argv[1], "bake") == 0) return bake();
	if (argc == 2 && strcmp(argv[1], "count") == 0) return count();
	fputs("usage: golden_driver bake | count <jobs\n", stderr);
	return 2;
}
