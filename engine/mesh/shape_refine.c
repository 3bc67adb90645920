// Loop's subdivision of a closed manifold mesh: every edge gets a vertex and every triangle becomes four.
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "mesh/shape_build.h"

// Half-edges as (low end, high end, corner, 0), where the corner is opposite to the edge. They are sorted, so
// that the two triangles of an edge are neighbours.
typedef struct EdgeList {
	int32_t *quads, *scratch;
	int64_t count; // half-edges: three for each triangle
} EdgeList;

static int32_t edges_init(EdgeList *list, const HnMesh *mesh) {
	list->count = 3 * (int64_t)mesh->triangle_count;
	size_t size = mem_array_size(list->count, 4 * sizeof(int32_t));
	list->quads = mem_alloc(size);
	list->scratch = list->quads == NULL ? NULL : mem_alloc(size);
	if (list->scratch == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t c = 0; c < list->count; ++c) {
		const int32_t *t = mesh->triangles + c / 3 * 3;
		int32_t a = t[(c + 1) % 3], b = t[(c + 2) % 3], *quad = list->quads + 4 * c;
		quad[0] = a < b ? a : b;
		quad[1] = a < b ? b : a;
		quad[2] = (int32_t)c; // the corner opposite to the edge
		quad[3] = 0;
	}
	sort_quads(list->quads, list->count, list->scratch);
	return HN_OK;
}

static void edges_free(EdgeList *list) {
	size_t size = mem_array_size(list->count, 4 * sizeof(int32_t));
	mem_free(list->quads, size);
	mem_free(list->scratch, size);
}

static HnVec3 place(const HnMesh *mesh, int32_t v) { return vec3_load(mesh->xyz + 3 * (int64_t)v); }

// Places the new vertices: 3/8 of each end and 1/8 of each corner opposite to the edge.
static void place_edges(HnMesh *fine, const HnMesh *mesh, const EdgeList *list, int32_t *vertex_of_corner) {
	for (int64_t i = 0; i < list->count; i += 2) {
		const int32_t *one = list->quads + 4 * i, *two = one + 4;
		HnVec3 ends = vec3_add(place(mesh, one[0]), place(mesh, one[1]));
		HnVec3 facing = vec3_add(place(mesh, mesh->triangles[one[2]]), place(mesh, mesh->triangles[two[2]]));
		int32_t v = mesh->vertex_count + (int32_t)(i / 2);
		vec3_store(fine->xyz + 3 * (int64_t)v, vec3_add(vec3_scale(ends, 0.375), vec3_scale(facing, 0.125)));
		vertex_of_corner[one[2]] = vertex_of_corner[two[2]] = v;
	}
}

// Places the old vertices. Each of the n neighbours has the weight b and the vertex itself 1 - n b, with b =
// 3/16 for n = 3, else 3/(8n) (Warren's choice of Loop's weights).
static void place_vertices(HnMesh *fine, const HnMesh *mesh, const EdgeList *list, int32_t *valence) {
	memset(valence, 0, (size_t)mesh->vertex_count * sizeof *valence);
	memset(fine->xyz, 0, (size_t)mesh->vertex_count * 3 * sizeof(double));
	for (int64_t i = 0; i < list->count; i += 2)
		for (int end = 0; end < 2; ++end) {
			int32_t v = list->quads[4 * i + end], other = list->quads[4 * i + 1 - end];
			double *sum = fine->xyz + 3 * (int64_t)v;
			vec3_store(sum, vec3_add(vec3_load(sum), place(mesh, other)));
			valence[v] += 1;
		}
	for (int32_t v = 0; v < mesh->vertex_count; ++v) {
		double *sum = fine->xyz + 3 * (int64_t)v, b = valence[v] == 3 ? 3.0 / 16 : 3.0 / (8 * valence[v]);
		vec3_store(sum,
		           vec3_add(vec3_scale(vec3_load(sum), b), vec3_scale(place(mesh, v), 1 - valence[v] * b)));
	}
}

static void add_quarters(HnMesh *fine, const HnMesh *mesh, const int32_t *vertex_of_corner) {
	int32_t *next = fine->triangles;
	for (int64_t c = 0; c < 3 * (int64_t)mesh->triangle_count; c += 3) {
		const int32_t *v = mesh->triangles + c, *m = vertex_of_corner + c;
		const int32_t quarters[12] = {
			v[0], m[2], m[1], v[1], m[0], m[2], v[2], m[1], m[0], m[0], m[1], m[2]
		};
		memcpy(next, quarters, sizeof quarters);
		next += 12;
	}
}

int32_t shape_refine(HnMesh **out, const HnMesh *mesh) {
	EdgeList list = { 0 };
	*out = NULL;
	int64_t corners = 3 * (int64_t)mesh->triangle_count;
	size_t size = mem_array_size(corners, sizeof(int32_t)); // a closed mesh has fewer vertices than corners
	int32_t *numbers = mem_alloc(size);
	int32_t code = numbers == NULL ? HN_ERR_NO_MEMORY : edges_init(&list, mesh);
	if (code == HN_OK)
		code = hn_mesh_create(out, mesh->vertex_count + (int32_t)(corners / 2), 4 * mesh->triangle_count);
	if (code == HN_OK) {
		place_vertices(*out, mesh, &list, numbers);
		place_edges(*out, mesh, &list, numbers);
		add_quarters(*out, mesh, numbers);
	}
	edges_free(&list);
	mem_free(numbers, size);
	return code;
}
