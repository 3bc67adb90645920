// The kinds of volumes that objects of a scene may have (object_volumes.def), and what no volume may be.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ObjectVolume {
	const char *name;
	int32_t floats;
	// `lengths` floats from index `length` on are lengths. Without any, the second half of the floats are the
	// greatest coordinates of a box, and the first half the least.
	int32_t length, lengths;
} ObjectVolume;

const ObjectVolume *object_volume_find(const char *name); // NULL: there is none of this name
// What is wrong with the numbers of a volume, as broad phases refuse it; NULL: nothing. The axes of oriented
// boxes are not looked at (scene_obb_wrong).
const char *object_volume_wrong(const ObjectVolume *volume, const float *v);

// The floats of an oriented box as an object: centre, axes, half lengths, radius of its ball.
enum { OBB_FLOATS = 16, OBB_AXES_AT = 3, OBB_HALF_AT = 12, OBB_SIZE = OBB_FLOATS * sizeof(float) };
// Whether the axes of an oriented box are an orthonormal basis but for the rounding to floats, which is all
// that the margins of its test cover (docs/explanation/exactness.md, section 11).
bool object_box_straight(const float box[OBB_FLOATS]);
// Whether it is straight and its ball holds it.
bool object_box_sound(const float box[OBB_FLOATS]);
// Makes a box sound that nearly is. One that is stays as it is, to the last bit.
void object_box_make_sound(float box[OBB_FLOATS]);
