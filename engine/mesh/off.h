// A strict reader of OFF (Geomview's object file format, text). Coordinates are doubles, polygons become
// fans, and errors name file and line.
// - The first word is OFF, which may be missing, or OFF with the prefixes C, N and ST in any order. They mean
// colours (3 or 4
//   numbers), normals (3) and texture coordinates (2) after each position, which are checked and dropped.
//   4OFF and nOFF (other than three dimensions) and OFF BINARY are refused by name.
// - Next come the numbers of vertices, faces and edges, on the same line or the next. The number of edges is
//   ignored.
// - Each vertex and each face is one line. A face has its number of vertices, their indices from 0, and a
//   colour of 0, 1, 3 or 4 numbers, which is checked and dropped. A vertex may occur twice in a face. The
//   triangle is then kept as the segment or point that it is.
// - A comment begins at the start of a line or after a blank and ends with the line. Empty lines are skipped.
//   A UTF-8 byte order mark is allowed. What follows the last face is skipped, and
//   skipped.h says so.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// The parse and print functions of MeshFormat (mesh/mesh_file.h).
int32_t off_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale);
int32_t off_print(const HnMesh *mesh, FILE *file);
