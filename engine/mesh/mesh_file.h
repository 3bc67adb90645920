// Meshes in files: the implementation of hn_mesh_read and hn_mesh_write. format.def lists the formats.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// Writes a mesh so that reading gives it back. HN_ERR_BAD_INPUT if the format cannot represent it. The caller
// checks the stream for errors.
typedef int32_t MeshPrinter(const HnMesh *mesh, FILE *file);

typedef struct MeshFormat {
	const char *name; // the extension, in lower case
	// Makes a mesh of exactly the file's bytes. HN_ERR_BAD_INPUT with "file:line: what" or "file: byte n:
	// what", where `name` is the file. scale is > 0 and multiplies every coordinate. Memory grows with the
	// bytes read, never with a count that the file claims.
	int32_t (*parse)(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);
	MeshPrinter *print;
} MeshFormat;

int32_t mesh_format_count(void);
const MeshFormat *mesh_format_at(int32_t index);
// The format of a path's extension. NULL, and an error text that names the formats, if there is none.
const MeshFormat *mesh_format_of(const char *path);
const char *mesh_format_names(void); // ".obj, .off, .ply and .stl"

// hn_mesh_write with a given printer, such as ply_print_ascii, whatever the extension.
int32_t mesh_write_by(const HnMesh *mesh, const char *path, MeshPrinter *print);

// Prints "x y z\n" with the fewest digits that read back exactly. For the text formats.
void mesh_print_vertex(const HnMesh *mesh, int32_t vertex, FILE *file);
// Prints all vertices, and then each triangle as "3 a b c\n": how many corners it has, and which, from 0 on.
void mesh_print_counted(const HnMesh *mesh, FILE *file);
