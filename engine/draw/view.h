// The view of a picture: orthographic, from the front, the right and above, with z upwards. It has no
// perspective, so lengths along one direction can be compared anywhere in a picture. The arithmetic is +, -,
// *, / and sqrt alone: it gives the same bits on every machine.
#pragma once

#include <stdbool.h>

#include "math/vec3.h"

// A projected point is (right, down, towards the viewer), in samples.
typedef struct DrawView {
	HnVec3 right, up, toward; // unit vectors of the world
	double scale;
	double left, top; // of the projected origin
} DrawView;

typedef struct DrawBounds {
	double lo[2], hi[2];
	bool any; // false: no point was added
} DrawBounds;

DrawView view_standard(void); // scale 1, the origin at (0, 0)
HnVec3 view_project(const DrawView *view, HnVec3 p);
void bounds_add(DrawBounds *bounds, HnVec3 projected);
// Scales and shifts a standard view so that the bounds, which were taken by it, fill the middle of a
// rectangle, `margin` away from its sides. Bounds without a width stay at scale 1.
void view_fit(DrawView *view, const DrawBounds *bounds, double width, double height, double margin);
