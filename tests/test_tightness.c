// How near volumes lie to what they hold: closed forms, and points of the surface found without patches, from
// which distances are taken one triangle at a time.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "made.h"
#include "registry.h"
#include "soup.h"
#include "suite.h"
#include "tree/nearest.h"
#include "tree/tightness.h"
#include "volumes.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 2, DIRECTIONS = 100, CLIMBS = 2 };
#else
enum { ROUNDS = 4, DIRECTIONS = 150, CLIMBS = 4 };
#endif

static TreeDef def_of(const VolumeKind *kind, double scale) {
	return (TreeDef){ .bv = kind->bv,
		              .topo = { topo_axis_rule(0), topo_point_rule(0), 1, NULL, NULL, NULL, NULL },
		              .space = volume_space(kind, scale) };
}

static VolumeKind kind_named(const char *name) {
	VolumeKind kind;
	for (int32_t i = 0; (kind = volume_kind(i)).bv != NULL; ++i)
		if (strcmp(kind.bv->name, name) == 0) return kind;
	ck_abort_msg("no volume %s", name);
}

static Tree build(const TreeDef *def, const MeshView *mesh) {
	Tree tree;
	ck_assert_int_eq(tree_build_once(&tree, def, mesh), HN_OK);
	return tree;
}

static Tightness tightness_of(const TreeDef *def, const MeshView *mesh) {
	Tightness out;
	Tree tree = build(def, mesh);
	ck_assert_int_eq(tree_tightness(&out, &tree, def, mesh), HN_OK);
	tree_free(&tree, def);
	return out;
}

// A box of half sides x, y, z, turned about z by an eighth of a turn if so.
static HnMesh *box_create(HnVec3 half, bool turned) {
	static const int32_t s_faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
		                                   { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
	HnMesh *mesh = mesh_new(8, 12);
	for (int i = 0; i < 8; ++i) {
		HnVec3 p = { (i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
			         (i & 4) != 0 ? half.z : -half.z };
		double s = sqrt(0.5);
		if (turned) p = (HnVec3){ s * (p.x - p.y), s * (p.x + p.y), p.z };
		vec3_store(mesh->xyz + 3 * (int64_t)i, p);
	}
	for (int i = 0; i < 12; ++i)
		for (int k = 0; k < 3; ++k) mesh->triangles[3 * i + k] = s_faces[i / 2][k == 0 ? 0 : k + i % 2];
	return mesh;
}

static void check_bounds(Bounds bounds, double want, double slack) {
	if (!(bounds.lo <= want * (1 + 1e-6) + 1e-6 && want <= bounds.hi * (1 + 1e-6) + 1e-6 &&
	      bounds.hi - bounds.lo <= slack))
		ck_abort_msg("%.17g .. %.17g, not %.17g", bounds.lo, bounds.hi, want);
}

static void check_box(const char *volume, HnVec3 half, bool turned, double tau, double hausdorff) {
	HnMesh *mesh = box_create(half, turned);
	MeshView tree_mesh = mesh_view(mesh);
	VolumeKind kind = kind_named(volume);
	TreeDef def = def_of(&kind, 0.25);
	Tightness tight = tightness_of(&def, &tree_mesh);
	double d = 2 * vec3_length(half), slack = 0.006 * d + 0.011 * tau;
	check_bounds(tight.tau, tau, slack);
	check_bounds(tight.hausdorff, hausdorff, slack + 0.011 * hausdorff);
	ck_assert_double_eq_tol(tight.object_diameter, d, 1e-12 * d);
	ck_assert_double_eq_tol(tight.hull_volume, 8 * half.x * half.y * half.z, 1e-12);
	ck_assert_double_eq_tol(tight.hull_area, 8 * (half.x * half.y + half.y * half.z + half.z * half.x),
	                        1e-12);
	check_bounds(tight.hull_tau, 0, slack);
	tightness_free(&tight);
	hn_mesh_destroy(mesh);
}

// A cube of half side a in its ball, of radius sqrt(3) a: farthest over the middle of a face. A rod at 45
// degrees in its box, wei2000's and lin2008's example: half as long as it is, whatever its width.
START_TEST(closed_forms) {
	double a = 0.7, over = a * (sqrt(3) - 1);
	check_box("sphere", (HnVec3){ a, a, a }, false, over, over);
	check_box("aabb", (HnVec3){ a, 0.3, 0.2 }, false, 0, 0);
	check_box("obb", (HnVec3){ a, 0.3, 0.2 }, true, 0, 0);
	// the box leaves the rod's ends by w (1 - sqrt(1/2)) or so at most: what is deep in it is nearer
	check_box("aabb", (HnVec3){ 1.5, 0.05, 0.05 }, true, 1.5, 1.5);
	// the cube about the middle, as wide as the way to a corner
	double r = sqrt(0.7 * 0.7 + 0.3 * 0.3 + 0.2 * 0.2);
	HnVec3 out = { r - a, r - 0.3, r - 0.2 };
	check_box("caabb", (HnVec3){ a, 0.3, 0.2 }, false, vec3_length(out), vec3_length(out));
	// more directions, but none along the rod's ends: those of fdh14 leave a corner
	check_box("fdh18", (HnVec3){ 1.5, 0.05, 0.05 }, true, 0, 0);
}

static double brute_distance(const HnMesh *mesh, HnVec3 p) {
	double best = (double)INFINITY;
	for (int32_t i = 0; i < mesh->triangle_count; ++i) {
		Triangle t;
		for (int k = 0; k < 3; ++k)
			t.p[k] = vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[3 * (int64_t)i + k]);
		best = fmin(best, point_triangle_distance2(p, &t));
	}
	return sqrt(best);
}

// Where a ray from inside leaves the volume.
static HnVec3 leave(const TreeDef *def, const void *volume, HnVec3 from, HnVec3 dir) {
	double in = 0, out = 64;
	for (int i = 0; i < 48; ++i) {
		double middle = 0.5 * (in + out);
		bool inside = def->bv->contains(volume, vec3_add(from, vec3_scale(dir, middle)), &def->space);
		*(inside ? &in : &out) = middle;
	}
	return vec3_add(from, vec3_scale(dir, in));
}

static HnVec3 draw_unit(Rng *rng) {
	for (;;) {
		HnVec3 v = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		double length2 = vec3_dot(v, v);
		if (length2 > 0.01 && length2 <= 1) return vec3_scale(v, 1 / sqrt(length2));
	}
}

// The farthest point of the surface that can be found by rays: anywhere, and then nearer and nearer to the
// best of them.
static double climb(Rng *rng, const TreeDef *def, const void *volume, const HnMesh *mesh, HnVec3 from) {
	double best = 0;
	HnVec3 at = { 1, 0, 0 };
	for (int i = 0; i < 2 * DIRECTIONS; ++i) {
		double step = i < DIRECTIONS ? 4 : pow(0.002, (i - DIRECTIONS) / (double)DIRECTIONS);
		HnVec3 dir = vec3_add(at, vec3_scale(draw_unit(rng), step));
		dir = vec3_scale(dir, 1 / vec3_length(dir));
		double d = brute_distance(mesh, leave(def, volume, from, dir));
		if (d > best) best = d, at = dir;
	}
	return best;
}

// The corners of a polytope, which rays hardly meet where they are sharp.
static double farthest_corner(const TreeDef *def, const void *volume, const HnMesh *mesh) {
	static Polytope s_polytope;
	Solid solid;
	double best = 0;
	def->bv->solid(&solid, volume, &def->space);
	if (solid.kind != SOLID_SLABS) return 0;
	ck_assert(solid_polytope(&s_polytope, &solid));
	for (int32_t i = 0; i < s_polytope.corner_count; ++i)
		best = fmax(best, brute_distance(mesh, vec3_scale(s_polytope.corners[i], 1 / def->space.scale)));
	return best;
}

static HnVec3 middle_of(const HnMesh *mesh) {
	HnVec3 sum = { 0, 0, 0 };
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
		sum = vec3_add(sum, vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]));
	return vec3_scale(sum, 1.0 / (3 * mesh->triangle_count));
}

START_TEST(no_point_of_the_surface_is_farther_and_one_is_as_far) {
	VolumeKind kind = volume_kind(_i);
	if (!volume_is_known(&kind)) return;
	Rng rng = rng_of(51, (uint64_t)_i);
	for (int round = 0; round < ROUNDS; ++round) {
		SoupDef soup = { SOUP_RANDOM, 4 + 5 * round, 0.5, { 0, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		MeshView tree_mesh = mesh_view(mesh);
		TreeDef def = def_of(&kind, 0.5);
		Tree tree = build(&def, &tree_mesh);
		Tightness tight;
		ck_assert_int_eq(tree_tightness(&tight, &tree, &def, &tree_mesh), HN_OK);
		double found = farthest_corner(&def, tree_volume(&tree, &def, 0), mesh);
		for (int i = 0; i < CLIMBS; ++i)
			found = fmax(found, climb(&rng, &def, tree_volume(&tree, &def, 0), mesh, middle_of(mesh)));
		double d = tight.object_diameter;
		ck_assert(tight.tau.lo <= tight.tau.hi && tight.hausdorff.hi >= tight.tau.hi);
		ck_assert(tight.tau.hi - tight.tau.lo <= fmax(0.0101 * tight.tau.hi, 0x1p-10 * d) + 1e-6 * d);
		cheap_assert_msg(found <= tight.tau.hi * (1 + 1e-6), "%g > %g", found, tight.tau.hi);
		cheap_assert_msg(found >= tight.tau.lo * 0.9, "%g << %g", found,
		                 tight.tau.lo); // climbing may end early
		// the hull lies in every convex volume
		ck_assert(tight.hull_volume <= tight.volume * (1 + 1e-6) &&
		          tight.hull_area <= tight.area * (1 + 1e-6));
		ck_assert(tight.diameter >= d * (1 - 1e-6));
		// leaves hold a triangle each: no farther from it than they are wide
		ck_assert(tight.levels[tight.height].lo <= tight.tau.hi);
		tightness_free(&tight);
		tree_free(&tree, &def);
		hn_mesh_destroy(mesh);
	}
}

START_TEST(nearest_is_the_nearest_of_all) {
	Rng rng = rng_of(52, (uint64_t)_i);
	SoupDef soup = { (Soup)_i, 60, 0.5, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	MeshView tree_mesh = mesh_view(mesh);
	Nearest nearest;
	ck_assert_int_eq(nearest_create(&nearest, &tree_mesh), HN_OK);
	for (int i = 0; i < 200; ++i) {
		HnVec3 p = { rng_range(&rng, -2, 2), rng_range(&rng, -2, 2), rng_range(&rng, -2, 2) };
		int32_t hint = (int32_t)rng_below(&rng, 60);
		double found = nearest_distance(&nearest, p, &hint), want = brute_distance(mesh, p);
		cheap_assert_msg(found == want, "%.17g, not %.17g", found, want);
		Triangle triangle = nearest_triangle(&nearest, hint);
		cheap_assert(sqrt(point_triangle_distance2(p, &triangle)) == want);
	}
	nearest_free(&nearest);
	hn_mesh_destroy(mesh);
}

// Against many points of the triangle: none is nearer, and one is nearly as near.
START_TEST(point_triangle_distance_is_the_least) {
	Rng rng = rng_of(53, 0);
	for (int round = 0; round < 400; ++round) {
		Triangle t;
		for (int k = 0; k < 3; ++k) t.p[k] = draw_unit(&rng);
		if (round % 4 == 0)
			t.p[2] = vec3_add(t.p[0], vec3_scale(vec3_sub(t.p[1], t.p[0]), round % 8 == 0 ? 0.3 : 1.3));
		if (round % 16 == 0) t.p[1] = t.p[0];
		HnVec3 p = vec3_scale(draw_unit(&rng), rng_range(&rng, 0, 3));
		double found = sqrt(point_triangle_distance2(p, &t)), best = (double)INFINITY;
		for (int i = 0; i <= 40; ++i)
			for (int j = 0; i + j <= 40; ++j) {
				HnVec3 q = vec3_add(vec3_scale(t.p[0], i / 40.0), vec3_scale(t.p[1], j / 40.0));
				q = vec3_sub(vec3_add(q, vec3_scale(t.p[2], (40 - i - j) / 40.0)), p);
				best = fmin(best, vec3_length(q));
			}
		cheap_assert_msg(found <= best + 1e-12 && best <= found + 0.06, "%g against %g", found, best);
	}
}

TEST_SUITE(tightness, suite, tc) {
	tcase_add_test(tc, closed_forms);
	tcase_add_loop_test(tc, nearest_is_the_nearest_of_all, 0, SOUPS);
	tcase_add_test(tc, point_triangle_distance_is_the_least);
	for (int32_t i = 0; volume_kind(i).bv != NULL; ++i)
		registry_add_case(suite, volume_kind(i).title, no_point_of_the_surface_is_farther_and_one_is_as_far,
		                  i);
}
