#include "fit_triangles.h"

#include <math.h>
#include <stdlib.h>

ObbTriangles fit_triangles(const HnMesh *mesh) {
	int32_t *all = calloc((size_t)mesh->triangle_count, sizeof *all);
	for (int32_t i = 0; i < mesh->triangle_count; ++i) all[i] = i;
	return (ObbTriangles){ mesh->xyz, mesh->triangles, all, mesh->triangle_count };
}

void fit_triangles_free(ObbTriangles *t) { free((void *)(uintptr_t)t->order); }

HnMesh *fit_mesh_draw(Rng *rng, int round) {
	SoupDef def = { (Soup)(round % SOUPS),
		            2 + (int32_t)rng_below(rng, round % 3 == 0 ? 4 : 40),
		            1,
		            { round % 5 == 0 ? 1e3 : 0, 0, 0 } };
	HnMesh *mesh = soup_create(rng, &def);
	for (int64_t i = 0; round % 2 == 0 && i < 3 * (int64_t)mesh->vertex_count; ++i)
		mesh->xyz[i] = floor(4 * mesh->xyz[i]) / 4;
	return mesh;
}

SlabsDef fit_slabs_draw(Rng *rng) {
	static const int32_t counts[] = { 1, 2, 3, 4, 8, 16, 100, SLABS_MAX };
	return (SlabsDef){ .k = counts[rng_below(rng, 8)],
		               .slab_axis = (int32_t)rng_below(rng, SLAB_AXES),
		               .extremes = (int32_t)rng_below(rng, EXTREMES),
		               .ties = (int32_t)rng_below(rng, SLAB_TIES) };
}
