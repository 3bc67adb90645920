#include "partition/patches.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "mesh/surfaces.h"

// Creation
// ------------------------------------------------------------------------------------------------------

static size_t begin_size(const Patches *p) { return mem_array_size((int64_t)p->count + 1, sizeof(int32_t)); }
static size_t ids_size(const Patches *p) { return mem_array_size(p->triangle_count, sizeof(int32_t)); }
static size_t corner_size(const Patches *p) {
	return mem_array_size(3 * (int64_t)p->triangle_count, sizeof(int32_t));
}
static size_t vertex_size(const Patches *p) { return mem_array_size(p->vertex_count, sizeof(int32_t)); }
static size_t xyz_size(const Patches *p) {
	return mem_array_size(3 * (int64_t)p->vertex_count, sizeof(double));
}

void patches_free(Patches *p) {
	mem_free(p->triangle, ids_size(p));
	mem_free(p->corner, corner_size(p));
	mem_free(p->vertex, vertex_size(p));
	mem_free(p->xyz, xyz_size(p));
	mem_free(p->triangle_begin, begin_size(p));
	mem_free(p->vertex_begin, begin_size(p));
	mem_free(p->row_begin, begin_size(p));
	*p = (Patches){ 0 };
}

size_t patches_bytes(const Patches *p) {
	if (p->count == 0) return 0;
	return ids_size(p) + corner_size(p) + vertex_size(p) + xyz_size(p) + 3 * begin_size(p);
}

// Makes one patch of all triangles.
static int32_t whole_create(MeshSurfaces *out, int32_t triangle_count) {
	*out = (MeshSurfaces){ .count = 1, .triangle_count = triangle_count };
	out->begin = mem_alloc_zero(2 * sizeof(int32_t));
	out->triangle = mem_alloc(mem_array_size(triangle_count, sizeof(int32_t)));
	if (out->begin == NULL || out->triangle == NULL) {
		surfaces_free(out);
		return HN_ERR_NO_MEMORY;
	}
	for (int32_t i = 0; i < triangle_count; ++i) out->triangle[i] = i;
	out->begin[1] = triangle_count;
	return HN_OK;
}

// Gives every patch its copies of vertices. `vertex` NULL: they are only counted. seen: for each vertex of
// the mesh the copy that it has in the current patch or in an earlier one.
static void copies_find(Patches *p, const HnSceneMesh *mesh, int32_t *seen) {
	int32_t count = 0;
	for (int32_t v = 0; v < mesh->vertex_count; ++v) seen[v] = -1;
	for (int32_t i = 0; i < p->count; ++i) {
		int32_t first = count;
		if (p->vertex != NULL) p->vertex_begin[i] = first;
		for (int64_t k = 3 * (int64_t)p->triangle_begin[i]; k < 3 * (int64_t)p->triangle_begin[i + 1]; ++k) {
			int32_t v = mesh->triangles[3 * (int64_t)p->triangle[k / 3] + k % 3];
			if (seen[v] < first) {
				seen[v] = count++;
				if (p->vertex != NULL) p->vertex[seen[v]] = v;
			}
			if (p->vertex != NULL) p->corner[k] = seen[v];
		}
	}
	if (p->vertex != NULL) p->vertex_begin[p->count] = count;
	p->vertex_count = count;
}

static int32_t patches_room(Patches *p) {
	p->triangle_begin = mem_alloc(begin_size(p));
	p->vertex_begin = mem_alloc(begin_size(p));
	p->row_begin = mem_alloc(begin_size(p));
	p->triangle = mem_alloc(ids_size(p));
	p->corner = mem_alloc(corner_size(p));
	bool ok = p->triangle_begin != NULL && p->vertex_begin != NULL && p->row_begin != NULL &&
	          p->triangle != NULL && p->corner != NULL;
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

static void rows_find(Patches *p) {
	int32_t at = 0;
	for (int32_t i = 0; i < p->count; ++i) {
		p->row_begin[i] = at;
		at += (patch_triangles(p, i) + TRIANGLE_ROW_STEP - 1) / TRIANGLE_ROW_STEP * TRIANGLE_ROW_STEP;
	}
	p->row_begin[p->count] = at;
}

static int32_t patches_make(Patches *p, const HnSceneMesh *mesh, const MeshSurfaces *surfaces) {
	size_t seen_size = mem_array_size(mesh->vertex_count, sizeof(int32_t));
	int32_t *seen = mem_alloc(seen_size);
	int32_t status = seen == NULL ? HN_ERR_NO_MEMORY : patches_room(p);
	if (status == HN_OK) {
		memcpy(p->triangle_begin, surfaces->begin, begin_size(p));
		memcpy(p->triangle, surfaces->triangle, ids_size(p));
		rows_find(p);
		copies_find(p, mesh, seen);
		p->xyz = mem_alloc(xyz_size(p));
		p->vertex = mem_alloc(vertex_size(p));
		if (p->xyz == NULL || p->vertex == NULL) status = HN_ERR_NO_MEMORY;
	}
	if (status == HN_OK) {
		copies_find(p, mesh, seen);
		patches_follow(p, mesh->xyz);
	}
	mem_free(seen, seen_size);
	return status;
}

int32_t patches_create(Patches *out, const HnSceneMesh *mesh, double angle) {
	*out = (Patches){ 0 };
	int32_t n = mesh->triangle_count;
	if (n == 0) return HN_OK;
	if (n > INT32_MAX / TRIANGLE_ROW_STEP)
		return error_set(HN_ERR_BAD_INPUT, "a mesh of %d triangles is too large", n);
	MeshSurfaces surfaces;
	int32_t status = angle < 0 ? whole_create(&surfaces, n)
	                           : surfaces_create(&surfaces, mesh->xyz, mesh->triangles, n, angle);
	if (status != HN_OK) return status;
	out->count = surfaces.count;
	out->triangle_count = n;
	status = patches_make(out, mesh, &surfaces);
	surfaces_free(&surfaces);
	if (status != HN_OK) patches_free(out);
	return status;
}

void patches_follow(Patches *p, const double *xyz) {
	for (int64_t i = 0; i < p->vertex_count; ++i)
		memcpy(p->xyz + 3 * i, xyz + 3 * (int64_t)p->vertex[i], 3 * sizeof(double));
}

// Rows
// ------------------------------------------------------------------------------------------------------

int32_t patch_row_init(PatchRow *out, const Patches *all, int32_t count, bool places) {
	int32_t triangles = 0;
	*out = (PatchRow){ 0 };
	for (int32_t i = 0; i < count; ++i) {
		const Patches *p = &all[i];
		if (p->count == 0) continue;
		if (p->row_begin[p->count] > triangles) triangles = p->row_begin[p->count];
		if (p->count > out->patch_capacity) out->patch_capacity = p->count;
		if (p->vertex_count > out->vertex_capacity) out->vertex_capacity = p->vertex_count;
	}
	out->bounds = mem_alloc(mem_array_size(out->patch_capacity, sizeof *out->bounds));
	out->stamps = mem_alloc_zero(mem_array_size(out->patch_capacity, sizeof *out->stamps));
	if (!places) out->vertex_capacity = 0;
	if (places) out->placed = mem_alloc(mem_array_size(3 * (int64_t)out->vertex_capacity, sizeof(double)));
	bool ok = out->bounds != NULL && out->stamps != NULL && (!places || out->placed != NULL);
	int32_t status = ok ? triangle_row_init(&out->row, triangles) : HN_ERR_NO_MEMORY;
	if (status != HN_OK) patch_row_free(out);
	return status;
}

void patch_row_free(PatchRow *row) {
	triangle_row_free(&row->row);
	mem_free(row->bounds, mem_array_size(row->patch_capacity, sizeof *row->bounds));
	mem_free(row->stamps, mem_array_size(row->patch_capacity, sizeof *row->stamps));
	mem_free(row->placed, mem_array_size(3 * (int64_t)row->vertex_capacity, sizeof(double)));
	*row = (PatchRow){ 0 };
}

void patch_row_begin(PatchRow *row, const Patches *patches) {
	row->patches = patches;
	if (++row->now != 0) return;
	memset(row->stamps, 0, mem_array_size(row->patch_capacity, sizeof *row->stamps));
	row->now = 1;
}

void patch_row_need(PatchRow *row, int32_t patch, const HnPose *pose) {
	if (row->stamps[patch] == row->now) return;
	const Patches *p = row->patches;
	int64_t from = p->vertex_begin[patch], to = p->vertex_begin[patch + 1];
	const double *xyz = p->xyz;
	if (row->placed != NULL) {
		hn_pose_place_all(pose, p->xyz + 3 * from, to - from, row->placed + 3 * from);
		xyz = row->placed;
	}
	triangle_row_put(&row->row, p->row_begin[patch], xyz, p->corner + 3 * (int64_t)p->triangle_begin[patch],
	                 patch_triangles(p, patch), row->bounds[patch]);
	row->stamps[patch] = row->now;
}
