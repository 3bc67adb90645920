// The kinds of volumes that objects of a scene may have (object_volumes.def), and what no volume may be.
#pragma once

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
