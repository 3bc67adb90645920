// Surfaces of meshes, against a definition that looks at all pairs of triangles and compares angles in whole
// numbers.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cheap.h"
#include "made.h"
#include "mesh/shape.h"
#include "mesh/surfaces.h"
#include "scene/motion.h"
#include "suite.h"

enum { MOST = 40 };

// The definition
// ------------------------------------------------------------------------------------------------------

typedef struct Soup {
	double xyz[3 * MOST];
	int32_t vertices, count, triangles[3 * MOST];
} Soup;

static void sorted(const int32_t *t, int32_t out[3]) {
	memcpy(out, t, 3 * sizeof *out);
	for (int i = 0; i < 3; ++i)
		for (int j = i + 1; j < 3; ++j)
			if (out[j] < out[i]) {
				int32_t x = out[i];
				out[i] = out[j], out[j] = x;
			}
}

static int32_t first_equal(const Soup *s, int32_t t) {
	int32_t a[3], b[3];
	sorted(s->triangles + 3 * t, a);
	for (int32_t i = 0;; ++i) {
		sorted(s->triangles + 3 * i, b);
		if (memcmp(a, b, sizeof a) == 0) return i;
	}
}

static void whole_normal(const Soup *s, int32_t t, int64_t n[3]) {
	int64_t e[2][3];
	const int32_t *v = s->triangles + 3 * t;
	for (int i = 0; i < 2; ++i)
		for (int k = 0; k < 3; ++k) e[i][k] = (int64_t)(s->xyz[3 * v[i + 1] + k] - s->xyz[3 * v[0] + k]);
	for (int k = 0; k < 3; ++k)
		n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
}

static int64_t dot(const int64_t a[3], const int64_t b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static bool directed(const Soup *s, int32_t t) {
	int64_t n[3];
	whole_normal(s, t, n);
	return dot(n, n) != 0;
}

// 1: it has the edge from a to b, -1: from b to a, 0: neither; of one with a repeated corner whichever.
static int way(const Soup *s, int32_t t, int32_t a, int32_t b) {
	for (int k = 0; k < 3; ++k) {
		int32_t from = s->triangles[3 * t + k], to = s->triangles[3 * t + (k + 1) % 3];
		if (from == a && to == b) return 1;
		if (from == b && to == a) return -1;
	}
	return 0;
}

// Is the cosine of the angle between normals more than sign * sqrt(part / 4)?
static bool turns_less(const Soup *s, int32_t i, int32_t j, bool turned, int sign, int64_t part) {
	int64_t a[3], b[3];
	whole_normal(s, i, a), whole_normal(s, j, b);
	int64_t d = turned ? -dot(a, b) : dot(a, b), lengths = dot(a, a) * dot(b, b);
	if (sign > 0) return d > 0 && 4 * d * d > part * lengths;
	return d > 0 || (d == 0 && part > 0) || 4 * d * d < part * lengths;
}

static void label_all(const Soup *s, int32_t *label, int32_t from, int32_t to) {
	for (int32_t i = 0; i < s->count; ++i)
		if (label[i] == from) label[i] = to;
}

static void join(const Soup *s, int32_t *label, int32_t i, int32_t j) {
	int32_t a = label[i], b = label[j];
	label_all(s, label, a > b ? a : b, a > b ? b : a);
}

static void edge_join(const Soup *s, int32_t *label, int32_t a, int32_t b, int sign, int64_t part) {
	int32_t found[2], count = 0;
	for (int32_t i = 0; i < s->count; ++i) {
		if (first_equal(s, i) != i || !directed(s, i) || way(s, i, a, b) == 0) continue;
		if (count == 2) return;
		found[count++] = i;
	}
	if (count < 2) return;
	bool turned = way(s, found[0], a, b) == way(s, found[1], a, b);
	if (turns_less(s, found[0], found[1], turned, sign, part)) join(s, label, found[0], found[1]);
}

static void spread(const Soup *s, int32_t *label, bool *queued, int32_t *queue, int32_t count) {
	for (int32_t at = 0; at < count; ++at)
		for (int k = 0; k < 3; ++k) {
			int32_t a = s->triangles[3 * queue[at] + k], b = s->triangles[3 * queue[at] + (k + 1) % 3];
			for (int32_t i = 0; i < s->count && a != b; ++i) {
				if (queued[i] || first_equal(s, i) != i || way(s, i, a, b) == 0) continue;
				queued[i] = true;
				join(s, label, queue[at], i);
				queue[count++] = i;
			}
		}
}

// Labels are the lowest triangle of each surface.
static void define(const Soup *s, int32_t *label, int sign, int64_t part) {
	bool queued[MOST] = { false };
	int32_t queue[MOST], count = 0;
	for (int32_t i = 0; i < s->count; ++i) label[i] = i;
	for (int32_t i = 0; i < s->count; ++i) join(s, label, i, first_equal(s, i));
	for (int32_t a = 0; a < s->vertices; ++a)
		for (int32_t b = a + 1; b < s->vertices; ++b) edge_join(s, label, a, b, sign, part);
	for (int32_t i = 0; i < s->count; ++i)
		if (first_equal(s, i) == i && directed(s, i)) queued[i] = true, queue[count++] = i;
	spread(s, label, queued, queue, count);
	for (int32_t i = 0; i < s->count; ++i) {
		if (queued[i] || first_equal(s, i) != i) continue;
		queued[i] = true;
		queue[0] = i;
		spread(s, label, queued, queue, 1);
	}
}

// Few vertices: edges of many triangles, equal ones, triangles without area, corners that repeat.
static void draw(Soup *s, Rng *rng) {
	s->vertices = 4 + (int32_t)rng_below(rng, 8);
	s->count = 1 + (int32_t)rng_below(rng, rng_below(rng, 2) == 0 ? 8 : MOST);
	int32_t side = 2 + (int32_t)rng_below(rng, 3);
	for (int32_t i = 0; i < 3 * s->vertices; ++i) s->xyz[i] = (double)rng_below(rng, (uint64_t)side);
	for (int32_t i = 0; i < 3 * s->count; ++i)
		s->triangles[i] = (int32_t)rng_below(rng, (uint64_t)s->vertices);
}

static void check_soup(const Soup *s, const double *xyz, double angle, int sign, int64_t part) {
	int32_t label[MOST];
	MeshSurfaces got;
	define(s, label, sign, part);
	cheap_assert_int_eq(surfaces_create(&got, xyz, s->triangles, s->count, angle), HN_OK);
	cheap_assert_int_eq(got.begin[0], 0);
	cheap_assert_int_eq(got.begin[got.count], s->count);
	for (int32_t i = 0, before = -1; i < got.count; ++i) {
		int32_t lowest = got.triangle[got.begin[i]];
		cheap_assert(lowest > before && label[lowest] == lowest);
		before = lowest;
		for (int32_t k = got.begin[i]; k < got.begin[i + 1]; ++k) {
			cheap_assert(k == got.begin[i] || got.triangle[k] > got.triangle[k - 1]);
			cheap_assert_int_eq(label[got.triangle[k]], lowest);
		}
	}
	surfaces_free(&got);
}

START_TEST(surfaces_are_what_the_definition_says) {
	static const struct {
		double angle;
		int sign;
		int64_t part; // cosine: sign * sqrt(part / 4)
	} angles[] = { { 0, 1, 4 },  { 30, 1, 3 },   { 45, 1, 2 },   { 60, 1, 1 },
		           { 90, 1, 0 }, { 120, -1, 1 }, { 135, -1, 2 }, { 180, -1, 4 } };
	for (uint64_t round = 0; round < 1200; ++round) {
		Soup s;
		double xyz[3 * MOST];
		Rng rng = rng_of(2201, round);
		draw(&s, &rng);
		double scale = ldexp(1, (int)rng_below(&rng, 391) - 195);
		for (int32_t i = 0; i < 3 * s.vertices; ++i) xyz[i] = s.xyz[i] * scale;
		uint64_t k = rng_below(&rng, 8);
		check_soup(&s, xyz, angles[k].angle, angles[k].sign, angles[k].part);
	}
}

// Shapes
// ------------------------------------------------------------------------------------------------------

static int32_t count_of(const char *shape, const char *params, double angle, const HnMat3 *turn) {
	MeshSurfaces surfaces;
	HnMesh *mesh = shape_of(shape, params);
	for (int64_t i = 0; i < mesh->vertex_count; ++i)
		vec3_store(mesh->xyz + 3 * i, mat3_mul_vec(turn, vec3_load(mesh->xyz + 3 * i)));
	ck_assert_int_eq(surfaces_create(&surfaces, mesh->xyz, mesh->triangles, mesh->triangle_count, angle),
	                 HN_OK);
	int32_t count = surfaces.count;
	surfaces_free(&surfaces);
	hn_mesh_destroy(mesh);
	return count;
}

// At the angle itself, too, however rounding turns out.
START_TEST(surfaces_of_shapes) {
	Rng rng = rng_of(2202, 0);
	HnMat3 turn = mat3_identity();
	for (int round = 0; round < 20; ++round) {
		ck_assert_int_eq(count_of("box", "nx=3 ny=2 nz=4", 30, &turn), 6);
		ck_assert_int_eq(count_of("box", "nx=3 ny=2 nz=4", 90, &turn), 6);
		ck_assert_int_eq(count_of("box", "nx=3 ny=2 nz=4", 90.001, &turn), 1);
		ck_assert_int_eq(count_of("ring", "", 30, &turn), 4);
		ck_assert_int_eq(count_of("sphere", "", 60, &turn), 1);
		ck_assert_int_eq(count_of("box", "", 0, &turn), 12);
		turn = motion_random_rotation(&rng);
	}
}

START_TEST(surfaces_without_memory) {
	int32_t status = HN_ERR_NO_MEMORY;
	HnMesh *mesh = shape_of("box", "");
	size_t before = hn_mem_live_bytes();
	for (int64_t fail = 1; status != HN_OK; ++fail) {
		MeshSurfaces surfaces;
		mem_fail_at(mem_allocation_count() + fail);
		status = surfaces_create(&surfaces, mesh->xyz, mesh->triangles, mesh->triangle_count, 30);
		mem_fail_at(0);
		ck_assert(status == HN_ERR_NO_MEMORY || fail > 5);
		surfaces_free(&surfaces);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	MeshSurfaces none;
	ck_assert_int_eq(surfaces_create(&none, NULL, NULL, 0, 30), HN_OK);
	ck_assert_int_eq(none.count, 0);
	surfaces_free(&none);
	hn_mesh_destroy(mesh);
}

TEST_SUITE(surfaces, suite, tc) {
	tcase_add_test(tc, surfaces_are_what_the_definition_says);
	tcase_add_test(tc, surfaces_of_shapes);
	tcase_add_test(tc, surfaces_without_memory);
}
