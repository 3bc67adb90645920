// Two models, poses at which they touch, and every algorithm named: its hash and counts, a line each. C99 and
// C++ alike; the same as query.lua prints, and as harness finds. query A.obj B.obj ALGORITHM...
#include "api/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 4, SEED = 9 };

static void check(int32_t status) {
	if (status >= 0) return;
	fprintf(stderr, "%s\n", error_text());
	exit(1);
}

static Scene *bake(const Mesh *still, const Mesh *moving) {
	Pose rest = pose_identity(), poses[STEPS];
	TouchQuery *query = NULL;
	TouchingDef touching = { still, moving, STEPS, SEED, 0.05, touch_query_hit, NULL };
	Scene *scene = NULL;
	SceneDefBody bodies[2];
	SceneDef def;
	memset(bodies, 0, sizeof bodies);
	memset(&def, 0, sizeof def);
	check(touch_query_create(&query, still, moving));
	touching.context = query;
	check(motion_touching(poses, &touching));
	touch_query_destroy(query);
	bodies[0].mesh = still, bodies[0].poses = &rest, bodies[0].pose_count = 1;
	bodies[1].mesh = moving, bodies[1].poses = poses, bodies[1].pose_count = STEPS;
	def.bodies = bodies, def.body_count = 2, def.step_count = STEPS;
	check(scene_create(&scene, &def));
	return scene;
}

// NAME or NAME:PARAMETERS
static void run(const Scene *scene, char *algorithm) {
	Detector detector;
	ContactBuffer contacts = { NULL, 0, 0 };
	Hash hashes[STEPS], hash;
	char hex[HASH_HEX_SIZE], *params = algorithm;
	int64_t *counts = (int64_t *)calloc((size_t)count_count(), sizeof *counts);
	if (counts == NULL) exit(1);
	while (*params != '\0' && *params != ':') ++params;
	if (*params == ':') *params++ = '\0';
	check(detector_create(&detector, algorithm, scene, QUERY_ALL, params));
	for (int32_t step = 0; step < STEPS; ++step) { // by the kernels that count nothing
		check(detector_step(&detector, step, &contacts, NULL));
		check(contacts_hash(&hashes[step], &contacts, QUERY_ALL));
	}
	detector_begin(&detector);
	for (int32_t step = 0; step < STEPS; ++step) {
		check(detector_step(&detector, step, &contacts, counts));
		check(contacts_hash(&hash, &contacts, QUERY_ALL));
		if (!hash_equal(&hash, &hashes[step])) exit(1);
	}
	hash = hash_bytes(hashes, sizeof hashes);
	hash_to_hex(&hash, hex);
	printf("%s %s %s", algorithm, params, hex);
	for (int32_t i = 0; count_name(i) != NULL; ++i) printf(" %s=%lld", count_name(i), (long long)counts[i]);
	printf("\n");
	detector_destroy(&detector);
	contact_buffer_free(&contacts);
	free(counts);
}

int main(int argc, char **argv) {
	Mesh *still = NULL, *moving = NULL;
	Scene *scene;
	char hex[HASH_HEX_SIZE];
	if (argc < 3) return 2;
	check(mesh_read(&still, argv[1], 1, NULL, NULL));
	check(mesh_read(&moving, argv[2], 1, NULL, NULL));
	scene = bake(still, moving);
	hash_to_hex(&scene->hash, hex);
	printf("scene %s\n", hex);
	for (int i = 3; i < argc; ++i) run(scene, argv[i]);
	scene_close(scene);
	mesh_destroy(still);
	mesh_destroy(moving);
	return mem_live_bytes() == 0 ? 0 : 1;
}
