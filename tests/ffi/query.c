// Two models, poses at which they touch, and every algorithm named: its hash and counts, a line each. C99 and
// C++ alike; the same as query.lua prints, and as harness finds. query A.obj B.obj ALGORITHM...
#include "api/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 4, SEED = 9 };

static void check(int32_t status) {
	if (status >= 0) return;
	fprintf(stderr, "%s\n", hn_error_text());
	exit(1);
}

static HnScene *bake(const HnMesh *still, const HnMesh *moving) {
	HnPose rest = hn_pose_identity(), poses[STEPS];
	HnTouchQuery *query = NULL;
	HnTouchingDef touching = { still, moving, STEPS, SEED, 0.05, hn_touch_query_hit, NULL };
	HnScene *scene = NULL;
	HnSceneDefBody bodies[2];
	HnSceneDef def;
	memset(bodies, 0, sizeof bodies);
	memset(&def, 0, sizeof def);
	check(hn_touch_query_create(&query, still, moving));
	touching.context = query;
	check(hn_motion_touching(poses, &touching));
	hn_touch_query_destroy(query);
	bodies[0].mesh = still, bodies[0].poses = &rest, bodies[0].pose_count = 1;
	bodies[1].mesh = moving, bodies[1].poses = poses, bodies[1].pose_count = STEPS;
	def.bodies = bodies, def.body_count = 2, def.step_count = STEPS;
	check(hn_scene_create(&scene, &def));
	return scene;
}

// NAME or NAME:PARAMETERS
static void run(const HnScene *scene, char *algorithm) {
	HnDetector detector;
	HnContactBuffer contacts = { NULL, 0, 0 };
	HnHash hashes[STEPS], hash;
	char hex[HN_HASH_HEX_SIZE], *params = algorithm;
	int64_t *counts = (int64_t *)calloc((size_t)hn_count_count(), sizeof *counts);
	if (counts == NULL) exit(1);
	while (*params != '\0' && *params != ':') ++params;
	if (*params == ':') *params++ = '\0';
	check(hn_detector_create(&detector, algorithm, scene, HN_QUERY_ALL, params));
	for (int32_t step = 0; step < STEPS; ++step) { // by the kernels that count nothing
		check(hn_detector_step(&detector, step, &contacts, NULL));
		check(hn_contacts_hash(&hashes[step], &contacts, HN_QUERY_ALL));
	}
	hn_detector_begin(&detector);
	for (int32_t step = 0; step < STEPS; ++step) {
		check(hn_detector_step(&detector, step, &contacts, counts));
		check(hn_contacts_hash(&hash, &contacts, HN_QUERY_ALL));
		if (!hn_hash_equal(&hash, &hashes[step])) exit(1);
	}
	hash = hn_hash_bytes(hashes, sizeof hashes);
	hn_hash_to_hex(&hash, hex);
	printf("%s %s %s", algorithm, params, hex);
	for (int32_t i = 0; hn_count_name(i) != NULL; ++i)
		printf(" %s=%lld", hn_count_name(i), (long long)counts[i]);
	printf("\n");
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&contacts);
	free(counts);
}

int main(int argc, char **argv) {
	HnMesh *still = NULL, *moving = NULL;
	HnScene *scene;
	char hex[HN_HASH_HEX_SIZE];
	if (argc < 3) return 2;
	check(hn_mesh_read(&still, argv[1], 1, NULL, NULL));
	check(hn_mesh_read(&moving, argv[2], 1, NULL, NULL));
	scene = bake(still, moving);
	hn_hash_to_hex(&scene->hash, hex);
	printf("scene %s\n", hex);
	for (int i = 3; i < argc; ++i) run(scene, argv[i]);
	hn_scene_close(scene);
	hn_mesh_destroy(still);
	hn_mesh_destroy(moving);
	return hn_mem_live_bytes() == 0 ? 0 : 1;
}
