// Strict PLY (the Stanford polygon format, version 1.0): ascii, binary_little_endian, binary_big_endian;
// polygons triangulated as fans; errors with file and line (header and ascii) or byte (binary).
// - Elements and properties in any order, of all eight scalar types under both of their names. Read: x, y, z
//   of the element vertex, of any type; the list vertex_indices or vertex_index of the element face, of any
//   integer type, from 0. Everything else is skipped; the element tristrips is refused.
// - Values widen exactly to double. In ascii the text counts, not the declared precision: 0.1 of type float
// is
//   the double next to 0.1. In ascii, an element is a line; empty lines are skipped.
// - A vertex may come twice in a face: the triangle is kept as the segment or point that it is.
// - The binary data begin behind the line end of end_header, which must be of the kind that ends the line
//   "ply". Nothing may follow the last element. A UTF-8 byte order mark is allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// As MeshFormat's parse and print (mesh/mesh_file.h). Printed: double coordinates, int indices.
int32_t ply_parse(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);
int32_t ply_print_ascii(const HnMesh *mesh, FILE *file);
int32_t ply_print_little_endian(const HnMesh *mesh, FILE *file); // what .ply means in hn_mesh_write
int32_t ply_print_big_endian(const HnMesh *mesh, FILE *file);
