// Volumes as sets of points, and what trees of them are like: against the convex hull of the corners that
// every three planes give, found without clipping, and against sums over the nodes.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/solid.h"
#include "mesh/hull.h"
#include "registry.h"
#include "soup.h"
#include "tree/quality.h"
#include "tree/tightness.h"
#include "volumes.h"

Suite *solid_suite(void);

#ifdef SANITIZED // an order slower
enum { ROUNDS = 3 };
#else
enum { ROUNDS = 12 };
#endif

static Polytope s_scratch;

// Volume and surface of the hull of points, 3 doubles each.
static SolidSize hull_size(const double *xyz, int32_t count) {
	HnHull *hull = NULL;
	SolidSize size = { 0, 0 };
	ck_assert_int_eq(hn_hull_create(&hull, xyz, count), HN_OK);
	HnVec3 o = vec3_load(xyz + 3 * (int64_t)hull->vertices[0]);
	for (int32_t t = 0; t < hull->triangle_count; ++t) {
		HnVec3 p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = vec3_sub(vec3_load(xyz + 3 * (int64_t)hull->triangles[3 * (int64_t)t + k]), o);
		HnVec3 normal = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
		size.volume += vec3_dot(p[0], normal) / 6;
		size.area += vec3_length(normal) / 2;
	}
	hn_hull_destroy(hull);
	return size;
}

typedef struct Plane {
	HnVec3 normal;
	double bound;
} Plane;

static int32_t planes_of(Plane *out, const Solid *solid) {
	int32_t count = 0;
	for (int32_t i = 0; i < solid->slabs; ++i) {
		double length = vec3_length(solid->normal[i]);
		HnVec3 unit = vec3_scale(solid->normal[i], 1 / length);
		out[count++] = (Plane){ unit, solid->hi[i] / length };
		out[count++] = (Plane){ vec3_scale(unit, -1), -solid->lo[i] / length };
	}
	return count;
}

// By all points in which three planes meet and that are in every half space: an intersection of polytopes
// without cutting anything.
static SolidSize size_by_corners(const Solid *a, const Solid *b) {
	enum { PLANES_MAX = 4 * SOLID_SLABS_MAX, CORNERS_MAX = 4000 };
	static Plane s_planes[PLANES_MAX];
	static double s_corners[3 * CORNERS_MAX];
	int32_t planes = planes_of(s_planes, a), corners = 0;
	if (b != NULL) planes += planes_of(s_planes + planes, b);
	for (int32_t i = 0; i < planes; ++i)
		for (int32_t j = i + 1; j < planes; ++j)
			for (int32_t k = j + 1; k < planes; ++k) {
				const Plane *p = &s_planes[i], *q = &s_planes[j], *r = &s_planes[k];
				double det = vec3_dot(p->normal, vec3_cross(q->normal, r->normal));
				if (fabs(det) < 1e-4) continue;
				HnVec3 at = vec3_scale(vec3_cross(q->normal, r->normal), p->bound / det);
				at = vec3_add(at, vec3_scale(vec3_cross(r->normal, p->normal), q->bound / det));
				at = vec3_add(at, vec3_scale(vec3_cross(p->normal, q->normal), r->bound / det));
				bool in = true;
				for (int32_t l = 0; l < planes && in; ++l)
					in = vec3_dot(s_planes[l].normal, at) <= s_planes[l].bound + 1e-11;
				if (!in) continue;
				ck_assert_int_lt(corners, CORNERS_MAX);
				vec3_store(s_corners + 3 * (int64_t)corners++, at);
			}
	return corners < 4 ? (SolidSize){ 0, 0 } : hull_size(s_corners, corners);
}

static void check_near(double value, double want, double slack) {
	if (!(fabs(value - want) <= slack)) ck_abort_msg("%.17g, not %.17g", value, want);
}

static void draw_points(Rng *rng, HnVec3 *points, int32_t count) {
	HnMat3 turn = soup_rotation(rng);
	HnVec3 half = { rng_range(rng, 0.05, 1), rng_range(rng, 0.05, 1), rng_range(rng, 0.05, 1) };
	HnVec3 middle = { rng_range(rng, -0.3, 0.3), rng_range(rng, -0.3, 0.3), rng_range(rng, -0.3, 0.3) };
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 p = { rng_range(rng, -half.x, half.x), rng_range(rng, -half.y, half.y),
			         rng_range(rng, -half.z, half.z) };
		points[i] = vec3_add(middle, mat3_mul_vec(&turn, p));
	}
}

static void draw_volume(void *out, Rng *rng, const VolumeKind *kind, const BvSpace *space) {
	HnVec3 points[40];
	int32_t count = 4 + (int32_t)(rng_below(rng, 36));
	draw_points(rng, points, count);
	kind->bv->fit(out, points, count, space);
}

enum { VOLUME_BYTES = 1024 };

typedef struct Drawn {
	Solid solid;
	double volume; // by the class
} Drawn;

static Drawn draw_solid(Rng *rng, const VolumeKind *kind) {
	_Alignas(64) char volume[VOLUME_BYTES];
	ck_assert_uint_le(kind->bv->size, sizeof volume);
	BvSpace space = volume_space(kind, 1);
	draw_volume(volume, rng, kind, &space);
	Drawn out;
	kind->bv->solid(&out.solid, volume, &space);
	out.volume = kind->bv->volume(volume);
	return out;
}

// Few slabs for the corners of every three planes; those of many are cut the same way.
static bool is_small(const Solid *solid) { return solid->kind == SOLID_SLABS && solid->slabs <= 13; }

START_TEST(polytopes_have_the_volume_and_surface_of_their_corners) {
	VolumeKind kind = volume_kind(_i);
	if (!volume_is_known(&kind)) return;
	Rng rng = rng_of(41, (uint64_t)_i);
	for (int round = 0; round < ROUNDS; ++round) {
		Drawn a = draw_solid(&rng, &kind), b = draw_solid(&rng, &kind);
		if (!is_small(&a.solid)) break;
		SolidSize size = solid_size(&a.solid, &s_scratch), want = size_by_corners(&a.solid, NULL);
		check_near(size.volume, want.volume, 1e-7 * want.volume + 1e-9);
		check_near(size.area, want.area, 1e-6 * want.area + 1e-8);
		double both = solid_common(&a.solid, &b.solid, &s_scratch);
		check_near(both, size_by_corners(&a.solid, &b.solid).volume, 1e-6 * both + 1e-8);
	}
}

// Of every volume: what two have in common is no more than either, and all of it where they are the same.
START_TEST(what_is_common_lies_in_both) {
	VolumeKind kind = volume_kind(_i);
	if (!volume_is_known(&kind)) return;
	Rng rng = rng_of(42, (uint64_t)_i);
	for (int round = 0; round < 4 * ROUNDS; ++round) {
		Drawn a = draw_solid(&rng, &kind), b = draw_solid(&rng, &kind);
		double of_a = solid_size(&a.solid, &s_scratch).volume, of_b = solid_size(&b.solid, &s_scratch).volume;
		double both = solid_common(&a.solid, &b.solid, &s_scratch);
		ck_assert(of_a > 0 && of_b > 0);
		if (isnan(both)) { // said to be unknown: of swept spheres with an edge alone
			ck_assert_int_eq(a.solid.kind, SOLID_SWEPT);
			ck_assert(vec3_dot(a.solid.e[0], a.solid.e[0]) > 0);
			continue;
		}
		ck_assert(both >= 0 && both <= fmin(of_a, of_b) * (1 + 1e-9));
		check_near(solid_common(&b.solid, &a.solid, &s_scratch), both, 1e-9 * both + 1e-12);
		check_near(solid_common(&a.solid, &a.solid, &s_scratch), of_a, 1e-9 * of_a);
	}
}

// k-DOPs answer for their volume by that of three slabs; all others exactly.
START_TEST(the_volume_is_the_class_s_own) {
	VolumeKind kind = volume_kind(_i);
	if (!volume_is_known(&kind)) return;
	Rng rng = rng_of(43, (uint64_t)_i);
	for (int round = 0; round < 20 && kind.bv->directions == 0; ++round) {
		Drawn a = draw_solid(&rng, &kind);
		check_near(solid_size(&a.solid, &s_scratch).volume, a.volume, 1e-5 * a.volume);
	}
}

// By discs across the line of centres: of every distance, from one within the other to apart.
START_TEST(what_balls_have_in_common_is_a_sum_of_discs) {
	enum { DISCS = 4000 };
	Rng rng = rng_of(46, 0);
	int lenses = 0;
	for (int round = 0; round < 200; ++round) {
		Solid a = { .kind = SOLID_SWEPT, .r = rng_range(&rng, 0.2, 1) }, b = a;
		b.r = rng_range(&rng, 0.2, 1), b.c.z = rng_range(&rng, 0, 2.2);
		double d = b.c.z, lo = fmax(-a.r, d - b.r), width = (fmin(a.r, d + b.r) - lo) / DISCS, want = 0;
		for (int i = 0; i < DISCS && width > 0; ++i) {
			double z = lo + (i + 0.5) * width;
			want += 2 * acos(0) * width * fmin(a.r * a.r - z * z, b.r * b.r - (z - d) * (z - d));
		}
		check_near(solid_common(&a, &b, &s_scratch), want, 1e-5);
		lenses += d < a.r + b.r && d > fabs(a.r - b.r);
	}
	ck_assert_int_gt(lenses, 50);
}

// The surface is how fast the volume grows with the radius.
START_TEST(the_surface_of_swept_spheres_is_how_fast_they_grow) {
	Rng rng = rng_of(44, 0);
	for (int round = 0; round < 50; ++round) {
		Solid solid = { .kind = SOLID_SWEPT, .r = rng_range(&rng, 0.1, 1) };
		for (int k = 0; k < round % 3; ++k)
			solid.e[k] = (HnVec3){ rng_range(&rng, -1, 1), rng_range(&rng, -1, 1), rng_range(&rng, -1, 1) };
		double h = 1e-5, area = solid_size(&solid, &s_scratch).area;
		Solid more = solid, less = solid;
		more.r += h, less.r -= h;
		double slope =
		    (solid_size(&more, &s_scratch).volume - solid_size(&less, &s_scratch).volume) / (2 * h);
		check_near(area, slope, 1e-8 * area);
	}
}

// Thin in one direction, or empty, after any number of cuts.
START_TEST(flat_polytopes_have_no_volume) {
	const float lo[3] = { 0, 0, 0 }, hi[3] = { 1, 2, 0 }, far_lo[3] = { 5, 5, 5 }, far_hi[3] = { 6, 6, 6 };
	Solid flat, apart;
	solid_box(&flat, lo, hi);
	solid_box(&apart, far_lo, far_hi);
	SolidSize size = solid_size(&flat, &s_scratch);
	ck_assert(size.volume == 0 && size.area == 4);
	ck_assert(solid_common(&flat, &apart, &s_scratch) == 0);
	ck_assert(solid_polytope(&s_scratch, &flat));
	ck_assert(polytope_cut(&s_scratch, (HnVec3){ 1, 1, 1 }, 0.5));
	ck_assert(polytope_volume(&s_scratch) <= 0x1p-60);
	check_near(polytope_area(&s_scratch), 0.25, 1e-15);
	ck_assert(polytope_cut(&s_scratch, (HnVec3){ -1, 0, 0 }, -3));
	ck_assert(polytope_volume(&s_scratch) == 0 && polytope_area(&s_scratch) == 0);
	// through corners and edges, again and again
	const float one[3] = { 1, 1, 1 };
	solid_box(&apart, lo, one);
	ck_assert(solid_polytope(&s_scratch, &apart));
	for (int i = 0; i < 4; ++i) ck_assert(polytope_cut(&s_scratch, (HnVec3){ 1, 1, 0 }, 1));
	check_near(polytope_volume(&s_scratch), 0.5, 1e-15);
	check_near(polytope_area(&s_scratch), 3 + sqrt(2), 1e-14);
}

// Trees
// ------------------------------------------------------------------------------------------------------

typedef struct Naive {
	double volume, overlap;
	int32_t height;
	int64_t held, families;
} Naive;

static double node_volume(const Tree *tree, const TreeDef *def, int32_t i, int32_t other) {
	Solid a, b;
	def->bv->solid(&a, tree_volume(tree, def, i), &def->space);
	def->bv->solid(&b, tree_volume(tree, def, other), &def->space);
	double unscale = 1 / def->space.scale,
	       volume = i == other ? solid_size(&a, &s_scratch).volume : solid_common(&a, &b, &s_scratch);
	return volume * unscale * unscale * unscale;
}

static int64_t below(const Tree *tree, const TreeDef *def, int32_t i) { // triangles
	TopoNode node = tree_node(tree, def, i);
	if (node.count > 0) return node.count;
	return below(tree, def, node.link) + (node.count < 0 ? -node.count : below(tree, def, node.link + 1));
}

static void look(Naive *out, const Tree *tree, const TreeDef *def, int32_t i, int32_t level) {
	TopoNode node = tree_node(tree, def, i);
	if (level > out->height) out->height = level;
	out->volume += node_volume(tree, def, i, i);
	out->held += below(tree, def, i);
	if (node.count == 0) out->overlap += node_volume(tree, def, node.link, node.link + 1), out->families += 1;
	if (node.count <= 0) look(out, tree, def, node.link, level + 1);
	if (node.count == 0) look(out, tree, def, node.link + 1, level + 1);
}

// The least height of as many triangles, where each node has two children and leaves are full.
static int32_t least_height(const Tree *tree, const TreeDef *def) {
	int32_t height = 0;
	while ((int64_t)def->topo.leaf << height < tree->triangle_count) ++height;
	return def->storage == STORE_PARENT && height > 0 ? height - 1 : height; // leaves are no nodes
}

static double root_area(const Tree *tree, const TreeDef *def) {
	Solid root;
	def->bv->solid(&root, tree_volume(tree, def, 0), &def->space);
	double unscale = 1 / def->space.scale;
	return solid_size(&root, &s_scratch).area * unscale * unscale;
}

static void check_quality(const Tree *tree, const TreeDef *def) {
	TreeQuality quality;
	ck_assert_int_eq(tree_quality(&quality, tree, def), HN_OK);
	Naive want = { 0 };
	look(&want, tree, def, 0, 0);
	double volume = 0, overlap = 0;
	int64_t nodes = 0, families = 0;
	for (int32_t i = 0; i <= quality.height; ++i) {
		nodes += quality.levels[i].nodes;
		families += quality.levels[i].families;
		volume += quality.levels[i].volume;
		if (quality.levels[i].families > 0) overlap += quality.levels[i].overlap;
	}
	ck_assert_int_eq(nodes, tree->node_count);
	ck_assert_int_eq(quality.height, want.height);
	ck_assert_int_eq(quality.held, want.held);
	ck_assert_int_eq(families, want.families);
	ck_assert_int_le(quality.height_least, quality.height);
	ck_assert_int_eq(quality.height_least, least_height(tree, def));
	check_near(quality.root_area, root_area(tree, def), 1e-9 * quality.root_area);
	check_near(volume, want.volume, 1e-9 * want.volume);
	if (!isnan(want.overlap)) check_near(overlap, want.overlap, 1e-9 * want.overlap);
	ck_assert(isnan(want.overlap) == isnan(overlap));
	ck_assert(quality.levels[0].nodes == 1 && quality.levels[0].volume == quality.root_volume);
	tree_quality_free(&quality);
}

START_TEST(quality_is_a_sum_over_the_nodes) {
	VolumeKind kind = volume_kind(_i);
	if (!volume_is_known(&kind)) return;
	Rng rng = rng_of(45, (uint64_t)_i);
	for (int round = 0; round < 6; ++round) {
		SoupDef soup = { round % 2 == 0 ? SOUP_RANDOM : SOUP_GRID, 1 + round * 9, 0.5, { 0, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		MeshView tree_mesh = mesh_view(mesh);
		TreeDef def = { .bv = kind.bv,
			            .topo = { topo_axis_rule(0), topo_point_rule(0), 1 + round % 3, NULL, NULL, NULL,
			                      NULL },
			            .space = volume_space(&kind, 0.25),
			            .storage = round < 3 ? STORE_LEAVES : STORE_PARENT };
		Tree tree;
		ck_assert_int_eq(tree_build_once(&tree, &def, &tree_mesh), HN_OK);
		check_quality(&tree, &def);
		tree_free(&tree, &def);
		hn_mesh_destroy(mesh);
	}
}

static void unknown_solid(Solid *out, const void *volume, const BvSpace *space) {
	(void)volume, (void)space;
	out->kind = SOLID_UNKNOWN;
}

// A volume that says nothing of itself leaves its cells empty, and no others.
START_TEST(what_is_unknown_is_reported_so) {
	const double xyz[] = { 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4 };
	const int32_t triangles[] = { 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 2, 3 };
	MeshView mesh = { xyz, triangles, 4, 4 };
	BvClass bv = *bv_class(0);
	bv.solid = unknown_solid;
	TreeDef def = { .bv = &bv,
		            .topo = { topo_axis_rule(0), topo_point_rule(0), .leaf = 1 },
		            .space = { .scale = 1 } };
	Tree tree;
	TreeQuality quality;
	Tightness tightness;
	ck_assert_int_eq(tree_build_once(&tree, &def, &mesh), HN_OK);
	ck_assert_int_eq(tree_quality(&quality, &tree, &def), HN_OK);
	ck_assert(isnan(quality.root_volume) && isnan(quality.root_area) && isnan(quality.levels[1].overlap));
	ck_assert_int_eq(quality.levels[0].nodes, 1);
	ck_assert_int_eq(tree_tightness(&tightness, &tree, &def, &mesh), HN_OK);
	ck_assert(isnan(tightness.volume) && isnan(tightness.area) && isnan(tightness.diameter));
	ck_assert(isnan(tightness.tau.lo) && isnan(tightness.hausdorff.hi) && isnan(tightness.levels[0].hi));
	ck_assert(tightness.hull_volume > 10 && tightness.object_diameter > 5);
	tightness_free(&tightness);
	tree_quality_free(&quality);
	tree_free(&tree, &def);
}

Suite *solid_suite(void) {
	Suite *suite = suite_create("solid");
	TCase *solids = tcase_create("solids");
	tcase_add_test(solids, what_balls_have_in_common_is_a_sum_of_discs);
	tcase_add_test(solids, the_surface_of_swept_spheres_is_how_fast_they_grow);
	tcase_add_test(solids, flat_polytopes_have_no_volume);
	tcase_add_test(solids, what_is_unknown_is_reported_so);
	suite_add_tcase(suite, solids);
	for (int32_t i = 0; volume_kind(i).bv != NULL; ++i) {
		const char *title = volume_kind(i).title;
		registry_add_case(suite, title, polytopes_have_the_volume_and_surface_of_their_corners, i);
		registry_add_case(suite, title, what_is_common_lies_in_both, i);
		registry_add_case(suite, title, the_volume_is_the_class_s_own, i);
		registry_add_case(suite, title, quality_is_a_sum_over_the_nodes, i);
	}
	return suite;
}
