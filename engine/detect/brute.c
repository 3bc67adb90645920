// Every triangle of one body against every triangle of the other: the oracle, and the yardstick of the
// ratios. Cost: the product of the triangle counts, each step.
#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "kernel/pairs.h"

typedef struct Brute {
	const Scene *scene;
	Query query;
	double *placed;      // vertices of one body in the frame of another; as many as the largest mesh has
	Triangle *triangles; // the same as triangles, so that the inner loop reads them in a row
	size_t placed_size, triangles_size;
} Brute;

static void brute_destroy(void *self) {
	Brute *brute = self;
	if (brute == NULL) return;
	mem_free(brute->placed, brute->placed_size);
	mem_free(brute->triangles, brute->triangles_size);
	mem_free(brute, sizeof *brute);
}

static int32_t brute_create(void **out, const Scene *scene, Query query, const void *params) {
	(void)params;
	Brute *brute = mem_alloc_zero(sizeof *brute);
	if (brute == NULL) return ERR_NO_MEMORY;
	int64_t vertices = 0, triangles = 0;
	for (int32_t b = 1; b < scene->body_count; ++b) {
		const SceneMesh *mesh = scene_mesh(scene, b);
		if (mesh->vertex_count > vertices) vertices = mesh->vertex_count;
		if (mesh->triangle_count > triangles) triangles = mesh->triangle_count;
	}
	brute->scene = scene;
	brute->query = query;
	brute->placed_size = mem_array_size(3 * vertices, sizeof(double));
	brute->triangles_size = mem_array_size(triangles, sizeof(Triangle));
	brute->placed = mem_alloc(brute->placed_size);
	if (brute->placed != NULL) brute->triangles = mem_alloc(brute->triangles_size);
	if (brute->triangles == NULL) {
		brute_destroy(brute);
		return ERR_NO_MEMORY;
	}
	*out = brute;
	return ERR_OK;
}

// One body pair; 1 stops the step (the first contact is found, or an error), else 0.
static inline __attribute__((always_inline)) int32_t brute_pair(Brute *brute, int32_t step, int32_t a,
                                                                int32_t b, ContactBuffer *out, Counts *counts,
                                                                bool counted) {
	const SceneMesh *mesh_a = scene_mesh(brute->scene, a), *mesh_b = scene_mesh(brute->scene, b);
	Pose pose = scene_relative(brute->scene, a, b, step);
	pose_place_all(&pose, mesh_b->xyz, mesh_b->vertex_count, brute->placed);
	for (int64_t j = 0; j < mesh_b->triangle_count; ++j)
		brute->triangles[j] = triangle_load(brute->placed, mesh_b->triangles + 3 * j);
	for (int32_t i = 0; i < mesh_a->triangle_count; ++i) {
		Triangle triangle = triangle_load(mesh_a->xyz, mesh_a->triangles + 3 * (int64_t)i);
		OrientPlane plane = triangle_plane(&triangle);
		for (int32_t j = 0; j < mesh_b->triangle_count; ++j) {
			if (counted) counts->np += 1;
			if (!tri_tri_meet_plane(&triangle, &plane, &brute->triangles[j])) continue;
			if (!contact_buffer_add(out, (Contact){ a, i, b, j })) return ERR_NO_MEMORY;
			if (brute->query == QUERY_FIRST) return 1;
		}
	}
	return 0;
}

static inline __attribute__((always_inline)) int32_t
brute_step(Brute *brute, int32_t step, ContactBuffer *out, Counts *counts, bool counted) {
	for (int32_t a = 0; a < brute->scene->body_count; ++a)
		for (int32_t b = a + 1; b < brute->scene->body_count; ++b) {
			int32_t status = brute_pair(brute, step, a, b, out, counts, counted);
			if (status != 0) return status < 0 ? status : ERR_OK;
		}
	return ERR_OK;
}

static int32_t brute_narrow_timed(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	return brute_step(self, step, out, counts, false);
}

static int32_t brute_narrow_counted(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	return brute_step(self, step, out, counts, true);
}

static size_t brute_bytes(const void *self) {
	(void)self;
	return 0; // it keeps placed vertices, and no structure over them
}

extern const DetectClass detect_brute;
const DetectClass detect_brute = {
	.name = "brute",
	.about = "every triangle pair; the oracle",
	.source = "definition",
	.params = { 0 },
	.create = brute_create,
	.destroy = brute_destroy,
	.timed = { .narrow = brute_narrow_timed },
	.counted = { .narrow = brute_narrow_counted },
	.bytes = brute_bytes,
};
