// Topologies: every triangle in one leaf, leaves no larger than asked, splits where the rules say, and
// nothing that grows with depth but the answer.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "made.h"
#include "registry.h"
#include "soup.h"
#include "suite.h"
#include "topo/topo.h"

extern const TopoPointRule topo_point_middle, topo_point_median;

// For inner loops: every assertion of check leaves a mark, which costs a system call.
#define HOLDS(condition) ((condition) ? (void)0 : ck_abort_msg("not so: %s", #condition))

typedef struct Built {
	TopoBuilder builder;
	TopoItem *in; // as given
	int32_t count;
} Built;

static Built build(const HnMesh *mesh, const TopoDef *def) {
	Built b = { .count = mesh->triangle_count };
	ck_assert_int_eq(topo_builder_init(&b.builder, b.count), HN_OK);
	b.in = calloc((size_t)b.count + 1, sizeof *b.in);
	topo_items_fill(b.in, mesh->xyz, mesh->triangles, b.count);
	topo_items_fill(b.builder.items, mesh->xyz, mesh->triangles, b.count);
	ck_assert_int_eq(topo_build(&b.builder, def, b.count), HN_OK);
	return b;
}

static void built_free(Built *b) {
	topo_builder_free(&b->builder);
	free(b->in);
}

// Walks all nodes; returns the depth. Ranges of leaves must follow each other without gap.
static void check_shape(const Built *b, int32_t leaf) {
	const TopoBuilder *t = &b->builder;
	int32_t *first = calloc((size_t)t->node_count, sizeof *first),
	        *size = calloc((size_t)t->node_count, sizeof *size);
	int32_t *below = calloc((size_t)t->node_count, sizeof *below),
	        *seen = calloc((size_t)b->count, sizeof *seen);
	for (int32_t i = t->node_count - 1; i >= 0; --i) {
		TopoNode node = t->nodes[i];
		if (node.count > 0) {
			HOLDS(node.count <= leaf);
			first[i] = node.link, size[i] = node.count;
			continue;
		}
		int32_t l = node.link, r = l + 1;
		HOLDS(l > i && r < t->node_count);
		HOLDS(first[l] + size[l] == first[r]);
		first[i] = first[l], size[i] = size[l] + size[r];
		HOLDS(size[i] > leaf);
		below[i] = 1 + (below[l] > below[r] ? below[l] : below[r]);
	}
	ck_assert_int_eq(first[0], 0);
	ck_assert_int_eq(size[0], b->count);
	ck_assert_int_eq(below[0], t->depth);
	ck_assert_int_eq(t->node_count % 2, 1);
	for (int32_t i = 0; i < b->count; ++i) {
		int32_t triangle = t->order[i];
		HOLDS(triangle >= 0 && triangle < b->count);
		seen[triangle] += 1;
		HOLDS(memcmp(&t->items[i], &b->in[i], sizeof b->in[i]) == 0); // items stay
	}
	for (int32_t i = 0; i < b->count; ++i) HOLDS(seen[i] == 1);
	free(first), free(size), free(below), free(seen);
}

START_TEST(every_triangle_is_in_one_leaf) {
	Rng rng = rng_of(11, 0);
	static const int32_t counts[] = { 1, 2, 3, 7, 64, 501 }, leaves[] = { 1, 2, 3, 8, 1000 };
	static const double scales[] = { 1, 0x1p150, 0x1p-150 };
	for (Soup kind = 0; kind < SOUPS; ++kind)
		for (int c = 0; c < 6; ++c) {
			SoupDef soup = { kind, counts[c], scales[c % 3], { c == 4 ? 1e6 : 0, 0, 0 } };
			HnMesh *mesh = soup_create(&rng, &soup);
			for (int32_t axis = 0; topo_axis_rule(axis) != NULL; ++axis)
				for (int l = 0; l < 5; ++l) {
					TopoDef def = {
						topo_axis_rule(axis), topo_point_rule(_i), leaves[l], NULL, NULL, NULL, NULL
					};
					Built b = build(mesh, &def);
					check_shape(&b, leaves[l]);
					built_free(&b);
				}
			hn_mesh_destroy(mesh);
		}
}

// A point rule that is watched: whatever it answers is looked at before it is used.
static const TopoPointRule *s_watched;
static int64_t s_placed;

static bool place_watched(TopoSplit *out, const TopoRange *range, int axis) {
	if (!s_watched->place(out, range, axis)) return false;
	int32_t left = 0;
	for (int32_t i = 0; i < range->count; ++i) {
		double key = topo_key(range, i, axis);
		left += key < out->value || (key == out->value && range->order[i] <= out->tie);
	}
	if (isnan(out->value) || (s_watched->has_cost && !isfinite(out->cost)))
		ck_abort_msg("%s: split at %g for a cost of %g", s_watched->name, out->value, out->cost);
	if (s_watched->sorted != TOPO_UNSORTED && (left == 0 || left == range->count))
		ck_abort_msg("%s: %d of %d triangles go left", s_watched->name, left, range->count);
	s_placed += 1;
	return true;
}

// What is wrong with a rule costs no answer, for what it does not part is parted by its fallback; so each is
// asked itself. In a cloud it has a split.
START_TEST(a_rule_parts_what_it_splits) {
	s_watched = topo_point_rule(_i);
	TopoPointRule rule = *s_watched;
	rule.place = place_watched;
	Rng rng = rng_of(16, 0);
	for (Soup kind = 0; kind < SOUPS; ++kind)
		for (int32_t axis = 0; topo_axis_rule(axis) != NULL; ++axis) {
			SoupDef soup = { kind, 200, 1, { 0, 0, 0 } };
			HnMesh *mesh = soup_create(&rng, &soup);
			TopoDef def = { topo_axis_rule(axis), &rule, 1, NULL, NULL, NULL, NULL };
			s_placed = 0;
			Built b = build(mesh, &def);
			check_shape(&b, 1);
			if (kind == SOUP_RANDOM) ck_assert_msg(s_placed > 0, "%s has no split of a cloud", rule.name);
			built_free(&b);
			hn_mesh_destroy(mesh);
		}
}

START_TEST(no_triangles_give_no_nodes) {
	TopoBuilder builder;
	TopoDef def = { topo_axis_rule(0), topo_point_rule(0), 1, NULL, NULL, NULL, NULL };
	ck_assert_int_eq(topo_builder_init(&builder, 0), HN_OK);
	ck_assert_int_eq(topo_build(&builder, &def, 0), HN_OK);
	ck_assert_int_eq(builder.node_count, 0);
	topo_builder_free(&builder);
}

static int longest_axis(const TopoItem *items, int32_t n) {
	int best = 0;
	double extent[3];
	for (int k = 0; k < 3; ++k) {
		double lo = HUGE_VAL, hi = -HUGE_VAL;
		for (int32_t i = 0; i < n; ++i) lo = fmin(lo, items[i].lo[k]), hi = fmax(hi, items[i].hi[k]);
		extent[k] = hi - lo;
		if (extent[k] > extent[best]) best = k;
	}
	return best;
}

static int varied_axis(const TopoItem *items, int32_t n) {
	int best = 0;
	long double variance[3];
	for (int k = 0; k < 3; ++k) {
		long double sum = 0, squares = 0;
		for (int32_t i = 0; i < n; ++i) sum += (long double)items[i].centroid[k];
		for (int32_t i = 0; i < n; ++i) {
			long double d = (long double)items[i].centroid[k] - sum / n;
			squares += d * d;
		}
		variance[k] = squares;
		if (variance[k] > variance[best]) best = k;
	}
	return best;
}

static int32_t root_left(const TopoBuilder *t) { // triangles of the root's left child
	int32_t node = 1, begin = -1, end = -1;
	while (t->nodes[node].count == 0) node = t->nodes[node].link;
	begin = t->nodes[node].link;
	for (node = 2; t->nodes[node].count == 0;) node = t->nodes[node].link;
	end = t->nodes[node].link;
	ck_assert_int_eq(begin, 0);
	return end;
}

// The place by its definition, from sorted keys.
static double place_of(const char *rule, double *keys, int32_t n) {
	sort_doubles(keys, n);
	if (strcmp(rule, "middle") == 0) return (keys[0] + keys[n - 1]) / 2;
	if (strcmp(rule, "median") == 0) return (keys[n / 2 - 1] + keys[n / 2]) / 2;
	double sum = 0;
	for (int32_t i = 0; i < n; ++i) sum += keys[i];
	return sum / n;
}

START_TEST(the_root_is_split_where_the_rules_say) {
	Rng rng = rng_of(12, 0);
	static const char *const points[] = { "mean", "median", "middle" };
	for (int round = 0; round < 40; ++round) {
		SoupDef soup = { round % 2 == 0 ? SOUP_RANDOM : SOUP_SLIVERS, 50 + round, 1, { 0, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		for (int a = 0; a < 2; ++a)
			for (int p = 0; p < 3; ++p) {
				TopoDef def = { topo_axis_rule(a), topo_point_rule(p), 1, NULL, NULL, NULL, NULL };
				ck_assert_str_eq(def.axis->name, a == 0 ? "longest" : "variance");
				ck_assert_str_eq(def.point->name, points[p]);
				Built b = build(mesh, &def);
				int axis = a == 0 ? longest_axis(b.in, b.count) : varied_axis(b.in, b.count);
				double *keys = calloc((size_t)b.count, sizeof *keys);
				for (int32_t i = 0; i < b.count; ++i) keys[i] = b.in[i].centroid[axis];
				double place = place_of(points[p], keys, b.count);
				int32_t left = root_left(&b.builder);
				for (int32_t i = 0; i < b.count; ++i)
					HOLDS((b.in[b.builder.order[i]].centroid[axis] < place) == (i < left));
				if (p == 1) ck_assert_int_eq(left, b.count / 2);
				free(keys);
				built_free(&b);
			}
		hn_mesh_destroy(mesh);
	}
}

// Long triangles along x whose centroids differ in y alone.
START_TEST(goes_to_the_next_axis_when_centroids_are_on_one_side) {
	enum { N = 8 };
	HnMesh *mesh = mesh_new(3 * N, N);
	for (int32_t i = 0; i < N; ++i) {
		double y = (i * 3) % N; // not in the order of the triangles
		const double xyz[9] = { -100, y, 0, 100, y, 0, 0, y, 0 };
		for (int k = 0; k < 9; ++k) mesh->xyz[9 * i + k] = xyz[k];
		for (int k = 0; k < 3; ++k) mesh->triangles[3 * i + k] = 3 * i + k;
	}
	for (int32_t point = 0; topo_point_rule(point) != NULL; ++point) {
		TopoDef def = { topo_axis_rule(0), topo_point_rule(point), 1, NULL, NULL, NULL, NULL };
		Built b = build(mesh, &def);
		int32_t left = root_left(&b.builder);
		ck_assert(left > 0 && left < N);
		for (int32_t i = 0; i < N; ++i) HOLDS(b.in[b.builder.order[i]].centroid[1] == i);
		built_free(&b);
	}
	hn_mesh_destroy(mesh);
}

START_TEST(equal_centroids_are_halved_by_index) {
	enum { N = 100000 };
	Rng rng = rng_of(13, 0);
	SoupDef soup = { SOUP_EQUAL, N, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	for (int32_t axis = 0; topo_axis_rule(axis) != NULL; ++axis)
		for (int32_t point = 0; topo_point_rule(point) != NULL; ++point) {
			TopoDef def = { topo_axis_rule(axis), topo_point_rule(point), 1, NULL, NULL, NULL, NULL };
			Built b = build(mesh, &def);
			check_shape(&b, 1);
			ck_assert_int_eq(b.builder.depth, 17); // 2^17 is the first power of two over 100,000
			for (int32_t i = 0; i < N; ++i) HOLDS(b.builder.order[i] == i);
			built_free(&b);
		}
	hn_mesh_destroy(mesh);
}

// Each split at the middle or mean takes off one triangle: as deep as there are triangles.
START_TEST(deep_trees_of_halving_distances) {
	enum { N = 300 };
	Rng rng = rng_of(14, 0);
	SoupDef soup = { SOUP_SPACED, N, 0x1p100, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	TopoDef def = { topo_axis_rule(0), &topo_point_middle, 1, NULL, NULL, NULL, NULL };
	Built b = build(mesh, &def);
	check_shape(&b, 1);
	ck_assert_int_ge(b.builder.depth, N / 2);
	built_free(&b);
	hn_mesh_destroy(mesh);
}

// A place to put the triangles of many copies of one value: ranks among ties must still halve.
START_TEST(the_median_halves_ties_by_triangle) {
	enum { N = 1001 };
	Rng rng = rng_of(15, 0);
	SoupDef soup = { SOUP_GRID, N, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	TopoDef def = { topo_axis_rule(0), &topo_point_median, 1, NULL, NULL, NULL, NULL };
	Built b = build(mesh, &def);
	check_shape(&b, 1);
	ck_assert_int_eq(root_left(&b.builder), N / 2);
	ck_assert_int_le(b.builder.depth, 10);
	int axis = longest_axis(b.in, N);
	const int32_t *order = b.builder.order;
	for (int32_t i = 0; i < N / 2; ++i)
		for (int32_t j = N / 2; j < N; ++j) {
			double x = b.in[order[i]].centroid[axis], y = b.in[order[j]].centroid[axis];
			HOLDS(x < y || (x == y && order[i] < order[j]));
		}
	built_free(&b);
	hn_mesh_destroy(mesh);
}

typedef struct Turned {
	const HnMesh *mesh;
	int32_t asked;
} Turned;

// x, y, z in the frame are y, z, x of the items.
static void turned_frame(void *context, TopoFrame *out, int32_t node, const int32_t *triangles,
                         int32_t count) {
	(void)node;
	Turned *turned = context;
	turned->asked += 1;
	*out = (TopoFrame){ .axes = { { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } } },
		                .xyz = turned->mesh->xyz,
		                .triangles = turned->mesh->triangles };
	for (int k = 0; k < 3; ++k) {
		double lo = HUGE_VAL, hi = -HUGE_VAL;
		int from = (k + 1) % 3;
		for (int32_t i = 0; i < count; ++i) {
			TopoItem item;
			topo_items_fill(&item, turned->mesh->xyz, turned->mesh->triangles + 3 * (int64_t)triangles[i], 1);
			lo = fmin(lo, item.lo[from]), hi = fmax(hi, item.hi[from]);
		}
		out->extent[k] = hi - lo;
	}
}

START_TEST(a_turned_frame_gives_the_tree_of_the_turned_mesh) {
	Rng rng = rng_of(16, 0);
	SoupDef soup = { SOUP_RANDOM, 300, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	HnMesh *turned = mesh_new(mesh->vertex_count, mesh->triangle_count);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) turned->triangles[i] = mesh->triangles[i];
	for (int64_t v = 0; v < mesh->vertex_count; ++v)
		for (int k = 0; k < 3; ++k) turned->xyz[3 * v + k] = mesh->xyz[3 * v + (k + 1) % 3];
	for (int32_t axis = 0; topo_axis_rule(axis) != NULL; ++axis)
		for (int32_t point = 0; topo_point_rule(point) != NULL; ++point) {
			Turned context = { mesh, 0 };
			TopoDef framed = {
				topo_axis_rule(axis), topo_point_rule(point), 1, turned_frame, &context, NULL, NULL
			};
			TopoDef plain = { topo_axis_rule(axis), topo_point_rule(point), 1, NULL, NULL, NULL, NULL };
			Built a = build(mesh, &framed), b = build(turned, &plain);
			ck_assert_int_eq(context.asked, mesh->triangle_count - 1); // once an inner node
			for (int32_t i = 0; i < a.count; ++i) ck_assert_int_eq(a.builder.order[i], b.builder.order[i]);
			built_free(&a);
			built_free(&b);
		}
	hn_mesh_destroy(mesh);
	hn_mesh_destroy(turned);
}

START_TEST(a_failed_allocation_leaves_nothing_behind) {
	size_t before = hn_mem_live_bytes();
	for (int64_t fail = 1;; ++fail) {
		TopoBuilder builder;
		mem_fail_at(mem_allocation_count() + fail);
		int32_t status = topo_builder_init(&builder, 100);
		mem_fail_at(0);
		if (status == HN_OK) {
			ck_assert_int_gt(fail, 1);
			topo_builder_free(&builder);
			break;
		}
		ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	TopoBuilder builder;
	ck_assert_int_eq(topo_builder_init(&builder, TOPO_MAX_TRIANGLES + 1), HN_ERR_BAD_INPUT);
}

static const char *const s_axis_lines[] = {
#define TOPO_AXIS(name) "TOPO_AXIS(" #name ")",
#include "topo/axis.def"
#undef TOPO_AXIS
};
static const char *const s_point_lines[] = {
#define TOPO_POINT(name) "TOPO_POINT(" #name ")",
#include "topo/point.def"
#undef TOPO_POINT
};

START_TEST(names_can_be_told_apart) {
	registry_check_names(s_axis_lines, sizeof s_axis_lines / sizeof s_axis_lines[0], topo_axis_name);
	registry_check_names(s_point_lines, sizeof s_point_lines / sizeof s_point_lines[0], topo_point_name);
}

TEST_SUITE(topo, suite, tc) {
	tcase_add_test(tc, names_can_be_told_apart);
	tcase_add_test(tc, no_triangles_give_no_nodes);
	tcase_add_test(tc, the_root_is_split_where_the_rules_say);
	tcase_add_test(tc, goes_to_the_next_axis_when_centroids_are_on_one_side);
	tcase_add_test(tc, equal_centroids_are_halved_by_index);
	tcase_add_test(tc, deep_trees_of_halving_distances);
	tcase_add_test(tc, the_median_halves_ties_by_triangle);
	tcase_add_test(tc, a_turned_frame_gives_the_tree_of_the_turned_mesh);
	tcase_add_test(tc, a_failed_allocation_leaves_nothing_behind);
	for (int32_t i = 0; topo_point_rule(i) != NULL; ++i) { // a case for each: CK_RUN_CASE=median
		registry_add_case(suite, topo_point_name(i), every_triangle_is_in_one_leaf, i);
		registry_add_case(suite, topo_point_name(i), a_rule_parts_what_it_splits, i);
	}
}
