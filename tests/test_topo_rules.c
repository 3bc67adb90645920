// The rules that cost a split: at every node of a tree, against their definitions evaluated plainly over all
// planes and all triangles.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/sort.h"
#include "cheap.h"
#include "made.h"
#include "soup.h"
#include "suite.h"
#include "topo/topo.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 2 * SOUPS };
#else
enum { ROUNDS = 6 * SOUPS };
#endif
enum { MOST = 64, FRAMES = 3 };

// The triangles of one node along the axes of its frame.
typedef struct Set {
	int32_t n, triangle[MOST];
	double key[3][MOST], lo[3][MOST], hi[3][MOST], extent[3];
} Set;

// Where a set is divided.
typedef struct Cut {
	bool found, left[MOST];
	long double cost, second, third; // less is better, in this order
} Cut;

typedef struct Turning {
	const HnMesh *mesh;
	const HnMat3 *axes; // FRAMES of them; a node of n triangles has frame n % FRAMES
} Turning;

static double along(const HnMat3 *axes, int axis, const double p[3]) {
	const double *row = axes->m[axis];
	return row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
}

static void set_fill(Set *set, const Turning *turning, const int32_t *triangles, int32_t n) {
	static const HnMat3 s_plain = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
	const HnMat3 *axes = turning->axes == NULL ? &s_plain : &turning->axes[n % FRAMES];
	ck_assert_int_le(n, MOST);
	set->n = n;
	for (int axis = 0; axis < 3; ++axis) {
		double least = HUGE_VAL, most = -HUGE_VAL;
		for (int32_t i = 0; i < n; ++i) {
			const int32_t *v = turning->mesh->triangles + 3 * (int64_t)triangles[i];
			TopoItem item;
			double corner[3];
			topo_items_fill(&item, turning->mesh->xyz, v, 1);
			for (int k = 0; k < 3; ++k) corner[k] = along(axes, axis, turning->mesh->xyz + 3 * (int64_t)v[k]);
			set->triangle[i] = triangles[i];
			set->key[axis][i] = along(axes, axis, item.centroid);
			set->lo[axis][i] = fmin(corner[0], fmin(corner[1], corner[2]));
			set->hi[axis][i] = fmax(corner[0], fmax(corner[1], corner[2]));
			least = fmin(least, set->lo[axis][i]), most = fmax(most, set->hi[axis][i]);
		}
		set->extent[axis] = most - least;
	}
}

static void turn(void *context, TopoFrame *out, int32_t node, const int32_t *triangles, int32_t count) {
	(void)node;
	const Turning *turning = context;
	static Set set;
	set_fill(&set, turning, triangles, count);
	*out = (TopoFrame){ .axes = turning->axes[count % FRAMES],
		                .xyz = turning->mesh->xyz,
		                .triangles = turning->mesh->triangles };
	for (int k = 0; k < 3; ++k) out->extent[k] = set.extent[k];
}

// The Def of `penalty` is its lambda.
static double lambda_of(const TopoDef *def) { return *(const double *)def->point_params; }

static int32_t cut_at(Cut *out, const Set *set, int axis, long double plane) {
	int32_t left = 0;
	for (int32_t i = 0; i < set->n; ++i) left += out->left[i] = (long double)set->key[axis][i] <= plane;
	return left;
}

static void cut_keep_better(Cut *best, const Cut *cut) {
	if (best->found &&
	    (cut->cost > best->cost || (cut->cost == best->cost && cut->second > best->second) ||
	     (cut->cost == best->cost && cut->second == best->second && cut->third >= best->third)))
		return;
	*best = *cut;
	best->found = true;
}

static double side_cost(const char *rule, const Set *set, const Cut *cut, bool left, int32_t leaf) {
	double side[3];
	int32_t n = 0;
	for (int axis = 0; axis < 3; ++axis) {
		double lo = HUGE_VAL, hi = -HUGE_VAL;
		n = 0;
		for (int32_t i = 0; i < set->n; ++i) {
			if (cut->left[i] != left) continue;
			lo = fmin(lo, set->lo[axis][i]), hi = fmax(hi, set->hi[axis][i]);
			n += 1;
		}
		side[axis] = hi - lo;
	}
	if (strcmp(rule, "volume") == 0) return side[0] * side[1] * side[2];
	int32_t leaves = n / leaf + (n % leaf > 0);
	return (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]) * leaves;
}

// The best plane at a centroid along one axis.
static Cut boxes_cut(const char *rule, const Set *set, int axis, const TopoDef *def) {
	Cut best = { .found = false };
	for (int32_t c = 0; c < set->n; ++c) {
		Cut cut = { .found = false };
		int32_t left = cut_at(&cut, set, axis, (long double)set->key[axis][c]);
		if (left == set->n) continue;
		double l = side_cost(rule, set, &cut, true, def->leaf),
		       r = side_cost(rule, set, &cut, false, def->leaf);
		cut.cost = (long double)(l + r);
		cut.second = abs(set->n - 2 * left);
		cut.third = (long double)set->key[axis][c];
		cut_keep_better(&best, &cut);
	}
	return best;
}

// The plane of least penalty along one axis: f counted triangle by triangle at every midpoint.
static Cut penalty_cut(const char *rule, const Set *set, int axis, const TopoDef *def) {
	(void)rule;
	Cut best = { .found = false };
	double ends[2 * MOST];
	int32_t n = set->n;
	for (int32_t i = 0; i < n; ++i) ends[2 * i] = set->lo[axis][i], ends[2 * i + 1] = set->hi[axis][i];
	sort_doubles(ends, 2 * n);
	long double middle = ((long double)ends[0] + (long double)ends[2 * n - 1]) / 2;
	for (int32_t e = 1; e < 2 * n; ++e) {
		if (ends[e] == ends[e - 1]) continue;
		long double plane = ((long double)ends[e - 1] + (long double)ends[e]) / 2;
		Cut cut = { .found = false };
		int32_t left = cut_at(&cut, set, axis, plane), below = 0, above = 0;
		if (left == 0 || left == n) continue;
		for (int32_t i = 0; i < n; ++i) {
			below += (long double)set->hi[axis][i] <= plane;
			above += (long double)set->lo[axis][i] >= plane;
		}
		cut.cost = abs(below - above) + (long double)lambda_of(def) * (n - below - above);
		cut.second = plane < middle ? middle - plane : plane - middle;
		cut.third = plane;
		cut_keep_better(&best, &cut);
	}
	return best;
}

typedef Cut (*CutOf)(const char *rule, const Set *set, int axis, const TopoDef *def);

// The best of all axes; `second` and `third` are of no account from one axis to the next.
static Cut all_axes(const char *rule, const Set *set, const TopoDef *def, CutOf cut_of) {
	Cut best = { .found = false };
	bool by_extent = strcmp(rule, "penalty") != 0;
	for (int axis = 0; axis < 3; ++axis) {
		Cut cut = cut_of(rule, set, axis, def);
		cut.second = by_extent ? -(long double)set->extent[axis] : 0;
		cut.third = axis;
		if (cut.found) cut_keep_better(&best, &cut);
	}
	return best;
}

static Cut longest_axis(const char *rule, const Set *set, const TopoDef *def, CutOf cut_of) {
	bool tried[3] = { false, false, false };
	for (int turn_of = 0; turn_of < 3; ++turn_of) {
		int axis = -1;
		for (int k = 0; k < 3; ++k)
			if (!tried[k] && (axis < 0 || set->extent[k] > set->extent[axis])) axis = k;
		tried[axis] = true;
		Cut cut = cut_of(rule, set, axis, def);
		if (cut.found) return cut;
	}
	return (Cut){ .found = false };
}

// By rank, ties by triangle; the longest axis that has any spread.
static Cut median_cut(const char *rule, const Set *set, int axis, const TopoDef *def) {
	(void)rule, (void)def;
	Cut cut = { .found = false };
	for (int32_t i = 0; i < set->n; ++i) {
		int32_t before = 0;
		for (int32_t j = 0; j < set->n; ++j) {
			double a = set->key[axis][j], b = set->key[axis][i];
			before += a < b || (a == b && set->triangle[j] < set->triangle[i]);
			cut.found = cut.found || a != b;
		}
		cut.left[i] = before < set->n / 2;
	}
	return cut;
}

static Cut expected_cut(const Set *set, const TopoDef *def) {
	const char *rule = def->point->name;
	CutOf cut_of = strcmp(rule, "penalty") == 0 ? penalty_cut : boxes_cut;
	bool all = strcmp(def->axis->name, "all") == 0;
	Cut cut = all ? all_axes(rule, set, def, cut_of) : longest_axis(rule, set, def, cut_of);
	if (!cut.found && cut_of == penalty_cut) cut = longest_axis("median", set, def, median_cut);
	for (int32_t i = 0; !cut.found && i < set->n; ++i) cut.left[i] = i < set->n / 2;
	return cut;
}

static int compare_numbers(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

// Every inner node's left child holds the triangles that the definition sends there.
static void check_splits(const TopoBuilder *t, const TopoDef *def, const Turning *turning) {
	int32_t *first = calloc((size_t)t->node_count, sizeof *first),
	        *size = calloc((size_t)t->node_count, sizeof *size);
	static Set set;
	for (int32_t i = t->node_count - 1; i >= 0; --i) {
		TopoNode node = t->nodes[i];
		first[i] = node.link, size[i] = node.count;
		if (node.count > 0) continue;
		int32_t l = node.link;
		first[i] = first[l], size[i] = size[l] + size[l + 1];
		bool goes_left[4 * MOST] = { false };
		for (int32_t k = 0; k < size[l]; ++k) goes_left[t->order[first[l] + k]] = true;
		int32_t triangles[MOST];
		memcpy(triangles, t->order + first[i], (size_t)size[i] * sizeof *triangles);
		qsort(triangles, (size_t)size[i], sizeof *triangles, compare_numbers);
		set_fill(&set, turning, triangles, size[i]);
		Cut cut = expected_cut(&set, def);
		for (int32_t k = 0; k < size[i]; ++k)
			cheap_assert_msg(goes_left[set.triangle[k]] == cut.left[k], "%s %s, node %d of %d: triangle %d",
			                 def->axis->name, def->point->name, i, size[i], set.triangle[k]);
	}
	free(first), free(size);
}

static void build(TopoBuilder *out, const HnMesh *mesh, const TopoDef *def) {
	ck_assert_int_eq(topo_builder_init(out, mesh->triangle_count), HN_OK);
	topo_items_fill(out->items, mesh->xyz, mesh->triangles, mesh->triangle_count);
	ck_assert_int_eq(topo_build(out, def, mesh->triangle_count), HN_OK);
}

static void check_tree(const HnMesh *mesh, TopoDef def, const HnMat3 *axes) {
	TopoBuilder builder;
	Turning turning = { mesh, axes };
	if (axes != NULL) def.frame = turn, def.frame_context = &turning;
	build(&builder, mesh, &def);
	check_splits(&builder, &def, &turning);
	topo_builder_free(&builder);
}

static const char *const s_rules[] = { "sah", "volume", "penalty" };
static const double s_lambdas[] = { 0, 0.5, 1, 7, 1e6 };

static void rule_is_its_definition(int rule, bool turned) {
	Rng rng = rng_of(61, (uint64_t)rule);
	for (int round = 0; round < ROUNDS; ++round) {
		SoupDef soup = { (Soup)(round % SOUPS), 1 + (int32_t)rng_below(&rng, MOST), 1, { 0, 0, 0 } };
		if (round % 4 == 3) soup.offset.x = 1e6;
		HnMesh *mesh = soup_create(&rng, &soup);
		HnMat3 axes[FRAMES];
		for (int f = 0; f < FRAMES; ++f) axes[f] = f == 0 ? soup_axis_rotation(&rng) : soup_rotation(&rng);
		for (int a = 0; a < 2; ++a) {
			TopoDef def = { .axis = topo_axis_rule(name_index(topo_axis_name, a == 0 ? "longest" : "all")),
				            .point = topo_point_rule(name_index(topo_point_name, s_rules[rule])),
				            .leaf = 1 + (int32_t)rng_below(&rng, 5),
				            .point_params = rule == 2 ? &s_lambdas[round % 5] : NULL };
			check_tree(mesh, def, turned ? axes : NULL);
		}
		hn_mesh_destroy(mesh);
	}
}

START_TEST(along_x_y_z) { rule_is_its_definition(_i, false); }

START_TEST(in_turned_frames) { rule_is_its_definition(_i, true); }

// Triangles that are intervals along x, given as lower end, centroid's offset and length; flat in y and z.
static HnMesh *intervals_create(const double (*intervals)[2], int32_t n) {
	HnMesh *mesh = mesh_new(3 * n, n);
	for (int32_t i = 0; i < n; ++i) {
		double lo = intervals[i][0], hi = intervals[i][1];
		const double xyz[9] = { lo, 0, 0, hi, 0, 0, (lo + hi) / 2, 0, 0 };
		memcpy(mesh->xyz + 9 * (int64_t)i, xyz, sizeof xyz);
		for (int32_t k = 0; k < 3; ++k) mesh->triangles[3 * i + k] = 3 * i + k;
	}
	return mesh;
}

// Left triangles of the root, as bits.
static uint32_t root_left(const double (*intervals)[2], int32_t n, double lambda) {
	HnMesh *mesh = intervals_create(intervals, n);
	TopoBuilder builder;
	TopoDef def = { .axis = topo_axis_rule(name_index(topo_axis_name, "all")),
		            .point = topo_point_rule(name_index(topo_point_name, "penalty")),
		            .leaf = n - 1,
		            .point_params = &lambda };
	build(&builder, mesh, &def);
	ck_assert_int_eq(builder.node_count, 3);
	uint32_t bits = 0;
	for (int32_t i = 0; i < builder.nodes[1].count; ++i) bits |= 1u << builder.order[i];
	topo_builder_free(&builder);
	hn_mesh_destroy(mesh);
	return bits;
}

START_TEST(lambda_weighs_crossing_against_balance) {
	// a pair apart, then two that overlap two more: cutting evenly crosses
	static const double intervals[][2] = { { 0, 1 }, { 2, 6 }, { 3, 7 }, { 5, 9 }, { 5, 10 }, { 6, 11 } };
	ck_assert_uint_eq(root_left(intervals, 6, 0), 0x07);   // |n_l - n_r| = 0 first at 5.5, crossed by four
	ck_assert_uint_eq(root_left(intervals, 6, 1e6), 0x01); // nothing crosses 1.5
}

START_TEST(touching_the_plane_is_not_crossing) {
	// ends at 1 and 2 alone between the outermost: planes 0.5, 1.5 and 2.5
	static const double intervals[][2] = { { 0, 1 }, { 1, 2 }, { 1, 2 }, { 2, 3 } };
	// 1.5: 1 and 1, two crossing; 0.5: 0 and 3, one crossing, and 2.5 likewise, but none is left of 0.5's
	// centroid 0.5 but itself
	ck_assert_uint_eq(root_left(intervals, 4, 0), 0x07); // f = 0 at 1.5; centroids on the plane go left
	ck_assert_uint_eq(root_left(intervals, 4, 4), 0x01); // f = 7 at 0.5, 8 at 1.5; 2.5 is as far from 1.5
}

START_TEST(planes_that_leave_a_side_empty_are_none) {
	// Nested about one centroid: no plane parts them, along no axis. The median does not either: by index.
	static const double nested[][2] = { { -4, 4 }, { -3, 3 }, { -2, 2 }, { -1, 1 } };
	for (int l = 0; l < 5; ++l) ck_assert_uint_eq(root_left(nested, 4, s_lambdas[l]), 0x03);
	// Centroids 0, 1/8 and 1/4, but no end between them: the median parts them, floor(3 / 2) go left.
	static const double close[][2] = { { -4, 4.5 }, { -4, 4 }, { -4, 4.25 } };
	for (int l = 0; l < 5; ++l) ck_assert_uint_eq(root_left(close, 3, s_lambdas[l]), 0x02);
	// The end planes cross one alone and would win with lambda >= 1; they leave a side empty. 2.5 and 4.5 are
	// crossed by three each and as far from 3.5, which four cross.
	static const double comb[][2] = { { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 } };
	ck_assert_uint_eq(root_left(comb, 4, 1e6), 0x01);
	ck_assert_uint_eq(root_left(comb, 4, 0), 0x03);
}

START_TEST(no_double_between_the_ends) {
	// Neighbouring doubles: the midpoint is no double, and still parts them.
	double a = 1, b = nextafter(a, 2), c = nextafter(b, 2);
	const double intervals[][2] = { { b, b }, { a, a }, { c, c } };
	for (int l = 0; l < 5; ++l) ck_assert_uint_eq(root_left(intervals, 2, s_lambdas[l]), 0x02);
	// two planes as good: that between b and c rounds to b, the middle itself
	for (int l = 0; l < 5; ++l) ck_assert_uint_eq(root_left(intervals, 3, s_lambdas[l]), 0x03);
}

// In flat meshes all volumes are 0: halves, along the longest axis.
START_TEST(volumes_of_flat_meshes_do_not_peel) {
	Rng rng = rng_of(62, 0);
	SoupDef soup = { SOUP_FLAT, 1000, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	for (int64_t v = 0; v < mesh->vertex_count; ++v) mesh->xyz[3 * v] += rng_range(&rng, 0, 0.1);
	TopoBuilder builder;
	TopoDef def = { .axis = topo_axis_rule(name_index(topo_axis_name, "all")),
		            .point = topo_point_rule(name_index(topo_point_name, "volume")),
		            .leaf = 1 };
	build(&builder, mesh, &def);
	ck_assert_int_le(builder.depth, 11); // centroids that are equal along x may cost a level
	topo_builder_free(&builder);
	hn_mesh_destroy(mesh);
}

// Distances that halve, in x, y and z in turn, to one side and the other: `middle` peels them one by one.
static HnMesh *halving_create(Rng *rng, int32_t n) {
	HnMesh *mesh = mesh_new(3 * n, n);
	for (int32_t i = 0; i < 9 * n; ++i) {
		int32_t t = i / 9;
		double size = ldexp(t / 540 % 2 == 0 ? 1024 : -1024, -(t / 3 % 180));
		mesh->xyz[i] = (i % 3 == t % 3 ? size : 0) + rng_range(rng, 0, 0x1p-190);
		mesh->triangles[i / 3] = i / 3;
	}
	return mesh;
}

static int32_t depth_of(const HnMesh *mesh, const TopoDef *def) {
	TopoBuilder builder;
	build(&builder, mesh, def);
	int32_t depth = builder.depth;
	topo_builder_free(&builder);
	return depth;
}

// Nothing is deeper than TOPO_DEEP and the halving below. In a cloud, `volume` peels one triangle after the
// other: taking off the outermost one leaves the least overlap.
START_TEST(no_tree_is_deeper_than_the_bound) {
	enum { N = 3000 };
	Rng rng = rng_of(63, 0);
	SoupDef cloud = { SOUP_RANDOM, N, 1, { 0, 0, 0 } };
	HnMesh *meshes[] = { halving_create(&rng, N), soup_create(&rng, &cloud) };
	int32_t deepest = 0;
	for (int m = 0; m < 2; ++m) {
		for (int32_t axis = 0; topo_axis_rule(axis) != NULL; ++axis)
			for (int32_t point = 0; topo_point_rule(point) != NULL; ++point)
				for (int l = 0; l < 5; l += 4) {
					TopoDef def = { topo_axis_rule(axis), topo_point_rule(point), 1, NULL, NULL, NULL, NULL };
					if (strcmp(def.point->name, "penalty") == 0) def.point_params = &s_lambdas[l];
					int32_t depth = depth_of(meshes[m], &def);
					ck_assert_msg(depth <= TOPO_DEEP + 12, "%s along %s: depth %d", def.point->name,
					              def.axis->name, depth);
					deepest = depth > deepest ? depth : deepest;
				}
		hn_mesh_destroy(meshes[m]);
	}
	ck_assert_int_gt(deepest, TOPO_DEEP); // the bound was needed
}

START_TEST(a_failed_order_is_an_error) {
	size_t before = hn_mem_live_bytes();
	Rng rng = rng_of(64, 0);
	SoupDef soup = { SOUP_RANDOM, 50, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	TopoBuilder builder;
	ck_assert_int_eq(topo_builder_init(&builder, 50), HN_OK);
	for (int rule = 0; rule < 3; ++rule) {
		TopoDef def = { .axis = topo_axis_rule(0),
			            .point = topo_point_rule(name_index(topo_point_name, s_rules[rule])),
			            .leaf = 1 };
		size_t held = hn_mem_live_bytes();
		topo_items_fill(builder.items, mesh->xyz, mesh->triangles, 50);
		mem_fail_at(mem_allocation_count() + 1);
		int32_t status = topo_build(&builder, &def, 50);
		mem_fail_at(0);
		// volume reads the orders that sah has left
		ck_assert_int_eq(status, rule == 1 ? HN_OK : HN_ERR_NO_MEMORY);
		ck_assert_uint_le(hn_mem_live_bytes(), held);
		topo_items_fill(builder.items, mesh->xyz, mesh->triangles, 50);
		ck_assert_int_eq(topo_build(&builder, &def, 50), HN_OK);
		ck_assert_int_eq(builder.node_count, 99);
	}
	topo_builder_free(&builder);
	hn_mesh_destroy(mesh);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

TEST_SUITE(topo_rules, suite, tc) {
	tcase_add_loop_test(tc, along_x_y_z, 0, 3);
	tcase_add_loop_test(tc, in_turned_frames, 0, 3);
	tcase_add_test(tc, lambda_weighs_crossing_against_balance);
	tcase_add_test(tc, touching_the_plane_is_not_crossing);
	tcase_add_test(tc, planes_that_leave_a_side_empty_are_none);
	tcase_add_test(tc, no_double_between_the_ends);
	tcase_add_test(tc, volumes_of_flat_meshes_do_not_peel);
	tcase_add_test(tc, no_tree_is_deeper_than_the_bound);
	tcase_add_test(tc, a_failed_order_is_an_error);
}
