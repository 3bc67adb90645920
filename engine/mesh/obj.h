// Strict Wavefront OBJ: double precision, polygons triangulated as fans, errors with file and line.
#pragma once

#include "mesh/mesh.h"

// Reads a file; ERR_IO (cannot be read) or ERR_BAD_INPUT with "file:line: what". scale multiplies every
// coordinate. sha256: expected lower-case hex of the file's bytes, or NULL.
int32_t obj_read(Mesh **out, const char *path, double scale, const char *sha256);
// The same from memory; name stands for the file in errors.
int32_t obj_parse(Mesh **out, const char *text, size_t size, const char *name, double scale);
// Writes so that obj_read gives the same mesh bit for bit; whole file or nothing (written beside and
// renamed).
int32_t obj_write(const Mesh *mesh, const char *path);
