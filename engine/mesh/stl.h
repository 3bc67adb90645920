// A strict reader of STL (stereolithography), ascii and binary. Errors name the file and the line or byte.
// - A file is binary if its size is 84 + 50 n bytes for its triangle count n, whatever it begins with; many
//   binary files begin with "solid". A file is ascii if it begins with "solid" and has no NUL byte.
//   Otherwise it is binary if it is longer than that. Bytes behind the last triangle, and lines behind the
//   last solid but for another facet, are skipped, and skipped.h says so.
// - Vertices with equal coordinates (after scaling; -0 equals 0) become one vertex. Vertices are numbered in
//   the order of first use. A triangle with equal vertices is kept as the segment or point that it is.
// - Normals, names and attribute bytes are ignored. Several solids in an ascii file are joined. Words may be
//   upper or lower case, with one statement on a line. A UTF-8 byte order mark is allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// The parse and print functions of MeshFormat (mesh/mesh_file.h). Vertices that no triangle uses are not
// written.
int32_t stl_parse(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);
// The form that hn_mesh_write uses for .stl, because it can hold doubles.
int32_t stl_print_ascii(const HnMesh *mesh, FILE *file);
// HN_ERR_BAD_INPUT names a vertex with a coordinate that is not exactly a float.
int32_t stl_print_binary(const HnMesh *mesh, FILE *file);
