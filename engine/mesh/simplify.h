// Quadric edge collapse to an exact triangle count; hn_mesh_simplify is public. This work is based on:
// Michael Garland, Paul Heckbert. Surface Simplification Using Quadric Error Metrics. SIGGRAPH 1997
#pragma once

#include "mesh/mesh.h"
