// Two meshes with trees of boxes (Aabb). The first stays, the second is placed by a pose in the frame of the
// first.
#pragma once

#include "tree/tree.h"

typedef struct PlacedPair {
	TreeDef def;
	MeshView still_mesh, moving_mesh; // the moving mesh has the placed vertices
	Tree still, moving;
	const double *rest; // the vertices of the moving mesh at rest
	double *placed;
	size_t placed_size;
} PlacedPair;

// Borrows the meshes, which must outlive the pair; each may be without triangles. Errors: HN_ERR_BAD_INPUT (a
// mesh that hn_mesh_validate would refuse), HN_ERR_NO_MEMORY. After an error placed_pair_free is allowed.
int32_t placed_pair_create(PlacedPair *out, const HnMesh *still, const HnMesh *moving);
void placed_pair_free(PlacedPair *pair); // all zero is allowed
// Places the moving mesh and refits its tree: O(vertices). The pose is finite, and neither mesh is without
// triangles.
void placed_pair_place(PlacedPair *pair, const HnPose *relative);
