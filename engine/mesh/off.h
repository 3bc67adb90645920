// Strict OFF (Geomview's object file format, text): double precision, polygons triangulated as fans, errors
// with file and line.
// - The first line is OFF, or OFF with the prefixes C, N and ST in any order: their colours (3 or 4 numbers),
//   normals (3) and texture coordinates (2) behind each position are checked and dropped. Refused by name:
//   4OFF and nOFF (other than three dimensions) and OFF BINARY.
// - Then the numbers of vertices, faces and edges (which is not looked at), on that line or the next.
// - A vertex a line, a face a line: its number of vertices, their indices from 0, and a colour of 0, 1, 3 or
// 4
//   numbers, which is checked and dropped. A vertex may come twice in a face: the triangle is kept as the
//   segment or point that it is.
// - Comments start a line or follow a blank, and end with their line; empty lines are skipped. A UTF-8 byte
//   order mark is allowed. Nothing may follow the last face.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// As MeshFormat's parse and print (mesh/mesh_file.h).
int32_t off_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale);
int32_t off_print(const HnMesh *mesh, FILE *file);
