// What every generated mesh must be: closed and oriented outwards, or a disc that looks upwards; no triangle
// without area.
#pragma once

#include <stdbool.h>

#include "mesh/mesh.h"

// Fails with `what` unless the mesh is so. open: it is a sheet.
void shape_check(HnMesh *mesh, const char *what, bool open);
// Fails with `what` where two triangles meet that share no vertex: no surface goes through itself or another.
void shape_check_crossing(const HnMesh *mesh, const char *what);
