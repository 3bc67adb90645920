// How wide trees are built: splits are those of a plain loop over all planes and triangles, and every kernel
// gives the same tree to the last bit, also of degenerate meshes. Turned boxes are smaller.
#include <check.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "scene/motion.h"
#include "suite.h"
#include "wide_plain.h"

enum { TRIANGLES_MAX = 2100, FEW = 400, SAMPLED = 1024 };
enum { KERNELS = 1 + SIMD_SETS }; // kernels: plain C, and those of all instruction sets

static void kernels_fill(const WideBuildKernels *out[KERNELS]) {
	out[0] = &wide_build_plain;
	for (int set = 0; set < SIMD_SETS; ++set) // one that this machine lacks is not run
		out[1 + set] = wide_build_kernels(simd_available((SimdSet)set) ? (SimdSet)set : SIMD_BASELINE);
}

// Meshes
// ------------------------------------------------------------------------------------------------------

typedef enum Kind {
	SOUP,
	GRID,       // small whole numbers: ties, and many triangles in one place
	SAME,       // one triangle many times
	ONE_MIDDLE, // of all boxes
	FLAT,       // z is 0 or -0
	ZEROS,      // everything is 0 or -0
	POINTS,     // no triangle has an area
	SPREAD,     // from far apart to near together
	KINDS
} Kind;

typedef struct Soup {
	double xyz[9 * TRIANGLES_MAX];
	int32_t triangles[3 * TRIANGLES_MAX];
	int32_t count;
} Soup;

static double zero_of(Rng *rng) { return rng_below(rng, 2) == 0 ? 0.0 : -0.0; }

static double power(double x, int n) {
	double out = 1;
	for (int i = 0; i < n; ++i) out *= x;
	return out;
}

static double coordinate(Rng *rng, Kind kind, int32_t triangle, int k) {
	switch (kind) {
	case GRID:
		return 0.25 * (double)((int)rng_below(rng, 5) - 2);
	case SAME:
		return 0.1 * (k + 1) * (k + 2);
	case ONE_MIDDLE:
		return (k / 3 == 0 ? 0.5 : -0.5) / (1 + triangle); // the third corner is that of the first one
	case FLAT:
		return k % 3 == 2 ? zero_of(rng) : rng_range(rng, -1, 1);
	case ZEROS:
		return zero_of(rng);
	case SPREAD:
		return k % 3 == 0 ? power(0.499, triangle) : 0;
	default:
		return rng_range(rng, -1, 1);
	}
}

static void soup_draw(Soup *soup, Rng *rng, Kind kind, int32_t count) {
	soup->count = count;
	for (int32_t i = 0; i < 9 * count; ++i)
		soup->xyz[i] = coordinate(rng, kind, i / 9, i % 9 >= 6 && kind == ONE_MIDDLE ? i % 9 - 6 : i % 9);
	for (int32_t i = 0; i < 3 * count; ++i) soup->triangles[i] = kind == POINTS ? i / 3 * 3 : i;
}

// Of few triangles as many as there are, of more some.
static int32_t count_of(Rng *rng, int trial) {
	return trial < 24 ? trial + 1 : 25 + (int32_t)rng_below(rng, FEW - 25);
}

static void prims_of(WidePrim *out, const Soup *soup) {
	for (int32_t i = 0; i < soup->count; ++i) {
		float lo[3], hi[3];
		for (int k = 0; k < 3; ++k) {
			lo[k] = FLT_MAX, hi[k] = -FLT_MAX;
			for (int c = 0; c < 3; ++c) {
				float x = (float)soup->xyz[3 * soup->triangles[3 * i + c] + k];
				lo[k] = x < lo[k] ? x : lo[k], hi[k] = x > hi[k] ? x : hi[k];
			}
		}
		out[i] = wide_prim(lo, hi, i);
	}
}

// The plain loop
// --------------------------------------------------------------------------------------------------

enum { DEEP = 96 };

typedef struct Naive {
	WidePrim *prims;
	int32_t bins;
	WideBinary binary;
} Naive;

static float low(const WidePrim *prim, int k) { return prim->box[k]; }
static float high(const WidePrim *prim, int k) { return -prim->box[4 + k]; }
static float middle_of(const WidePrim *prim, int k) { return low(prim, k) + high(prim, k); }

static int32_t bin_of(const WidePrim *some, int32_t count, int32_t bins, const WidePrim *prim, int k) {
	float lo = FLT_MAX, hi = -FLT_MAX;
	for (int32_t j = 0; j < count; ++j) {
		float x = middle_of(&some[j], k);
		lo = x < lo ? x : lo, hi = x > hi ? x : hi;
	}
	if (!(hi - lo > 0x1p-100f)) return 0;
	float at = (middle_of(prim, k) - lo) * ((float)bins / (hi - lo));
	if (!(at > 0)) return 0; // not in the sample
	return at < (float)(bins - 1) ? (int32_t)at : bins - 1;
}

// Half the surface of the box of the triangles whose bin is in [from, to), and their number.
static float side_of(const WidePrim *prims, const int32_t *bin, int32_t count, int32_t from, int32_t to,
                     int32_t *found) {
	float lo[3] = { FLT_MAX, FLT_MAX, FLT_MAX }, hi[3] = { -FLT_MAX, -FLT_MAX, -FLT_MAX }, s[3];
	*found = 0;
	for (int32_t i = 0; i < count; ++i) {
		if (bin[i] < from || bin[i] >= to) continue;
		*found += 1;
		for (int k = 0; k < 3; ++k) {
			lo[k] = low(&prims[i], k) < lo[k] ? low(&prims[i], k) : lo[k];
			hi[k] = high(&prims[i], k) > hi[k] ? high(&prims[i], k) : hi[k];
		}
	}
	for (int k = 0; k < 3; ++k) s[k] = hi[k] - lo[k];
	return s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
}

// Whether each triangle is left of the plane of the least cost, and half the surfaces of its sides. The
// triangles at distances of `stride` decide. False: there is no plane.
static bool choose(bool left[], float areas[2], const WidePrim *prims, int32_t all, int32_t most,
                   int32_t stride) {
	WidePrim some[TRIANGLES_MAX];
	int32_t bin[TRIANGLES_MAX], bins = all < most ? all : most, axis = -1, below = 0, count = all / stride;
	float least = 0;
	for (int32_t i = 0; i < count; ++i) some[i] = prims[i * stride];
	for (int k = 0; k < 3; ++k) {
		for (int32_t i = 0; i < count; ++i) bin[i] = bin_of(some, count, bins, &some[i], k);
		for (int32_t plane = 1; plane < bins; ++plane) {
			int32_t n[2];
			float area[2] = { side_of(some, bin, count, 0, plane, &n[0]),
				              side_of(some, bin, count, plane, bins, &n[1]) };
			if (n[0] == 0 || n[1] == 0) continue;
			int32_t leaves[2] = { (n[0] + WIDE - 1) / WIDE, (n[1] + WIDE - 1) / WIDE };
			float cost = area[0] * (float)leaves[0] + area[1] * (float)leaves[1];
			if (axis >= 0 && !(cost < least)) continue;
			axis = k, below = plane, least = cost;
			areas[0] = area[0], areas[1] = area[1];
		}
	}
	for (int32_t i = 0; axis >= 0 && i < all; ++i)
		left[i] = bin_of(some, count, bins, &prims[i], axis) < below;
	return axis >= 0;
}

// The first triangle without a side stays, or is swapped with the last one without a side.
static int32_t sides(WidePrim *prims, bool *left, int32_t count) {
	int32_t i = 0, j = count;
	while (i < j) {
		if (left[i]) {
			i += 1;
			continue;
		}
		j -= 1;
		WidePrim other = prims[j];
		prims[j] = prims[i], prims[i] = other;
		bool side = left[j];
		left[j] = left[i], left[i] = side;
	}
	return i;
}

static float area_of(const WidePrim *prims, int32_t count) {
	int32_t same[TRIANGLES_MAX] = { 0 }, n;
	return side_of(prims, same, count, 0, 1, &n);
}

static void naive_split(Naive *naive, int32_t begin, int32_t end, int depth, float area) {
	WidePrim *prims = naive->prims + begin;
	int32_t count = end - begin, place = (int32_t)naive->binary.count, half = count / 2;
	WideBinaryNode node = { begin, end, 0, area, { 0 } };
	bool left[TRIANGLES_MAX];
	ck_assert(ARRAY_PUSH(&naive->binary, node));
	if (count <= WIDE) return;
	float areas[2] = { area_of(prims, half), area_of(prims + half, count - half) };
	bool many = count >= SAMPLED && depth < DEEP;
	if ((many && choose(left, areas, prims, count, naive->bins, 5)) ||
	    (depth < DEEP && choose(left, areas, prims, count, naive->bins, 1)))
		half = sides(prims, left, count);
	naive_split(naive, begin, begin + half, depth + 1, areas[0]);
	naive->binary.data[place].right = (int32_t)naive->binary.count;
	naive_split(naive, begin + half, end, depth + 1, areas[1]);
}

static void same_split(const WideSplit *split, const Naive *naive) {
	ck_assert_int_eq(split->binary.count, naive->binary.count);
	for (int64_t i = 0; i < split->binary.count; ++i) {
		const WideBinaryNode *a = &split->binary.data[i], *b = &naive->binary.data[i];
		ck_assert(a->begin == b->begin && a->end == b->end && a->right == b->right && a->area == b->area);
	}
	for (int32_t i = 0; i < split->count; ++i)
		ck_assert_int_eq(wide_prim_id(&split->prims[i]), wide_prim_id(&naive->prims[i]));
}

static void split_right(const Soup *soup, int32_t bins) {
	const WideBuildKernels *kernels[KERNELS];
	WidePrim prims[TRIANGLES_MAX];
	int32_t room[TRIANGLES_MAX + 1];
	Naive naive = { prims, bins, { 0 } };
	prims_of(prims, soup);
	naive_split(&naive, 0, soup->count, 0, area_of(prims, soup->count));
	kernels_fill(kernels);
	for (int k = 0; k < KERNELS; ++k) {
		WidePrim own[TRIANGLES_MAX];
		WideSplit split = { own, room, soup->count, bins, { 0 } };
		prims_of(own, soup);
		ck_assert(kernels[k]->split(&split));
		same_split(&split, &naive);
		ARRAY_FREE(&split.binary);
	}
	ARRAY_FREE(&naive.binary);
}

START_TEST(splits_are_those_of_a_plain_loop) {
	static const int32_t s_bins[] = { 2, 3, 7, 16, WIDE_BINS_MAX };
	Soup soup;
	Rng rng = rng_of(3, (uint64_t)_i);
	for (int trial = 0; trial < 40; ++trial) {
		soup_draw(&soup, &rng, (Kind)_i, count_of(&rng, trial));
		split_right(&soup, s_bins[trial % 5]);
	}
}

START_TEST(a_sample_decides_about_many) {
	static const int32_t s_counts[] = { SAMPLED - 1, SAMPLED, SAMPLED + 3, TRIANGLES_MAX };
	Soup soup;
	Rng rng = rng_of(7, (uint64_t)_i);
	for (int trial = 0; trial < 4; ++trial) {
		soup_draw(&soup, &rng, (Kind)_i, s_counts[trial]);
		split_right(&soup, trial == 0 ? WIDE_BINS_MAX : 16);
	}
	// The sample is one triangle many times, so all decide.
	for (int32_t i = 0; i < soup.count; i += 5) memcpy(soup.xyz + 9 * i, soup.xyz, 9 * sizeof soup.xyz[0]);
	split_right(&soup, 16);
}

// One triangle is split off at a time until the tree is too deep for planes.
START_TEST(deep_trees) {
	Soup soup;
	Rng rng = rng_of(4, 0);
	soup_draw(&soup, &rng, SPREAD, 150);
	split_right(&soup, 2);
}

// Trees
// -------------------------------------------------------------------------------------------------------

static void same_trees(const WideTree *a, const WideTree *b) {
	size_t nodes = (size_t)a->node_count, leaves = (size_t)a->leaf_count;
	ck_assert(a->node_count == b->node_count && a->leaf_count == b->leaf_count);
	ck_assert_mem_eq(a->nodes, b->nodes, nodes * wide_node_size(a->volume));
	ck_assert_mem_eq(a->leaves, b->leaves, leaves * sizeof(WideLeaf));
	ck_assert_mem_eq(a->parents, b->parents, nodes * sizeof *a->parents);
}

static void trees_agree(const Soup *soup, WideVolume volume, double scale) {
	const WideBuildKernels *kernels[KERNELS];
	MeshView mesh = { soup->xyz, soup->triangles, 3 * soup->count, soup->count };
	WideTree first;
	kernels_fill(kernels);
	for (int k = 0; k < KERNELS; ++k) {
		WideTree tree;
		WideDef def = { volume, scale, 16, 4, false, kernels[k] };
		ck_assert_int_eq(wide_tree_build(&tree, &def, &mesh), HN_OK);
		if (k > 0) same_trees(&first, &tree), wide_tree_free(&tree);
		if (k == 0) first = tree;
	}
	wide_tree_free(&first);
}

START_TEST(kernels_build_the_same_trees) {
	Soup soup;
	Rng rng = rng_of(5, (uint64_t)_i);
	for (int trial = 0; trial < 40; ++trial) {
		soup_draw(&soup, &rng, (Kind)_i, count_of(&rng, trial));
		for (int volume = 0; volume < WIDE_VOLUMES; ++volume) {
			trees_agree(&soup, (WideVolume)volume, 1);
			trees_agree(&soup, (WideVolume)volume, 0x1p-120);
		}
	}
}

// Turned boxes
// -------------------------------------------------------------------------------------------------

// A square sheet of triangles, a little uneven, somewhere in space. Its covariance says nothing about its
// sides.
static void sheet_draw(Soup *soup, Rng *rng) {
	enum { SIDE = 14 };
	double at[SIDE + 1][SIDE + 1][3];
	HnMat3 turn = motion_random_rotation(rng);
	for (int i = 0; i <= SIDE; ++i)
		for (int j = 0; j <= SIDE; ++j) {
			HnVec3 p = { (double)i / SIDE, (double)j / SIDE, rng_range(rng, 0, 0.01) };
			p = mat3_mul_vec(&turn, p);
			at[i][j][0] = p.x, at[i][j][1] = p.y, at[i][j][2] = p.z;
		}
	static const int s_corners[6][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 } };
	soup->count = 2 * SIDE * SIDE;
	for (int32_t c = 0; c < 3 * soup->count; ++c) {
		const int *corner = s_corners[c % 6];
		memcpy(soup->xyz + 3 * c, at[c / 6 / SIDE + corner[0]][c / 6 % SIDE + corner[1]], 3 * sizeof(double));
		soup->triangles[c] = c;
	}
}

static double surfaces_of(const Soup *soup, int32_t turns) {
	MeshView mesh = { soup->xyz, soup->triangles, 3 * soup->count, soup->count };
	WideDef def = { WIDE_OBB, 1, 16, turns, false, NULL };
	WideTree tree;
	double sum = 0;
	ck_assert_int_eq(wide_tree_build(&tree, &def, &mesh), HN_OK);
	for (int32_t i = 0; i < tree.node_count; ++i) {
		WideObbNode *node = (WideObbNode *)tree.nodes + i;
		for (int k = 0; k < WIDE; ++k) {
			double x = (double)node->half[0][k], y = (double)node->half[1][k], z = (double)node->half[2][k];
			if ((node->head.link[k] & (WIDE_LEAF | WIDE_EMPTY)) == 0) sum += x * y + y * z + z * x;
		}
	}
	wide_tree_free(&tree);
	return sum;
}

START_TEST(turned_boxes_are_smaller) {
	double sums[3] = { 0 };
	static const int32_t s_turns[] = { 0, 1, WIDE_TURNS_MAX };
	Soup soup;
	Rng rng = rng_of(6, 0);
	for (int trial = 0; trial < 20; ++trial) {
		sheet_draw(&soup, &rng);
		for (int i = 0; i < 3; ++i) sums[i] += surfaces_of(&soup, s_turns[i]);
	}
	ck_assert_msg(sums[1] < 0.98 * sums[0] && sums[2] < 0.95 * sums[0], "%g, %g, %g", sums[0], sums[1],
	              sums[2]);
}

TEST_SUITE(wide_build, suite, tc) {
	tcase_add_loop_test(tc, splits_are_those_of_a_plain_loop, 0, KINDS);
	tcase_add_loop_test(tc, a_sample_decides_about_many, 0, KINDS);
	tcase_add_test(tc, deep_trees);
	tcase_add_loop_test(tc, kernels_build_the_same_trees, 0, KINDS);
	tcase_add_test(tc, turned_boxes_are_smaller);
}
