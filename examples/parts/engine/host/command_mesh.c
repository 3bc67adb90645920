// `harness mesh FILE...`: the triangles of a model, and what is open or damaged in it. With --bounds its box
// too.
#include "host/commands.h"

#include <stdio.h>

#include "host/command_parts.h"
#include "mesh/mesh.h"
#include "run/run.h"

static void print_bounds(const HnMesh *mesh) {
	double lo[3], hi[3];
	hn_mesh_bounds(mesh, lo, hi);
	printf("  x %.17g to %.17g, y %.17g to %.17g, z %.17g to %.17g\n", lo[0], hi[0], lo[1], hi[1], lo[2],
	       hi[2]);
}

// A file that cannot be read, or that is no mesh, is the caller's mistake.
static int print_mesh(const Options *options, const char *file) {
	HnMesh *mesh = NULL;
	HnMeshTopology topology;
	int32_t status = hn_mesh_read(&mesh, file, 1, NULL, NULL);
	if (status == HN_OK) status = hn_mesh_topology(&topology, mesh);
	if (status == HN_OK)
		printf("%s: %d triangles, %d vertices, %d shells; open edges: %d\n", file, mesh->triangle_count,
		       mesh->vertex_count, topology.shells, topology.boundary_edges);
	if (status == HN_OK && options->bounds) print_bounds(mesh);
	hn_mesh_destroy(mesh);
	return status == HN_OK ? EXIT_OK_ALL : complain(EXIT_USAGE);
}

int command_mesh(const Options *options) { return each_file(options, print_mesh); }
