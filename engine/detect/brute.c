// Every triangle of one body against every triangle of the other: the oracle, and the reference for the
// ratios. The cost of a step is the product of the triangle counts. Pairs of triangles whose boxes are apart
// are counted as tested.
#include "base/error.h"
#include "base/mem.h"
#include "detect/pair_class.h"
#include "exact/triangle_row.h"

enum { CHUNK = 1024 }; // under `first`, so many pairs are tested between two checks for a hit

typedef struct Brute {
	const PairContext *context;
	double *placed; // the vertices of one body in the frame of another; room for the largest mesh
	size_t placed_size;
	TriangleRow row; // the same, as triangles
} Brute;

static void brute_destroy(void *self) {
	Brute *brute = self;
	if (brute == NULL) return;
	mem_free(brute->placed, brute->placed_size);
	triangle_row_free(&brute->row);
	mem_free(brute, sizeof *brute);
}

static int32_t brute_create(void **out, PairContext *context, const void *params) {
	(void)params;
	Brute *brute = *out = mem_alloc_zero(sizeof *brute);
	if (brute == NULL) return HN_ERR_NO_MEMORY;
	int32_t vertices = 0, triangles = 0;
	for (int32_t b = 1; b < context->scene->body_count; ++b) {
		const HnSceneMesh *mesh = scene_mesh(context->scene, b);
		if (mesh->vertex_count > vertices) vertices = mesh->vertex_count;
		if (mesh->triangle_count > triangles) triangles = mesh->triangle_count;
	}
	brute->context = context;
	brute->placed_size = mem_array_size(3 * (int64_t)vertices, sizeof(double));
	brute->placed = mem_alloc(brute->placed_size);
	return brute->placed == NULL ? HN_ERR_NO_MEMORY : triangle_row_init(&brute->row, triangles);
}

// Tests one triangle of body a against the row of body b. Returns 1 if this ends the step (`first`).
static int32_t brute_triangle(const Brute *brute, const Triangle *triangle, HnContact contact,
                              HnContactBuffer *out, Counts *counts) {
	bool first = brute->context->first;
	for (int32_t from = 0; from < brute->row.count; from += CHUNK) {
		int32_t to = brute->row.count - from < CHUNK ? brute->row.count : from + CHUNK;
		int32_t hits[CHUNK], hit_count = triangle_row_meet(&brute->row, triangle, from, to, hits);
		if (first && hit_count > 0) hit_count = 1, to = hits[0] + 1;
		if (counts != NULL) counts->np += to - from;
		for (int32_t h = 0; h < hit_count; ++h) {
			contact.triangle_b = hits[h];
			if (!contact_buffer_add(out, contact)) return HN_ERR_NO_MEMORY;
		}
		if (first && hit_count > 0) return 1;
	}
	return 0;
}

// Timed and counted kernels are the same, because the counts are known outside the loops.
static int32_t brute_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	Brute *brute = self;
	const BodyMeshes *body_meshes = &brute->context->body_meshes;
	HnSceneMesh mesh_a = body_meshes_mesh(body_meshes, pair->a),
	            mesh_b = body_meshes_mesh(body_meshes, pair->b);
	HnPose pose = scene_relative(body_meshes->scene, pair->a, pair->b, pair->step);
	hn_pose_place_all(&pose, mesh_b.xyz, mesh_b.vertex_count, brute->placed);
	triangle_row_fill(&brute->row, brute->placed, mesh_b.triangles, mesh_b.triangle_count);
	for (int32_t i = 0; i < mesh_a.triangle_count; ++i) {
		Triangle triangle;
		for (int k = 0; k < 3; ++k)
			triangle.p[k] = vec3_load(mesh_a.xyz + 3 * (int64_t)mesh_a.triangles[3 * (int64_t)i + k]);
		int32_t status = brute_triangle(brute, &triangle, (HnContact){ pair->a, i, pair->b, 0 }, out, counts);
		if (status != 0) return status < 0 ? status : HN_OK;
	}
	return HN_OK;
}

static int32_t brute_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	return brute_counted(self, pair, out, NULL);
}

static size_t brute_bytes(const void *self) {
	(void)self;
	return 0; // it keeps placed triangles, but no structure over them
}

static const PairClass s_pairs = {
	.create = brute_create,
	.destroy = brute_destroy,
	.timed = brute_timed,
	.counted = brute_counted,
	.bytes = brute_bytes,
};

extern const HnDetectClass detect_brute;
const HnDetectClass detect_brute = {
	.name = "brute",
	.about = "every triangle pair; the oracle",
	.source = "definition",
	.pairs = &s_pairs,
};
