// The distance of two meshes by all pairs of their triangles: the oracle of searches.
#pragma once

#include "api/engine.h"

double distance_of_all(const HnMesh *still, const HnMesh *moving, const HnPose *pose);
