// A strict reader of Wavefront OBJ. Coordinates are doubles, polygons become fans, and errors name file and
// line. It reads v, vt, vn and f. It ignores g, o, s, usemtl and mtllib. It skips what has no triangles and
// says so (mesh/skipped.h): lines and points (l, p), free-form curves and surfaces (vp, curv, surf, ...), mg,
// lod and display attributes. Every other keyword is an error; so are call and csh, which would name another
// file.
// - Vertices are v x y z, v x y z 1 (a weight other than 1 is refused), v x y z r g b or v x y z r g b a (the
//   colour is dropped).
// - Faces are f with v, v/vt, v//vn or v/vt/vn, where slashes may follow (v/vt/); a face uses one form only.
//   Indices count from 1 and may refer to elements below the line, or count back from -1 above it. A vertex
//   may occur twice in a face. The triangle is then kept as the segment or point that it is.
// - A comment begins at the start of a line or after a blank and ends with the line. A backslash at the end
//   of a line continues it on the next. Lines end in LF, CR LF or CR. A UTF-8 byte order mark is allowed.
#pragma once

#include <stdio.h>

#include "mesh/mesh.h"

// The parse and print functions of MeshFormat (mesh/mesh_file.h).
int32_t obj_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale);
int32_t obj_print(const HnMesh *mesh, FILE *file);
