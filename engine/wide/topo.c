// The topology of a wide tree: triangles as boxes in floats are split into a binary tree (wide/split.inl),
// which is then collapsed (wide/collapse.h).
#include "wide/topo.h"

#include "base/error.h"
#include "wide/build.h"
#include "wide/collapse.h"

enum { TRIANGLES_MAX = 1 << 28 };

static WidePrim prim_of(const MeshView *mesh, int32_t id, double scale, const double origin[3]) {
	const int32_t *t = mesh->triangles + 3 * (int64_t)id;
	const double *p = mesh->xyz + 3 * (int64_t)t[0], *q = mesh->xyz + 3 * (int64_t)t[1],
	             *r = mesh->xyz + 3 * (int64_t)t[2];
	float lo[3], hi[3];
	for (int k = 0; k < 3; ++k) {
		lo[k] = (float)(lesser(lesser(p[k], q[k]), r[k]) * scale - origin[k]);
		hi[k] = (float)(greater(greater(p[k], q[k]), r[k]) * scale - origin[k]);
	}
	return wide_prim(lo, hi, id);
}

static int32_t too_large(int32_t n) {
	return error_set(HN_ERR_BAD_INPUT, "a mesh of %d triangles is too large for wide trees", n);
}

static int32_t topo_nodes(WideTopo *topo, WideSplit *split, const WideBuildKernels *kernels) {
	// A leaf has 3.6 triangles on average, so there are about 0.56 nodes for each.
	if (!ARRAY_RESERVE(&split->binary, split->count / 8 * 5 + 8)) return HN_ERR_NO_MEMORY;
	if (!kernels->split(split)) return HN_ERR_NO_MEMORY;
	int64_t leaves = split->binary.count / 2 + 1; // every second node is one
	if (leaves >= WIDE_PLACE_MAX) return too_large(split->count);
	for (int32_t i = 0; i < split->count; ++i) topo->order[i] = wide_prim_id(&split->prims[i]);
	return wide_collapse(topo, &split->binary) ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t wide_topo_build(WideTopo *out, const WideDef *def, const MeshView *mesh, const double origin[3],
                        const WideBuildKernels *kernels) {
	int32_t n = mesh->triangle_count;
	*out = (WideTopo){ .triangle_count = n };
	if (n > TRIANGLES_MAX) return too_large(n);
	size_t size = mem_array_size(n, sizeof(WidePrim)), room = mem_array_size(n + 1, sizeof(int32_t));
	WideSplit split = { mem_alloc(size), mem_alloc(room), n, def->bins, { 0 } };
	out->order = mem_alloc(mem_array_size(n, sizeof *out->order));
	int32_t status =
	    split.prims == NULL || split.room == NULL || out->order == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	for (int32_t i = 0; i < n && status == HN_OK; ++i) split.prims[i] = prim_of(mesh, i, def->scale, origin);
	if (status == HN_OK && n > 0) status = topo_nodes(out, &split, kernels);
	mem_free(split.prims, size);
	mem_free(split.room, room);
	ARRAY_FREE(&split.binary);
	return status;
}

void wide_topo_free(WideTopo *topo) {
	mem_free(topo->order, mem_array_size(topo->triangle_count, sizeof *topo->order));
	ARRAY_FREE(&topo->nodes);
	ARRAY_FREE(&topo->leaves);
	*topo = (WideTopo){ 0 };
}
