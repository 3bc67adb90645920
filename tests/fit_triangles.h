// Triangles and slabs for tests of fits of oriented boxes.
#pragma once

#include "bv/obb_fit.h"
#include "bv/obb_slabs.h"
#include "soup.h"

// All triangles of the mesh, in order. They point into it.
ObbTriangles fit_triangles(const HnMesh *mesh);
void fit_triangles_free(ObbTriangles *triangles);
// Some soup, in half of the rounds on a coarse grid, where many points tie and many stand on a slab's border.
HnMesh *fit_mesh_draw(Rng *rng, int round);
SlabsDef fit_slabs_draw(Rng *rng);
