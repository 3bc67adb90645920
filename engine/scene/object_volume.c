#include "scene/object_volume.h"

#include <math.h>
#include <string.h>

const ObjectVolume *object_volume_find(const char *name) {
	static const ObjectVolume s_volumes[] = {
#define OBJECT_VOLUME(name, type, floats, length, lengths) { #name, floats, length, lengths },
#include "scene/object_volumes.def"
#undef OBJECT_VOLUME
	};
	for (size_t i = 0; i < sizeof s_volumes / sizeof *s_volumes; ++i)
		if (strcmp(s_volumes[i].name, name) == 0) return &s_volumes[i];
	return NULL;
}

const char *object_volume_wrong(const ObjectVolume *volume, const float *v) {
	for (int32_t k = 0; k < volume->floats; ++k) {
		if (!isfinite(v[k])) return "a number is not finite";
		if (fabsf(v[k]) > 0x1p120F) return "a number is beyond 2^120";
	}
	for (int32_t k = volume->length; k < volume->length + volume->lengths; ++k)
		if (v[k] < 0) return "a length is negative";
	for (int32_t k = 0; k < 3 && volume->lengths == 0; ++k)
		if (v[k] > v[k + 3]) return "a box ends before it begins";
	return NULL;
}
