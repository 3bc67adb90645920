// The Utah teapot (Newell 1975): 32 bicubic Bezier patches, 4 open shells at every tessellation.
#pragma once

#include "mesh/mesh.h"
