// Strict STL (stereolithography): ascii and binary; errors with file and line or byte.
// - Binary is what has the size that its count of triangles asks for, 84 + 50 n bytes, whatever it begins
// with
//   (many binary files begin with "solid"); ascii is what begins with "solid" and has no NUL byte.
// - Vertices with equal coordinates (after scaling; -0 equals 0) become one, numbered as they first appear. A
//   triangle whose vertices are equal is kept as the segment or point that it is.
// - Normals, names and attribute bytes are not looked at; several solids of an ascii file are joined. Words
//   are read in any case, one statement a line. A UTF-8 byte order mark is allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// As MeshFormat's parse and print (mesh/mesh_file.h). Vertices that no triangle uses are not written.
int32_t stl_parse(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);
int32_t stl_print_ascii(const HnMesh *mesh, FILE *file); // what .stl means in hn_mesh_write: it holds doubles
// HN_ERR_BAD_INPUT naming the vertex whose coordinate is not exactly a float.
int32_t stl_print_binary(const HnMesh *mesh, FILE *file);
