#include "agree.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "contacts.h"
#include "made.h"
#include "math/elementary.h"
#include "scene/motion.h"

enum { STEPS_MAX = 64 };

// Whom the messages are about: algorithm and parameters.
static char s_who[400];
static void about(const char *name, const char *params) {
	snprintf(s_who, sizeof s_who, "%s(%s)", name, params);
}
#define AGREES(condition) cheap_assert_msg(condition, "%s: not so: %s", s_who, #condition)

const char *agree_algorithm(int32_t index) {
	for (int32_t i = 0; index >= 0 && i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		if (class->pairs == NULL || class->preset_of != NULL || class->planted) continue;
		if (index-- == 0) return class->name;
	}
	return NULL;
}

static void step_timed(const HnDetector *d, int32_t step, HnContactBuffer *out) {
	AGREES(detect_step(d->class_, d->self, step, out, NULL) == HN_OK);
}

static void check_contacts(HnContactBuffer *got, HnContactBuffer *right, const char *name, const char *params,
                           int32_t step) {
	HnHash a = contacts_hash(got, HN_QUERY_ALL), b = contacts_hash(right, HN_QUERY_ALL);
	cheap_assert_msg(hn_hash_equal(&a, &b), "%s %s, step %d: %lld contacts, not %lld", name, params, step,
	                 (long long)got->count, (long long)right->count);
}

// Sets in canonical order; none twice.
static void check_contains(HnContactBuffer *got, HnContactBuffer *right, const char *name, const char *params,
                           int32_t step) {
	contacts_hash(got, HN_QUERY_ALL), contacts_hash(right, HN_QUERY_ALL); // sorts
	int64_t found = 0;
	for (int64_t i = 0; i < got->count; ++i) {
		AGREES(i == 0 || memcmp(&got->data[i - 1], &got->data[i], sizeof(HnContact)) != 0);
		if (found < right->count && memcmp(&right->data[found], &got->data[i], sizeof(HnContact)) == 0)
			++found;
	}
	cheap_assert_msg(found == right->count, "%s %s, step %d: a contact is missing", name, params, step);
}

static bool is_superset(const char *name, const char *params) {
	bool superset;
	cheap_assert_int_eq(hn_detect_conservative(&superset, hn_detect_find(name), params), HN_OK);
	return superset;
}

static void agree_all(const HnScene *scene, const char *name, const char *params, HnContactBuffer *right) {
	HnDetector d;
	HnContactBuffer got = { 0 };
	Counts counts[2] = { 0 };
	bool superset = is_superset(name, params);
	detector_make(&d, name, scene, HN_QUERY_ALL, params);
	for (int pass = 0; pass < 3; ++pass) {
		hn_detector_begin(&d);
		for (int32_t step = 0; step < scene->step_count; ++step) {
			if (pass < 2)
				AGREES(detector_step_counted(&d, step, &got, &counts[pass]) == HN_OK);
			else
				step_timed(&d, step, &got);
			if (superset)
				check_contains(&got, &right[step], name, params, step);
			else
				check_contacts(&got, &right[step], name, params, step);
		}
	}
	AGREES(memcmp(&counts[0], &counts[1], sizeof counts[0]) == 0);
	AGREES(counts[0].np <= triangle_pairs(scene) * scene->step_count); // no pair twice
	AGREES(superset ? counts[0].np == 0 : counts[0].np >= counts[0].contacts);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&got);
}

static void agree_first(const HnScene *scene, const char *name, const char *params,
                        const HnContactBuffer *right) {
	HnDetector d;
	HnContactBuffer got = { 0 };
	HnContact seen[STEPS_MAX];
	bool superset = is_superset(name, params);
	detector_make(&d, name, scene, HN_QUERY_FIRST, params);
	for (int pass = 0; pass < 3; ++pass) {
		Counts counts = { 0 };
		hn_detector_begin(&d);
		for (int32_t step = 0; step < scene->step_count; ++step) {
			if (pass < 2)
				AGREES(detector_step_counted(&d, step, &got, &counts) == HN_OK);
			else
				step_timed(&d, step, &got);
			cheap_assert_msg(got.count == (right[step].count > 0) || (superset && got.count == 1),
			                 "%s %s, step %d: first", name, params, step);
			if (got.count == 0) continue;
			AGREES(superset || contacts_contain(&right[step], &got.data[0]));
			if (pass == 0) seen[step] = got.data[0];
			AGREES(memcmp(&seen[step], &got.data[0], sizeof(HnContact)) == 0);
		}
	}
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&got);
}

int64_t agree_with_brute(const HnScene *scene, const char *name, const char *params) {
	HnContactBuffer right[STEPS_MAX] = { 0 };
	about(name, params);
	ck_assert_int_le(scene->step_count, STEPS_MAX);
	HnDetector brute;
	Counts counts = { 0 };
	detector_make(&brute, "brute", scene, HN_QUERY_ALL, "");
	for (int32_t step = 0; step < scene->step_count; ++step)
		AGREES(detector_step_counted(&brute, step, &right[step], &counts) == HN_OK);
	hn_detector_destroy(&brute);
	agree_all(scene, name, params, right);
	agree_first(scene, name, params, right);
	for (int32_t step = 0; step < scene->step_count; ++step) hn_contact_buffer_free(&right[step]);
	return counts.contacts;
}

void agree_on_soups(const char *name, const char *params, uint64_t seed, int rounds) {
	static const double scales[] = { 1, 1e-6, 1e6, 0x1p150, 0x1p-150 };
	Rng rng = rng_of(seed, 0);
	int64_t contacts = 0;
	for (int round = 0; round < rounds; ++round) {
		SoupDef defs[4];
		for (int b = 0; b < 4; ++b) {
			defs[b] = (SoupDef){ .kind = (Soup)((round + b * (round / SOUPS)) % SOUPS),
				                 .triangles = 1 + (int32_t)rng_below(&rng, 60),
				                 .scale = scales[round % 5] };
			if (round % 4 == 3) defs[b].offset = (HnVec3){ 1024 * (b + 1), -512, 4096 };
		}
		SoupScene soup = soup_scene_create(&rng, defs, 2 + round % 3, 4);
		contacts += agree_with_brute(soup.scene, name, params);
		soup_scene_free(&soup);
	}
	if (rounds >= SOUPS) AGREES(contacts > rounds); // a soup of each kind
}

HnMesh *bumpy_create(Rng *rng, int32_t n, bool flat) {
	HnMesh *mesh = mesh_new(n * n, 2 * n * (n - 1));
	for (int32_t i = 0; i < n; ++i) // rings from pole to pole, n vertices each
		for (int32_t j = 0; j < n; ++j) {
			double u = MATH_PI * i / (n - 1), v = 2 * MATH_PI * j / n;
			double r = 1 + 0.2 * math_sin(5 * u) * math_cos(3 * v) + 0.01 * rng_double(rng);
			double *p = mesh->xyz + 3 * (i * n + j);
			p[0] = r * math_sin(u) * math_cos(v);
			p[1] = r * math_sin(u) * math_sin(v);
			p[2] = flat ? 0 : r * math_cos(u);
		}
	int32_t *t = mesh->triangles;
	for (int32_t i = 0; i + 1 < n; ++i)
		for (int32_t j = 0; j < n; ++j, t += 6) {
			int32_t a = i * n + j, b = i * n + (j + 1) % n, c = a + n, d = b + n;
			memcpy(t, (int32_t[6]){ a, c, b, b, c, d }, 6 * sizeof *t);
		}
	cheap_assert_int_eq(hn_mesh_validate(mesh), HN_OK);
	return mesh;
}

HnScene *scene_of(const HnMesh *const *meshes, HnPose *const *poses, const int32_t *pose_counts,
                  int32_t bodies, int32_t steps) {
	HnSceneDefBody def_bodies[8];
	ck_assert_int_le(bodies, 8);
	for (int32_t b = 0; b < bodies; ++b)
		def_bodies[b] =
		    (HnSceneDefBody){ .mesh = meshes[b], .poses = poses[b], .pose_count = pose_counts[b] };
	HnSceneDef def = { .bodies = def_bodies, .body_count = bodies, .step_count = steps };
	return scene_made(&def);
}

void agree_on_equal_triangles(const char *name, const char *params, int32_t many, bool first) {
	Rng rng = rng_of(65, 0);
	SoupDef defs[2] = { { SOUP_EQUAL, first ? many : 1, 1, { 0, 0, 0 } },
		                { SOUP_EQUAL, first ? 1 : many, 1, { 0, 0, 0 } } };
	HnMesh *a = soup_create(&rng, &defs[0]), *b = soup_create(&rng, &defs[1]);
	HnPose still = hn_pose_identity(), moving[2] = { hn_pose_identity(), hn_pose_identity() };
	moving[1].t.x = 50;
	HnScene *scene =
	    scene_of((const HnMesh *[2]){ a, b }, (HnPose *[2]){ &still, moving }, (int32_t[2]){ 1, 2 }, 2, 2);
	HnDetector d;
	HnContactBuffer out = { 0 };
	Counts counts = { 0 };
	detector_make(&d, name, scene, HN_QUERY_ALL, params);
	cheap_assert_int_eq(detector_step_counted(&d, 0, &out, &counts), HN_OK);
	cheap_assert_msg(out.count == many && counts.np == many, "%s %s: not each pair once", name, params);
	cheap_assert_int_eq(detector_step_counted(&d, 1, &out, &counts), HN_OK);
	cheap_assert_int_eq(out.count, 0);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&out);
	hn_scene_close(scene);
	hn_mesh_destroy(a);
	hn_mesh_destroy(b);
}

#ifdef SANITIZED // an order slower, brute force most of all
enum { FINE = 12, COARSE = 6 };
#else
enum { FINE = 18, COARSE = 7 };
#endif

// A fine and a coarse surface, slid through one another with a slow turn, or thrown about.
void agree_on_surfaces(const char *name, const char *params, uint64_t seed) {
	enum { STEPS = 24 };
	Rng rng = rng_of(seed, 0);
	int64_t contacts = 0;
	for (int round = 0; round < 6; ++round) {
		HnMesh *fine = bumpy_create(&rng, FINE, round == 4), *coarse = bumpy_create(&rng, COARSE, round == 4);
		const HnMesh *meshes[3] = { round % 2 ? fine : coarse, round % 2 ? coarse : fine, fine };
		HnPose still = { motion_random_rotation(&rng), { 3, -2, 1 } }, moving[STEPS], other[STEPS];
		HnVec3 axis = motion_random_direction(&rng);
		for (int s = 0; s < STEPS; ++s) {
			moving[s] = (HnPose){ hn_motion_axis_angle(axis, 0.02 * s), { 1.3 + 0.08 * s, -2.1, 0.9 } };
			other[s] = (HnPose){ motion_random_rotation(&rng), { 3, -2 + 2 * rng_double(&rng), 2.5 } };
			if (round >= 2 && round < 4) moving[s].r = motion_random_rotation(&rng);
		}
		HnPose *poses[3] = { round == 5 ? moving : &still, round == 5 ? &still : moving, other };
		int32_t counts[3] = { round == 5 ? STEPS : 1, round == 5 ? 1 : STEPS, STEPS };
		HnScene *scene = scene_of(meshes, poses, counts, 2 + round % 2, STEPS);
		contacts += agree_with_brute(scene, name, params);
		hn_scene_close(scene);
		hn_mesh_destroy(fine);
		hn_mesh_destroy(coarse);
	}
	AGREES(contacts > STEPS);
}

static SoupScene some_soup(uint64_t seed, Soup kind) {
	Rng rng = rng_of(seed, 0);
	SoupDef defs[3] = { { kind, 70, 1, { 0, 0, 0 } },
		                { kind, 40, 1, { 0, 0, 0 } },
		                { kind, 20, 1, { 0, 0, 0 } } };
	return soup_scene_create(&rng, defs, 3, 3);
}

// A detector's whole run in which the allocation with this number, from now, is refused. *refused: it came to
// it; *bytes: what the detector holds at the end.
static int32_t run_refused(const char *name, const char *params, const SoupScene *soup, HnQuery query,
                           int64_t fail, bool *refused, size_t *bytes, Counts *counts) {
	HnDetector d;
	HnContactBuffer out = { 0 };
	*counts = (Counts){ 0 };
	int64_t number = mem_allocation_count() + fail;
	mem_fail_at(number);
	int32_t status = hn_detector_create(&d, name, soup->scene, query, params);
	for (int32_t s = 0; s < soup->steps && status == HN_OK; ++s)
		status = detector_step_counted(&d, s, &out, counts);
	mem_fail_at(0);
	*refused = mem_allocation_count() >= number;
	*bytes = status == HN_OK ? d.class_->bytes(d.self) : 0;
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&out);
	return status;
}

void agree_failed_allocations(const char *name, const char *params) {
	about(name, params);
	SoupScene soup = some_soup(48, SOUP_GRID);
	size_t before = hn_mem_live_bytes(), calm_bytes, bytes;
	Counts calm, counts;
	bool refused;
	for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query) {
		int32_t status =
		    run_refused(name, params, &soup, (HnQuery)query, INT32_MAX, &refused, &calm_bytes, &calm);
		AGREES(status == HN_OK && !refused);
		refused = true;
		for (int64_t fail = 1; refused; fail += fail < 100 ? 1 : fail / 8) {
			status = run_refused(name, params, &soup, (HnQuery)query, fail, &refused, &bytes, &counts);
			AGREES(refused || fail > 5);
			AGREES(status == HN_OK || (status == HN_ERR_NO_MEMORY && refused));
			// done without what was refused: as if nothing had been
			if (status == HN_OK)
				cheap_assert_msg(bytes == calm_bytes && memcmp(&counts, &calm, sizeof calm) == 0,
				                 "%s(%s): allocation %jd", name, params, (intmax_t)fail);
			AGREES(hn_mem_live_bytes() == before);
		}
	}
	soup_scene_free(&soup);
}

void agree_steady(const char *name, const char *params) {
	about(name, params);
	SoupScene soup = some_soup(47, SOUP_RANDOM);
	for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query) {
		HnDetector d;
		HnContactBuffer out = { 0 };
		Counts counts = { 0 };
		detector_make(&d, name, soup.scene, (HnQuery)query, params);
		hn_detector_begin(&d);
		for (int32_t s = 0; s < soup.steps; ++s) AGREES(detector_step_counted(&d, s, &out, &counts) == HN_OK);
		AGREES(counts.contacts > 0);
		int64_t allocations = mem_allocation_count();
		for (int pass = 0; pass < 2; ++pass) {
			hn_detector_begin(&d);
			for (int32_t s = 0; s < soup.steps; ++s) step_timed(&d, s, &out);
		}
		cheap_assert_msg(mem_allocation_count() == allocations,
		                 "%s: a step that was made before allocates again", s_who);
		hn_detector_destroy(&d);
		hn_contact_buffer_free(&out);
	}
	soup_scene_free(&soup);
}

void agree_interleaved(const char *name, const char *params) {
	about(name, params);
	SoupScene soups[2] = { some_soup(51, SOUP_RANDOM), some_soup(52, SOUP_GRID) };
	HnContactBuffer out = { 0 };
	Counts alone[2] = { 0 }, turns[2] = { 0 };
	HnDetector d[2];
	for (int i = 0; i < 2; ++i) {
		detector_make(&d[i], name, soups[i].scene, HN_QUERY_ALL, params);
		for (int32_t s = 0; s < 3; ++s) AGREES(detector_step_counted(&d[i], s, &out, &alone[i]) == HN_OK);
		hn_detector_destroy(&d[i]);
	}
	for (int i = 0; i < 2; ++i) detector_make(&d[i], name, soups[i].scene, HN_QUERY_ALL, params);
	for (int32_t s = 0; s < 3; ++s)
		for (int i = 0; i < 2; ++i) AGREES(detector_step_counted(&d[i], s, &out, &turns[i]) == HN_OK);
	AGREES(memcmp(alone, turns, sizeof alone) == 0);
	for (int i = 0; i < 2; ++i) {
		hn_detector_destroy(&d[i]);
		soup_scene_free(&soups[i]);
	}
	hn_contact_buffer_free(&out);
}
