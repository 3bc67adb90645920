#include "planned_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "liar.h"
#include "base/file.h"
#include "made.h"
#include "scene/scene.h"

// Workers are /proc/self/exe --worker, which here is the test program.
__attribute__((constructor)) static void become_worker(int argc, char **argv) {
	if (argc == 2 && strcmp(argv[1], "--worker") == 0) exit(liar_worker());
}

// A soup of triangles in the unit cube: with its copy moved a little it has contacts at every step.
static HnMesh *soup(int32_t triangles, uint64_t stream) {
	HnMesh *mesh = mesh_new(3 * triangles, triangles);
	Rng rng = rng_of(11, stream);
	for (int32_t t = 0; t < triangles; ++t) {
		double centre[3] = { rng_double(&rng), rng_double(&rng), rng_double(&rng) };
		for (int32_t v = 3 * t; v < 3 * t + 3; ++v) {
			mesh->triangles[v] = v;
			for (int32_t i = 0; i < 3; ++i) mesh->xyz[3 * v + i] = centre[i] + rng_range(&rng, -0.15, 0.15);
		}
	}
	return mesh;
}

void planned_bake(const char *path, int32_t triangles, const PlanDef *def) {
	enum { STEPS = 3 };
	bool line = strstr(def->policy, "approach") != NULL;
	HnMesh *still = soup(triangles, 0), *moving = soup(40, 1);
	HnPose origin = hn_pose_identity(), poses[STEPS];
	for (int32_t i = 0; i < STEPS; ++i) {
		poses[i] = hn_pose_identity();
		poses[i].t.x = line ? 3 * i - 3 : 0.1 * i;
	}
	if (def->parts) poses[STEPS - 1].t.x = 50;
	HnSceneDefBody bodies[2] = { { .mesh = still, .poses = &origin, .pose_count = 1 },
		                         { .mesh = moving, .poses = poses, .pose_count = line ? 2 : STEPS } };
	HnSceneDef scene = { .bodies = bodies, .body_count = 2, .step_count = line ? 2 : STEPS };
	ck_assert_int_eq(hn_scene_write(&scene, path, NULL), HN_OK);
	hn_mesh_destroy(still);
	hn_mesh_destroy(moving);
}

void planned_write(const char *staging, const PlanDef *def) {
	char path[PATH_SIZE];
	Text text = { 0 };
	snprintf(path, sizeof path, "%s/scenes", staging);
	ck_assert_int_eq(dir_make(path), HN_OK);
	text_add(&text,
	         "{\"scenario\":\"soup\",\"file\":\"soup.lua\",\"title\":\"\",\"paper\":\"\",\"quick\":false,"
	         "\"seed\":\"1\",\"columns\":[\"size\"],\"groups\":[");
	for (int32_t g = 0, point = 1; g < def->groups; ++g) {
		text_addf(&text,
		          "%s{\"params\":{\"size\":%d},\"scene\":\"scenes/%d.scene\",\"seed\":\"5\",%s,"
		          "\"algorithms\":[",
		          g > 0 ? "," : "", 60 + g, g, def->policy);
		for (int32_t a = 0; a < PLANNED_ALGORITHMS && def->algorithms[a] != NULL; ++a) {
			const char *kind = def->algorithms[a], *params = kind + strcspn(kind, " ");
			text_addf(&text, "%s{\"point\":%d,\"label\":\"%s\",\"kind\":\"%.*s\",\"params\":\"%s\"}",
			          a > 0 ? "," : "", point++, kind, (int)(params - kind), kind, params);
		}
		text_add(&text, "]}");
		snprintf(path, sizeof path, "%s/scenes/%d.scene", staging, g);
		planned_bake(path, 60 + g, def);
	}
	text_add(&text, "]}");
	snprintf(path, sizeof path, "%s/plan.json", staging);
	ck_assert_int_eq(file_write_text(path, &text), HN_OK);
	text_free(&text);
}

Run *planned_adopt(const PlanDef *def) {
	Run *run = NULL;
	RunOptions options = { .results_dir = test_folder, .force = def->force };
	ck_assert_msg(run_begin(&run, "soup", &options) == HN_OK, "%s", hn_error_text());
	planned_write(run_staging_dir(run), def);
	ck_assert_msg(run_adopt(run) == HN_OK, "%s", hn_error_text());
	return run;
}

// Measures, writes, closes; the exit code.
int planned_measure(const PlanDef *def) {
	Run *run = planned_adopt(def);
	int32_t status = run_measure(run);
	ck_assert_msg(status >= 0, "%s", hn_error_text());
	ck_assert_msg(run_write_results(run) == HN_OK, "%s", hn_error_text());
	int code = status > 0 ? 128 + status : run_exit_code(run);
	run_close(run);
	return code;
}

void planned_read(Text *out, const char *name) {
	char path[PATH_SIZE];
	snprintf(path, sizeof path, "%s/soup/latest/%s", test_folder, name);
	text_clear(out);
	ck_assert_msg(file_read(out, path) == HN_OK, "%s", hn_error_text());
}

// Takes the next field off a line of CSV, in place; NULL at its end. No field here spans lines.
static char *next_field(char **line) {
	char *from = *line, *to = from, *field = from;
	if (from == NULL) return NULL;
	bool quoted = *from == '"';
	for (from += quoted; *from != '\0' && (quoted || *from != ','); ++from) {
		if (quoted && *from == '"' && *++from != '"') {
			quoted = false;
			--from;
			continue;
		}
		*to++ = *from;
	}
	*line = *from == ',' ? from + 1 : NULL;
	*to = '\0';
	return field;
}

// The field of a column in the first row that has this role and algorithm.
void planned_field(char out[PLANNED_FIELD_SIZE], const char *role, const char *label, const char *column) {
	Text text = { 0 };
	planned_read(&text, "summary.csv");
	char *rest = text.data, *header = strsep(&rest, "\n");
	int32_t want = -1, index = 0;
	for (char *name; (name = next_field(&header)) != NULL; ++index)
		if (strcmp(name, column) == 0) want = index;
	ck_assert_int_ge(want, 0);
	out[0] = '\0';
	for (char *line; (line = strsep(&rest, "\n")) != NULL && out[0] == '\0';) {
		char *fields[100] = { 0 };
		int32_t n = 0;
		for (char *f; n < 100 && (f = next_field(&line)) != NULL; ++n) fields[n] = f;
		if (n > want && fields[2] != NULL && fields[3] != NULL && strcmp(fields[2], role) == 0 &&
		    strcmp(fields[3], label) == 0)
			snprintf(out, PLANNED_FIELD_SIZE, "%s", fields[want]);
	}
	text_free(&text);
}
