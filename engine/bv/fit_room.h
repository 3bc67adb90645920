// What fits of oriented boxes need beside the box: the points of a node, and those of them that were
// chosen. It is kept from one node to the next.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

// Some of a mesh's triangles: those numbered order[0] to order[count - 1].
typedef struct ObbTriangles {
	const double *xyz;
	const int32_t *triangles, *order;
	int32_t count; // at least 1
} ObbTriangles;

typedef ARRAY(HnVec3) PointList;
typedef ARRAY(int32_t) SlotList;

typedef struct FitRoom {
	int32_t status; // HN_ERR_NO_MEMORY once there was none: the box is valid, but of fit `vertices`
	PointList points, chosen, flat;
	SlotList table; // of points, by hash: 0 is empty, else the place and 1
} FitRoom;

void fit_room_free(FitRoom *room); // NULL is allowed

// room->points: all corners, each as often as triangles have it; -0 counts as 0. False: no memory.
bool fit_room_corners(FitRoom *room, const ObbTriangles *triangles);
// The same of points.
bool fit_room_points(FitRoom *room, const HnVec3 *points, int32_t count);
// One of each position, the first; `list` is one of the room's. False: no memory, and the list is as it was.
bool fit_room_distinct(FitRoom *room, PointList *list);
// Notes a failure, for whoever asks for the status; false.
static inline bool fit_room_fail(FitRoom *room, int32_t status) {
	room->status = status;
	return false;
}

// Points as hulls and extents take them, 3 doubles each.
static inline const double *doubles_of(const HnVec3 *points) { return (const double *)(const void *)points; }
