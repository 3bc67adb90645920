// Kinds of object volumes, and the box (key) of each. A key is slightly larger than the volume, so that it
// includes the slack of the volumes' tests: docs/exactness.md, section 13.
#include <math.h>

#include "broad/objects.h"
#include "bv/caabb.h"
#include "bv/obb.h"

#define KEY_SLACK (1 + 0x1p-40)

// NaN is rejected, because no comparison with it is true.
static inline bool key_is_valid(const Aabb *key) {
	bool valid = true;
	for (int k = 0; k < 3; ++k)
		valid &= (key->lo[k] <= key->hi[k]) & (key->lo[k] >= -BROAD_REACH) & (key->hi[k] <= BROAD_REACH);
	return valid;
}

static inline void key_around(Aabb *out, int k, float center, double reach) {
	out->lo[k] = round_down((double)center - reach * KEY_SLACK) + 0.0F;
	out->hi[k] = round_up((double)center + reach * KEY_SLACK) + 0.0F;
}

// Zeros are made positive, because keys are sorted by their bits.
static int64_t aabb_keys(Aabb *out, const void *volumes, int64_t count) {
	const Aabb *boxes = volumes;
	for (int64_t i = 0; i < count; ++i) {
		for (int k = 0; k < 3; ++k) {
			out[i].lo[k] = boxes[i].lo[k] + 0.0F;
			out[i].hi[k] = boxes[i].hi[k] + 0.0F;
		}
		if (!key_is_valid(&out[i])) return i;
	}
	return count;
}

static inline bool sphere_key(Aabb *out, const Ball *ball) {
	for (int k = 0; k < 3; ++k) key_around(out, k, ball->c[k], (double)ball->r);
	return ball->r >= 0;
}

static inline bool obb_key(Aabb *out, const Obb *box) {
	bool valid = true;
	for (int k = 0; k < 3; ++k) {
		double reach = 0;
		for (int i = 0; i < 3; ++i) reach += fabs((double)box->axes[i][k]) * (double)box->half[i];
		key_around(out, k, box->center[k], reach);
		valid &= box->half[k] >= 0;
	}
	return valid;
}

#define sphere_overlaps ball_overlaps
#define BV              Ball
#define VOLUME(op)      sphere_##op
#include "broad/volume.inl"

#define caabb_key  sphere_key
#define BV         Ball
#define VOLUME(op) caabb_##op
#include "broad/volume.inl"

#define BV         Obb
#define VOLUME(op) obb_##op
#include "broad/volume.inl"

#define aabb_filter NULL // the box is its own key
static const BroadVolume s_volumes[] = {
#define OBJECT_VOLUME(name, type, floats, length, lengths)                                                   \
	{ #name, sizeof(type), name##_keys, name##_filter },
#include "scene/object_volumes.def"
#undef OBJECT_VOLUME
};
#define OBJECT_VOLUME(name, type, floats, length, lengths)                                                   \
	_Static_assert(sizeof(type) == (floats) * sizeof(float), "as recordings have it");
#include "scene/object_volumes.def"
#undef OBJECT_VOLUME
enum { VOLUMES = sizeof s_volumes / sizeof s_volumes[0] };

const BroadVolume *broad_volume(int32_t index) {
	return index >= 0 && index < VOLUMES ? &s_volumes[index] : NULL;
}

const char *hn_broad_volume_name(int32_t index) {
	const BroadVolume *volume = broad_volume(index);
	return volume != NULL ? volume->name : NULL;
}
