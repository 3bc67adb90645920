// Strict Wavefront OBJ: double precision, polygons triangulated as fans, errors with file and line.
// Read: v, vt, vn, f; ignored: g, o, s, usemtl, mtllib; every other keyword is an error, lines and points
// too.
// - v x y z, v x y z 1 (a weight other than 1 is refused), v x y z r g b (the colour is dropped).
// - f with v, v/vt, v//vn or v/vt/vn, one form in a face; indices from 1 or, counted back, from -1; always of
//   what stands above the line. A vertex may come twice in a face: the triangle is kept as the segment or
//   point that it is.
// - Comments start a line or follow a blank, and end with their line. After a backslash at its end, a line
// goes
//   on in the next. Lines end in LF, CR LF or CR. A UTF-8 byte order mark is allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// As MeshFormat's parse and print (mesh/mesh_file.h).
int32_t obj_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale);
int32_t obj_print(const HnMesh *mesh, FILE *file);
