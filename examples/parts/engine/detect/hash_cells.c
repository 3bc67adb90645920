// A hashed grid of triangles: space is cut into equal cubes, and the triangles of the lower body are listed
// in every cube that their boxes touch, under the cube's hash. The other body's triangles are placed in that
// body's frame and look into the cubes that their own boxes touch. A grid stays while its body keeps its
// shape. Cost a step: the placed vertices, then in proportion to what is listed where they are.
//
// Two triangles that meet have boxes that meet, and which cube a coordinate is in is a monotone function of
// it, rounding included. So their boxes have a cube in common, and no margin is needed.
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "detect/pair_class.h"
#include "exact/tri_tri.h"

enum {
	CUBES_MOST = 1024, // along an axis; cubes are larger where there would be more
	SPAN_MOST = 64,    // cubes of one triangle; a larger one is in no list and is compared with all
};

typedef struct HashCellsDef {
	double side;
} HashCellsDef;

typedef struct Span {
	int32_t lo[3], hi[3]; // cubes that a triangle's box touches
} Span;

typedef struct Entry {
	int32_t cube[3], triangle;
} Entry;

typedef struct CellGrid {
	bool made;
	double lo[3], hi[3], per_unit; // bounds of the mesh, cubes to a unit of length
	ARRAY(Span) spans;             // of each triangle
	ARRAY(int32_t) large;          // triangles in no list
	ARRAY(int64_t) ends;           // of each bucket, a power of two of them: where its entries end
	ARRAY(Entry) entries;          // by bucket
} CellGrid;

typedef struct HashCells {
	const PairContext *context;
	HashCellsDef def;
	CellGrid *grids; // one a slot of the body meshes
	double *placed;  // vertices of one body in the frame of another
	size_t placed_size;
} HashCells;

// ---- memory

static size_t grids_size(const HashCells *h) {
	return mem_array_size(h->context->body_meshes.slot_count, sizeof *h->grids);
}

static void hash_cells_destroy(void *self) {
	HashCells *h = self;
	if (h == NULL) return;
	for (int32_t i = 0; h->grids != NULL && i < h->context->body_meshes.slot_count; ++i) {
		CellGrid *grid = &h->grids[i];
		ARRAY_FREE(&grid->spans);
		ARRAY_FREE(&grid->large);
		ARRAY_FREE(&grid->ends);
		ARRAY_FREE(&grid->entries);
	}
	mem_free(h->grids, grids_size(h));
	mem_free(h->placed, h->placed_size);
	mem_free(h, sizeof *h);
}

static int32_t hash_cells_create(void **out, PairContext *context, const void *params) {
	HashCells *h = *out = mem_alloc_zero(sizeof *h);
	if (h == NULL) return HN_ERR_NO_MEMORY;
	int32_t vertices = 0;
	for (int32_t b = 0; b < context->scene->body_count; ++b) {
		int32_t own = scene_mesh(context->scene, b)->vertex_count;
		vertices = own > vertices ? own : vertices;
	}
	h->context = context;
	h->def = *(const HashCellsDef *)params;
	h->grids = mem_alloc_zero(grids_size(h));
	h->placed_size = mem_array_size(3 * (int64_t)vertices, sizeof(double));
	h->placed = mem_alloc(h->placed_size);
	return h->grids != NULL && h->placed != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static size_t hash_cells_bytes(const void *self) {
	const HashCells *h = self;
	size_t bytes = 0;
	for (int32_t i = 0; i < h->context->body_meshes.slot_count; ++i) {
		const CellGrid *grid = &h->grids[i];
		bytes +=
		    (size_t)grid->spans.capacity * sizeof(Span) + (size_t)grid->entries.capacity * sizeof(Entry) +
		    (size_t)grid->large.capacity * sizeof(int32_t) + (size_t)grid->ends.capacity * sizeof(int64_t);
	}
	return bytes;
}

// ---- cubes

static Triangle triangle_at(const double *xyz, const int32_t *triangles, int32_t i) {
	Triangle t;
	for (int k = 0; k < 3; ++k) t.p[k] = vec3_load(xyz + 3 * (int64_t)triangles[3 * (int64_t)i + k]);
	return t;
}

static void triangle_box(const Triangle *t, double lo[3], double hi[3]) {
	HnVec3 least = vec3_min(vec3_min(t->p[0], t->p[1]), t->p[2]);
	HnVec3 most = vec3_max(vec3_max(t->p[0], t->p[1]), t->p[2]);
	vec3_store(lo, least);
	vec3_store(hi, most);
}

// What is outside of the grid is in its outermost cubes.
static inline int32_t cube_of(const CellGrid *grid, double x, int k) {
	double at = (x - grid->lo[k]) * grid->per_unit;
	return (int32_t)(at > 0 ? (at < CUBES_MOST ? at : CUBES_MOST) : 0);
}

static Span span_of(const CellGrid *grid, const double lo[3], const double hi[3]) {
	Span span;
	for (int k = 0; k < 3; ++k) span.lo[k] = cube_of(grid, lo[k], k), span.hi[k] = cube_of(grid, hi[k], k);
	return span;
}

static int64_t span_cubes(const Span *span) {
	int64_t cubes = 1;
	for (int k = 0; k < 3; ++k) cubes *= span->hi[k] - span->lo[k] + 1;
	return cubes;
}

static inline bool spans_meet(const Span *a, const Span *b) {
	bool meet = true;
	for (int k = 0; k < 3; ++k) meet &= (a->lo[k] <= b->hi[k]) & (b->lo[k] <= a->hi[k]);
	return meet;
}

// The next cube of a span, x fastest; false after the last.
static inline bool cube_next(int32_t cube[3], const Span *span) {
	for (int k = 0; k < 3; ++k) {
		if (cube[k] < span->hi[k]) {
			cube[k] += 1;
			return true;
		}
		cube[k] = span->lo[k];
	}
	return false;
}

static inline uint32_t bucket_of(const CellGrid *grid, const int32_t cube[3]) {
	uint32_t mixed =
	    (uint32_t)cube[0] * 73856093u ^ (uint32_t)cube[1] * 19349663u ^ (uint32_t)cube[2] * 83492791u;
	return mixed & (uint32_t)(grid->ends.count - 1);
}

// ---- the grid of a mesh

static void grid_scale(CellGrid *grid, const HnSceneMesh *mesh, double side) {
	double lo[3], hi[3], sum = 0, extent = 0;
	for (int k = 0; k < 3; ++k) grid->lo[k] = (double)INFINITY, grid->hi[k] = -(double)INFINITY;
	for (int32_t i = 0; i < mesh->triangle_count; ++i) {
		Triangle t = triangle_at(mesh->xyz, mesh->triangles, i);
		double longest = 0;
		triangle_box(&t, lo, hi);
		for (int k = 0; k < 3; ++k) {
			longest = fmax(longest, hi[k] - lo[k]);
			grid->lo[k] = fmin(grid->lo[k], lo[k]), grid->hi[k] = fmax(grid->hi[k], hi[k]);
		}
		sum += longest;
	}
	for (int k = 0; k < 3; ++k) extent = fmax(extent, grid->hi[k] - grid->lo[k]);
	double cube = fmax(side * sum / mesh->triangle_count, extent / CUBES_MOST);
	grid->per_unit = cube > 0 && isfinite(1 / cube) ? 1 / cube : 0; // 0: one cube has everything
}

// Spans, what is large, and in ends[b] how many entries bucket b has; how many there are.
static int64_t grid_count(CellGrid *grid, const HnSceneMesh *mesh) {
	int64_t entries = 0;
	memset(grid->ends.data, 0, (size_t)grid->ends.count * sizeof *grid->ends.data);
	grid->large.count = 0;
	for (int32_t i = 0; i < mesh->triangle_count; ++i) {
		double lo[3], hi[3];
		Triangle t = triangle_at(mesh->xyz, mesh->triangles, i);
		triangle_box(&t, lo, hi);
		Span *span = &grid->spans.data[i];
		*span = span_of(grid, lo, hi);
		if (span_cubes(span) > SPAN_MOST) {
			grid->large.data[grid->large.count++] = i;
			continue;
		}
		int32_t cube[3] = { span->lo[0], span->lo[1], span->lo[2] };
		do grid->ends.data[bucket_of(grid, cube)] += 1, entries += 1;
		while (cube_next(cube, span));
	}
	return entries;
}

// From the last triangle to the first, each bucket from its end to its begin: ends become begins.
static void grid_list(CellGrid *grid, int32_t triangles) {
	for (int64_t b = 1; b < grid->ends.count; ++b) grid->ends.data[b] += grid->ends.data[b - 1];
	for (int32_t i = triangles - 1; i >= 0; --i) {
		const Span *span = &grid->spans.data[i];
		if (span_cubes(span) > SPAN_MOST) continue;
		int32_t cube[3] = { span->lo[0], span->lo[1], span->lo[2] };
		do {
			int64_t at = --grid->ends.data[bucket_of(grid, cube)];
			grid->entries.data[at] = (Entry){ { cube[0], cube[1], cube[2] }, i };
		} while (cube_next(cube, span));
	}
}

static bool grid_reserve(CellGrid *grid, int32_t triangles) {
	int64_t buckets = 1;
	while (buckets < triangles) buckets *= 2;
	if (!ARRAY_RESERVE(&grid->spans, triangles) || !ARRAY_RESERVE(&grid->large, triangles)) return false;
	if (!ARRAY_RESERVE(&grid->ends, buckets)) return false;
	grid->ends.count = buckets;
	return true;
}

// Of a shape as it is now. A grid that could not be made is made when it is next asked for.
static int32_t grid_make(CellGrid *grid, const HnSceneMesh *mesh, double side) {
	if (grid->made) return HN_OK;
	if (!grid_reserve(grid, mesh->triangle_count)) return HN_ERR_NO_MEMORY;
	grid_scale(grid, mesh, side);
	int64_t entries = grid_count(grid, mesh);
	if (!ARRAY_RESERVE(&grid->entries, entries)) return HN_ERR_NO_MEMORY;
	grid->entries.count = entries;
	grid_list(grid, mesh->triangle_count);
	grid->made = true;
	return HN_OK;
}

static CellGrid *grid_of(const HashCells *h, int32_t body) {
	return &h->grids[body_meshes_slot(&h->context->body_meshes, body)];
}

// Bodies of one mesh share a slot, and so a grid.
static int32_t hash_cells_prepare(void *self, int32_t body) {
	HashCells *h = self;
	HnSceneMesh mesh = body_meshes_mesh(&h->context->body_meshes, body);
	return grid_make(grid_of(h, body), &mesh, h->def.side);
}

// A body that deforms has another shape, or is at rest again: its grid is of no use.
static void hash_cells_rest(void *self, int32_t body) { grid_of(self, body)->made = false; }
static int32_t hash_cells_follow(void *self, int32_t body, Counts *counts) {
	(void)counts;
	hash_cells_rest(self, body);
	return hash_cells_prepare(self, body);
}

// ---- the query

// A triangle of body b in the frame of body a.
typedef struct Probe {
	const HnSceneMesh *mesh; // of body a
	Triangle triangle;
	OrientPlane plane;
	Span span;
	HnContact contact;
	bool first;
} Probe;

// Results of what follows: 1 ends the step (query `first`), 0 does not, a negative one is an error.
static inline __attribute__((always_inline)) int32_t probe_test(Probe *probe, int32_t i, HnContactBuffer *out,
                                                                Counts *counts) {
	Triangle triangle = triangle_at(probe->mesh->xyz, probe->mesh->triangles, i);
	if (counts != NULL) counts->np += 1;
	if (!tri_tri_meet_plane(&probe->triangle, &probe->plane, &triangle)) return 0;
	probe->contact.triangle_a = i;
	if (!contact_buffer_add(out, probe->contact)) return HN_ERR_NO_MEMORY;
	return probe->first;
}

// Two spans may have several cubes in common: a pair is tested in the first of them.
static inline bool is_first_common(const int32_t cube[3], const Span *a, const Span *b) {
	bool first = true;
	for (int k = 0; k < 3; ++k) first &= cube[k] == (a->lo[k] > b->lo[k] ? a->lo[k] : b->lo[k]);
	return first;
}

static inline __attribute__((always_inline)) int32_t
probe_cube(Probe *probe, const CellGrid *grid, const int32_t cube[3], HnContactBuffer *out, Counts *counts) {
	int64_t bucket = bucket_of(grid, cube);
	int64_t end = bucket + 1 < grid->ends.count ? grid->ends.data[bucket + 1] : grid->entries.count;
	for (int64_t e = grid->ends.data[bucket]; e < end; ++e) {
		const Entry *entry = &grid->entries.data[e];
		if (memcmp(entry->cube, cube, sizeof entry->cube) != 0) continue; // another cube of this bucket
		if (!is_first_common(cube, &grid->spans.data[entry->triangle], &probe->span)) continue;
		int32_t status = probe_test(probe, entry->triangle, out, counts);
		if (status != 0) return status;
	}
	return 0;
}

// Those of a list (NULL: of all triangles) whose boxes touch a cube in common with the probe's.
static inline __attribute__((always_inline)) int32_t probe_list(Probe *probe, const CellGrid *grid,
                                                                const int32_t *list, int64_t count,
                                                                HnContactBuffer *out, Counts *counts) {
	for (int64_t n = 0; n < count; ++n) {
		int32_t i = list != NULL ? list[n] : (int32_t)n;
		if (!spans_meet(&grid->spans.data[i], &probe->span)) continue;
		int32_t status = probe_test(probe, i, out, counts);
		if (status != 0) return status;
	}
	return 0;
}

static inline __attribute__((always_inline)) int32_t probe_grid(Probe *probe, const CellGrid *grid,
                                                                HnContactBuffer *out, Counts *counts) {
	if (span_cubes(&probe->span) > SPAN_MOST)
		return probe_list(probe, grid, NULL, probe->mesh->triangle_count, out, counts);
	int32_t cube[3] = { probe->span.lo[0], probe->span.lo[1], probe->span.lo[2] };
	int32_t status = probe_list(probe, grid, grid->large.data, grid->large.count, out, counts);
	if (status != 0) return status;
	do status = probe_cube(probe, grid, cube, out, counts);
	while (status == 0 && cube_next(cube, &probe->span));
	return status;
}

// False where the triangle is apart from the bounds of the other mesh.
static inline bool probe_place(Probe *probe, const CellGrid *grid, const double *placed,
                               const int32_t *triangles) {
	double lo[3], hi[3];
	bool near = true;
	probe->triangle = triangle_at(placed, triangles, probe->contact.triangle_b);
	triangle_box(&probe->triangle, lo, hi);
	for (int k = 0; k < 3; ++k) near &= (lo[k] <= grid->hi[k]) & (grid->lo[k] <= hi[k]);
	if (!near) return false;
	probe->span = span_of(grid, lo, hi);
	probe->plane = triangle_plane(&probe->triangle);
	return true;
}

static inline __attribute__((always_inline)) int32_t pair_query(const HashCells *h, const BodyPair *pair,
                                                                HnContactBuffer *out, Counts *counts) {
	const BodyMeshes *body_meshes = &h->context->body_meshes;
	HnSceneMesh mesh_a = body_meshes_mesh(body_meshes, pair->a),
	            mesh_b = body_meshes_mesh(body_meshes, pair->b);
	HnPose pose = scene_relative(h->context->scene, pair->a, pair->b, pair->step);
	CellGrid *grid = grid_of(h, pair->a);
	int32_t status = grid_make(grid, &mesh_a, h->def.side);
	if (status != HN_OK) return status;
	hn_pose_place_all(&pose, mesh_b.xyz, mesh_b.vertex_count, h->placed);
	Probe probe = { .mesh = &mesh_a, .contact = { pair->a, 0, pair->b, 0 }, .first = h->context->first };
	for (int32_t j = 0; j < mesh_b.triangle_count && status == 0; ++j) {
		probe.contact.triangle_b = j;
		if (probe_place(&probe, grid, h->placed, mesh_b.triangles))
			status = probe_grid(&probe, grid, out, counts);
	}
	return status < 0 ? status : HN_OK;
}

// The query is stamped twice; in the timed one counts is the constant NULL, and nothing is left of them.
static int32_t hash_cells_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	return pair_query(self, pair, out, NULL);
}
static int32_t hash_cells_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	return pair_query(self, pair, out, counts);
}

static const Param s_params[] = {
	{ .name = "side",
	  .type = PARAM_REAL,
	  .offset = offsetof(HashCellsDef, side),
	  .fallback = 1,
	  .lo = 0.125,
	  .hi = 1e6,
	  .about = "side of a cube, in mean longest sides of the triangles' boxes" },
};

static const PairClass s_pairs = {
	.create = hash_cells_create,
	.destroy = hash_cells_destroy,
	.prepare = hash_cells_prepare,
	.rest = hash_cells_rest,
	.follow = hash_cells_follow,
	.timed = hash_cells_timed,
	.counted = hash_cells_counted,
	.bytes = hash_cells_bytes,
};

extern const HnDetectClass detect_hash_cells;
const HnDetectClass detect_hash_cells = {
	.name = "hash_cells",
	.about = "triangles listed in a hashed grid of cubes; pairs that share a cube",
	.source = "Teschner et al. 2003",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(HashCellsDef) },
	.pairs = &s_pairs,
};
