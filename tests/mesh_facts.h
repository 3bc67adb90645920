// Facts about a mesh, found another way than the engine does: by sorting its directed edges.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "math/vec3.h"
#include "mesh/mesh.h"

typedef struct MeshFacts {
	int shells, open_shells, boundary_edges, boundary_loops;
	int euler;               // vertices used - edges + triangles
	bool oriented;           // no directed edge twice: manifold edges, every pair opposed
	bool fans;               // the triangles of every vertex are one fan or ring
	bool repeated_triangles; // the same three vertices twice
	double least_area;
} MeshFacts;

typedef struct FactEdge {
	int32_t from, to;
	int64_t corner; // of `from`
} FactEdge;

static inline int fact_edge_compare(const void *a, const void *b) {
	const FactEdge *x = a, *y = b;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	return x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

static inline int fact_triangle_compare(const void *a, const void *b) { return memcmp(a, b, 12); }

static inline int64_t fact_root(int64_t *parent, int64_t i) {
	while (parent[i] != i) i = parent[i] = parent[parent[i]];
	return i;
}

static inline void fact_join(int64_t *parent, int64_t a, int64_t b) {
	parent[fact_root(parent, a)] = fact_root(parent, b);
}

static inline int64_t fact_classes(int64_t *parent, const bool *counted, int64_t n) {
	int64_t classes = 0;
	for (int64_t i = 0; i < n; ++i) classes += (counted == NULL || counted[i]) && parent[i] == i;
	return classes;
}

static inline const FactEdge *fact_find(const FactEdge *edges, int64_t n, int32_t from, int32_t to) {
	FactEdge key = { from, to, 0 };
	return bsearch(&key, edges, (size_t)n, sizeof key, fact_edge_compare);
}

static inline HnVec3 mesh_point(const HnMesh *m, int64_t v) { return vec3_load(m->xyz + 3 * v); }

static inline HnVec3 mesh_normal(const HnMesh *m, int64_t t) { // length: twice the area
	HnVec3 a = mesh_point(m, m->triangles[3 * t]);
	return vec3_cross(vec3_sub(mesh_point(m, m->triangles[3 * t + 1]), a),
	                  vec3_sub(mesh_point(m, m->triangles[3 * t + 2]), a));
}

static inline void fact_triangles(MeshFacts *f, const HnMesh *m) {
	int32_t(*sorted)[3] = malloc((size_t)m->triangle_count * 12);
	f->least_area = (double)INFINITY;
	for (int64_t t = 0; t < m->triangle_count; ++t) {
		memcpy(sorted[t], m->triangles + 3 * t, 12);
		for (int pass = 0; pass < 3; ++pass)
			for (int k = 0; k < 2; ++k)
				if (sorted[t][k] > sorted[t][k + 1]) {
					int32_t swap = sorted[t][k];
					sorted[t][k] = sorted[t][k + 1];
					sorted[t][k + 1] = swap;
				}
		f->least_area = fmin(f->least_area, 0.5 * vec3_length(mesh_normal(m, t)));
	}
	qsort(sorted, (size_t)m->triangle_count, 12, fact_triangle_compare);
	for (int64_t t = 1; t < m->triangle_count; ++t)
		f->repeated_triangles = f->repeated_triangles || memcmp(sorted[t - 1], sorted[t], 12) == 0;
	free(sorted);
}

static inline MeshFacts mesh_facts(const HnMesh *m) {
	MeshFacts f = { .oriented = true };
	int64_t n = 3 * (int64_t)m->triangle_count, vertices = m->vertex_count, used_count = 0, edges_count = 0;
	FactEdge *edges = malloc((size_t)n * sizeof *edges);
	int64_t *corners = malloc((size_t)n * sizeof *corners), *shell = malloc((size_t)vertices * sizeof *shell);
	int64_t *loop = malloc((size_t)vertices * sizeof *loop);
	bool *used = calloc((size_t)vertices, 1), *open = calloc((size_t)vertices, 1),
	     *rim = calloc((size_t)vertices, 1);
	for (int64_t v = 0; v < vertices; ++v) shell[v] = loop[v] = v;
	for (int64_t c = 0; c < n; ++c) {
		int32_t from = m->triangles[c], to = m->triangles[c / 3 * 3 + (c + 1) % 3];
		edges[c] = (FactEdge){ from, to, c };
		corners[c] = c;
		used_count += !used[from];
		used[from] = true;
		fact_join(shell, from, to);
	}
	qsort(edges, (size_t)n, sizeof *edges, fact_edge_compare);
	for (int64_t i = 0; i < n; ++i) {
		if (i > 0 && fact_edge_compare(&edges[i - 1], &edges[i]) == 0) f.oriented = false;
		const FactEdge *twin = fact_find(edges, n, edges[i].to, edges[i].from);
		edges_count += twin == NULL || edges[i].from < edges[i].to;
		if (twin != NULL) { // `from` is the vertex after `to` in the twin's triangle
			fact_join(corners, edges[i].corner, twin->corner / 3 * 3 + (twin->corner + 1) % 3);
			continue;
		}
		f.boundary_edges += 1;
		rim[edges[i].from] = rim[edges[i].to] = true;
		fact_join(loop, edges[i].from, edges[i].to);
		open[fact_root(shell, edges[i].from)] = true;
	}
	f.euler = (int)(used_count - edges_count + m->triangle_count);
	f.fans = fact_classes(corners, NULL, n) == used_count;
	f.shells = (int)fact_classes(shell, used, vertices);
	for (int64_t v = 0; v < vertices; ++v) f.open_shells += used[v] && shell[v] == v && open[v];
	for (int64_t v = 0; v < vertices; ++v) f.boundary_loops += rim[v] && loop[v] == v;
	fact_triangles(&f, m);
	free(edges), free(corners), free(shell), free(loop), free(used), free(open), free(rim);
	return f;
}

// A mesh from literals.
static inline HnMesh *mesh_of(const double *xyz, int32_t vertices, const int32_t *triangles, int32_t count) {
	HnMesh *m = mesh_new(vertices, count);
	memcpy(m->xyz, xyz, 3 * sizeof(double) * (size_t)vertices);
	if (count > 0) memcpy(m->triangles, triangles, 3 * sizeof(int32_t) * (size_t)count);
	return m;
}

// (columns x rows) squares of two triangles in z = 0, every vertex through `shape`; joined around where
// `ring`.
static inline HnMesh *mesh_grid(int columns, int rows, bool ring, HnVec3 (*shape)(double u, double v)) {
	int wide = ring ? columns : columns + 1;
	HnMesh *m = mesh_new(wide * (rows + 1), 2 * columns * rows);
	for (int r = 0; r <= rows; ++r)
		for (int c = 0; c < wide; ++c)
			vec3_store(m->xyz + 3 * (r * wide + c), shape((double)c / columns, (double)r / rows));
	int32_t *t = m->triangles;
	for (int r = 0; r < rows; ++r)
		for (int c = 0; c < columns; ++c, t += 6) {
			int a = r * wide + c, b = r * wide + (c + 1) % wide, d = a + wide, e = b + wide;
			memcpy(t, (int32_t[6]){ a, b, e, a, e, d }, 6 * sizeof *t);
		}
	return m;
}
