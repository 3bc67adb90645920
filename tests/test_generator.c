// Generated scenes: what must hold of each, and of each of those that come with the project.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "generated.h"
#include "made.h"
#include "registry.h"
#include "suite.h"

Suite *generator_suite(void);

// Small ones, one of each at least: name, parameters, hash.
static const char *const s_small[][3] = {
#include "golden/generators.inl"
};
enum { SMALL = sizeof s_small / sizeof s_small[0] };

static void hash_on(HnHash *hash, const void *data, size_t size) {
	HnHash both[2] = { *hash, hn_hash_bytes(data, size) };
	*hash = hn_hash_bytes(both, sizeof both);
}

// Of all that is in it, presence too.
static HnHash generated_hash(const GeneratedScene *scene) {
	HnHash hash = { { 0 } };
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const HnSceneDefBody *body = &scene->bodies[b];
		HnHash mesh = hn_mesh_hash(body->mesh);
		hash_on(&hash, &mesh, sizeof mesh);
		hash_on(&hash, body->poses, (size_t)body->pose_count * sizeof *body->poses);
		if (body->present != NULL) hash_on(&hash, body->present, (size_t)scene->step_count);
	}
	if (scene->nodes != NULL) hash_on(&hash, scene->nodes, (size_t)scene->node_count * sizeof *scene->nodes);
	return hash;
}

START_TEST(the_same_everywhere) {
	GeneratedScene scene = generated_of(s_small[_i][0], "%s", s_small[_i][1]);
	HnHash hash = generated_hash(&scene);
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&hash, hex);
	ck_assert_msg(strcmp(hex, s_small[_i][2]) == 0, "%s %s: now %s", s_small[_i][0], s_small[_i][1], hex);
	generated_free(&scene);
}

static bool mesh_is_listed(const GeneratedScene *scene, const HnMesh *mesh) {
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m] == mesh) return true;
	return false;
}

static void check_meshes(const GeneratedScene *scene) {
	for (int32_t m = 0; m < scene->mesh_count; ++m) {
		ck_assert_msg(hn_mesh_validate(scene->meshes[m]) == HN_OK, "mesh %d: %s", m, hn_error_text());
		HnHash hash = hn_mesh_hash(scene->meshes[m]);
		for (int32_t k = 0; k < m; ++k) {
			HnHash other = hn_mesh_hash(scene->meshes[k]);
			cheap_assert_msg(!hn_hash_equal(&hash, &other), "meshes %d and %d are equal", k, m);
		}
	}
}

// Poses, nodes and meshes are such as scenes take; presence is 0 or 1.
static void check_scene(const GeneratedScene *generated) {
	check_meshes(generated);
	HnSceneDef def = generated_def(generated);
	HnSceneDefBody *bodies = malloc((size_t)def.body_count * sizeof *bodies);
	for (int32_t b = 0; b < def.body_count; ++b) {
		bodies[b] = def.bodies[b];
		cheap_assert_msg(mesh_is_listed(generated, bodies[b].mesh), "body %d: of another's mesh", b);
		for (int32_t s = 0; bodies[b].present != NULL && s < def.step_count; ++s)
			cheap_assert_msg(bodies[b].present[s] <= 1, "body %d step %d: %d", b, s, bodies[b].present[s]);
		bodies[b].present = NULL; // which scenes of bodies do not take
	}
	def.bodies = bodies;
	HnScene *scene = scene_made(&def);
	ck_assert_int_eq(scene->body_count, generated->body_count);
	ck_assert_int_le(scene->mesh_count, generated->mesh_count); // some may be nobody's
	ck_assert_int_eq(scene->node_count, generated->node_count);
	hn_scene_close(scene);
	free(bodies);
}

START_TEST(they_are_scenes) {
	size_t before = hn_mem_live_bytes();
	GeneratedScene scene = generated_of(s_small[_i][0], "%s", s_small[_i][1]);
	check_scene(&scene);
	generated_free(&scene);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

// At up to 200 places, evenly: whichever allocation is refused, nothing is left.
START_TEST(refused_memory_leaves_nothing) {
	GeneratedScene scene = generated_of(s_small[_i][0], "%s", s_small[_i][1]);
	generated_free(&scene);
	int64_t first = mem_allocation_count();
	scene = generated_of(s_small[_i][0], "%s", s_small[_i][1]);
	generated_free(&scene);
	int64_t count = mem_allocation_count() - first, stride = 1 + count / 200;
	size_t before = hn_mem_live_bytes();
	for (int64_t at = 1; at <= count; at += stride) {
		mem_fail_at(mem_allocation_count() + at);
		int32_t code = generated_create(&scene, s_small[_i][0], s_small[_i][1]);
		mem_fail_at(0);
		ck_assert_int_eq(code, HN_ERR_NO_MEMORY);
		ck_assert(scene.bodies == NULL && scene.meshes == NULL && scene.nodes == NULL);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
}

// A new generator has no golden hash yet: by default it makes a scene all the same, and the line that keeps
// its bytes from now on is printed. Its lack is an error only where GOLDEN_STRICT is set.
static void check_unlisted(const char *name) {
	GeneratedScene scene = generated_of(name, "%s", "");
	HnHash hash = generated_hash(&scene);
	char hex[HN_HASH_HEX_SIZE];
	check_scene(&scene);
	hn_hash_to_hex(&hash, hex);
	generated_free(&scene);
	printf("note: generator %s: to keep its bytes, add to tests/golden/generators.inl: { \"%s\", \"\", "
	       "\"%s\" },\n",
	       name, name, hex);
	fflush(stdout);
	ck_assert_msg(getenv("GOLDEN_STRICT") == NULL, "%s is not in tests/golden/generators.inl", name);
}

START_TEST(names_and_parameters_are_checked) {
	GeneratedScene scene;
	ck_refused(generated_create(&scene, "browni", ""), HN_ERR_NOT_FOUND, "did you mean 'brownian'?");
	ck_assert_int_eq(generated_create(&scene, "brownian", "cout=3"), HN_ERR_NOT_FOUND);
	ck_assert_int_eq(generated_create(&scene, "brownian", "count=0"), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(generated_create(&scene, "brownian", "count=1000000 steps=68"), HN_ERR_BAD_INPUT);
	ck_assert_ptr_eq(scene.bodies, NULL);
	for (int32_t i = 0; i < generator_count(); ++i) {
		const GeneratorClass *generator = generator_at(i);
		ck_assert_msg(generator_find(generator->name) == generator, "%s: another has its name",
		              generator->name);
		bool listed = false;
		for (int k = 0; k < SMALL; ++k) listed = listed || strcmp(s_small[k][0], generator->name) == 0;
		if (!listed) check_unlisted(generator->name);
		for (int32_t k = 0; k < generator->params.count; ++k)
			ck_assert_msg(generator->params.params[k].about != NULL, "%s: nothing says what %s is",
			              generator->name, generator->params.params[k].name);
	}
	ck_assert_ptr_eq(generator_find("nobody"), NULL);
}

static const char *const s_lines[] = {
#define GENERATOR(name) "GENERATOR(" #name ")",
#include "scene/generator.def"
#undef GENERATOR
};

static const char *name_at(int32_t index) {
	const GeneratorClass *generator = generator_at(index);
	return generator != NULL ? generator->name : NULL;
}

START_TEST(names_can_be_told_apart) {
	ck_assert_int_eq(generator_count(), sizeof s_lines / sizeof s_lines[0]);
	registry_check_names(s_lines, generator_count(), name_at);
}

Suite *generator_suite(void) {
	Suite *suite = suite_create("generator");
	TCase *each = tcase_create("each");
	tcase_add_loop_test(each, the_same_everywhere, 0, SMALL);
	tcase_add_loop_test(each, they_are_scenes, 0, SMALL);
	tcase_add_loop_test(each, refused_memory_leaves_nothing, 0, SMALL);
	suite_add_tcase(suite, each);
	TCase *registry = tcase_create("registry");
	tcase_add_test(registry, names_can_be_told_apart);
	tcase_add_test(registry, names_and_parameters_are_checked);
	suite_add_tcase(suite, registry);
	return suite;
}
