// Quadric edge collapse to an exact triangle count. This work is based on:
// Michael Garland, Paul Heckbert. Surface Simplification Using Quadric Error Metrics. SIGGRAPH 1997
#pragma once

#include "mesh/mesh.h"

// Exactly `faces` triangles: link condition, boundary quadrics, ties by cost then index, no shell below a
// disc. An odd difference needs a boundary collapse: ERR_BAD_INPUT for a closed mesh asked for an odd count,
// and where no legal collapse is left before the count is reached. The same bytes on every machine.
int32_t mesh_simplify(Mesh **out, const Mesh *mesh, int32_t faces);
