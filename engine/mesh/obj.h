// A strict reader of Wavefront OBJ. Coordinates are doubles, polygons become fans, and errors name file and
// line. It reads v, vt, vn and f. It ignores g, o, s, usemtl and mtllib. Every other keyword is an error,
// including lines and points.
// - Vertices are v x y z, v x y z 1 (a weight other than 1 is refused) or v x y z r g b (the colour is
//   dropped).
// - Faces are f with v, v/vt, v//vn or v/vt/vn; a face uses one form only. Indices count from 1, or backwards
//   from -1, and refer to elements above the line. A vertex may occur twice in a face. The triangle is then
//   kept as the segment or point that it is.
// - A comment begins at the start of a line or after a blank and ends with the line. A backslash at the end
//   of a line continues it on the next. Lines end in LF, CR LF or CR. A UTF-8 byte order mark is allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// The parse and print functions of MeshFormat (mesh/mesh_file.h).
int32_t obj_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale);
int32_t obj_print(const HnMesh *mesh, FILE *file);
