// Meshes in files: what stands behind hn_mesh_read and hn_mesh_write. format.def lists the formats.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// Writes a mesh that reads back; HN_ERR_BAD_INPUT where the format cannot hold it. Errors of the stream are
// seen by the caller.
typedef int32_t MeshPrinter(const HnMesh *mesh, FILE *file);

typedef struct MeshFormat {
	const char *name; // the extension, in lower case
	// A mesh of the file's bytes, exactly, or HN_ERR_BAD_INPUT with "file:line: what" or "file: byte n:
	// what"; `name` stands for the file. scale multiplies every coordinate, > 0. Memory grows with the bytes,
	// never by a count that they claim.
	int32_t (*parse)(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);
	MeshPrinter *print;
} MeshFormat;

int32_t mesh_format_count(void);
const MeshFormat *mesh_format_at(int32_t index);
// Of a path's extension; NULL, and an error text that names the formats, where there is none such.
const MeshFormat *mesh_format_of(const char *path);
const char *mesh_format_names(void); // ".obj, .off, .ply and .stl"

// hn_mesh_write in a given form, such as ply_print_ascii, whatever the extension.
int32_t mesh_write_by(const HnMesh *mesh, const char *path, MeshPrinter *print);

// "x y z\n", with the fewest digits that read back; for the text formats.
void mesh_print_vertex(const HnMesh *mesh, int32_t vertex, FILE *file);
