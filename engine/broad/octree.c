// The octree of Wang et al. 2018, 2.2. It is a lattice of cubes of side a. A cube that holds more than Fmax
// objects is split in eight. An object is listed in every cube that it touches. Alist1 holds, for each cube,
// its objects and their number. Alist2 holds, for each object, the larger ids in all its cubes, each once, so
// no pair is tested twice. Everything is built again in each step.
//
// The listed pairs go to the spheres of the objects. So before an algorithm their boxes are not tested,
// unless `box_test` says so. Alone, the octree is asked which boxes overlap, and tests them.
//
// Delta = 0 stops a split. Delta may be read as the decrease of E, the number of listed pairs. If this is
// applied to each cube (delta = "pairs"), a cube is not split as soon as a split would separate no pair of
// its objects. But one of the eight cubes may then hold all objects, and a later split might separate them.
// Our reading (delta = "lists") stops only if several of the eight cubes are not empty and each of these
// lists all objects.
#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "broad/broad.h"
#include "broad/lattice.h"

typedef enum OctreeDelta { DELTA_LISTS, DELTA_PAIRS } OctreeDelta;

enum { SIDE_CHOSEN = 4, COPIES_CHOSEN = 16 }; // where a is 0
#define ENTRIES_EACH_MOST 0x1p14 // an object's entries in lists, on the average, where splits have no bound

typedef struct OctreeParams {
	LatticeDef lattice;
	int32_t fmax, delta, max_depth, box_test;
} OctreeParams;

// A cube with its part of Alist1.
typedef struct Cube {
	double lo[3];
	int64_t begin, end; // in `lists`
} Cube;
typedef ARRAY(Cube) Cubes;

typedef struct Octree {
	const BroadObjects *objects;
	OctreeParams params;
	Lattice lattice;
	ARRAY(int32_t) lists;   // the lists of all cubes: rows of the lattice's objects, ascending in each cube
	Cubes cubes, open[2];   // cubes: those that are final; open: those of this depth and the next
	ARRAY(uint8_t) octants; // for each object of the current cube, a mask of the octants that it touches
	int64_t listed, most;   // entries in the lists of final and open cubes, and how many they may have
	bool bounded;           // splits beyond `most` are left out; else they are an error
	ARRAY(int64_t) starts;  // for each object, the start of its cubes in `of`; one more at the end
	ARRAY(int32_t) of;      // the cubes of all objects
	ARRAY(int32_t) seen;    // for each object, the last object that listed it
} Octree;

static void octree_destroy(void *self) {
	Octree *tree = self;
	if (tree == NULL) return;
	lattice_free(&tree->lattice);
	ARRAY_FREE(&tree->lists);
	ARRAY_FREE(&tree->cubes);
	ARRAY_FREE(&tree->open[0]);
	ARRAY_FREE(&tree->open[1]);
	ARRAY_FREE(&tree->octants);
	ARRAY_FREE(&tree->starts);
	ARRAY_FREE(&tree->of);
	ARRAY_FREE(&tree->seen);
	mem_free(tree, sizeof *tree);
}

static int32_t octree_create(void **out, const BroadObjects *objects, const void *params) {
	Octree *tree = mem_alloc_zero(sizeof *tree);
	if (tree == NULL) return HN_ERR_NO_MEMORY;
	tree->objects = objects;
	tree->params = *(const OctreeParams *)params;
	LatticeDef *lattice = &tree->params.lattice;
	lattice->given = lattice->side > 0;
	if (!lattice->given) lattice->side = SIDE_CHOSEN;
	if (!lattice->given && lattice->copies == 0) lattice->copies = COPIES_CHOSEN;
	*out = tree;
	return HN_OK;
}

// Splits
// ----------------------------------------------------------------------------------------------------------

// The octants of a cube that an object touches, as a mask: bit x + 2 y + 4 z. The planes between octants
// belong to both sides.
static inline uint8_t octants_of(const BoxRows *rows, int64_t row, const double middle[3]) {
	static const uint8_t below[3] = { 0x55, 0x33, 0x0f };
	uint8_t bits = 0xff;
	for (int k = 0; k < 3; ++k) {
		uint8_t lo = (double)rows->lo[k][row] <= middle[k] ? below[k] : 0;
		uint8_t hi = (double)rows->hi[k][row] >= middle[k] ? (uint8_t)~below[k] : 0;
		bits &= lo | hi;
	}
	return bits;
}

static inline int32_t bits_count(uint8_t bits) {
	const int32_t pairs = bits - (bits >> 1 & 0x55), fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
	return (fours + (fours >> 4)) & 0x0f;
}

// Whether any two of these objects have a common octant. octants: of each, its mask.
static bool all_share(const uint8_t *octants, int64_t count) {
	bool seen[256] = { false };
	for (int64_t i = 0; i < count; ++i) seen[octants[i]] = true;
	for (int a = 1; a < 256; ++a)
		for (int b = a + 1; b < 256 && seen[a]; ++b)
			if (seen[b] && (a & b) == 0) return false;
	return true;
}

// Finds the octants of a cube's objects. Returns the number of entries in the lists of its octants; 0: Delta
// is 0, and the cube is not to be split.
static int64_t cube_divide(Octree *tree, const Cube *cube, const double middle[3]) {
	const int64_t count = cube->end - cube->begin;
	int64_t listed = 0;
	uint8_t any = 0, all = 0xff;
	for (int64_t i = 0; i < count; ++i) {
		uint8_t bits = octants_of(&tree->lattice.objects, tree->lists.data[cube->begin + i], middle);
		tree->octants.data[i] = bits;
		any |= bits, all &= bits;
		listed += bits_count(bits);
	}
	const bool each_lists_all = any == all && (any & (any - 1)) != 0;
	const bool is_zero =
	    tree->params.delta == DELTA_PAIRS ? all_share(tree->octants.data, count) : each_lists_all;
	return is_zero ? 0 : listed;
}

// Splits a cube into the octants that are not empty. Their lists are appended to all others.
static int32_t cube_split(Octree *tree, const Cube *cube, const double middle[3], int64_t listed,
                          Cubes *out) {
	int64_t count = cube->end - cube->begin;
	if (!ARRAY_RESERVE(&tree->lists, tree->lists.count + listed)) return HN_ERR_NO_MEMORY;
	if (!ARRAY_RESERVE(out, out->count + 8)) return HN_ERR_NO_MEMORY;
	const int32_t *from = tree->lists.data + cube->begin;
	for (int octant = 0; octant < 8; ++octant) {
		Cube part = { .begin = tree->lists.count };
		for (int k = 0; k < 3; ++k) part.lo[k] = (octant >> k & 1) != 0 ? middle[k] : cube->lo[k];
		for (int64_t i = 0; i < count; ++i)
			if ((tree->octants.data[i] >> octant & 1) != 0) tree->lists.data[tree->lists.count++] = from[i];
		part.end = tree->lists.count;
		if (part.end > part.begin) out->data[out->count++] = part;
	}
	tree->listed += listed - count;
	return HN_OK;
}

// Splits a cube of this depth, or makes it final. half: half its side.
static int32_t cube_settle(Octree *tree, const Cube *cube, double half, bool deepest, Cubes *next) {
	int64_t listed = 0;
	double middle[3];
	for (int k = 0; k < 3; ++k) middle[k] = cube->lo[k] + half;
	int64_t count = cube->end - cube->begin;
	if (count > tree->params.fmax && !deepest) {
		if (!ARRAY_RESERVE(&tree->octants, count)) return HN_ERR_NO_MEMORY;
		listed = cube_divide(tree, cube, middle);
	}
	const bool fits = tree->listed + listed - count <= tree->most;
	if (listed == 0 || (tree->bounded && !fits))
		return ARRAY_PUSH(&tree->cubes, *cube) ? HN_OK : HN_ERR_NO_MEMORY;
	if (!fits)
		return error_set(
		    HN_ERR_BAD_INPUT,
		    "octree: splits list %.0f objects in cubes more than %.0f times; 'copies' leaves out "
		    "splits, a larger 'fmax' or a smaller 'max_depth' need fewer",
		    (double)tree->lattice.objects.count, (double)tree->most);
	return cube_split(tree, cube, middle, listed, next);
}

// A bound leaves out splits. Without one, as in the paper, a tree that is too large is an error.
static void splits_limit(Octree *tree) {
	const double copies = tree->params.lattice.copies, n = (double)tree->lattice.objects.count;
	tree->bounded = copies > 0;
	const double most = fmax(fmin(ENTRIES_EACH_MOST * n, LATTICE_ENTRIES_MOST), 8 * n);
	tree->most = (int64_t)(tree->bounded ? copies * n : most);
}

static int32_t roots_open(Octree *tree) {
	const Lattice *lattice = &tree->lattice;
	int64_t cell = 0, entries = lattice->entries.count;
	tree->listed = tree->lists.count = entries;
	if (!ARRAY_RESERVE(&tree->lists, entries)) return HN_ERR_NO_MEMORY;
	if (entries > 0) memcpy(tree->lists.data, lattice->entries.data, (size_t)entries * sizeof(int32_t));
	for (int32_t z = 0; z < lattice->size[2]; ++z)
		for (int32_t y = 0; y < lattice->size[1]; ++y)
			for (int32_t x = 0; x < lattice->size[0]; ++x, ++cell) {
				Cube cube = { { lattice_plane(lattice, 0, x), lattice_plane(lattice, 1, y),
					            lattice_plane(lattice, 2, z) },
					          lattice->starts.data[cell],
					          lattice->starts.data[cell + 1] };
				if (cube.end > cube.begin && !ARRAY_PUSH(&tree->open[0], cube)) return HN_ERR_NO_MEMORY;
			}
	return HN_OK;
}

// Splits cubes breadth first, so that a bound `copies` prevents only the deepest splits.
static int32_t cubes_build(Octree *tree) {
	double half = tree->lattice.side / 2;
	tree->cubes.count = tree->open[0].count = 0;
	splits_limit(tree);
	int32_t status = roots_open(tree);
	for (int32_t depth = 0; status == HN_OK && tree->open[depth & 1].count > 0; ++depth, half /= 2) {
		const Cubes *now = &tree->open[depth & 1];
		Cubes *next = &tree->open[(depth + 1) & 1];
		next->count = 0;
		for (int64_t i = 0; i < now->count && status == HN_OK; ++i)
			status = cube_settle(tree, &now->data[i], half, depth == tree->params.max_depth, next);
	}
	return status;
}

// Pairs
// -----------------------------------------------------------------------------------------------------------

// Lists the cubes of each object, by a counting sort of Alist1.
static int32_t objects_list(Octree *tree) {
	int64_t n = tree->lattice.objects.count, sum = 0;
	if (!ARRAY_RESERVE(&tree->starts, n + 2) || !ARRAY_RESERVE(&tree->of, tree->listed) ||
	    !ARRAY_RESERVE(&tree->seen, n))
		return HN_ERR_NO_MEMORY;
	int64_t *starts = tree->starts.data; // shifted by one entry; filling the lists moves them into place
	memset(starts, 0, (size_t)(n + 2) * sizeof *starts);
	for (int64_t c = 0; c < tree->cubes.count; ++c)
		for (int64_t e = tree->cubes.data[c].begin; e < tree->cubes.data[c].end; ++e)
			starts[tree->lists.data[e] + 2] += 1;
	for (int64_t i = 0; i < n + 2; ++i) {
		sum += starts[i];
		starts[i] = sum;
	}
	for (int64_t c = 0; c < tree->cubes.count; ++c)
		for (int64_t e = tree->cubes.data[c].begin; e < tree->cubes.data[c].end; ++e)
			tree->of.data[starts[tree->lists.data[e] + 1]++] = (int32_t)c;
	return HN_OK;
}

static int32_t octree_build(void *self) {
	Octree *tree = self;
	int32_t status = lattice_build(&tree->lattice, tree->objects, &tree->params.lattice, NULL);
	if (status == HN_ERR_BAD_INPUT) error_prefix(status, "octree: parameter 'a'");
	if (status == HN_OK) status = cubes_build(tree);
	return status == HN_OK ? objects_list(tree) : status;
}

// Makes Alist2 of one object: the rows after its own in all its cubes, each once. If boxes are tested, a pair
// is tested when it is first listed.
static inline __attribute__((always_inline)) int32_t object_query(Octree *tree, int32_t row, bool tests,
                                                                  HnBroadPairs *out, BroadCounts *counts) {
	const BoxRows *rows = &tree->lattice.objects;
	int32_t *seen = tree->seen.data;
	Aabb box = rows_get(rows, row);
	for (int64_t s = tree->starts.data[row]; s < tree->starts.data[row + 1]; ++s) {
		const Cube *cube = &tree->cubes.data[tree->of.data[s]];
		const int32_t *list = tree->lists.data;
		if (!broad_pairs_reserve(out, cube->end - cube->begin)) return HN_ERR_NO_MEMORY;
		for (int64_t e = cube->end - 1; e >= cube->begin && list[e] > row; --e) {
			int32_t other = list[e];
			bool listed = seen[other] == row;
			seen[other] = row;
			if (counts != NULL) counts->tests += tests && !listed, counts->repeats += listed;
			uint32_t meets = !listed;
			for (int k = 0; tests && k < 3; ++k)
				meets &=
				    (uint32_t)(rows->lo[k][other] <= box.hi[k]) & (uint32_t)(rows->hi[k][other] >= box.lo[k]);
			out->data[out->count] = (HnBroadPair){ rows->ids[row], rows->ids[other] };
			out->count += meets;
		}
	}
	return HN_OK;
}

// Queries objects in the order of their first cubes, because objects near to each other are then in the
// cache.
static inline __attribute__((always_inline)) int32_t cubes_query(Octree *tree, bool tests, HnBroadPairs *out,
                                                                 BroadCounts *counts) {
	int64_t n = tree->lattice.objects.count;
	for (int64_t i = 0; i < n; ++i) tree->seen.data[i] = -1;
	for (int64_t c = 0; c < tree->cubes.count; ++c)
		for (int64_t e = tree->cubes.data[c].begin; e < tree->cubes.data[c].end; ++e) {
			int32_t row = tree->lists.data[e];
			if (tree->of.data[tree->starts.data[row]] != c) continue;
			int32_t status = object_query(tree, row, tests, out, counts);
			if (status != HN_OK) return status;
		}
	return HN_OK;
}

static inline __attribute__((always_inline)) int32_t octree_query(Octree *tree, HnBroadPairs *out,
                                                                  BroadCounts *counts) {
	bool tests = tree->params.box_test || !tree->objects->mates_do;
	return tests ? cubes_query(tree, true, out, counts) : cubes_query(tree, false, out, counts);
}

static int32_t octree_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	(void)counts;
	return octree_query(self, out, NULL);
}
static int32_t octree_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	return octree_query(self, out, counts);
}

static size_t octree_bytes(const void *self) {
	const Octree *tree = self;
	size_t cubes = (size_t)(tree->cubes.capacity + tree->open[0].capacity + tree->open[1].capacity);
	size_t ints = (size_t)(tree->lists.capacity + tree->of.capacity + tree->seen.capacity);
	return sizeof *tree + lattice_bytes(&tree->lattice) + cubes * sizeof(Cube) + ints * sizeof(int32_t) +
	       (size_t)tree->octants.capacity + (size_t)tree->starts.capacity * sizeof(int64_t);
}

static const char *delta_name(int32_t index) { NAME_AT(index, "lists", "pairs"); }

static const Param s_params[] = {
	{ .name = "a",
	  .type = PARAM_REAL,
	  .offset = offsetof(OctreeParams, lattice.side),
	  .lo = 0,
	  .hi = 1e6,
	  .about =
	      "side of a cube of the lattice, in mean longest sides of the objects' boxes; 0: 4, doubled while "
	      "it breaks cells or copies" },
	{ .name = "fmax",
	  .type = PARAM_INT,
	  .offset = offsetof(OctreeParams, fmax),
	  .fallback = 32,
	  .lo = 1,
	  .hi = 1e9,
	  .about = "maximum number of objects in a cube that is not split" },
	{ .name = "delta",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(OctreeParams, delta),
	  .choice = delta_name,
	  .about = "no split: lists = where several parts list all and the others none; pairs = where no pair is "
	           "parted, "
	           "as the paper has it" },
	{ .name = "max_depth",
	  .type = PARAM_INT,
	  .offset = offsetof(OctreeParams, max_depth),
	  .fallback = 8,
	  .lo = 0,
	  .hi = 64,
	  .about = "maximum depth of splits below a cube of the lattice; 0: a plain grid" },
	{ .name = "box_test",
	  .type = PARAM_BOOL,
	  .offset = offsetof(OctreeParams, box_test),
	  .about =
	      "before an algorithm, only pairs whose boxes meet are decided; false: all that share a cube, as "
	      "the paper has it" },
	{ .name = "cells",
	  .type = PARAM_REAL,
	  .offset = offsetof(OctreeParams, lattice.cells),
	  .fallback = 8,
	  .lo = 1e-3,
	  .hi = 1e6,
	  .about = "with a = 0: maximum number of cubes of the lattice for each object" },
	{ .name = "copies",
	  .type = PARAM_REAL,
	  .offset = offsetof(OctreeParams, lattice.copies),
	  .lo = 0,
	  .hi = 1e6,
	  .about =
	      "most cubes that an object is listed in, on the average; splits beyond are left out; 0: no such "
	      "bound, as the paper has none; with a = 0, where cubes are also larger for it, 16" },
};

extern const BroadClass broad_octree;
const BroadClass broad_octree = {
	.name = "octree",
	.about = "lattice of cubes, split in eight while they hold many objects",
	.source = "wang2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(OctreeParams) },
	.create = octree_create,
	.destroy = octree_destroy,
	.build = octree_build,
	.timed = octree_timed,
	.counted = octree_counted,
	.bytes = octree_bytes,
};
