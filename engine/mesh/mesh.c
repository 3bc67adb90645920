// Storage, checks and measures of triangle meshes. All take linear time except the diameter
// (mesh_diameter.c).
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "math/pose.h"

int32_t hn_mesh_create(HnMesh **out, int32_t vertex_count, int32_t triangle_count) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	if (vertex_count < 0 || triangle_count < 0)
		return error_set(HN_ERR_BAD_INPUT, "a mesh of %d vertices and %d triangles", vertex_count,
		                 triangle_count);
	HnMesh *mesh = mem_alloc_zero(sizeof *mesh);
	if (mesh == NULL) return HN_ERR_NO_MEMORY;
	mesh->vertex_count = vertex_count;
	mesh->triangle_count = triangle_count;
	mesh->xyz = mem_alloc(mem_array_size(vertex_count, 3 * sizeof(double)));
	mesh->triangles =
	    mesh->xyz == NULL ? NULL : mem_alloc(mem_array_size(triangle_count, 3 * sizeof(int32_t)));
	if (mesh->triangles == NULL) {
		hn_mesh_destroy(mesh);
		return HN_ERR_NO_MEMORY;
	}
	*out = mesh;
	return HN_OK;
}

int32_t mesh_adopt(HnMesh **out, double *xyz, int32_t vertex_count, int32_t *triangles,
                   int32_t triangle_count) {
	*out = mem_alloc(sizeof **out);
	if (*out == NULL) return HN_ERR_NO_MEMORY;
	**out = (HnMesh){ xyz, triangles, vertex_count, triangle_count };
	return HN_OK;
}

void hn_mesh_destroy(HnMesh *mesh) {
	if (mesh == NULL) return;
	mem_free(mesh->xyz, mem_array_size(mesh->vertex_count, 3 * sizeof(double)));
	mem_free(mesh->triangles, mem_array_size(mesh->triangle_count, 3 * sizeof(int32_t)));
	mem_free(mesh, sizeof *mesh);
}

int32_t mesh_check_arrays(const HnMesh *mesh) {
	int32_t code = error_if_null(mesh, "a mesh");
	if (code == HN_OK && (mesh->vertex_count < 0 || mesh->triangle_count < 0))
		return error_set(HN_ERR_BAD_INPUT, "a mesh of %d vertices and %d triangles", mesh->vertex_count,
		                 mesh->triangle_count);
	if (code == HN_OK && mesh->vertex_count > 0) code = error_if_null(mesh->xyz, "the xyz of a mesh");
	if (code == HN_OK && mesh->triangle_count > 0)
		code = error_if_null(mesh->triangles, "the triangles of a mesh");
	return code;
}

int32_t mesh_check(const HnMesh *mesh) {
	int32_t code = mesh_check_arrays(mesh);
	if (code != HN_OK) return code;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) {
		double x = mesh->xyz[i];
		if (!(fabs(x) <= COORDINATE_MAX)) // also true for NaN
			return error_set(HN_ERR_BAD_INPUT,
			                 "vertex %d: coordinate %c is %g; at most 2^200 in magnitude is allowed",
			                 (int)(i / 3), "xyz"[i % 3], x);
	}
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
		if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->vertex_count)
			return error_set(HN_ERR_BAD_INPUT, "triangle %d: vertex index %d is not in 0 .. %d", (int)(i / 3),
			                 mesh->triangles[i], mesh->vertex_count - 1);
	return HN_OK;
}

int32_t mesh_check_valid(const HnMesh *mesh) {
	int32_t code = mesh_check(mesh);
	for (int64_t i = 0; code == HN_OK && i < 3 * (int64_t)mesh->vertex_count; ++i) {
		const double x = mesh->xyz[i];
		if (x != coordinate_flush(x))
			code = error_set(HN_ERR_BAD_INPUT,
			                 "vertex %d: coordinate %c is %g; below 2^-200 in magnitude it must be 0, as "
			                 "hn_mesh_validate makes it",
			                 (int)(i / 3), "xyz"[i % 3], x);
	}
	return code;
}

int32_t mesh_check_two(const HnMesh *still, const HnMesh *moving) {
	int32_t code = mesh_check_valid(still);
	if (code != HN_OK) return error_prefix(code, "the still mesh");
	code = mesh_check_valid(moving);
	return code == HN_OK ? HN_OK : error_prefix(code, "the moving mesh");
}

int32_t hn_mesh_validate(HnMesh *mesh) {
	int32_t code = mesh_check(mesh);
	if (code != HN_OK) return code;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i)
		mesh->xyz[i] = coordinate_flush(mesh->xyz[i]);
	return HN_OK;
}

enum { CHUNK_WORDS = 512 };

// A hash in chunks: each chunk is the hash so far and the words that follow. Memory is bounded, and the bytes
// do not depend on the machine's byte order.
typedef struct HashChain {
	uint8_t bytes[sizeof(HnHash) + 8 * CHUNK_WORDS];
	size_t used;
} HashChain;

static void chain_flush(HashChain *chain) {
	HnHash hash = hn_hash_bytes(chain->bytes, chain->used);
	memcpy(chain->bytes, hash.bytes, sizeof hash.bytes);
	chain->used = sizeof hash.bytes;
}

static void chain_add(HashChain *chain, uint64_t word, int size) {
	if (chain->used + (size_t)size > sizeof chain->bytes) chain_flush(chain);
	for (int i = 0; i < size; ++i) chain->bytes[chain->used++] = (uint8_t)(word >> (8 * i));
}

HnHash hn_mesh_hash(const HnMesh *mesh) {
	if (mesh_check_arrays(mesh) != HN_OK) return (HnHash){ { 0 } };
	HashChain chain = { .used = 0 };
	chain_add(&chain, (uint32_t)mesh->vertex_count, 4);
	chain_add(&chain, (uint32_t)mesh->triangle_count, 4);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) {
		uint64_t word;
		memcpy(&word, &mesh->xyz[i], sizeof word);
		chain_add(&chain, word, 8);
	}
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
		chain_add(&chain, (uint32_t)mesh->triangles[i], 4);
	return hn_hash_bytes(chain.bytes, chain.used);
}

static bool is_degenerate(const int32_t *t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

// A stable counting sort of n pairs by one of their two ends (0 or 1). count has room for vertex_count + 1
// integers.
static void pairs_sort(const int32_t (*from)[2], int32_t (*to)[2], int64_t n, int end, int64_t *count,
                       int32_t vertex_count) {
	memset(count, 0, ((size_t)vertex_count + 1) * sizeof *count);
	for (int64_t i = 0; i < n; ++i) count[from[i][end] + 1] += 1;
	for (int32_t v = 0; v < vertex_count; ++v) count[v + 1] += count[v];
	for (int64_t i = 0; i < n; ++i) memcpy(to[count[from[i][end]]++], from[i], sizeof from[i]);
}

static void count_edges(HnMeshTopology *out, const HnMesh *mesh, int32_t (*edges)[2], int32_t (*scratch)[2],
                        int64_t *count) {
	int64_t n = 0;
	for (int32_t t = 0; t < mesh->triangle_count; ++t) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)t;
		if (is_degenerate(v)) {
			out->degenerate_triangles += 1;
			continue;
		}
		for (int k = 0; k < 3; ++k, ++n) {
			int32_t a = v[k], b = v[(k + 1) % 3];
			edges[n][0] = a < b ? a : b;
			edges[n][1] = a < b ? b : a;
		}
	}
	pairs_sort((const int32_t(*)[2])edges, scratch, n, 1, count, mesh->vertex_count);
	pairs_sort((const int32_t(*)[2])scratch, edges, n, 0, count, mesh->vertex_count);
	for (int64_t i = 0, run; i < n; i += run) {
		for (run = 1; i + run < n && memcmp(edges[i], edges[i + run], sizeof edges[i]) == 0;) ++run;
		if (run == 1) out->boundary_edges += 1;
		if (run > 2) out->nonmanifold_edges += 1;
	}
}

// parent[v] < 0: no triangle so far uses v. A root is its own parent.
static int32_t find_root(int32_t *parent, int32_t v) {
	while (parent[v] != v) v = parent[v] = parent[parent[v]];
	return v;
}

static void count_shells(HnMeshTopology *out, const HnMesh *mesh, int32_t *parent) {
	for (int32_t v = 0; v < mesh->vertex_count; ++v) parent[v] = -1;
	for (int32_t t = 0; t < mesh->triangle_count; ++t) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)t;
		for (int k = 0; k < 3; ++k)
			if (parent[v[k]] < 0) {
				parent[v[k]] = v[k];
				out->shells += 1;
			}
		for (int k = 1; k < 3; ++k) {
			int32_t a = find_root(parent, v[0]), b = find_root(parent, v[k]);
			if (a == b) continue;
			parent[a < b ? b : a] = a < b ? a : b;
			out->shells -= 1;
		}
	}
}

int32_t hn_mesh_topology(HnMeshTopology *out, const HnMesh *mesh) {
	if (out == NULL) return error_if_null(out, "out");
	*out = (HnMeshTopology){ 0 };
	int32_t code = mesh_check(mesh);
	if (code != HN_OK) return code;
	int64_t corners = 3 * (int64_t)mesh->triangle_count;
	size_t edges_size = mem_array_size(corners, 2 * sizeof(int32_t));
	size_t count_size = mem_array_size((int64_t)mesh->vertex_count + 1, sizeof(int64_t));
	int32_t(*edges)[2] = mem_alloc(edges_size);
	int32_t(*scratch)[2] = edges == NULL ? NULL : mem_alloc(edges_size);
	int64_t *count = scratch == NULL ? NULL : mem_alloc(count_size);
	if (count != NULL) {
		count_edges(out, mesh, edges, scratch, count);
		// reuses the storage, which is no longer needed for counting
		count_shells(out, mesh, (int32_t *)count);
	}
	code = count == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	mem_free(count, count_size);
	mem_free(scratch, edges_size);
	mem_free(edges, edges_size);
	return code;
}

void hn_mesh_bounds(const HnMesh *mesh, double lo[3], double hi[3]) {
	if (lo == NULL || hi == NULL) return;
	HnVec3 low = { 0, 0, 0 }, high = { 0, 0, 0 };
	int64_t corners = mesh_check(mesh) == HN_OK ? 3 * (int64_t)mesh->triangle_count : 0;
	for (int64_t i = 0; i < corners; ++i) {
		HnVec3 p = vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[i]);
		low = i == 0 ? p : vec3_min(low, p);
		high = i == 0 ? p : vec3_max(high, p);
	}
	vec3_store(lo, low);
	vec3_store(hi, high);
}
