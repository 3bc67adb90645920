// A strict reader of PLY (the Stanford polygon format, version 1.0): ascii, binary_little_endian and
// binary_big_endian. Polygons become fans. Errors name the file and the line (header and ascii) or the byte
// (binary).
// - Elements and properties may be in any order, of all eight scalar types under both of their names. The
//   reader uses x, y, z of the element vertex, of any type. It uses the list vertex_indices or vertex_index
//   of the elements face and tristrips, of any integer type; indices count from 0. Everything else is passed
//   over: edges, colours, normals.
// - A strip a b c d e is the triangles a b c, c b d, c d e; the index -1 begins another strip. A triangle of
// a
//   strip that repeats a vertex is left out: it only joins two parts.
// - Values are converted to double exactly. In ascii the text decides, not the declared precision: 0.1 of
//   type float is the double nearest to 0.1. In ascii an element is a line, and empty lines are skipped.
// - A vertex may occur twice in a face. The triangle is then kept as the segment or point that it is.
// - Binary data begin after the line end of end_header, which must be of the same kind as the line end after
//   "ply". What follows the last element is skipped, and skipped.h says so. A UTF-8 byte order mark is
//   allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// The parse and print functions of MeshFormat (mesh/mesh_file.h). They print double coordinates and int
// indices.
int32_t ply_parse(HnMesh **out, const char *bytes, size_t size, const char *name, double scale);
int32_t ply_print_ascii(const HnMesh *mesh, FILE *file);
int32_t ply_print_little_endian(const HnMesh *mesh, FILE *file); // the form that hn_mesh_write uses for .ply
int32_t ply_print_big_endian(const HnMesh *mesh, FILE *file);
