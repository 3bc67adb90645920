// The generated scenes of many objects in a cube: how dense they are, that all stay inside, and how they
// move.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "generated.h"
#include "math/vec3.h"
#include "suite.h"

static double distance(HnVec3 a, HnVec3 b) { return vec3_length(vec3_sub(a, b)); }

static double way(const GeneratedScene *scene, int32_t body, int32_t step) {
	return distance(generated_pose(scene, body, step)->t, generated_pose(scene, body, step - 1)->t);
}

static double *radii_of(const GeneratedScene *scene) {
	double *radii = calloc((size_t)scene->body_count, sizeof *radii);
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const HnMesh *mesh = scene->bodies[b].mesh;
		for (int32_t v = 0; v < mesh->vertex_count; ++v)
			radii[b] = fmax(radii[b], distance(vec3_load(mesh->xyz + 3 * (int64_t)v), (HnVec3){ 0, 0, 0 }));
	}
	return radii;
}

static bool is_there(const GeneratedScene *scene, int32_t body, int32_t step) {
	return scene->bodies[body].present == NULL || scene->bodies[body].present[step] == 1;
}

// How many others one that is there meets on average: brute force.
static double others_met(const GeneratedScene *scene, int32_t step) {
	double *radii = radii_of(scene);
	int64_t met = 0, there = 0;
	for (int32_t a = 0; a < scene->body_count; ++a) {
		if (!is_there(scene, a, step)) continue;
		there += 1;
		for (int32_t b = 0; b < a; ++b)
			if (is_there(scene, b, step) &&
			    distance(generated_pose(scene, a, step)->t, generated_pose(scene, b, step)->t) <=
			        radii[a] + radii[b])
				met += 2;
	}
	free(radii);
	return (double)met / (double)there;
}

// The cube that the documentation promises, by its definition: a loop over all pairs.
static double side_of(const GeneratedScene *scene, double density, double factor) {
	double *radii = radii_of(scene), sum = 0;
	int32_t n = scene->body_count;
	for (int32_t a = 0; a < n; ++a) {
		for (int32_t b = 0; b < n; ++b) {
			double reach = radii[a] + radii[b];
			sum += 4.0 / 3.0 * 3.14159265358979324 * reach * reach * reach;
		}
	}
	free(radii);
	return cbrt(factor * sum / n / density);
}

static const struct {
	const char *name, *params;
	double factor; // of the cube's volume
	bool stirred;  // as dense at every step
} s_scenes[] = {
	{ "crowd", "", 1, true },
	{ "crowd", "teleport=0.3 spin=true speed=3", 1, true },
	{ "crowd", "kind=one", 1, true },
	{ "crowd", "kind=clustered", 8, true },
	{ "crowd", "kind=clustered churn=0.2", 4, true },
	{ "crowd", "churn=0.5", 0.5, true },
	{ "brownian", "speed=2 cycle=3", 1, true },
	{ "brownian", "mixed=true spin=true", 1, true },
	{ "free_fall", "gravity=1", 1, false },
	{ "free_fall", "gravity=1 mixed=true", 1, false },
	{ "gravity", "gravity=1", 1, false },
	{ "gravity", "gravity=1 mixed=true period=0", 1, false },
};
enum { SCENES = sizeof s_scenes / sizeof s_scenes[0], STEPS = 40 };
static const char *const s_swarms[] = { "crowd", "brownian", "free_fall", "gravity" };
enum { SWARMS = sizeof s_swarms / sizeof s_swarms[0] };

static GeneratedScene scene_of(int i, int32_t count, double density) {
	return generated_of(s_scenes[i].name, "count=%d steps=%d density=%g %s", count, STEPS, density,
	                    s_scenes[i].params);
}

// As many for 300 as for 2400, up to what walls keep away and what is random. Piles are denser, by as much.
START_TEST(an_object_meets_as_many_however_many_there_are) {
	static const int32_t s_counts[] = { 300, 2400 };
	for (int k = 0; k < 2; ++k) {
		GeneratedScene scene = scene_of(_i, s_counts[k], 2);
		double first = others_met(&scene, 0), last = others_met(&scene, STEPS - 1);
		ck_assert_msg(first > 1 && first < 2.4, "%s %s, %d: %g others in the beginning", s_scenes[_i].name,
		              s_scenes[_i].params, s_counts[k], first);
		if (s_scenes[_i].stirred)
			ck_assert_msg(last > 1 && last < 2.4, "%s %s, %d: %g others in the end", s_scenes[_i].name,
			              s_scenes[_i].params, s_counts[k], last);
		else
			ck_assert_msg(last > 1 && last < 8, "%s %s, %d: %g others in the pile", s_scenes[_i].name,
			              s_scenes[_i].params, s_counts[k], last);
		generated_free(&scene);
	}
}

// At any density: also where the cube is far smaller than an object.
START_TEST(all_stay_inside) {
	static const double s_densities[] = { 0.01, 2, 1e6 };
	for (int k = 0; k < 3; ++k) {
		GeneratedScene scene = scene_of(_i, 100, s_densities[k]);
		double side = side_of(&scene, s_densities[k], s_scenes[_i].factor) * (1 + 1e-9);
		for (int32_t b = 0; b < scene.body_count; ++b)
			for (int32_t s = 0; s < STEPS; ++s)
				for (int axis = 0; axis < 3; ++axis) {
					double x = vec3_get(generated_pose(&scene, b, s)->t, axis);
					cheap_assert_msg(x >= 0 && x <= side, "%s %s: body %d step %d: %g of %g",
					                 s_scenes[_i].name, s_scenes[_i].params, b, s, x, side);
				}
		generated_free(&scene);
	}
}

static bool same_pose(const HnPose *a, const HnPose *b) { return memcmp(a, b, sizeof *a) == 0; }

// More steps go on from fewer; another seed is another scene.
START_TEST(shorter_ones_are_the_beginning_of_longer_ones) {
	const char *name = s_scenes[_i].name, *params = s_scenes[_i].params;
	GeneratedScene all = scene_of(_i, 50, 1), few = generated_of(name, "count=50 steps=7 %s", params);
	GeneratedScene other = generated_of(name, "count=50 steps=7 seed=2 %s", params);
	int32_t alike = 0;
	for (int32_t b = 0; b < 50; ++b) {
		for (int32_t s = 0; s < 7; ++s) {
			cheap_assert(same_pose(generated_pose(&all, b, s), generated_pose(&few, b, s)));
			cheap_assert(is_there(&all, b, s) == is_there(&few, b, s));
		}
		alike += same_pose(generated_pose(&few, b, 0), generated_pose(&other, b, 0));
	}
	ck_assert_int_eq(alike, 0);
	generated_free(&all);
	generated_free(&few);
	generated_free(&other);
}

// Reflected at a wall it comes less far.
START_TEST(flying_ones_keep_their_speed) {
	static const char *const s_flying[][2] = {
		{ "crowd", "count=200 speed=0.3" },
		{ "crowd", "count=200 speed=0.25 kind=clustered" },
		{ "brownian", "count=200 speed=0.3 cycle=1" },
	};
	for (int k = 0; k < 3; ++k) {
		GeneratedScene scene = generated_of(s_flying[k][0], "%s", s_flying[k][1]);
		double limit = k == 1 ? 0.25 * 1.1 : 0.3, sum = 0;
		for (int32_t b = 0; b < scene.body_count; ++b)
			for (int32_t s = 1; s < scene.step_count; ++s) {
				cheap_assert(way(&scene, b, s) > 0 && way(&scene, b, s) <= limit * (1 + 1e-9));
				sum += way(&scene, b, s) / (scene.body_count * (scene.step_count - 1.0));
			}
		ck_assert_double_gt(sum, 0.5 * limit); // uniform in the ball: three quarters
		generated_free(&scene);
	}
}

START_TEST(brownian_velocities_change_in_their_cycle) {
	GeneratedScene scene = generated_of("brownian", "count=300 steps=21 cycle=5 density=0.001 speed=0.01");
	int32_t kept = 0, changed = 0;
	for (int32_t b = 0; b < scene.body_count; ++b)
		for (int32_t s = 1; s + 1 < scene.step_count; ++s) {
			HnVec3 before = vec3_sub(generated_pose(&scene, b, s)->t, generated_pose(&scene, b, s - 1)->t);
			HnVec3 after = vec3_sub(generated_pose(&scene, b, s + 1)->t, generated_pose(&scene, b, s)->t);
			bool same = distance(before, after) < 1e-10;
			cheap_assert(!same || (s + b) % 5 != 0);
			kept += same, changed += !same;
		}
	ck_assert_int_gt(kept, 300 * 19 * 3 / 4); // four of five, but for walls
	ck_assert_int_ge(changed, 300 * 19 / 5 - 300);
	generated_free(&scene);
}

START_TEST(free_fall_comes_to_rest_from_below) {
	GeneratedScene scene = generated_of("free_fall", "count=400 steps=60 gravity=0.1 spin=true");
	int32_t resting = 0;
	for (int32_t s = 1; s < scene.step_count; ++s) {
		int32_t now = 0;
		for (int32_t b = 0; b < scene.body_count; ++b) {
			const HnPose *before = generated_pose(&scene, b, s - 1), *after = generated_pose(&scene, b, s);
			cheap_assert(after->t.x == before->t.x && after->t.y == before->t.y && after->t.z <= before->t.z);
			now += after->t.z == before->t.z;
			cheap_assert(after->t.z != before->t.z || s == 1 || same_pose(before, after) ||
			             generated_pose(&scene, b, s - 2)->t.z > before->t.z);
		}
		ck_assert_int_ge(now, resting);
		resting = now;
		if (s == 1) ck_assert_int_lt(now, scene.body_count / 10);
	}
	ck_assert_int_eq(resting, scene.body_count);
	generated_free(&scene);
}

START_TEST(gravity_piles_up_and_moves_all) {
	GeneratedScene still = generated_of("gravity", "count=400 steps=40 gravity=0.5 period=0");
	GeneratedScene moving = generated_of("gravity", "count=400 steps=40 gravity=0.5 period=60");
	int32_t moved = 0;
	double side = side_of(&still, 1, 1);
	HnVec3 middle = { side / 2, side / 2, side / 2 };
	for (int32_t b = 0; b < 400; ++b) {
		cheap_assert(same_pose(generated_pose(&still, b, 38), generated_pose(&still, b, 39)));
		cheap_assert(distance(generated_pose(&still, b, 39)->t, middle) <=
		             distance(generated_pose(&still, b, 0)->t, middle) * (1 + 1e-9));
		moved += way(&moving, b, 39) > 0;
	}
	ck_assert_int_gt(moved, 360);
	generated_free(&still);
	generated_free(&moving);
}

START_TEST(one_moves_among_still_ones) {
	GeneratedScene scene = generated_of("crowd", "count=50 steps=9 kind=one");
	for (int32_t b = 0; b < 49; ++b) cheap_assert_int_eq(scene.bodies[b].pose_count, 1);
	ck_assert_int_eq(scene.bodies[49].pose_count, 9);
	ck_assert_double_gt(way(&scene, 49, 8), 0);
	generated_free(&scene);
}

// Shares within six standard deviations.
static void check_share(const char *what, double found, double of, double share) {
	ck_assert_msg(fabs(found - of * share) <= 6 * sqrt(of * share * (1 - share)), "%s: %g of %g, not %g",
	              what, found, of, share);
}

START_TEST(as_many_come_go_and_jump_as_asked_for) {
	GeneratedScene scene = generated_of("crowd", "count=2000 steps=30 churn=0.07 teleport=0.03 speed=0.01");
	double there = 0, changes = 0, jumps = 0, steps = 2000 * 29;
	for (int32_t b = 0; b < 2000; ++b) {
		there += is_there(&scene, b, 0);
		for (int32_t s = 1; s < 30; ++s) {
			changes += is_there(&scene, b, s) != is_there(&scene, b, s - 1);
			jumps += way(&scene, b, s) > 0.0101;
		}
	}
	check_share("there", there, 2000, 0.5);
	check_share("come or go", changes, steps, 0.07);
	check_share("jump", jumps, steps, 0.03);
	generated_free(&scene);
}

// From 4 to 80 triangles; few meshes, in clusters of sizes over three decades.
START_TEST(crowds_share_few_meshes) {
	GeneratedScene scene = generated_of("crowd", "count=3000 steps=1 kind=clustered");
	double *radii = radii_of(&scene), least = 1, most = 0;
	for (int32_t b = 0; b < 3000; ++b) least = fmin(least, radii[b]), most = fmax(most, radii[b]);
	ck_assert_double_eq_tol(most, 0.5, 1e-9);
	ck_assert_double_eq_tol(least, 0.0005, 1e-12);
	ck_assert_int_le(scene.mesh_count, 100);
	for (int32_t m = 0; m < scene.mesh_count; ++m)
		ck_assert(scene.meshes[m]->triangle_count >= 4 && scene.meshes[m]->triangle_count <= 80);
	free(radii);
	generated_free(&scene);
}

// Twenty objects and five steps but for this parameter.
static void check_with(const GeneratorClass *generator, const Param *param, const char *value) {
	char params[200];
	snprintf(params, sizeof params, "%s%s %s=%s", strcmp(param->name, "count") == 0 ? "" : "count=20",
	         strcmp(param->name, "steps") == 0 ? "" : " steps=5", param->name, value);
	GeneratedScene generated = generated_of(generator->name, "%s", params);
	HnSceneDef def = generated_def(&generated);
	HnSceneDefBody *bodies = malloc((size_t)def.body_count * sizeof *bodies);
	for (int32_t b = 0; b < def.body_count; ++b) {
		bodies[b] = def.bodies[b];
		bodies[b].present = NULL; // which scenes of bodies do not take
	}
	def.bodies = bodies;
	HnScene *scene = NULL;
	ck_assert_msg(hn_scene_create(&scene, &def) == HN_OK, "%s %s: %s", generator->name, params,
	              hn_error_text());
	hn_scene_close(scene);
	free(bodies);
	generated_free(&generated);
}

// Counts and steps as far as the test is to last.
START_TEST(every_parameter_at_its_ends) {
	const GeneratorClass *generator = generator_find(s_swarms[_i]);
	for (int32_t i = 0; i < generator->params.count; ++i) {
		const Param *param = &generator->params.params[i];
		bool many = strcmp(param->name, "count") == 0 || strcmp(param->name, "steps") == 0;
		for (int end = 0; end < 2; ++end) {
			char value[32];
			snprintf(value, sizeof value, "%.17g", !end ? param->lo : many ? 3000 : param->hi);
			if (param->type == PARAM_BOOL) snprintf(value, sizeof value, "%s", end ? "true" : "false");
			if (param->type == PARAM_CHOICE) snprintf(value, sizeof value, "%s", param->choice(end));
			check_with(generator, param, value);
		}
	}
}

TEST_SUITE(swarm, suite, tc) {
	tcase_add_loop_test(tc, an_object_meets_as_many_however_many_there_are, 0, SCENES);
	tcase_add_loop_test(tc, all_stay_inside, 0, SCENES);
	tcase_add_loop_test(tc, shorter_ones_are_the_beginning_of_longer_ones, 0, SCENES);
	tcase_add_loop_test(tc, every_parameter_at_its_ends, 0, SWARMS);
	tcase_add_test(tc, flying_ones_keep_their_speed);
	tcase_add_test(tc, brownian_velocities_change_in_their_cycle);
	tcase_add_test(tc, free_fall_comes_to_rest_from_below);
	tcase_add_test(tc, gravity_piles_up_and_moves_all);
	tcase_add_test(tc, one_moves_among_still_ones);
	tcase_add_test(tc, as_many_come_go_and_jump_as_asked_for);
	tcase_add_test(tc, crowds_share_few_meshes);
}
