// The distance between two meshes: the least of triangle_distance2 over all pairs of their triangles, found
// by branch and bound over two trees of boxes.
#pragma once

#include "exact/triangle_distance.h"
#include "tree/placed_pair.h"

typedef struct Separation {
	PlacedPair pair;
	// a pair of triangles, the nearest of the last query: a good first bound for the next
	int32_t still_near, moving_near;
	int64_t compared; // pairs of triangles, in all queries
} Separation;

// Borrows the meshes, which must outlive it. HN_ERR_BAD_INPUT (also for a mesh without triangles),
// HN_ERR_NO_MEMORY. After an error separation_free is allowed.
int32_t separation_create(Separation *out, const HnMesh *still, const HnMesh *moving);
void separation_free(Separation *separation); // all zero is allowed
// The distance when the moving mesh has the pose `relative` in the still mesh's frame. 0 if and only if the
// meshes touch, which is exact; otherwise as good as triangle_distance2. It does not allocate. Costs O(moving
// vertices), for placing them, and the search. HN_ERR_BAD_INPUT if the pose is not finite.
int32_t separation_find(double *distance, Separation *separation, const HnPose *relative);
