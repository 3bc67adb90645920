#include "shape_check.h"

#include <check.h>
#include <stdlib.h>

#include "base/error.h"
#include "cheap.h"
#include "exact/tri_tri.h"
#include "mesh_facts.h"

static int64_t shell_of(int64_t *shell, int64_t v) {
	while (shell[v] != v) v = shell[v] = shell[shell[v]];
	return v;
}

// Every shell holds a positive volume: its triangles look outwards.
static void check_volumes(const HnMesh *mesh, const char *what) {
	int64_t *shell = malloc((size_t)mesh->vertex_count * sizeof *shell);
	double *volume = calloc((size_t)mesh->vertex_count, sizeof *volume);
	for (int64_t v = 0; v < mesh->vertex_count; ++v) shell[v] = v;
	for (int64_t c = 0; c < 3 * (int64_t)mesh->triangle_count; ++c)
		shell[shell_of(shell, mesh->triangles[c])] = shell_of(shell, mesh->triangles[c / 3 * 3]);
	for (int64_t t = 0; t < mesh->triangle_count;
	     ++t) { // from a vertex of the shell, so that far ones do not cancel
		int64_t root = shell_of(shell, mesh->triangles[3 * t]);
		volume[root] += vec3_dot(mesh_normal(mesh, t),
		                         vec3_sub(mesh_point(mesh, mesh->triangles[3 * t]), mesh_point(mesh, root)));
	}
	for (int64_t v = 0; v < mesh->vertex_count; ++v)
		cheap_assert_msg(shell[v] != v || volume[v] > 0, "%s: a shell of volume %g", what, volume[v] / 6);
	free(shell);
	free(volume);
}

// Discs, all of which can be seen from above.
static void check_sheet(const HnMesh *mesh, const HnMeshTopology *topology, const char *what) {
	ck_assert_msg(topology->boundary_edges > 0 && topology->shells == 1, "%s: no sheet", what);
	for (int64_t t = 0; t < mesh->triangle_count; ++t)
		cheap_assert_msg(mesh_normal(mesh, t).z > 0, "%s: triangle %d looks down", what, (int)t);
	if (mesh->triangle_count > 40000) return;
	MeshFacts facts = mesh_facts(mesh);
	ck_assert_msg(facts.boundary_loops == 1 && facts.euler == 1, "%s: no disc", what);
}

void shape_check(HnMesh *mesh, const char *what, bool open) {
	HnMeshTopology topology;
	ck_assert_int_eq(hn_mesh_topology(&topology, mesh), HN_OK);
	if (open) check_sheet(mesh, &topology, what);
	if (open) topology.boundary_edges = 0;
	ck_assert_msg(topology.boundary_edges + topology.nonmanifold_edges + topology.degenerate_triangles == 0,
	              "%s: %d boundary edges, %d of three triangles or more, %d degenerate triangles", what,
	              topology.boundary_edges, topology.nonmanifold_edges, topology.degenerate_triangles);
	ck_assert_msg(hn_mesh_validate(mesh) == HN_OK, "%s: %s", what, hn_error_text());
	if (!open) check_volumes(mesh, what);
	if (mesh->triangle_count > 40000) return;
	MeshFacts facts = mesh_facts(mesh);
	ck_assert_msg(facts.oriented && facts.fans && !facts.repeated_triangles, "%s", what);
	ck_assert_msg(facts.least_area > 0, "%s: a triangle without area", what);
	ck_assert_int_eq(facts.shells, topology.shells);
}

void shape_check_crossing(const HnMesh *mesh, const char *what) {
	Triangle *triangles = malloc((size_t)mesh->triangle_count * sizeof *triangles);
	for (int64_t c = 0; c < 3 * (int64_t)mesh->triangle_count; ++c)
		triangles[c / 3].p[c % 3] = mesh_point(mesh, mesh->triangles[c]);
	for (int64_t i = 0; i < mesh->triangle_count; ++i) {
		OrientPlane plane = triangle_plane(&triangles[i]);
		for (int64_t j = 0; j < i; ++j) {
			const int32_t *a = mesh->triangles + 3 * i, *b = mesh->triangles + 3 * j;
			bool share = false;
			for (int k = 0; k < 9; ++k) share = share || a[k / 3] == b[k % 3];
			cheap_assert_msg(share || !tri_tri_meet_plane(&triangles[i], &plane, &triangles[j]),
			                 "%s: triangles %d and %d meet", what, (int)i, (int)j);
		}
	}
	free(triangles);
}
